/* The cases, by theme, and what they share. */
#ifndef BENCH_H
#define BENCH_H

#include <wattle.h>

#include "measure.h"
#include "workload.h"

/* How many of a fixture's contributions are runtime-aware callbacks: the last ones. */
enum { CALLBACKS = 3 };

/* One workload in every form that the cases ask for. */
struct fixture {
  struct workload workload;
  /* The workload's sections, with the gate's flags. */
  struct bound_section *kept;
  wattle_candidate *candidates;
  wattle_outcome *outcomes;
  wattle_contribution *contributions;
  wattle_registry *registry;
  wattle_compose_options options;
  /* Composed into again and again. */
  wattle_prompt *reused;
};

extern const wattle_context bench_context;
extern const wattle_state bench_state;

struct fixture fixture_new(size_t n, enum script script);
void fixture_free(struct fixture *fixture);

/* A registry in which nothing is seeded: the bounds have no baseline either. */
wattle_registry *empty_registry(void);

/* Static texts, one for each section, all appended. */
wattle_contribution *contributions_of(const struct workload *workload);

/* Ends the program if a call failed. */
void must(wattle_status status, wattle_error *error);
void *array_of(size_t n, size_t size);

/* One operation each, on a fixture. */
void compose_raw(struct fixture *fixture);
void compose_registry(struct fixture *fixture);
void compose_raw_into(struct fixture *fixture);
void compose_registry_into(struct fixture *fixture);
void apply_gate(struct fixture *fixture);
void resolve_registry(struct fixture *fixture);
void take_fingerprint(struct fixture *fixture);
void bound_plain_once(struct fixture *fixture);
void bound_copy_kept(struct fixture *fixture);
void bound_copy_all(struct fixture *fixture);

/* Ends the program if the library's bytes are not the bounds'. */
void check_fixture(struct fixture *fixture);

/* An operation on a fixture as something to time. */
struct operation {
  struct fixture *fixture;
  void (*run)(struct fixture *fixture);
};
double run_operation(void *operation, size_t times);

/* A module builder: a module for each section of a workload. */
struct modules {
  struct workload workload;
  wattle_module_builder *builder;
  wattle_agent_context context;
};

struct modules modules_new(size_t n);
void modules_free(struct modules *modules);

/* A workload to register, one contribution for each section. */
struct batch {
  struct workload workload;
  wattle_contribution *contributions;
};

/* `many` runtime-aware contributions whose callbacks write nothing. */
wattle_registry *registry_of_callbacks(size_t many);

/* What is timed of `struct modules`, of `struct batch`, of a manifest, a wattle_str, and of a registry. */
double build_modules(void *modules, size_t times);
double register_one_by_one(void *batch, size_t times);
double register_at_once(void *batch, size_t times);
double load_manifest(void *manifest, size_t times);
double resolve_callbacks(void *registry, size_t times);

/* The themes. */
/* Compositions on the allocator's own terms: its heap may come and go. */
void fresh_heap_cases(void);
void memory_cases(void);
void compose_cases(void);
void module_cases(void);
void manifest_cases(void);
void register_cases(void);
void call_cases(void);
void thread_cases(void);
void library_cases(void);

#endif
