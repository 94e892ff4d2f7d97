/* The header, twice, and every initialiser and helper of it: must compile as C99 to C2x and as C++11 to C++20. */
#include "wattle.h"
#include "wattle.h"

wattle_str text = WATTLE_STR_INIT("a constant");
wattle_str absent = WATTLE_STR_ABSENT;
wattle_str_list list = WATTLE_STR_LIST_INIT;
wattle_scope scope = WATTLE_SCOPE_INIT;
wattle_context context = WATTLE_CONTEXT_INIT;
wattle_state state = WATTLE_STATE_INIT;
wattle_contribution contribution = WATTLE_CONTRIBUTION_INIT;
wattle_safety_policy policy = WATTLE_SAFETY_POLICY_INIT;
wattle_plugin plugin = WATTLE_PLUGIN_INIT;
wattle_registry_options registry_options = WATTLE_REGISTRY_OPTIONS_INIT;
wattle_probes probes = WATTLE_PROBES_INIT;
wattle_resolve_options resolve_options = WATTLE_RESOLVE_OPTIONS_INIT;
wattle_candidate candidate = WATTLE_CANDIDATE_INIT;
wattle_compose_options compose_options = WATTLE_COMPOSE_OPTIONS_INIT;
wattle_outcome outcomes[8] = {WATTLE_OUTCOME_INIT};
wattle_section section = WATTLE_SECTION_INIT;
wattle_summary summary = WATTLE_SUMMARY_INIT;
wattle_first_difference first_difference = WATTLE_FIRST_DIFFERENCE_INIT;
wattle_diff_figures diff_figures = WATTLE_DIFF_FIGURES_INIT;
wattle_difference difference = WATTLE_DIFFERENCE_INIT;
wattle_fragment fragment = WATTLE_FRAGMENT_INIT;
wattle_record record = WATTLE_RECORD_INIT;
wattle_command command = WATTLE_COMMAND_INIT;
wattle_agent_context agent_context = WATTLE_AGENT_CONTEXT_INIT;
wattle_module builder_module = WATTLE_MODULE_INIT;
wattle_build_options build_options = WATTLE_BUILD_OPTIONS_INIT;
wattle_module_metadata module_metadata = WATTLE_MODULE_METADATA_INIT;
wattle_tool_filter tool_filter = WATTLE_TOOL_FILTER_INIT;
wattle_tool tool = WATTLE_TOOL_INIT;
wattle_async_job async_job = WATTLE_ASYNC_JOB_INIT;
wattle_tool_error tool_error = WATTLE_TOOL_ERROR_INIT;
wattle_guidance_entry guidance_entry = WATTLE_GUIDANCE_ENTRY_INIT;

#ifndef __cplusplus
wattle_context designated_context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR_INIT("anthropic"));
wattle_state designated_state = WATTLE_STATE(.turn_depth = 1);
wattle_contribution designated_contribution = WATTLE_CONTRIBUTION(.id = WATTLE_STR_INIT("a.b"), .mode = WATTLE_APPEND);
wattle_safety_policy designated_policy = WATTLE_SAFETY_POLICY(.id = WATTLE_STR_INIT("safety.a"), .enabled_by_default = 1);
wattle_plugin designated_plugin = WATTLE_PLUGIN(.name = WATTLE_STR_INIT("p"));
wattle_registry_options designated_registry_options = WATTLE_REGISTRY_OPTIONS(.seed_core_defaults = WATTLE_NO);
wattle_probes designated_probes = WATTLE_PROBES(.user_data = NULL);
wattle_resolve_options designated_options = WATTLE_RESOLVE_OPTIONS(.static_first = 1);
wattle_candidate designated_candidate = WATTLE_CANDIDATE(.tier = WATTLE_TIER_CORE);
wattle_command designated_command = WATTLE_COMMAND(.name = WATTLE_STR_INIT("review"));
wattle_agent_context designated_agent = WATTLE_AGENT_CONTEXT(.max_tokens = 200000, .taint_threshold = 0.3);
wattle_module designated_module = WATTLE_MODULE(.name = WATTLE_STR_INIT("m"), .priority = 50, .optional = 1);
wattle_build_options designated_build = WATTLE_BUILD_OPTIONS(.clock = NULL);
wattle_tool_filter designated_filter = WATTLE_TOOL_FILTER(.has_skills = 1);
wattle_tool designated_tool = WATTLE_TOOL(.name = WATTLE_STR_INIT("t"), .category = WATTLE_STR_INIT("skill"));
wattle_async_job designated_job = WATTLE_ASYNC_JOB(.id = WATTLE_STR_INIT("j"), .progress = 40, .has_progress = 1);
wattle_tool_error designated_tool_error = WATTLE_TOOL_ERROR(.tool = WATTLE_STR_INIT("t"), .error = WATTLE_STR_INIT("failed"));
wattle_guidance_entry designated_entry = WATTLE_GUIDANCE_ENTRY(.tool_name = WATTLE_STR_INIT("t"), .mode = WATTLE_MATCH_MODE_EXACT);
#endif

#ifdef WATTLE_THROUGH_TABLE
WATTLE_TABLE_DEFINITION
#endif

int use_helpers(const wattle_section *given);
int use_helpers(const wattle_section *given) {
  return WATTLE_HAS(given, limit) && wattle_cstr("z").len == WATTLE_STR("z").len;
}

wattle_plugin use_shapes(wattle_contribution prompts[8], wattle_when_fn when);
wattle_plugin use_shapes(wattle_contribution prompts[8], wattle_when_fn when) {
  prompts[0] = wattle_append_prompt(WATTLE_STR("a.b"), WATTLE_STR("text"));
  prompts[1] = wattle_prepend_persona(WATTLE_STR("a.b"), WATTLE_STR("text"));
  prompts[2] = wattle_scoped_prompt(WATTLE_STR("a.b"), scope, WATTLE_STR("text"));
  prompts[3] = wattle_gated_prompt(WATTLE_STR("a.b"), when, NULL, NULL, WATTLE_STR("text"));
  prompts[4] = wattle_loaded_tools_prompt(WATTLE_STR("a.c"));
  prompts[5] = wattle_detected_intents_prompt(WATTLE_STR("a.d"));
  prompts[6] = wattle_subagent_depth_prompt(WATTLE_STR("a.e"));
  prompts[7] = wattle_prior_turn_tool_calls_prompt(WATTLE_STR("a.f"));
  return wattle_create_plugin(WATTLE_STR("a"), WATTLE_STR("1"), prompts, 3, prompts + 3, 5);
}

wattle_status use_the_table(const wattle_api *api, wattle_registry *registry);
wattle_status use_the_table(const wattle_api *api, wattle_registry *registry) {
  const wattle_plugin_entry_fn entry = wattle_plugin_entry_v1;
  return WATTLE_HAS(api, error_new) ? entry(api, registry, NULL, NULL) : wattle_error_new(WATTLE_UNSUPPORTED, list.items[0], text, NULL);
}
