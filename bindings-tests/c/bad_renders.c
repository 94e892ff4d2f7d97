/* Modules that fail, that write what is no text, that write out of place, and that write very much. */
#include <stdlib.h>
#include <string.h>

#include "actors.h"
#include "builders.h"

#define MILLION ((size_t)1000000)
#define PIECE_BYTES ((size_t)16 << 20) /* 16 MiB */

/* A window in which nothing fits. */
static const wattle_agent_context tight = WATTLE_AGENT_CONTEXT(.max_tokens = 4096);

/* A builder with one module, "m". */
static wattle_module_builder *builder_of(const doings *does) {
  wattle_module_builder *builder = new_builder();
  const wattle_module module = module_that("m", does);
  add_module(builder, &module);
  return builder;
}

static void is_refused(const doings *does, const wattle_agent_context *context, wattle_status status) {
  wattle_module_builder *builder = builder_of(does);
  build_fails(builder, context, status, "m");
  wattle_module_builder_free(builder);
}

static void gives(wattle_status (*render)(wattle_call *call), const char *text, size_t len) {
  const doings does = { .render = render };
  wattle_module_builder *builder = builder_of(&does);
  wattle_prompt *prompt = built(builder, &agent);
  const wattle_str got = wattle_prompt_text(prompt);
  CHECK(got.len == len && memcmp(got.data, text, len) == 0);
  CHECK(section_of(prompt, 0).text.len == len);
  wattle_prompt_free(prompt);
  wattle_module_builder_free(builder);
}
#define GIVES(render, literal) gives(render, literal, sizeof(literal) - 1)

/* Failing: each callback, each status that is not WATTLE_OK. */

static wattle_status returned;
static wattle_status fail_now(wattle_call *call) { (void)call; return returned; }
static wattle_status answer_and_fail(wattle_call *call, uint8_t *answer) { *answer = 1; return fail_now(call); }
static wattle_status estimate_and_fail(wattle_call *call, uint64_t *tokens) { *tokens = 1; return fail_now(call); }

static wattle_status write_and_fail(wattle_call *call) {
  CHECK(write_line(call, "half a module") == WATTLE_OK);
  return fail_now(call);
}

static void failing(wattle_registry *registry) {
  const wattle_status all[] = { WATTLE_CALLBACK_FAILED, WATTLE_INVALID_ARGUMENT, WATTLE_OUT_OF_MEMORY,
                                WATTLE_UNKNOWN_MODULE, WATTLE_INTERNAL, -1, 12345, INT32_MIN, INT32_MAX };
  const doings does[] = {
    { .should_include = answer_and_fail },
    { .render = fail_now },
    { .render = write_and_fail },
    { .estimate = estimate_and_fail },
  };
  const doings minimal = { .render_minimal = write_and_fail };
  (void)registry;
  for (size_t i = 0; i < COUNT(all); i++) {
    returned = all[i];
    for (size_t k = 0; k < COUNT(does); k++) is_refused(&does[k], &agent, WATTLE_CALLBACK_FAILED);
    is_refused(&minimal, &tight, WATTLE_CALLBACK_FAILED);
  }
  wattle_module_builder *builder = builder_of(&minimal);
  builds_to(builder, &agent, "text"); /* it is not called where the full one fits */
  wattle_module_builder_free(builder);
}

/* What a module says of its failure reaches who builds, and its payload is dropped once. */
static void *payload;

static wattle_status fail_with_payload(wattle_call *call) {
  payload = tracked();
  return wattle_call_fail_with(call, WATTLE_STR("no \xFFlines"), &untouched, payload, drop_tracked);
}

static void messages_and_payloads(wattle_registry *registry) {
  const doings does = { .render = fail_with_payload };
  wattle_module_builder *builder = builder_of(&does);
  wattle_prompt *prompt = UNTOUCHED;
  wattle_error *error = NULL;
  (void)registry;
  CHECK(wattle_module_builder_build(builder, &agent, NULL, &prompt, &error) == WATTLE_CALLBACK_FAILED);
  CHECK(strstr(wattle_error_message(error).data, "no \xEF\xBF\xBDlines") != NULL);
  CHECK(text_is(wattle_error_subject(error), "m") && wattle_error_payload(error, &untouched) == payload);
  CHECK(drops_of(payload) == 0);
  wattle_error_free(error);
  CHECK(drops_of(payload) == 1);
  CHECK(wattle_module_builder_build(builder, &agent, NULL, &prompt, NULL) == WATTLE_CALLBACK_FAILED);
  CHECK(drops_of(payload) == 1 && prompt == UNTOUCHED);
  wattle_module_builder_free(builder);
}

static uint8_t told;

static wattle_status answer_as_told(wattle_call *call, uint8_t *answer) {
  (void)call;
  *answer = told;
  return WATTLE_OK;
}

static void answers(wattle_registry *registry) {
  const doings does = { .should_include = answer_as_told };
  wattle_module_builder *builder = builder_of(&does);
  (void)registry;
  told = 0;
  builds_to(builder, &agent, "");
  told = 1;
  builds_to(builder, &agent, "text");
  told = 2;
  build_fails(builder, &agent, WATTLE_CALLBACK_FAILED, "m");
  told = 255;
  build_fails(builder, &agent, WATTLE_CALLBACK_FAILED, "m");
  wattle_module_builder_free(builder);
}

/* Lines */

static wattle_status write_nothing(wattle_call *call) { (void)call; return WATTLE_OK; }
static wattle_status write_absent(wattle_call *call) { return write_line(call, NULL); }
static wattle_status write_breaks(wattle_call *call) {
  CHECK(wattle_call_write_line(call, WATTLE_STR("a\r\nb\0c\n")) == WATTLE_OK);
  CHECK(wattle_call_write_line(call, WATTLE_STR("\0")) == WATTLE_OK);
  CHECK(wattle_call_write_line(call, WATTLE_STR("\n")) == WATTLE_OK);
  return wattle_call_write_line(call, WATTLE_STR("  d  "));
}

static void breaks_and_nuls(wattle_registry *registry) {
  const doings without = { .render = write_nothing };
  (void)registry;
  GIVES(write_breaks, "a\r\nb\0c\n\n\0\n\n\n  d  ");
  GIVES(write_absent, "");
  /* No line is no section. */
  wattle_module_builder *builder = builder_of(&without);
  wattle_prompt *prompt = built(builder, &agent);
  CHECK(!section_of(prompt, 0).text.data && section_of(prompt, 0).verdict == WATTLE_INCLUDED);
  CHECK(text_is(wattle_prompt_text(prompt), ""));
  wattle_prompt_free(prompt);
  wattle_module_builder_free(builder);
}

static wattle_status write_bad(wattle_call *call) {
  CHECK(write_line(call, "fine") == WATTLE_OK);
  CHECK(wattle_call_write_line(call, WATTLE_STR("\xED\xA0\x80")) == WATTLE_OK); /* looked at in the end */
  return write_line(call, "fine");
}

/* A break is between the lines, so a character has no halves in two. */
static wattle_status write_halves(wattle_call *call) {
  wattle_call_write_line(call, WATTLE_STR("\xC3"));
  return wattle_call_write_line(call, WATTLE_STR("\xA9"));
}

static void bad_utf8(wattle_registry *registry) {
  const doings bad = { .render = write_bad }, halves = { .render = write_halves };
  const doings minimal = { .render_minimal = write_bad };
  (void)registry;
  is_refused(&bad, &agent, WATTLE_CALLBACK_FAILED);
  is_refused(&halves, &agent, WATTLE_CALLBACK_FAILED);
  is_refused(&minimal, &tight, WATTLE_CALLBACK_FAILED);
}

/* A failed write fails every further one and the rendering, whatever it returns. */
static wattle_status write_null_with_length(wattle_call *call) {
  const wattle_str text = { NULL, 5 };
  CHECK(wattle_call_write_line(call, text) == WATTLE_NULL_ARGUMENT);
  CHECK(write_line(call, "fine") == WATTLE_NULL_ARGUMENT);
  return WATTLE_OK;
}

static wattle_status write_a_line_that_is_too_long(wattle_call *call) {
  const wattle_str text = { &untouched, (size_t)WATTLE_TEXT_MAX_BYTES + 1 };
  CHECK(wattle_call_write_line(call, text) == WATTLE_LIMIT_EXCEEDED);
  CHECK(write_line(call, "fine") == WATTLE_LIMIT_EXCEEDED);
  return WATTLE_OK;
}

static void failed_lines(wattle_registry *registry) {
  const doings null = { .render = write_null_with_length }, too_long = { .render = write_a_line_that_is_too_long };
  const doings minimal = { .render_minimal = write_null_with_length };
  (void)registry;
  is_refused(&null, &agent, WATTLE_NULL_ARGUMENT);
  is_refused(&too_long, &agent, WATTLE_LIMIT_EXCEEDED);
  is_refused(&minimal, &tight, WATTLE_NULL_ARGUMENT);
}

/* Out of place */

static wattle_status write_text_and_emit(wattle_call *call) {
  const wattle_contribution contribution = text_contribution("p.a", "a");
  CHECK(wattle_call_write(call, WATTLE_STR("text")) == WATTLE_INVALID_ARGUMENT);
  REFUSED(WATTLE_INVALID_ARGUMENT, NULL, wattle_call_emit(call, &contribution, ERR));
  return write_line(call, "line");
}

static wattle_status line_in_an_answer(wattle_call *call, uint8_t *answer) {
  *answer = 1;
  CHECK(write_line(call, "x") == WATTLE_INVALID_ARGUMENT);
  CHECK(wattle_call_write(call, WATTLE_STR("x")) == WATTLE_INVALID_ARGUMENT);
  return WATTLE_OK;
}

static wattle_status line_in_an_estimate(wattle_call *call, uint64_t *tokens) {
  *tokens = 1;
  CHECK(write_line(call, "x") == WATTLE_INVALID_ARGUMENT);
  CHECK(wattle_call_write(call, WATTLE_STR("x")) == WATTLE_INVALID_ARGUMENT);
  return WATTLE_OK;
}

static wattle_status line_in_others(wattle_call *call) {
  CHECK(write_line(call, "x") == WATTLE_INVALID_ARGUMENT);
  return WATTLE_OK;
}

static void lines_out_of_place(wattle_registry *registry) {
  const doings does = { .render = write_text_and_emit, .should_include = line_in_an_answer,
                        .estimate = line_in_an_estimate };
  wattle_module_builder *builder = builder_of(&does);
  builds_to(builder, &agent, "line");
  wattle_module_builder_free(builder);
  for (int i = 0; i < ACTORS; i++) {
    actor_add(registry, i, line_in_others);
    actor_composes(registry, i, actors[i].text);
    actor_remove(registry, i);
  }
  CHECK(write_line(NULL, "x") == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_call_write_line((wattle_call *)(void *)registry, WATTLE_STR("x")) == WATTLE_INVALID_HANDLE);
}

/* Very much */

static wattle_status write_a_million_lines(wattle_call *call) {
  wattle_status status = WATTLE_OK;
  for (size_t i = 0; i < MILLION && status == WATTLE_OK; i++) status = write_line(call, "x");
  return status;
}

static wattle_status write_a_million_empty_lines(wattle_call *call) {
  for (size_t i = 1; i < MILLION; i++) wattle_call_write_line(call, WATTLE_STR(""));
  return write_line(call, "");
}

static void a_million_lines(wattle_registry *registry) {
  const wattle_agent_context wide = WATTLE_AGENT_CONTEXT(.max_tokens = 1000000);
  const doings does[] = { { .render = write_a_million_lines }, { .render = write_a_million_empty_lines } };
  (void)registry;
  for (size_t i = 0; i < COUNT(does); i++) {
    const size_t len = i == 0 ? 2 * MILLION - 1 : MILLION - 1;
    wattle_module_builder *builder = builder_of(&does[i]);
    wattle_prompt *prompt = built(builder, &wide);
    CHECK(wattle_prompt_text(prompt).len == len && summary_of(prompt).total_chars == (len + 3) / 4);
    wattle_prompt_free(prompt);
    wattle_module_builder_free(builder);
  }
}

/* Writes lines until one is refused, and says that all is well. */
static wattle_status write_until_refused(wattle_call *call) {
  char *bytes = calloc(PIECE_BYTES, 1);
  const wattle_str piece = { bytes, bytes ? PIECE_BYTES - 1 : 0 };
  size_t pieces = 0;
  while (wattle_call_write_line(call, piece) == WATTLE_OK) pieces++;
  CHECK(bytes && pieces == WATTLE_TEXT_MAX_BYTES / PIECE_BYTES);
  CHECK(wattle_call_write_line(call, WATTLE_STR("")) == WATTLE_LIMIT_EXCEEDED);
  free(bytes);
  return WATTLE_OK;
}

static void too_much(wattle_registry *registry) {
  const doings does = { .render = write_until_refused };
  wattle_module_builder *builder = builder_of(&does);
  wattle_prompt *prompt = UNTOUCHED;
  (void)registry;
  REFUSED(WATTLE_LIMIT_EXCEEDED, "m", wattle_module_builder_build(builder, &agent, NULL, &prompt, ERR));
  CHECK(prompt == UNTOUCHED);
  wattle_module_builder_free(builder);
}

void render_tests(void) {
  static const test tests[] = {
    TEST(failing),
    TEST(messages_and_payloads),
    TEST(answers),
    TEST(breaks_and_nuls),
    TEST(bad_utf8),
    TEST(failed_lines),
    TEST(lines_out_of_place),
    TEST(a_million_lines),
    TEST(too_much),
  };
  run_tests(tests, COUNT(tests));
}
