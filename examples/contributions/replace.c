/* Replace: another text in the place of a plugin's, which keeps its place, its origin and its mode. */
#include "show.h"

int main(void) {
  wattle_registry *registry = empty_registry();
  const wattle_contribution intro = wattle_prepend_persona(WATTLE_STR("notes.intro"), WATTLE_STR("You take notes."));
  const wattle_plugin notes = wattle_create_plugin(WATTLE_STR("notes"), WATTLE_STR("1.0.0"), &intro, 1, NULL, 0);
  const wattle_contribution contributions[] = {
    wattle_append_prompt(WATTLE_STR("demo.tests"), WATTLE_STR("Run the tests before you claim success.")),
    WATTLE_CONTRIBUTION(.id = WATTLE_STR("notes.intro"), .mode = WATTLE_REPLACE, .text = WATTLE_STR("You take short notes.")),
  };
  wattle_error *error = NULL;
  wattle_status status = wattle_registry_register_plugin(registry, &notes, &error);
  must(status, error);
  show("the plugin's own", registry, NULL, NULL);
  add(registry, contributions, COUNT(contributions));
  show("replaced", registry, NULL, NULL);
  wattle_registry_free(registry);
}
