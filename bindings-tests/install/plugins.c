/* The smallest host: opens the library, has every plugin that it is given the path of register itself, prints the sections. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <wattle.h>

WATTLE_TABLE_DEFINITION

/* A function of a shared object; ISO C has no cast to its type. */
static void find(void *object, const char *name, void *function, size_t size) {
  void *found = object ? dlsym(object, name) : NULL;
  memcpy(function, &found, size);
}

int main(int argc, char **argv) {
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE);
  const wattle_registry_options nothing_seeded =
    WATTLE_REGISTRY_OPTIONS(.seed_core_defaults = WATTLE_NO, .seed_safety_policies = WATTLE_NO);
  const wattle_api *(*get_api)(uint32_t) = NULL;
  wattle_section section = WATTLE_SECTION_INIT;
  wattle_registry *registry = NULL;
  wattle_bundle *bundle = NULL;
  find(dlopen("libwattle.so.0", RTLD_NOW | RTLD_LOCAL), "wattle_get_api", &get_api, sizeof get_api);
  wattle_table = get_api ? get_api(WATTLE_ABI_VERSION) : NULL;
  if (!wattle_table || wattle_registry_new(&nothing_seeded, &registry, NULL))
    return 1;
  for (int i = 1; i < argc; i++) {
    wattle_plugin_entry_fn entry = NULL;
    find(dlopen(argv[i], RTLD_NOW | RTLD_LOCAL), WATTLE_PLUGIN_ENTRY, &entry, sizeof entry);
    if (!entry || entry(wattle_table, registry, NULL, NULL))
      return 1;
  }
  if (wattle_registry_resolve(registry, &context, NULL, NULL, &bundle, NULL))
    return 1;
  for (size_t i = 0; wattle_bundle_section(bundle, i, &section, NULL) == WATTLE_OK; i++)
    printf("%" WATTLE_FMT ": %" WATTLE_FMT "\n", WATTLE_ARG(section.id), WATTLE_ARG(section.text));
  wattle_bundle_free(bundle);
  wattle_registry_free(registry);
  return 0;
}
