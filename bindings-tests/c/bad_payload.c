/* Payloads: what a failing callback attaches, and what becomes of it. */
#include <string.h>

#include "actors.h"
#include "check.h"

/* Two tags, told apart by their addresses. */
static const char tag, other_tag;

/* The last payload given, and one given before it. */
static void *payload, *first_payload;

static wattle_status fail_with(wattle_call *call) {
  payload = tracked();
  return wattle_call_fail_with(call, WATTLE_STR("with payload"), &tag, payload, drop_tracked);
}

static wattle_error *error_of(wattle_registry *registry, int which) {
  wattle_prompt *prompt = UNTOUCHED;
  wattle_error *error = NULL;
  check_row(actors[which].name);
  CHECK(actor_compose(registry, which, &prompt, &error) == WATTLE_CALLBACK_FAILED);
  CHECK(prompt == UNTOUCHED);
  return error;
}

static void carries(const wattle_error *error, const char *subject, const char *message) {
  CHECK(wattle_error_status(error) == WATTLE_CALLBACK_FAILED);
  CHECK(text_is(wattle_error_subject(error), subject));
  CHECK(strstr(wattle_error_message(error).data, message) != NULL);
}

/* From every kind of callback, read back by the right tag only, and dropped when the error is freed. */
static void read_back(wattle_registry *registry) {
  for (int i = 0; i < ACTORS; i++) {
    actor_add(registry, i, fail_with);
    wattle_error *error = error_of(registry, i);
    carries(error, actors[i].subject, "with payload");
    CHECK(wattle_error_payload(error, &tag) == payload);
    CHECK(wattle_error_payload(error, &tag) == payload);
    CHECK(wattle_error_payload(error, &other_tag) == NULL);
    CHECK(wattle_error_payload(error, NULL) == NULL);
    CHECK(drops_of(payload) == 0);
    wattle_error_free(error);
    CHECK(drops_of(payload) == 1);
    actor_remove(registry, i);
  }
}

/* Nobody asked for the error: the payload is dropped by the time the call returns. */
static void reaching_nobody(wattle_registry *registry) {
  for (int i = 0; i < ACTORS; i++) {
    wattle_prompt *prompt = UNTOUCHED;
    actor_add(registry, i, fail_with);
    check_row(actors[i].name);
    CHECK(actor_compose(registry, i, &prompt, NULL) == WATTLE_CALLBACK_FAILED);
    CHECK(drops_of(payload) == 1);
    actor_remove(registry, i);
  }
}

static void through_resolve_and_fingerprint(wattle_registry *registry) {
  wattle_bundle *bundle = UNTOUCHED;
  wattle_error *error = NULL;
  char hex[65] = "";
  actor_add(registry, STATIC, fail_with);
  CHECK(wattle_registry_resolve(registry, &converse, NULL, NULL, &bundle, &error) == WATTLE_CALLBACK_FAILED);
  CHECK(wattle_error_payload(error, &tag) == payload && bundle == UNTOUCHED);
  wattle_error_free(error);
  CHECK(wattle_registry_fingerprint(registry, &converse, hex, &error) == WATTLE_CALLBACK_FAILED);
  CHECK(wattle_error_payload(error, &tag) == payload && hex[0] == '\0');
  wattle_error_free(error);
  actor_remove(registry, STATIC);
}

/* The last of several failures counts. */

static wattle_status fail_with_twice(wattle_call *call) {
  fail_with(call);
  first_payload = payload;
  payload = tracked();
  return wattle_call_fail_with(call, WATTLE_STR("second"), &other_tag, payload, drop_tracked);
}

static void twice(wattle_registry *registry) {
  actor_add(registry, RUNTIME, fail_with_twice);
  wattle_error *error = error_of(registry, RUNTIME);
  carries(error, "host.act", "second");
  CHECK(drops_of(first_payload) == 1 && drops_of(payload) == 0);
  CHECK(wattle_error_payload(error, &other_tag) == payload);
  CHECK(wattle_error_payload(error, &tag) == NULL);
  wattle_error_free(error);
  actor_remove(registry, RUNTIME);
}

static wattle_status fail_with_and_then_without(wattle_call *call) {
  fail_with(call);
  return wattle_call_fail(call, WATTLE_STR("second"));
}

static void then_without(wattle_registry *registry) {
  actor_add(registry, RUNTIME, fail_with_and_then_without);
  wattle_error *error = error_of(registry, RUNTIME);
  carries(error, "host.act", "second");
  CHECK(wattle_error_payload(error, &tag) == NULL);
  CHECK(drops_of(payload) == 1);
  wattle_error_free(error);
  actor_remove(registry, RUNTIME);
}

/* What a callback returns decides whether it failed; what it attached travels with any failure. */

static wattle_status fail_with_and_return_another(wattle_call *call) {
  fail_with(call);
  return 12345;
}

static void with_another_status(wattle_registry *registry) {
  for (int i = 0; i < ACTORS; i++) {
    actor_add(registry, i, fail_with_and_return_another);
    wattle_error *error = error_of(registry, i);
    carries(error, actors[i].subject, "with payload");
    CHECK(wattle_error_payload(error, &tag) == payload);
    wattle_error_free(error);
    actor_remove(registry, i);
  }
}

static wattle_status fail_with_and_return_ok(wattle_call *call) {
  fail_with(call);
  return WATTLE_OK;
}

static void thought_better_of(wattle_registry *registry) {
  for (int i = 0; i < ACTORS; i++) {
    actor_add(registry, i, fail_with_and_return_ok);
    actor_composes(registry, i, actors[i].text);
    CHECK(drops_of(payload) == 1);
    actor_remove(registry, i);
  }
}

static wattle_status fail_with_and_write_badly(wattle_call *call) {
  const wattle_str bad = { NULL, 5 };
  wattle_call_write(call, bad);
  return fail_with(call);
}

/* The write's failure is what is reported, and the payload travels all the same. */
static void beside_a_failed_write(wattle_registry *registry) {
  wattle_prompt *prompt = UNTOUCHED;
  wattle_error *error = NULL;
  actor_add(registry, RUNTIME, fail_with_and_write_badly);
  CHECK(actor_compose(registry, RUNTIME, &prompt, &error) == WATTLE_NULL_ARGUMENT);
  CHECK(text_is(wattle_error_subject(error), "host.act") && prompt == UNTOUCHED);
  CHECK(wattle_error_payload(error, &tag) == payload && drops_of(payload) == 0);
  wattle_error_free(error);
  CHECK(drops_of(payload) == 1);
  actor_remove(registry, RUNTIME);
}

static wattle_status emit_badly_and_fail_with(wattle_call *call) {
  const wattle_contribution bad = text_contribution("bad", "bad");
  wattle_call_emit(call, &bad, NULL);
  return fail_with(call);
}

static void beside_a_refused_emission(wattle_registry *registry) {
  wattle_prompt *prompt = UNTOUCHED;
  wattle_error *error = NULL;
  actor_add(registry, HOOK, emit_badly_and_fail_with);
  CHECK(actor_compose(registry, HOOK, &prompt, &error) == WATTLE_UNNAMESPACED_ID);
  CHECK(text_is(wattle_error_subject(error), "bad") && prompt == UNTOUCHED);
  CHECK(wattle_error_payload(error, &tag) == payload && drops_of(payload) == 0);
  wattle_error_free(error);
  CHECK(drops_of(payload) == 1);
  actor_remove(registry, HOOK);
}

/* NULL is a payload that is as good as none, and a payload may do without a drop. */

static wattle_status fail_with_nulls(wattle_call *call) {
  const wattle_str absent = WATTLE_STR_ABSENT;
  return wattle_call_fail_with(call, absent, NULL, NULL, NULL);
}

static wattle_status fail_with_undropped(wattle_call *call) {
  return wattle_call_fail_with(call, WATTLE_STR("with payload"), &tag, &untouched, NULL);
}

static wattle_status fail_with_untagged(wattle_call *call) {
  payload = tracked();
  return wattle_call_fail_with(call, WATTLE_STR("with payload"), NULL, payload, drop_tracked);
}

static wattle_status fail_with_a_bad_message(wattle_call *call) {
  const wattle_str bad = { NULL, 5 };
  payload = tracked();
  return wattle_call_fail_with(call, bad, &tag, payload, drop_tracked);
}

static void nulls(wattle_registry *registry) {
  actor_add(registry, RUNTIME, fail_with_nulls);
  wattle_error *error = error_of(registry, RUNTIME);
  CHECK(wattle_error_payload(error, NULL) == NULL);
  wattle_error_free(error);

  actor_will(RUNTIME, fail_with_undropped);
  error = error_of(registry, RUNTIME);
  CHECK(wattle_error_payload(error, &tag) == UNTOUCHED);
  wattle_error_free(error);

  actor_will(RUNTIME, fail_with_untagged);
  error = error_of(registry, RUNTIME);
  CHECK(wattle_error_payload(error, NULL) == payload);
  CHECK(wattle_error_payload(error, &tag) == NULL);
  wattle_error_free(error);

  actor_will(RUNTIME, fail_with_a_bad_message);
  actor_fails(registry, RUNTIME, WATTLE_CALLBACK_FAILED, "host.act");
  actor_remove(registry, RUNTIME);
}

/* An inner call's payload belongs to the inner error; the outer callback may fail with one of its own. */

static wattle_registry *current;
static int depth;

static wattle_status fail_inside_and_outside(wattle_call *call) {
  wattle_error *inner = NULL;
  wattle_bundle *bundle = UNTOUCHED;
  if (depth > 0) return fail_with(call);
  depth++;
  CHECK(wattle_registry_resolve(current, &converse, NULL, NULL, &bundle, &inner) == WATTLE_CALLBACK_FAILED);
  depth--;
  first_payload = payload;
  CHECK(wattle_error_payload(inner, &tag) == first_payload);
  wattle_error_free(inner);
  CHECK(drops_of(first_payload) == 1);
  return fail_with(call);
}

static void nested(wattle_registry *registry) {
  current = registry;
  actor_add(registry, RUNTIME, fail_inside_and_outside);
  wattle_error *error = error_of(registry, RUNTIME);
  CHECK(wattle_error_payload(error, &tag) == payload && payload != first_payload);
  wattle_error_free(error);
  actor_remove(registry, RUNTIME);
}

/* The error outlives the registry. */
static void error_outlives_its_registry(wattle_registry *registry) {
  wattle_registry *own = registry_with_base();
  (void)registry;
  actor_add(own, RUNTIME, fail_with);
  wattle_error *error = error_of(own, RUNTIME);
  wattle_registry_free(own);
  carries(error, "host.act", "with payload");
  CHECK(wattle_error_payload(error, &tag) == payload);
  wattle_error_free(error);
}

void payload_tests(void) {
  static const test tests[] = {
    TEST(read_back),
    TEST(reaching_nobody),
    TEST(through_resolve_and_fingerprint),
    TEST(twice),
    TEST(then_without),
    TEST(with_another_status),
    TEST(thought_better_of),
    TEST(beside_a_failed_write),
    TEST(beside_a_refused_emission),
    TEST(nulls),
    TEST(nested),
    TEST(error_outlives_its_registry),
  };
  run_tests(tests, COUNT(tests));
}
