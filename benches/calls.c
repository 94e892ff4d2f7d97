/* What crossing the boundary costs. */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

static double get_text(void *data, size_t times) {
  const wattle_prompt *prompt = data;
  size_t sum = 0;
  const double start = core_ns();
  for (size_t i = 0; i < times; i++)
    sum += wattle_prompt_text(prompt).len;
  const double took = core_ns() - start;
  return sum == 1 ? 0 : took;
}

static double get_section(void *data, size_t times) {
  const wattle_prompt *prompt = data;
  wattle_section section = WATTLE_SECTION_INIT;
  const double start = core_ns();
  for (size_t i = 0; i < times; i++)
    must(wattle_prompt_section(prompt, i % 10, &section, NULL), NULL);
  return core_ns() - start;
}

static double call_nothing(void *data, size_t times) {
  size_t sum = 0;
  const double start = core_ns();
  for (size_t i = 0; i < times; i++)
    sum += bound_nothing(data);
  const double took = core_ns() - start;
  return sum == 1 ? 0 : took;
}

static double call_pointer(void *data, size_t times) {
  size_t sum = 0;
  const double start = core_ns();
  for (size_t i = 0; i < times; i++)
    sum += bound_pointer(data);
  const double took = core_ns() - start;
  return sum == 1 ? 0 : took;
}

double resolve_callbacks(void *data, size_t times) {
  const wattle_registry *registry = data;
  const double start = core_ns();
  for (size_t i = 0; i < times; i++) {
    wattle_bundle *bundle = NULL;
    wattle_error *error = NULL;
    must(wattle_registry_resolve(registry, &bench_context, &bench_state, NULL, &bundle, &error), error);
    wattle_bundle_free(bundle);
  }
  return core_ns() - start;
}

static wattle_status write_nothing(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  (void)user_data;
  (void)call;
  (void)context;
  (void)state;
  return WATTLE_OK;
}

static wattle_status answer_no(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state,
                               uint8_t *answer) {
  *answer = 0;
  return write_nothing(user_data, call, context, state);
}

/* `many` runtime-aware contributions without text: empty texts, or callbacks that write nothing. */
static wattle_registry *registry_of(size_t many, wattle_runtime_content_fn content, wattle_when_fn when) {
  wattle_registry *registry = empty_registry();
  wattle_error *error = NULL;
  for (size_t i = 0; i < many; i++) {
    char id[32];
    snprintf(id, sizeof id, "bench.c%zu", i);
    wattle_contribution contribution = WATTLE_CONTRIBUTION(.id = wattle_cstr(id), .mode = WATTLE_APPEND, .origin = WATTLE_ORIGIN_RUNTIME_AWARE,
                                                           .runtime_content = content, .when = when);
    if (!content)
      contribution.text = WATTLE_STR("");
    must(wattle_registry_register(registry, &contribution, 1, &error), error);
  }
  return registry;
}

wattle_registry *registry_of_callbacks(size_t many) { return registry_of(many, write_nothing, NULL); }

static void callback_cases(void) {
  enum { MANY = 1000 };
  wattle_registry *texts = registry_of(MANY, NULL, NULL);
  wattle_registry *writers = registry_of_callbacks(MANY);
  wattle_registry *predicates = registry_of(MANY, NULL, answer_no);
  const struct timed without = {resolve_callbacks, texts};
  const struct timed bound = {call_pointer, texts};
  if (is_wanted("content callback / call"))
    measure_difference("content callback / call", MANY, (struct timed){resolve_callbacks, writers}, without, bound, (struct allowed){.ns = 8});
  if (is_wanted("predicate callback / call"))
    measure_difference("predicate callback / call", MANY, (struct timed){resolve_callbacks, predicates}, without, bound, (struct allowed){.ns = 8});
  wattle_registry_free(texts);
  wattle_registry_free(writers);
  wattle_registry_free(predicates);
}

void call_cases(void) {
  struct fixture fixture = fixture_new(10, ASCII);
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;
  must(wattle_compose(fixture.candidates, fixture.workload.n, &fixture.options, &prompt, &error), error);
  const struct timed bound = {call_nothing, prompt};
  if (is_wanted("wattle_prompt_text / call"))
    measure("wattle_prompt_text / call", 1, 1, (struct timed){get_text, prompt}, bound, (struct allowed){.ns = 3});
  if (is_wanted("wattle_prompt_section / call"))
    measure("wattle_prompt_section / call", 1, 1, (struct timed){get_section, prompt}, bound, (struct allowed){0});
  wattle_prompt_free(prompt);
  fixture_free(&fixture);
  callback_cases();
}
