/* From candidates or a registry to a prompt. */
#include <stdio.h>

#include "bench.h"
#include "counting.h"

struct versus {
  const char *name;
  void (*subject)(struct fixture *fixture);
  void (*bound)(struct fixture *fixture);
  /* Of fewer sections than MANY, and of that many or more. */
  struct allowed few, many;
};

enum { MANY = 100 };

static const struct versus fresh_heap[] = {
  {.name = "compose candidates / plain, default heap", .subject = compose_raw, .bound = bound_plain_once},
  {.name = "registry to prompt / copy, default heap", .subject = compose_registry, .bound = bound_copy_kept},
};

static const struct versus ascii[] = {
  {.name = "compose candidates / plain, ASCII", .subject = compose_raw, .bound = bound_plain_once, .few = {.ratio = 1.5}, .many = {.ratio = 1}},
  {.name = "compose candidates into / plain", .subject = compose_raw_into, .bound = bound_plain_once, .many = {.ratio = 0.9}},
  {.name = "gate alone / plain", .subject = apply_gate, .bound = bound_plain_once},
  {.name = "registry to prompt / copy, ASCII", .subject = compose_registry, .bound = bound_copy_kept, .many = {.ratio = 1.5}},
  {.name = "registry into prompt / copy", .subject = compose_registry_into, .bound = bound_copy_kept},
  {.name = "warm resolve / copy", .subject = resolve_registry, .bound = bound_copy_all, .many = {.ratio = 1.3}},
  {.name = "fingerprint / copy", .subject = take_fingerprint, .bound = bound_copy_all, .few = {.ns = 100}, .many = {.ns = 100}},
};

static const struct versus mixed[] = {
  {.name = "compose candidates / plain, mixed", .subject = compose_raw, .bound = bound_plain_once, .many = {.ratio = 1.8}},
  {.name = "registry to prompt / copy, mixed", .subject = compose_registry, .bound = bound_copy_kept, .many = {.ratio = 1.5}},
};

static void time_versus(struct fixture *fixture, const struct versus *cases, size_t len) {
  const size_t n = fixture->workload.n;
  for (const struct versus *versus = cases; versus < cases + len; versus++) {
    struct operation subject = {fixture, versus->subject};
    struct operation bound = {fixture, versus->bound};
    if (is_wanted(versus->name))
      measure(versus->name, n, 1, (struct timed){run_operation, &subject}, (struct timed){run_operation, &bound},
              n < MANY ? versus->few : versus->many);
  }
}

/* Allocations of one operation, in the long run. */
static void count_operation(struct fixture *fixture, const char *name, void (*run)(struct fixture *fixture), double most) {
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
  report_count(full, fixture->workload.n, (double)count / TIMES, "", most);
  snprintf(full, sizeof full, "allocated: %s", name);
  report_count(full, fixture->workload.n, (double)bytes / TIMES, "bytes", ANY_COUNT);
}

void fresh_heap_cases(void) {
  for (size_t i = 0; i < SIZES; i++) {
    struct fixture fixture = fixture_new(sizes[i], ASCII);
    time_versus(&fixture, fresh_heap, sizeof fresh_heap / sizeof *fresh_heap);
    fixture_free(&fixture);
  }
}

/* A turn of a usual agent: 60 static contributions and 3 runtime-aware ones. */
static void turn_case(void) {
  static const struct versus turn = {.name = "a turn, warm resolve / copy", .subject = resolve_registry, .bound = bound_copy_all};
  struct fixture fixture = fixture_new(60 + CALLBACKS, ASCII);
  check_fixture(&fixture);
  time_versus(&fixture, &turn, 1);
  fixture_free(&fixture);
}

static void count_operations(struct fixture *fixture) {
  count_operation(fixture, "bound copy", bound_copy_kept, ANY_COUNT);
  count_operation(fixture, "compose candidates", compose_raw, 5);
  count_operation(fixture, "registry to prompt", compose_registry, 5);
  count_operation(fixture, "compose candidates into", compose_raw_into, 0);
  count_operation(fixture, "registry into prompt", compose_registry_into, ANY_COUNT);
  count_operation(fixture, "warm resolve", resolve_registry, ANY_COUNT);
  count_operation(fixture, "fingerprint", take_fingerprint, ANY_COUNT);
}

void compose_cases(void) {
  turn_case();
  for (size_t i = 0; i < SIZES; i++) {
    struct fixture fixture = fixture_new(sizes[i], ASCII);
    check_fixture(&fixture);
    time_versus(&fixture, ascii, sizeof ascii / sizeof *ascii);
    if (is_wanted("allocations"))
      count_operations(&fixture);
    fixture_free(&fixture);
    fixture = fixture_new(sizes[i], MIXED);
    check_fixture(&fixture);
    time_versus(&fixture, mixed, sizeof mixed / sizeof *mixed);
    fixture_free(&fixture);
  }
}
