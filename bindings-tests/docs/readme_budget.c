#include <stdio.h>
#include <wattle.h>

static uint64_t count_tokens(void *tokenizer, const char *text, size_t len) {
  (void)tokenizer, (void)text;
  return len;
}

//= README.md c 3

int main(void) {
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR("anthropic"));
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  wattle_registry *registry = NULL;
  wattle_prompt *prompt = NULL;
  const int failed = wattle_registry_new(NULL, &registry, NULL) || wattle_compose(NULL, 0, NULL, &prompt, NULL) ||
                     next_turn(registry, &context, NULL, NULL, prompt, NULL) || wattle_prompt_summary(prompt, &summary, NULL);
  printf("%s %d\n", summary.unit.data, summary.total_chars == wattle_prompt_text(prompt).len);
  wattle_prompt_free(prompt);
  wattle_registry_free(registry);
  return failed;
}
