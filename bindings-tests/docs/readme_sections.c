#include <stdio.h>
#include <wattle.h>

//= README.md c 4

int main(void) {
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE);
  const wattle_str tool = WATTLE_STR("shell");
  const wattle_state state = WATTLE_STATE(.loaded_tools = { &tool, 1 }, .detected_intents = { &tool, 1 }, .turn_depth = 1,
                                          .prior_turn_had_tool_calls = WATTLE_YES);
  const wattle_registry_options options = WATTLE_REGISTRY_OPTIONS(.seed_core_defaults = WATTLE_NO, .seed_safety_policies = WATTLE_NO);
  wattle_section section = WATTLE_SECTION_INIT;
  wattle_registry *registry = NULL;
  wattle_bundle *bundle = NULL;
  const int failed = wattle_registry_new(&options, &registry, NULL) || add_sections(registry, NULL) ||
                     wattle_registry_resolve(registry, &context, &state, NULL, &bundle, NULL);
  for (size_t i = 0; wattle_bundle_section(bundle, i, &section, NULL) == WATTLE_OK; i++)
    printf("%" WATTLE_FMT ": %d\n", WATTLE_ARG(section.id), section.text.len > 0);
  wattle_bundle_free(bundle);
  wattle_registry_free(registry);
  return failed;
}
