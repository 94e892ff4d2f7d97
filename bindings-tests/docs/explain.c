#include <stdio.h>
#include <wattle.h>

//= docs/explain.md c

/* Two turns, between which one text has changed. */
int main(void) {
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE);
  const wattle_registry_options nothing_else =
    WATTLE_REGISTRY_OPTIONS(.seed_core_defaults = WATTLE_NO, .seed_safety_policies = WATTLE_NO);
  wattle_registry *registry = NULL;
  wattle_prompt *prompts[2] = { NULL, NULL };
  int failed = wattle_registry_new(&nothing_else, &registry, NULL);
  for (int i = 0; i < 2; i++) {
    const wattle_contribution rules = wattle_append_prompt(WATTLE_STR("agent.rules"), i ? WATTLE_STR("Report.") : WATTLE_STR("Claim."));
    failed = failed || wattle_registry_register(registry, &rules, 1, NULL) ||
             wattle_registry_compose(registry, &context, NULL, NULL, &prompts[i], NULL) ||
             wattle_registry_unregister(registry, WATTLE_ORIGIN_STATIC, rules.id, NULL);
  }
  failed = failed || explain(prompts[0], prompts[1], NULL);
  wattle_prompt_free(prompts[0]);
  wattle_prompt_free(prompts[1]);
  wattle_registry_free(registry);
  return failed;
}
