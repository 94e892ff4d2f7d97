/* Required tools: there only in turns that have all of them. No callback is needed, and where they lack no probe is told. */
#include "show.h"

int main(void) {
  wattle_registry *registry = empty_registry();
  const wattle_str both[] = { WATTLE_STR("shell"), WATTLE_STR("edit_file") };
  wattle_contribution contribution =
    wattle_append_prompt(WATTLE_STR("demo.shell"), WATTLE_STR("Edit with edit_file, not with sed."));
  const wattle_state one = WATTLE_STATE(.loaded_tools = { both, 1 }), two = WATTLE_STATE(.loaded_tools = { both, 2 });
  contribution.requires_tools.items = both;
  contribution.requires_tools.len = COUNT(both);
  add(registry, &contribution, 1);
  show("one of them", registry, NULL, &one);
  show("both of them", registry, NULL, &two);
  wattle_registry_free(registry);
}
