/* Several replaces of one slot, by the host and by plugins: their texts are joined, in the order of registration. */
#include "show.h"

static void register_plugin(wattle_registry *registry, wattle_str name, wattle_str text) {
  const wattle_contribution replace =
    WATTLE_CONTRIBUTION(.id = WATTLE_STR("demo.style"), .mode = WATTLE_REPLACE, .text = text);
  const wattle_plugin plugin = wattle_create_plugin(name, WATTLE_STR("1.0.0"), &replace, 1, NULL, 0);
  wattle_error *error = NULL;
  wattle_status status = wattle_registry_register_plugin(registry, &plugin, &error);
  must(status, error);
}

int main(void) {
  wattle_registry *registry = empty_registry();
  wattle_bundle *bundle = NULL;
  const wattle_contribution contributions[] = {
    wattle_append_prompt(WATTLE_STR("demo.style"), WATTLE_STR("Write as you like.")),
    wattle_append_prompt(WATTLE_STR("demo.tests"), WATTLE_STR("Run the tests before you claim success.")),
  };
  add(registry, contributions, COUNT(contributions));
  register_plugin(registry, WATTLE_STR("brief"), WATTLE_STR("Be brief."));
  register_plugin(registry, WATTLE_STR("plain"), WATTLE_STR("Use plain words."));
  show("two replaces of one slot", registry, NULL, NULL);

  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR("anthropic"));
  wattle_error *error = NULL;
  wattle_status status = wattle_registry_resolve(registry, &context, NULL, NULL, &bundle, &error);
  must(status, error);
  print_text("the whole text", wattle_bundle_text(bundle));
  wattle_bundle_free(bundle);
  wattle_registry_free(registry);
}
