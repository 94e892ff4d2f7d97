/*
 * A tight budget: core is always in, the active tier has the larger part of the rest, the informational tier what is left. What does
 * not fit is dropped, with the reason, and does not stop what comes later and is shorter.
 */
#include "agent.h"
#include "show.h"

int main(void) {
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;

  options.total_budget = 560;
  options.strict = 1; /* strict.c has the reason */
  must(wattle_compose(agent, AGENT_LEN, &options, &prompt, &error), &error);
  show("560 chars, 95 % of what core leaves for the active tier", prompt);
  print_text("its text", wattle_prompt_text(prompt));
  wattle_prompt_free(prompt);

  options.active_budget_fraction = 0.5;
  must(wattle_compose(agent, AGENT_LEN, &options, &prompt, &error), &error);
  show("560 chars, half of what core leaves for the active tier", prompt);
  wattle_prompt_free(prompt);
}
