/* A static function: a text that depends on the context alone. It is part of the fingerprint, and may be remembered. */
#include "show.h"

static wattle_status greet_family(void *user_data, wattle_call *call, const wattle_context *context) {
  (void)user_data;
  wattle_call_write(call, WATTLE_STR("You are a model of the family "));
  wattle_call_write(call, context->family);
  return wattle_call_write(call, WATTLE_STR("."));
}

int main(void) {
  wattle_registry *registry = empty_registry();
  const wattle_contribution contribution =
    WATTLE_CONTRIBUTION(.id = WATTLE_STR("demo.family"), .mode = WATTLE_APPEND, .static_content = greet_family);
  const wattle_context openai = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR("openai"));
  add(registry, &contribution, 1);
  show("anthropic", registry, NULL, NULL);
  show("openai", registry, &openai, NULL);
  wattle_registry_free(registry);
}
