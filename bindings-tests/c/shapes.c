#include "shapes.h"

#include <string.h>

#include "check.h"

/* Templates */

static const wattle_state valid_state = WATTLE_STATE_INIT;
static const wattle_contribution valid_contribution =
    WATTLE_CONTRIBUTION(.id = WATTLE_STR_INIT("p.shape"), .mode = WATTLE_APPEND, .text = WATTLE_STR_INIT("text"),
                        .drop = drop_tracked);
static const wattle_safety_policy valid_policy =
    WATTLE_SAFETY_POLICY(.id = WATTLE_STR_INIT("safety.shape"), .text = WATTLE_STR_INIT("text"),
                         .enabled_by_default = 1, .drop = drop_tracked);
static const wattle_plugin valid_plugin =
    WATTLE_PLUGIN(.name = WATTLE_STR_INIT("p"), .version = WATTLE_STR_INIT("1"), .drop = drop_tracked);
static const wattle_registry_options valid_registry_options = WATTLE_REGISTRY_OPTIONS_INIT;
static const wattle_resolve_options valid_resolve_options = WATTLE_RESOLVE_OPTIONS_INIT;
static const wattle_compose_options valid_compose_options = WATTLE_COMPOSE_OPTIONS_INIT;
static const wattle_probes valid_probes = WATTLE_PROBES_INIT;
static const wattle_candidate valid_candidate =
    WATTLE_CANDIDATE(.id = WATTLE_STR_INIT("a"), .content = WATTLE_STR_INIT("text"), .tier = WATTLE_TIER_ACTIVE);

/* Ways in */

static wattle_status resolve(wattle_registry *registry, const wattle_context *context, const wattle_state *state,
                             const wattle_resolve_options *options, wattle_error **error) {
  wattle_bundle *bundle = UNTOUCHED;
  wattle_status status = wattle_registry_resolve(registry, context, state, options, &bundle, error);
  CHECK((status == WATTLE_OK) == (bundle != UNTOUCHED));
  if (status == WATTLE_OK) wattle_bundle_free(bundle);
  return status;
}

static wattle_status compose(wattle_registry *registry, const wattle_context *context, const wattle_state *state,
                             const wattle_compose_options *options, wattle_error **error) {
  wattle_prompt *prompt = UNTOUCHED;
  wattle_status status = wattle_registry_compose(registry, context, state, options, &prompt, error);
  CHECK((status == WATTLE_OK) == (prompt != UNTOUCHED));
  if (status == WATTLE_OK) wattle_prompt_free(prompt);
  return status;
}

static wattle_status compose_candidates(const wattle_candidate *candidates, size_t n,
                                        const wattle_compose_options *options, wattle_error **error) {
  wattle_prompt *prompt = UNTOUCHED;
  wattle_status status = wattle_compose(candidates, n, options, &prompt, error);
  CHECK((status == WATTLE_OK) == (prompt != UNTOUCHED));
  if (status == WATTLE_OK) wattle_prompt_free(prompt);
  return status;
}

static wattle_status use_context(wattle_registry *registry, const void *context, wattle_error **error) {
  char hex[65] = "";
  wattle_status status = resolve(registry, context, NULL, NULL, error);
  CHECK(compose(registry, context, NULL, NULL, NULL) == status);
  CHECK(wattle_registry_fingerprint(registry, context, hex, NULL) == status);
  CHECK((status == WATTLE_OK) == (hex[0] != '\0'));
  return status;
}

static wattle_status use_state(wattle_registry *registry, const void *state, wattle_error **error) {
  wattle_status status = resolve(registry, &converse, state, NULL, error);
  CHECK(compose(registry, &converse, state, NULL, NULL) == status);
  return status;
}

static wattle_status use_contribution(wattle_registry *registry, const void *contribution, wattle_error **error) {
  wattle_status status = wattle_registry_register(registry, contribution, 1, error);
  if (status == WATTLE_OK) remove_static(registry, "p.shape");
  return status;
}

static wattle_status use_global(wattle_registry *registry, const void *contribution, wattle_error **error) {
  const wattle_str all = WATTLE_STR("*");
  const wattle_str_list everywhere = { &all, 1 };
  wattle_status status = wattle_register_global(contribution, everywhere, error);
  (void)registry;
  if (status == WATTLE_OK)
    CHECK(wattle_unregister_global(WATTLE_ORIGIN_STATIC, WATTLE_STR("p.shape"), NULL) == WATTLE_OK);
  return status;
}

static wattle_status register_plugin(wattle_registry *registry, const wattle_plugin *plugin, wattle_error **error) {
  wattle_status status = wattle_registry_register_plugin(registry, plugin, error);
  if (status == WATTLE_OK)
    CHECK(wattle_registry_unregister_plugin(registry, WATTLE_STR("p"), NULL) == WATTLE_OK);
  return status;
}

static wattle_status use_prompt(wattle_registry *registry, const void *contribution, wattle_error **error) {
  wattle_plugin plugin = plugin_named("p");
  plugin.prompts = contribution;
  plugin.prompts_len = 1;
  return register_plugin(registry, &plugin, error);
}

static wattle_status use_runtime_prompt(wattle_registry *registry, const void *contribution, wattle_error **error) {
  wattle_plugin plugin = plugin_named("p");
  plugin.runtime_prompts = contribution;
  plugin.runtime_prompts_len = 1;
  return register_plugin(registry, &plugin, error);
}

static wattle_status use_plugin_policy(wattle_registry *registry, const void *policy, wattle_error **error) {
  wattle_plugin plugin = plugin_named("p");
  plugin.safety_policies = policy;
  plugin.safety_policies_len = 1;
  return register_plugin(registry, &plugin, error);
}

static wattle_status use_policy(wattle_registry *registry, const void *policy, wattle_error **error) {
  wattle_status status = wattle_registry_register_safety_policy(registry, policy, error);
  if (status == WATTLE_OK)
    CHECK(wattle_registry_unregister_safety_policy(registry, WATTLE_STR("safety.shape"), NULL) == WATTLE_OK);
  return status;
}

static wattle_status use_plugin(wattle_registry *registry, const void *plugin, wattle_error **error) {
  return register_plugin(registry, plugin, error);
}

static wattle_status use_replacement(wattle_registry *registry, const void *plugin, wattle_error **error) {
  const wattle_plugin old = plugin_named("p");
  CHECK(wattle_registry_register_plugin(registry, &old, NULL) == WATTLE_OK);
  wattle_status status = wattle_registry_replace_plugin(registry, plugin, error);
  CHECK(drops_of(old.user_data) == (status == WATTLE_OK));
  CHECK(wattle_registry_unregister_plugin(registry, WATTLE_STR("p"), NULL) == WATTLE_OK);
  return status;
}

static wattle_status use_registry_options(wattle_registry *registry, const void *options, wattle_error **error) {
  wattle_registry *other = UNTOUCHED;
  wattle_status status = wattle_registry_new(options, &other, error);
  (void)registry;
  CHECK((status == WATTLE_OK) == (other != UNTOUCHED));
  if (status == WATTLE_OK) wattle_registry_free(other);
  return status;
}

static wattle_status use_resolve_options(wattle_registry *registry, const void *options, wattle_error **error) {
  return resolve(registry, &converse, NULL, options, error);
}

static wattle_status use_compose_options(wattle_registry *registry, const void *options, wattle_error **error) {
  wattle_status status = compose(registry, &converse, NULL, options, error);
  CHECK(compose_candidates(&valid_candidate, 1, options, NULL) == status);
  return status;
}

static wattle_status use_resolve_probes(wattle_registry *registry, const void *probes, wattle_error **error) {
  const wattle_resolve_options options = WATTLE_RESOLVE_OPTIONS(.probes = probes);
  return resolve(registry, &converse, NULL, &options, error);
}

static wattle_status use_compose_probes(wattle_registry *registry, const void *probes, wattle_error **error) {
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  options.probes = probes;
  return use_compose_options(registry, &options, error);
}

static wattle_status use_candidate(wattle_registry *registry, const void *candidate, wattle_error **error) {
  (void)registry;
  return compose_candidates(candidate, 1, NULL, error);
}

/* Emitting */

struct emission {
  const void *contribution;
  wattle_error **error;
  wattle_status status;
};

static wattle_status emit_hook(void *user_data, wattle_call *call, const wattle_context *context,
                               const wattle_state *state) {
  struct emission *emission = user_data;
  (void)context;
  (void)state;
  emission->status = wattle_call_emit(call, emission->contribution, emission->error);
  return WATTLE_OK;
}

wattle_status emit_one(wattle_registry *registry, const void *contribution, wattle_error **error) {
  struct emission emission = { contribution, error, WATTLE_INTERNAL };
  const wattle_plugin plugin =
      WATTLE_PLUGIN(.name = WATTLE_STR("p"), .hook = emit_hook, .user_data = &emission);
  wattle_error *outer = NULL;
  CHECK(wattle_registry_register_plugin(registry, &plugin, NULL) == WATTLE_OK);
  CHECK(resolve(registry, &converse, NULL, NULL, &outer) == emission.status);
  if (emission.status != WATTLE_OK && error) {
    wattle_str inner_subject = wattle_error_subject(*error), outer_subject = wattle_error_subject(outer);
    CHECK(inner_subject.len == outer_subject.len &&
          memcmp(inner_subject.data, outer_subject.data, inner_subject.len) == 0);
  }
  wattle_error_free(outer);
  CHECK(wattle_registry_unregister_plugin(registry, WATTLE_STR("p"), NULL) == WATTLE_OK);
  return emission.status;
}

/* The shapes */

const shape context_shape = SHAPE(wattle_context, converse, use_context);
const shape state_shape = SHAPE(wattle_state, valid_state, use_state);
const shape contribution_shape = OWNING_SHAPE(wattle_contribution, valid_contribution, use_contribution);
const shape global_shape = OWNING_SHAPE(wattle_contribution, valid_contribution, use_global);
const shape prompt_shape = OWNING_SHAPE(wattle_contribution, valid_contribution, use_prompt);
const shape runtime_prompt_shape = OWNING_SHAPE(wattle_contribution, valid_contribution, use_runtime_prompt);
const shape emission_shape = OWNING_SHAPE(wattle_contribution, valid_contribution, emit_one);
const shape policy_shape = OWNING_SHAPE(wattle_safety_policy, valid_policy, use_policy);
const shape plugin_policy_shape = OWNING_SHAPE(wattle_safety_policy, valid_policy, use_plugin_policy);
const shape plugin_shape = OWNING_SHAPE(wattle_plugin, valid_plugin, use_plugin);
const shape replacement_shape = OWNING_SHAPE(wattle_plugin, valid_plugin, use_replacement);
const shape registry_options_shape = SHAPE(wattle_registry_options, valid_registry_options, use_registry_options);
const shape resolve_options_shape = SHAPE(wattle_resolve_options, valid_resolve_options, use_resolve_options);
const shape compose_options_shape = SHAPE(wattle_compose_options, valid_compose_options, use_compose_options);
const shape resolve_probes_shape = SHAPE(wattle_probes, valid_probes, use_resolve_probes);
const shape compose_probes_shape = SHAPE(wattle_probes, valid_probes, use_compose_probes);
const shape candidate_shape = SHAPE(wattle_candidate, valid_candidate, use_candidate);

const shape *const all_shapes[] = {
  &context_shape, &state_shape, &contribution_shape, &global_shape, &prompt_shape, &runtime_prompt_shape,
  &emission_shape, &policy_shape, &plugin_policy_shape, &plugin_shape, &replacement_shape, &registry_options_shape,
  &resolve_options_shape, &compose_options_shape, &resolve_probes_shape, &compose_probes_shape, &candidate_shape,
  &module_shape, &agent_context_shape, &build_options_shape, &build_probes_shape, &safety_context_shape,
  &command_shape, &tool_filter_shape, &tool_shape, &rendered_state_shape, &async_job_shape, &guidance_entry_shape, &tool_error_shape,
  &summary_shape, &section_shape, NULL,
};

void *shape_bytes(const shape *s) {
  static union {
    void *for_alignment;
    unsigned char bytes[SHAPE_BUFFER_BYTES];
  } buffer;
  memset(buffer.bytes, 0, sizeof buffer.bytes);
  memcpy(buffer.bytes, s->valid, s->size);
  if (s->user_data) {
    void *user_data = tracked();
    memcpy(buffer.bytes + s->user_data, &user_data, sizeof user_data);
  }
  return buffer.bytes;
}

void *shape_user_data(const shape *s, const void *bytes) {
  void *user_data = NULL;
  if (s->user_data) memcpy(&user_data, (const char *)bytes + s->user_data, sizeof user_data);
  return user_data;
}

void shape_set(void *bytes, size_t offset, size_t width, uint64_t value) {
  const uint8_t byte = (uint8_t)value;
  const uint32_t word = (uint32_t)value;
  void *place = (char *)bytes + offset;
  if (width == 1) memcpy(place, &byte, 1);
  else if (width == 4) memcpy(place, &word, 4);
  else memcpy(place, &value, 8);
}
