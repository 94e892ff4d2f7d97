/*
 * From a registry to a prompt: sections compete by the tiers and condensed texts of their contributions. The stable prefix is what a
 * provider may cache from turn to turn. The fingerprint, which no turn changes, is a key for caches of the host's.
 */
#include <stdio.h>

#include "show.h"

static wattle_registry *shop_registry(void) {
  wattle_registry *registry = empty_registry();
  wattle_error *error = NULL;
  wattle_contribution contributions[] = {
    wattle_prepend_persona(WATTLE_STR("shop.persona"), WATTLE_STR("You are the coding agent of an online shop.")),
    wattle_loaded_tools_prompt(WATTLE_STR("shop.tools")), /* says what the turn has */
    wattle_append_prompt(WATTLE_STR("shop.rules"), WATTLE_STR("Change what the task asks for and nothing else.")),
    wattle_append_prompt(WATTLE_STR("shop.conventions"), WATTLE_STR("Money is a whole number of cents, and times are UTC.")),
  };
  const wattle_safety_policy secrets = WATTLE_SAFETY_POLICY(
    .id = WATTLE_STR("safety.secrets"), .text = WATTLE_STR("Never print a key, a token or a password."), .enabled_by_default = 1);
  contributions[0].tier = contributions[1].tier = WATTLE_TIER_CORE;
  contributions[1].mode = WATTLE_PREPEND;
  contributions[3].condensed = WATTLE_STR("Cents, UTC.");
  must(wattle_registry_register(registry, contributions, COUNT(contributions), &error), &error);
  must(wattle_registry_register_safety_policy(registry, &secrets, &error), &error);
  return registry;
}

static void compose_turn(const char *title, const wattle_registry *registry, const wattle_compose_options *options,
                         const wattle_str *tools, size_t n) {
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR("anthropic"));
  const wattle_state state = WATTLE_STATE(.loaded_tools = { tools, n });
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  wattle_str stable, rest;
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;
  char fingerprint[65];
  must(wattle_registry_compose(registry, &context, &state, options, &prompt, &error), &error);
  must(wattle_prompt_summary(prompt, &summary, &error), &error);
  must(wattle_registry_fingerprint(registry, &context, fingerprint, &error), &error);
  show(title, prompt);
  printf("  fingerprint %s\n", fingerprint);
  stable = rest = wattle_prompt_text(prompt);
  stable.len = summary.stable_prefix;
  rest.data += stable.len;
  rest.len -= stable.len;
  print_text("---- to be cached", stable);
  print_text("---- of this turn", rest);
  wattle_prompt_free(prompt);
}

int main(void) {
  const wattle_str tools[] = { WATTLE_STR("read_file"), WATTLE_STR("shell") };
  wattle_registry *registry = shop_registry();
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  options.total_budget = 362;
  options.strict = 1;
  compose_turn("one tool", registry, &options, tools, 1);
  compose_turn("two tools", registry, &options, tools, 2);
  options.static_first = 1;
  compose_turn("two tools, what is static first", registry, &options, tools, 2);
  options.static_only = 1;
  compose_turn("what is static, and nothing else", registry, &options, tools, 2);
  wattle_registry_free(registry);
}
