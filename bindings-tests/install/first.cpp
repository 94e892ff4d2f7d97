// examples/c/first.c in C++.
#include <iostream>
#include <wattle.h>

int main() {
  const wattle_contribution texts[] = {
    wattle_append_prompt(WATTLE_STR("demo.rules"), WATTLE_STR("Run the tests before you claim success.")),
    wattle_prepend_persona(WATTLE_STR("demo.persona"), WATTLE_STR("You are a careful agent.")),
  };
  wattle_context context = WATTLE_CONTEXT_INIT;
  wattle_registry_options nothing_else = WATTLE_REGISTRY_OPTIONS_INIT;
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_registry *registry = nullptr;
  wattle_prompt *prompt = nullptr;
  wattle_error *error = nullptr;

  context.call_class = WATTLE_CONVERSE;
  context.family = WATTLE_STR("anthropic");
  nothing_else.seed_core_defaults = WATTLE_NO;
  nothing_else.seed_safety_policies = WATTLE_NO;
  options.total_budget = 8000;
  const bool composed = wattle_registry_new(&nothing_else, &registry, &error) == WATTLE_OK &&
                        wattle_registry_register(registry, texts, 2, &error) == WATTLE_OK &&
                        wattle_registry_compose(registry, &context, nullptr, &options, &prompt, &error) == WATTLE_OK;
  if (composed)
    std::cout << wattle_prompt_text(prompt).data << '\n';
  else
    std::cerr << wattle_error_message(error).data << '\n';

  wattle_prompt_free(prompt);
  wattle_registry_free(registry);
  wattle_error_free(error);
  return composed ? 0 : 1;
}
