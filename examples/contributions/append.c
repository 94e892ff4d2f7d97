/* Append: sections of their own, in the order of registration. */
#include "show.h"

int main(void) {
  wattle_registry *registry = empty_registry();
  const wattle_contribution contributions[] = {
    wattle_append_prompt(WATTLE_STR("demo.tests"), WATTLE_STR("Run the tests before you claim success.")),
    wattle_append_prompt(WATTLE_STR("demo.sources"), WATTLE_STR("Cite sources for every claim.")),
  };
  add(registry, contributions, COUNT(contributions));
  show("appended", registry, NULL, NULL);
  wattle_registry_free(registry);
}
