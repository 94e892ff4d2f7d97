/* Scopes: one contribution for each field, and one for two fields at once. What is set must equal the context's. */
#include "show.h"

int main(void) {
  wattle_registry *registry = empty_registry();
  wattle_scope call_class = WATTLE_SCOPE_INIT, family = WATTLE_SCOPE_INIT, tenant = WATTLE_SCOPE_INIT;
  wattle_scope role = WATTLE_SCOPE_INIT, two = WATTLE_SCOPE_INIT;
  call_class.call_class = two.call_class = WATTLE_SYNTHESIZE;
  family.family = two.family = WATTLE_STR("google");
  tenant.tenant_id = WATTLE_STR("orchard");
  role.runtime_role = WATTLE_STR("reviewer");
  const wattle_contribution contributions[] = {
    wattle_append_prompt(WATTLE_STR("demo.always"), WATTLE_STR("Run the tests before you claim success.")),
    wattle_scoped_prompt(WATTLE_STR("demo.call-class"), call_class, WATTLE_STR("Write the whole report.")),
    wattle_scoped_prompt(WATTLE_STR("demo.family"), family, WATTLE_STR("Make three or four tool calls at a time.")),
    wattle_scoped_prompt(WATTLE_STR("demo.tenant"), tenant, WATTLE_STR("Prices are in euros.")),
    wattle_scoped_prompt(WATTLE_STR("demo.role"), role, WATTLE_STR("Review; change nothing.")),
    wattle_scoped_prompt(WATTLE_STR("demo.two-fields"), two, WATTLE_STR("Put the sources into a table.")),
  };
  const wattle_context synthesis = WATTLE_CONTEXT(.call_class = WATTLE_SYNTHESIZE, .family = WATTLE_STR("google"));
  const wattle_context tenants = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR("google"),
                                                .tenant_id = WATTLE_STR("orchard"));
  const wattle_context review = WATTLE_CONTEXT(.call_class = WATTLE_UTILITY, .family = WATTLE_STR("openai"),
                                               .runtime_role = WATTLE_STR("reviewer"));
  add(registry, contributions, COUNT(contributions));
  show("converse, anthropic", registry, NULL, NULL);
  show("synthesize, google", registry, &synthesis, NULL);
  show("converse, google, tenant orchard", registry, &tenants, NULL);
  show("utility, openai, role reviewer", registry, &review, NULL);
  wattle_registry_free(registry);
}
