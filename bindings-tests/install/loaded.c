/* examples/c/first.c by a program that is not linked to the library: it opens it by its soname. */
#include <dlfcn.h>
#include <stdio.h>
#include <wattle.h>

/* A function of the library under a name of the program's own. */
#define TAKE(library, name) __typeof__(wattle_##name) *name = (__typeof__(name))dlsym(library, "wattle_" #name)

int main(void) {
  const wattle_contribution texts[] = {
    wattle_append_prompt(WATTLE_STR("demo.rules"), WATTLE_STR("Run the tests before you claim success.")),
    wattle_prepend_persona(WATTLE_STR("demo.persona"), WATTLE_STR("You are a careful agent.")),
  };
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR("anthropic"));
  const wattle_registry_options nothing_else =
    WATTLE_REGISTRY_OPTIONS(.seed_core_defaults = WATTLE_NO, .seed_safety_policies = WATTLE_NO);
  wattle_registry *registry = NULL;
  wattle_prompt *prompt = NULL;
  void *library = dlopen("libwattle.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }

  TAKE(library, registry_new);
  TAKE(library, registry_register);
  TAKE(library, registry_compose);
  TAKE(library, registry_free);
  TAKE(library, prompt_text);
  TAKE(library, prompt_free);
  const int failed = registry_new(&nothing_else, &registry, NULL) || registry_register(registry, texts, 2, NULL) ||
                     registry_compose(registry, &context, NULL, NULL, &prompt, NULL);
  puts(prompt_text(prompt).data);
  prompt_free(prompt);
  registry_free(registry);
  return dlclose(library) || failed;
}
