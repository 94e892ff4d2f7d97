/* What a registered contribution takes beyond its text. Runs while the heap is still empty. */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "counting.h"

struct use {
  size_t heap, resident;
};

static struct use use_now(void) { return (struct use){heap_in_use(), resident()}; }

static void report(const char *what, const struct workload *workload, struct use before, double most_resident) {
  const struct use now = use_now();
  const double n = (double)workload->n;
  char name[64];
  snprintf(name, sizeof name, "heap beyond the text, %s", what);
  report_count(name, workload->n, (double)(now.heap - before.heap - workload->bytes) / n, "bytes each", ANY_COUNT);
  snprintf(name, sizeof name, "resident beyond the text, %s", what);
  report_count(name, workload->n, ((double)now.resident - (double)before.resident - (double)workload->bytes) / n, "bytes each",
               most_resident);
}

void memory_cases(void) {
  if (!is_wanted("memory"))
    return;
  struct workload workload = workload_new(100000, ASCII);
  wattle_contribution *contributions = contributions_of(&workload);
  wattle_registry *registry = NULL;
  wattle_error *error = NULL;
  const struct use before = use_now();
  registry = empty_registry();
  for (size_t i = 0; i < workload.n; i++)
    must(wattle_registry_register(registry, &contributions[i], 1, &error), error);
  report("registered", &workload, before, 300);
  char hex[65];
  must(wattle_registry_fingerprint(registry, &bench_context, hex, &error), error);
  report("once resolved", &workload, before, ANY_COUNT);
  wattle_registry_free(registry);

  const uint64_t count = allocations();
  registry = empty_registry();
  must(wattle_registry_register(registry, contributions, workload.n, &error), error);
  report_count("allocations: registering at once", workload.n, (double)(allocations() - count) / (double)workload.n, "each",
               ANY_COUNT);
  wattle_registry_free(registry);
  free(contributions);
  workload_free(&workload);
}
