/* Tiers and a condensed text: what becomes of sections when the budget is short. */
#include <stdio.h>

#include "show.h"

int main(void) {
  wattle_registry *registry = empty_registry();
  wattle_contribution contributions[] = {
    wattle_append_prompt(WATTLE_STR("demo.task"), WATTLE_STR("Keep the orchard's books.")),
    wattle_append_prompt(WATTLE_STR("demo.style"), WATTLE_STR("Write short sentences, in plain words, without jargon.")),
    wattle_append_prompt(WATTLE_STR("demo.history"), WATTLE_STR("The orchard was planted in 1911 by two sisters.")),
    wattle_append_prompt(WATTLE_STR("demo.trees"), WATTLE_STR("There are 3 trees.")),
  };
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR("anthropic"));
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_section section = WATTLE_SECTION_INIT;
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;
  contributions[0].tier = WATTLE_TIER_CORE; /* always there */
  contributions[1].condensed = WATTLE_STR("Be plain.");
  contributions[2].tier = contributions[3].tier = WATTLE_TIER_INFORMATIONAL;
  add(registry, contributions, COUNT(contributions));

  options.total_budget = 60;
  options.strict = 1;
  wattle_status status = wattle_registry_compose(registry, &context, NULL, &options, &prompt, &error);
  must(status, error);
  for (size_t i = 0; wattle_prompt_section(prompt, i, &section, NULL) == WATTLE_OK; i++)
    printf("%-14" WATTLE_FMT " %-13s %-9s %3u chars\n", WATTLE_ARG(section.id), wattle_tier_name(section.tier).data,
           wattle_verdict_name(section.verdict).data, (unsigned)section.chars);
  print_text("within 60 chars", wattle_prompt_text(prompt));
  wattle_prompt_free(prompt);
  wattle_registry_free(registry);
}
