/*
 * One prompt for all turns: each takes the place of the one before, in the same memory, so that in the long run neither text nor
 * sections are allocated. A turn that fails leaves what was there.
 */
#include <stdio.h>
#include <string.h>

#include "agent.h"
#include "show.h"

int main(void) {
  static const char *const notes[] = {
    "The build of today fails in the checkout tests; Ada is on it.",
    "The checkout tests pass again.",
    "The checkout tests pass again, and the branch of the discounts has \xff",
  };
  wattle_candidate candidates[AGENT_LEN];
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;

  memcpy(candidates, agent, sizeof candidates);
  options.total_budget = 500;
  options.strict = 1;
  must(wattle_compose(NULL, 0, NULL, &prompt, &error), &error); /* an empty one, to be composed into */
  for (size_t i = 0; i < COUNT(notes); i++) {
    candidates[NOTE].content = wattle_cstr(notes[i]);
    const wattle_status status = wattle_compose_into(candidates, AGENT_LEN, &options, prompt, &error);
    if (status != WATTLE_OK)
      refused(status, &error);
    show(status == WATTLE_OK ? "a turn" : "the turn before", prompt);
  }
  wattle_prompt_free(prompt);
}
