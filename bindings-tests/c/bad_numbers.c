/* Fractions, budgets and chars: what is out of range, and the last value that is not. */
#include <math.h>

#include "check.h"

#define LIMIT ((uint64_t)WATTLE_CHARS_MAX) /* 2^53 - 1 */

static const wattle_candidate small =
    WATTLE_CANDIDATE(.id = WATTLE_STR_INIT("small"), .content = WATTLE_STR_INIT("text"), .tier = WATTLE_TIER_ACTIVE);

static wattle_candidate with_chars(const char *id, uint64_t chars) {
  wattle_candidate candidate = WATTLE_CANDIDATE(.id = wattle_cstr(id), .content = WATTLE_STR("text"),
                                                .tier = WATTLE_TIER_INFORMATIONAL, .has_chars = 1, .chars = chars);
  return candidate;
}

/* Composes; returns the summary, which is all zero on failure. */
static wattle_summary compose(const wattle_candidate *candidates, size_t n, const wattle_compose_options *options,
                              wattle_status *status, wattle_error **error) {
  wattle_summary summary = { 0 };
  wattle_prompt *prompt = UNTOUCHED;
  *status = wattle_compose(candidates, n, options, &prompt, error);
  CHECK((*status == WATTLE_OK) == (prompt != UNTOUCHED));
  if (*status != WATTLE_OK) return summary;
  summary.struct_size = sizeof summary;
  CHECK(wattle_prompt_summary(prompt, &summary, NULL) == WATTLE_OK);
  wattle_prompt_free(prompt);
  return summary;
}

static void compose_refuses(const wattle_candidate *candidates, size_t n, const wattle_compose_options *options,
                            const char *subject) {
  wattle_status status;
  wattle_error **error = ERR;
  compose(candidates, n, options, &status, error);
  REFUSED(WATTLE_INVALID_ARGUMENT, subject, status);
}

static wattle_summary compose_accepts(const wattle_candidate *candidates, size_t n,
                                      const wattle_compose_options *options) {
  wattle_status status;
  wattle_error **error = ERR;
  wattle_summary summary = compose(candidates, n, options, &status, error);
  ACCEPTED(status);
  return summary;
}

/* Through a registry: the same numbers are refused. */
static void registry_compose_refuses(wattle_registry *registry, const wattle_compose_options *options,
                                     const char *subject) {
  wattle_prompt *prompt = UNTOUCHED;
  REFUSED(WATTLE_INVALID_ARGUMENT, subject,
          wattle_registry_compose(registry, &converse, NULL, options, &prompt, ERR));
  CHECK(prompt == UNTOUCHED);
}

static void fractions_out_of_range(wattle_registry *registry) {
  const double nan = (double)NAN, infinity = (double)INFINITY;
  const double fractions[] = { nan, -nan, infinity, -infinity, -1, -1e-300, 1.0000000000000002, 1.1, 95 };
  for (size_t i = 0; i < COUNT(fractions); i++) {
    wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
    options.active_budget_fraction = fractions[i];
    compose_refuses(&small, 1, &options, "activeBudgetFraction");
    compose_refuses(NULL, 0, &options, "activeBudgetFraction");
    registry_compose_refuses(registry, &options, "activeBudgetFraction");
    options.total_budget = WATTLE_UNLIMITED;
    compose_refuses(&small, 1, &options, "activeBudgetFraction");
  }
}

static void fractions_in_range(wattle_registry *registry) {
  const double fractions[] = { 0, -0.0, 5e-324, 0.5, 1 };
  (void)registry;
  for (size_t i = 0; i < COUNT(fractions); i++) {
    wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
    options.active_budget_fraction = fractions[i];
    options.total_budget = 4;
    CHECK(compose_accepts(&small, 1, &options).included == (fractions[i] == 1));
  }
}

static void budgets_out_of_range(wattle_registry *registry) {
  const uint64_t budgets[] = { LIMIT + 1, (uint64_t)1 << 63, WATTLE_NOT_SET - 1 };
  for (size_t i = 0; i < COUNT(budgets); i++) {
    wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
    options.total_budget = budgets[i];
    compose_refuses(&small, 1, &options, "totalBudget");
    registry_compose_refuses(registry, &options, "totalBudget");
  }
}

static void budgets_in_range(wattle_registry *registry) {
  const uint64_t budgets[] = { 0, LIMIT, WATTLE_UNLIMITED, WATTLE_NOT_SET };
  (void)registry;
  for (size_t i = 0; i < COUNT(budgets); i++) {
    wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
    options.total_budget = budgets[i];
    wattle_summary summary = compose_accepts(&small, 1, &options);
    CHECK(summary.effective_budget == (budgets[i] == WATTLE_NOT_SET ? WATTLE_UNLIMITED : budgets[i]));
    CHECK(summary.included == (budgets[i] != 0));
  }
}

static wattle_status give_budget(void *user_data, wattle_call *call, uint32_t depth, wattle_str runtime_role,
                                 uint64_t *budget) {
  (void)call;
  (void)depth;
  (void)runtime_role;
  if (user_data) *budget = *(uint64_t *)user_data;
  return WATTLE_OK;
}

static void resolved_budgets_out_of_range(wattle_registry *registry) {
  uint64_t budgets[] = { LIMIT + 1, (uint64_t)1 << 63, WATTLE_NOT_SET };
  for (size_t i = 0; i < COUNT(budgets); i++) {
    wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
    options.resolve_budget = give_budget;
    options.resolve_budget_data = &budgets[i];
    compose_refuses(&small, 1, &options, "resolveBudget");
    registry_compose_refuses(registry, &options, "resolveBudget");
  }
}

static void resolved_budgets_in_range(wattle_registry *registry) {
  uint64_t budgets[] = { 0, LIMIT, WATTLE_UNLIMITED };
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  (void)registry;
  options.resolve_budget = give_budget;
  CHECK(compose_accepts(&small, 1, &options).effective_budget == WATTLE_UNLIMITED); /* left alone */
  for (size_t i = 0; i < COUNT(budgets); i++) {
    options.resolve_budget_data = &budgets[i];
    CHECK(compose_accepts(&small, 1, &options).effective_budget == budgets[i]);
  }
}

static void chars_out_of_range(wattle_registry *registry) {
  const uint64_t chars[] = { LIMIT + 1, (uint64_t)1 << 63, WATTLE_NOT_SET, WATTLE_UNLIMITED };
  (void)registry;
  for (size_t i = 0; i < COUNT(chars); i++) {
    const wattle_candidate two[] = { with_chars("first", 1), with_chars("second", chars[i]) };
    compose_refuses(two, 2, NULL, "second");
  }
}

static void chars_at_the_limit(wattle_registry *registry) {
  const wattle_candidate one = with_chars("first", LIMIT);
  (void)registry;
  wattle_summary summary = compose_accepts(&one, 1, NULL);
  CHECK(summary.total_chars == LIMIT);
  CHECK(summary.total_tokens_est == (uint64_t)1 << 51);
}

/* The sum counts every candidate, also one that would be dropped. */
static void sums(wattle_registry *registry) {
  const wattle_candidate at_the_limit[] = { with_chars("first", LIMIT - 1), with_chars("second", 1) };
  const wattle_candidate above[] = { with_chars("first", LIMIT - 1), with_chars("second", 1), with_chars("third", 1) };
  const wattle_candidate counted[] = { with_chars("first", LIMIT - 3), small };
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  (void)registry;
  CHECK(compose_accepts(at_the_limit, 2, NULL).total_chars == LIMIT);
  compose_refuses(above, 3, NULL, "third");
  compose_refuses(counted, 2, NULL, "small");
  options.total_budget = 0;
  compose_refuses(above, 3, &options, "third");
}

/* In strict mode the sum counts two more for each candidate. */
static void sums_in_strict_mode(wattle_registry *registry) {
  const wattle_candidate at_the_limit[] = { with_chars("first", LIMIT - 5), with_chars("second", 1) };
  const wattle_candidate above[] = { with_chars("first", LIMIT - 5), with_chars("second", 2) };
  const wattle_candidate first_above = with_chars("first", LIMIT - 1);
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  (void)registry;
  options.strict = 1;
  CHECK(compose_accepts(at_the_limit, 2, &options).total_chars == LIMIT - 2);
  compose_refuses(above, 2, &options, "second");
  compose_refuses(&first_above, 1, &options, "first");
}

/* Semantics 6.1: the fraction, then the budget, then the candidates one by one. */
static void order_of_checks(wattle_registry *registry) {
  const wattle_candidate two[] = { with_chars("first", LIMIT + 1), with_chars("second", LIMIT + 1) };
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  (void)registry;
  options.active_budget_fraction = 2;
  options.total_budget = LIMIT + 1;
  compose_refuses(two, 2, &options, "activeBudgetFraction");
  options.active_budget_fraction = 1;
  compose_refuses(two, 2, &options, "totalBudget");
  options.total_budget = 0;
  compose_refuses(two, 2, &options, "first");
}

void number_tests(void) {
  static const test tests[] = {
    TEST(fractions_out_of_range),
    TEST(fractions_in_range),
    TEST(budgets_out_of_range),
    TEST(budgets_in_range),
    TEST(resolved_budgets_out_of_range),
    TEST(resolved_budgets_in_range),
    TEST(chars_out_of_range),
    TEST(chars_at_the_limit),
    TEST(sums),
    TEST(sums_in_strict_mode),
    TEST(order_of_checks),
  };
  run_tests(tests, COUNT(tests));
}
