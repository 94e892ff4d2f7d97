/*
 * What a host may rely on when it loads, replaces and unloads plugins: plugin_tests EXAMPLE PLUGINS, both absolute. The loader, and the
 * plugins in EXAMPLE, are those of ../../examples/host-and-plugin; those in PLUGINS do what plugins must not.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "mappings.h"
#include "plugin.h"

/* What a plugin says at a root turn with nothing loaded: its static text, its runtime-aware one, and what its hook emits; NULL: it says
   nothing then. */
static const struct example {
  const char *name, *text, *runtime_text, *hook_text;
} irrigation = { "irrigation", "Irrigation 1.0.0: water at dawn or after sunset.",
                 "The valves that irrigation 1.0.0 knows:\n- north field\n- south field", NULL },
  irrigation_2 = { "irrigation", "Irrigation 2.0.0: water at dawn or after sunset.",
                   "The valves that irrigation 2.0.0 knows:\n- north field\n- south field", NULL },
  pests = { "pests", "Report what you find before you treat it.", "Moths fly from May to September. Tools against them:",
            "Sign a report on pests with your depth, 0." },
  weather = { "weather", "Plan what is done outdoors for dry hours.", NULL, NULL };
static const struct example *const examples[] = { &irrigation, &pests, &weather };

static const char *example_directory, *plugin_directory;

static const char *path_of(const char *directory, const char *folder, const char *name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s%s/%s.so", directory, folder, name);
  return path;
}
#define EXAMPLE(name) path_of(example_directory, "/plugins", name)
#define UPDATE(name) path_of(example_directory, "/updates", name)
#define TEST_PLUGIN(name) path_of(plugin_directory, "", name)

/* The prompt is what the host and these plugins say, in this order. */
static void says(const wattle_registry *registry, size_t n, const struct example *const *plugins) {
  char text[4096] = "base";
  for (size_t i = 0; i < n; i++) strcat(strcat(text, "\n\n"), plugins[i]->text);
  for (size_t i = 0; i < n; i++)
    if (plugins[i]->runtime_text) strcat(strcat(text, "\n\n"), plugins[i]->runtime_text);
  for (size_t i = 0; i < n; i++)
    if (plugins[i]->hook_text) strcat(strcat(text, "\n\n"), plugins[i]->hook_text);
  resolves_to(registry, text);
}
#define SAYS(registry, ...) \
  says(registry, COUNT(((const struct example *[]){ __VA_ARGS__ })), (const struct example *[]){ __VA_ARGS__ })

static plugin loaded(wattle_registry *registry, const char *path) {
  plugin loaded = { "", NULL };
  ACCEPTED(plugin_load(&loaded, path, registry, ERR));
  CHECK(loaded.object && is_mapped(path));
  return loaded;
}

static void unload(wattle_registry *registry, plugin *unloaded, const char *path) {
  CHECK(is_mapped(path));
  ACCEPTED(plugin_unload(unloaded, registry, ERR));
  CHECK(!unloaded->object && !is_mapped(path));
}

/* The file's plugin is refused, and leaves nothing. */
static void refused(wattle_registry *registry, const char *path, wattle_status status, const char *subject, const char *words) {
  plugin none = { "", NULL };
  wattle_error *error = NULL;
  check_row(path);
  CHECK(plugin_load(&none, path, registry, &error) == status && wattle_error_status(error) == status);
  CHECK(text_is(wattle_error_subject(error), subject));
  CHECK(strstr(wattle_error_message(error).data, words) != NULL);
  wattle_error_free(error);
  CHECK(plugin_load(&none, path, registry, NULL) == status);
  CHECK(!none.object && !is_mapped(path));
  check_row(NULL);
}

static void plugins_of_every_language(wattle_registry *registry) {
  for (size_t i = 0; i < COUNT(examples); i++) {
    plugin one = loaded(registry, EXAMPLE(examples[i]->name));
    SAYS(registry, examples[i]);
    unload(registry, &one, EXAMPLE(examples[i]->name));
    resolves_to(registry, "base");
  }
}

static void plugins_of_another_abi_version(wattle_registry *registry) {
  const wattle_api *own = wattle_table;
  wattle_api other = *own;
  wattle_table = &other;
  other.abi_version = WATTLE_ABI_VERSION + 7;
  for (size_t i = 0; i < COUNT(examples); i++)
    refused(registry, EXAMPLE(examples[i]->name), WATTLE_UNSUPPORTED, examples[i]->name, "does not say why");
  wattle_table = own;
}

static void plugins_of_a_newer_abi_revision(wattle_registry *registry) {
  const wattle_api *own = wattle_table;
  wattle_api older = *own;
  wattle_table = &older;
  older.abi_revision = WATTLE_ABI_REVISION - 1;
  older.struct_size = sizeof older - 1;
  refused(registry, EXAMPLE("weather"), WATTLE_UNSUPPORTED, "abi_revision", "needs ABI ");
  refused(registry, EXAMPLE("irrigation"), WATTLE_UNSUPPORTED, "abi_revision", "needs ABI ");
  refused(registry, EXAMPLE("pests"), WATTLE_UNSUPPORTED, "pests", "does not say why");
  wattle_table = own;
}

static void names_that_are_taken(wattle_registry *registry) {
  const wattle_plugin host_s = plugin_named("weather");
  plugin first = loaded(registry, EXAMPLE("irrigation"));
  refused(registry, UPDATE("irrigation"), WATTLE_DUPLICATE_PLUGIN, "irrigation", "irrigation");
  SAYS(registry, &irrigation);
  unload(registry, &first, EXAMPLE("irrigation"));

  ACCEPTED(wattle_registry_register_plugin(registry, &host_s, ERR));
  refused(registry, EXAMPLE("weather"), WATTLE_DUPLICATE_PLUGIN, "weather", "weather");
  CHECK(drops_of(host_s.user_data) == 0);
  ACCEPTED(wattle_registry_unregister_plugin(registry, host_s.name, ERR));
}

static void entries_that_fail(wattle_registry *registry) {
  refused(registry, TEST_PLUGIN("own_words"), WATTLE_LIMIT_EXCEEDED, "harvest", "there is no room in the barn");
  refused(registry, TEST_PLUGIN("no_words"), WATTLE_LIMIT_EXCEEDED, "no_words", "does not say why");
  refused(registry, TEST_PLUGIN("bad_row"), WATTLE_FOREIGN_NAMESPACE, "weather.bad", "weather.bad");
}

static void files_that_are_no_plugins(wattle_registry *registry) {
  refused(registry, TEST_PLUGIN("no_entry"), WATTLE_UNSUPPORTED, "no_entry", "has no wattle_plugin_entry_v1");
  refused(registry, TEST_PLUGIN("missing"), WATTLE_UNSUPPORTED, "missing", "No such file");
  refused(registry, TEST_PLUGIN("text"), WATTLE_UNSUPPORTED, "text", "invalid ELF header");
  refused(registry, "/somewhere/.so", WATTLE_INVALID_ARGUMENT, "/somewhere/.so", "<name>.so");
  refused(registry, "/somewhere/name", WATTLE_INVALID_ARGUMENT, "/somewhere/name", "<name>.so");
}

static void replacements_keep_their_place(wattle_registry *registry) {
  plugin first = loaded(registry, EXAMPLE("irrigation")), second = loaded(registry, EXAMPLE("pests")),
         third = loaded(registry, EXAMPLE("weather"));
  SAYS(registry, &irrigation, &pests, &weather);
  ACCEPTED(plugin_replace(&first, UPDATE("irrigation"), registry, ERR));
  CHECK(is_mapped(UPDATE("irrigation")) && !is_mapped(EXAMPLE("irrigation")));
  SAYS(registry, &irrigation_2, &pests, &weather);
  unload(registry, &second, EXAMPLE("pests"));
  SAYS(registry, &irrigation_2, &weather);
  second = loaded(registry, EXAMPLE("pests"));
  SAYS(registry, &irrigation_2, &weather, &pests);
  unload(registry, &third, EXAMPLE("weather"));
  unload(registry, &second, EXAMPLE("pests"));
  unload(registry, &first, UPDATE("irrigation"));
}

static void replacements_that_are_refused(wattle_registry *registry) {
  const wattle_api *own = wattle_table;
  wattle_api other = *own;
  plugin first = loaded(registry, EXAMPLE("irrigation")), second = loaded(registry, EXAMPLE("weather"));
  REFUSED(WATTLE_INVALID_ARGUMENT, "weather", plugin_replace(&first, EXAMPLE("weather"), registry, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "text", plugin_replace(&first, TEST_PLUGIN("text"), registry, ERR));
  wattle_table = &other;
  other.abi_version = WATTLE_ABI_VERSION + 7;
  CHECK(plugin_replace(&first, UPDATE("irrigation"), registry, NULL) == WATTLE_UNSUPPORTED);
  wattle_table = own;
  CHECK(!is_mapped(UPDATE("irrigation")));
  SAYS(registry, &irrigation, &weather);
  unload(registry, &second, EXAMPLE("weather"));
  unload(registry, &first, EXAMPLE("irrigation"));
}

static void what_is_not_registered_is_not_replaced(wattle_registry *registry) {
  plugin gone = loaded(registry, EXAMPLE("irrigation"));
  unload(registry, &gone, EXAMPLE("irrigation"));
  REFUSED(WATTLE_UNKNOWN_PLUGIN, "irrigation", plugin_replace(&gone, UPDATE("irrigation"), registry, ERR));
  CHECK(!gone.object && !is_mapped(UPDATE("irrigation")));
}

static void snapshots_keep_plugins(wattle_registry *registry) {
  plugin first = loaded(registry, EXAMPLE("irrigation"));
  wattle_registry *frozen = NULL;
  ACCEPTED(wattle_registry_snapshot(registry, &frozen, ERR));
  REFUSED(WATTLE_PLUGIN_IN_USE, "irrigation", plugin_unload(&first, registry, ERR));
  REFUSED(WATTLE_PLUGIN_IN_USE, "irrigation", plugin_replace(&first, UPDATE("irrigation"), registry, ERR));
  CHECK(first.object && is_mapped(EXAMPLE("irrigation")) && !is_mapped(UPDATE("irrigation")));
  SAYS(registry, &irrigation);
  SAYS(frozen, &irrigation);
  wattle_registry_free(frozen);
  unload(registry, &first, EXAMPLE("irrigation"));
}

/* Results are the library's own memory, and stay when the code that wrote them is gone. */
static void results_outlive_plugins(wattle_registry *registry) {
  plugin first = loaded(registry, EXAMPLE("irrigation"));
  wattle_section section = WATTLE_SECTION_INIT;
  wattle_bundle *bundle = NULL;
  ACCEPTED(wattle_registry_resolve(registry, &converse, NULL, NULL, &bundle, ERR));
  unload(registry, &first, EXAMPLE("irrigation"));
  ACCEPTED(wattle_bundle_section(bundle, 2, &section, ERR));
  CHECK(text_is(section.id, "irrigation.valves") && text_is(section.plugin, "irrigation"));
  wattle_bundle_free(bundle);
}

/* A plugin that breaks the agreement on names cannot be unregistered by its file's, so it stays where it is. */
static void a_plugin_of_another_name(wattle_registry *registry) {
  plugin misnamed = loaded(registry, TEST_PLUGIN("misnamed"));
  REFUSED(WATTLE_UNKNOWN_PLUGIN, "misnamed", plugin_unload(&misnamed, registry, ERR));
  CHECK(misnamed.object && is_mapped(TEST_PLUGIN("misnamed")));
  resolves_to(registry, "base\n\nother");
  ACCEPTED(wattle_registry_unregister_plugin(registry, WATTLE_STR("other"), ERR));
  plugin_close(&misnamed);
}

/* The one that README.md shows. */
static void the_plugin_of_the_readme(wattle_registry *registry) {
  const wattle_api *own = wattle_table;
  wattle_api other = *own;
  plugin greeting = loaded(registry, TEST_PLUGIN("greeting"));
  resolves_to(registry, "base\n\nGreet whoever you talk to.");
  unload(registry, &greeting, TEST_PLUGIN("greeting"));
  other.abi_version++;
  wattle_table = &other;
  refused(registry, TEST_PLUGIN("greeting"), WATTLE_UNSUPPORTED, "greeting", "does not say why");
  wattle_table = own;
}

static void unique_symbols_stay_inside(wattle_registry *registry) {
  plugin unique = loaded(registry, TEST_PLUGIN("unique"));
  resolves_to(registry, "base\n\none of a kind, and too long to be kept in place");
  unload(registry, &unique, TEST_PLUGIN("unique"));
}

/* With no call in flight the registry may go first: it has dropped everything when it is freed. */
static void registries_may_go_before_plugins(wattle_registry *registry) {
  wattle_registry *own = registry_with_base();
  plugin plugins[COUNT(examples)];
  (void)registry;
  for (size_t i = 0; i < COUNT(examples); i++) plugins[i] = loaded(own, EXAMPLE(examples[i]->name));
  SAYS(own, &irrigation, &pests, &weather);
  wattle_registry_free(own);
  for (size_t i = 0; i < COUNT(examples); i++) {
    plugin_close(&plugins[i]);
    CHECK(!is_mapped(EXAMPLE(examples[i]->name)));
  }
}

int main(int argc, char **argv) {
  static const test tests[] = {
    TEST(plugins_of_every_language),
    TEST(plugins_of_another_abi_version),
    TEST(plugins_of_a_newer_abi_revision),
    TEST(names_that_are_taken),
    TEST(entries_that_fail),
    TEST(files_that_are_no_plugins),
    TEST(replacements_keep_their_place),
    TEST(replacements_that_are_refused),
    TEST(what_is_not_registered_is_not_replaced),
    TEST(snapshots_keep_plugins),
    TEST(results_outlive_plugins),
    TEST(a_plugin_of_another_name),
    TEST(the_plugin_of_the_readme),
    TEST(unique_symbols_stay_inside),
    TEST(registries_may_go_before_plugins),
  };
  if (argc != 3) {
    fputs("plugin_tests EXAMPLE PLUGINS\n", stderr);
    return EXIT_FAILURE;
  }
  example_directory = argv[1];
  plugin_directory = argv[2];
  run_tests(tests, COUNT(tests));
  return tests_done("plugins") ? EXIT_SUCCESS : EXIT_FAILURE;
}
