/*
 * Explaining: what became of every candidate, as a table, and what differs between the prompts of two turns, which tells why a
 * provider's cache missed. None of it has the texts in it, so it may go into a bug report.
 */
#include <inttypes.h>
#include <stdio.h>

#include "show.h"

static const wattle_str rules_id = WATTLE_STR_INIT("shop.rules");

static wattle_registry *shop_registry(void) {
  wattle_registry *registry = empty_registry();
  wattle_error *error = NULL;
  wattle_contribution contributions[] = {
    wattle_prepend_persona(WATTLE_STR("shop.persona"), WATTLE_STR("You are the coding agent of an online shop.")),
    wattle_append_prompt(rules_id, WATTLE_STR("Change what the task asks for and nothing else.")),
    wattle_loaded_tools_prompt(WATTLE_STR("shop.tools")),
    wattle_append_prompt(WATTLE_STR("shop.note"), WATTLE_STR("The build of today fails in the checkout tests; Ada is on it.")),
  };
  contributions[3].origin = WATTLE_ORIGIN_RUNTIME_AWARE;
  contributions[3].tier = WATTLE_TIER_INFORMATIONAL;
  must(wattle_registry_register(registry, contributions, COUNT(contributions), &error), &error);
  return registry;
}

static wattle_prompt *compose_turn(const wattle_registry *registry, const wattle_str *tools, size_t n) {
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR("anthropic"));
  const wattle_state state = WATTLE_STATE(.loaded_tools = { tools, n });
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;
  options.total_budget = 320;
  options.strict = 1;
  must(wattle_registry_compose(registry, &context, &state, &options, &prompt, &error), &error);
  return prompt;
}

static void explain(const wattle_prompt *before, const wattle_prompt *after) {
  wattle_diff *diff = NULL;
  wattle_diff_figures figures = WATTLE_DIFF_FIGURES_INIT;
  wattle_error *error = NULL;
  must(wattle_prompt_diff(before, after, &diff, &error), &error);
  must(wattle_diff_summary(diff, &figures, &error), &error);
  if (figures.stable_prefix.byte == WATTLE_NOT_SET)
    printf("the cache serves the whole stable prefix\n");
  else
    printf("the cache serves %" PRIu64 " bytes, up to %" WATTLE_FMT "\n", figures.stable_prefix.byte,
           WATTLE_ARG(figures.stable_prefix.after_id));
  printf("%s\n", wattle_diff_json(diff).data);
  wattle_diff_free(diff);
}

int main(void) {
  const wattle_str tools[] = { WATTLE_STR("read_file"), WATTLE_STR("shell") };
  const wattle_contribution rules = wattle_append_prompt(rules_id, WATTLE_STR("Change what the task asks for. Run the tests."));
  wattle_registry *registry = shop_registry();
  wattle_error *error = NULL;

  wattle_prompt *first = compose_turn(registry, tools, 1);
  printf("the first turn\n%s\n", wattle_prompt_table(first).data);

  wattle_prompt *second = compose_turn(registry, tools, 2);
  printf("one tool more\n%s\n", wattle_prompt_table(second).data);
  explain(first, second);

  must(wattle_registry_unregister(registry, WATTLE_ORIGIN_STATIC, rules_id, &error), &error);
  must(wattle_registry_register(registry, &rules, 1, &error), &error);
  wattle_prompt *third = compose_turn(registry, tools, 2);
  printf("\nother rules\n%s\n", wattle_prompt_table(third).data);
  explain(second, third);

  wattle_prompt_free(first);
  wattle_prompt_free(second);
  wattle_prompt_free(third);
  wattle_registry_free(registry);
}
