// Lambdas: contents, a predicate, a plugin's hook, a budget and a probe, over three turns; and an exception of the program's own,
// which goes through the library to whoever composes.
#include <cstdio>
#include <map>
#include <string>

#include <wattle.hpp>

namespace {

// What the program knows of the turns, and the callbacks look up.
struct workspace {
  std::string branch = "orchard-books";
  std::map<std::string, std::string> failed_commands;
};

struct no_such_branch {
  std::string name;
};

void register_all(wattle::registry& registry, const workspace& work) {
  registry.register_contributions(
      wattle::prepend_persona("demo.persona", "You are a careful agent.").tier(wattle::tier::core),
      // Of the context alone: this is the same in every turn, and counts towards the fingerprint.
      wattle::contribution("demo.family", wattle::mode::append,
                           [](wattle::writer& out, const wattle::context& context) {
                             out.write("Call tools the way ");
                             out.write(context.family);
                             out.write(" models do.");
                           }),
      // Of the turn: it is asked anew each time.
      wattle::contribution("demo.tools", wattle::mode::append,
                           [](wattle::writer& out, const wattle::context&, const wattle::state& state) {
                             std::string_view before = "Tools: ";
                             for (std::string_view tool : state.loaded_tools) {
                               out.write(before);
                               out.write(tool);
                               before = ", ";
                             }
                           }),
      // Not in every turn.
      wattle::gated_prompt(
          "demo.recovery", [](const wattle::context&, const wattle::state& state) { return state.prior_turn_had_tool_calls == true; },
          "Look at what your last call said before you make the next one."));

  registry.register_plugin(
      wattle::plugin("workspace", "1.0").hook([&work](wattle::emitter& emit, const wattle::context&, const wattle::state&) {
        if (work.branch.empty()) throw no_such_branch{"HEAD"};
        for (const auto& [command, reason] : work.failed_commands)
          emit.emit(
              wattle::append_prompt("workspace." + command, "`" + command + "` failed: " + reason).condensed("`" + command + "` failed."));
      }));
}

void compose_and_print(const wattle::registry& registry, const wattle::state& state) {
  const auto budget = [](std::uint32_t depth, std::optional<std::string_view>) { return depth == 0 ? 250 : 120; };
  std::size_t events = 0;
  const auto on_built = [&events](const wattle::prompt& built) { events += !built.event_json().empty(); };

  wattle::compose_options options;
  options.strict = true;
  options.depth = state.turn_depth;
  options.resolve_budget = budget;
  options.probes.on_built = on_built;
  const wattle::prompt prompt = registry.compose({wattle::call_class::converse, "anthropic"}, state, options);

  std::printf("==== %zu chars of %zu, %zu event ====\n%s\n", static_cast<std::size_t>(prompt.summary().total_chars),
              static_cast<std::size_t>(prompt.summary().effective_budget), events, prompt.text().data());
  for (const wattle::section section : prompt.sections())
    if (section.verdict != wattle::verdict::included)
      std::printf("(%s: %.*s)\n", name(section.verdict).data(), static_cast<int>(section.id.size()), section.id.data());
}

}  // namespace

int main() try {
  wattle::registry_options nothing_else;
  nothing_else.seed_core_defaults = nothing_else.seed_safety_policies = false;
  workspace work;
  wattle::registry registry(nothing_else);
  register_all(registry, work);

  const wattle::str tools[] = {"edit", "shell"};
  wattle::state state;
  state.loaded_tools = tools;
  compose_and_print(registry, state);

  work.failed_commands["make"] = "there is no rule to make the target 'apples', which 'harvest' needs";
  state.prior_turn_had_tool_calls = true;
  compose_and_print(registry, state);

  state.turn_depth = 1;
  compose_and_print(registry, state);

  work.branch.clear();
  try {
    compose_and_print(registry, state);
  } catch (const no_such_branch& gone) {
    std::printf("==== no branch %s ====\n", gone.name.c_str());
  }
} catch (const wattle::error& error) {
  std::fprintf(stderr, "%s: %s\n", name(error.status()).data(), error.what());
  return 1;
}
