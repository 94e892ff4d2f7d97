#include "build.h"

#include <string.h>

#include "content.h"
#include "json.h"
#include "names.h"

wattle_contribution build_contribution(scratch *s, const cJSON *json, wattle_origin origin, bool static_place) {
  wattle_contribution contribution = WATTLE_CONTRIBUTION_INIT;
  const cJSON *scope = json_get(json, "scope");

  contribution.id = json_text(s, json_need(json, "id"));
  contribution.mode = mode_from(json_need(json, "mode"));
  contribution.origin = origin;
  contribution.tier = tier_from(json_get(json, "tier"));
  contribution.scope.call_class = call_class_from(json_get(scope, "callClass"));
  contribution.scope.family = json_text(s, json_get(scope, "family"));
  contribution.scope.tenant_id = json_text(s, json_get(scope, "tenantId"));
  contribution.scope.runtime_role = json_text(s, json_get(scope, "runtimeRole"));
  contribution.condensed = json_text(s, json_get(json, "condensed"));
  contribution.requires_tools = json_texts(s, json_get(json, "requiresTools"));
  fill_content(s, &contribution, json_need(json, "content"), static_place);
  return contribution;
}

wattle_safety_policy build_policy(scratch *s, const cJSON *json) {
  wattle_safety_policy policy = WATTLE_SAFETY_POLICY_INIT;
  policy.id = json_text(s, json_need(json, "id"));
  policy.enabled_by_default = json_bool(json_get(json, "enabledByDefault"), false);
  fill_policy_content(s, &policy, json_need(json, "content"));
  return policy;
}

static const wattle_contribution *build_prompts(scratch *s, const cJSON *json, bool static_place, size_t *len) {
  wattle_contribution *prompts = scratch_alloc(s, (size_t)cJSON_GetArraySize(json), sizeof *prompts);
  const cJSON *prompt;
  cJSON_ArrayForEach(prompt, json) prompts[(*len)++] = build_contribution(s, prompt, 0, static_place);
  return prompts;
}

wattle_plugin build_plugin(scratch *s, const cJSON *json) {
  wattle_plugin plugin = WATTLE_PLUGIN_INIT;
  const cJSON *policies = json_get(json, "safetyPolicies");
  const cJSON *hook = json_get(json, "hook");
  wattle_safety_policy *built = scratch_alloc(s, (size_t)cJSON_GetArraySize(policies), sizeof *built);
  const cJSON *policy;

  plugin.name = json_text(s, json_need(json, "name"));
  plugin.version = json_text(s, json_get(json, "version"));
  plugin.prompts = build_prompts(s, json_get(json, "prompts"), true, &plugin.prompts_len);
  plugin.runtime_prompts = build_prompts(s, json_get(json, "runtimePrompts"), false, &plugin.runtime_prompts_len);
  cJSON_ArrayForEach(policy, policies) built[plugin.safety_policies_len++] = build_policy(s, policy);
  plugin.safety_policies = built;
  if (hook) fill_hook(&plugin, hook);
  return plugin;
}

wattle_context build_context(scratch *s, const cJSON *json) {
  wattle_context context = WATTLE_CONTEXT_INIT;
  context.call_class = call_class_from(json_need(json, "callClass"));
  context.family = json_text(s, json_need(json, "family"));
  context.tenant_id = json_text(s, json_get(json, "tenantId"));
  context.runtime_role = json_text(s, json_get(json, "runtimeRole"));
  return context;
}

/* The object's text, in any layout: the library looks at none of it. */
static wattle_str build_metadata(scratch *s, const cJSON *json) {
  wattle_str text = WATTLE_STR_ABSENT;
  if (!json) return text;
  char *printed = cJSON_PrintUnformatted(json);
  if (!printed) die("out of memory", "");
  text.len = strlen(printed);
  text.data = memcpy(scratch_alloc(s, text.len, 1), printed, text.len);
  cJSON_free(printed);
  return text;
}

wattle_state build_state(scratch *s, const cJSON *json) {
  wattle_state state = WATTLE_STATE_INIT;
  const cJSON *had_tool_calls = json_get(json, "priorTurnHadToolCalls");
  state.loaded_tools = json_texts(s, json_get(json, "loadedTools"));
  state.detected_intents = json_texts(s, json_get(json, "detectedIntents"));
  state.turn_depth = (uint32_t)json_number(json_get(json, "turnDepth"), 0);
  if (had_tool_calls) state.prior_turn_had_tool_calls = json_bool(had_tool_calls, false) ? WATTLE_YES : WATTLE_NO;
  state.plugin_metadata = build_metadata(s, json_get(json, "pluginMetadata"));
  return state;
}

/* resolveBudget.byDepth: the entry of that depth, the last one for deeper ones. */
struct budgets {
  uint64_t *by_depth;
  size_t len;
};

static wattle_status budget_by_depth(void *user_data, wattle_call *call, uint32_t depth, wattle_str runtime_role,
                                     uint64_t *budget) {
  const struct budgets *budgets = user_data;
  (void)call;
  (void)runtime_role;
  *budget = budgets->by_depth[depth < budgets->len ? depth : budgets->len - 1];
  return WATTLE_OK;
}

wattle_compose_options build_compose_options(scratch *s, const cJSON *config) {
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  const cJSON *total_budget = json_get(config, "totalBudget");
  const cJSON *fraction = json_get(config, "activeBudgetFraction");
  const cJSON *by_depth = json_get(json_get(config, "resolveBudget"), "byDepth");

  options.depth = (uint32_t)json_number(json_get(config, "depth"), 0);
  options.strict = json_bool(json_get(config, "strict"), false);
  if (total_budget) options.total_budget = json_number(total_budget, WATTLE_UNLIMITED);
  if (cJSON_IsNumber(fraction)) options.active_budget_fraction = fraction->valuedouble;
  if (by_depth) {
    struct budgets *budgets = scratch_alloc(s, 1, sizeof *budgets);
    const cJSON *budget;
    budgets->by_depth = scratch_alloc(s, (size_t)cJSON_GetArraySize(by_depth), sizeof *budgets->by_depth);
    cJSON_ArrayForEach(budget, by_depth) budgets->by_depth[budgets->len++] = json_number(budget, WATTLE_UNLIMITED);
    if (budgets->len == 0) die("an empty list", "byDepth");
    options.resolve_budget = budget_by_depth;
    options.resolve_budget_data = budgets;
  }
  return options;
}
