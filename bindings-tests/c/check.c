#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TRACKED 1100000 /* a million contributions, and some */

static const char *test_name, *row_name;
static unsigned passed, failed;
static bool test_failed;

static wattle_error *error;

static unsigned char drop_counts[MOST_TRACKED];
static size_t tracked_count;

char untouched;
const wattle_context converse =
    WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR_INIT("anthropic"));

/* Assertions */

static void fail(const char *what, const char *file, int line) {
  test_failed = true;
  fprintf(stderr, "%s:%d: %s", file, line, test_name);
  if (row_name) fprintf(stderr, " (%s)", row_name);
  fprintf(stderr, ": %s: ", what);
}

void check_row(const char *row) { row_name = row; }

void check_that(bool holds, const char *what, const char *file, int line) {
  if (holds) return;
  fail(what, file, line);
  fputs("does not hold\n", stderr);
}

wattle_error **check_error(void) {
  error = NULL;
  return &error;
}

void check_accepted(wattle_status status, const char *what, const char *file, int line) {
  if (status != WATTLE_OK || error) {
    fail(what, file, line);
    fprintf(stderr, "%s: %s\n", wattle_status_name(status).data, wattle_error_message(error).data);
  }
  wattle_error_free(error);
  error = NULL;
}

/* A refused id is named in the message too; not looked for where it is cut or has what is escaped there. */
static bool message_names(wattle_str message, wattle_str subject) {
  for (size_t i = 0; i < subject.len; i++)
    if ((unsigned char)subject.data[i] <= ' ' || (unsigned char)subject.data[i] >= 0x7F) return true;
  return !strchr(subject.data, '.') || subject.len > 100 || strstr(message.data, subject.data) != NULL;
}

void check_refused(wattle_status got, wattle_status want, const char *subject, const char *what, const char *file,
                   int line) {
  wattle_str message = wattle_error_message(error);
  wattle_str got_subject = wattle_error_subject(error);
  if (got != want || wattle_error_status(error) != want || message.len == 0 || message.data[message.len] != '\0' ||
      got_subject.data[got_subject.len] != '\0' || (subject && !text_is(got_subject, subject)) ||
      !message_names(message, got_subject)) {
    fail(what, file, line);
    fprintf(stderr, "want %s of \"%s\", got %s of \"%.100s\": %s\n", wattle_status_name(want).data,
            subject ? subject : "anything", wattle_status_name(got).data, got_subject.data, message.data);
  }
  wattle_error_free(error);
  error = NULL;
}

/* Tracked user_data */

void *tracked(void) {
  if (tracked_count == MOST_TRACKED) {
    fputs("too much user_data for one test\n", stderr);
    exit(2);
  }
  return &drop_counts[tracked_count++];
}

void drop_tracked(void *user_data) { ++*(unsigned char *)user_data; }

unsigned drops_of(const void *user_data) { return *(const unsigned char *)user_data; }

static void check_drops(void) {
  size_t missing = 0, repeated = 0;
  for (size_t i = 0; i < tracked_count; i++) {
    missing += drop_counts[i] == 0;
    repeated += drop_counts[i] > 1;
  }
  if (missing + repeated > 0) {
    fail("drops", __FILE__, __LINE__);
    fprintf(stderr, "of %zu user_data, %zu were not dropped, %zu more than once\n", tracked_count, missing, repeated);
  }
  memset(drop_counts, 0, tracked_count);
  tracked_count = 0;
}

/* Inputs */

wattle_contribution text_contribution(const char *id, const char *text) {
  wattle_contribution contribution =
      WATTLE_CONTRIBUTION(.id = wattle_cstr(id), .mode = WATTLE_APPEND, .text = wattle_cstr(text),
                          .user_data = tracked(), .drop = drop_tracked);
  return contribution;
}

wattle_contribution runtime_contribution(const char *id, wattle_runtime_content_fn content, void *user_data) {
  wattle_contribution contribution = WATTLE_CONTRIBUTION(.id = wattle_cstr(id), .mode = WATTLE_APPEND,
                                                         .runtime_content = content, .user_data = user_data);
  return contribution;
}

wattle_contribution static_contribution(const char *id, wattle_static_content_fn content, void *user_data) {
  wattle_contribution contribution = WATTLE_CONTRIBUTION(.id = wattle_cstr(id), .mode = WATTLE_APPEND,
                                                         .static_content = content, .user_data = user_data);
  return contribution;
}

wattle_safety_policy text_policy(const char *id, const char *text) {
  wattle_safety_policy policy =
      WATTLE_SAFETY_POLICY(.id = wattle_cstr(id), .text = wattle_cstr(text), .enabled_by_default = 1,
                           .user_data = tracked(), .drop = drop_tracked);
  return policy;
}

wattle_plugin plugin_named(const char *name) {
  wattle_plugin plugin = WATTLE_PLUGIN(.name = wattle_cstr(name), .version = WATTLE_STR("1.0.0"),
                                       .user_data = tracked(), .drop = drop_tracked);
  return plugin;
}

wattle_registry *empty_registry(void) {
  wattle_registry_options options = WATTLE_REGISTRY_OPTIONS_INIT;
  wattle_registry *registry = NULL;
  options.seed_core_defaults = options.seed_core_templates = options.seed_safety_policies = WATTLE_NO;
  ACCEPTED(wattle_registry_new(&options, &registry, ERR));
  return registry;
}

wattle_registry *registry_with_base(void) {
  wattle_registry *registry = empty_registry();
  wattle_contribution base = text_contribution("host.base", "base");
  add(registry, &base);
  return registry;
}

/* Outcomes */

bool text_is(wattle_str text, const char *want) {
  return text.data && text.len == strlen(want) && memcmp(text.data, want, text.len) == 0;
}

void resolves_to(const wattle_registry *registry, const char *want) {
  wattle_bundle *bundle = NULL;
  wattle_prompt *prompt = NULL;
  ACCEPTED(wattle_registry_resolve(registry, &converse, NULL, NULL, &bundle, ERR));
  CHECK(text_is(wattle_bundle_text(bundle), want));
  ACCEPTED(wattle_registry_compose(registry, &converse, NULL, NULL, &prompt, ERR));
  CHECK(text_is(wattle_prompt_text(prompt), want));
  wattle_bundle_free(bundle);
  wattle_prompt_free(prompt);
}

void resolve_fails(const wattle_registry *registry, wattle_status status, const char *subject) {
  wattle_bundle *bundle = UNTOUCHED;
  wattle_prompt *prompt = UNTOUCHED;
  REFUSED(status, subject, wattle_registry_resolve(registry, &converse, NULL, NULL, &bundle, ERR));
  REFUSED(status, subject, wattle_registry_compose(registry, &converse, NULL, NULL, &prompt, ERR));
  CHECK(bundle == UNTOUCHED && prompt == UNTOUCHED);
  if (bundle != UNTOUCHED) wattle_bundle_free(bundle);
  if (prompt != UNTOUCHED) wattle_prompt_free(prompt);
}

void add(wattle_registry *registry, const wattle_contribution *contribution) {
  ACCEPTED(wattle_registry_register(registry, contribution, 1, ERR));
}

void remove_static(wattle_registry *registry, const char *id) {
  ACCEPTED(wattle_registry_unregister(registry, WATTLE_ORIGIN_STATIC, wattle_cstr(id), ERR));
}

void remove_runtime(wattle_registry *registry, const char *id) {
  ACCEPTED(wattle_registry_unregister(registry, WATTLE_ORIGIN_RUNTIME_AWARE, wattle_cstr(id), ERR));
}

/* Running */

static void check_still_works(wattle_registry *registry) {
  wattle_contribution after = text_contribution("host.after", "after");
  resolves_to(registry, "base");
  add(registry, &after);
  resolves_to(registry, "base\n\nafter");
  remove_static(registry, "host.after");
  resolves_to(registry, "base");
}

void run_tests(const test *tests, size_t n) {
  for (size_t i = 0; i < n; i++) {
    test_name = tests[i].name;
    test_failed = false;
    wattle_registry *registry = registry_with_base();
    tests[i].run(registry);
    check_row(NULL);
    check_still_works(registry);
    wattle_registry_free(registry);
    check_drops();
    if (test_failed) failed++;
    else passed++;
  }
}

bool tests_done(const char *title) {
  printf("%s: %u passed, %u failed\n", title, passed, failed);
  return failed == 0;
}
