/* The default system prompt: what a registry says to which nothing was added. */
#include <stdio.h>
#include <wattle.h>

int main(void) {
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR("anthropic"));
  wattle_registry *registry = NULL;
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;

  const int failed = wattle_registry_new(NULL, &registry, &error) != WATTLE_OK ||
                     wattle_registry_compose(registry, &context, NULL, NULL, &prompt, &error) != WATTLE_OK;
  if (failed)
    fprintf(stderr, "%s\n", wattle_error_message(error).data);
  else
    puts(wattle_prompt_text(prompt).data);

  wattle_prompt_free(prompt);
  wattle_registry_free(registry);
  wattle_error_free(error);
  return failed;
}
