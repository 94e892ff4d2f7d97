/* Probes and the budget callback: failing, writing and emitting in them. */
#include <string.h>

#include "check.h"

enum { ON_EMPTY, ON_MISSING, ON_DUPLICATE, ON_BUILT, ON_BUDGET, ALL };
static const char *const callback_names[] = {
  "on_empty_content", "on_replace_target_missing", "on_duplicate_replace", "on_built", "resolve_budget",
};

/* Which of them fails (ALL: none), what all of them do besides, and how often each ran. */
static struct {
  int failing;
  void (*also)(wattle_call *call);
  unsigned runs[ALL];
} script;

static wattle_status run(int which, wattle_call *call) {
  script.runs[which]++;
  if (script.also) script.also(call);
  return script.failing == which ? wattle_call_fail(call, wattle_cstr(callback_names[which])) : WATTLE_OK;
}

static wattle_status on_empty_content(void *user_data, wattle_call *call, wattle_str id, wattle_origin origin) {
  CHECK(user_data == &script && id.len == strlen("host.empty") && origin == WATTLE_ORIGIN_STATIC);
  return run(ON_EMPTY, call);
}

static wattle_status on_replace_target_missing(void *user_data, wattle_call *call, wattle_str id) {
  CHECK(user_data == &script && id.len == strlen("host.missing"));
  return run(ON_MISSING, call);
}

static wattle_status on_duplicate_replace(void *user_data, wattle_call *call, const wattle_str *ids, size_t n) {
  CHECK(user_data == &script && n == 2 && ids[0].len == strlen("host.twice") && ids[1].len == strlen("host.again"));
  return run(ON_DUPLICATE, call);
}

static wattle_status on_built(void *user_data, wattle_call *call, const wattle_prompt *prompt) {
  CHECK(user_data == &script && wattle_prompt_event_json(prompt).len > 0);
  return run(ON_BUILT, call);
}

static wattle_status resolve_budget(void *user_data, wattle_call *call, uint32_t depth, wattle_str runtime_role,
                                    uint64_t *budget) {
  CHECK(user_data == &script && depth == 3 && text_is(runtime_role, "worker") && *budget == WATTLE_UNLIMITED);
  return run(ON_BUDGET, call);
}

static const wattle_probes probes =
    WATTLE_PROBES(.user_data = &script, .on_empty_content = on_empty_content,
                  .on_replace_target_missing = on_replace_target_missing,
                  .on_duplicate_replace = on_duplicate_replace, .on_built = on_built);

/* Registers what makes every probe fire: an empty text, a missing target, and two ids replaced twice. */

static const char *const replaced[] = { "host.missing", "host.twice", "host.again" };

static void set_up(wattle_registry *registry) {
  const wattle_contribution empty = text_contribution("host.empty", "");
  wattle_contribution replaces[3], second[2];
  wattle_plugin plugin = plugin_named("p");
  add(registry, &empty);
  for (size_t i = 0; i < 3; i++) {
    replaces[i] = text_contribution(replaced[i], "x");
    replaces[i].mode = WATTLE_REPLACE;
  }
  for (size_t i = 0; i < 2; i++) {
    const wattle_contribution target = text_contribution(replaced[i + 1], "target");
    add(registry, &target);
    second[i] = text_contribution(replaced[i + 1], "y");
    second[i].mode = WATTLE_REPLACE;
  }
  plugin.prompts = second;
  plugin.prompts_len = 2;
  ACCEPTED(wattle_registry_register(registry, replaces, 3, ERR));
  ACCEPTED(wattle_registry_register_plugin(registry, &plugin, ERR));
  memset(&script, 0, sizeof script);
  script.failing = ALL;
}

static void tear_down(wattle_registry *registry) {
  ACCEPTED(wattle_registry_unregister_plugin(registry, WATTLE_STR("p"), ERR));
  remove_static(registry, "host.empty");
  for (size_t i = 0; i < 3; i++) remove_static(registry, replaced[i]);
}

static wattle_compose_options options_with_probes(void) {
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  options.depth = 3;
  options.runtime_role = WATTLE_STR("worker");
  options.resolve_budget = resolve_budget;
  options.resolve_budget_data = &script;
  options.probes = &probes;
  return options;
}

static void every_probe_fires(wattle_registry *registry) {
  const wattle_compose_options options = options_with_probes();
  wattle_prompt *prompt = NULL;
  set_up(registry);
  ACCEPTED(wattle_registry_compose(registry, &converse, NULL, &options, &prompt, ERR));
  CHECK(text_is(wattle_prompt_text(prompt), "base\n\nx\n\ny\n\nx\n\ny\n\nx"));
  for (int i = 0; i < ALL; i++) CHECK(script.runs[i] == 1);
  wattle_prompt_free(prompt);
  tear_down(registry);
}

/* Each in turn fails a registry composition, with its own subject; nothing after it runs. */
static void failing_in_a_composition(wattle_registry *registry) {
  static const char *const subjects[] = { "host.empty", "host.missing", "host.twice", "onBuilt", "resolveBudget" };
  const wattle_compose_options options = options_with_probes();
  set_up(registry);
  for (int i = 0; i < ALL; i++) {
    wattle_prompt *prompt = UNTOUCHED;
    wattle_error *error = NULL;
    check_row(callback_names[i]);
    memset(script.runs, 0, sizeof script.runs);
    script.failing = i;
    CHECK(wattle_registry_compose(registry, &converse, NULL, &options, &prompt, &error) == WATTLE_CALLBACK_FAILED);
    CHECK(text_is(wattle_error_subject(error), subjects[i]));
    CHECK(strstr(wattle_error_message(error).data, callback_names[i]) != NULL);
    CHECK(prompt == UNTOUCHED);
    CHECK(script.runs[i] == 1);
    CHECK(script.runs[ON_BUILT] == (i == ON_BUILT));
    wattle_error_free(error);
  }
  tear_down(registry);
}

static void failing_in_a_resolution(wattle_registry *registry) {
  static const char *const subjects[] = { "host.empty", "host.missing", "host.twice" };
  const wattle_resolve_options options = WATTLE_RESOLVE_OPTIONS(.probes = &probes);
  wattle_bundle *bundle = UNTOUCHED;
  set_up(registry);
  for (int i = 0; i <= ON_DUPLICATE; i++) {
    check_row(callback_names[i]);
    script.failing = i;
    REFUSED(WATTLE_CALLBACK_FAILED, subjects[i],
            wattle_registry_resolve(registry, &converse, NULL, &options, &bundle, ERR));
  }
  CHECK(bundle == UNTOUCHED && script.runs[ON_BUILT] == 0);
  tear_down(registry);
}

/* Raw candidates: only on_built and the budget. */
static void failing_with_raw_candidates(wattle_registry *registry) {
  const wattle_candidate candidate =
      WATTLE_CANDIDATE(.id = WATTLE_STR("a"), .content = WATTLE_STR("text"), .tier = WATTLE_TIER_CORE);
  const wattle_compose_options options = options_with_probes();
  wattle_prompt *prompt = UNTOUCHED;
  (void)registry;
  memset(&script, 0, sizeof script);
  script.failing = ON_BUDGET;
  REFUSED(WATTLE_CALLBACK_FAILED, "resolveBudget", wattle_compose(&candidate, 1, &options, &prompt, ERR));
  CHECK(script.runs[ON_BUILT] == 0);
  script.failing = ON_BUILT;
  REFUSED(WATTLE_CALLBACK_FAILED, "onBuilt", wattle_compose(&candidate, 1, &options, &prompt, ERR));
  CHECK(prompt == UNTOUCHED && script.runs[ON_BUDGET] == 2);
}

/* With a total budget the callback for it is not asked. */
static void budget_is_not_asked_for(wattle_registry *registry) {
  wattle_compose_options options = options_with_probes();
  wattle_prompt *prompt = NULL;
  (void)registry;
  memset(&script, 0, sizeof script);
  script.failing = ON_BUDGET;
  options.total_budget = WATTLE_UNLIMITED;
  ACCEPTED(wattle_compose(NULL, 0, &options, &prompt, ERR));
  CHECK(script.runs[ON_BUDGET] == 0 && script.runs[ON_BUILT] == 1);
  wattle_prompt_free(prompt);
}

static void write_and_emit(wattle_call *call) {
  const wattle_contribution contribution = text_contribution("p.emitted", "emitted");
  CHECK(wattle_call_write(call, WATTLE_STR("text")) == WATTLE_INVALID_ARGUMENT);
  REFUSED(WATTLE_INVALID_ARGUMENT, "call", wattle_call_emit(call, &contribution, ERR));
  CHECK(drops_of(contribution.user_data) == 1);
}

static void writing_and_emitting_out_of_place(wattle_registry *registry) {
  const wattle_compose_options options = options_with_probes();
  wattle_prompt *prompt = NULL;
  set_up(registry);
  script.also = write_and_emit;
  ACCEPTED(wattle_registry_compose(registry, &converse, NULL, &options, &prompt, ERR));
  CHECK(text_is(wattle_prompt_text(prompt), "base\n\nx\n\ny\n\nx\n\ny\n\nx"));
  for (int i = 0; i < ALL; i++) CHECK(script.runs[i] == 1);
  wattle_prompt_free(prompt);
  tear_down(registry);
}

void probe_tests(void) {
  static const test tests[] = {
    TEST(every_probe_fires),
    TEST(failing_in_a_composition),
    TEST(failing_in_a_resolution),
    TEST(failing_with_raw_candidates),
    TEST(budget_is_not_asked_for),
    TEST(writing_and_emitting_out_of_place),
  };
  run_tests(tests, COUNT(tests));
}
