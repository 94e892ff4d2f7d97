/* Two threads on one registry against one: each does as much as the one. On the wall it shows what two cores give; on the
   cores, what the threads cost each other even where the machine is busy. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

#include "bench.h"

struct team {
  struct operation operation;
  double (*clock)(void);
  unsigned threads;
};

struct worker {
  const struct team *team;
  pthread_barrier_t *barrier;
  size_t times;
  double start, end;
};

static void *work(void *data) {
  struct worker *worker = data;
  const struct operation operation = worker->team->operation;
  operation.run(operation.fixture);
  pthread_barrier_wait(worker->barrier);
  worker->start = worker->team->clock();
  for (size_t i = 0; i < worker->times; i++)
    operation.run(operation.fixture);
  worker->end = worker->team->clock();
  return NULL;
}

/* The longest of the threads. */
static double run_team(void *data, size_t times) {
  enum { MOST = 2 };
  const struct team *team = data;
  struct worker workers[MOST];
  pthread_t threads[MOST];
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, NULL, team->threads);
  for (unsigned i = 0; i < team->threads; i++) {
    workers[i] = (struct worker){.team = team, .barrier = &barrier, .times = times};
    if (pthread_create(&threads[i], NULL, work, &workers[i]))
      abort();
  }
  for (unsigned i = 0; i < team->threads; i++)
    pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&barrier);
  double longest = 0;
  for (unsigned i = 0; i < team->threads; i++) {
    const double took = workers[i].end - workers[i].start;
    longest = took > longest ? took : longest;
  }
  return longest;
}

static void two_against_one(const char *name, struct fixture *fixture, void (*run)(struct fixture *fixture), double (*clock)(void),
                            struct allowed allowed) {
  struct team one = {{fixture, run}, clock, 1};
  struct team two = {{fixture, run}, clock, 2};
  if (is_wanted(name))
    measure(name, fixture->workload.n, 1, (struct timed){run_team, &two}, (struct timed){run_team, &one}, allowed);
}

void thread_cases(void) {
  /* Two do at least 1.9 times what one does. */
  static const struct allowed twice = {.ratio = 2 / 1.9};
  static const size_t at[] = {10, 100, 1000};
  for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
    struct fixture fixture = fixture_new(at[i], ASCII);
    two_against_one("resolve, 2 threads / 1, wall", &fixture, resolve_registry, wall_ns, twice);
    two_against_one("resolve, 2 threads / 1, core", &fixture, resolve_registry, core_ns, twice);
    two_against_one("  copy, 2 threads / 1, wall", &fixture, bound_copy_all, wall_ns, (struct allowed){0});
    two_against_one("  copy, 2 threads / 1, core", &fixture, bound_copy_all, core_ns, (struct allowed){0});
    fixture_free(&fixture);
  }
}
