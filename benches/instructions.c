/* The workloads whose instructions scripts/check-perf.sh counts: each runs once, warm, and is dumped by callgrind on its own. */
#include <stdlib.h>
#include <valgrind/callgrind.h>

#include "bench.h"

/* What a snapshot remembers is all there at the third time. */
static void count(const char *name, struct timed timed) {
  timed.run(timed.data, 2);
  CALLGRIND_ZERO_STATS;
  CALLGRIND_TOGGLE_COLLECT;
  timed.run(timed.data, 1);
  CALLGRIND_TOGGLE_COLLECT;
  CALLGRIND_DUMP_STATS_AT(name);
}

static void count_operation(const char *name, struct fixture *fixture, void (*run)(struct fixture *fixture)) {
  struct operation operation = {fixture, run};
  count(name, (struct timed){run_operation, &operation});
}

static void count_compositions(void) {
  struct fixture ascii = fixture_new(100, ASCII);
  count_operation("compose candidates, ASCII, 100", &ascii, compose_raw);
  count_operation("compose candidates into, ASCII, 100", &ascii, compose_raw_into);
  count_operation("gate alone, ASCII, 100", &ascii, apply_gate);
  count_operation("registry to prompt, short budget, 100", &ascii, compose_registry);
  ascii.options.total_budget = ascii.workload.chars;
  count_operation("registry to prompt, budget for all, 100", &ascii, compose_registry);
  count_operation("warm resolve, 100", &ascii, resolve_registry);
  count_operation("fingerprint, 100", &ascii, take_fingerprint);
  fixture_free(&ascii);
  ascii = fixture_new(1000, ASCII);
  count_operation("compose candidates, ASCII, 1000", &ascii, compose_raw);
  fixture_free(&ascii);
  struct fixture mixed = fixture_new(100, MIXED);
  count_operation("compose candidates, mixed, 100", &mixed, compose_raw);
  fixture_free(&mixed);
  mixed = fixture_new(1000, MIXED);
  count_operation("compose candidates, mixed, 1000", &mixed, compose_raw);
  fixture_free(&mixed);
}

static void count_callbacks(void) {
  wattle_registry *registry = registry_of_callbacks(100);
  count("resolve empty callbacks, 100", (struct timed){resolve_callbacks, registry});
  wattle_registry_free(registry);
}

static void count_modules(void) {
  struct modules modules = modules_new(100);
  count("module builder, 100", (struct timed){build_modules, &modules});
  modules_free(&modules);
}

/* Freeing the registry is in them. */
static void count_registrations(void) {
  struct batch batch = {.workload = workload_new(1000, ASCII)};
  batch.contributions = contributions_of(&batch.workload);
  count("register one by one, 1000", (struct timed){register_one_by_one, &batch});
  count("register at once, 1000", (struct timed){register_at_once, &batch});
  size_t len;
  char *json = workload_manifest(&batch.workload, &len);
  wattle_str manifest = {json, len};
  count("load a manifest, 1000", (struct timed){load_manifest, &manifest});
  free(json);
  free(batch.contributions);
  workload_free(&batch.workload);
}

int main(void) {
  count_compositions();
  count_callbacks();
  count_modules();
  count_registrations();
  return 0;
}
