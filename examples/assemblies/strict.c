/*
 * The same budget in both modes. Without strict mode separators are not counted, nor is core that comes later until it comes: the text
 * may be longer than the budget. In strict mode the budget is a promise about the text, unless core alone is over it.
 */
#include <stdio.h>

#include "agent.h"
#include "show.h"

int main(void) {
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_error *error = NULL;

  options.total_budget = 500;
  for (uint8_t strict = 0; strict <= 1; strict++) {
    wattle_prompt *prompt = NULL;
    options.strict = strict;
    must(wattle_compose(agent, AGENT_LEN, &options, &prompt, &error), &error);
    show(strict ? "strict" : "not strict", prompt);
    printf("  the text has %zu\n", wattle_prompt_text(prompt).len); /* bytes, which are chars where all is ASCII */
    wattle_prompt_free(prompt);
  }
}
