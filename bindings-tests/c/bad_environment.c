/* What the host has set the processor to, its rounding, its traps, and tiny numbers being zero, changes no byte and stops nothing. */
#define _GNU_SOURCE
#include <fenv.h>
#include <string.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include "check.h"

static wattle_status now(void *user_data, wattle_call *call, uint64_t *nanoseconds) {
  uint64_t *time = user_data;
  (void)call;
  *nanoseconds = *time += UINT64_C(123456789);
  return WATTLE_OK;
}

/* Figures that are not whole, at every place that has one. */
static wattle_prompt *built(double taint, double threshold) {
  wattle_agent_context context = WATTLE_AGENT_CONTEXT(.agent_type = WATTLE_STR("coder"), .taint_ratio = taint,
                                                      .taint_threshold = threshold, .history_tokens = 66);
  uint64_t time = 0;
  wattle_build_options options = WATTLE_BUILD_OPTIONS(.clock = now, .clock_data = &time);
  wattle_module_builder *builder = NULL;
  wattle_prompt *prompt = NULL;
  context.max_tokens = 4400;
  ACCEPTED(wattle_module_builder_new(&builder, ERR));
  ACCEPTED(wattle_module_builder_add_builtins(builder, ERR));
  ACCEPTED(wattle_module_builder_build(builder, &context, &options, &prompt, ERR));
  wattle_module_builder_free(builder);
  return prompt;
}

static wattle_prompt *composed(void) {
  const wattle_candidate candidates[] = {
    WATTLE_CANDIDATE(.id = WATTLE_STR("a"), .content = WATTLE_STR("one of three"), .tier = WATTLE_TIER_CORE),
    WATTLE_CANDIDATE(.id = WATTLE_STR("b"), .content = WATTLE_STR("two"), .tier = WATTLE_TIER_ACTIVE),
  };
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_prompt *prompt = NULL;
  options.total_budget = 29;
  options.active_budget_fraction = 0.7;
  ACCEPTED(wattle_compose(candidates, COUNT(candidates), &options, &prompt, ERR));
  return prompt;
}

#define PROMPTS 5

static void make(wattle_prompt *prompts[PROMPTS]) {
  prompts[0] = built(0.0035, 0.3);
  prompts[1] = built(1e307, 0.3);
  prompts[2] = built(5e-310, 0);
  prompts[3] = built(0.125, 5e-324);
  prompts[4] = composed();
}

static bool same(wattle_str a, wattle_str b) { return a.len == b.len && !memcmp(a.data, b.data, a.len); }

/* Both are read while the processor is set: JSON is made when it is first asked for. */
static void expect_same(wattle_prompt *prompts[PROMPTS], wattle_prompt *others[PROMPTS]) {
  for (int i = 0; i < PROMPTS; i++) {
    CHECK(same(wattle_prompt_text(prompts[i]), wattle_prompt_text(others[i])));
    CHECK(same(wattle_prompt_json(prompts[i]), wattle_prompt_json(others[i])));
    CHECK(same(wattle_prompt_event_json(prompts[i]), wattle_prompt_event_json(others[i])));
    CHECK(same(wattle_prompt_table(prompts[i]), wattle_prompt_table(others[i])));
    CHECK(same(wattle_prompt_module_metadata_json(prompts[i]), wattle_prompt_module_metadata_json(others[i])));
  }
}

static void free_all(wattle_prompt *prompts[PROMPTS]) {
  for (int i = 0; i < PROMPTS; i++) wattle_prompt_free(prompts[i]);
}

static wattle_prompt *as_ever[PROMPTS];

static void begin(void) {
  make(as_ever);
  expect_same(as_ever, as_ever);
}

static void expect_as_ever(void) {
  wattle_prompt *prompts[PROMPTS];
  make(prompts);
  expect_same(prompts, as_ever);
  free_all(prompts);
}

static void rounding_of_the_host(wattle_registry *registry) {
  static const int modes[] = { FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO };
  (void)registry;
  begin();
  for (size_t i = 0; i < COUNT(modes); i++) {
    fesetround(modes[i]);
    expect_as_ever();
    fesetround(FE_TONEAREST);
  }
  free_all(as_ever);
}

static void traps_of_the_host(wattle_registry *registry) {
  (void)registry;
  begin();
  feclearexcept(FE_ALL_EXCEPT);
  feenableexcept(FE_ALL_EXCEPT);
  expect_as_ever();
  fedisableexcept(FE_ALL_EXCEPT);
  free_all(as_ever);
}

static void tiny_numbers_as_zero(wattle_registry *registry) {
  (void)registry;
#ifdef __SSE__
  const unsigned int set = _mm_getcsr();
  begin();
  _mm_setcsr(set | 0x8040); /* flush to zero, denormals are zero */
  expect_as_ever();
  _mm_setcsr(set);
  free_all(as_ever);
#endif
}

void environment_tests(void) {
  static const test tests[] = { TEST(rounding_of_the_host), TEST(traps_of_the_host), TEST(tiny_numbers_as_zero) };
  run_tests(tests, COUNT(tests));
}
