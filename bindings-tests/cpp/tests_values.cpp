// Values go in and come out as they are: texts, absence, lists, options, sections, records, figures.
#include <string>
#include <vector>

#include "tests.hpp"

using namespace std::string_literals;

TEST(texts_come_back_whole) {
  const std::string text = "a NUL \0, déjà vu, 🚀"s;
  wattle::registry registry = empty_registry();
  registry.register_contributions(wattle::append_prompt("host.a", text));
  const wattle::bundle bundle = registry.resolve(converse);
  CHECK(bundle.text() == text && bundle.text().data()[text.size()] == '\0');
  CHECK(registry.list()[0].text == text);
}

// A scope that names the empty tenant is for a context whose tenant is empty, not for one without.
TEST(absent_and_empty) {
  wattle::registry registry = empty_registry();
  wattle::scope empty_tenant;
  empty_tenant.tenant_id = "";
  registry.register_contributions(wattle::scoped_prompt("host.a", empty_tenant, "text"),
                                  wattle::append_prompt("host.e", std::string_view()));
  wattle::context context = converse;
  CHECK(registry.resolve(context).text().empty());
  context.tenant_id = std::string_view();
  CHECK(registry.resolve(context).text() == "text");
  const wattle::records records = registry.list();
  CHECK(records[0].condensed == std::nullopt && records[1].text == "" && records[0].plugin == std::nullopt);

  const std::vector<wattle::str> none;
  CHECK(!wattle::str_list().present() && wattle::str_list(none).present() && wattle::str_list(none).empty());
  wattle::contribution demanding = wattle::append_prompt("host.b", "text").requires_tools(none).origin(wattle::origin::static_);
  CHECK(refused(registry.try_register_contributions(std::move(demanding)), wattle::status::invalid_argument, "host.b"));
}

TEST(context_and_state_reach_callbacks) {
  const std::vector<std::string> names = {"shell", "git"};
  const std::vector<wattle::str> tools(names.begin(), names.end());
  const wattle::str intents[] = {"repair"};
  int host = 0;
  wattle::context context{wattle::call_class::reasoning, "openai", "t1", ""};
  wattle::state state;
  state.loaded_tools = tools;
  state.detected_intents = intents;
  state.turn_depth = 3;
  state.prior_turn_had_tool_calls = false;
  state.plugin_metadata = "{}";
  state.host = &host;
  const auto as_given = [&](const wattle::context& c, const wattle::state& s) {
    CHECK(c.call_class == context.call_class && c.family == context.family && c.tenant_id == "t1" && c.runtime_role == "");
    CHECK(std::vector<std::string_view>(s.loaded_tools.begin(), s.loaded_tools.end()) == std::vector<std::string_view>({"shell", "git"}));
    CHECK(s.detected_intents.size() == 1 && s.detected_intents[0] == "repair" && s.turn_depth == 3);
    CHECK(s.prior_turn_had_tool_calls == false && s.plugin_metadata == "{}" && s.host == &host);
    return true;
  };
  wattle::registry registry = empty_registry();
  registry.register_contributions(
      wattle::contribution("host.s", wattle::mode::append, [&](wattle::writer&, const wattle::context& c) { CHECK(c.tenant_id == "t1"); }),
      wattle::contribution("host.r", wattle::mode::append,
                           [&](wattle::writer&, const wattle::context& c, const wattle::state& s) { as_given(c, s); }),
      wattle::gated_prompt("host.g", as_given, "gate"));
  registry.register_plugin(
      wattle::plugin("p").hook([&](wattle::emitter&, const wattle::context& c, const wattle::state& s) { as_given(c, s); }));
  CHECK(registry.resolve(context, state).text() == "gate");
  CHECK(registry.fingerprint_json(context, &state).view().find("\"shell\"") != std::string_view::npos);
  CHECK(registry.fingerprint_json(context).view().find("\"state\":null") != std::string_view::npos);
}

TEST(contributions_carry_what_is_set) {
  const wattle::str tools[] = {"git"};
  wattle::registry registry = empty_registry();
  wattle::scope scope;
  scope.call_class = wattle::call_class::synthesize;
  registry.register_contributions(wattle::prepend_persona("host.a", "text").tier(wattle::tier::core).scope(scope).condensed("short"),
                                  wattle::append_prompt("host.b", "tools").requires_tools(tools),
                                  wattle::contribution("host.c", wattle::mode::replace, [](wattle::writer&, const wattle::context&) {
                                  }).origin(wattle::origin::runtime_aware));
  const wattle::records records = registry.list();
  CHECK(records.size() == 3);
  CHECK(records[0].mode == wattle::mode::prepend && records[0].tier == wattle::tier::core && records[0].condensed == "short");
  CHECK(records[0].origin == wattle::origin::static_ && records[0].content_kind == wattle::content_kind::text);
  CHECK(records[1].origin == wattle::origin::runtime_aware && records[1].tier == wattle::tier::active &&
        records[1].registration_order == 1);
  CHECK(records[2].content_kind == wattle::content_kind::static_ && records[2].text == std::nullopt && records[2].enabled);
  CHECK(registry.list(wattle::origin::static_).size() == 1 && registry.list({}, "host.b").size() == 1);
  CHECK(registry.resolve(converse).text().empty());
  wattle::state state;
  state.loaded_tools = tools;
  CHECK(registry.resolve(converse, state).text() == "tools");
  CHECK(registry.resolve({wattle::call_class::synthesize, "x"}).text() == "text");
}

TEST(options_of_a_registry) {
  const wattle::str enabled[] = {WATTLE_SAFETY_SECRET_HANDLING_ID};
  wattle::registry_options options;
  options.runtime_id = "runtime-1";
  options.enabled_safety_policies = enabled;
  options.seed_core_defaults = false;
  options.seed_core_templates = true;
  wattle::registry registry(options);
  CHECK(registry.list().size() == wattle::fragments(wattle::fragment_set::templates).size());
  CHECK(registry.list_safety_policies(true).size() == 1 &&
        registry.list_safety_policies().size() == wattle::fragments(wattle::fragment_set::safety).size());
  registry.set_enabled_safety_policies({});
  CHECK(registry.list_safety_policies(true).empty());
  registry.set_enabled_safety_policies(wattle::str_list());
  CHECK(registry.list_safety_policies(true).size() > 1);
  CHECK(registry.json().view().find("\"runtimeId\":\"runtime-1\"") != std::string_view::npos);
  CHECK(wattle::registry().list().size() > 0);
  const wattle::fragment first = wattle::fragments(wattle::fragment_set::base)[0];
  CHECK(first.id == WATTLE_CORE_DIRECTIVES_ID && !first.text.empty() && first.is_default);
}

TEST(options_of_a_resolution) {
  wattle::registry registry = empty_registry();
  registry.register_contributions(wattle::append_prompt("host.s", "static"),
                                  wattle::prepend_persona("host.r", "turn").origin(wattle::origin::runtime_aware));
  wattle::resolve_options options;
  CHECK(registry.resolve(converse, {}, options).text() == "turn\n\nstatic");
  options.static_first = true;
  const wattle::bundle first = registry.resolve(converse, {}, options);
  CHECK(first.text() == "static\n\nturn" && first.summary().stable_prefix == 6);
  options.static_only = true;
  const wattle::bundle only = registry.resolve(converse, {}, options);
  CHECK(only.text() == "static" && only.summary().static_only && registry.fingerprint(converse).view().size() == 64);
}

TEST(a_prompt_says_what_became_of_each) {
  wattle::compose_options options;
  options.total_budget = 12;
  options.strict = true;
  std::vector<wattle::candidate> candidates = {{"a", "core text", wattle::tier::core},
                                               {"b", "a text that is too long", wattle::tier::active},
                                               {"c", "likewise", wattle::tier::informational}};
  candidates[2].condensed("c");
  const wattle::prompt prompt = wattle::compose(candidates, options);
  CHECK(prompt.text() == "core text\n\nc");
  const auto sections = prompt.sections();
  CHECK(sections.size() == 3 && sections[1].verdict == wattle::verdict::dropped && sections[2].verdict == wattle::verdict::condensed);
  CHECK(sections[0].origin == std::nullopt && sections[0].limit == wattle::unlimited && sections[1].text == std::nullopt &&
        sections[2].start == 11);
  const wattle::summary summary = prompt.summary();
  CHECK(summary.included == 2 && summary.condensed == 1 && summary.dropped == 1 && summary.effective_budget == 12 &&
        summary.unit == "chars");
  CHECK(prompt.json().find("\"composed\"") != std::string_view::npos && prompt.event_json().find("\"b\"") != std::string_view::npos);
  CHECK(wattle::compose({wattle::candidate("t", "tokens", wattle::tier::core).chars(2)}).summary().total_chars == 2);
  CHECK(wattle::compose({}).text().empty());
}

TEST(a_budget_is_told_depth_and_role) {
  wattle::compose_options options;
  options.depth = 2;
  options.runtime_role = "reviewer";
  const auto budget = [](wattle::call&, std::uint32_t depth, std::optional<std::string_view> role) -> std::uint64_t {
    return depth == 2 && role == "reviewer" ? 5 : 1000;
  };
  options.resolve_budget = budget;
  CHECK(wattle::compose({{"a", "text", wattle::tier::core}}, options).summary().effective_budget == 5);
  options.total_budget = wattle::unlimited;
  CHECK(wattle::compose({}, options).summary().effective_budget == wattle::unlimited);
}

TEST(the_default_system_prompt) {
  const wattle::prompt prompt = wattle::compose_default_system_prompt(converse);
  CHECK(prompt.text() == wattle::registry().compose(converse).text());
}

TEST(a_manifest) {
  wattle::registry registry = empty_registry();
  registry.load_json(R"({"contributions": [{"id": "acme.a", "mode": "append", "content": {"text": "from a file"}}]})");
  CHECK(registry.resolve(converse).text() == "from a file");
}

TEST(streams) {
  std::string seen;
  wattle::registry registry = empty_registry();
  registry.register_plugin(wattle::plugin("a").stream_observer([&seen](std::string_view bytes) { seen += "a:" + std::string(bytes); }));
  registry.register_plugin(
      wattle::plugin("b").stream_observer([&seen](wattle::call& in, std::string_view) { seen += "b", in.fail("enough"); }));
  CHECK(refused(registry.try_emit_stream("\xFF\0x"s), wattle::status::callback_failed, "b"));
  CHECK(seen == "a:\xFF\0xb"s);
}

TEST(plugins_are_created) {
  wattle::registry registry = empty_registry();
  wattle::contribution prompts[] = {wattle::append_prompt("git.a", "static"), wattle::append_prompt("git.b", "another")};
  std::vector<wattle::contribution> none;
  registry.register_plugin(wattle::create_plugin("git", "1.2", prompts, none));
  CHECK(registry.list()[1].plugin == "git" && registry.list()[1].plugin_version == "1.2");
  const wattle::bundle bundle = registry.resolve(converse);
  CHECK(bundle.sections()[0].plugin == "git");
}

TEST(modules_are_built) {
  const wattle::str skills[] = {"# Pruning"};
  const wattle::command commands[] = {{"harvest", "orchard", "Lists what is ripe."}};
  wattle::agent_context context;
  int host = 0;
  context.agent_type = "runner";
  context.taint_threshold = 0.5;
  context.soul = "patient";
  context.skills = skills;
  context.commands = commands;
  context.max_tokens = 200000;
  context.agent_id = "two";
  context.time = {1787495832, 120};
  context.has_workspace = true;
  context.host = &host;
  wattle::module_builder builder;
  builder.add_builtins();
  builder.add(wattle::module("own", 11, [&](wattle::line_writer& out, const wattle::agent_context& c) {
    CHECK(c.agent_type == "runner" && c.taint_threshold == 0.5 && c.soul == "patient" && c.skills[0] == "# Pruning");
    CHECK(c.commands.size() == 1 && c.commands[0].name() == "harvest" && c.commands[0].plugin() == "orchard");
    CHECK(c.max_tokens == 200000 && c.agent_id == "two" && c.time->seconds == 1787495832 && c.time->offset_minutes == 120);
    CHECK(c.has_workspace && !c.has_governance && c.host == &host && c.bootstrap.empty());
    out.write_line("## Own");
    out.write_line("");
  }));
  wattle::registry registry = empty_registry();
  registry.register_safety_policy(wattle::safety_policy("safety.own", "Last.").enabled_by_default());
  std::uint64_t now = 0;
  const auto clock = [&now] { return now += 40; };
  wattle::build_options options;
  options.safety_registry = &registry;
  options.safety_context = converse;
  options.clock = clock;
  const wattle::prompt prompt = builder.build(context, options);
  CHECK(prompt.text().find("## Own\n\n") != std::string_view::npos && prompt.text().substr(prompt.text().size() - 5) == "Last.");
  CHECK(prompt.summary().unit == "tokens" && prompt.module_metadata().build_nanoseconds == 40u);
  CHECK(prompt.module_metadata().context_window == 200000 && prompt.module_metadata_json().find("\"own\"") != std::string_view::npos);

  const wattle::tool catalogue[] = {{"edit", "workspace"}, {"vote", "governance"}, {"search", "web"}, {"skill", "skill"}};
  std::size_t kept[4] = {};
  CHECK(wattle::filter_tools(prompt.tool_filter(), catalogue, kept) == 3 && kept[1] == 2 && kept[2] == 3);
  CHECK(wattle::filter_tools({}, {{"edit", "workspace"}}, kept) == 0);

  const wattle::renderings renderings = builder.render(context);
  CHECK(renderings[0].id() == "identity" && renderings[0].tier() == wattle::tier::core && !renderings[0].condensed());
  const std::vector<wattle::candidate> candidates(renderings.begin(), renderings.end());
  CHECK(candidates.size() == renderings.size() && wattle::compose(candidates).text().find("## Own") != std::string_view::npos);
}

TEST(modules_are_shortened_left_out_and_estimated) {
  wattle::module_builder builder;
  const auto full = [](wattle::line_writer& out, const wattle::agent_context&) { out.write_line("a long line"); };
  const auto minimal = [](wattle::line_writer& out, const wattle::agent_context&) { out.write_line("line"); };
  builder.add(wattle::module("m", 1, full).optional().render_minimal(minimal).estimate([](const wattle::agent_context& c) {
    return c.host ? std::optional<std::uint64_t>(1000000) : std::nullopt;
  }));
  builder.add(wattle::module("never", 2, full).should_include([](wattle::call&, const wattle::agent_context&) { return false; }));
  builder.add_builtin("reply-gate", true);
  wattle::agent_context context;
  context.max_tokens = 200000;
  CHECK(builder.build(context).text() == "a long line");
  context.host = &context;
  CHECK(builder.build(context).text() == "line" && builder.build(context).module_metadata().minimal == 1);
  builder.remove("reply-gate");
}

TEST(names_and_versions) {
  CHECK(name(wattle::mode::replace) == "replace" && name(wattle::call_class::utility) == "utility" &&
        name(wattle::tier::informational) == "informational");
  CHECK(name(wattle::origin::core_template) == "core-template" && name(wattle::verdict::condensed) == "condensed");
  CHECK(!wattle::version().empty());
}
