/* A runtime-aware function: a text that depends on the turn. It is never part of the fingerprint. */
#include "show.h"

static wattle_status list_tools(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  (void)user_data;
  (void)context;
  for (size_t i = 0; i < state->loaded_tools.len; i++) {
    wattle_call_write(call, i == 0 ? WATTLE_STR("Loaded tools: ") : WATTLE_STR(", "));
    wattle_call_write(call, state->loaded_tools.items[i]);
  }
  return WATTLE_OK; /* writing nothing is fine: then there is no section, and a probe is told */
}

int main(void) {
  wattle_registry *registry = empty_registry();
  const wattle_contribution contribution =
    WATTLE_CONTRIBUTION(.id = WATTLE_STR("demo.tools"), .mode = WATTLE_APPEND, .runtime_content = list_tools);
  const wattle_str tools[] = { WATTLE_STR("search"), WATTLE_STR("edit_file") };
  const wattle_state state = WATTLE_STATE(.loaded_tools = { tools, COUNT(tools) });
  add(registry, &contribution, 1);
  show("two tools", registry, NULL, &state);
  show("no tool", registry, NULL, NULL);
  wattle_registry_free(registry);
}
