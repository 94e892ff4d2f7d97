/* Who may use which namespace: what is refused, and why. */
#include "show.h"

static void try_host(wattle_registry *registry, wattle_contribution contribution) {
  wattle_error *error = NULL;
  wattle_status status = wattle_registry_register(registry, &contribution, 1, &error);
  refused(status, error);
}

int main(void) {
  wattle_registry *registry = empty_registry();
  const wattle_contribution tests = wattle_append_prompt(WATTLE_STR("demo.tests"), WATTLE_STR("Run the tests."));
  const wattle_contribution foreign = wattle_append_prompt(WATTLE_STR("demo.intro"), WATTLE_STR("Hello."));
  const wattle_plugin notes = wattle_create_plugin(WATTLE_STR("notes"), WATTLE_STR("1.0.0"), &foreign, 1, NULL, 0);
  wattle_error *error = NULL;
  add(registry, &tests, 1);
  try_host(registry, tests);
  try_host(registry, wattle_append_prompt(WATTLE_STR("no-namespace"), WATTLE_STR("Hello.")));
  try_host(registry, wattle_append_prompt(WATTLE_STR("core.mine"), WATTLE_STR("Hello.")));
  try_host(registry, wattle_append_prompt(WATTLE_STR("safety.mine"), WATTLE_STR("Hello.")));
  wattle_status status = wattle_registry_register_plugin(registry, &notes, &error);
  refused(status, error);
  show("what is left", registry, NULL, NULL);
  wattle_registry_free(registry);
}
