// Prints tests/golden/sections.txt, as this face of the library computes it: see tests/section_goldens.rs.
#include <cstdio>
#include <string>

#include <wattle.hpp>

namespace {

const wattle::str tools[] = {"read_file", "web_search"};
const wattle::str intents[] = {"fix a bug", "add a test"};
const wattle::str odd[] = {"b|a", "`x``y`", "two\r\n\nlines\n", "", "a", "a", "na\xC3\xAFve \xF0\x9F\x9A\x80"};

void print(const char* name, const wattle::text& text) {
  std::printf("==== %s\n", name);
  std::fwrite(text.view().data(), 1, text.view().size(), stdout);
  std::printf("\n");
}

wattle::state with_tools(const wattle::str_list& list) {
  wattle::state state;
  state.loaded_tools = list;
  return state;
}

wattle::state with_intents(const wattle::str_list& list) {
  wattle::state state;
  state.detected_intents = list;
  return state;
}

wattle::state at_depth(std::uint32_t depth) {
  wattle::state state;
  state.turn_depth = depth;
  return state;
}

wattle::state after(bool tool_calls) {
  wattle::state state;
  state.prior_turn_had_tool_calls = tool_calls;
  return state;
}

}  // namespace

int main() try {
  const wattle::str_list none(tools[0].get(), 0);
  print("loaded tools", wattle::render_loaded_tools(with_tools(tools)));
  print("loaded tools, odd", wattle::render_loaded_tools(with_tools(odd)));
  print("loaded tools, none", wattle::render_loaded_tools(with_tools(none)));
  print("detected intents", wattle::render_detected_intents(with_intents(intents)));
  print("detected intents, odd", wattle::render_detected_intents(with_intents(odd)));
  print("detected intents, none", wattle::render_detected_intents(with_intents(none)));
  for (const std::uint32_t depth : {0u, 1u, 4294967295u})
    print(("depth " + std::to_string(depth)).c_str(), wattle::render_subagent_depth(at_depth(depth)));
  print("prior turn with tool calls", wattle::render_prior_turn_tool_calls(after(true)));
  print("prior turn without tool calls", wattle::render_prior_turn_tool_calls(after(false)));
  print("jobs", wattle::render_async_jobs({wattle::async_job("job-7", "build the index", "running").progress(40),
                                           wattle::async_job("job-3", "nightly report", "queued"),
                                           wattle::async_job("job-9", "import", "succeeded").progress(100),
                                           wattle::async_job("job-8", "thumbnails", "failed: no space left").progress(0)}));
  print("jobs, odd",
        wattle::render_async_jobs({wattle::async_job("b|a\\|c", "`x`\n|\n", "two\r\n\nlines\r").progress(1), wattle::async_job(),
                                   wattle::async_job("b|a\\|c", "na\xC3\xAFve \xF0\x9F\x9A\x80", "# no heading")}));
  print("jobs, none", wattle::render_async_jobs({}));
} catch (const wattle::error& error) {
  std::fprintf(stderr, "cpp: %s\n", error.what());
  return 1;
}
