/* wattle and another Rust library, both static, in one program. */
#include <stdio.h>
#include <string.h>
#include <wattle.h>

uint32_t other_work(uint32_t n);

static wattle_status fails(void *user_data, wattle_call *call, const wattle_context *context) {
  (void)user_data;
  (void)context;
  return wattle_call_fail(call, WATTLE_STR("no"));
}

int main(void) {
  const wattle_contribution bad = WATTLE_CONTRIBUTION(.id = WATTLE_STR("a.b"), .mode = WATTLE_APPEND, .static_content = fails);
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR("x"));
  wattle_registry *registry = NULL;
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;
  int ok = other_work(3) == 4 && wattle_registry_new(NULL, &registry, &error) == WATTLE_OK &&
           wattle_registry_register(registry, &bad, 1, &error) == WATTLE_OK &&
           wattle_registry_compose(registry, &context, NULL, NULL, &prompt, &error) == WATTLE_CALLBACK_FAILED &&
           strcmp(wattle_error_subject(error).data, "a.b") == 0;
  wattle_error_free(error);
  wattle_registry_free(registry);
  puts(ok ? "1 passed, 0 failed" : "0 passed, 1 failed");
  return !ok;
}
