/* A global: for every registry whose runtime id it names, present and to come. The rare path: the whole process shares it. */
#include "show.h"

static wattle_registry *registry_named(wattle_str runtime_id) {
  const wattle_registry_options options = WATTLE_REGISTRY_OPTIONS(
    .runtime_id = runtime_id, .seed_core_defaults = WATTLE_NO, .seed_safety_policies = WATTLE_NO);
  wattle_registry *registry = NULL;
  wattle_error *error = NULL;
  wattle_status status = wattle_registry_new(&options, &registry, &error);
  must(status, error);
  return registry;
}

int main(void) {
  wattle_registry *pears = registry_named(WATTLE_STR("pears")), *plums = registry_named(WATTLE_STR("plums"));
  const wattle_contribution global = wattle_append_prompt(WATTLE_STR("notice.frost"), WATTLE_STR("Frost is expected tonight."));
  const wattle_str names[] = { WATTLE_STR("pears"), WATTLE_STR("apples") };
  const wattle_str_list targets = { names, COUNT(names) };
  wattle_error *error = NULL;
  wattle_status status = wattle_register_global(&global, targets, &error);
  must(status, error);
  show("pears", pears, NULL, NULL);
  show("plums", plums, NULL, NULL);
  status = wattle_unregister_global(WATTLE_ORIGIN_STATIC, global.id, &error);
  must(status, error);
  show("pears, when it is over", pears, NULL, NULL);
  wattle_registry_free(pears);
  wattle_registry_free(plums);
}
