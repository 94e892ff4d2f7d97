/*
 * Condensed texts: where the full one does not fit, the shorter one is tried before the candidate is dropped. Where the full one fits
 * it stays, and core is never condensed.
 */
#include <string.h>

#include "agent.h"
#include "show.h"

int main(void) {
  wattle_candidate candidates[AGENT_LEN];
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;

  memcpy(candidates, agent, sizeof candidates);
  for (size_t i = 0; i < AGENT_LEN; i++)
    candidates[i].condensed = condensed[i];
  options.total_budget = 480;
  options.strict = 1;
  must(wattle_compose(candidates, AGENT_LEN, &options, &prompt, &error), &error);
  show("480 chars", prompt);
  print_text("its text", wattle_prompt_text(prompt));
  wattle_prompt_free(prompt);
}
