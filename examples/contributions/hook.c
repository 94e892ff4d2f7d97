/* A per-turn hook: a plugin decides each turn what it contributes. */
#include "show.h"

static wattle_status emit_for_depth(void *user_data, wattle_call *call, const wattle_context *context,
                                    const wattle_state *state) {
  const wattle_contribution depth =
    wattle_append_prompt(WATTLE_STR("depth.notice"), WATTLE_STR("You are a sub-agent: stay within your task."));
  const wattle_contribution style =
    WATTLE_CONTRIBUTION(.id = WATTLE_STR("demo.style"), .mode = WATTLE_REPLACE, .text = WATTLE_STR("Answer in one sentence."));
  (void)user_data;
  (void)context;
  if (state->turn_depth == 0)
    return WATTLE_OK;
  /* A refused emission fails the turn, whatever the hook returns. */
  wattle_call_emit(call, &depth, NULL);
  wattle_call_emit(call, &style, NULL);
  return WATTLE_OK;
}

int main(void) {
  wattle_registry *registry = empty_registry();
  const wattle_contribution style = wattle_append_prompt(WATTLE_STR("demo.style"), WATTLE_STR("Answer at length."));
  const wattle_plugin plugin = WATTLE_PLUGIN(.name = WATTLE_STR("depth"), .version = WATTLE_STR("1.0.0"), .hook = emit_for_depth);
  const wattle_state deep = WATTLE_STATE(.turn_depth = 1);
  wattle_error *error = NULL;
  add(registry, &style, 1);
  wattle_status status = wattle_registry_register_plugin(registry, &plugin, &error);
  must(status, error);
  show("at the root", registry, NULL, NULL);
  show("in a sub-agent", registry, NULL, &deep);
  wattle_registry_free(registry);
}
