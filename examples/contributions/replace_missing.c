/* A replace whose target is missing: a probe tells, and the text becomes a section of its own, as an append. */
#include "show.h"

int main(void) {
  wattle_registry *registry = empty_registry();
  const wattle_contribution contributions[] = {
    wattle_append_prompt(WATTLE_STR("demo.tests"), WATTLE_STR("Run the tests before you claim success.")),
    WATTLE_CONTRIBUTION(.id = WATTLE_STR("ci.pipeline"), .mode = WATTLE_REPLACE, .text = WATTLE_STR("There is no pipeline.")),
  };
  const wattle_contribution theirs = wattle_append_prompt(WATTLE_STR("ci.pipeline"), WATTLE_STR("Ask the pipeline."));
  const wattle_plugin ci = wattle_create_plugin(WATTLE_STR("ci"), WATTLE_STR("1.0.0"), &theirs, 1, NULL, 0);
  wattle_error *error = NULL;
  add(registry, contributions, COUNT(contributions));
  show("without the plugin", registry, NULL, NULL);
  wattle_status status = wattle_registry_register_plugin(registry, &ci, &error);
  must(status, error);
  show("with the plugin", registry, NULL, NULL);
  wattle_registry_free(registry);
}
