/* Prepend: before everything that is appended, whenever that was registered. The first prepended is the very top. */
#include "show.h"

int main(void) {
  wattle_registry *registry = empty_registry();
  const wattle_contribution contributions[] = {
    wattle_append_prompt(WATTLE_STR("demo.tests"), WATTLE_STR("Run the tests before you claim success.")),
    wattle_prepend_persona(WATTLE_STR("demo.persona"), WATTLE_STR("You are a careful agent.")),
    wattle_prepend_persona(WATTLE_STR("demo.mission"), WATTLE_STR("You keep the orchard's books.")),
  };
  add(registry, contributions, COUNT(contributions));
  show("prepended", registry, NULL, NULL);
  wattle_registry_free(registry);
}
