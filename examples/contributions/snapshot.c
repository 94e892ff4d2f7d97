/* A frozen snapshot: what the registry was, for as long as it is needed. What it can still call cannot be removed meanwhile. */
#include "show.h"

static wattle_status count_trees(void *user_data, wattle_call *call, const wattle_context *context) {
  (void)user_data;
  (void)context;
  return wattle_call_write(call, WATTLE_STR("There are 3 trees."));
}

int main(void) {
  wattle_registry *registry = empty_registry(), *snapshot = NULL;
  const wattle_contribution trees =
    WATTLE_CONTRIBUTION(.id = WATTLE_STR("demo.trees"), .mode = WATTLE_APPEND, .static_content = count_trees);
  const wattle_contribution later = wattle_append_prompt(WATTLE_STR("demo.later"), WATTLE_STR("One of them is sick."));
  wattle_error *error = NULL;
  add(registry, &trees, 1);
  wattle_status status = wattle_registry_snapshot(registry, &snapshot, &error);
  must(status, error);
  add(registry, &later, 1);
  show("the registry", registry, NULL, NULL);
  show("the snapshot", snapshot, NULL, NULL);

  status = wattle_registry_register(snapshot, &later, 1, &error);
  refused(status, error);
  status = wattle_registry_unregister(registry, WATTLE_ORIGIN_STATIC, trees.id, &error);
  refused(status, error);
  error = NULL;
  wattle_registry_free(snapshot);
  status = wattle_registry_unregister(registry, WATTLE_ORIGIN_STATIC, trees.id, &error);
  must(status, error);
  show("the registry, when the snapshot is gone", registry, NULL, NULL);
  wattle_registry_free(registry);
}
