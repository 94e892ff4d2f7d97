/* Enumerations, booleans, lists of NULL, and contents that are not exactly one. */
#include "check.h"
#include "shapes.h"

#define FIELD(type, member) offsetof(type, member), sizeof(((type *)0)->member)
#define SCOPE_CALL_CLASS \
  offsetof(wattle_contribution, scope) + offsetof(wattle_scope, call_class), sizeof(wattle_call_class)

struct row {
  const shape *shape;
  size_t offset, width;
  uint64_t value;
  const char *subject;
};

static void all_refused(wattle_registry *registry, wattle_status status, const struct row *rows, size_t n) {
  for (size_t i = 0; i < n; i++) {
    void *bytes = shape_bytes(rows[i].shape);
    check_row(rows[i].subject);
    shape_set(bytes, rows[i].offset, rows[i].width, rows[i].value);
    REFUSED(status, rows[i].subject, rows[i].shape->use(registry, bytes, ERR));
  }
}

/* Fields in which 0 means not set, or is no value either. */
static void enumerations(wattle_registry *registry, uint64_t value) {
  const struct row rows[] = {
    { &context_shape, FIELD(wattle_context, call_class), value, "call_class" },
    { &state_shape, FIELD(wattle_state, prior_turn_had_tool_calls), value, "prior_turn_had_tool_calls" },
    { &registry_options_shape, FIELD(wattle_registry_options, seed_core_defaults), value, "seed_core_defaults" },
    { &registry_options_shape, FIELD(wattle_registry_options, seed_core_templates), value, "seed_core_templates" },
    { &registry_options_shape, FIELD(wattle_registry_options, seed_safety_policies), value, "seed_safety_policies" },
    { &contribution_shape, FIELD(wattle_contribution, mode), value, "mode" },
    { &contribution_shape, FIELD(wattle_contribution, origin), value, "origin" },
    { &contribution_shape, FIELD(wattle_contribution, tier), value, "tier" },
    { &contribution_shape, SCOPE_CALL_CLASS, value, "scope.call_class" },
    { &global_shape, FIELD(wattle_contribution, mode), value, "mode" },
    { &global_shape, FIELD(wattle_contribution, origin), value, "origin" },
    { &prompt_shape, FIELD(wattle_contribution, origin), value, "origin" },
    { &prompt_shape, FIELD(wattle_contribution, tier), value, "tier" },
    { &runtime_prompt_shape, FIELD(wattle_contribution, origin), value, "origin" },
    { &runtime_prompt_shape, SCOPE_CALL_CLASS, value, "scope.call_class" },
    { &emission_shape, FIELD(wattle_contribution, mode), value, "mode" },
    { &emission_shape, FIELD(wattle_contribution, origin), value, "origin" },
    { &candidate_shape, FIELD(wattle_candidate, tier), value, "tier" },
    { &safety_context_shape, FIELD(wattle_context, call_class), value, "call_class" },
    { &rendered_state_shape, FIELD(wattle_state, prior_turn_had_tool_calls), value, "prior_turn_had_tool_calls" },
    { &guidance_entry_shape, FIELD(wattle_guidance_entry, mode), value, "mode" },
  };
  all_refused(registry, WATTLE_INVALID_ARGUMENT, rows, COUNT(rows));
}

static void enumerations_unknown(wattle_registry *registry) {
  enumerations(registry, 5);
  enumerations(registry, 99);
  enumerations(registry, UINT32_MAX);
}

static void enumerations_missing(wattle_registry *registry) {
  const struct row rows[] = {
    { &context_shape, FIELD(wattle_context, call_class), 0, "call_class" },
    { &contribution_shape, FIELD(wattle_contribution, mode), 0, "mode" },
    { &global_shape, FIELD(wattle_contribution, mode), 0, "mode" },
    { &prompt_shape, FIELD(wattle_contribution, mode), 0, "mode" },
    { &runtime_prompt_shape, FIELD(wattle_contribution, mode), 0, "mode" },
    { &emission_shape, FIELD(wattle_contribution, mode), 0, "mode" },
    { &candidate_shape, FIELD(wattle_candidate, tier), 0, "tier" },
    { &guidance_entry_shape, FIELD(wattle_guidance_entry, mode), 0, "mode" },
  };
  all_refused(registry, WATTLE_INVALID_ARGUMENT, rows, COUNT(rows));
}

/* Origins that exist but are not the host's, or not the list's. */
static void origins_of_others(wattle_registry *registry) {
  const struct row rows[] = {
    { &contribution_shape, FIELD(wattle_contribution, origin), WATTLE_ORIGIN_CORE_DEFAULT, "p.shape" },
    { &contribution_shape, FIELD(wattle_contribution, origin), WATTLE_ORIGIN_CORE_TEMPLATE, "p.shape" },
    { &global_shape, FIELD(wattle_contribution, origin), WATTLE_ORIGIN_CORE_DEFAULT, "p.shape" },
    { &global_shape, FIELD(wattle_contribution, origin), WATTLE_ORIGIN_CORE_TEMPLATE, "p.shape" },
    { &prompt_shape, FIELD(wattle_contribution, origin), WATTLE_ORIGIN_CORE_DEFAULT, "p.shape" },
    { &prompt_shape, FIELD(wattle_contribution, origin), WATTLE_ORIGIN_RUNTIME_AWARE, "p.shape" },
    { &runtime_prompt_shape, FIELD(wattle_contribution, origin), WATTLE_ORIGIN_CORE_TEMPLATE, "p.shape" },
    { &runtime_prompt_shape, FIELD(wattle_contribution, origin), WATTLE_ORIGIN_STATIC, "p.shape" },
    { &emission_shape, FIELD(wattle_contribution, origin), WATTLE_ORIGIN_CORE_DEFAULT, "p.shape" },
    { &emission_shape, FIELD(wattle_contribution, origin), WATTLE_ORIGIN_STATIC, "p.shape" },
  };
  all_refused(registry, WATTLE_INVALID_ARGUMENT, rows, COUNT(rows));
}

static void origin_parameters(wattle_registry *registry) {
  const wattle_origin unknown[] = { 0, 5, 99, UINT32_MAX };
  const wattle_origin of_the_library[] = { WATTLE_ORIGIN_CORE_DEFAULT, WATTLE_ORIGIN_CORE_TEMPLATE };
  const wattle_str base = WATTLE_STR("host.base");
  for (size_t i = 0; i < COUNT(unknown); i++) {
    REFUSED(WATTLE_INVALID_ARGUMENT, "origin", wattle_registry_unregister(registry, unknown[i], base, ERR));
    REFUSED(WATTLE_INVALID_ARGUMENT, "origin", wattle_unregister_global(unknown[i], base, ERR));
  }
  for (size_t i = 0; i < COUNT(of_the_library); i++) {
    REFUSED(WATTLE_INVALID_ARGUMENT, "host.base", wattle_registry_unregister(registry, of_the_library[i], base, ERR));
    REFUSED(WATTLE_INVALID_ARGUMENT, "host.base", wattle_unregister_global(of_the_library[i], base, ERR));
  }
}

static void booleans(wattle_registry *registry) {
  const uint64_t values[] = { 2, 255 };
  for (size_t i = 0; i < COUNT(values); i++) {
    const struct row rows[] = {
      { &policy_shape, FIELD(wattle_safety_policy, enabled_by_default), values[i], "enabled_by_default" },
      { &plugin_policy_shape, FIELD(wattle_safety_policy, enabled_by_default), values[i], "enabled_by_default" },
      { &resolve_options_shape, FIELD(wattle_resolve_options, static_first), values[i], "static_first" },
      { &resolve_options_shape, FIELD(wattle_resolve_options, static_only), values[i], "static_only" },
      { &compose_options_shape, FIELD(wattle_compose_options, strict), values[i], "strict" },
      { &compose_options_shape, FIELD(wattle_compose_options, static_first), values[i], "static_first" },
      { &compose_options_shape, FIELD(wattle_compose_options, static_only), values[i], "static_only" },
      { &candidate_shape, FIELD(wattle_candidate, has_chars), values[i], "has_chars" },
      { &module_shape, FIELD(wattle_module, optional), values[i], "optional" },
      { &agent_context_shape, FIELD(wattle_agent_context, has_time), values[i], "has_time" },
      { &agent_context_shape, FIELD(wattle_agent_context, reply_optional), values[i], "reply_optional" },
      { &agent_context_shape, FIELD(wattle_agent_context, has_workspace), values[i], "has_workspace" },
      { &agent_context_shape, FIELD(wattle_agent_context, has_governance), values[i], "has_governance" },
      { &async_job_shape, FIELD(wattle_async_job, has_progress), values[i], "has_progress" },
    };
    all_refused(registry, WATTLE_INVALID_ARGUMENT, rows, COUNT(rows));
  }
}

static void chars_without_has_chars(wattle_registry *registry) {
  const struct row row = { &candidate_shape, FIELD(wattle_candidate, chars), 1, "chars" };
  all_refused(registry, WATTLE_INVALID_ARGUMENT, &row, 1);
}

/* (NULL, 5) */
static void lists_of_null(wattle_registry *registry) {
  const size_t len = offsetof(wattle_str_list, len);
  const wattle_str_list list = { NULL, 5 };
  const wattle_contribution contribution = text_contribution("host.g", "g");
  const struct row rows[] = {
    { &state_shape, offsetof(wattle_state, loaded_tools) + len, 8, 5, "loaded_tools" },
    { &state_shape, offsetof(wattle_state, detected_intents) + len, 8, 5, "detected_intents" },
    { &rendered_state_shape, offsetof(wattle_state, loaded_tools) + len, 8, 5, "loaded_tools" },
    { &rendered_state_shape, offsetof(wattle_state, detected_intents) + len, 8, 5, "detected_intents" },
    { &contribution_shape, offsetof(wattle_contribution, requires_tools) + len, 8, 5, "requires_tools" },
    { &emission_shape, offsetof(wattle_contribution, requires_tools) + len, 8, 5, "requires_tools" },
    { &registry_options_shape, offsetof(wattle_registry_options, enabled_safety_policies) + len, 8, 5,
      "enabled_safety_policies" },
    { &plugin_shape, FIELD(wattle_plugin, prompts_len), 5, "prompts" },
    { &plugin_shape, FIELD(wattle_plugin, runtime_prompts_len), 5, "runtime_prompts" },
    { &replacement_shape, FIELD(wattle_plugin, safety_policies_len), 5, "safety_policies" },
    { &agent_context_shape, offsetof(wattle_agent_context, skills) + len, 8, 5, "skills" },
    { &agent_context_shape, FIELD(wattle_agent_context, commands_len), 5, "commands" },
  };
  all_refused(registry, WATTLE_NULL_ARGUMENT, rows, COUNT(rows));
  REFUSED(WATTLE_NULL_ARGUMENT, "ids", wattle_registry_set_enabled_safety_policies(registry, list, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "target_runtimes", wattle_register_global(&contribution, list, ERR));
}

static void absurd_lengths(wattle_registry *registry) {
  const struct row rows[] = {
    { &plugin_shape, FIELD(wattle_plugin, prompts_len), SIZE_MAX, "prompts" },
    { &contribution_shape, offsetof(wattle_contribution, text) + offsetof(wattle_str, len), 8,
      (uint64_t)WATTLE_TEXT_MAX_BYTES + 1, "text" },
    { &contribution_shape, offsetof(wattle_contribution, text) + offsetof(wattle_str, len), 8, SIZE_MAX, "text" },
    { &candidate_shape, offsetof(wattle_candidate, content) + offsetof(wattle_str, len), 8, SIZE_MAX, "content" },
    { &policy_shape, offsetof(wattle_safety_policy, text) + offsetof(wattle_str, len), 8, SIZE_MAX, "text" },
    { &context_shape, offsetof(wattle_context, family) + offsetof(wattle_str, len), 8, SIZE_MAX, "family" },
    { &module_shape, offsetof(wattle_module, name) + offsetof(wattle_str, len), 8, SIZE_MAX, "name" },
  };
  all_refused(registry, WATTLE_NULL_ARGUMENT, rows, 1);
  all_refused(registry, WATTLE_LIMIT_EXCEEDED, rows + 1, COUNT(rows) - 1);
}

static void nobody_targeted(wattle_registry *registry) {
  const wattle_contribution absent = text_contribution("host.g", "g"), empty = text_contribution("host.h", "h");
  const wattle_str nothing = WATTLE_STR_ABSENT;
  const wattle_str_list empty_list = { &nothing, 0 };
  (void)registry;
  REFUSED(WATTLE_INVALID_ARGUMENT, "host.g",
          wattle_register_global(&absent, (wattle_str_list)WATTLE_STR_LIST_INIT, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "host.h", wattle_register_global(&empty, empty_list, ERR));
}

/* Contents: exactly one of text, static_content, runtime_content, and when together with text. */

static wattle_status never_static(void *user_data, wattle_call *call, const wattle_context *context) {
  (void)user_data;
  (void)context;
  return wattle_call_fail(call, WATTLE_STR("never called"));
}

static wattle_status never_runtime(void *user_data, wattle_call *call, const wattle_context *context,
                                   const wattle_state *state) {
  (void)user_data;
  (void)context;
  (void)state;
  return wattle_call_fail(call, WATTLE_STR("never called"));
}

static wattle_status never_when(void *user_data, wattle_call *call, const wattle_context *context,
                                const wattle_state *state, uint8_t *answer) {
  (void)user_data;
  (void)context;
  (void)state;
  (void)answer;
  return wattle_call_fail(call, WATTLE_STR("never called"));
}

static void contents_of_contributions(wattle_registry *registry) {
  const wattle_str text = WATTLE_STR("text"), empty = WATTLE_STR(""), none = WATTLE_STR_ABSENT;
  const wattle_contribution contents[] = {
    { .text = none },
    { .text = text, .static_content = never_static },
    { .text = empty, .static_content = never_static },
    { .text = text, .runtime_content = never_runtime },
    { .static_content = never_static, .runtime_content = never_runtime },
    { .text = text, .static_content = never_static, .runtime_content = never_runtime },
    { .text = none, .when = never_when },
    { .when = never_when, .static_content = never_static },
    { .when = never_when, .runtime_content = never_runtime },
    { .text = text, .when = never_when, .static_content = never_static },
    { .text = text, .when = never_when, .runtime_content = never_runtime },
  };
  static const shape *const ways[] = { &contribution_shape, &global_shape, &runtime_prompt_shape, &emission_shape };
  for (size_t way = 0; way < COUNT(ways); way++) {
    for (size_t i = 0; i < COUNT(contents); i++) {
      wattle_contribution *contribution = shape_bytes(ways[way]);
      contribution->text = contents[i].text;
      contribution->static_content = contents[i].static_content;
      contribution->runtime_content = contents[i].runtime_content;
      contribution->when = contents[i].when;
      REFUSED(WATTLE_INVALID_ARGUMENT, "p.shape", ways[way]->use(registry, contribution, ERR));
    }
  }
}

static void contents_of_policies(wattle_registry *registry) {
  static const shape *const ways[] = { &policy_shape, &plugin_policy_shape };
  for (size_t way = 0; way < COUNT(ways); way++) {
    wattle_safety_policy *policy = shape_bytes(ways[way]);
    policy->static_content = never_static;
    REFUSED(WATTLE_INVALID_ARGUMENT, "safety.shape", ways[way]->use(registry, policy, ERR));
    policy = shape_bytes(ways[way]);
    policy->text = (wattle_str)WATTLE_STR_ABSENT;
    REFUSED(WATTLE_INVALID_ARGUMENT, "safety.shape", ways[way]->use(registry, policy, ERR));
  }
}

/* What reads the state may not be static. */
static void state_readers_that_are_static(wattle_registry *registry) {
  static const shape *const ways[] = { &contribution_shape, &global_shape, &prompt_shape };
  const wattle_str nothing = WATTLE_STR_ABSENT;
  for (size_t way = 0; way < COUNT(ways); way++) {
    for (int what = 0; what < 3; what++) {
      wattle_contribution *contribution = shape_bytes(ways[way]);
      contribution->origin = WATTLE_ORIGIN_STATIC;
      if (what == 0) {
        contribution->text = nothing;
        contribution->runtime_content = never_runtime;
      } else if (what == 1) {
        contribution->when = never_when;
      } else {
        contribution->requires_tools.items = &nothing; /* an empty list, but there */
      }
      REFUSED(WATTLE_INVALID_ARGUMENT, "p.shape", ways[way]->use(registry, contribution, ERR));
    }
  }
}

static void numbers_without_a_name(wattle_registry *registry) {
  const wattle_status statuses[] = { -1, 10, 19, 42, 99, 1000, INT32_MAX, INT32_MIN };
  (void)registry;
  for (size_t i = 0; i < COUNT(statuses); i++) CHECK(text_is(wattle_status_name(statuses[i]), "unknown"));
  CHECK(text_is(wattle_status_name(WATTLE_OK), "ok"));
  CHECK(text_is(wattle_status_name(WATTLE_INVALID_JSON), "invalid-json"));
  CHECK(text_is(wattle_status_name(WATTLE_FROZEN), "frozen"));
  CHECK(text_is(wattle_status_name(WATTLE_PLUGIN_IN_USE), "plugin-in-use"));
  const uint32_t numbers[] = { 0, 5, 99, UINT32_MAX };
  for (size_t i = 0; i < COUNT(numbers); i++) {
    CHECK(text_is(wattle_mode_name(numbers[i]), "unknown"));
    CHECK(text_is(wattle_call_class_name(numbers[i]), "unknown"));
    CHECK(text_is(wattle_origin_name(numbers[i]), "unknown"));
    CHECK(text_is(wattle_tier_name(numbers[i]), "unknown"));
    CHECK(text_is(wattle_verdict_name(numbers[i]), "unknown"));
    CHECK(text_is(wattle_change_name(numbers[i]), "unknown"));
  }
  CHECK(text_is(wattle_change_name(WATTLE_CHANGE_ADDED), "added"));
  CHECK(text_is(wattle_change_name(WATTLE_CHANGE_LABEL), "label"));
}

void value_tests(void) {
  static const test tests[] = {
    TEST(enumerations_unknown),
    TEST(enumerations_missing),
    TEST(origins_of_others),
    TEST(origin_parameters),
    TEST(booleans),
    TEST(chars_without_has_chars),
    TEST(lists_of_null),
    TEST(absurd_lengths),
    TEST(nobody_targeted),
    TEST(contents_of_contributions),
    TEST(contents_of_policies),
    TEST(state_readers_that_are_static),
    TEST(numbers_without_a_name),
  };
  run_tests(tests, COUNT(tests));
}
