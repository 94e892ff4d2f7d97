/*
 * A host that loads the library, and plugins that other people may have built: host PLUGINS UPDATES. It loads the plugins of one folder,
 * lets agents take turns in threads, and meanwhile replaces one plugin and unloads and loads another. It prints the prompt's sections
 * after each step; what the agents got is checked.
 */
#include <stdlib.h>
#include <string.h>

#include "agents.h"
#include "folder.h"
#include "library.h"

WATTLE_TABLE_DEFINITION

static wattle_registry *new_registry(void) {
  const wattle_registry_options nothing_seeded =
    WATTLE_REGISTRY_OPTIONS(.seed_core_defaults = WATTLE_NO, .seed_safety_policies = WATTLE_NO);
  const wattle_contribution persona =
    wattle_prepend_persona(WATTLE_STR("orchard.persona"), WATTLE_STR("You look after an orchard."));
  wattle_registry *registry = NULL;
  wattle_error *error = NULL;
  wattle_status status = wattle_registry_new(&nothing_seeded, &registry, &error);
  must(status, error);
  status = wattle_registry_register(registry, &persona, 1, &error);
  must(status, error);
  return registry;
}

/* The prompt's sections: each one's id and first line. */
static void show(const char *what, const wattle_registry *registry) {
  wattle_section section = WATTLE_SECTION_INIT;
  wattle_bundle *bundle = take_turn(registry);
  printf("==== %s ====\n", what);
  for (size_t i = 0; wattle_bundle_section(bundle, i, &section, NULL) == WATTLE_OK; i++) {
    const char *end = memchr(section.text.data, '\n', section.text.len);
    printf("%-20" WATTLE_FMT " %.*s\n", WATTLE_ARG(section.id), (int)(end != NULL ? (size_t)(end - section.text.data) : section.text.len),
           section.text.data);
  }
  wattle_bundle_free(bundle);
}

/* After a step: what the prompt is now, and that no agent got another one than that or the one before. */
static void check(const char *what, const wattle_registry *registry, agents *running) {
  show(what, registry);
  if (!agents_check(running)) {
    fprintf(stderr, "%s: an agent got a prompt that never was\n", what);
    exit(EXIT_FAILURE);
  }
  puts("(each agent's prompt was the one before, and is this one now)\n");
}

/* The path of a plugin's file; valid until the next call. */
static const char *file_of(const char *directory, const char *name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s.so", directory, name);
  return path;
}

/* What happens to the plugins while the agents go on. */
static void change_plugins(folder *loaded, const char *plugins, const char *updates, wattle_registry *registry) {
  agents running;
  wattle_error *error = NULL;
  plugin *irrigation = folder_find(loaded, "irrigation"), *pests = folder_find(loaded, "pests");
  if (irrigation == NULL || pests == NULL) {
    fputs("there is no irrigation or no pests to be changed\n", stderr);
    exit(EXIT_FAILURE);
  }
  agents_start(&running, registry);
  check("agents start", registry, &running);

  wattle_status status = plugin_replace(irrigation, file_of(updates, "irrigation"), registry, &error);
  must(status, error);
  check("irrigation is replaced: nothing moves", registry, &running);

  status = plugin_unload(pests, registry, &error);
  must(status, error);
  check("pests is unloaded: the others stand as they stood", registry, &running);

  status = plugin_load(pests, file_of(plugins, "pests"), registry, &error);
  must(status, error);
  check("pests is loaded again: it is the newest now", registry, &running);
  agents_stop(&running);
}

int main(int argc, char **argv) {
  library opened;
  folder loaded;
  if (argc != 3) {
    fputs("host PLUGINS UPDATES\n", stderr);
    return EXIT_FAILURE;
  }
  if (!library_open(&opened))
    return EXIT_FAILURE;
  wattle_table = opened.api;

  wattle_registry *registry = new_registry();
  if (!folder_load(&loaded, argv[1], registry))
    return EXIT_FAILURE;
  change_plugins(&loaded, argv[1], argv[2], registry);

  /* No call is in flight any more, so the registry can go first, with all drops; then the code, and last what the code calls. */
  wattle_registry_free(registry);
  folder_close(&loaded);
  library_close(&opened);
  puts("all is closed");
  return EXIT_SUCCESS;
}
