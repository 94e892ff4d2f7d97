/* What the C tests share: a registry for each test, assertions, and user_data that counts its drops. */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <wattle.h>

/*
 * A test gets a registry with one static contribution, "host.base", whose text is "base", and must leave it so: the
 * runner checks that it still registers and resolves, that nothing was added, and that every drop ran exactly once.
 */
typedef struct test {
  const char *name;
  void (*run)(wattle_registry *registry);
} test;
#define TEST(function) { #function, function }
#define COUNT(array) (sizeof(array) / sizeof *(array))

void run_tests(const test *tests, size_t n);
/* Prints "<title>: N passed, N failed"; returns whether none failed. */
bool tests_done(const char *title);

/* One function a file of the tests of bad input. */
void null_tests(void);
void handle_tests(void);
void text_tests(void);
void struct_tests(void);
void value_tests(void);
void number_tests(void);
void id_tests(void);
void content_tests(void);
void probe_tests(void);
void reentry_tests(void);
void removal_tests(void);
void payload_tests(void);
void error_tests(void);
void list_tests(void);
void json_tests(void);
void explain_tests(void);
void restore_tests(void);
void hostile_tests(void);
void frozen_tests(void);
void stream_tests(void);
void size_tests(void);
void filled_tests(void);
void module_tests(void);
void module_text_tests(void);
void module_reentry_tests(void);
void build_tests(void);
void render_tests(void);
void tool_tests(void);
void section_tests(void);
void guidance_tests(void);
void environment_tests(void);
void measure_tests(void);
void gate_tests(void);
void into_tests(void);

/* Assertions. A failed one is named on standard error and fails the test, which goes on. */
#define CHECK(condition) check_that((condition), #condition, __FILE__, __LINE__)
#define ACCEPTED(call) check_accepted((call), #call, __FILE__, __LINE__)
/* The call fails with this status, and its error, stored through ERR, has that subject; NULL: any subject. */
#define REFUSED(status, subject, call) check_refused((call), (status), (subject), #call, __FILE__, __LINE__)
#define ERR check_error()

void check_that(bool holds, const char *what, const char *file, int line);
void check_accepted(wattle_status status, const char *what, const char *file, int line);
void check_refused(wattle_status got, wattle_status want, const char *subject, const char *what, const char *file,
                   int line);
wattle_error **check_error(void);
/* Names the row of a table that is being checked; NULL: none. */
void check_row(const char *row);

/* What an out parameter holds before a call that must not write it. */
extern char untouched;
#define UNTOUCHED ((void *)&untouched)

/* user_data whose drops are counted; at the end of a test each must have been dropped exactly once. */
void *tracked(void);
void drop_tracked(void *user_data);
unsigned drops_of(const void *user_data);

/* Inputs without fault. */
extern const wattle_context converse;
wattle_contribution text_contribution(const char *id, const char *text); /* appends; tracked */
wattle_contribution runtime_contribution(const char *id, wattle_runtime_content_fn content, void *user_data);
wattle_contribution static_contribution(const char *id, wattle_static_content_fn content, void *user_data);
wattle_safety_policy text_policy(const char *id, const char *text); /* enabled by default; tracked */
wattle_plugin plugin_named(const char *name);                       /* tracked */
wattle_registry *empty_registry(void);                             /* nothing is seeded */
wattle_registry *registry_with_base(void);

bool text_is(wattle_str text, const char *want);
/* At a root turn with nothing loaded; the same through wattle_registry_compose. */
void resolves_to(const wattle_registry *registry, const char *want);
void resolve_fails(const wattle_registry *registry, wattle_status status, const char *subject);

void add(wattle_registry *registry, const wattle_contribution *contribution);
/* Removes what was registered directly with the origin. */
void remove_static(wattle_registry *registry, const char *id);
void remove_runtime(wattle_registry *registry, const char *id);

#endif
