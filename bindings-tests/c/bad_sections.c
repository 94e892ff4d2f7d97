/* The reference sections: NULLs, texts of every kind, progress, too much of everything, and contents out of place. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define MILLION ((size_t)1000000)
#define PIECE_BYTES ((size_t)64 << 20)

typedef wattle_status (*render_fn)(const wattle_state *state, wattle_text **text, wattle_error **error);

/* The four of the state. Set when the tests begin: a function that is called through the table is no constant. */
static render_fn renders[4];
static wattle_runtime_content_fn contents[4];

static void set_functions(void) {
  renders[0] = wattle_render_loaded_tools, contents[0] = wattle_loaded_tools_content;
  renders[1] = wattle_render_detected_intents, contents[1] = wattle_detected_intents_content;
  renders[2] = wattle_render_subagent_depth, contents[2] = wattle_subagent_depth_content;
  renders[3] = wattle_render_prior_turn_tool_calls, contents[3] = wattle_prior_turn_tool_calls_content;
}

/* A turn of which all four have something to say. */
static const wattle_str shell[] = { WATTLE_STR_INIT("shell") };
static const wattle_state eventful = WATTLE_STATE(.loaded_tools = { shell, 1 }, .detected_intents = { shell, 1 },
                                                  .turn_depth = 1, .prior_turn_had_tool_calls = WATTLE_YES);

static wattle_async_job job_of(const char *name) {
  const wattle_async_job job =
      WATTLE_ASYNC_JOB(.id = WATTLE_STR("j"), .name = wattle_cstr(name), .state = WATTLE_STR("queued"));
  return job;
}

static void sections_need(wattle_registry *registry) {
  const wattle_async_job job = job_of("n");
  wattle_text *text = UNTOUCHED;
  (void)registry;
  for (size_t i = 0; i < COUNT(renders); i++) {
    REFUSED(WATTLE_NULL_ARGUMENT, "text", renders[i](&eventful, NULL, ERR));
    CHECK(renders[i](&eventful, NULL, NULL) == WATTLE_NULL_ARGUMENT);
    CHECK(contents[i](NULL, NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  }
  REFUSED(WATTLE_NULL_ARGUMENT, "text", wattle_render_async_jobs(&job, 1, NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "jobs", wattle_render_async_jobs(NULL, 1, &text, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "jobs", wattle_render_async_jobs(&job, SIZE_MAX, &text, ERR));
  CHECK(wattle_render_async_jobs(NULL, 1, &text, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(text == UNTOUCHED);
}

static void nothing_is_a_text(wattle_registry *registry) {
  const wattle_state empty = WATTLE_STATE(.loaded_tools = { shell, 0 }, .detected_intents = { shell, 0 },
                                          .prior_turn_had_tool_calls = WATTLE_NO);
  const wattle_state *states[] = { NULL, &empty };
  wattle_text *text = NULL;
  (void)registry;
  for (size_t i = 0; i < COUNT(renders) * COUNT(states); i++) {
    ACCEPTED(renders[i / 2](states[i % 2], &text, ERR));
    CHECK(text && text_is(wattle_text_view(text), "") && wattle_text_view(text).data[0] == '\0');
    wattle_text_free(text);
  }
  ACCEPTED(wattle_render_async_jobs(NULL, 0, &text, ERR));
  CHECK(text && text_is(wattle_text_view(text), ""));
  wattle_text_free(text);
}

/* Each hands over one text, as the last of two where there may be several. */

static wattle_status put_tool(wattle_str text, wattle_text **made, wattle_error **error) {
  const wattle_str two[] = { WATTLE_STR("a"), text };
  const wattle_state state = WATTLE_STATE(.loaded_tools = { two, 2 });
  return wattle_render_loaded_tools(&state, made, error);
}

static wattle_status put_intent(wattle_str text, wattle_text **made, wattle_error **error) {
  const wattle_str two[] = { WATTLE_STR("a"), text };
  const wattle_state state = WATTLE_STATE(.detected_intents = { two, 2 });
  return wattle_render_detected_intents(&state, made, error);
}

/* A field that no section shows is looked at all the same. */
static wattle_status put_metadata(wattle_str text, wattle_text **made, wattle_error **error) {
  const wattle_state state = WATTLE_STATE(.plugin_metadata = text);
  return wattle_render_subagent_depth(&state, made, error);
}

static wattle_status put_id(wattle_str text, wattle_text **made, wattle_error **error) {
  wattle_async_job two[] = { job_of("a"), job_of("b") };
  two[1].id = text;
  return wattle_render_async_jobs(two, 2, made, error);
}

static wattle_status put_name(wattle_str text, wattle_text **made, wattle_error **error) {
  wattle_async_job two[] = { job_of("a"), job_of("b") };
  two[1].name = text;
  return wattle_render_async_jobs(two, 2, made, error);
}

static wattle_status put_state(wattle_str text, wattle_text **made, wattle_error **error) {
  wattle_async_job two[] = { job_of("a"), job_of("b") };
  two[1].state = text;
  return wattle_render_async_jobs(two, 2, made, error);
}

static const struct place {
  const char *subject;
  wattle_status (*put)(wattle_str text, wattle_text **made, wattle_error **error);
} places[] = {
  { "loaded_tools", put_tool }, { "detected_intents", put_intent }, { "plugin_metadata", put_metadata },
  { "id", put_id },             { "name", put_name },               { "state", put_state },
};

static void everywhere(wattle_str text, wattle_status status) {
  wattle_text *made = UNTOUCHED;
  for (size_t i = 0; i < COUNT(places); i++) {
    check_row(places[i].subject);
    REFUSED(status, places[i].subject, places[i].put(text, &made, ERR));
  }
  CHECK(made == UNTOUCHED);
}

static void section_texts_of_null(wattle_registry *registry) {
  const wattle_str text = { NULL, 5 };
  (void)registry;
  everywhere(text, WATTLE_NULL_ARGUMENT);
}

static void section_texts_that_are_not_utf8(wattle_registry *registry) {
  const wattle_str texts[] = { WATTLE_STR("\xED\xA0\x80"), WATTLE_STR("5 \xE2\x82"), WATTLE_STR("\xC0\xAF"), WATTLE_STR("\x80"),
                               WATTLE_STR("\xF4\x90\x80\x80"), WATTLE_STR("behind a NUL\0\xC3") };
  (void)registry;
  for (size_t i = 0; i < COUNT(texts); i++) everywhere(texts[i], WATTLE_INVALID_UTF8);
}

static void section_texts_that_are_too_long(wattle_registry *registry) {
  const wattle_str text = { &untouched, (size_t)WATTLE_TEXT_MAX_BYTES + 1 };
  (void)registry;
  everywhere(text, WATTLE_LIMIT_EXCEEDED);
}

static bool shows(const wattle_text *text, const char *line, size_t len) {
  const wattle_str view = wattle_text_view(text);
  for (size_t at = 0; at + len <= view.len; at++)
    if (memcmp(view.data + at, line, len) == 0) return true;
  return false;
}
#define SHOWS(text, line) shows(text, line, sizeof(line) - 1)

static void odd_texts_are_shown(wattle_registry *registry) {
  const wattle_str odd = WATTLE_STR("a|`b`\0\r\n\n\xF0\x9F\x9A\x80");
  wattle_text *text = NULL;
  (void)registry;
  for (size_t i = 0; i < COUNT(places); i++) {
    ACCEPTED(places[i].put(odd, &text, ERR));
    if (i < 2) CHECK(SHOWS(text, "\n- a\n- a|`b`\0 \xF0\x9F\x9A\x80\n"));
    else if (i > 2) CHECK(SHOWS(text, " a\\|`b`\0 \xF0\x9F\x9A\x80 |"));
    wattle_text_free(text);
  }
}

static void progress(wattle_registry *registry) {
  const uint32_t refused[] = { 101, 255, 256, INT32_MAX, UINT32_MAX };
  wattle_async_job two[] = { job_of("a"), job_of("b") };
  wattle_text *text = UNTOUCHED;
  wattle_error *error = NULL;
  (void)registry;
  two[0].progress = 100;
  two[0].has_progress = two[1].has_progress = 1;
  for (size_t i = 0; i < COUNT(refused); i++) {
    two[1].progress = refused[i];
    REFUSED(WATTLE_INVALID_ARGUMENT, "progress", wattle_render_async_jobs(two, 2, &text, ERR));
  }
  CHECK(wattle_render_async_jobs(two, 2, &text, &error) == WATTLE_INVALID_ARGUMENT && text == UNTOUCHED);
  CHECK(text_is(wattle_error_message(error), "jobs[1]: progress is 4294967295; 0 to 100 is allowed"));
  wattle_error_free(error);
  two[1].has_progress = 0;
  two[1].progress = 1;
  REFUSED(WATTLE_INVALID_ARGUMENT, "progress", wattle_render_async_jobs(two, 2, &text, ERR));
  two[1].progress = 0;
  ACCEPTED(wattle_render_async_jobs(two, 2, &text, ERR));
  CHECK(SHOWS(text, "| j | a | queued | 100% |\n| j | b | queued | - |\n"));
  wattle_text_free(text);
}

static void jobs_that_disagree(wattle_registry *registry) {
  wattle_async_job two[] = { job_of("a"), job_of("b") };
  wattle_text *text = UNTOUCHED;
  (void)registry;
  two[1].struct_size += 8;
  REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size", wattle_render_async_jobs(two, 2, &text, ERR));
  CHECK(text == UNTOUCHED);
}

static size_t lines_of(const wattle_text *text) {
  const wattle_str view = wattle_text_view(text);
  size_t lines = 1;
  for (size_t i = 0; i < view.len; i++) lines += view.data[i] == '\n';
  return lines;
}

static void a_million_of_each(wattle_registry *registry) {
  wattle_str *tools = malloc(MILLION * sizeof *tools);
  wattle_async_job *jobs = malloc(MILLION * sizeof *jobs);
  const wattle_state state = WATTLE_STATE(.loaded_tools = { tools, MILLION }, .detected_intents = { tools, MILLION });
  wattle_text *text = NULL;
  (void)registry;
  for (size_t i = 0; i < MILLION; i++) tools[i] = shell[0], jobs[i] = job_of("n");
  for (size_t i = 0; i < 2; i++) {
    ACCEPTED(renders[i](&state, &text, ERR));
    CHECK(lines_of(text) == MILLION + 4);
    wattle_text_free(text);
  }
  ACCEPTED(wattle_render_async_jobs(jobs, MILLION, &text, ERR));
  CHECK(lines_of(text) == MILLION + 6);
  wattle_text_free(text);
  free(tools);
  free(jobs);
}

static void sections_of_too_much(wattle_registry *registry) {
  char *bytes = calloc(PIECE_BYTES, 1);
  wattle_str tools[WATTLE_TEXT_MAX_BYTES / PIECE_BYTES];
  const wattle_state state = WATTLE_STATE(.loaded_tools = { tools, COUNT(tools) });
  wattle_text *text = UNTOUCHED;
  (void)registry;
  for (size_t i = 0; i < COUNT(tools); i++) tools[i].data = bytes, tools[i].len = bytes ? PIECE_BYTES : 0;
  REFUSED(WATTLE_LIMIT_EXCEEDED, "loaded_tools", wattle_render_loaded_tools(&state, &text, ERR));
  CHECK(bytes && text == UNTOUCHED);
  free(bytes);
}

/* Contents out of place: where nothing can be written, they say so, and nothing else happens. */

static wattle_status in_a_predicate(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state,
                                    uint8_t *answer) {
  for (size_t i = 0; i < COUNT(contents); i++)
    CHECK(contents[i](user_data, call, context, state) == WATTLE_INVALID_ARGUMENT);
  *answer = 1;
  return WATTLE_OK;
}

static wattle_status in_a_hook(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  uint8_t answer;
  return in_a_predicate(user_data, call, context, state, &answer);
}

static void contents_out_of_place(wattle_registry *registry) {
  const wattle_contribution gated = wattle_gated_prompt(WATTLE_STR("host.g"), in_a_predicate, NULL, NULL, WATTLE_STR("gated"));
  wattle_plugin plugin = plugin_named("p");
  plugin.hook = in_a_hook;
  add(registry, &gated);
  ACCEPTED(wattle_registry_register_plugin(registry, &plugin, ERR));
  resolves_to(registry, "base\n\ngated");
  for (size_t i = 0; i < COUNT(contents); i++)
    CHECK(contents[i](NULL, (wattle_call *)registry, NULL, NULL) == WATTLE_INVALID_HANDLE);
  ACCEPTED(wattle_registry_unregister_plugin(registry, plugin.name, ERR));
  remove_runtime(registry, "host.g");
}

/* A content that fails fails the callback around it, whatever that returns. */

static wattle_status with_a_bad_state(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  const wattle_str bad = WATTLE_STR("\xFF");
  const wattle_state own = WATTLE_STATE(.loaded_tools = { &bad, 1 });
  CHECK(wattle_loaded_tools_content(user_data, call, context, &own) == WATTLE_INVALID_UTF8);
  CHECK(wattle_loaded_tools_content(user_data, call, context, state) == WATTLE_INVALID_UTF8);
  CHECK(wattle_call_write(call, WATTLE_STR("more")) == WATTLE_INVALID_UTF8);
  return WATTLE_OK;
}

static wattle_status after_a_refused_write(void *user_data, wattle_call *call, const wattle_context *context,
                                           const wattle_state *state) {
  const wattle_str null = { NULL, 5 };
  (void)state;
  CHECK(wattle_call_write(call, null) == WATTLE_NULL_ARGUMENT);
  for (size_t i = 0; i < COUNT(contents); i++)
    CHECK(contents[i](user_data, call, context, &eventful) == WATTLE_NULL_ARGUMENT);
  return WATTLE_OK;
}

static void contents_that_fail(wattle_registry *registry) {
  const wattle_contribution bad_state = runtime_contribution("host.s", with_a_bad_state, NULL);
  const wattle_contribution refused_write = runtime_contribution("host.w", after_a_refused_write, NULL);
  add(registry, &bad_state);
  resolve_fails(registry, WATTLE_INVALID_UTF8, "host.s");
  remove_runtime(registry, "host.s");
  add(registry, &refused_write);
  resolve_fails(registry, WATTLE_NULL_ARGUMENT, "host.w");
  remove_runtime(registry, "host.w");
}

/* Jobs are for a callback of the host's own. */
static wattle_status write_jobs(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  const wattle_async_job job = job_of(user_data);
  wattle_text *text = NULL;
  (void)context;
  (void)state;
  ACCEPTED(wattle_render_async_jobs(&job, 1, &text, ERR));
  const wattle_status status = wattle_call_write(call, wattle_text_view(text));
  wattle_text_free(text);
  return status;
}

static void jobs_in_a_callback(wattle_registry *registry) {
  const wattle_contribution jobs = runtime_contribution("host.jobs", write_jobs, "index");
  wattle_bundle *bundle = NULL;
  add(registry, &jobs);
  ACCEPTED(wattle_registry_resolve(registry, &converse, NULL, NULL, &bundle, ERR));
  CHECK(strstr(wattle_bundle_text(bundle).data, "base\n\n## Background jobs\n") != NULL);
  CHECK(strstr(wattle_bundle_text(bundle).data, "\n| j | index | queued | - |\n") != NULL);
  wattle_bundle_free(bundle);
  remove_runtime(registry, "host.jobs");
}

void section_tests(void) {
  static const test tests[] = {
    TEST(sections_need),
    TEST(nothing_is_a_text),
    TEST(section_texts_of_null),
    TEST(section_texts_that_are_not_utf8),
    TEST(section_texts_that_are_too_long),
    TEST(odd_texts_are_shown),
    TEST(progress),
    TEST(jobs_that_disagree),
    TEST(a_million_of_each),
    TEST(sections_of_too_much),
    TEST(contents_out_of_place),
    TEST(contents_that_fail),
    TEST(jobs_in_a_callback),
  };
  set_functions();
  run_tests(tests, COUNT(tests));
}
