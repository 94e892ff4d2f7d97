#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const wattle_context bench_context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR_INIT("anthropic"));
const wattle_state bench_state = WATTLE_STATE(.turn_depth = 0);

void must(wattle_status status, wattle_error *error) {
  if (status == WATTLE_OK)
    return;
  fprintf(stderr, "%" WATTLE_FMT ": %" WATTLE_FMT "\n", WATTLE_ARG(wattle_status_name(status)), WATTLE_ARG(wattle_error_message(error)));
  exit(1);
}

wattle_registry *empty_registry(void) {
  const wattle_registry_options options =
      WATTLE_REGISTRY_OPTIONS(.seed_core_defaults = WATTLE_NO, .seed_safety_policies = WATTLE_NO);
  wattle_registry *registry = NULL;
  wattle_error *error = NULL;
  const wattle_status status = wattle_registry_new(&options, &registry, &error);
  must(status, error);
  return registry;
}

void *array_of(size_t n, size_t size) {
  void *made = calloc(n, size);
  if (!made)
    abort();
  return made;
}

static wattle_str text_of(const struct bound_section *section) { return (wattle_str){section->text, section->len}; }

static wattle_status write_section(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  (void)context;
  (void)state;
  return wattle_call_write(call, text_of(user_data));
}

wattle_contribution *contributions_of(const struct workload *workload) {
  wattle_contribution *made = array_of(workload->n, sizeof *made);
  for (size_t i = 0; i < workload->n; i++)
    made[i] = (wattle_contribution)WATTLE_CONTRIBUTION(.id = wattle_cstr(workload->ids[i]), .mode = WATTLE_APPEND,
                                                       .tier = workload->sections[i].tier, .text = text_of(&workload->sections[i]));
  return made;
}

static wattle_candidate *candidates_of(const struct workload *workload) {
  wattle_candidate *made = array_of(workload->n, sizeof *made);
  for (size_t i = 0; i < workload->n; i++)
    made[i] = (wattle_candidate)WATTLE_CANDIDATE(.id = wattle_cstr(workload->ids[i]), .content = text_of(&workload->sections[i]),
                                                 .tier = workload->sections[i].tier);
  return made;
}

struct fixture fixture_new(size_t n, enum script script) {
  struct fixture made = {.workload = workload_new(n, script), .options = WATTLE_COMPOSE_OPTIONS_INIT};
  const struct workload *workload = &made.workload;
  wattle_error *error = NULL;
  made.options.total_budget = workload->budget;
  made.candidates = candidates_of(workload);
  made.contributions = contributions_of(workload);
  made.kept = array_of(n, sizeof *made.kept);
  memcpy(made.kept, workload->sections, n * sizeof *made.kept);
  bound_gate(made.kept, n, workload->budget, WATTLE_DEFAULT_ACTIVE_BUDGET_FRACTION);
  for (size_t i = n - CALLBACKS; i < n; i++) {
    made.contributions[i].text = (wattle_str)WATTLE_STR_ABSENT;
    made.contributions[i].runtime_content = write_section;
    made.contributions[i].user_data = &workload->sections[i];
  }
  made.registry = empty_registry();
  must(wattle_registry_register(made.registry, made.contributions, n, &error), error);
  made.outcomes = array_of(n, sizeof *made.outcomes);
  must(wattle_compose(NULL, 0, NULL, &made.reused, &error), error);
  return made;
}

void fixture_free(struct fixture *fixture) {
  wattle_prompt_free(fixture->reused);
  wattle_registry_free(fixture->registry);
  free(fixture->outcomes);
  free(fixture->candidates);
  free(fixture->contributions);
  free(fixture->kept);
  workload_free(&fixture->workload);
}

static wattle_prompt *composed_raw(struct fixture *fixture) {
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;
  must(wattle_compose(fixture->candidates, fixture->workload.n, &fixture->options, &prompt, &error), error);
  return prompt;
}

static wattle_prompt *composed_registry(struct fixture *fixture) {
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;
  must(wattle_registry_compose(fixture->registry, &bench_context, &bench_state, &fixture->options, &prompt, &error), error);
  return prompt;
}

static wattle_bundle *resolved(struct fixture *fixture) {
  wattle_bundle *bundle = NULL;
  wattle_error *error = NULL;
  must(wattle_registry_resolve(fixture->registry, &bench_context, &bench_state, NULL, &bundle, &error), error);
  return bundle;
}

void compose_raw(struct fixture *fixture) { wattle_prompt_free(composed_raw(fixture)); }

void compose_registry(struct fixture *fixture) { wattle_prompt_free(composed_registry(fixture)); }

void compose_raw_into(struct fixture *fixture) {
  wattle_error *error = NULL;
  must(wattle_compose_into(fixture->candidates, fixture->workload.n, &fixture->options, fixture->reused, &error), error);
}

void compose_registry_into(struct fixture *fixture) {
  wattle_error *error = NULL;
  must(wattle_registry_compose_into(fixture->registry, &bench_context, &bench_state, &fixture->options, fixture->reused, &error), error);
}

void apply_gate(struct fixture *fixture) {
  wattle_error *error = NULL;
  fixture->outcomes[0].struct_size = sizeof *fixture->outcomes;
  must(wattle_apply_budget_gate(fixture->candidates, fixture->workload.n, &fixture->options, fixture->outcomes, NULL, &error), error);
}

void resolve_registry(struct fixture *fixture) { wattle_bundle_free(resolved(fixture)); }

void take_fingerprint(struct fixture *fixture) {
  char hex[65];
  wattle_error *error = NULL;
  must(wattle_registry_fingerprint(fixture->registry, &bench_context, hex, &error), error);
}

void bound_plain_once(struct fixture *fixture) {
  size_t len;
  free(bound_plain(fixture->kept, fixture->workload.n, fixture->workload.budget, WATTLE_DEFAULT_ACTIVE_BUDGET_FRACTION, &len));
}

void bound_copy_kept(struct fixture *fixture) {
  size_t len;
  free(bound_copy(fixture->kept, fixture->workload.n, &len));
}

void bound_copy_all(struct fixture *fixture) {
  size_t len;
  free(bound_copy(fixture->workload.sections, fixture->workload.n, &len));
}

static void must_equal(const char *what, size_t n, wattle_str text, char *bound, size_t bound_len) {
  if (text.len != bound_len || memcmp(text.data, bound, bound_len)) {
    fprintf(stderr, "%s of %zu sections: %zu bytes, the bound has %zu others\n", what, n, text.len, bound_len);
    exit(1);
  }
  free(bound);
}

void check_fixture(struct fixture *fixture) {
  const struct workload *workload = &fixture->workload;
  const size_t n = workload->n;
  size_t len;
  char *bound = bound_plain(fixture->kept, n, workload->budget, WATTLE_DEFAULT_ACTIVE_BUDGET_FRACTION, &len);
  wattle_prompt *prompt = composed_raw(fixture);
  must_equal("wattle_compose", n, wattle_prompt_text(prompt), bound, len);
  wattle_prompt_free(prompt);

  compose_raw_into(fixture);
  bound = bound_plain(fixture->kept, n, workload->budget, WATTLE_DEFAULT_ACTIVE_BUDGET_FRACTION, &len);
  must_equal("wattle_compose_into", n, wattle_prompt_text(fixture->reused), bound, len);
  compose_registry_into(fixture);
  bound = bound_copy(fixture->kept, n, &len);
  must_equal("wattle_registry_compose_into", n, wattle_prompt_text(fixture->reused), bound, len);

  prompt = composed_registry(fixture);
  bound = bound_copy(fixture->kept, n, &len);
  must_equal("wattle_registry_compose", n, wattle_prompt_text(prompt), bound, len);
  wattle_prompt_free(prompt);

  wattle_bundle *bundle = resolved(fixture);
  bound = bound_copy(workload->sections, n, &len);
  must_equal("wattle_registry_resolve", n, wattle_bundle_text(bundle), bound, len);
  wattle_bundle_free(bundle);
}

double run_operation(void *data, size_t times) {
  const struct operation operation = *(const struct operation *)data;
  const double start = core_ns();
  for (size_t i = 0; i < times; i++)
    operation.run(operation.fixture);
  return core_ns() - start;
}
