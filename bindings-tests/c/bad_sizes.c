/* A million contributions, a million candidates, a text of 100 MB, and a callback that writes until it may not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "actors.h"
#include "check.h"

#define MILLION ((size_t)1000000)
#define MEGABYTE ((size_t)1000000)
#define PIECE_BYTES ((size_t)16 << 20) /* 16 MiB */

static void *allocate(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (!memory) {
    fputs("out of memory\n", stderr);
    exit(2);
  }
  return memory;
}

/* "host.c0000000" and so on, with the text "x". */
static wattle_contribution *a_million_contributions(void) {
  enum { ID_BYTES = 16 };
  char *ids = allocate(MILLION, ID_BYTES);
  wattle_contribution *contributions = allocate(MILLION, sizeof *contributions);
  for (size_t i = 0; i < MILLION; i++) {
    snprintf(ids + i * ID_BYTES, ID_BYTES, "host.c%07zu", i);
    contributions[i] = text_contribution(ids + i * ID_BYTES, "x");
  }
  return contributions;
}

/* The first one's id is where all ids begin. */
static void free_contributions(wattle_contribution *contributions, char *ids) {
  free(ids);
  free(contributions);
}

static void a_million_registered(wattle_registry *registry) {
  wattle_contribution *contributions = a_million_contributions();
  char *ids = (char *)(size_t)contributions[0].id.data;
  wattle_registry *own = empty_registry();
  wattle_bundle *bundle = NULL;
  wattle_section section = WATTLE_SECTION_INIT;
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  (void)registry;
  ACCEPTED(wattle_registry_register(own, contributions, MILLION, ERR));
  free_contributions(contributions, ids);

  ACCEPTED(wattle_registry_resolve(own, &converse, NULL, NULL, &bundle, ERR));
  ACCEPTED(wattle_bundle_summary(bundle, &summary, ERR));
  CHECK(summary.sections == MILLION && summary.stable_prefix == 3 * MILLION - 2);
  CHECK(wattle_bundle_text(bundle).len == 3 * MILLION - 2);
  ACCEPTED(wattle_bundle_section(bundle, MILLION - 1, &section, ERR));
  CHECK(text_is(section.id, "host.c0999999") && section.end == 3 * MILLION - 2);
  wattle_bundle_free(bundle);
  remove_static(own, "host.c0500000");
  wattle_registry_free(own);
}

/* The last one is refused: none is registered, and all are dropped. */
static void a_million_refused(wattle_registry *registry) {
  wattle_contribution *contributions = a_million_contributions();
  char *ids = (char *)(size_t)contributions[0].id.data;
  contributions[MILLION - 1].id = WATTLE_STR("host.base");
  REFUSED(WATTLE_DUPLICATE_CONTRIBUTION_ID, "host.base",
          wattle_registry_register(registry, contributions, MILLION, ERR));
  free_contributions(contributions, ids);
}

static void a_million_candidates(wattle_registry *registry) {
  const wattle_candidate candidate =
      WATTLE_CANDIDATE(.id = WATTLE_STR("same"), .content = WATTLE_STR("x"), .tier = WATTLE_TIER_ACTIVE);
  wattle_candidate *candidates = allocate(MILLION, sizeof *candidates);
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_prompt *prompt = NULL;
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  (void)registry;
  for (size_t i = 0; i < MILLION; i++) candidates[i] = candidate;
  options.total_budget = MILLION / 2;
  options.active_budget_fraction = 1;
  ACCEPTED(wattle_compose(candidates, MILLION, &options, &prompt, ERR));
  free(candidates);
  ACCEPTED(wattle_prompt_summary(prompt, &summary, ERR));
  CHECK(summary.included == MILLION / 2 && summary.dropped == MILLION / 2);
  CHECK(wattle_prompt_event_json(prompt).len > MILLION / 2 * sizeof "\"same\"");
  wattle_prompt_free(prompt);
}

static void a_large_text(wattle_registry *registry) {
  const size_t len = 100 * MEGABYTE;
  char *bytes = allocate(len, 1);
  wattle_contribution contribution = text_contribution("host.large", NULL);
  wattle_bundle *bundle = NULL;
  wattle_prompt *prompt = NULL;
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  memset(bytes, 'x', len);
  contribution.text.data = bytes;
  contribution.text.len = len;
  add(registry, &contribution);
  bytes[len - 1] = '\xC3'; /* half a character */
  wattle_contribution bad = text_contribution("host.bad", NULL);
  bad.text = contribution.text;
  REFUSED(WATTLE_INVALID_UTF8, "text", wattle_registry_register(registry, &bad, 1, ERR));
  free(bytes);

  ACCEPTED(wattle_registry_resolve(registry, &converse, NULL, NULL, &bundle, ERR));
  CHECK(wattle_bundle_text(bundle).len == strlen("base\n\n") + len);
  CHECK(wattle_bundle_text(bundle).data[strlen("base\n\n") + len - 1] == 'x');
  wattle_bundle_free(bundle);
  options.total_budget = len;
  ACCEPTED(wattle_registry_compose(registry, &converse, NULL, &options, &prompt, ERR));
  CHECK(text_is(wattle_prompt_text(prompt), "base"));
  wattle_prompt_free(prompt);
  remove_static(registry, "host.large");
}

/* Writes pieces until one is refused, and returns `status`. */
static wattle_status write_until_refused(wattle_call *call, wattle_status status) {
  char *bytes = allocate(PIECE_BYTES, 1);
  const wattle_str piece = { bytes, PIECE_BYTES };
  size_t pieces = 0;
  while (wattle_call_write(call, piece) == WATTLE_OK) pieces++;
  CHECK(pieces == WATTLE_TEXT_MAX_BYTES / PIECE_BYTES);
  CHECK(wattle_call_write(call, piece) == WATTLE_LIMIT_EXCEEDED);
  CHECK(wattle_call_write(call, WATTLE_STR("")) == WATTLE_LIMIT_EXCEEDED);
  free(bytes);
  return status;
}

static wattle_status write_and_return_ok(wattle_call *call) { return write_until_refused(call, WATTLE_OK); }

static wattle_status write_and_return_the_refusal(wattle_call *call) {
  return write_until_refused(call, WATTLE_LIMIT_EXCEEDED);
}

static void writing_too_much(wattle_registry *registry) {
  actor_add(registry, STATIC, write_and_return_ok);
  actor_fails(registry, STATIC, WATTLE_LIMIT_EXCEEDED, "host.act");
  actor_will(STATIC, write_and_return_the_refusal);
  actor_fails(registry, STATIC, WATTLE_LIMIT_EXCEEDED, "host.act");
  actor_remove(registry, STATIC);
  actor_add(registry, RUNTIME, write_and_return_ok);
  actor_fails(registry, RUNTIME, WATTLE_LIMIT_EXCEEDED, "host.act");
  actor_remove(registry, RUNTIME);
}

void size_tests(void) {
  static const test tests[] = {
    TEST(a_million_registered),
    TEST(a_million_refused),
    TEST(a_million_candidates),
    TEST(a_large_text),
    TEST(writing_too_much),
  };
  run_tests(tests, COUNT(tests));
}
