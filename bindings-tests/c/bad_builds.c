/* What a prompt of modules is built for: taint, windows, histories, estimates, times, and the options of a build. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "builders.h"

#define LIMIT ((uint64_t)WATTLE_CHARS_MAX) /* 2^53 - 1 */

static void context_is_refused(wattle_agent_context context, const char *subject) {
  wattle_module_builder *builder = new_builder();
  build_fails(builder, &context, WATTLE_INVALID_ARGUMENT, subject);
  wattle_module_builder_free(builder);
}

static void taints(wattle_registry *registry) {
  const double refused[] = { NAN, -NAN, INFINITY, -INFINITY, -1, -0.001, -5e-324 };
  const double accepted[] = { 0, -0.0, 5e-324, 1, 2, 1e300, 1.7976931348623157e308 };
  wattle_module_builder *builder = new_builder();
  wattle_agent_context context = agent;
  (void)registry;
  for (size_t i = 0; i < COUNT(refused); i++) {
    wattle_agent_context ratio = agent, threshold = agent;
    ratio.taint_ratio = refused[i];
    threshold.taint_threshold = refused[i];
    context_is_refused(ratio, "taintRatio");
    context_is_refused(threshold, "taintThreshold");
  }
  ACCEPTED(wattle_module_builder_add_builtin(builder, WATTLE_STR("injection-defense"), 0, ERR));
  for (size_t i = 0; i < COUNT(accepted); i++) {
    context.taint_ratio = context.taint_threshold = accepted[i];
    wattle_prompt *prompt = built(builder, &context);
    CHECK(strstr(wattle_prompt_text(prompt).data, "%") && !strstr(wattle_prompt_text(prompt).data, "nan"));
    wattle_prompt_free(prompt);
  }
  context.taint_ratio = 2;
  context.taint_threshold = 0;
  wattle_prompt *prompt = built(builder, &context);
  CHECK(strstr(wattle_prompt_text(prompt).data, "200.0%") && strstr(wattle_prompt_text(prompt).data, " 0%"));
  wattle_prompt_free(prompt);
  wattle_module_builder_free(builder);
}

static void windows_out_of_range(wattle_registry *registry) {
  const uint64_t refused[] = { LIMIT + 1, (uint64_t)1 << 63, WATTLE_UNLIMITED, WATTLE_NOT_SET };
  (void)registry;
  for (size_t i = 0; i < COUNT(refused); i++) {
    wattle_agent_context window = agent, history = agent;
    window.max_tokens = refused[i];
    history.history_tokens = refused[i];
    context_is_refused(window, "maxTokens");
    context_is_refused(history, "historyTokens");
  }
}

/* Whatever the window, what is required is in; an optional one only where it fits. */
static void windows_in_range(wattle_registry *registry) {
  const doings optional_text = { 0 };
  const struct {
    uint64_t window, history;
    int64_t available;
    uint32_t percent;
    const char *text;
  } rows[] = {
    { 0, 0, -4096, 0, "text" },
    { 0, LIMIT, -4096 - (int64_t)LIMIT, 0, "text" },
    { 1, 0, -4095, 0, "text" },
    { 100, 200, -4196, 0, "text" },
    { 4096, 0, 0, 100, "text" },
    { 4097, 0, 1, 100, "text" },
    { 4098, 0, 2, 100, "text\n\ntext" },
    { LIMIT, LIMIT, -4096, 0, "text" },
    { LIMIT, 0, (int64_t)LIMIT - 4096, 100, "text\n\ntext" },
  };
  wattle_module_builder *builder = new_builder();
  const wattle_module required = module_named("required"), optional = module_that("optional", &optional_text);
  (void)registry;
  add_module(builder, &required);
  add_module(builder, &optional);
  for (size_t i = 0; i < COUNT(rows); i++) {
    const wattle_agent_context context =
        WATTLE_AGENT_CONTEXT(.max_tokens = rows[i].window, .history_tokens = rows[i].history);
    wattle_module_metadata metadata = WATTLE_MODULE_METADATA_INIT;
    wattle_prompt *prompt = built(builder, &context);
    char row[32];
    snprintf(row, sizeof row, "row %zu", i);
    check_row(row);
    CHECK(text_is(wattle_prompt_text(prompt), rows[i].text));
    ACCEPTED(wattle_prompt_module_metadata(prompt, &metadata, ERR));
    CHECK(metadata.available == rows[i].available && metadata.percent_remaining == rows[i].percent);
    CHECK(metadata.context_window == rows[i].window && metadata.history_tokens == rows[i].history);
    CHECK(metadata.modules + metadata.dropped == 2 && metadata.build_nanoseconds == WATTLE_NOT_SET);
    const wattle_summary summary = summary_of(prompt);
    CHECK(summary.effective_budget == (rows[i].available > 0 ? (uint64_t)rows[i].available : 0));
    CHECK(summary.over_budget == ((int64_t)summary.total_chars > rows[i].available));
    check_row(NULL);
    wattle_prompt_free(prompt);
  }
  wattle_module_builder_free(builder);
}

/* Estimates */

static uint64_t told;

static wattle_status estimate_as_told(wattle_call *call, uint64_t *tokens) {
  (void)call;
  if (told != WATTLE_NOT_SET) *tokens = told;
  return WATTLE_OK;
}

static void estimates_out_of_range(wattle_registry *registry) {
  const uint64_t refused[] = { LIMIT + 1, (uint64_t)1 << 63, ((uint64_t)1 << 63) + 1, WATTLE_NOT_SET - 1,
                               WATTLE_UNLIMITED };
  const doings does = { .estimate = estimate_as_told };
  wattle_module_builder *builder = new_builder();
  const wattle_module module = module_that("m", &does);
  (void)registry;
  add_module(builder, &module);
  for (size_t i = 0; i < COUNT(refused); i++) {
    told = refused[i];
    build_fails(builder, &agent, WATTLE_INVALID_ARGUMENT, "m");
  }
  told = LIMIT;
  builds_to(builder, &agent, "");
  told = 0;
  builds_to(builder, &agent, "text");
  told = WATTLE_NOT_SET; /* left alone: it is counted */
  builds_to(builder, &agent, "text");
  wattle_module_builder_free(builder);
}

/* Required ones may not pass the limit in all: the one that does is named. */
static void sums_of_estimates(wattle_registry *registry) {
  const doings does = { .estimate = estimate_as_told };
  wattle_module_builder *builder = new_builder();
  wattle_module first = module_that("first", &does), second = module_named("second");
  wattle_prompt *prompt = UNTOUCHED;
  (void)registry;
  told = LIMIT;
  first.optional = 0;
  add_module(builder, &first);
  builds_to(builder, &agent, "text");
  add_module(builder, &second);
  REFUSED(WATTLE_INVALID_ARGUMENT, "second", wattle_module_builder_build(builder, &agent, NULL, &prompt, ERR));
  CHECK(prompt == UNTOUCHED);
  told = LIMIT - 1;
  builds_to(builder, &agent, "text\n\ntext");
  wattle_module_builder_free(builder);
}

/* Times */

static void times(wattle_registry *registry) {
  const struct {
    int64_t seconds;
    int32_t offset;
    bool fine;
  } rows[] = {
    { 0, 0, true },
    { 0, 24 * 60, false },
    { 0, -24 * 60, false },
    { 0, INT32_MIN, false },
    { 0, INT32_MAX, false },
    { 0, 24 * 60 - 1, true },
    { 0, 1 - 24 * 60, true },
    { INT64_MIN, 0, false },
    { INT64_MAX, 0, false },
    { INT64_MAX, 1, false },
    { -INT64_C(62167219200), 0, true },
    { -INT64_C(62167219200), -1, false },
    { -INT64_C(62167219201), 60, false },
    { INT64_C(253402300799), 0, true },
    { INT64_C(253402300799), 1, false },
    { INT64_C(253402300800), 0, false },
  };
  wattle_module_builder *builder = new_builder();
  wattle_agent_context context = agent;
  (void)registry;
  ACCEPTED(wattle_module_builder_add_builtin(builder, WATTLE_STR("runtime"), 0, ERR));
  context.has_time = 1;
  for (size_t i = 0; i < COUNT(rows); i++) {
    context.time_seconds = rows[i].seconds;
    context.time_offset_minutes = rows[i].offset;
    if (rows[i].fine) wattle_prompt_free(built(builder, &context));
    else build_fails(builder, &context, WATTLE_INVALID_ARGUMENT, "time");
  }
  context.has_time = 0; /* a time that would not be shown */
  context.time_seconds = 1;
  context.time_offset_minutes = 0;
  build_fails(builder, &context, WATTLE_INVALID_ARGUMENT, "has_time");
  wattle_module_builder_free(builder);
}

/* Options */

static wattle_status options_status(const wattle_build_options *options, const char *want, wattle_error **error) {
  wattle_module_builder *builder = new_builder();
  const wattle_module module = module_named("m");
  wattle_prompt *prompt = UNTOUCHED;
  add_module(builder, &module);
  wattle_status status = wattle_module_builder_build(builder, &agent, options, &prompt, error);
  CHECK((status == WATTLE_OK) == (prompt != UNTOUCHED));
  if (status == WATTLE_OK) {
    CHECK(text_is(wattle_prompt_text(prompt), want));
    wattle_prompt_free(prompt);
  }
  wattle_module_builder_free(builder);
  return status;
}

static void safety_options(wattle_registry *registry) {
  const wattle_safety_policy policy = text_policy("safety.p", "policy");
  const wattle_context without_class = WATTLE_CONTEXT(.family = WATTLE_STR("anthropic"));
  const wattle_str nobody = WATTLE_STR("safety.nobody");
  const wattle_str_list unknown = { &nobody, 1 };
  wattle_build_options options = WATTLE_BUILD_OPTIONS_INIT;
  options.safety_registry = registry;
  REFUSED(WATTLE_NULL_ARGUMENT, "safety_context", options_status(&options, NULL, ERR));
  options.safety_context = &without_class;
  REFUSED(WATTLE_INVALID_ARGUMENT, "call_class", options_status(&options, NULL, ERR));
  options.safety_registry = NULL;
  options.safety_context = &converse;
  REFUSED(WATTLE_NULL_ARGUMENT, "safety_registry", options_status(&options, NULL, ERR));
  options.safety_registry = registry;
  ACCEPTED(options_status(&options, "text", ERR)); /* it has none */
  ACCEPTED(wattle_registry_register_safety_policy(registry, &policy, ERR));
  ACCEPTED(options_status(&options, "text\n\npolicy", ERR));
  ACCEPTED(wattle_registry_unregister_safety_policy(registry, policy.id, ERR));

  wattle_registry *own = registry_with_base();
  ACCEPTED(wattle_registry_set_enabled_safety_policies(own, unknown, ERR));
  options.safety_registry = own;
  REFUSED(WATTLE_UNKNOWN_SAFETY_POLICY, "safety.nobody", options_status(&options, NULL, ERR));
  wattle_registry_free(own);
}

static unsigned ticks;

static wattle_status backwards(void *user_data, wattle_call *call, uint64_t *nanoseconds) {
  CHECK(user_data == &ticks && call != NULL && *nanoseconds == 0);
  *nanoseconds = UINT64_MAX - ticks++;
  return WATTLE_OK;
}

static wattle_status stopped(void *user_data, wattle_call *call, uint64_t *nanoseconds) {
  (void)user_data;
  (void)nanoseconds;
  ticks++;
  return wattle_call_fail(call, WATTLE_STR("it stopped"));
}

/* A clock that goes backwards, one that fails at each of its two calls, and one that leaves the time alone. */
static wattle_status fails_the_second_time(void *user_data, wattle_call *call, uint64_t *nanoseconds) {
  return ++ticks == 2 ? stopped(user_data, call, nanoseconds) : WATTLE_OK;
}

static void clocks(wattle_registry *registry) {
  wattle_build_options options = WATTLE_BUILD_OPTIONS_INIT;
  wattle_module_builder *builder = new_builder();
  wattle_prompt *prompt = NULL;
  wattle_module_metadata metadata = WATTLE_MODULE_METADATA_INIT;
  (void)registry;
  options.clock_data = &ticks;
  options.clock = backwards;
  ticks = 0;
  ACCEPTED(wattle_module_builder_build(builder, &agent, &options, &prompt, ERR));
  ACCEPTED(wattle_prompt_module_metadata(prompt, &metadata, ERR));
  CHECK(ticks == 2 && metadata.build_nanoseconds == 0);
  wattle_prompt_free(prompt);
  wattle_module_builder_free(builder);
  options.clock = stopped;
  REFUSED(WATTLE_CALLBACK_FAILED, "clock", options_status(&options, NULL, ERR));
  CHECK(ticks == 3);
  options.clock = fails_the_second_time;
  ticks = 0;
  REFUSED(WATTLE_CALLBACK_FAILED, "clock", options_status(&options, NULL, ERR));
}

void build_tests(void) {
  static const test tests[] = {
    TEST(taints),
    TEST(windows_out_of_range),
    TEST(windows_in_range),
    TEST(estimates_out_of_range),
    TEST(sums_of_estimates),
    TEST(times),
    TEST(safety_options),
    TEST(clocks),
  };
  run_tests(tests, COUNT(tests));
}
