/* Content callbacks and hooks that fail, or write and emit what they should not. */
#include <string.h>

#include "actors.h"
#include "check.h"

static void acting(wattle_registry *registry, int which, deed act, wattle_status status, const char *text) {
  actor_add(registry, which, act);
  if (status == WATTLE_OK) actor_composes(registry, which, text);
  else actor_fails(registry, which, status, actors[which].subject);
  actor_remove(registry, which);
}

/* The deed in each kind of content: what the composition comes to. `text` counts where the status is WATTLE_OK. */
static void contents_act(wattle_registry *registry, deed act, wattle_status status, const char *text) {
  for (int i = 0; i < CONTENTS; i++) acting(registry, i, act, status, text);
}

/* Failing */

static wattle_status fail(wattle_call *call) { return wattle_call_fail(call, WATTLE_STR("out of ideas")); }

static wattle_status return_1(wattle_call *call) {
  (void)call;
  return WATTLE_INVALID_ARGUMENT;
}

static wattle_status return_12345(wattle_call *call) {
  (void)call;
  return 12345;
}

static wattle_status return_minus_1(wattle_call *call) {
  (void)call;
  return -1;
}

static wattle_status write_and_fail(wattle_call *call) {
  wattle_call_write(call, WATTLE_STR("lost"));
  return fail(call);
}

static void failing(wattle_registry *registry) {
  static const deed deeds[] = { fail, return_1, return_12345, return_minus_1 };
  for (int i = 0; i < ACTORS; i++)
    for (size_t k = 0; k < COUNT(deeds); k++) acting(registry, i, deeds[k], WATTLE_CALLBACK_FAILED, NULL);
  contents_act(registry, write_and_fail, WATTLE_CALLBACK_FAILED, NULL);
}

static void message_travels(wattle_registry *registry) {
  for (int i = 0; i < ACTORS; i++) {
    wattle_prompt *prompt = UNTOUCHED;
    wattle_error *error = NULL;
    actor_add(registry, i, fail);
    check_row(actors[i].name);
    CHECK(actor_compose(registry, i, &prompt, &error) == WATTLE_CALLBACK_FAILED);
    CHECK(strstr(wattle_error_message(error).data, "out of ideas") != NULL);
    CHECK(prompt == UNTOUCHED);
    wattle_error_free(error);
    actor_remove(registry, i);
  }
}

static void resolution_fails_too(wattle_registry *registry) {
  for (int i = 0; i <= HOOK; i++) {
    actor_add(registry, i, fail);
    check_row(actors[i].name);
    resolve_fails(registry, WATTLE_CALLBACK_FAILED, actors[i].subject);
    actor_remove(registry, i);
  }
}

static void static_contents_fail_a_fingerprint(wattle_registry *registry) {
  char hex[65] = "";
  actor_add(registry, STATIC, fail);
  REFUSED(WATTLE_CALLBACK_FAILED, "host.act", wattle_registry_fingerprint(registry, &converse, hex, ERR));
  actor_remove(registry, STATIC);
  actor_add(registry, POLICY, fail);
  REFUSED(WATTLE_CALLBACK_FAILED, "safety.act", wattle_registry_fingerprint(registry, &converse, hex, ERR));
  actor_remove(registry, POLICY);
  CHECK(hex[0] == '\0');
}

/* What is not UTF-8 in a message is replaced. */
static wattle_status fail_with_bad_text(wattle_call *call) {
  return wattle_call_fail(call, WATTLE_STR("bad \xED\xA0\x80 text"));
}

static wattle_status fail_without_text(wattle_call *call) {
  const wattle_str absent = WATTLE_STR_ABSENT;
  return wattle_call_fail(call, absent);
}

static wattle_status fail_with_null_text(wattle_call *call) {
  const wattle_str text = { NULL, 5 };
  return wattle_call_fail(call, text);
}

static void bad_messages(wattle_registry *registry) {
  contents_act(registry, fail_with_bad_text, WATTLE_CALLBACK_FAILED, NULL);
  contents_act(registry, fail_without_text, WATTLE_CALLBACK_FAILED, NULL);
  contents_act(registry, fail_with_null_text, WATTLE_CALLBACK_FAILED, NULL);
}

/* Writing */

static wattle_status write_absent(wattle_call *call) {
  const wattle_str absent = WATTLE_STR_ABSENT;
  CHECK(wattle_call_write(call, absent) == WATTLE_OK);
  return wattle_call_write(call, WATTLE_STR(""));
}

static wattle_status write_half_a_character(wattle_call *call) {
  return wattle_call_write(call, WATTLE_STR("a\xE2\x82"));
}

static wattle_status write_bad_bytes(wattle_call *call) { return wattle_call_write(call, WATTLE_STR("\xC0\xAF")); }

static wattle_status write_in_halves(wattle_call *call) {
  CHECK(wattle_call_write(call, WATTLE_STR("5 \xE2\x82")) == WATTLE_OK);
  return wattle_call_write(call, WATTLE_STR("\xAC"));
}

static wattle_status write_by_bytes(wattle_call *call) {
  const char *text = "5 \xE2\x82\xAC \xF0\x9F\xA7\xB6";
  for (size_t i = 0; i < strlen(text); i++) {
    const wattle_str byte = { text + i, 1 };
    CHECK(wattle_call_write(call, byte) == WATTLE_OK);
  }
  return WATTLE_OK;
}

static void writing(wattle_registry *registry) {
  contents_act(registry, do_nothing, WATTLE_OK, "base");
  contents_act(registry, write_absent, WATTLE_OK, "base");
  contents_act(registry, write_half_a_character, WATTLE_CALLBACK_FAILED, NULL);
  contents_act(registry, write_bad_bytes, WATTLE_CALLBACK_FAILED, NULL);
  contents_act(registry, write_in_halves, WATTLE_OK, "base\n\n5 \xE2\x82\xAC");
  contents_act(registry, write_by_bytes, WATTLE_OK, "base\n\n5 \xE2\x82\xAC \xF0\x9F\xA7\xB6");
}

/* A failed write is sticky, and fails the callback the same way, whatever it returns. */
static wattle_status ignore_a_failed_write(wattle_call *call) {
  const wattle_str text = { NULL, 5 };
  CHECK(wattle_call_write(call, WATTLE_STR("before")) == WATTLE_OK);
  CHECK(wattle_call_write(call, text) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_call_write(call, WATTLE_STR("after")) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_call_write(call, WATTLE_STR("")) == WATTLE_NULL_ARGUMENT);
  return WATTLE_OK;
}

static wattle_status return_a_failed_write(wattle_call *call) {
  const wattle_str text = { NULL, 5 };
  return wattle_call_write(call, text);
}

static void failed_writes(wattle_registry *registry) {
  contents_act(registry, ignore_a_failed_write, WATTLE_NULL_ARGUMENT, NULL);
  contents_act(registry, return_a_failed_write, WATTLE_NULL_ARGUMENT, NULL);
}

/* A write outside a content callback is refused and adds nothing. */
static wattle_status write_out_of_place(wattle_call *call) {
  CHECK(wattle_call_write(call, WATTLE_STR("text")) == WATTLE_INVALID_ARGUMENT);
  return WATTLE_OK;
}

static void writing_out_of_place(wattle_registry *registry) {
  for (int i = CONTENTS; i < ACTORS; i++) {
    actor_add(registry, i, write_out_of_place);
    actor_composes(registry, i, actors[i].text);
    actor_remove(registry, i);
  }
}

/* Emitting */

static wattle_status emit_out_of_place(wattle_call *call) {
  const wattle_contribution contribution = text_contribution("act.emitted", "emitted");
  REFUSED(WATTLE_INVALID_ARGUMENT, "call", wattle_call_emit(call, &contribution, ERR));
  CHECK(drops_of(contribution.user_data) == 1);
  return WATTLE_OK;
}

static void emitting_out_of_place(wattle_registry *registry) {
  for (int i = 0; i < ACTORS; i++) {
    if (i == HOOK) continue;
    actor_add(registry, i, emit_out_of_place);
    actor_composes(registry, i, actors[i].text);
    actor_remove(registry, i);
  }
}

static wattle_status emit_null(wattle_call *call) {
  REFUSED(WATTLE_NULL_ARGUMENT, "contribution", wattle_call_emit(call, NULL, ERR));
  return WATTLE_OK;
}

static wattle_status emit_twice_and_fail(wattle_call *call) {
  const wattle_contribution first = text_contribution("act.a", "a"), second = text_contribution("act.a", "again");
  const wattle_contribution third = text_contribution("bad", "bad"), fourth = text_contribution("act.b", "b");
  ACCEPTED(wattle_call_emit(call, &first, ERR));
  REFUSED(WATTLE_DUPLICATE_CONTRIBUTION_ID, "act.a", wattle_call_emit(call, &second, ERR));
  REFUSED(WATTLE_UNNAMESPACED_ID, "bad", wattle_call_emit(call, &third, ERR));
  CHECK(wattle_call_emit(call, &fourth, NULL) == WATTLE_OK);
  return wattle_call_fail(call, WATTLE_STR("too late"));
}

static wattle_status emit_foreign(wattle_call *call) {
  const wattle_contribution contribution = text_contribution("host.act", "emitted");
  REFUSED(WATTLE_FOREIGN_NAMESPACE, "host.act", wattle_call_emit(call, &contribution, ERR));
  return WATTLE_OK;
}

/* The first refusal is what the call fails with, whatever the hook does afterwards. */
static void refused_emissions(wattle_registry *registry) {
  actor_add(registry, HOOK, emit_null);
  actor_fails(registry, HOOK, WATTLE_NULL_ARGUMENT, "contribution");
  actor_will(HOOK, emit_twice_and_fail);
  actor_fails(registry, HOOK, WATTLE_DUPLICATE_CONTRIBUTION_ID, "act.a");
  actor_will(HOOK, emit_foreign);
  actor_fails(registry, HOOK, WATTLE_FOREIGN_NAMESPACE, "host.act");
  actor_remove(registry, HOOK);
}

/* An emission is checked against what is registered as runtime-aware. */
static wattle_status emit_what_is_registered(wattle_call *call) {
  const wattle_contribution contribution = text_contribution("act.a", "emitted");
  REFUSED(WATTLE_DUPLICATE_CONTRIBUTION_ID, "act.a", wattle_call_emit(call, &contribution, ERR));
  return WATTLE_OK;
}

static void emitting_what_is_registered(wattle_registry *registry) {
  wattle_contribution registered = text_contribution("act.a", "registered");
  registered.origin = WATTLE_ORIGIN_RUNTIME_AWARE;
  add(registry, &registered);
  actor_add(registry, HOOK, emit_what_is_registered);
  actor_fails(registry, HOOK, WATTLE_DUPLICATE_CONTRIBUTION_ID, "act.a");
  actor_remove(registry, HOOK);
  remove_runtime(registry, "act.a");
}

static wattle_status emit_a_good_one(wattle_call *call) {
  const wattle_contribution contribution = text_contribution("act.emitted", "emitted");
  ACCEPTED(wattle_call_emit(call, &contribution, ERR));
  CHECK(drops_of(contribution.user_data) == 0);
  return WATTLE_OK;
}

static void emitted_for_one_turn(wattle_registry *registry) {
  acting(registry, HOOK, emit_a_good_one, WATTLE_OK, "base\n\nemitted");
}

/* Predicates */

static wattle_status answer_as_told(void *user_data, wattle_call *call, const wattle_context *context,
                                    const wattle_state *state, uint8_t *answer) {
  const int *told = user_data;
  (void)call;
  (void)context;
  (void)state;
  if (*told >= 0) *answer = (uint8_t)*told;
  return WATTLE_OK;
}

static void answers(wattle_registry *registry) {
  int told = -1; /* leaves the answer alone */
  wattle_contribution contribution = runtime_contribution("host.gate", NULL, &told);
  contribution.when = answer_as_told;
  contribution.text = WATTLE_STR("gated");
  add(registry, &contribution);
  resolves_to(registry, "base");
  told = 0;
  resolves_to(registry, "base");
  told = 1;
  resolves_to(registry, "base\n\ngated");
  told = 2;
  resolve_fails(registry, WATTLE_CALLBACK_FAILED, "host.gate");
  told = 255;
  resolve_fails(registry, WATTLE_CALLBACK_FAILED, "host.gate");
  remove_runtime(registry, "host.gate");
}

void content_tests(void) {
  static const test tests[] = {
    TEST(failing),
    TEST(message_travels),
    TEST(resolution_fails_too),
    TEST(static_contents_fail_a_fingerprint),
    TEST(bad_messages),
    TEST(writing),
    TEST(failed_writes),
    TEST(writing_out_of_place),
    TEST(emitting_out_of_place),
    TEST(refused_emissions),
    TEST(emitting_what_is_registered),
    TEST(emitted_for_one_turn),
    TEST(answers),
  };
  run_tests(tests, COUNT(tests));
}
