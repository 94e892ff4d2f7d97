/*
 * Core alone is over the budget: it is kept whole, all else is dropped, and the prompt says that it is over budget. A host that will
 * not send such a prompt has a probe refuse it.
 */
#include "agent.h"
#include "show.h"

static wattle_status refuse_over_budget(void *user_data, wattle_call *call, const wattle_prompt *prompt) {
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  (void)user_data;
  if (wattle_prompt_summary(prompt, &summary, NULL) != WATTLE_OK || summary.over_budget)
    return wattle_call_fail(call, WATTLE_STR("the window has no room for what must be said"));
  return WATTLE_OK;
}

int main(void) {
  const wattle_probes probes = WATTLE_PROBES(.on_built = refuse_over_budget);
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;

  options.total_budget = 200;
  options.strict = 1;
  must(wattle_compose(agent, AGENT_LEN, &options, &prompt, &error), &error);
  show("200 chars, and core has more", prompt);
  print_text("its text", wattle_prompt_text(prompt));
  wattle_prompt_free(prompt);

  options.probes = &probes;
  prompt = NULL; /* a refused call leaves it as it is */
  refused(wattle_compose(agent, AGENT_LEN, &options, &prompt, &error), &error);
  wattle_prompt_free(prompt);
}
