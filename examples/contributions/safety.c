/* Safety policies: always last, and nothing can move, replace or drop them. */
#include "show.h"

int main(void) {
  wattle_registry *registry = empty_registry();
  const wattle_safety_policy policies[] = {
    WATTLE_SAFETY_POLICY(.id = WATTLE_STR("safety.no-deletes"), .text = WATTLE_STR("Delete nothing."), .enabled_by_default = 1),
    WATTLE_SAFETY_POLICY(.id = WATTLE_STR("safety.audit"), .text = WATTLE_STR("Everything you do is recorded.")),
  };
  const wattle_contribution tests = wattle_append_prompt(WATTLE_STR("demo.tests"), WATTLE_STR("Run the tests."));
  const wattle_contribution attempt =
    WATTLE_CONTRIBUTION(.id = WATTLE_STR("safety.no-deletes"), .mode = WATTLE_REPLACE, .text = WATTLE_STR("Delete it all."));
  const wattle_str audit = WATTLE_STR("safety.audit");
  const wattle_str_list audit_alone = { &audit, 1 };
  wattle_status status;
  wattle_error *error = NULL;
  for (size_t i = 0; i < COUNT(policies); i++) {
    status = wattle_registry_register_safety_policy(registry, &policies[i], &error);
    must(status, error);
  }
  add(registry, &tests, 1);
  show("enabled by default", registry, NULL, NULL);
  status = wattle_registry_register(registry, &attempt, 1, &error);
  refused(status, error);
  error = NULL;
  status = wattle_registry_set_enabled_safety_policies(registry, audit_alone, &error);
  must(status, error);
  show("enabled by a list", registry, NULL, NULL);
  wattle_registry_free(registry);
}
