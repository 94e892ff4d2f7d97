/* Errors that a host or a plugin makes: as good as the library's own, whatever is put into them. */
#include <limits.h>

#include "check.h"

static void expect_error(wattle_error *error, wattle_status status, const char *subject, const char *message) {
  CHECK(wattle_error_status(error) == status);
  CHECK(text_is(wattle_error_subject(error), subject));
  CHECK(text_is(wattle_error_message(error), message));
  wattle_error_free(error);
}

static void own_errors(wattle_registry *registry) {
  wattle_error *error = NULL;
  (void)registry;
  CHECK(wattle_error_new(WATTLE_UNSUPPORTED, WATTLE_STR("abi"), WATTLE_STR("needs 3, have 2"), &error) == WATTLE_UNSUPPORTED);
  expect_error(error, WATTLE_UNSUPPORTED, "abi", "needs 3, have 2");
  CHECK(wattle_error_new(WATTLE_RE_ENTRANCY, wattle_cstr(NULL), wattle_cstr(NULL), &error) == WATTLE_RE_ENTRANCY);
  expect_error(error, WATTLE_RE_ENTRANCY, "", "");
  CHECK(wattle_error_new(WATTLE_FROZEN, WATTLE_STR("x"), WATTLE_STR("y"), NULL) == WATTLE_FROZEN);
}

static void own_errors_of_bad_text(wattle_registry *registry) {
  const wattle_str at_null = { NULL, 5 };
  wattle_error *error = NULL;
  (void)registry;
  CHECK(wattle_error_new(WATTLE_INTERNAL, WATTLE_STR("a\xED\xA0\x80z"), WATTLE_STR("\xFF!"), &error) == WATTLE_INTERNAL);
  expect_error(error, WATTLE_INTERNAL, "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz", "\xEF\xBF\xBD!");
  CHECK(wattle_error_new(WATTLE_INTERNAL, at_null, at_null, &error) == WATTLE_INTERNAL);
  expect_error(error, WATTLE_INTERNAL, "", "");
}

static void own_errors_of_no_status(wattle_registry *registry) {
  static const wattle_status none[] = { WATTLE_OK, 10, 999, -1, INT_MAX, INT_MIN };
  (void)registry;
  for (size_t i = 0; i < COUNT(none); i++) {
    wattle_error *error = NULL;
    CHECK(wattle_error_new(none[i], WATTLE_STR("x"), WATTLE_STR("y"), &error) == WATTLE_INVALID_ARGUMENT);
    CHECK(text_is(wattle_error_subject(error), "status"));
    wattle_error_free(error);
    CHECK(wattle_error_new(none[i], WATTLE_STR("x"), WATTLE_STR("y"), NULL) == WATTLE_INVALID_ARGUMENT);
  }
}

void error_tests(void) {
  static const test tests[] = { TEST(own_errors), TEST(own_errors_of_bad_text), TEST(own_errors_of_no_status) };
  run_tests(tests, COUNT(tests));
}
