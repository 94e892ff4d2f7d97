#include "actors.h"

#include "check.h"

static deed deeds[ACTORS];

wattle_status do_nothing(wattle_call *call) {
  (void)call;
  return WATTLE_OK;
}

/* Callbacks. The user_data is the actor's place in the list of deeds. */

static wattle_status act(const void *user_data, wattle_call *call) { return (*(const deed *)user_data)(call); }

static wattle_status static_content(void *user_data, wattle_call *call, const wattle_context *context) {
  CHECK(context->call_class == WATTLE_CONVERSE && text_is(context->family, "anthropic"));
  return act(user_data, call);
}

static wattle_status with_state(void *user_data, wattle_call *call, const wattle_context *context,
                                const wattle_state *state) {
  CHECK(context->call_class == WATTLE_CONVERSE && state->turn_depth == 0);
  return act(user_data, call);
}

static wattle_status when(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state,
                          uint8_t *answer) {
  CHECK(*answer == 0);
  *answer = 1;
  return with_state(user_data, call, context, state);
}

static wattle_status on_empty_content(void *user_data, wattle_call *call, wattle_str id, wattle_origin origin) {
  CHECK(text_is(id, "host.act") && origin == WATTLE_ORIGIN_STATIC);
  return act(user_data, call);
}

static wattle_status on_replace_target_missing(void *user_data, wattle_call *call, wattle_str id) {
  CHECK(id.len == sizeof "host.act" - 1);
  return act(user_data, call);
}

static wattle_status on_duplicate_replace(void *user_data, wattle_call *call, const wattle_str *ids, size_t n) {
  CHECK(n == 1 && ids[0].len == sizeof "host.act" - 1);
  return act(user_data, call);
}

static wattle_status on_built(void *user_data, wattle_call *call, const wattle_prompt *prompt) {
  CHECK(wattle_prompt_event_json(prompt).len > 0);
  return act(user_data, call);
}

static wattle_status resolve_budget(void *user_data, wattle_call *call, uint32_t depth, wattle_str runtime_role,
                                    uint64_t *budget) {
  CHECK(depth == 0 && !runtime_role.data && *budget == WATTLE_UNLIMITED);
  return act(user_data, call);
}

static wattle_status measure(void *user_data, wattle_call *call, wattle_str text, uint64_t *length) {
  CHECK(text.len > 0 && *length == WATTLE_NOT_SET);
  *length = text.len;
  return act(user_data, call);
}

/* Adding and removing */

static void add_static(wattle_registry *registry) {
  wattle_contribution contribution = static_contribution("host.act", static_content, &deeds[STATIC]);
  add(registry, &contribution);
}

static void add_runtime(wattle_registry *registry) {
  wattle_contribution contribution = runtime_contribution("host.act", with_state, &deeds[RUNTIME]);
  add(registry, &contribution);
}

static void add_when(wattle_registry *registry) {
  wattle_contribution contribution = runtime_contribution("host.act", NULL, &deeds[WHEN]);
  contribution.when = when;
  contribution.text = WATTLE_STR("gated");
  add(registry, &contribution);
}

static void add_policy(wattle_registry *registry) {
  const wattle_safety_policy policy =
      WATTLE_SAFETY_POLICY(.id = WATTLE_STR("safety.act"), .static_content = static_content, .enabled_by_default = 1,
                           .user_data = &deeds[POLICY]);
  ACCEPTED(wattle_registry_register_safety_policy(registry, &policy, ERR));
}

static void add_hook(wattle_registry *registry) {
  const wattle_plugin plugin =
      WATTLE_PLUGIN(.name = WATTLE_STR("act"), .hook = with_state, .user_data = &deeds[HOOK]);
  ACCEPTED(wattle_registry_register_plugin(registry, &plugin, ERR));
}

static void add_empty(wattle_registry *registry) {
  wattle_contribution contribution = text_contribution("host.act", "");
  add(registry, &contribution);
}

static void add_missing(wattle_registry *registry) {
  wattle_contribution contribution = text_contribution("host.act", "x");
  contribution.mode = WATTLE_REPLACE;
  add(registry, &contribution);
}

/* The host and a plugin replace the same id. */
static void add_duplicate(wattle_registry *registry) {
  wattle_contribution contribution = text_contribution("host.act", "y");
  wattle_plugin plugin = plugin_named("act");
  add_missing(registry);
  contribution.mode = WATTLE_REPLACE;
  plugin.prompts = &contribution;
  plugin.prompts_len = 1;
  ACCEPTED(wattle_registry_register_plugin(registry, &plugin, ERR));
}

static void remove_static_act(wattle_registry *registry) { remove_static(registry, "host.act"); }

static void remove_runtime_act(wattle_registry *registry) { remove_runtime(registry, "host.act"); }

static void remove_policy(wattle_registry *registry) {
  ACCEPTED(wattle_registry_unregister_safety_policy(registry, WATTLE_STR("safety.act"), ERR));
}

static void remove_hook(wattle_registry *registry) {
  ACCEPTED(wattle_registry_unregister_plugin(registry, WATTLE_STR("act"), ERR));
}

static void remove_duplicate(wattle_registry *registry) {
  remove_hook(registry);
  remove_static_act(registry);
}

/* These three are in the options of a composition. */
static void add_or_remove_nothing(wattle_registry *registry) { (void)registry; }

const actor actors[ACTORS] = {
  { "static content", "host.act", "base", add_static, remove_static_act },
  { "runtime content", "host.act", "base", add_runtime, remove_runtime_act },
  { "policy", "safety.act", "base", add_policy, remove_policy },
  { "when", "host.act", "base\n\ngated", add_when, remove_runtime_act },
  { "hook", "act", "base", add_hook, remove_hook },
  { "on_empty_content", "host.act", "base", add_empty, remove_static_act },
  { "on_replace_target_missing", "host.act", "base\n\nx", add_missing, remove_static_act },
  { "on_duplicate_replace", "host.act", "base\n\nx\n\ny", add_duplicate, remove_duplicate },
  { "on_built", "onBuilt", "base", add_or_remove_nothing, add_or_remove_nothing },
  { "resolve_budget", "resolveBudget", "base", add_or_remove_nothing, add_or_remove_nothing },
  { "measure", "host.base", "base", add_or_remove_nothing, add_or_remove_nothing },
};

void actor_will(int which, deed what) { deeds[which] = what; }

void actor_add(wattle_registry *registry, int which, deed what) {
  actor_will(which, what);
  actors[which].add(registry);
}

void actor_remove(wattle_registry *registry, int which) { actors[which].remove(registry); }

/* Composing */

/* The options of an actor's composition, which point at these probes. */
static wattle_compose_options actor_options(int which, wattle_probes *probes) {
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  probes->user_data = &deeds[which];
  if (which == EMPTY) probes->on_empty_content = on_empty_content;
  if (which == MISSING) probes->on_replace_target_missing = on_replace_target_missing;
  if (which == DUPLICATE) probes->on_duplicate_replace = on_duplicate_replace;
  if (which == BUILT) probes->on_built = on_built;
  options.probes = probes;
  if (which == BUDGET) {
    options.resolve_budget = resolve_budget;
    options.resolve_budget_data = &deeds[BUDGET];
  }
  if (which == MEASURE) {
    options.measure = measure;
    options.measure_data = &deeds[MEASURE];
    options.measure_unit = WATTLE_STR("bytes");
  }
  return options;
}

wattle_status actor_compose(const wattle_registry *registry, int which, wattle_prompt **prompt, wattle_error **error) {
  wattle_probes probes = WATTLE_PROBES_INIT;
  const wattle_compose_options options = actor_options(which, &probes);
  return wattle_registry_compose(registry, &converse, NULL, &options, prompt, error);
}

wattle_status actor_compose_into(const wattle_registry *registry, int which, wattle_prompt *prompt, wattle_error **error) {
  wattle_probes probes = WATTLE_PROBES_INIT;
  const wattle_compose_options options = actor_options(which, &probes);
  return wattle_registry_compose_into(registry, &converse, NULL, &options, prompt, error);
}

void actor_composes(const wattle_registry *registry, int which, const char *text) {
  wattle_prompt *prompt = NULL;
  check_row(actors[which].name);
  ACCEPTED(actor_compose(registry, which, &prompt, ERR));
  CHECK(text_is(wattle_prompt_text(prompt), text));
  wattle_prompt_free(prompt);
}

void actor_fails(const wattle_registry *registry, int which, wattle_status status, const char *subject) {
  wattle_prompt *prompt = UNTOUCHED;
  check_row(actors[which].name);
  REFUSED(status, subject, actor_compose(registry, which, &prompt, ERR));
  CHECK(prompt == UNTOUCHED);
  if (prompt != UNTOUCHED) wattle_prompt_free(prompt);
}
