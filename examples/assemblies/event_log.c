/* A log of what was built: a probe writes the event of every prompt as a line of JSON, into a line of the host's own. */
#include <stdio.h>

#include "agent.h"
#include "show.h"

struct log {
  FILE *file;
  int turn;
};

/* The event is JSON without a line break: it may stand within other JSON as it is. */
static wattle_status write_event(void *user_data, wattle_call *call, const wattle_prompt *prompt) {
  const struct log *log = user_data;
  if (fprintf(log->file, "{\"turn\":%d,\"prompt\":%s}\n", log->turn, wattle_prompt_event_json(prompt).data) < 0)
    return wattle_call_fail(call, WATTLE_STR("the log cannot be written"));
  return WATTLE_OK;
}

int main(void) {
  static const uint64_t budgets[] = { WATTLE_UNLIMITED, 500, 0 };
  struct log log = { stdout, 0 };
  const wattle_probes probes = WATTLE_PROBES(.user_data = &log, .on_built = write_event);
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_error *error = NULL;

  options.strict = 1;
  options.probes = &probes;
  for (size_t i = 0; i < COUNT(budgets); i++) {
    wattle_prompt *prompt = NULL;
    log.turn++;
    options.total_budget = budgets[i];
    must(wattle_compose(agent, AGENT_LEN, &options, &prompt, &error), &error);
    wattle_prompt_free(prompt);
  }
}
