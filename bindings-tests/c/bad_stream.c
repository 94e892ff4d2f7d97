/* Streams: what is handed to them, and observers that fail, do what observers may not, and call the library. */
#include <string.h>

#include "check.h"

typedef wattle_status (*stream_deed)(wattle_call *call, wattle_str bytes);

static stream_deed deed;
static wattle_registry *current;
static unsigned calls;

static wattle_status observe(void *user_data, wattle_call *call, wattle_str bytes) {
  (void)user_data;
  calls++;
  return deed(call, bytes);
}

/* A plugin with just an observer, which does this. */
static void add_observer(wattle_registry *registry, const char *name, stream_deed what) {
  wattle_plugin plugin = plugin_named(name);
  plugin.stream_observer = observe;
  deed = what;
  current = registry;
  calls = 0;
  ACCEPTED(wattle_registry_register_plugin(registry, &plugin, ERR));
}

static void remove_observer(wattle_registry *registry, const char *name) {
  ACCEPTED(wattle_registry_unregister_plugin(registry, wattle_cstr(name), ERR));
}

static wattle_status ignore(wattle_call *call, wattle_str bytes) {
  (void)call;
  (void)bytes;
  return WATTLE_OK;
}

static void emit_needs(wattle_registry *registry) {
  const wattle_str of_null = { NULL, 5 }, too_long = { &untouched, (size_t)WATTLE_TEXT_MAX_BYTES + 1 };
  add_observer(registry, "p", ignore);
  REFUSED(WATTLE_NULL_ARGUMENT, "registry", wattle_registry_emit_stream(NULL, WATTLE_STR("x"), ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "bytes", wattle_registry_emit_stream(registry, of_null, ERR));
  REFUSED(WATTLE_LIMIT_EXCEEDED, "bytes", wattle_registry_emit_stream(registry, too_long, ERR));
  CHECK(wattle_registry_emit_stream(NULL, WATTLE_STR("x"), NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(calls == 0);
  remove_observer(registry, "p");
  ACCEPTED(wattle_registry_emit_stream(registry, WATTLE_STR("nobody looks"), ERR));
}

static wattle_status expect_bytes(wattle_call *call, wattle_str bytes) {
  (void)call;
  CHECK(bytes.len == 0 || (bytes.len == 5 && memcmp(bytes.data, "\xFF\0\xC3(\n", 5) == 0));
  return WATTLE_OK;
}

/* Any bytes, and none. */
static void bytes_that_are_no_text(wattle_registry *registry) {
  add_observer(registry, "p", expect_bytes);
  ACCEPTED(wattle_registry_emit_stream(registry, WATTLE_STR("\xFF\0\xC3(\n"), ERR));
  ACCEPTED(wattle_registry_emit_stream(registry, WATTLE_STR(""), ERR));
  ACCEPTED(wattle_registry_emit_stream(registry, (wattle_str)WATTLE_STR_ABSENT, ERR));
  CHECK(calls == 3);
  remove_observer(registry, "p");
}

static wattle_status fail(wattle_call *call, wattle_str bytes) {
  (void)bytes;
  return wattle_call_fail_with(call, WATTLE_STR("too loud"), &untouched, tracked(), drop_tracked);
}

static wattle_status return_12345(wattle_call *call, wattle_str bytes) {
  (void)call;
  (void)bytes;
  return 12345;
}

/* The observers after the one that fails are not called. */
static void failing(wattle_registry *registry) {
  wattle_error *error = NULL;
  add_observer(registry, "p", fail);
  add_observer(registry, "q", fail);
  CHECK(wattle_registry_emit_stream(registry, WATTLE_STR("x"), &error) == WATTLE_CALLBACK_FAILED);
  CHECK(strstr(wattle_error_message(error).data, "too loud") != NULL && text_is(wattle_error_subject(error), "p"));
  CHECK(wattle_error_payload(error, &untouched) != NULL && wattle_error_payload(error, &calls) == NULL);
  wattle_error_free(error);
  CHECK(calls == 1);
  CHECK(wattle_registry_emit_stream(registry, WATTLE_STR("x"), NULL) == WATTLE_CALLBACK_FAILED);
  deed = return_12345;
  REFUSED(WATTLE_CALLBACK_FAILED, "p", wattle_registry_emit_stream(registry, WATTLE_STR("x"), ERR));
  remove_observer(registry, "p");
  REFUSED(WATTLE_CALLBACK_FAILED, "q", wattle_registry_emit_stream(registry, WATTLE_STR("x"), ERR));
  remove_observer(registry, "q");
}

/* An observer gives no text and emits no contribution; trying changes nothing. */
static wattle_status write_and_emit(wattle_call *call, wattle_str bytes) {
  const wattle_contribution contribution = text_contribution("p.a", "a");
  CHECK(wattle_call_write(call, bytes) == WATTLE_INVALID_ARGUMENT);
  REFUSED(WATTLE_INVALID_ARGUMENT, NULL, wattle_call_emit(call, &contribution, ERR));
  return WATTLE_OK;
}

static void doing_what_others_do(wattle_registry *registry) {
  add_observer(registry, "p", write_and_emit);
  ACCEPTED(wattle_registry_emit_stream(registry, WATTLE_STR("x"), ERR));
  remove_observer(registry, "p");
}

static wattle_status call_back(wattle_call *call, wattle_str bytes) {
  const wattle_str base = WATTLE_STR("host.base"), p = WATTLE_STR("p");
  wattle_registry *snapshot = NULL;
  (void)call;
  if (bytes.len == 1) return WATTLE_OK; /* the inner one */
  const wattle_plugin replacement = plugin_named("p");
  resolves_to(current, "base");
  ACCEPTED(wattle_registry_emit_stream(current, WATTLE_STR("y"), ERR));
  ACCEPTED(wattle_registry_snapshot(current, &snapshot, ERR));
  wattle_registry_free(snapshot);
  REFUSED(WATTLE_RE_ENTRANCY, "p", wattle_registry_unregister_plugin(current, p, ERR));
  REFUSED(WATTLE_RE_ENTRANCY, "p", wattle_registry_replace_plugin(current, &replacement, ERR));
  REFUSED(WATTLE_RE_ENTRANCY, "host.base", wattle_registry_unregister(current, WATTLE_ORIGIN_STATIC, base, ERR));
  return WATTLE_OK;
}

static void calling_the_library(wattle_registry *registry) {
  add_observer(registry, "p", call_back);
  ACCEPTED(wattle_registry_emit_stream(registry, WATTLE_STR("xy"), ERR));
  CHECK(calls == 2);
  remove_observer(registry, "p");
}

static wattle_status free_inside(wattle_call *call, wattle_str bytes) {
  (void)call;
  (void)bytes;
  wattle_registry_free(current);
  return WATTLE_OK;
}

static void freeing(wattle_registry *registry) {
  wattle_registry *own = registry_with_base();
  (void)registry;
  add_observer(own, "p", free_inside);
  ACCEPTED(wattle_registry_emit_stream(own, WATTLE_STR("x"), ERR));
}

/* A frozen snapshot has its observers, and holds on to them. */
static void frozen(wattle_registry *registry) {
  wattle_registry *snapshot = NULL;
  add_observer(registry, "p", ignore);
  ACCEPTED(wattle_registry_snapshot(registry, &snapshot, ERR));
  REFUSED(WATTLE_PLUGIN_IN_USE, "p", wattle_registry_unregister_plugin(registry, WATTLE_STR("p"), ERR));
  ACCEPTED(wattle_registry_emit_stream(snapshot, WATTLE_STR("x"), ERR));
  CHECK(calls == 1);
  wattle_registry_free(snapshot);
  remove_observer(registry, "p");
}

void stream_tests(void) {
  static const test tests[] = {
    TEST(emit_needs),
    TEST(bytes_that_are_no_text),
    TEST(failing),
    TEST(doing_what_others_do),
    TEST(calling_the_library),
    TEST(freeing),
    TEST(frozen),
  };
  run_tests(tests, COUNT(tests));
}
