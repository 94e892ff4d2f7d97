// The smallest program: two contributions, one prompt.
#include <cstdio>
#include <wattle.hpp>

int main() try {
  // Only the texts below: without this the bundled baseline and the library's safety policies are in the prompt too.
  wattle::registry_options nothing_else;
  nothing_else.seed_core_defaults = nothing_else.seed_safety_policies = false;
  wattle::registry registry(nothing_else);

  registry.register_contributions(wattle::append_prompt("demo.rules", "Run the tests before you claim success."),
                                  wattle::prepend_persona("demo.persona", "You are a careful agent."));

  wattle::compose_options options;
  options.total_budget = 8000;
  const wattle::prompt prompt = registry.compose({wattle::call_class::converse, "anthropic"}, {}, options);
  std::puts(prompt.text().data());
} catch (const wattle::error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

// It prints:
//
//   You are a careful agent.
//
//   Run the tests before you claim success.
