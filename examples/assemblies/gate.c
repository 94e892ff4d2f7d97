/*
 * The gate alone: what would become of candidates of which only the lengths are known, and no text. Here they are files, of which those
 * that do not fit need not be read.
 */
#include <inttypes.h>
#include <stdio.h>

#include "show.h"

#define FILE_OF(name, class, size) \
  WATTLE_CANDIDATE(.id = WATTLE_STR_INIT(name), .tier = WATTLE_TIER_##class, .has_chars = 1, .chars = size)

static const wattle_candidate files[] = {
  FILE_OF("AGENTS.md", CORE, 2400),
  FILE_OF("docs/checkout.md", ACTIVE, 5200),
  FILE_OF("docs/payments.md", ACTIVE, 9100),
  FILE_OF("docs/parcels.md", ACTIVE, 1300),
  FILE_OF("docs/history.md", INFORMATIONAL, 3000),
};

int main(void) {
  static const uint64_t answers[] = { 80, 800 };
  wattle_outcome outcomes[COUNT(files)] = { WATTLE_OUTCOME_INIT };
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_error *error = NULL;

  options.total_budget = 12000;
  options.strict = 1;
  must(wattle_apply_budget_gate(files, COUNT(files), &options, outcomes, &summary, &error), &error);
  for (size_t i = 0; i < COUNT(files); i++)
    printf("%s  %-17" WATTLE_FMT " %4" PRIu64 " after %" PRIu64 "\n", outcomes[i].verdict == WATTLE_DROPPED ? "leave" : "read ",
           WATTLE_ARG(files[i].id), outcomes[i].chars, outcomes[i].total_before);
  printf("%" PRIu64 " of %" PRIu64 " chars\n", summary.total_chars, summary.effective_budget);

  /* And would an answer of the search tool fit, its separator included? */
  for (size_t i = 0; i < COUNT(answers); i++)
    printf("%" PRIu64 " more: %s\n", answers[i],
           wattle_would_fit(summary.total_chars, answers[i] + 2, summary.effective_budget) ? "yes" : "no");
}
