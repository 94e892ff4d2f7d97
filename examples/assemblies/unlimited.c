/* No budget: every candidate is in the text, in the order given, joined by blank lines. */
#include "agent.h"
#include "show.h"

int main(void) {
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;
  must(wattle_compose(agent, AGENT_LEN, NULL, &prompt, &error), &error);
  show("without a budget", prompt);
  print_text("its text", wattle_prompt_text(prompt));
  wattle_prompt_free(prompt);
}
