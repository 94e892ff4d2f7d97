/* Results that run out of memory: none is given; again, there is one, which says what it always says. */
#include "memory.h"

#include <string.h>

#include "builders.h"

static char large[5000];

static wattle_str much(void) {
  memset(large, 'y', sizeof large);
  return (wattle_str){ large, sizeof large };
}

/* Callbacks with something to say. */

static wattle_status write_static(void *user_data, wattle_call *call, const wattle_context *context) {
  (void)user_data, (void)context;
  return wattle_call_write(call, much());
}

static wattle_status write_runtime(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  (void)user_data, (void)context, (void)state;
  for (int i = 0; i < 3; i++) wattle_call_write(call, much());
  return WATTLE_OK;
}

static wattle_status say_yes(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state, uint8_t *answer) {
  (void)user_data, (void)call, (void)context, (void)state;
  *answer = 1;
  return WATTLE_OK;
}

static wattle_status emit(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  const wattle_contribution emitted[] = { text_contribution("hooks.a", "a"), text_contribution("hooks.b", "b") };
  (void)user_data, (void)context, (void)state;
  for (size_t i = 0; i < COUNT(emitted); i++) wattle_call_emit(call, &emitted[i], NULL);
  return WATTLE_OK;
}

static wattle_status observe(void *user_data, wattle_call *call, wattle_str bytes) {
  (void)user_data, (void)call, (void)bytes;
  return WATTLE_OK;
}

static wattle_status on_empty(void *user_data, wattle_call *call, wattle_str id, wattle_origin origin) {
  (void)user_data, (void)call, (void)id, (void)origin;
  return WATTLE_OK;
}

static wattle_status on_missing(void *user_data, wattle_call *call, wattle_str id) {
  (void)user_data, (void)call, (void)id;
  return WATTLE_OK;
}

static wattle_status on_duplicate(void *user_data, wattle_call *call, const wattle_str *all, size_t n) {
  (void)user_data, (void)call, (void)all, (void)n;
  return WATTLE_OK;
}

static wattle_status measure(void *user_data, wattle_call *call, wattle_str text, uint64_t *length) {
  (void)user_data, (void)call;
  *length = text.len;
  return WATTLE_OK;
}

static const wattle_str names[] = { WATTLE_STR_INIT("saw"), WATTLE_STR_INIT("plane") };
static const wattle_state state = WATTLE_STATE(.loaded_tools = { names, 2 }, .detected_intents = { names, 2 }, .turn_depth = 1,
                                               .prior_turn_had_tool_calls = WATTLE_YES, .plugin_metadata = WATTLE_STR_INIT("{\"a\":[1]}"));
static const wattle_probes probes =
    WATTLE_PROBES(.on_empty_content = on_empty, .on_replace_target_missing = on_missing, .on_duplicate_replace = on_duplicate);

/* A registry with one of everything in it. */
static wattle_registry *full(void) {
  wattle_registry *registry = registry_with_base();
  wattle_contribution all[] = { static_contribution("r.s", write_static, NULL), runtime_contribution("r.r", write_runtime, NULL),
                                runtime_contribution("r.w", NULL, NULL), text_contribution("r.e", ""), text_contribution("r.m", "m"),
                                text_contribution("host.base", "again") };
  wattle_contribution twice = text_contribution("host.base", "twice");
  wattle_plugin hooks = WATTLE_PLUGIN(.name = WATTLE_STR("hooks"), .hook = emit, .stream_observer = observe, .prompts = &twice, .prompts_len = 1);
  const wattle_safety_policy policy = WATTLE_SAFETY_POLICY(.id = WATTLE_STR("safety.s"), .static_content = write_static, .enabled_by_default = 1);
  all[2].when = say_yes;
  all[2].text = WATTLE_STR("gated");
  all[4].mode = all[5].mode = twice.mode = WATTLE_REPLACE;
  all[1].condensed = WATTLE_STR("short");
  ACCEPTED(wattle_registry_register(registry, all, COUNT(all), ERR));
  ACCEPTED(wattle_registry_register_plugin(registry, &hooks, ERR));
  ACCEPTED(wattle_registry_register_safety_policy(registry, &policy, ERR));
  return registry;
}

/* A call that gives a result: nothing if memory runs out, and then, with memory, something. */
#define GIVES(place, call) \
  do { \
    if (RUNS_OUT(call)) { \
      CHECK((void *)(place) == UNTOUCHED); \
      ACCEPTED(call); \
    } \
  } while (0)

/* A text that is made when it is first asked for. */
#define SAYS(call) \
  do { \
    memory_arm(); \
    if (ran_out_of_text(call)) CHECK((call).len > 0); \
  } while (0)

static void resolving(wattle_registry *base) {
  wattle_registry *registry = full();
  const wattle_resolve_options options = WATTLE_RESOLVE_OPTIONS(.probes = &probes);
  wattle_bundle *bundle = UNTOUCHED, *again = NULL;
  (void)base;
  GIVES(bundle, wattle_registry_resolve(registry, &converse, &state, &options, &bundle, ERR));
  ACCEPTED(wattle_registry_resolve(registry, &converse, &state, &options, &again, ERR));
  CHECK(text_is(wattle_bundle_text(again), wattle_bundle_text(bundle).data));
  SAYS(wattle_bundle_json(bundle));
  SAYS(wattle_bundle_table(bundle));
  wattle_bundle_free(again);
  wattle_bundle_free(bundle);
  wattle_registry_free(registry);
}

/* Strict, so that some is condensed and some dropped, and measured. */
static wattle_compose_options tight(void) {
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  options.total_budget = 12000;
  options.strict = 1;
  options.measure = measure;
  options.measure_unit = WATTLE_STR("bytes");
  options.probes = &probes;
  return options;
}

static void composing(wattle_registry *base) {
  wattle_registry *registry = full();
  const wattle_compose_options options = tight();
  wattle_prompt *prompt = UNTOUCHED, *again = NULL;
  (void)base;
  GIVES(prompt, wattle_registry_compose(registry, &converse, &state, &options, &prompt, ERR));
  ACCEPTED(wattle_registry_compose(registry, &converse, &state, &options, &again, ERR));
  CHECK(text_is(wattle_prompt_json(again), wattle_prompt_json(prompt).data));
  wattle_prompt_free(again);
  wattle_prompt_free(prompt);
  wattle_registry_free(registry);
}

/* What was in the prompt stays there. */
static void composing_into(wattle_registry *base) {
  wattle_registry *registry = full();
  const wattle_compose_options options = tight();
  const wattle_candidate candidate = WATTLE_CANDIDATE(.id = WATTLE_STR("a"), .content = WATTLE_STR("old"), .tier = WATTLE_TIER_CORE);
  wattle_prompt *prompt = NULL;
  (void)base;
  ACCEPTED(wattle_compose(&candidate, 1, NULL, &prompt, ERR));
  if (RUNS_OUT(wattle_registry_compose_into(registry, &converse, &state, &options, prompt, ERR))) {
    CHECK(text_is(wattle_prompt_text(prompt), "old") && wattle_prompt_json(prompt).len > 0);
    ACCEPTED(wattle_registry_compose_into(registry, &converse, &state, &options, prompt, ERR));
  }
  CHECK(wattle_prompt_text(prompt).len > sizeof large);
  wattle_prompt_free(prompt);
  wattle_registry_free(registry);
}

static void composing_candidates(wattle_registry *registry) {
  const wattle_candidate candidates[] = {
    WATTLE_CANDIDATE(.id = WATTLE_STR("a"), .content = much(), .tier = WATTLE_TIER_CORE),
    WATTLE_CANDIDATE(.id = WATTLE_STR("b"), .content = much(), .condensed = WATTLE_STR("b"), .tier = WATTLE_TIER_ACTIVE),
    WATTLE_CANDIDATE(.id = WATTLE_STR("c"), .content = much(), .tier = WATTLE_TIER_INFORMATIONAL),
  };
  wattle_outcome outcomes[] = { WATTLE_OUTCOME_INIT, WATTLE_OUTCOME_INIT, WATTLE_OUTCOME_INIT };
  const wattle_compose_options options = tight();
  wattle_prompt *prompt = UNTOUCHED;
  (void)registry;
  GIVES(prompt, wattle_compose(candidates, COUNT(candidates), &options, &prompt, ERR));
  SAYS(wattle_prompt_event_json(prompt));
  if (RUNS_OUT(wattle_apply_budget_gate(candidates, COUNT(candidates), &options, outcomes, NULL, ERR))) CHECK(outcomes[0].verdict == 0);
  wattle_prompt_free(prompt);
}

static void the_default_prompt(wattle_registry *registry) {
  wattle_prompt *prompt = UNTOUCHED;
  (void)registry;
  GIVES(prompt, wattle_compose_default_system_prompt(&converse, NULL, &prompt, ERR));
  wattle_prompt_free(prompt);
}

static void fingerprints_and_dumps(wattle_registry *base) {
  wattle_registry *registry = full();
  wattle_records *records = UNTOUCHED, *policies = UNTOUCHED;
  wattle_text *text = UNTOUCHED, *json = UNTOUCHED;
  char hex[65] = "unchanged";
  (void)base;
  if (RUNS_OUT(wattle_registry_fingerprint(registry, &converse, hex, ERR))) CHECK(strcmp(hex, "unchanged") == 0);
  GIVES(text, wattle_registry_fingerprint_json(registry, &converse, &state, &text, ERR));
  GIVES(json, wattle_registry_json(registry, &json, ERR));
  GIVES(records, wattle_registry_list(registry, 0, (wattle_str)WATTLE_STR_ABSENT, &records, ERR));
  GIVES(policies, wattle_registry_list_safety_policies(registry, 1, &policies, ERR));
  CHECK(wattle_records_len(records) > 5 && wattle_records_len(policies) == 1);
  wattle_text_free(text);
  wattle_text_free(json);
  wattle_records_free(records);
  wattle_records_free(policies);
  wattle_registry_free(registry);
}

static void snapshots(wattle_registry *base) {
  wattle_registry *registry = full(), *snapshot = UNTOUCHED;
  wattle_bundle *bundle = UNTOUCHED;
  (void)base;
  GIVES(snapshot, wattle_registry_snapshot(registry, &snapshot, ERR));
  GIVES(bundle, wattle_registry_resolve(snapshot, &converse, &state, NULL, &bundle, ERR));
  if (RUNS_OUT(wattle_registry_emit_stream(snapshot, much(), ERR))) ACCEPTED(wattle_registry_emit_stream(snapshot, much(), ERR));
  wattle_bundle_free(bundle);
  wattle_registry_free(snapshot);
  wattle_registry_free(registry);
}

static wattle_status render_much(wattle_call *call) {
  wattle_call_write_line(call, much());
  return wattle_call_write_line(call, much());
}

static void modules(wattle_registry *registry) {
  static const doings does = { render_much, NULL, NULL, NULL };
  wattle_agent_context context = agent;
  const wattle_build_options options = WATTLE_BUILD_OPTIONS(.safety_registry = registry, .safety_context = &converse, .probes = &probes);
  wattle_module_builder *builder = UNTOUCHED;
  wattle_renderings *renderings = UNTOUCHED;
  wattle_prompt *prompt = UNTOUCHED;
  wattle_module tracked_one = module_named("t");
  const wattle_module other = module_that("o", &does);
  context.agent_type = context.context_content = much();
  context.skills = (wattle_str_list){ names, 2 };
  GIVES(builder, wattle_module_builder_new(&builder, ERR));
  if (RUNS_OUT(wattle_module_builder_add_builtins(builder, ERR))) ACCEPTED(wattle_module_builder_add_builtins(builder, ERR));
  if (RUNS_OUT(wattle_module_builder_add(builder, &tracked_one, ERR))) {
    CHECK(drops_of(tracked_one.user_data) == 1);
    tracked_one = module_named("t");
    add_module(builder, &tracked_one);
  }
  add_module(builder, &other);
  GIVES(prompt, wattle_module_builder_build(builder, &context, &options, &prompt, ERR));
  SAYS(wattle_prompt_module_metadata_json(prompt));
  GIVES(renderings, wattle_module_builder_render(builder, &context, &renderings, ERR));
  if (RUNS_OUT(wattle_module_builder_remove(builder, WATTLE_STR("t"), ERR))) {
    CHECK(drops_of(tracked_one.user_data) == 0);
    remove_module(builder, "t");
  }
  CHECK(drops_of(tracked_one.user_data) == 1);
  wattle_renderings_free(renderings);
  wattle_prompt_free(prompt);
  wattle_module_builder_free(builder);
}

static void guidance(wattle_registry *registry) {
  const wattle_guidance_entry entry =
      WATTLE_GUIDANCE_ENTRY(.tool_name = WATTLE_STR("s*"), .mode = WATTLE_MATCH_MODE_GLOB, .text = much());
  const wattle_tool_error errors[] = { WATTLE_TOOL_ERROR(.tool = WATTLE_STR("saw"), .error = much(), .time_text = WATTLE_STR("now")) };
  const wattle_str json = WATTLE_STR("{\"entries\":[{\"toolName\":\"saw\",\"mode\":\"exact\",\"text\":\"Slowly.\"}]}");
  wattle_guidance *all = UNTOUCHED;
  wattle_text *text = UNTOUCHED, *recent = UNTOUCHED;
  uint64_t chars = 77;
  (void)registry;
  GIVES(all, wattle_guidance_new(&all, ERR));
  if (RUNS_OUT(wattle_guidance_add(all, &entry, 1, ERR))) {
    CHECK(wattle_guidance_len(all) == 0);
    ACCEPTED(wattle_guidance_add(all, &entry, 1, ERR));
  }
  if (RUNS_OUT(wattle_guidance_load_json(all, json, ERR))) {
    CHECK(wattle_guidance_len(all) == 1);
    ACCEPTED(wattle_guidance_load_json(all, json, ERR));
  }
  GIVES(text, wattle_guidance_resolve(all, names[0], errors, 1, &text, ERR));
  if (RUNS_OUT(wattle_guidance_estimate_chars(all, names[0], errors, 1, &chars, ERR))) CHECK(chars == 77);
  GIVES(recent, wattle_render_recent_tool_errors(errors, 1, &recent, ERR));
  wattle_text_free(text);
  wattle_text_free(recent);
  wattle_guidance_free(all);
}

static void sections(wattle_registry *registry) {
  wattle_status (*const renders[])(const wattle_state *, wattle_text **, wattle_error **) = {
    wattle_render_loaded_tools, wattle_render_detected_intents, wattle_render_subagent_depth, wattle_render_prior_turn_tool_calls,
  };
  const wattle_contribution contents[] = { wattle_loaded_tools_prompt(WATTLE_STR("s.a")), wattle_detected_intents_prompt(WATTLE_STR("s.b")) };
  const wattle_async_job job = WATTLE_ASYNC_JOB(.id = WATTLE_STR("1"), .name = much(), .state = WATTLE_STR("running"));
  wattle_bundle *bundle = UNTOUCHED;
  for (size_t i = 0; i < COUNT(renders); i++) {
    wattle_text *text = UNTOUCHED;
    GIVES(text, renders[i](&state, &text, ERR));
    wattle_text_free(text);
  }
  wattle_text *jobs = UNTOUCHED;
  GIVES(jobs, wattle_render_async_jobs(&job, 1, &jobs, ERR));
  wattle_text_free(jobs);
  ACCEPTED(wattle_registry_register(registry, contents, COUNT(contents), ERR));
  GIVES(bundle, wattle_registry_resolve(registry, &converse, &state, NULL, &bundle, ERR));
  wattle_bundle_free(bundle);
  remove_runtime(registry, "s.a");
  remove_runtime(registry, "s.b");
}

static void explaining(wattle_registry *base) {
  wattle_registry *registry = full();
  const wattle_compose_options options = tight();
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  wattle_section all[20];
  wattle_prompt *before = NULL, *after = NULL, *restored = UNTOUCHED;
  wattle_diff *diff = UNTOUCHED;
  ACCEPTED(wattle_registry_compose(registry, &converse, &state, NULL, &before, ERR));
  ACCEPTED(wattle_registry_compose(base, &converse, &state, &options, &after, ERR));
  SAYS(wattle_prompt_table(before));
  SAYS(wattle_prompt_json(before));
  GIVES(diff, wattle_prompt_diff(before, after, &diff, ERR));
  SAYS(wattle_diff_json(diff));
  ACCEPTED(wattle_prompt_summary(before, &summary, ERR));
  CHECK(summary.sections <= COUNT(all));
  for (size_t i = 0; i < summary.sections; i++) {
    all[i] = (wattle_section)WATTLE_SECTION_INIT;
    ACCEPTED(wattle_prompt_section(before, i, &all[i], ERR));
  }
  GIVES(restored, wattle_prompt_restore(&summary, all, summary.sections, &restored, ERR));
  CHECK(text_is(wattle_prompt_text(restored), wattle_prompt_text(before).data));
  wattle_diff_free(diff);
  wattle_prompt_free(before);
  wattle_prompt_free(after);
  wattle_prompt_free(restored);
  wattle_registry_free(registry);
}

/* A failure for want of memory may take the place of another one, and of nothing else. */
static void failures(wattle_registry *registry) {
  const wattle_contribution unnamed = text_contribution("unnamed", "x");
  wattle_error *error = NULL;
  wattle_status status;
  memory_arm();
  status = wattle_registry_register(registry, &unnamed, 1, &error);
  memory_disarm();
  CHECK(status == (memory_failed() ? WATTLE_OUT_OF_MEMORY : WATTLE_UNNAMESPACED_ID) && wattle_error_status(error) == status);
  CHECK(wattle_error_message(error).len > 0);
  wattle_error_free(error);
  memory_arm();
  status = wattle_error_new(WATTLE_UNSUPPORTED, much(), much(), &error);
  memory_disarm();
  CHECK(status == (memory_failed() ? WATTLE_OUT_OF_MEMORY : WATTLE_UNSUPPORTED) || status == WATTLE_UNSUPPORTED);
  wattle_error_free(error);
}

const test scenarios_of_results[] = {
  TEST(resolving), TEST(composing), TEST(composing_into), TEST(composing_candidates), TEST(the_default_prompt), TEST(fingerprints_and_dumps),
  TEST(snapshots), TEST(modules),   TEST(guidance),       TEST(sections),             TEST(explaining),         TEST(failures),
};
const size_t scenarios_of_results_len = COUNT(scenarios_of_results);
