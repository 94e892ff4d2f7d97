#include "turn.h"

#include <stdlib.h>

void must(wattle_status status, wattle_error *error) {
  if (status == WATTLE_OK)
    return;
  fprintf(stderr, "%s: %s\n", wattle_status_name(status).data, wattle_error_message(error).data);
  wattle_error_free(error);
  exit(EXIT_FAILURE);
}

wattle_bundle *take_turn(const wattle_registry *registry) {
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR("anthropic"));
  const wattle_str tools[] = { WATTLE_STR("forecast"), WATTLE_STR("set_traps") };
  const wattle_state state =
    WATTLE_STATE(.loaded_tools = { tools, 2 }, .turn_depth = 1, .prior_turn_had_tool_calls = WATTLE_YES);
  wattle_bundle *bundle = NULL;
  wattle_error *error = NULL;
  wattle_status status = wattle_registry_resolve(registry, &context, &state, NULL, &bundle, &error);
  must(status, error);
  return bundle;
}
