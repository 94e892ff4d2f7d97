/* Bad UTF-8 and (NULL, 5), in every place where a text or a list of texts goes in. */
#include "check.h"
#include "shapes.h"

/* Helpers that hand a struct over; all fail, so nothing is to be undone. */

static wattle_status resolve(wattle_registry *registry, const wattle_context *context, const wattle_state *state,
                             wattle_error **error) {
  wattle_bundle *bundle = UNTOUCHED;
  wattle_status status = wattle_registry_resolve(registry, context, state, NULL, &bundle, error);
  CHECK(bundle == UNTOUCHED);
  return status;
}

static wattle_status compose(const wattle_candidate *candidate, const wattle_compose_options *options,
                             wattle_error **error) {
  wattle_prompt *prompt = UNTOUCHED;
  wattle_status status = wattle_compose(candidate, 1, options, &prompt, error);
  CHECK(prompt == UNTOUCHED);
  return status;
}

static wattle_status register_one(wattle_registry *registry, wattle_contribution contribution, wattle_error **error) {
  return wattle_registry_register(registry, &contribution, 1, error);
}

/* Each function below puts the text into one place. */

static wattle_status context_family(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_context context = converse;
  context.family = text;
  return resolve(registry, &context, NULL, error);
}

static wattle_status context_tenant_id(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_context context = converse;
  context.tenant_id = text;
  return resolve(registry, &context, NULL, error);
}

static wattle_status context_runtime_role(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_context context = converse;
  context.runtime_role = text;
  return resolve(registry, &context, NULL, error);
}

static wattle_status fingerprint_family(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_context context = converse;
  char hex[65] = "";
  context.family = text;
  wattle_status status = wattle_registry_fingerprint(registry, &context, hex, error);
  CHECK(hex[0] == '\0');
  return status;
}

static wattle_status compose_family(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_context context = converse;
  wattle_prompt *prompt = UNTOUCHED;
  context.family = text;
  wattle_status status = wattle_registry_compose(registry, &context, NULL, NULL, &prompt, error);
  CHECK(prompt == UNTOUCHED);
  return status;
}

static wattle_status state_loaded_tools(wattle_registry *registry, wattle_str text, wattle_error **error) {
  const wattle_str items[] = { WATTLE_STR("good"), text };
  const wattle_state state = WATTLE_STATE(.loaded_tools = { items, 2 });
  return resolve(registry, &converse, &state, error);
}

static wattle_status state_detected_intents(wattle_registry *registry, wattle_str text, wattle_error **error) {
  const wattle_state state = WATTLE_STATE(.detected_intents = { &text, 1 });
  return resolve(registry, &converse, &state, error);
}

static wattle_status state_plugin_metadata(wattle_registry *registry, wattle_str text, wattle_error **error) {
  const wattle_state state = WATTLE_STATE(.plugin_metadata = text);
  return resolve(registry, &converse, &state, error);
}

static wattle_status contribution_id(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_contribution contribution = text_contribution("host.a", "a");
  contribution.id = text;
  return register_one(registry, contribution, error);
}

static wattle_status contribution_text(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_contribution contribution = text_contribution("host.a", "a");
  contribution.text = text;
  return register_one(registry, contribution, error);
}

static wattle_status contribution_condensed(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_contribution contribution = text_contribution("host.a", "a");
  contribution.condensed = text;
  return register_one(registry, contribution, error);
}

static wattle_status scope_family(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_contribution contribution = text_contribution("host.a", "a");
  contribution.scope.family = text;
  return register_one(registry, contribution, error);
}

static wattle_status scope_tenant_id(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_contribution contribution = text_contribution("host.a", "a");
  contribution.scope.tenant_id = text;
  return register_one(registry, contribution, error);
}

static wattle_status scope_runtime_role(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_contribution contribution = text_contribution("host.a", "a");
  contribution.scope.runtime_role = text;
  return register_one(registry, contribution, error);
}

static wattle_status contribution_requires_tools(wattle_registry *registry, wattle_str text, wattle_error **error) {
  const wattle_str items[] = { WATTLE_STR("good"), text };
  wattle_contribution contribution = text_contribution("host.a", "a");
  contribution.requires_tools.items = items;
  contribution.requires_tools.len = 2;
  return register_one(registry, contribution, error);
}

/* The second of three: the first is not kept, and the drops of all three run. */
static wattle_status second_contribution_text(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_contribution three[] = { text_contribution("host.a", "a"), text_contribution("host.b", "b"),
                                  text_contribution("host.c", "c") };
  three[1].text = text;
  return wattle_registry_register(registry, three, 3, error);
}

static wattle_status emission_id(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_contribution contribution = text_contribution("p.a", "a");
  contribution.id = text;
  return emit_one(registry, &contribution, error);
}

static wattle_status emission_text(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_contribution contribution = text_contribution("p.a", "a");
  contribution.text = text;
  return emit_one(registry, &contribution, error);
}

static wattle_status unregister_id(wattle_registry *registry, wattle_str text, wattle_error **error) {
  return wattle_registry_unregister(registry, WATTLE_ORIGIN_STATIC, text, error);
}

static wattle_status policy_id(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_safety_policy policy = text_policy("safety.p", "p");
  policy.id = text;
  return wattle_registry_register_safety_policy(registry, &policy, error);
}

static wattle_status policy_text(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_safety_policy policy = text_policy("safety.p", "p");
  policy.text = text;
  return wattle_registry_register_safety_policy(registry, &policy, error);
}

static wattle_status unregister_policy_id(wattle_registry *registry, wattle_str text, wattle_error **error) {
  return wattle_registry_unregister_safety_policy(registry, text, error);
}

static wattle_status enabled_ids(wattle_registry *registry, wattle_str text, wattle_error **error) {
  const wattle_str_list ids = { &text, 1 };
  return wattle_registry_set_enabled_safety_policies(registry, ids, error);
}

static wattle_status plugin_name(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_plugin plugin = plugin_named("p");
  plugin.name = text;
  return wattle_registry_register_plugin(registry, &plugin, error);
}

static wattle_status plugin_version(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_plugin plugin = plugin_named("p");
  plugin.version = text;
  return wattle_registry_register_plugin(registry, &plugin, error);
}

static wattle_status plugin_prompt_text(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_contribution prompt = text_contribution("p.a", "a");
  wattle_plugin plugin = plugin_named("p");
  prompt.text = text;
  plugin.prompts = &prompt;
  plugin.prompts_len = 1;
  return wattle_registry_register_plugin(registry, &plugin, error);
}

static wattle_status plugin_runtime_prompt_id(wattle_registry *registry, wattle_str text, wattle_error **error) {
  const wattle_contribution prompt = text_contribution("p.a", "a");
  wattle_contribution runtime_prompt = text_contribution("p.b", "b");
  wattle_plugin plugin = plugin_named("p");
  runtime_prompt.id = text;
  plugin.prompts = &prompt;
  plugin.runtime_prompts = &runtime_prompt;
  plugin.prompts_len = plugin.runtime_prompts_len = 1;
  return wattle_registry_register_plugin(registry, &plugin, error);
}

static wattle_status plugin_policy_text(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_safety_policy policy = text_policy("safety.p", "p");
  wattle_plugin plugin = plugin_named("p");
  policy.text = text;
  plugin.safety_policies = &policy;
  plugin.safety_policies_len = 1;
  return wattle_registry_register_plugin(registry, &plugin, error);
}

static wattle_status replace_plugin_name(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_plugin plugin = plugin_named("p");
  plugin.name = text;
  return wattle_registry_replace_plugin(registry, &plugin, error);
}

static wattle_status unregister_plugin_name(wattle_registry *registry, wattle_str text, wattle_error **error) {
  return wattle_registry_unregister_plugin(registry, text, error);
}

static wattle_status new_registry(wattle_registry_options options, wattle_error **error) {
  wattle_registry *other = UNTOUCHED;
  wattle_status status = wattle_registry_new(&options, &other, error);
  CHECK(other == UNTOUCHED);
  return status;
}

static wattle_status options_runtime_id(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_registry_options options = WATTLE_REGISTRY_OPTIONS_INIT;
  (void)registry;
  options.runtime_id = text;
  return new_registry(options, error);
}

static wattle_status options_enabled(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_registry_options options = WATTLE_REGISTRY_OPTIONS_INIT;
  (void)registry;
  options.enabled_safety_policies.items = &text;
  options.enabled_safety_policies.len = 1;
  return new_registry(options, error);
}

static wattle_status global_target(wattle_registry *registry, wattle_str text, wattle_error **error) {
  const wattle_contribution contribution = text_contribution("host.g", "g");
  const wattle_str_list targets = { &text, 1 };
  (void)registry;
  return wattle_register_global(&contribution, targets, error);
}

static wattle_status global_text(wattle_registry *registry, wattle_str text, wattle_error **error) {
  const wattle_str all = WATTLE_STR("*");
  const wattle_str_list targets = { &all, 1 };
  wattle_contribution contribution = text_contribution("host.g", "g");
  (void)registry;
  contribution.text = text;
  return wattle_register_global(&contribution, targets, error);
}

static wattle_status unregister_global_id(wattle_registry *registry, wattle_str text, wattle_error **error) {
  (void)registry;
  return wattle_unregister_global(WATTLE_ORIGIN_STATIC, text, error);
}

static const wattle_candidate good_candidate =
    WATTLE_CANDIDATE(.id = WATTLE_STR_INIT("a"), .content = WATTLE_STR_INIT("a"), .tier = WATTLE_TIER_CORE);

static wattle_status candidate_id(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_candidate candidate = good_candidate;
  (void)registry;
  candidate.id = text;
  return compose(&candidate, NULL, error);
}

static wattle_status candidate_content(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_candidate candidate = good_candidate;
  (void)registry;
  candidate.content = text;
  return compose(&candidate, NULL, error);
}

static wattle_status candidate_condensed(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_candidate candidate = good_candidate;
  (void)registry;
  candidate.condensed = text;
  return compose(&candidate, NULL, error);
}

static wattle_status options_runtime_role(wattle_registry *registry, wattle_str text, wattle_error **error) {
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  (void)registry;
  options.runtime_role = text;
  return compose(&good_candidate, &options, error);
}

static const struct {
  const char *name;
  const char *subject;
  wattle_status (*put)(wattle_registry *registry, wattle_str text, wattle_error **error);
} places[] = {
  { "context.family", "family", context_family },
  { "context.tenant_id", "tenant_id", context_tenant_id },
  { "context.runtime_role", "runtime_role", context_runtime_role },
  { "fingerprint's context.family", "family", fingerprint_family },
  { "compose's context.family", "family", compose_family },
  { "state.loaded_tools", "loaded_tools", state_loaded_tools },
  { "state.detected_intents", "detected_intents", state_detected_intents },
  { "state.plugin_metadata", "plugin_metadata", state_plugin_metadata },
  { "contribution.id", "id", contribution_id },
  { "contribution.text", "text", contribution_text },
  { "contribution.condensed", "condensed", contribution_condensed },
  { "scope.family", "scope.family", scope_family },
  { "scope.tenant_id", "scope.tenant_id", scope_tenant_id },
  { "scope.runtime_role", "scope.runtime_role", scope_runtime_role },
  { "contribution.requires_tools", "requires_tools", contribution_requires_tools },
  { "the second contribution's text", "text", second_contribution_text },
  { "emission's id", "id", emission_id },
  { "emission's text", "text", emission_text },
  { "unregister's id", "id", unregister_id },
  { "policy.id", "id", policy_id },
  { "policy.text", "text", policy_text },
  { "unregister_safety_policy's id", "id", unregister_policy_id },
  { "set_enabled_safety_policies' ids", "ids", enabled_ids },
  { "plugin.name", "name", plugin_name },
  { "plugin.version", "version", plugin_version },
  { "plugin.prompts' text", "text", plugin_prompt_text },
  { "plugin.runtime_prompts' id", "id", plugin_runtime_prompt_id },
  { "plugin.safety_policies' text", "text", plugin_policy_text },
  { "replace_plugin's name", "name", replace_plugin_name },
  { "unregister_plugin's name", "name", unregister_plugin_name },
  { "registry_options.runtime_id", "runtime_id", options_runtime_id },
  { "registry_options.enabled_safety_policies", "enabled_safety_policies", options_enabled },
  { "register_global's target_runtimes", "target_runtimes", global_target },
  { "register_global's text", "text", global_text },
  { "unregister_global's id", "id", unregister_global_id },
  { "candidate.id", "id", candidate_id },
  { "candidate.content", "content", candidate_content },
  { "candidate.condensed", "condensed", candidate_condensed },
  { "compose_options.runtime_role", "runtime_role", options_runtime_role },
};

static void everywhere(wattle_registry *registry, wattle_str text, wattle_status status) {
  for (size_t i = 0; i < COUNT(places); i++) {
    check_row(places[i].name);
    REFUSED(status, places[i].subject, places[i].put(registry, text, ERR));
  }
}

static void null_with_length(wattle_registry *registry) {
  const wattle_str text = { NULL, 5 };
  everywhere(registry, text, WATTLE_NULL_ARGUMENT);
}

static void surrogate(wattle_registry *registry) {
  everywhere(registry, WATTLE_STR("\xED\xA0\x80"), WATTLE_INVALID_UTF8);
}

static void truncated(wattle_registry *registry) {
  everywhere(registry, WATTLE_STR("price: 5 \xE2\x82"), WATTLE_INVALID_UTF8);
}

static void overlong(wattle_registry *registry) {
  everywhere(registry, WATTLE_STR("host.\xC0\xAF"), WATTLE_INVALID_UTF8);
  everywhere(registry, WATTLE_STR("host.\xE0\x80\xAF"), WATTLE_INVALID_UTF8);
}

static void beyond_unicode(wattle_registry *registry) {
  everywhere(registry, WATTLE_STR("\xF4\x90\x80\x80"), WATTLE_INVALID_UTF8);
}

static void stray_bytes(wattle_registry *registry) {
  everywhere(registry, WATTLE_STR("\x80"), WATTLE_INVALID_UTF8);
  everywhere(registry, WATTLE_STR("\xFF"), WATTLE_INVALID_UTF8);
}

/* Checked by blocks, so also where the fault is in the last one. */
static void fault_at_the_end_of_a_long_text(wattle_registry *registry) {
  everywhere(registry,
             WATTLE_STR("host.0123456789012345678901234567890123456789012345678901234567890123456789"
                        "0123456789012345678901234567890123456789012345678901234567890\xC3"),
             WATTLE_INVALID_UTF8);
}

void text_tests(void) {
  static const test tests[] = {
    TEST(null_with_length),
    TEST(surrogate),
    TEST(truncated),
    TEST(overlong),
    TEST(beyond_unicode),
    TEST(stray_bytes),
    TEST(fault_at_the_end_of_a_long_text),
  };
  run_tests(tests, COUNT(tests));
}
