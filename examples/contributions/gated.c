/* A gated text: given only in the turns for which its predicate says so. In the others a probe is told that it is empty. */
#include "show.h"

static wattle_status in_a_sub_agent(void *user_data, wattle_call *call, const wattle_context *context,
                                    const wattle_state *state, uint8_t *answer) {
  (void)user_data;
  (void)call;
  (void)context;
  *answer = state->turn_depth > 0;
  return WATTLE_OK;
}

int main(void) {
  wattle_registry *registry = empty_registry();
  const wattle_contribution contribution =
    wattle_gated_prompt(WATTLE_STR("demo.sub-agent"), in_a_sub_agent, NULL, NULL, WATTLE_STR("Report to the agent that started you."));
  const wattle_state deep = WATTLE_STATE(.turn_depth = 1);
  add(registry, &contribution, 1);
  show("at the root", registry, NULL, NULL);
  show("in a sub-agent", registry, NULL, &deep);
  wattle_registry_free(registry);
}
