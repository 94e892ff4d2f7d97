/* A handle of another type, in every place where a handle is taken. */
#include <string.h>

#include "builders.h"

/* One handle of each type. */
static struct {
  wattle_registry *registry;
  wattle_bundle *bundle;
  wattle_prompt *prompt;
  wattle_diff *diff;
  wattle_records *records;
  wattle_error *error;
  wattle_module_builder *builder;
  wattle_renderings *renderings;
  wattle_guidance *guidance;
  wattle_text *text;
} valid;

static void make_handles(wattle_registry *registry) {
  valid.registry = registry;
  ACCEPTED(wattle_registry_resolve(registry, &converse, NULL, NULL, &valid.bundle, ERR));
  ACCEPTED(wattle_registry_compose(registry, &converse, NULL, NULL, &valid.prompt, ERR));
  ACCEPTED(wattle_prompt_diff(valid.prompt, valid.prompt, &valid.diff, ERR));
  ACCEPTED(wattle_registry_list(registry, 0, (wattle_str)WATTLE_STR_ABSENT, &valid.records, ERR));
  CHECK(wattle_registry_unregister_plugin(registry, WATTLE_STR("nobody"), &valid.error) == WATTLE_UNKNOWN_PLUGIN);
  valid.builder = new_builder();
  const wattle_module module = module_named("m");
  add_module(valid.builder, &module);
  ACCEPTED(wattle_module_builder_render(valid.builder, &agent, &valid.renderings, ERR));
  ACCEPTED(wattle_guidance_new(&valid.guidance, ERR));
  ACCEPTED(wattle_registry_json(registry, &valid.text, ERR));
}

/* All of them still work. */
static void free_handles(void) {
  CHECK(text_is(wattle_bundle_text(valid.bundle), "base"));
  CHECK(text_is(wattle_prompt_text(valid.prompt), "base"));
  CHECK(wattle_diff_json(valid.diff).len > 0);
  CHECK(wattle_records_len(valid.records) == 1);
  CHECK(text_is(wattle_error_subject(valid.error), "nobody"));
  builds_to(valid.builder, &agent, "text");
  CHECK(wattle_renderings_len(valid.renderings) == 1);
  CHECK(wattle_guidance_len(valid.guidance) == 0);
  CHECK(wattle_text_view(valid.text).len > 0);
  wattle_text_free(valid.text);
  wattle_guidance_free(valid.guidance);
  wattle_module_builder_free(valid.builder);
  wattle_renderings_free(valid.renderings);
  wattle_bundle_free(valid.bundle);
  wattle_prompt_free(valid.prompt);
  wattle_diff_free(valid.diff);
  wattle_records_free(valid.records);
  wattle_error_free(valid.error);
  memset(&valid, 0, sizeof valid);
}

static void registry_functions_refuse(void *other) {
  wattle_registry *registry = other;
  const wattle_contribution contribution = text_contribution("host.a", "a");
  const wattle_plugin plugin = plugin_named("p"), replacement = plugin_named("p");
  const wattle_safety_policy policy = text_policy("safety.p", "p");
  const wattle_str_list none = WATTLE_STR_LIST_INIT;
  const wattle_str base = WATTLE_STR("host.base");
  const wattle_str any = WATTLE_STR_ABSENT;
  wattle_bundle *bundle = UNTOUCHED;
  wattle_prompt *prompt = UNTOUCHED, *into = NULL;
  wattle_registry *snapshot = UNTOUCHED;
  wattle_records *records = UNTOUCHED;
  char hex[65] = "unchanged";

  REFUSED(WATTLE_INVALID_HANDLE, "registry", wattle_registry_register(registry, &contribution, 1, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "registry", wattle_registry_unregister(registry, WATTLE_ORIGIN_STATIC, base, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "registry", wattle_registry_register_plugin(registry, &plugin, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "registry", wattle_registry_replace_plugin(registry, &replacement, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "registry", wattle_registry_unregister_plugin(registry, WATTLE_STR("p"), ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "registry", wattle_registry_register_safety_policy(registry, &policy, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "registry",
          wattle_registry_unregister_safety_policy(registry, WATTLE_STR("safety.p"), ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "registry", wattle_registry_set_enabled_safety_policies(registry, none, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "registry", wattle_registry_resolve(registry, &converse, NULL, NULL, &bundle, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "registry", wattle_registry_fingerprint(registry, &converse, hex, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "registry", wattle_registry_compose(registry, &converse, NULL, NULL, &prompt, ERR));
  ACCEPTED(wattle_compose(NULL, 0, NULL, &into, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "registry",
          wattle_registry_compose_into(registry, &converse, NULL, NULL, into, ERR));
  wattle_prompt_free(into);
  REFUSED(WATTLE_INVALID_HANDLE, "registry", wattle_registry_snapshot(registry, &snapshot, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "registry", wattle_registry_list(registry, 0, any, &records, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "registry", wattle_registry_list_safety_policies(registry, 0, &records, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "registry", wattle_registry_emit_stream(registry, WATTLE_STR("x"), ERR));
  CHECK(bundle == UNTOUCHED && prompt == UNTOUCHED && strcmp(hex, "unchanged") == 0);
  CHECK(snapshot == UNTOUCHED && records == UNTOUCHED);
  wattle_registry_free(registry);
}

static void bundle_functions_refuse(void *other) {
  wattle_bundle *bundle = other;
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  wattle_section section = WATTLE_SECTION_INIT;
  REFUSED(WATTLE_INVALID_HANDLE, "bundle", wattle_bundle_summary(bundle, &summary, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "bundle", wattle_bundle_section(bundle, 0, &section, ERR));
  CHECK(summary.sections == 0 && !section.id.data);
  CHECK(text_is(wattle_bundle_text(bundle), ""));
  CHECK(text_is(wattle_bundle_json(bundle), ""));
  CHECK(text_is(wattle_bundle_table(bundle), ""));
  wattle_diff *diff = UNTOUCHED;
  REFUSED(WATTLE_INVALID_HANDLE, "before", wattle_bundle_diff(bundle, valid.bundle, &diff, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "after", wattle_bundle_diff(valid.bundle, bundle, &diff, ERR));
  CHECK(diff == UNTOUCHED);
  wattle_bundle_free(bundle);
}

static void prompt_functions_refuse(void *other) {
  wattle_prompt *prompt = other;
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  wattle_section section = WATTLE_SECTION_INIT;
  REFUSED(WATTLE_INVALID_HANDLE, "prompt", wattle_prompt_summary(prompt, &summary, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "prompt", wattle_prompt_section(prompt, 0, &section, ERR));
  CHECK(summary.sections == 0 && !section.id.data);
  CHECK(text_is(wattle_prompt_text(prompt), ""));
  CHECK(text_is(wattle_prompt_event_json(prompt), ""));
  CHECK(text_is(wattle_prompt_json(prompt), ""));
  CHECK(text_is(wattle_prompt_table(prompt), ""));
  wattle_diff *diff = UNTOUCHED;
  REFUSED(WATTLE_INVALID_HANDLE, "before", wattle_prompt_diff(prompt, valid.prompt, &diff, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "after", wattle_prompt_diff(valid.prompt, prompt, &diff, ERR));
  CHECK(diff == UNTOUCHED);
  wattle_module_metadata metadata = WATTLE_MODULE_METADATA_INIT;
  wattle_tool_filter filter = WATTLE_TOOL_FILTER_INIT;
  REFUSED(WATTLE_INVALID_HANDLE, "prompt", wattle_prompt_module_metadata(prompt, &metadata, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "prompt", wattle_prompt_tool_filter(prompt, &filter, ERR));
  CHECK(text_is(wattle_prompt_module_metadata_json(prompt), ""));
  REFUSED(WATTLE_INVALID_HANDLE, "prompt", wattle_compose_into(NULL, 0, NULL, prompt, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "prompt",
          wattle_registry_compose_into(valid.registry, &converse, NULL, NULL, prompt, ERR));
  wattle_prompt_free(prompt);
}

static void diff_functions_refuse(void *other) {
  wattle_diff *diff = other;
  wattle_diff_figures figures = WATTLE_DIFF_FIGURES_INIT;
  wattle_difference difference = WATTLE_DIFFERENCE_INIT;
  REFUSED(WATTLE_INVALID_HANDLE, "diff", wattle_diff_summary(diff, &figures, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "diff", wattle_diff_at(diff, 0, &difference, ERR));
  CHECK(!figures.equal && !difference.id.data);
  CHECK(text_is(wattle_diff_json(diff), ""));
  wattle_diff_free(diff);
}

static void builder_functions_refuse(void *other) {
  wattle_module_builder *builder = other;
  const wattle_module module = module_named("m");
  const wattle_str name = WATTLE_STR("skills");
  wattle_prompt *prompt = UNTOUCHED;
  wattle_renderings *renderings = UNTOUCHED;
  REFUSED(WATTLE_INVALID_HANDLE, "builder", wattle_module_builder_add(builder, &module, ERR));
  CHECK(drops_of(module.user_data) == 1);
  REFUSED(WATTLE_INVALID_HANDLE, "builder", wattle_module_builder_add_builtins(builder, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "builder", wattle_module_builder_add_builtin(builder, name, 0, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "builder", wattle_module_builder_remove(builder, name, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "builder", wattle_module_builder_build(builder, &agent, NULL, &prompt, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "builder", wattle_module_builder_render(builder, &agent, &renderings, ERR));
  CHECK(prompt == UNTOUCHED && renderings == UNTOUCHED);
  wattle_module_builder_free(builder);
}

static void renderings_functions_refuse(void *other) {
  wattle_renderings *renderings = other;
  wattle_candidate candidate = WATTLE_CANDIDATE_INIT;
  CHECK(wattle_renderings_len(renderings) == 0);
  REFUSED(WATTLE_INVALID_HANDLE, "renderings", wattle_renderings_at(renderings, 0, &candidate, ERR));
  CHECK(!candidate.id.data);
  wattle_renderings_free(renderings);
}

static void guidance_functions_refuse(void *other) {
  wattle_guidance *guidance = other;
  const wattle_guidance_entry entry = WATTLE_GUIDANCE_ENTRY(.mode = WATTLE_MATCH_MODE_EXACT);
  const wattle_str t = WATTLE_STR("t");
  wattle_text *text = UNTOUCHED;
  uint64_t chars = 77;
  REFUSED(WATTLE_INVALID_HANDLE, "guidance", wattle_guidance_add(guidance, &entry, 1, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "guidance", wattle_guidance_load_json(guidance, WATTLE_STR("{}"), ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "guidance", wattle_guidance_resolve(guidance, t, NULL, 0, &text, ERR));
  REFUSED(WATTLE_INVALID_HANDLE, "guidance", wattle_guidance_estimate_chars(guidance, t, NULL, 0, &chars, ERR));
  CHECK(wattle_guidance_len(guidance) == 0 && text == UNTOUCHED && chars == 77);
  wattle_guidance_free(guidance);
}

/* The registry of the policies of a build. */
static void build_refuses(void *other) {
  const wattle_build_options options =
      WATTLE_BUILD_OPTIONS(.safety_registry = other, .safety_context = &converse);
  wattle_prompt *prompt = UNTOUCHED;
  REFUSED(WATTLE_INVALID_HANDLE, "safety_registry",
          wattle_module_builder_build(valid.builder, &agent, &options, &prompt, ERR));
  CHECK(prompt == UNTOUCHED);
}

static void records_functions_refuse(void *other) {
  wattle_records *records = other;
  wattle_record record = WATTLE_RECORD_INIT;
  CHECK(wattle_records_len(records) == 0);
  REFUSED(WATTLE_INVALID_HANDLE, "records", wattle_records_at(records, 0, &record, ERR));
  CHECK(!record.id.data);
  wattle_records_free(records);
}

static void text_functions_refuse(void *other) {
  wattle_text_free(other);
  CHECK(text_is(wattle_text_view(other), ""));
}

static void error_functions_refuse(void *other) {
  wattle_error *error = other;
  CHECK(wattle_error_status(error) == WATTLE_OK);
  CHECK(text_is(wattle_error_message(error), ""));
  CHECK(text_is(wattle_error_subject(error), ""));
  CHECK(wattle_error_payload(error, &untouched) == NULL);
  wattle_error_free(error);
}

static void call_functions_refuse(void *other) {
  wattle_call *call = other;
  const wattle_contribution contribution = text_contribution("p.a", "a");
  CHECK(wattle_call_write(call, WATTLE_STR("text")) == WATTLE_INVALID_HANDLE);
  CHECK(wattle_call_write_line(call, WATTLE_STR("text")) == WATTLE_INVALID_HANDLE);
  REFUSED(WATTLE_INVALID_HANDLE, "call", wattle_call_emit(call, &contribution, ERR));
  CHECK(wattle_loaded_tools_content(NULL, call, NULL, NULL) == WATTLE_INVALID_HANDLE);
  CHECK(wattle_detected_intents_content(NULL, call, NULL, NULL) == WATTLE_INVALID_HANDLE);
  CHECK(wattle_subagent_depth_content(NULL, call, NULL, NULL) == WATTLE_INVALID_HANDLE);
  CHECK(wattle_prior_turn_tool_calls_content(NULL, call, NULL, NULL) == WATTLE_INVALID_HANDLE);
  CHECK(wattle_call_fail(call, WATTLE_STR("why")) == WATTLE_CALLBACK_FAILED);
  CHECK(wattle_call_fail_with(call, WATTLE_STR("why"), &untouched, tracked(), drop_tracked) == WATTLE_CALLBACK_FAILED);
}

/* The functions of a type are given a handle of every other. */
static void refused_of_all_others(void (*functions_refuse)(void *other), const void *own) {
  void *const all[] = { valid.registry, valid.bundle, valid.prompt, valid.diff, valid.records, valid.error,
                        valid.builder, valid.renderings, valid.guidance, valid.text };
  for (size_t i = 0; i < COUNT(all); i++)
    if (all[i] != own) functions_refuse(all[i]);
}

static void as_registry(wattle_registry *registry) {
  make_handles(registry);
  refused_of_all_others(registry_functions_refuse, valid.registry);
  refused_of_all_others(build_refuses, valid.registry);
  free_handles();
}

static void as_bundle(wattle_registry *registry) {
  make_handles(registry);
  refused_of_all_others(bundle_functions_refuse, valid.bundle);
  free_handles();
}

static void as_prompt(wattle_registry *registry) {
  make_handles(registry);
  refused_of_all_others(prompt_functions_refuse, valid.prompt);
  free_handles();
}

static void as_diff(wattle_registry *registry) {
  make_handles(registry);
  refused_of_all_others(diff_functions_refuse, valid.diff);
  free_handles();
}

static void as_records(wattle_registry *registry) {
  make_handles(registry);
  refused_of_all_others(records_functions_refuse, valid.records);
  free_handles();
}

static void as_error(wattle_registry *registry) {
  make_handles(registry);
  refused_of_all_others(error_functions_refuse, valid.error);
  free_handles();
}

static void as_call(wattle_registry *registry) {
  make_handles(registry);
  refused_of_all_others(call_functions_refuse, NULL);
  free_handles();
}

static void as_builder(wattle_registry *registry) {
  make_handles(registry);
  refused_of_all_others(builder_functions_refuse, valid.builder);
  free_handles();
}

static void as_renderings(wattle_registry *registry) {
  make_handles(registry);
  refused_of_all_others(renderings_functions_refuse, valid.renderings);
  free_handles();
}

static void as_guidance(wattle_registry *registry) {
  make_handles(registry);
  refused_of_all_others(guidance_functions_refuse, valid.guidance);
  free_handles();
}

static void as_text(wattle_registry *registry) {
  make_handles(registry);
  refused_of_all_others(text_functions_refuse, valid.text);
  free_handles();
}

/* The call that a callback is given, where other handles are expected. */
static wattle_status pass_the_call_around(void *user_data, wattle_call *call, const wattle_context *context,
                                          const wattle_state *state) {
  (void)user_data;
  (void)context;
  (void)state;
  registry_functions_refuse(call);
  bundle_functions_refuse(call);
  prompt_functions_refuse(call);
  diff_functions_refuse(call);
  records_functions_refuse(call);
  builder_functions_refuse(call);
  renderings_functions_refuse(call);
  guidance_functions_refuse(call);
  text_functions_refuse(call);
  error_functions_refuse(call);
  return wattle_call_write(call, WATTLE_STR("still a call"));
}

static void call_as_others(wattle_registry *registry) {
  make_handles(registry);
  const wattle_contribution contribution = runtime_contribution("host.call", pass_the_call_around, NULL);
  add(registry, &contribution);
  resolves_to(registry, "base\n\nstill a call");
  remove_runtime(registry, "host.call");
  free_handles();
}

void handle_tests(void) {
  static const test tests[] = {
    TEST(as_registry),
    TEST(as_bundle),
    TEST(as_prompt),
    TEST(as_diff),
    TEST(as_records),
    TEST(as_error),
    TEST(as_call),
    TEST(as_builder),
    TEST(as_renderings),
    TEST(as_guidance),
    TEST(as_text),
    TEST(call_as_others),
  };
  run_tests(tests, COUNT(tests));
}
