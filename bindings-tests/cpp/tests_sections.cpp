// The library's own sections of a turn, and guidance on tools.
#include <string>

#include "tests.hpp"

namespace {

wattle::state busy_turn() {
  static const wattle::str tools[] = {"shell"}, intents[] = {"repair"};
  wattle::state state;
  state.loaded_tools = tools;
  state.detected_intents = intents;
  state.turn_depth = 2;
  state.prior_turn_had_tool_calls = true;
  return state;
}

}  // namespace

TEST(sections_of_the_turn) {
  const wattle::state state = busy_turn();
  wattle::registry registry = empty_registry();
  registry.register_contributions(wattle::loaded_tools_prompt("host.tools"), wattle::detected_intents_prompt("host.intents"),
                                  wattle::subagent_depth_prompt("host.depth"), wattle::prior_turn_tool_calls_prompt("host.calls"));
  std::string joined;
  for (const wattle::text& text : {wattle::render_loaded_tools(state), wattle::render_detected_intents(state),
                                   wattle::render_subagent_depth(state), wattle::render_prior_turn_tool_calls(state)}) {
    CHECK(text.view().substr(0, 3) == "## ");
    joined += (joined.empty() ? "" : "\n\n") + std::string(text.view());
  }
  CHECK(registry.resolve(converse, state).text() == joined);
  CHECK(registry.resolve(converse).text().empty() && wattle::render_loaded_tools({}).view().empty());
}

TEST(a_section_among_other_writes) {
  wattle::registry registry = empty_registry();
  registry.register_contributions(wattle::contribution("host.a", wattle::mode::append,
                                                       [](wattle::writer& out, const wattle::context& context, const wattle::state& state) {
                                                         out.write("before\n");
                                                         CHECK(wattle::loaded_tools_content(out, context, state) == wattle::status::ok);
                                                         out.write("\nafter");
                                                       }));
  const wattle::state state = busy_turn();
  CHECK(registry.resolve(converse, state).text() == "before\n" + std::string(wattle::render_loaded_tools(state).view()) + "\nafter");
}

TEST(jobs_and_errors_of_tools) {
  const wattle::async_job jobs[] = {wattle::async_job("job-7", "build", "running").progress(40), {"job-3", "report", "queued"}};
  const wattle::text table = wattle::render_async_jobs(jobs);
  CHECK(table.view().find("job-7") != std::string_view::npos && table.view().find("40") != std::string_view::npos);
  CHECK(wattle::render_async_jobs({}).view().empty());
  CHECK(refused(wattle::try_render_async_jobs({wattle::async_job("a", "b", "c").progress(101)}), wattle::status::invalid_argument,
                "progress"));

  const wattle::tool_error errors[] = {{"shell", "no such file"}, {"edit", "no such line", "09:30"}};
  const wattle::text body = wattle::render_recent_tool_errors(errors);
  CHECK(body.view().find("no such line") < body.view().find("no such file") && body.view().find("09:30") != std::string_view::npos);
}

TEST(guidance_is_resolved) {
  wattle::guidance guidance;
  guidance.add({{"search_*", wattle::match_mode::prefix, "Cite sources."}, {"*_web", wattle::match_mode::glob, "Be quick."}});
  guidance.load_json(R"({"entries": [{"toolName": "search_web", "mode": "exact", "text": "Ask first."}]})");
  CHECK(guidance.size() == 3);
  CHECK(guidance.resolve("search_web").view() == "Cite sources.\n\nBe quick.\n\nAsk first." && guidance.resolve("shell").view().empty());
  CHECK(guidance.estimate_chars("search_web") == guidance.resolve("search_web").view().size());
  const wattle::tool_error errors[] = {{"shell", "no such file"}, {"search_web", "timed out"}};
  CHECK(guidance.resolve("search_web", errors).view().find("timed out") != std::string_view::npos);
  CHECK(guidance.resolve("search_web", errors).view().find("no such file") == std::string_view::npos);
  CHECK(guidance.estimate_chars("shell", errors) == guidance.resolve("shell", errors).view().size());
  CHECK(name(wattle::match_mode::glob) == "glob");
}

TEST(guidance_refuses) {
  wattle::guidance guidance;
  CHECK(refused(guidance.try_add({{"a", wattle::match_mode::exact, "x"}, {"b", wattle::match_mode{}, "y"}}),
                wattle::status::invalid_argument, "mode"));
  CHECK(refused(guidance.try_load_json("{\"entries\": 1}"), wattle::status::invalid_json, "$.entries"));
  CHECK(guidance.size() == 0);
  const wattle::guidance taken = std::move(guidance);
  CHECK(refused(guidance.try_resolve("a"), wattle::status::null_argument, "guidance") && guidance.size() == 0);
  CHECK(refused(guidance.try_estimate_chars("a"), wattle::status::null_argument, "guidance"));
  CHECK(taken.resolve("a").view().empty());
}

TEST(errors_are_made) {
  const wattle::error made(wattle::status::unknown_plugin, "mine", "there is no such plugin of mine");
  CHECK(refused(made, wattle::status::unknown_plugin, "mine") && made.message() == "there is no such plugin of mine");
  CHECK(refused(thrown_by([] { throw wattle::error(wattle::status::frozen, "it", "it is cold"); }), wattle::status::frozen, "it"));
  CHECK(wattle::error(wattle::status::ok, "a", "b").status() == wattle::status::invalid_argument);
}
