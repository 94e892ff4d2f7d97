/* NULL handles, NULL out parameters, NULL structs, and NULL for `error`. */
#include <string.h>

#include "check.h"

static void new_needs_a_place(wattle_registry *registry) {
  (void)registry;
  REFUSED(WATTLE_NULL_ARGUMENT, "registry", wattle_registry_new(NULL, NULL, ERR));
}

static void register_needs(wattle_registry *registry) {
  const wattle_contribution two[] = { text_contribution("host.a", "a"), text_contribution("host.b", "b") };
  REFUSED(WATTLE_NULL_ARGUMENT, "registry", wattle_registry_register(NULL, two, 2, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "contributions", wattle_registry_register(registry, NULL, 1, ERR));
  ACCEPTED(wattle_registry_register(registry, NULL, 0, ERR));
}

static void unregister_needs(wattle_registry *registry) {
  const wattle_origin origin = WATTLE_ORIGIN_STATIC;
  REFUSED(WATTLE_NULL_ARGUMENT, "registry", wattle_registry_unregister(NULL, origin, WATTLE_STR("host.base"), ERR));
  REFUSED(WATTLE_UNKNOWN_CONTRIBUTION, "",
          wattle_registry_unregister(registry, origin, (wattle_str)WATTLE_STR_ABSENT, ERR));
}

static void register_plugin_needs(wattle_registry *registry) {
  const wattle_contribution prompt = text_contribution("p.a", "a"), runtime = text_contribution("p.b", "b");
  const wattle_safety_policy policy = text_policy("safety.p", "p");
  wattle_plugin plugin = plugin_named("p");
  plugin.prompts = &prompt;
  plugin.runtime_prompts = &runtime;
  plugin.safety_policies = &policy;
  plugin.prompts_len = plugin.runtime_prompts_len = plugin.safety_policies_len = 1;
  REFUSED(WATTLE_NULL_ARGUMENT, "registry", wattle_registry_register_plugin(NULL, &plugin, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "plugin", wattle_registry_register_plugin(registry, NULL, ERR));
}

static void replace_plugin_needs(wattle_registry *registry) {
  const wattle_plugin plugin = plugin_named("p");
  REFUSED(WATTLE_NULL_ARGUMENT, "registry", wattle_registry_replace_plugin(NULL, &plugin, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "plugin", wattle_registry_replace_plugin(registry, NULL, ERR));
}

static void unregister_plugin_needs(wattle_registry *registry) {
  REFUSED(WATTLE_NULL_ARGUMENT, "registry", wattle_registry_unregister_plugin(NULL, WATTLE_STR("p"), ERR));
  REFUSED(WATTLE_UNKNOWN_PLUGIN, "",
          wattle_registry_unregister_plugin(registry, (wattle_str)WATTLE_STR_ABSENT, ERR));
}

/* Each array of a plugin: NULL with a length. What the other arrays hold is taken and dropped. */
static void plugin_arrays_need(wattle_registry *registry) {
  const wattle_contribution prompt = text_contribution("p.a", "a");
  wattle_plugin prompts = plugin_named("p"), runtime_prompts = plugin_named("p"), policies = plugin_named("p");
  prompts.prompts_len = 1;
  runtime_prompts.prompts = &prompt;
  runtime_prompts.prompts_len = 1;
  runtime_prompts.runtime_prompts_len = 1;
  policies.safety_policies_len = 1;
  REFUSED(WATTLE_NULL_ARGUMENT, "prompts", wattle_registry_register_plugin(registry, &prompts, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "runtime_prompts", wattle_registry_register_plugin(registry, &runtime_prompts, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "safety_policies", wattle_registry_register_plugin(registry, &policies, ERR));
}

static void policies_need(wattle_registry *registry) {
  const wattle_safety_policy policy = text_policy("safety.p", "p");
  REFUSED(WATTLE_NULL_ARGUMENT, "registry", wattle_registry_register_safety_policy(NULL, &policy, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "policy", wattle_registry_register_safety_policy(registry, NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "registry",
          wattle_registry_unregister_safety_policy(NULL, WATTLE_STR("safety.p"), ERR));
  REFUSED(WATTLE_UNKNOWN_SAFETY_POLICY, "",
          wattle_registry_unregister_safety_policy(registry, (wattle_str)WATTLE_STR_ABSENT, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "registry",
          wattle_registry_set_enabled_safety_policies(NULL, (wattle_str_list)WATTLE_STR_LIST_INIT, ERR));
}

static void globals_need(wattle_registry *registry) {
  const wattle_str all = WATTLE_STR("*");
  const wattle_str_list everywhere = { &all, 1 };
  (void)registry;
  REFUSED(WATTLE_NULL_ARGUMENT, "contribution", wattle_register_global(NULL, everywhere, ERR));
  REFUSED(WATTLE_UNKNOWN_CONTRIBUTION, "",
          wattle_unregister_global(WATTLE_ORIGIN_STATIC, (wattle_str)WATTLE_STR_ABSENT, ERR));
}

static void resolve_needs(wattle_registry *registry) {
  wattle_bundle *bundle = UNTOUCHED;
  REFUSED(WATTLE_NULL_ARGUMENT, "registry", wattle_registry_resolve(NULL, &converse, NULL, NULL, &bundle, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "context", wattle_registry_resolve(registry, NULL, NULL, NULL, &bundle, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "bundle", wattle_registry_resolve(registry, &converse, NULL, NULL, NULL, ERR));
  CHECK(bundle == UNTOUCHED);
}

static void fingerprint_needs(wattle_registry *registry) {
  char hex[65], before[65];
  memset(hex, '?', sizeof hex);
  memset(before, '?', sizeof before);
  REFUSED(WATTLE_NULL_ARGUMENT, "registry", wattle_registry_fingerprint(NULL, &converse, hex, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "context", wattle_registry_fingerprint(registry, NULL, hex, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "hex", wattle_registry_fingerprint(registry, &converse, NULL, ERR));
  CHECK(memcmp(hex, before, sizeof hex) == 0);
}

static void compose_needs(wattle_registry *registry) {
  wattle_prompt *prompt = UNTOUCHED;
  REFUSED(WATTLE_NULL_ARGUMENT, "candidates", wattle_compose(NULL, 1, NULL, &prompt, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "prompt", wattle_compose(NULL, 0, NULL, NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "registry", wattle_registry_compose(NULL, &converse, NULL, NULL, &prompt, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "context", wattle_registry_compose(registry, NULL, NULL, NULL, &prompt, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "prompt", wattle_registry_compose(registry, &converse, NULL, NULL, NULL, ERR));
  CHECK(prompt == UNTOUCHED);
}

static void compose_into_needs(wattle_registry *registry) {
  wattle_prompt *prompt = NULL;
  ACCEPTED(wattle_registry_compose(registry, &converse, NULL, NULL, &prompt, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "candidates", wattle_compose_into(NULL, 1, NULL, prompt, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "prompt", wattle_compose_into(NULL, 0, NULL, NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "registry", wattle_registry_compose_into(NULL, &converse, NULL, NULL, prompt, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "context", wattle_registry_compose_into(registry, NULL, NULL, NULL, prompt, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "prompt",
          wattle_registry_compose_into(registry, &converse, NULL, NULL, NULL, ERR));
  CHECK(text_is(wattle_prompt_text(prompt), "base"));
  wattle_prompt_free(prompt);
}

static void budget_and_gate_need(wattle_registry *registry) {
  const wattle_candidate candidate = WATTLE_CANDIDATE(.tier = WATTLE_TIER_CORE);
  wattle_outcome outcome = WATTLE_OUTCOME_INIT;
  (void)registry;
  REFUSED(WATTLE_NULL_ARGUMENT, "budget", wattle_effective_budget(NULL, NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "candidates", wattle_apply_budget_gate(NULL, 1, NULL, &outcome, NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "outcomes", wattle_apply_budget_gate(&candidate, 1, NULL, NULL, NULL, ERR));
  CHECK(outcome.verdict == 0);
}

static void no_candidates_are_fine(wattle_registry *registry) {
  wattle_prompt *prompt = NULL;
  (void)registry;
  ACCEPTED(wattle_compose(NULL, 0, NULL, &prompt, ERR));
  CHECK(text_is(wattle_prompt_text(prompt), ""));
  wattle_prompt_free(prompt);
}

static void bundle_accessors_need(wattle_registry *registry) {
  wattle_bundle *bundle = NULL;
  wattle_summary summary = WATTLE_SUMMARY_INIT, summary_before;
  wattle_section section = WATTLE_SECTION_INIT, section_before;
  memset(&summary.sections, '?', sizeof summary - sizeof summary.struct_size);
  memset(&section.id, '?', sizeof section - sizeof section.struct_size);
  memcpy(&summary_before, &summary, sizeof summary);
  memcpy(&section_before, &section, sizeof section);
  ACCEPTED(wattle_registry_resolve(registry, &converse, NULL, NULL, &bundle, ERR));

  REFUSED(WATTLE_NULL_ARGUMENT, "bundle", wattle_bundle_summary(NULL, &summary, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "summary", wattle_bundle_summary(bundle, NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "bundle", wattle_bundle_section(NULL, 0, &section, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "section", wattle_bundle_section(bundle, 0, NULL, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "index", wattle_bundle_section(bundle, 1, &section, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "index", wattle_bundle_section(bundle, SIZE_MAX, &section, ERR));
  CHECK(memcmp(&summary_before, &summary, sizeof summary) == 0);
  CHECK(memcmp(&section_before, &section, sizeof section) == 0);
  CHECK(text_is(wattle_bundle_text(NULL), ""));
  wattle_bundle_free(bundle);
}

static void prompt_accessors_need(wattle_registry *registry) {
  wattle_prompt *prompt = NULL;
  wattle_summary summary = WATTLE_SUMMARY_INIT, summary_before;
  wattle_section section = WATTLE_SECTION_INIT, section_before;
  memset(&summary.sections, '?', sizeof summary - sizeof summary.struct_size);
  memset(&section.id, '?', sizeof section - sizeof section.struct_size);
  memcpy(&summary_before, &summary, sizeof summary);
  memcpy(&section_before, &section, sizeof section);
  ACCEPTED(wattle_registry_compose(registry, &converse, NULL, NULL, &prompt, ERR));

  REFUSED(WATTLE_NULL_ARGUMENT, "prompt", wattle_prompt_summary(NULL, &summary, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "summary", wattle_prompt_summary(prompt, NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "prompt", wattle_prompt_section(NULL, 0, &section, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "section", wattle_prompt_section(prompt, 0, NULL, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "index", wattle_prompt_section(prompt, 1, &section, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "index", wattle_prompt_section(prompt, SIZE_MAX, &section, ERR));
  CHECK(memcmp(&summary_before, &summary, sizeof summary) == 0);
  CHECK(memcmp(&section_before, &section, sizeof section) == 0);
  CHECK(text_is(wattle_prompt_text(NULL), ""));
  CHECK(text_is(wattle_prompt_event_json(NULL), ""));
  wattle_prompt_free(prompt);
}

static void error_accessors_take_null(wattle_registry *registry) {
  (void)registry;
  CHECK(wattle_error_status(NULL) == WATTLE_OK);
  CHECK(text_is(wattle_error_message(NULL), ""));
  CHECK(text_is(wattle_error_subject(NULL), ""));
  CHECK(wattle_error_payload(NULL, NULL) == NULL);
  CHECK(wattle_error_payload(NULL, &untouched) == NULL);
}

static void freeing_null_is_fine(wattle_registry *registry) {
  (void)registry;
  wattle_registry_free(NULL);
  wattle_bundle_free(NULL);
  wattle_prompt_free(NULL);
  wattle_diff_free(NULL);
  wattle_error_free(NULL);
}

static void call_functions_take_null(wattle_registry *registry) {
  const wattle_contribution emitted = text_contribution("p.a", "a");
  (void)registry;
  CHECK(wattle_call_write(NULL, WATTLE_STR("text")) == WATTLE_NULL_ARGUMENT);
  REFUSED(WATTLE_NULL_ARGUMENT, "call", wattle_call_emit(NULL, &emitted, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, NULL, wattle_call_emit(NULL, NULL, ERR));
  CHECK(wattle_call_fail(NULL, WATTLE_STR("why")) == WATTLE_CALLBACK_FAILED);
  CHECK(wattle_call_fail_with(NULL, WATTLE_STR("why"), &untouched, tracked(), drop_tracked) == WATTLE_CALLBACK_FAILED);
  CHECK(wattle_call_fail_with(NULL, WATTLE_STR("why"), NULL, NULL, NULL) == WATTLE_CALLBACK_FAILED);
}

/* Every fallible function once more, failing without a place for the error. */
static void error_may_be_null(wattle_registry *registry) {
  const wattle_contribution contribution = text_contribution("bad", "text");
  const wattle_plugin plugin = plugin_named("a.b"), other = plugin_named("unknown");
  const wattle_safety_policy policy = text_policy("bad", "text");
  const wattle_str_list bad_list = { NULL, 5 };
  const wattle_str nobody = WATTLE_STR("host.nobody");
  CHECK(wattle_registry_new(NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_registry_register(registry, &contribution, 1, NULL) == WATTLE_UNNAMESPACED_ID);
  CHECK(wattle_registry_unregister(registry, WATTLE_ORIGIN_STATIC, nobody, NULL) == WATTLE_UNKNOWN_CONTRIBUTION);
  CHECK(wattle_registry_register_plugin(registry, &plugin, NULL) == WATTLE_INVALID_ARGUMENT);
  CHECK(wattle_registry_replace_plugin(registry, &other, NULL) == WATTLE_UNKNOWN_PLUGIN);
  CHECK(wattle_registry_unregister_plugin(registry, nobody, NULL) == WATTLE_UNKNOWN_PLUGIN);
  CHECK(wattle_registry_register_safety_policy(registry, &policy, NULL) == WATTLE_UNNAMESPACED_ID);
  CHECK(wattle_registry_unregister_safety_policy(registry, nobody, NULL) == WATTLE_UNKNOWN_SAFETY_POLICY);
  CHECK(wattle_registry_set_enabled_safety_policies(registry, bad_list, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_register_global(NULL, bad_list, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_unregister_global(WATTLE_ORIGIN_STATIC, nobody, NULL) == WATTLE_UNKNOWN_CONTRIBUTION);
  CHECK(wattle_registry_resolve(registry, NULL, NULL, NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_registry_fingerprint(registry, NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_bundle_summary(NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_bundle_section(NULL, 0, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_compose(NULL, 1, NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_registry_compose(registry, NULL, NULL, NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_compose_into(NULL, 0, NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_registry_compose_into(registry, NULL, NULL, NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_effective_budget(NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_apply_budget_gate(NULL, 1, NULL, NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_prompt_summary(NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_prompt_section(NULL, 0, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_prompt_restore(NULL, NULL, 0, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_bundle_diff(NULL, NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_prompt_diff(NULL, NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_diff_summary(NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_diff_at(NULL, 0, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_call_emit(NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
}

void null_tests(void) {
  static const test tests[] = {
    TEST(new_needs_a_place),
    TEST(register_needs),
    TEST(unregister_needs),
    TEST(register_plugin_needs),
    TEST(replace_plugin_needs),
    TEST(unregister_plugin_needs),
    TEST(plugin_arrays_need),
    TEST(policies_need),
    TEST(globals_need),
    TEST(resolve_needs),
    TEST(fingerprint_needs),
    TEST(compose_needs),
    TEST(compose_into_needs),
    TEST(budget_and_gate_need),
    TEST(no_candidates_are_fine),
    TEST(bundle_accessors_need),
    TEST(prompt_accessors_need),
    TEST(error_accessors_take_null),
    TEST(freeing_null_is_fine),
    TEST(call_functions_take_null),
    TEST(error_may_be_null),
  };
  run_tests(tests, COUNT(tests));
}
