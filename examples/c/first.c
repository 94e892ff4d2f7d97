/* The smallest program: two contributions, one prompt. */
#include <stdio.h>
#include <wattle.h>

int main(void) {
  const wattle_contribution texts[] = {
    wattle_append_prompt(WATTLE_STR("demo.rules"), WATTLE_STR("Run the tests before you claim success.")),
    wattle_prepend_persona(WATTLE_STR("demo.persona"), WATTLE_STR("You are a careful agent.")),
  };
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR("anthropic"));
  /* Only the texts above: without this the bundled baseline and the library's safety policies are in the prompt too. */
  const wattle_registry_options nothing_else =
    WATTLE_REGISTRY_OPTIONS(.seed_core_defaults = WATTLE_NO, .seed_safety_policies = WATTLE_NO);
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_registry *registry = NULL;
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;

  options.total_budget = 8000;
  const int failed = wattle_registry_new(&nothing_else, &registry, &error) != WATTLE_OK ||
                     wattle_registry_register(registry, texts, 2, &error) != WATTLE_OK ||
                     wattle_registry_compose(registry, &context, NULL, &options, &prompt, &error) != WATTLE_OK;
  if (failed)
    fprintf(stderr, "%s\n", wattle_error_message(error).data);
  else
    puts(wattle_prompt_text(prompt).data);

  wattle_prompt_free(prompt);
  wattle_registry_free(registry);
  wattle_error_free(error);
  return failed;
}

/*
 * It prints:
 *
 *   You are a careful agent.
 *
 *   Run the tests before you claim success.
 */
