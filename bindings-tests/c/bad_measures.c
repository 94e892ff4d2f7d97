/* Measures that fail, give what is no length, change their mind, or have no unit. */
#include <string.h>

#include "builders.h"

#define LIMIT ((uint64_t)WATTLE_CHARS_MAX) /* 2^53 - 1 */

/* What the measure does: at a text it fails, or gives that length; all others have the length `gives`, or their bytes. */
static struct {
  const char *at;
  bool fails;
  uint64_t length;
  const uint64_t *gives;
  unsigned runs;
} script;

static wattle_status measure(void *user_data, wattle_call *call, wattle_str text, uint64_t *length) {
  CHECK(user_data == &script && text.data && *length == WATTLE_NOT_SET);
  script.runs++;
  *length = script.gives ? *script.gives : text.len;
  if (!script.at || !text_is(text, script.at)) return WATTLE_OK;
  *length = script.length;
  return script.fails ? wattle_call_fail(call, WATTLE_STR("no tokenizer")) : WATTLE_OK;
}

static wattle_compose_options measured(const char *unit) {
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  memset(&script, 0, sizeof script);
  options.total_budget = 12;
  options.strict = 1;
  options.measure = measure;
  options.measure_data = &script;
  options.measure_unit = wattle_cstr(unit);
  return options;
}

static const wattle_candidate parts[] = {
  WATTLE_CANDIDATE(.id = WATTLE_STR_INIT("core"), .content = WATTLE_STR_INIT("core"), .tier = WATTLE_TIER_CORE),
  WATTLE_CANDIDATE(.id = WATTLE_STR_INIT("info"), .content = WATTLE_STR_INIT("information"),
                   .condensed = WATTLE_STR_INIT("info"), .tier = WATTLE_TIER_INFORMATIONAL),
};

/* Each text at which it can go wrong, and the subject then. */
static const struct {
  const char *text, *subject;
} places[] = { { "core", "core" }, { "information", "info" }, { "info", "info" }, { "\n\n", "measure" } };

/* By composing and by the gate alone. */
static void refused_everywhere(const wattle_compose_options *options, wattle_status status, const char *subject) {
  wattle_prompt *prompt = UNTOUCHED;
  wattle_outcome outcomes[COUNT(parts)] = { WATTLE_OUTCOME_INIT };
  REFUSED(status, subject, wattle_compose(parts, COUNT(parts), options, &prompt, ERR));
  REFUSED(status, subject, wattle_apply_budget_gate(parts, COUNT(parts), options, outcomes, NULL, ERR));
  CHECK(prompt == UNTOUCHED && outcomes[0].verdict == 0);
}

static void measures_that_fail(wattle_registry *registry) {
  (void)registry;
  for (size_t i = 0; i < COUNT(places); i++) {
    wattle_compose_options options = measured("bytes");
    wattle_prompt *prompt = UNTOUCHED;
    wattle_error *error = NULL;
    check_row(places[i].text);
    script.at = places[i].text;
    script.fails = true;
    refused_everywhere(&options, WATTLE_CALLBACK_FAILED, places[i].subject);
    CHECK(wattle_compose(parts, COUNT(parts), &options, &prompt, &error) == WATTLE_CALLBACK_FAILED);
    CHECK(strstr(wattle_error_message(error).data, "no tokenizer") != NULL);
    wattle_error_free(error);
  }
}

static void lengths_out_of_range(wattle_registry *registry) {
  const uint64_t lengths[] = { LIMIT + 1, (uint64_t)1 << 63, WATTLE_NOT_SET, WATTLE_UNLIMITED };
  (void)registry;
  for (size_t i = 0; i < COUNT(places); i++) {
    for (size_t k = 0; k < COUNT(lengths); k++) {
      wattle_compose_options options = measured("bytes");
      check_row(places[i].text);
      script.at = places[i].text;
      script.length = lengths[k];
      refused_everywhere(&options, WATTLE_INVALID_ARGUMENT, places[i].subject);
    }
  }
}

static wattle_status stores_nothing(void *user_data, wattle_call *call, wattle_str text, uint64_t *length) {
  (void)user_data, (void)call, (void)text, (void)length;
  return WATTLE_OK;
}

static void a_length_left_alone(wattle_registry *registry) {
  wattle_compose_options options = measured("bytes");
  wattle_prompt *prompt = UNTOUCHED;
  options.strict = 0;
  options.measure = stores_nothing;
  refused_everywhere(&options, WATTLE_INVALID_ARGUMENT, "core");
  REFUSED(WATTLE_INVALID_ARGUMENT, "host.base",
          wattle_registry_compose(registry, &converse, NULL, &options, &prompt, ERR));
  CHECK(prompt == UNTOUCHED);
}

static void lengths_at_the_limit(wattle_registry *registry) {
  wattle_compose_options options = measured("bytes");
  wattle_outcome outcomes[COUNT(parts)] = { WATTLE_OUTCOME_INIT };
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  (void)registry;
  options.strict = 0;
  options.total_budget = WATTLE_UNLIMITED;
  script.at = "core";
  script.length = LIMIT - strlen("information");
  ACCEPTED(wattle_apply_budget_gate(parts, COUNT(parts), &options, outcomes, &summary, ERR));
  CHECK(summary.total_chars == LIMIT && outcomes[0].chars == script.length);
  script.length++;
  refused_everywhere(&options, WATTLE_INVALID_ARGUMENT, "info");
  /* In strict mode each candidate counts a separator more. */
  options.strict = 1;
  script.length -= 1 + 2 * strlen("\n\n");
  ACCEPTED(wattle_apply_budget_gate(parts, COUNT(parts), &options, outcomes, &summary, ERR));
  script.length++;
  refused_everywhere(&options, WATTLE_INVALID_ARGUMENT, "info");
}

static wattle_status more_each_time(void *user_data, wattle_call *call, wattle_str text, uint64_t *length) {
  (void)call, (void)text;
  *length = ++*(uint64_t *)user_data;
  return WATTLE_OK;
}

/* Each text is measured once, so that a measure which changes its mind contradicts nothing. */
static void measures_that_disagree(wattle_registry *registry) {
  const wattle_candidate same[] = { parts[1], parts[1], parts[1] };
  uint64_t calls = 0, sum = 0;
  wattle_compose_options options = measured("calls");
  wattle_prompt *prompt = NULL;
  (void)registry;
  options.strict = 0;
  options.total_budget = 3;
  options.measure = more_each_time;
  options.measure_data = &calls;
  ACCEPTED(wattle_compose(same, COUNT(same), &options, &prompt, ERR));
  CHECK(calls == 4); /* 1 and 2 fit, 3 does not, and neither does its condensed text */
  for (size_t i = 0; i < COUNT(same); i++) {
    const wattle_section section = section_of(prompt, i);
    CHECK(section.chars == i + 1 && section.verdict == (i < 2 ? WATTLE_INCLUDED : WATTLE_DROPPED));
    if (section.text.data) sum += section.chars;
  }
  CHECK(summary_of(prompt).total_chars == sum);
  wattle_prompt_free(prompt);
}

static void units_that_are_missing(wattle_registry *registry) {
  wattle_compose_options options = measured(NULL);
  uint64_t budget = 77;
  (void)registry;
  refused_everywhere(&options, WATTLE_INVALID_ARGUMENT, "measure_unit");
  REFUSED(WATTLE_INVALID_ARGUMENT, "measure_unit", wattle_effective_budget(&options, &budget, ERR));
  options.measure_unit = WATTLE_STR("");
  refused_everywhere(&options, WATTLE_INVALID_ARGUMENT, "measure_unit");
  CHECK(script.runs == 0 && budget == 77);
}

static void units_without_a_measure(wattle_registry *registry) {
  wattle_compose_options options = measured("tokens");
  (void)registry;
  options.measure = NULL;
  refused_everywhere(&options, WATTLE_INVALID_ARGUMENT, "measure_unit");
}

static void units_that_are_no_text(wattle_registry *registry) {
  wattle_compose_options options = measured("x");
  (void)registry;
  options.measure_unit.data = NULL;
  refused_everywhere(&options, WATTLE_NULL_ARGUMENT, "measure_unit");
  options.measure_unit = WATTLE_STR("\xC3");
  refused_everywhere(&options, WATTLE_INVALID_UTF8, "measure_unit");
}

/* The name is copied, with a NUL behind it; a prompt of tokens that were measured is none of modules. */
static void units_in_reports(wattle_registry *registry) {
  char unit[] = "tokens";
  wattle_compose_options options = measured(unit);
  wattle_module_metadata metadata = WATTLE_MODULE_METADATA_INIT;
  wattle_prompt *prompt = NULL;
  ACCEPTED(wattle_registry_compose(registry, &converse, NULL, &options, &prompt, ERR));
  CHECK(text_is(summary_of(prompt).unit, "tokens") && summary_of(prompt).total_tokens_est == strlen("base"));
  REFUSED(WATTLE_INVALID_ARGUMENT, "prompt", wattle_prompt_module_metadata(prompt, &metadata, ERR));
  wattle_prompt_free(prompt);
  memcpy(unit, "pieces", sizeof unit);
  ACCEPTED(wattle_registry_compose(registry, &converse, NULL, &options, &prompt, ERR));
  memcpy(unit, "??????", sizeof unit);
  CHECK(strcmp(summary_of(prompt).unit.data, "pieces") == 0 && summary_of(prompt).total_tokens_est == 1);
  CHECK(strstr(wattle_prompt_json(prompt).data, "\"unit\":\"pieces\"") != NULL);
  wattle_prompt_free(prompt);
}

void measure_tests(void) {
  static const test tests[] = {
    TEST(measures_that_fail),
    TEST(lengths_out_of_range),
    TEST(a_length_left_alone),
    TEST(lengths_at_the_limit),
    TEST(measures_that_disagree),
    TEST(units_that_are_missing),
    TEST(units_without_a_measure),
    TEST(units_that_are_no_text),
    TEST(units_in_reports),
  };
  run_tests(tests, COUNT(tests));
}
