/* From candidates or a registry to a prompt. */
#include <stdio.h>

#include "bench.h"
#include "counting.h"

struct versus {
  const char *name;
  void (*subject)(struct fixture *fixture);
  void (*bound)(struct fixture *fixture);
};

static const struct versus all_scripts[] = {
  {"compose candidates / plain", compose_raw, bound_plain_once},
  {"registry to prompt / copy", compose_registry, bound_copy_kept},
};

static const struct versus ascii_only[] = {
  {"compose candidates into / plain", compose_raw_into, bound_plain_once},
  {"registry into prompt / copy", compose_registry_into, bound_copy_kept},
  {"gate alone / plain", apply_gate, bound_plain_once},
  {"warm resolve / copy", resolve_registry, bound_copy_all},
  {"fingerprint / copy", take_fingerprint, bound_copy_all},
};

static void time_versus(struct fixture *fixture, const struct versus *versus, const char *suffix) {
  char name[64];
  snprintf(name, sizeof name, "%s%s", versus->name, suffix);
  if (!is_wanted(name))
    return;
  struct operation subject = {fixture, versus->subject};
  struct operation bound = {fixture, versus->bound};
  measure(name, fixture->workload.n, 1, (struct timed){run_operation, &subject}, (struct timed){run_operation, &bound});
}

/* Allocations of one operation, in the long run. */
static void count_operation(struct fixture *fixture, const char *name, void (*run)(struct fixture *fixture)) {
  enum { TIMES = 20 };
  char full[64];
  run(fixture);
  const uint64_t before = allocations();
  const uint64_t bytes_before = allocated_bytes();
  for (int i = 0; i < TIMES; i++)
    run(fixture);
  const uint64_t bytes = allocated_bytes() - bytes_before;
  const uint64_t count = allocations() - before;
  snprintf(full, sizeof full, "allocations: %s", name);
  report_count(full, fixture->workload.n, (double)count / TIMES, "");
  snprintf(full, sizeof full, "allocated: %s", name);
  report_count(full, fixture->workload.n, (double)bytes / TIMES, "bytes");
}

void fresh_heap_cases(void) {
  for (size_t i = 0; i < SIZES; i++) {
    struct fixture fixture = fixture_new(sizes[i], ASCII);
    for (size_t k = 0; k < sizeof all_scripts / sizeof *all_scripts; k++)
      time_versus(&fixture, &all_scripts[k], ", default heap");
    fixture_free(&fixture);
  }
}

/* A turn of a usual agent: 60 static contributions and 3 runtime-aware ones. */
static void turn_case(void) {
  static const struct versus turn = {"a turn, warm resolve / copy", resolve_registry, bound_copy_all};
  struct fixture fixture = fixture_new(60 + CALLBACKS, ASCII);
  check_fixture(&fixture);
  time_versus(&fixture, &turn, "");
  fixture_free(&fixture);
}

void compose_cases(void) {
  turn_case();
  for (size_t i = 0; i < SIZES; i++) {
    struct fixture ascii = fixture_new(sizes[i], ASCII);
    struct fixture mixed = fixture_new(sizes[i], MIXED);
    check_fixture(&ascii);
    check_fixture(&mixed);
    for (size_t k = 0; k < sizeof all_scripts / sizeof *all_scripts; k++) {
      time_versus(&ascii, &all_scripts[k], ", ASCII");
      time_versus(&mixed, &all_scripts[k], ", mixed");
    }
    for (size_t k = 0; k < sizeof ascii_only / sizeof *ascii_only; k++)
      time_versus(&ascii, &ascii_only[k], "");
    if (is_wanted("allocations")) {
      count_operation(&ascii, "bound copy", bound_copy_kept);
      count_operation(&ascii, "compose candidates", compose_raw);
      count_operation(&ascii, "registry to prompt", compose_registry);
      count_operation(&ascii, "compose candidates into", compose_raw_into);
      count_operation(&ascii, "registry into prompt", compose_registry_into);
      count_operation(&ascii, "warm resolve", resolve_registry);
      count_operation(&ascii, "fingerprint", take_fingerprint);
    }
    fixture_free(&ascii);
    fixture_free(&mixed);
  }
}
