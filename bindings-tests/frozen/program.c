/*
 * A program of the oldest release, which uses every struct that may grow, whole arrays of them, and each kind of callback. run.sh
 * compiles it with frozen headers, and with one whose structs have a field more, and runs it on today's library and on one whose
 * structs have a field more. It is never changed for a newer header: what that adds is none of its business.
 */
#include "callbacks.h"

/* Loading */

#ifdef WATTLE_THROUGH_TABLE
#include <dlfcn.h>

WATTLE_TABLE_DEFINITION

static void load(void) {
  void *library = dlopen("libwattle.so.0", RTLD_NOW | RTLD_LOCAL);
  const wattle_api *(*get_api)(uint32_t) = NULL;
  const wattle_abi_data *abi;
  void *found;
  CHECK(library);
  abi = dlsym(library, "wattle_abi");
  CHECK(abi && memcmp(abi->magic, "wattle\0", sizeof abi->magic) == 0 && abi->struct_size == sizeof *abi);
  CHECK(abi->abi_version == WATTLE_ABI_VERSION && abi->abi_revision >= WATTLE_ABI_REVISION);
  found = dlsym(library, "wattle_get_api");
  memcpy(&get_api, &found, sizeof found);
  wattle_table = get_api(WATTLE_ABI_VERSION);
  CHECK(wattle_table && wattle_table->struct_size >= sizeof *wattle_table && WATTLE_HAS(wattle_table, change_name));
}
#else
static void load(void) {
  CHECK(wattle_abi.abi_version == WATTLE_ABI_VERSION && wattle_abi.abi_revision >= WATTLE_ABI_REVISION);
  CHECK(wattle_get_api(WATTLE_ABI_VERSION)->abi_version == WATTLE_ABI_VERSION);
}
#endif

/* Registries */

static wattle_context context_of_all(void) {
  wattle_context context = WATTLE_CONTEXT_INIT;
  context.call_class = WATTLE_CONVERSE;
  context.family = WATTLE_STR("anthropic");
  context.tenant_id = WATTLE_STR("tenant");
  context.runtime_role = WATTLE_STR("role");
  return context;
}

static const wattle_str tools[] = { WATTLE_STR_INIT("shell"), WATTLE_STR_INIT("search") };

static wattle_state state_of_depth_3(void) {
  wattle_state state = WATTLE_STATE_INIT;
  state.loaded_tools.items = tools;
  state.loaded_tools.len = 2;
  state.turn_depth = 3;
  state.prior_turn_had_tool_calls = WATTLE_YES;
  return state;
}

static void fill(wattle_registry *registry) {
  wattle_contribution many[6] = { WATTLE_CONTRIBUTION_INIT, WATTLE_CONTRIBUTION_INIT };
  wattle_scope scope = WATTLE_SCOPE_INIT;
  wattle_safety_policy policies[2] = { WATTLE_SAFETY_POLICY_INIT, WATTLE_SAFETY_POLICY_INIT };
  wattle_plugin plugin = WATTLE_PLUGIN_INIT;
  wattle_contribution prompt = wattle_append_prompt(WATTLE_STR("unit.prompt"), WATTLE_STR("plugin"));
  many[0].id = WATTLE_STR("host.fixed");
  many[0].mode = WATTLE_APPEND;
  many[0].static_content = write_fixed;
  many[0].user_data = "fixed";
  many[0].drop = count_drop;
  many[1].id = WATTLE_STR("host.depth");
  many[1].mode = WATTLE_APPEND;
  many[1].tier = WATTLE_TIER_ACTIVE;
  many[1].condensed = WATTLE_STR("d");
  many[1].runtime_content = write_depth;
  many[1].user_data = "depth";
  many[1].drop = count_drop;
  many[2] = wattle_prepend_persona(WATTLE_STR("host.persona"), WATTLE_STR("persona"));
  scope.runtime_role = WATTLE_STR("role");
  many[3] = wattle_scoped_prompt(WATTLE_STR("host.empty"), scope, WATTLE_STR(""));
  many[4] = wattle_append_prompt(WATTLE_STR("host.replaced"), WATTLE_STR("replaced"));
  many[4].mode = WATTLE_REPLACE;
  many[5] = wattle_gated_prompt(WATTLE_STR("host.gated"), in_depth, "gated", count_drop, WATTLE_STR("gated"));
  DOES(wattle_registry_register(registry, many, 6, NULL));

  policies[0].id = WATTLE_STR("safety.unit");
  policies[0].text = WATTLE_STR("safe");
  policies[0].enabled_by_default = 1;
  policies[1].id = WATTLE_STR("safety.other");
  policies[1].text = WATTLE_STR("other");
  plugin.name = WATTLE_STR("unit");
  plugin.version = WATTLE_STR("1");
  plugin.prompts = &prompt;
  plugin.prompts_len = 1;
  plugin.safety_policies = policies;
  plugin.safety_policies_len = 2;
  plugin.hook = emit;
  plugin.stream_observer = observe;
  plugin.user_data = "emitted";
  plugin.drop = count_drop;
  DOES(wattle_registry_register_plugin(registry, &plugin, NULL));
}

static wattle_registry *new_registry(void) {
  wattle_registry_options options = WATTLE_REGISTRY_OPTIONS_INIT;
  wattle_registry *registry = NULL;
  options.seed_core_defaults = options.seed_safety_policies = WATTLE_NO;
  DOES(wattle_registry_new(&options, &registry, NULL));
  return registry;
}

#define ALL "persona\n\nfixed\n\nreplaced\n\nplugin\n\ndepth 3\n\ngated\n\nemitted\n\nsafe"

static void resolving(const wattle_registry *registry) {
  const wattle_context context = context_of_all();
  const wattle_state state = state_of_depth_3();
  wattle_probes probes = WATTLE_PROBES_INIT;
  wattle_resolve_options options = WATTLE_RESOLVE_OPTIONS_INIT;
  wattle_section section = WATTLE_SECTION_INIT;
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  wattle_bundle *bundle = NULL;
  wattle_error *error = NULL;
  probes.on_empty_content = on_empty;
  probes.on_replace_target_missing = on_missing;
  options.probes = &probes;
  DOES(wattle_registry_resolve(registry, &context, &state, &options, &bundle, NULL));
  CHECK(probed == 2 && is(wattle_bundle_text(bundle), ALL));
  DOES(wattle_bundle_summary(bundle, &summary, NULL));
  CHECK(WATTLE_HAS(&summary, unit) && summary.included == 8 && summary.total_chars == wattle_bundle_text(bundle).len && is(summary.unit, "chars"));
  DOES(wattle_bundle_section(bundle, 0, &section, NULL));
  CHECK(is(section.id, "host.persona") && is(section.text, "persona") && section.limit == WATTLE_UNLIMITED);
  wattle_bundle_free(bundle);

  CHECK(wattle_registry_emit_stream(registry, WATTLE_STR("bad"), &error) == WATTLE_CALLBACK_FAILED);
  CHECK(is(wattle_error_subject(error), "unit") && wattle_error_payload(error, &drops) == &checks);
  wattle_error_free(error);
}

static void composing(const wattle_registry *registry) {
  const wattle_context context = context_of_all();
  const wattle_state state = state_of_depth_3();
  wattle_probes probes = WATTLE_PROBES_INIT;
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_candidate candidates[2] = { WATTLE_CANDIDATE_INIT, WATTLE_CANDIDATE_INIT };
  wattle_outcome outcomes[2] = { WATTLE_OUTCOME_INIT, WATTLE_OUTCOME_INIT };
  wattle_section sections[2] = { WATTLE_SECTION_INIT, WATTLE_SECTION_INIT };
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  wattle_diff_figures figures = WATTLE_DIFF_FIGURES_INIT;
  wattle_difference difference = WATTLE_DIFFERENCE_INIT;
  wattle_prompt *whole = NULL, *cut = NULL, *restored = NULL;
  wattle_diff *diff = NULL;
  uint64_t budget = 0;
  probes.on_built = on_built;
  options.probes = &probes;
  DOES(wattle_registry_compose(registry, &context, &state, &options, &whole, NULL));
  CHECK(is(wattle_prompt_text(whole), ALL) && probed == 3);

  candidates[0].id = WATTLE_STR("a.core");
  candidates[0].content = WATTLE_STR("core");
  candidates[0].tier = WATTLE_TIER_CORE;
  candidates[1].id = WATTLE_STR("a.active");
  candidates[1].content = WATTLE_STR("too long");
  candidates[1].tier = WATTLE_TIER_ACTIVE;
  options.depth = 3;
  options.runtime_role = WATTLE_STR("role");
  options.resolve_budget = budget_of_5;
  DOES(wattle_effective_budget(&options, &budget, NULL));
  DOES(wattle_apply_budget_gate(candidates, 2, &options, outcomes, &summary, NULL));
  CHECK(budget == 5 && outcomes[0].verdict == WATTLE_INCLUDED && summary.dropped == 1);
  CHECK(outcomes[1].verdict != WATTLE_INCLUDED && outcomes[1].tier == WATTLE_TIER_ACTIVE && outcomes[1].chars == 8);
  DOES(wattle_compose(candidates, 2, &options, &cut, NULL));
  CHECK(is(wattle_prompt_text(cut), "core") && probed == 4);
  for (size_t i = 0; i < 2; i++) {
    DOES(wattle_prompt_section(cut, i, &sections[i], NULL));
    sections[i].struct_size = sizeof sections[i];
  }
  DOES(wattle_prompt_summary(cut, &summary, NULL));
  DOES(wattle_prompt_restore(&summary, sections, 2, &restored, NULL));
  CHECK(is(wattle_prompt_text(restored), "core"));
  options.measure = one_each;
  options.measure_unit = WATTLE_STR("tokens");
  DOES(wattle_compose_into(candidates, 2, &options, cut, NULL));
  DOES(wattle_prompt_summary(cut, &summary, NULL));
  CHECK(is(wattle_prompt_text(cut), "core\n\ntoo long") && summary.total_chars == 2 && is(summary.unit, "tokens"));

  DOES(wattle_prompt_diff(restored, cut, &diff, NULL));
  DOES(wattle_diff_summary(diff, &figures, NULL));
  CHECK(!figures.equal && figures.verdicts_changed == 1 && figures.text.byte == 4 && is(figures.text.after_id, "a.active"));
  DOES(wattle_diff_at(diff, 1, &difference, NULL));
  CHECK(is(difference.id, "a.active") && difference.after_verdict == WATTLE_INCLUDED);
  wattle_diff_free(diff);
  wattle_prompt_free(restored);
  wattle_prompt_free(cut);
  wattle_prompt_free(whole);
}

static void listing_and_removing(wattle_registry *registry) {
  wattle_record record = WATTLE_RECORD_INIT;
  wattle_fragment fragment = WATTLE_FRAGMENT_INIT;
  wattle_records *records = NULL;
  wattle_registry *snapshot = NULL;
  wattle_error *error = NULL;
  DOES(wattle_registry_list(registry, WATTLE_ORIGIN_STATIC, WATTLE_STR("unit.prompt"), &records, NULL));
  DOES(wattle_records_at(records, 0, &record, NULL));
  CHECK(wattle_records_len(records) == 1 && is(record.plugin, "unit") && is(record.text, "plugin") && record.mode == WATTLE_APPEND);
  wattle_records_free(records);
  DOES(wattle_fragment_at(WATTLE_FRAGMENT_SET_BASE, 0, &fragment, NULL));
  CHECK(is(fragment.id, WATTLE_CORE_DIRECTIVES_ID) && fragment.text.len > 0);

  DOES(wattle_registry_snapshot(registry, &snapshot, NULL));
  CHECK(wattle_registry_unregister_plugin(registry, WATTLE_STR("unit"), &error) == WATTLE_PLUGIN_IN_USE);
  CHECK(wattle_error_status(error) == WATTLE_PLUGIN_IN_USE && is(wattle_error_subject(error), "unit"));
  wattle_error_free(error);
  wattle_registry_free(snapshot);
  CHECK(drops == 0);
  DOES(wattle_registry_unregister_plugin(registry, WATTLE_STR("unit"), NULL));
  CHECK(drops == 1);
}

/* Modules, sections, guidance */

static void building(void) {
  wattle_module modules[2] = { WATTLE_MODULE_INIT, WATTLE_MODULE_INIT };
  wattle_command commands[2] = { WATTLE_COMMAND_INIT, WATTLE_COMMAND_INIT };
  wattle_agent_context context = WATTLE_AGENT_CONTEXT_INIT;
  wattle_build_options options = WATTLE_BUILD_OPTIONS_INIT;
  wattle_module_metadata metadata = WATTLE_MODULE_METADATA_INIT;
  wattle_tool_filter filter = WATTLE_TOOL_FILTER_INIT;
  wattle_tool offered[2] = { WATTLE_TOOL_INIT, WATTLE_TOOL_INIT };
  wattle_candidate candidates[2] = { WATTLE_CANDIDATE_INIT, WATTLE_CANDIDATE_INIT };
  wattle_module_builder *builder = NULL;
  wattle_renderings *renderings = NULL;
  wattle_prompt *prompt = NULL;
  size_t kept[2], kept_len = 9;
  commands[0].name = WATTLE_STR("one");
  commands[1].name = WATTLE_STR("two");
  context.commands = commands;
  context.commands_len = 2;
  context.max_tokens = 100000;
  context.agent_id = WATTLE_STR("agent");
  DOES(wattle_module_builder_new(&builder, NULL));
  for (size_t i = 0; i < 2; i++) {
    modules[i].name = i ? WATTLE_STR("second") : WATTLE_STR("first");
    modules[i].priority = (uint32_t)(20 - 10 * i);
    modules[i].optional = 1;
    modules[i].render = render;
    modules[i].user_data = i ? "2" : "1";
    modules[i].drop = count_drop;
    DOES(wattle_module_builder_add(builder, &modules[i], NULL));
  }
  options.clock = tick;
  DOES(wattle_module_builder_build(builder, &context, &options, &prompt, NULL));
  DOES(wattle_prompt_module_metadata(prompt, &metadata, NULL));
  CHECK(is(wattle_prompt_text(prompt), "2\n\n1") && metadata.modules == 2 && metadata.build_nanoseconds == 7);
  DOES(wattle_prompt_tool_filter(prompt, &filter, NULL));
  offered[0].name = WATTLE_STR("shell");
  offered[1].name = WATTLE_STR("search");
  DOES(wattle_filter_tools(&filter, offered, 2, kept, &kept_len, NULL));
  CHECK(kept_len == 2 && kept[1] == 1);
  wattle_prompt_free(prompt);
  DOES(wattle_module_builder_render(builder, &context, &renderings, NULL));
  for (size_t i = 0; i < 2; i++) {
    DOES(wattle_renderings_at(renderings, i, &candidates[i], NULL));
    candidates[i].struct_size = sizeof candidates[i];
  }
  DOES(wattle_compose(candidates, 2, NULL, &prompt, NULL));
  CHECK(is(wattle_prompt_text(prompt), "2\n\n1"));
  wattle_prompt_free(prompt);
  wattle_renderings_free(renderings);
  drops = 0;
  wattle_module_builder_free(builder);
  CHECK(drops == 2);
}

static void saying(void) {
  wattle_async_job jobs[2] = { WATTLE_ASYNC_JOB_INIT, WATTLE_ASYNC_JOB_INIT };
  wattle_tool_error failures[2] = { WATTLE_TOOL_ERROR_INIT, WATTLE_TOOL_ERROR_INIT };
  wattle_guidance_entry entries[2] = { WATTLE_GUIDANCE_ENTRY_INIT, WATTLE_GUIDANCE_ENTRY_INIT };
  wattle_guidance *guidance = NULL;
  wattle_text *text = NULL;
  jobs[0].id = WATTLE_STR("job-1");
  jobs[0].progress = 40;
  jobs[0].has_progress = 1;
  jobs[1].id = WATTLE_STR("job-2");
  DOES(wattle_render_async_jobs(jobs, 2, &text, NULL));
  CHECK(strstr(wattle_text_view(text).data, "job-1") && strstr(wattle_text_view(text).data, "40%"));
  CHECK(strstr(wattle_text_view(text).data, "job-2"));
  wattle_text_free(text);
  for (size_t i = 0; i < 2; i++) {
    failures[i].tool = tools[i];
    failures[i].error = i ? WATTLE_STR("no network") : WATTLE_STR("no shell");
    entries[i].tool_name = tools[i];
    entries[i].mode = WATTLE_MATCH_MODE_EXACT;
    entries[i].text = i ? WATTLE_STR("Cite.") : WATTLE_STR("Quote.");
  }
  DOES(wattle_guidance_new(&guidance, NULL));
  DOES(wattle_guidance_add(guidance, entries, 2, NULL));
  DOES(wattle_guidance_resolve(guidance, tools[1], failures, 2, &text, NULL));
  CHECK(strstr(wattle_text_view(text).data, "Cite.") && strstr(wattle_text_view(text).data, "no network"));
  wattle_text_free(text);
  wattle_guidance_free(guidance);
}

int main(void) {
  wattle_registry *registry;
  load();
  registry = new_registry();
  fill(registry);
  resolving(registry);
  composing(registry);
  listing_and_removing(registry);
  wattle_registry_free(registry);
  CHECK(drops == 4);
  building();
  saying();
  printf("%u passed\n", checks);
  return 0;
}
