/* The common shapes of contributions and plugins: each is the raw form, spelt shorter, byte for byte. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

static const wattle_str id = WATTLE_STR_INIT("host.a"), text = WATTLE_STR_INIT("text");

static bool same(wattle_contribution made, wattle_contribution raw) { return memcmp(&made, &raw, sizeof made) == 0; }

static wattle_status loaded(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state,
                            uint8_t *answer) {
  (void)user_data;
  (void)call;
  (void)context;
  *answer = state->loaded_tools.len > 0;
  return WATTLE_OK;
}

static void shapes_are_the_raw_form(wattle_registry *registry) {
  const wattle_scope scope = { WATTLE_UTILITY, 0, WATTLE_STR("google"), WATTLE_STR_ABSENT, WATTLE_STR("reviewer") };
  const wattle_contribution appended = WATTLE_CONTRIBUTION(.id = id, .mode = WATTLE_APPEND, .text = text);
  const wattle_contribution prepended = WATTLE_CONTRIBUTION(.id = id, .mode = WATTLE_PREPEND, .text = text);
  const wattle_contribution scoped = WATTLE_CONTRIBUTION(.id = id, .mode = WATTLE_APPEND, .scope = scope, .text = text);
  const wattle_contribution gated =
      WATTLE_CONTRIBUTION(.id = id, .mode = WATTLE_APPEND, .text = text, .when = loaded, .user_data = registry,
                          .drop = drop_tracked);
  CHECK(same(wattle_append_prompt(id, text), appended));
  CHECK(same(wattle_prepend_persona(id, text), prepended));
  CHECK(same(wattle_scoped_prompt(id, scope, text), scoped));
  CHECK(same(wattle_gated_prompt(id, loaded, registry, drop_tracked, text), gated));
}

/* Each with what writes it. Set when the tests begin: a function that is called through the table is no constant. */
static struct section {
  wattle_contribution (*prompt)(wattle_str id);
  wattle_runtime_content_fn content;
  wattle_status (*render)(const wattle_state *state, wattle_text **text, wattle_error **error);
} sections[4];

static void set_functions(void) {
  const struct section all[] = {
    { wattle_loaded_tools_prompt, wattle_loaded_tools_content, wattle_render_loaded_tools },
    { wattle_detected_intents_prompt, wattle_detected_intents_content, wattle_render_detected_intents },
    { wattle_subagent_depth_prompt, wattle_subagent_depth_content, wattle_render_subagent_depth },
    { wattle_prior_turn_tool_calls_prompt, wattle_prior_turn_tool_calls_content, wattle_render_prior_turn_tool_calls },
  };
  memcpy(sections, all, sizeof all);
}

static void sections_are_the_raw_form(wattle_registry *registry) {
  (void)registry;
  for (size_t i = 0; i < COUNT(sections); i++) {
    const wattle_contribution raw =
        WATTLE_CONTRIBUTION(.id = id, .mode = WATTLE_APPEND, .runtime_content = sections[i].content);
    CHECK(same(sections[i].prompt(id), raw));
  }
}

static void replace_core_sets_three_fields(wattle_registry *registry) {
  const wattle_str directives = WATTLE_STR(WATTLE_CORE_DIRECTIVES_ID);
  const wattle_contribution raw = WATTLE_CONTRIBUTION(.id = directives, .mode = WATTLE_REPLACE, .text = text);
  const wattle_contribution kept = WATTLE_CONTRIBUTION(.id = directives, .mode = WATTLE_REPLACE, .text = text,
                                                       .tier = WATTLE_TIER_CORE, .condensed = WATTLE_STR("t"));
  wattle_contribution made = WATTLE_CONTRIBUTION_INIT;
  (void)registry;
  ACCEPTED(wattle_replace_core(directives, text, &made, ERR));
  CHECK(same(made, raw));
  made.tier = WATTLE_TIER_CORE;
  made.condensed = WATTLE_STR("t");
  made.mode = 0;
  ACCEPTED(wattle_replace_core(directives, made.text, &made, ERR));
  CHECK(made.condensed.data[0] == 't' && made.tier == kept.tier && made.mode == kept.mode);
  ACCEPTED(wattle_replace_core(WATTLE_STR("core.nobody-knows"), (wattle_str)WATTLE_STR_ABSENT, &made, ERR));
  CHECK(!made.text.data && made.text.len == 0);
}

/* A larger contribution of a newer header keeps its size, so that it still agrees with its neighbours in an array. */
static void replace_core_keeps_the_size(wattle_registry *registry) {
  struct {
    wattle_contribution known;
    uint64_t newer;
  } made = { WATTLE_CONTRIBUTION_INIT, 7 };
  (void)registry;
  made.known.struct_size = sizeof made;
  ACCEPTED(wattle_replace_core(WATTLE_STR("core.a"), text, &made.known, ERR));
  CHECK(made.known.struct_size == sizeof made && made.newer == 7 && made.known.mode == WATTLE_REPLACE);
}

static void replace_core_refuses(wattle_registry *registry) {
  const wattle_str core = WATTLE_STR("core.a"), list_of_null = { NULL, 5 };
  const struct {
    const char *id;
    wattle_status status;
  } rows[] = {
    { "host.a", WATTLE_FOREIGN_NAMESPACE },   { "cores.a", WATTLE_FOREIGN_NAMESPACE },
    { "Core.a", WATTLE_FOREIGN_NAMESPACE },   { "safety.a", WATTLE_RESERVED_NAMESPACE },
    { "core", WATTLE_UNNAMESPACED_ID },       { "core.", WATTLE_UNNAMESPACED_ID },
    { "core.a b", WATTLE_UNNAMESPACED_ID },   { "", WATTLE_UNNAMESPACED_ID },
  };
  const size_t sizes[] = { 0, 8, sizeof(wattle_contribution) - 1, WATTLE_STRUCT_MAX_BYTES + 1, SIZE_MAX };
  wattle_contribution made = WATTLE_CONTRIBUTION_INIT, before;
  (void)registry;
  memset(&made.id, '?', sizeof made - sizeof made.struct_size);
  before = made;
  for (size_t i = 0; i < COUNT(rows); i++)
    REFUSED(rows[i].status, rows[i].id, wattle_replace_core(wattle_cstr(rows[i].id), text, &made, ERR));
  REFUSED(WATTLE_INVALID_UTF8, "id", wattle_replace_core(WATTLE_STR("core.\xFF"), text, &made, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "id", wattle_replace_core(list_of_null, text, &made, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "contribution", wattle_replace_core(core, text, NULL, ERR));
  CHECK(wattle_replace_core(core, text, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(same(made, before));
  for (size_t i = 0; i < COUNT(sizes); i++) {
    before.struct_size = made.struct_size = sizes[i];
    REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size", wattle_replace_core(core, text, &made, ERR));
    CHECK(same(made, before));
  }
}

static void created_plugin(wattle_registry *registry) {
  const wattle_contribution prompts[] = { wattle_append_prompt(WATTLE_STR("p.a"), text),
                                          wattle_prepend_persona(WATTLE_STR("p.b"), WATTLE_STR("persona")) };
  const wattle_contribution runtime = wattle_gated_prompt(WATTLE_STR("p.c"), loaded, tracked(), drop_tracked, text);
  const wattle_plugin raw = WATTLE_PLUGIN(.name = WATTLE_STR("p"), .version = WATTLE_STR("1"), .prompts = prompts,
                                          .prompts_len = 2, .runtime_prompts = &runtime, .runtime_prompts_len = 1);
  const wattle_plugin made = wattle_create_plugin(raw.name, raw.version, prompts, 2, &runtime, 1);
  CHECK(memcmp(&made, &raw, sizeof made) == 0);
  ACCEPTED(wattle_registry_register_plugin(registry, &made, ERR));
  resolves_to(registry, "persona\n\nbase\n\ntext");
  ACCEPTED(wattle_registry_unregister_plugin(registry, made.name, ERR));
}

/* Counts, and remembers the last id. */
struct told {
  unsigned times;
  wattle_origin origin;
};

static wattle_status tell(void *user_data, wattle_call *call, wattle_str about, wattle_origin origin) {
  struct told *told = user_data;
  (void)call;
  CHECK(about.len == id.len && memcmp(about.data, id.data, id.len) == 0);
  told->times++;
  told->origin = origin;
  return WATTLE_OK;
}

static void closed_gate(wattle_registry *registry) {
  const wattle_contribution gated = wattle_gated_prompt(id, loaded, tracked(), drop_tracked, WATTLE_STR("gated"));
  const wattle_str tool = WATTLE_STR("edit");
  wattle_state state = WATTLE_STATE_INIT;
  struct told told = { 0, 0 };
  const wattle_probes probes = WATTLE_PROBES(.user_data = &told, .on_empty_content = tell);
  const wattle_resolve_options options = WATTLE_RESOLVE_OPTIONS(.probes = &probes);
  wattle_bundle *bundle = NULL;
  add(registry, &gated);
  ACCEPTED(wattle_registry_resolve(registry, &converse, &state, &options, &bundle, ERR));
  CHECK(text_is(wattle_bundle_text(bundle), "base"));
  CHECK(told.times == 1 && told.origin == WATTLE_ORIGIN_RUNTIME_AWARE);
  wattle_bundle_free(bundle);

  state.loaded_tools.items = &tool;
  state.loaded_tools.len = 1;
  ACCEPTED(wattle_registry_resolve(registry, &converse, &state, &options, &bundle, ERR));
  CHECK(text_is(wattle_bundle_text(bundle), "base\n\ngated") && told.times == 1);
  wattle_bundle_free(bundle);
  remove_runtime(registry, "host.a");
}

/* A section is what its renderer gives; in a turn of which it has nothing to say it is empty, and the probe is told. */
static void sections_of_a_turn(wattle_registry *registry) {
  const wattle_str tool = WATTLE_STR("edit");
  const wattle_state quiet = WATTLE_STATE_INIT, eventful = WATTLE_STATE(
    .loaded_tools = { &tool, 1 }, .detected_intents = { &tool, 1 }, .turn_depth = 3, .prior_turn_had_tool_calls = WATTLE_YES);
  for (size_t i = 0; i < COUNT(sections); i++) {
    struct told told = { 0, 0 };
    const wattle_probes probes = WATTLE_PROBES(.user_data = &told, .on_empty_content = tell);
    const wattle_resolve_options options = WATTLE_RESOLVE_OPTIONS(.probes = &probes);
    const wattle_contribution contribution = sections[i].prompt(id);
    wattle_section section = WATTLE_SECTION_INIT;
    wattle_bundle *bundle = NULL;
    wattle_text *rendered = NULL;
    add(registry, &contribution);
    ACCEPTED(wattle_registry_resolve(registry, &converse, &quiet, &options, &bundle, ERR));
    CHECK(text_is(wattle_bundle_text(bundle), "base"));
    CHECK(told.times == 1 && told.origin == WATTLE_ORIGIN_RUNTIME_AWARE);
    wattle_bundle_free(bundle);

    ACCEPTED(sections[i].render(&eventful, &rendered, ERR));
    ACCEPTED(wattle_registry_resolve(registry, &converse, &eventful, &options, &bundle, ERR));
    ACCEPTED(wattle_bundle_section(bundle, 1, &section, ERR));
    CHECK(section.text.len > 0 && section.text.len == wattle_text_view(rendered).len && told.times == 1);
    CHECK(memcmp(section.text.data, wattle_text_view(rendered).data, section.text.len) == 0);
    wattle_text_free(rendered);
    wattle_bundle_free(bundle);
    remove_runtime(registry, "host.a");
  }
}

int main(void) {
  static const test tests[] = {
    TEST(shapes_are_the_raw_form),     TEST(sections_are_the_raw_form), TEST(replace_core_sets_three_fields),
    TEST(replace_core_keeps_the_size), TEST(replace_core_refuses),      TEST(created_plugin),
    TEST(closed_gate),                 TEST(sections_of_a_turn),
  };
  set_functions();
  run_tests(tests, COUNT(tests));
  return tests_done("c shapes") ? EXIT_SUCCESS : EXIT_FAILURE;
}
