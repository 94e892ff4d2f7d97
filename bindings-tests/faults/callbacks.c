/*
 * Callbacks that fail: in a call that runs callbacks of every kind, the n-th point at which one can fail does, for every n and in every
 * way. The call fails with what the callback said, changes nothing and writes nothing; the next one is right.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builders.h"

typedef enum way { BY_STATUS, BY_NEGATIVE_STATUS, BY_MESSAGE, BY_PAYLOAD, BY_BAD_TEXT, BY_PART_OF_A_CHARACTER, BY_REFUSED_WRITE, WAYS } way;

static size_t to_go; /* points until one fails; 0: none does */
static way how;
static wattle_status expected; /* of the call in which one has failed */
static size_t points, injected;
static char tag;
static void *payload;

/* A write that is refused fails the callback, though that says that all is well; what cannot write fails by itself. */
static wattle_status write_nowhere(wattle_call *call) {
  const wattle_str nowhere = { NULL, 1 };
  if (wattle_call_write(call, nowhere) != WATTLE_NULL_ARGUMENT && wattle_call_write_line(call, nowhere) != WATTLE_NULL_ARGUMENT) return 777;
  expected = WATTLE_NULL_ARGUMENT;
  return WATTLE_OK;
}

static wattle_status point(wattle_call *call) {
  points++;
  if (to_go == 0 || --to_go > 0) return WATTLE_OK;
  expected = WATTLE_CALLBACK_FAILED;
  switch (how) {
    case BY_STATUS: return 777;
    case BY_NEGATIVE_STATUS: return INT32_MIN;
    case BY_MESSAGE: return wattle_call_fail(call, WATTLE_STR("no"));
    case BY_PAYLOAD: return wattle_call_fail_with(call, WATTLE_STR("no"), &tag, payload = tracked(), drop_tracked);
    case BY_BAD_TEXT: return wattle_call_write(call, WATTLE_STR("\xED\xA0\x80")) && wattle_call_write_line(call, WATTLE_STR("\xFF")) ? 777 : WATTLE_OK;
    case BY_REFUSED_WRITE: return write_nowhere(call);
    default: return wattle_call_write(call, WATTLE_STR("\xC3")) && wattle_call_write_line(call, WATTLE_STR("\xC3")) ? 777 : WATTLE_OK;
  }
}

/* Callbacks: a point before and after all that they do. */

static wattle_status write_twice(wattle_call *call) {
  wattle_status status = point(call);
  for (int i = 0; !status && i < 2; i++) {
    status = wattle_call_write(call, WATTLE_STR("text "));
    if (!status) status = point(call);
  }
  return status;
}

static wattle_status write_static(void *user_data, wattle_call *call, const wattle_context *context) {
  (void)user_data, (void)context;
  return write_twice(call);
}

static wattle_status write_runtime(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  (void)user_data, (void)context, (void)state;
  return write_twice(call);
}

static wattle_status say_yes(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state, uint8_t *answer) {
  (void)user_data, (void)context, (void)state;
  *answer = 1;
  return point(call);
}

/* Emits its own text, one with a callback, and fails in between. */
static wattle_status emit(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  const wattle_contribution first = text_contribution("hooks.a", "a");
  wattle_contribution second = runtime_contribution("hooks.b", write_runtime, tracked());
  wattle_status status = wattle_call_emit(call, &first, NULL);
  (void)user_data, (void)context, (void)state;
  second.drop = drop_tracked;
  if (!status) status = point(call);
  if (status) return drop_tracked(second.user_data), status;
  return (status = wattle_call_emit(call, &second, NULL)) ? status : point(call);
}

static wattle_status observe(void *user_data, wattle_call *call, wattle_str bytes) {
  (void)user_data, (void)bytes;
  return point(call);
}

static wattle_status on_empty(void *user_data, wattle_call *call, wattle_str id, wattle_origin origin) {
  (void)user_data, (void)id, (void)origin;
  return point(call);
}

static wattle_status on_missing(void *user_data, wattle_call *call, wattle_str id) {
  (void)user_data, (void)id;
  return point(call);
}

static wattle_status on_duplicate(void *user_data, wattle_call *call, const wattle_str *ids, size_t n) {
  (void)user_data, (void)ids, (void)n;
  return point(call);
}

static wattle_status on_built(void *user_data, wattle_call *call, const wattle_prompt *prompt) {
  (void)user_data;
  CHECK(wattle_prompt_json(prompt).len > 0);
  return point(call);
}

static wattle_status resolve_budget(void *user_data, wattle_call *call, uint32_t depth, wattle_str runtime_role, uint64_t *budget) {
  (void)user_data, (void)depth, (void)runtime_role;
  *budget = 5000;
  return point(call);
}

static wattle_status measure(void *user_data, wattle_call *call, wattle_str text, uint64_t *length) {
  (void)user_data;
  *length = text.len;
  return point(call);
}

static wattle_status clock_of_host(void *user_data, wattle_call *call, uint64_t *nanoseconds) {
  (void)user_data;
  *nanoseconds = 1;
  return point(call);
}

static wattle_status include(wattle_call *call, uint8_t *answer) {
  *answer = 1;
  return point(call);
}

static wattle_status write_lines(wattle_call *call) {
  const wattle_status status = point(call);
  if (status || write_line(call, "line")) return status ? status : 777;
  return point(call);
}

static wattle_status estimate(wattle_call *call, uint64_t *tokens) {
  *tokens = 10;
  return point(call);
}

/* What has all of them. */

static const wattle_probes probes = WATTLE_PROBES(.on_empty_content = on_empty, .on_replace_target_missing = on_missing,
                                                  .on_duplicate_replace = on_duplicate, .on_built = on_built);

static wattle_registry *registry, *snapshot;
static wattle_module_builder *builder;
static wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
static wattle_prompt *into;

static void make(void) {
  static const doings large = { write_lines, write_lines, include, estimate };
  wattle_contribution all[] = { static_contribution("r.s", write_static, NULL), runtime_contribution("r.r", write_runtime, NULL),
                                runtime_contribution("r.w", NULL, NULL), text_contribution("r.e", ""), text_contribution("r.m", "m"),
                                text_contribution("host.base", "again") };
  wattle_contribution twice = text_contribution("host.base", "twice");
  wattle_plugin hooks = WATTLE_PLUGIN(.name = WATTLE_STR("hooks"), .hook = emit, .stream_observer = observe, .prompts = &twice, .prompts_len = 1);
  const wattle_safety_policy policy = WATTLE_SAFETY_POLICY(.id = WATTLE_STR("safety.s"), .static_content = write_static, .enabled_by_default = 1);
  const wattle_module module = module_that("m", &large);
  registry = registry_with_base();
  all[2].when = say_yes;
  all[2].text = WATTLE_STR("gated");
  all[4].mode = all[5].mode = twice.mode = WATTLE_REPLACE;
  ACCEPTED(wattle_registry_register(registry, all, COUNT(all), ERR));
  ACCEPTED(wattle_registry_register_plugin(registry, &hooks, ERR));
  ACCEPTED(wattle_registry_register_safety_policy(registry, &policy, ERR));
  ACCEPTED(wattle_registry_snapshot(registry, &snapshot, ERR));
  builder = new_builder();
  add_module(builder, &module);
  options.resolve_budget = resolve_budget;
  options.measure = measure;
  options.measure_unit = WATTLE_STR("bytes");
  options.probes = &probes;
  options.strict = 1;
}

static void unmake(void) {
  wattle_registry_free(snapshot);
  wattle_registry_free(registry);
  wattle_module_builder_free(builder);
}

/* Calls. Each gives a text for what it made, or fails. */

static wattle_status to_text(wattle_status status, wattle_str text, char *to) {
  if (status == WATTLE_OK) snprintf(to, 10000, "%" WATTLE_FMT, WATTLE_ARG(text));
  return status;
}

static wattle_status composed(const wattle_registry *from, char *text, wattle_error **error) {
  wattle_prompt *prompt = UNTOUCHED;
  const wattle_status status = to_text(wattle_registry_compose(from, &converse, NULL, &options, &prompt, error), wattle_prompt_text(prompt == UNTOUCHED ? NULL : prompt), text);
  CHECK((prompt == UNTOUCHED) == (status != WATTLE_OK));
  if (!status) wattle_prompt_free(prompt);
  return status;
}

static wattle_status compose(char *text, wattle_error **error) { return composed(registry, text, error); }

static wattle_status compose_of_snapshot(char *text, wattle_error **error) { return composed(snapshot, text, error); }

static wattle_status compose_into(char *text, wattle_error **error) {
  ACCEPTED(wattle_compose(NULL, 0, NULL, &into, ERR));
  const wattle_status status = wattle_registry_compose_into(registry, &converse, NULL, &options, into, error);
  CHECK((wattle_prompt_text(into).len == 0) == (status != WATTLE_OK));
  to_text(status, wattle_prompt_text(into), text);
  wattle_prompt_free(into);
  return status;
}

static wattle_status resolve(char *text, wattle_error **error) {
  const wattle_resolve_options with = WATTLE_RESOLVE_OPTIONS(.probes = &probes);
  wattle_bundle *bundle = NULL;
  const wattle_status status = to_text(wattle_registry_resolve(registry, &converse, NULL, &with, &bundle, error), wattle_bundle_text(bundle), text);
  wattle_bundle_free(bundle);
  return status;
}

static wattle_status fingerprint(char *text, wattle_error **error) {
  char hex[65] = "";
  const wattle_status status = wattle_registry_fingerprint(registry, &converse, hex, error);
  CHECK((hex[0] == '\0') == (status != WATTLE_OK));
  return to_text(status, wattle_cstr(hex), text);
}

static wattle_status stream(char *text, wattle_error **error) {
  return to_text(wattle_registry_emit_stream(registry, WATTLE_STR("x"), error), WATTLE_STR("streamed"), text);
}

/* So small that the minimal rendering is asked for too. */
static wattle_status build(char *text, wattle_error **error) {
  const wattle_agent_context context = WATTLE_AGENT_CONTEXT(.max_tokens = WATTLE_OUTPUT_RESERVE_TOKENS + 5);
  const wattle_build_options with = WATTLE_BUILD_OPTIONS(.safety_registry = registry, .safety_context = &converse, .clock = clock_of_host, .probes = &probes);
  wattle_prompt *prompt = NULL;
  const wattle_status status = to_text(wattle_module_builder_build(builder, &context, &with, &prompt, error), wattle_prompt_json(prompt), text);
  wattle_prompt_free(prompt);
  return status;
}

static wattle_status render(char *text, wattle_error **error) {
  wattle_renderings *renderings = NULL;
  wattle_candidate candidate = WATTLE_CANDIDATE_INIT;
  const wattle_status status = wattle_module_builder_render(builder, &agent, &renderings, error);
  if (!status) ACCEPTED(wattle_renderings_at(renderings, 0, &candidate, ERR));
  to_text(status, candidate.content, text);
  wattle_renderings_free(renderings);
  return status;
}

/* What fails at each of its points, in each way; the least number of points that it has. */
static void fails_everywhere(wattle_status (*call)(char *text, wattle_error **error), size_t least) {
  static char right[10000], text[10000];
  make();
  points = to_go = 0;
  ACCEPTED(call(right, ERR));
  for (how = 0; how < WAYS; how++) {
    for (size_t n = 1; n < 1000; n++) {
      wattle_error *error = NULL;
      /* Anew: what is static and was made is not made again. */
      unmake();
      make();
      wattle_text *before = NULL, *after = NULL;
      ACCEPTED(wattle_registry_json(registry, &before, ERR));
      payload = NULL;
      to_go = n;
      const wattle_status status = call(text, &error);
      const bool reached = to_go == 0;
      to_go = 0;
      if (!reached) CHECK(n > least);
      CHECK(status == (reached ? expected : WATTLE_OK) && wattle_error_status(error) == status);
      if (reached) {
        injected++;
        CHECK(wattle_error_message(error).len > 0 && wattle_error_subject(error).len > 0);
        CHECK(wattle_error_payload(error, &tag) == payload && (payload != NULL) == (how == BY_PAYLOAD));
        CHECK(how != BY_MESSAGE || strstr(wattle_error_message(error).data, "no"));
      }
      wattle_error_free(error);
      if (payload) CHECK(drops_of(payload) == 1);
      ACCEPTED(wattle_registry_json(registry, &after, ERR));
      CHECK(text_is(wattle_text_view(after), wattle_text_view(before).data));
      wattle_text_free(before);
      wattle_text_free(after);
      ACCEPTED(call(text, ERR));
      CHECK(strcmp(text, right) == 0);
      if (!reached) break;
    }
  }
  unmake();
}

#define FAILS_EVERYWHERE(call, least) \
  static void call##_at_every_point(wattle_registry *base) { \
    (void)base; \
    fails_everywhere(call, least); \
  }
FAILS_EVERYWHERE(compose, 20)
FAILS_EVERYWHERE(compose_of_snapshot, 20)
FAILS_EVERYWHERE(compose_into, 20)
FAILS_EVERYWHERE(resolve, 12)
FAILS_EVERYWHERE(fingerprint, 3)
FAILS_EVERYWHERE(stream, 1)
FAILS_EVERYWHERE(build, 8)
FAILS_EVERYWHERE(render, 4)

int main(void) {
  const test tests[] = {
    TEST(compose_at_every_point), TEST(compose_of_snapshot_at_every_point), TEST(compose_into_at_every_point), TEST(resolve_at_every_point),
    TEST(fingerprint_at_every_point), TEST(stream_at_every_point), TEST(build_at_every_point), TEST(render_at_every_point),
  };
  run_tests(tests, COUNT(tests));
  printf("callbacks: %zu failures of callbacks\n", injected);
  return tests_done("callbacks that fail") && injected > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
