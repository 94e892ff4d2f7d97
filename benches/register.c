/* Filling a registry, and taking a plugin out of it. */
#include <stdlib.h>

#include "bench.h"
#include "bound/store.h"

enum { STEPS = 3 };

static const size_t steps[STEPS] = {1000, 10000, 100000};

double register_one_by_one(void *data, size_t times) {
  const struct batch *batch = data;
  double took = 0;
  for (size_t i = 0; i < times; i++) {
    wattle_registry *registry = empty_registry();
    wattle_error *error = NULL;
    const double start = core_ns();
    for (size_t k = 0; k < batch->workload.n; k++)
      must(wattle_registry_register(registry, &batch->contributions[k], 1, &error), error);
    took += core_ns() - start;
    wattle_registry_free(registry);
  }
  return took;
}

double register_at_once(void *data, size_t times) {
  const struct batch *batch = data;
  double took = 0;
  for (size_t i = 0; i < times; i++) {
    wattle_registry *registry = empty_registry();
    wattle_error *error = NULL;
    const double start = core_ns();
    must(wattle_registry_register(registry, batch->contributions, batch->workload.n, &error), error);
    took += core_ns() - start;
    wattle_registry_free(registry);
  }
  return took;
}

/* One contribution, then the first resolution after it. */
static double resolve_after_change(void *data, size_t times) {
  const struct batch *batch = data;
  wattle_registry *registry = empty_registry();
  wattle_error *error = NULL;
  const wattle_contribution last = WATTLE_CONTRIBUTION(.id = WATTLE_STR("bench.last"), .mode = WATTLE_APPEND, .text = WATTLE_STR("Last."));
  double took = 0;
  must(wattle_registry_register(registry, batch->contributions, batch->workload.n, &error), error);
  for (size_t i = 0; i < times; i++) {
    wattle_bundle *bundle = NULL;
    must(wattle_registry_register(registry, &last, 1, &error), error);
    const double start = core_ns();
    must(wattle_registry_resolve(registry, &bench_context, NULL, NULL, &bundle, &error), error);
    took += core_ns() - start;
    wattle_bundle_free(bundle);
    must(wattle_registry_unregister(registry, WATTLE_ORIGIN_STATIC, last.id, &error), error);
  }
  wattle_registry_free(registry);
  return took;
}

static double unregister_plugin(void *data, size_t times) {
  const struct batch *batch = data;
  const wattle_plugin plugin = {.struct_size = sizeof plugin,
                                .name = WATTLE_STR("bench"),
                                .prompts = batch->contributions,
                                .prompts_len = batch->workload.n};
  wattle_registry *registry = empty_registry();
  double took = 0;
  for (size_t i = 0; i < times; i++) {
    wattle_error *error = NULL;
    must(wattle_registry_register_plugin(registry, &plugin, &error), error);
    const double start = core_ns();
    must(wattle_registry_unregister_plugin(registry, plugin.name, &error), error);
    took += core_ns() - start;
  }
  wattle_registry_free(registry);
  return took;
}

static double fill_store(void *data, size_t times) {
  const struct batch *batch = data;
  double took = 0;
  for (size_t i = 0; i < times; i++) {
    struct store *store = store_new();
    const double start = core_ns();
    for (size_t k = 0; k < batch->workload.n; k++) {
      const wattle_contribution *contribution = &batch->contributions[k];
      if (!store_add(store, contribution->id.data, contribution->id.len, contribution->text.data, contribution->text.len))
        abort();
    }
    took += core_ns() - start;
    store_free(store);
  }
  return took;
}

static double empty_store(void *data, size_t times) {
  const struct batch *batch = data;
  double took = 0;
  for (size_t i = 0; i < times; i++) {
    struct store *store = store_new();
    for (size_t k = 0; k < batch->workload.n; k++) {
      const wattle_contribution *contribution = &batch->contributions[k];
      store_add(store, contribution->id.data, contribution->id.len, contribution->text.data, contribution->text.len);
    }
    const double start = core_ns();
    store_free(store);
    took += core_ns() - start;
  }
  return took;
}

void register_cases(void) {
  static const struct {
    const char *name;
    timed_fn run;
    /* Of the largest, to the smallest. */
    struct allowed allowed;
  } cases[] = {
    {.name = "register one by one, each", .run = register_one_by_one, .allowed = {.ratio = 2.5}},
    {.name = "register at once, each", .run = register_at_once, .allowed = {.ratio = 2.5}},
    {.name = "  store by hand, each", .run = fill_store},
    {.name = "unregister a plugin, each", .run = unregister_plugin, .allowed = {.ratio = 2.5}},
    {.name = "  free a store by hand, each", .run = empty_store},
    {.name = "resolve after a change, each", .run = resolve_after_change},
  };
  struct batch batches[STEPS];
  for (size_t i = 0; i < STEPS; i++) {
    batches[i].workload = workload_new(steps[i], ASCII);
    batches[i].contributions = contributions_of(&batches[i].workload);
  }
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct timed timed[STEPS];
    for (size_t i = 0; i < STEPS; i++)
      timed[i] = (struct timed){cases[k].run, &batches[i]};
    if (is_wanted(cases[k].name))
      measure_growth(cases[k].name, steps, timed, STEPS, cases[k].allowed);
  }
  for (size_t i = 0; i < STEPS; i++) {
    free(batches[i].contributions);
    workload_free(&batches[i].workload);
  }
}
