/* The budget and the gate without a prompt: arrays that are to be filled, and what is refused. */
#include <string.h>

#include "check.h"

static const wattle_candidate parts[] = {
  WATTLE_CANDIDATE(.id = WATTLE_STR_INIT("core"), .content = WATTLE_STR_INIT("core"), .tier = WATTLE_TIER_CORE),
  WATTLE_CANDIDATE(.id = WATTLE_STR_INIT("info"), .content = WATTLE_STR_INIT("information"),
                   .condensed = WATTLE_STR_INIT("info"), .tier = WATTLE_TIER_INFORMATIONAL),
  WATTLE_CANDIDATE(.id = WATTLE_STR_INIT("own"), .tier = WATTLE_TIER_ACTIVE, .has_chars = 1, .chars = 100),
};

static wattle_compose_options budget_of(uint64_t budget) {
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  options.total_budget = budget;
  return options;
}

/* Outcomes of a newer header: a field more. */
struct larger_outcome {
  wattle_outcome known;
  uint64_t newer;
};

static bool outcome_is(const wattle_outcome *outcome, wattle_verdict verdict, wattle_tier tier, uint64_t chars,
                       uint64_t total_before, uint64_t limit) {
  return outcome->verdict == verdict && outcome->tier == tier && outcome->chars == chars &&
         outcome->total_before == total_before && outcome->limit == limit;
}

/* Only element 0 says its size; each is told how much of it was filled. */
static void outcomes_are_filled(wattle_registry *registry) {
  const wattle_compose_options options = budget_of(10);
  wattle_outcome outcomes[COUNT(parts)] = { WATTLE_OUTCOME_INIT };
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  (void)registry;
  memset(&outcomes[1], '?', 2 * sizeof *outcomes);
  for (int again = 0; again < 2; again++) {
    ACCEPTED(wattle_apply_budget_gate(parts, COUNT(parts), &options, outcomes, &summary, ERR));
    CHECK(outcome_is(&outcomes[0], WATTLE_INCLUDED, WATTLE_TIER_CORE, 4, 0, WATTLE_UNLIMITED));
    CHECK(outcome_is(&outcomes[1], WATTLE_CONDENSED, WATTLE_TIER_INFORMATIONAL, 4, 4, 10));
    CHECK(outcome_is(&outcomes[2], WATTLE_DROPPED, WATTLE_TIER_ACTIVE, 100, 8, 9));
    for (size_t i = 0; i < COUNT(parts); i++) CHECK(outcomes[i].struct_size == sizeof *outcomes);
  }
  CHECK(summary.sections == 3 && summary.included == 2 && summary.condensed == 1 && summary.dropped == 1);
  CHECK(summary.total_chars == 8 && summary.total_tokens_est == 2 && summary.effective_budget == 10);
  CHECK(summary.budget_used_pct == 80 && !summary.over_budget && !summary.stable_prefix && !summary.static_only);
  CHECK(text_is(summary.unit, "chars"));
}

static void larger_outcomes(wattle_registry *registry) {
  struct larger_outcome outcomes[COUNT(parts)];
  (void)registry;
  memset(outcomes, '?', sizeof outcomes);
  outcomes[0].known.struct_size = sizeof *outcomes;
  ACCEPTED(wattle_apply_budget_gate(parts, COUNT(parts), NULL, &outcomes[0].known, NULL, ERR));
  for (size_t i = 0; i < COUNT(parts); i++) {
    CHECK(outcomes[i].known.struct_size == sizeof outcomes[i].known && outcomes[i].known.tier == parts[i].tier);
    CHECK(outcomes[i].newer == UINT64_C(0x3F3F3F3F3F3F3F3F));
  }
}

static void outcomes_of_refused_sizes(wattle_registry *registry) {
  const size_t sizes[] = { 0, 1, sizeof(wattle_outcome) - 8, WATTLE_STRUCT_MAX_BYTES + 8, SIZE_MAX };
  wattle_outcome outcomes[COUNT(parts)], before[COUNT(parts)];
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  (void)registry;
  memset(outcomes, '?', sizeof outcomes);
  for (size_t i = 0; i < COUNT(sizes); i++) {
    outcomes[0].struct_size = sizes[i];
    memcpy(before, outcomes, sizeof outcomes);
    REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size",
            wattle_apply_budget_gate(parts, COUNT(parts), NULL, outcomes, &summary, ERR));
    CHECK(memcmp(before, outcomes, sizeof outcomes) == 0 && summary.sections == 0);
  }
  outcomes[0].struct_size = sizeof *outcomes;
  memcpy(before, outcomes, sizeof outcomes);
  summary.struct_size = 8;
  REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size",
          wattle_apply_budget_gate(parts, COUNT(parts), NULL, outcomes, &summary, ERR));
  CHECK(memcmp(before, outcomes, sizeof outcomes) == 0);
}

/* What composing refuses: nothing is written. */
static void refusals_write_nothing(wattle_registry *registry) {
  wattle_candidate bad[COUNT(parts)];
  wattle_outcome outcomes[COUNT(parts)] = { WATTLE_OUTCOME_INIT };
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  const wattle_compose_options over = budget_of((uint64_t)WATTLE_CHARS_MAX + 1);
  (void)registry;
  memcpy(bad, parts, sizeof bad);
  bad[2].chars = WATTLE_CHARS_MAX;
  REFUSED(WATTLE_INVALID_ARGUMENT, "own",
          wattle_apply_budget_gate(bad, COUNT(bad), NULL, outcomes, &summary, ERR));
  bad[2].struct_size = 0;
  REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size",
          wattle_apply_budget_gate(bad, COUNT(bad), NULL, outcomes, &summary, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "totalBudget",
          wattle_apply_budget_gate(parts, COUNT(parts), &over, outcomes, &summary, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "outcomes",
          wattle_apply_budget_gate(parts, SIZE_MAX / 8, NULL, outcomes, &summary, ERR));
  CHECK(outcomes[0].verdict == 0 && outcomes[1].struct_size == 0 && summary.sections == 0);
}

static void no_candidates_for_the_gate(wattle_registry *registry) {
  const wattle_compose_options options = budget_of(5);
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  (void)registry;
  ACCEPTED(wattle_apply_budget_gate(NULL, 0, &options, NULL, &summary, ERR));
  CHECK(summary.sections == 0 && summary.effective_budget == 5);
  ACCEPTED(wattle_apply_budget_gate(NULL, 0, NULL, NULL, NULL, ERR));
}

static wattle_status length_of(void *user_data, wattle_call *call, wattle_str text, uint64_t *length) {
  (void)user_data, (void)call;
  *length = text.len;
  return WATTLE_OK;
}

/* The name of a unit is where the options have it, and the library's own where it knows it. */
static void units_of_the_gate(wattle_registry *registry) {
  const char *const units[] = { "words", "tokens", "chars" };
  (void)registry;
  for (size_t i = 0; i < COUNT(units); i++) {
    wattle_compose_options options = budget_of(50);
    wattle_summary summary = WATTLE_SUMMARY_INIT;
    options.measure = length_of;
    options.measure_unit = wattle_cstr(units[i]);
    ACCEPTED(wattle_apply_budget_gate(NULL, 0, &options, NULL, &summary, ERR));
    CHECK(text_is(summary.unit, units[i]) && (summary.unit.data == units[i]) == (i == 0));
  }
}

static wattle_status resolve_budget(void *user_data, wattle_call *call, uint32_t depth, wattle_str runtime_role,
                                    uint64_t *budget) {
  CHECK(depth == 2 && text_is(runtime_role, "lead") && *budget == WATTLE_UNLIMITED);
  if (!user_data) return wattle_call_fail(call, WATTLE_STR("no budget"));
  *budget = *(uint64_t *)user_data;
  return WATTLE_OK;
}

static void effective_budgets(wattle_registry *registry) {
  const uint64_t given[] = { 0, WATTLE_CHARS_MAX, WATTLE_UNLIMITED };
  wattle_compose_options options = budget_of(WATTLE_NOT_SET);
  uint64_t budget = 77, resolved = 0;
  (void)registry;
  ACCEPTED(wattle_effective_budget(NULL, &budget, ERR));
  CHECK(budget == WATTLE_UNLIMITED);
  options.depth = 2;
  options.runtime_role = WATTLE_STR("lead");
  options.resolve_budget = resolve_budget;
  options.resolve_budget_data = &resolved;
  for (size_t i = 0; i < COUNT(given); i++) {
    resolved = given[i];
    ACCEPTED(wattle_effective_budget(&options, &budget, ERR));
    CHECK(budget == given[i]);
  }
  budget = 77;
  resolved = (uint64_t)WATTLE_CHARS_MAX + 1;
  REFUSED(WATTLE_INVALID_ARGUMENT, "resolveBudget", wattle_effective_budget(&options, &budget, ERR));
  options.resolve_budget_data = NULL;
  REFUSED(WATTLE_CALLBACK_FAILED, "resolveBudget", wattle_effective_budget(&options, &budget, ERR));
  REFUSED(WATTLE_CALLBACK_FAILED, "resolveBudget", wattle_apply_budget_gate(NULL, 0, &options, NULL, NULL, ERR));
  options.active_budget_fraction = 2;
  REFUSED(WATTLE_INVALID_ARGUMENT, "activeBudgetFraction", wattle_effective_budget(&options, &budget, ERR));
  CHECK(budget == 77);
  options.active_budget_fraction = 1;
  options.total_budget = 5; /* is asked first */
  ACCEPTED(wattle_effective_budget(&options, &budget, ERR));
  CHECK(budget == 5);
}

static void depths_and_fits(wattle_registry *registry) {
  const uint64_t most = WATTLE_CHARS_MAX;
  (void)registry;
  CHECK(!wattle_should_condense(0) && !wattle_skip_informational(WATTLE_CONDENSE_FROM_DEPTH));
  CHECK(wattle_should_condense(WATTLE_CONDENSE_FROM_DEPTH) == 1 && wattle_should_condense(UINT32_MAX) == 1);
  CHECK(wattle_skip_informational(WATTLE_SKIP_INFORMATIONAL_FROM_DEPTH) == 1 && wattle_skip_informational(UINT32_MAX) == 1);
  CHECK(wattle_would_fit(3, 4, 7) == 1 && !wattle_would_fit(3, 5, 7) && wattle_would_fit(0, 0, 0) == 1);
  CHECK(!wattle_would_fit(UINT64_MAX, UINT64_MAX, most) && !wattle_would_fit(most, 1, most));
  CHECK(wattle_would_fit(UINT64_MAX, UINT64_MAX, WATTLE_UNLIMITED) == 1);
}

void gate_tests(void) {
  static const test tests[] = {
    TEST(outcomes_are_filled),
    TEST(larger_outcomes),
    TEST(outcomes_of_refused_sizes),
    TEST(refusals_write_nothing),
    TEST(no_candidates_for_the_gate),
    TEST(units_of_the_gate),
    TEST(effective_budgets),
    TEST(depths_and_fits),
  };
  run_tests(tests, COUNT(tests));
}
