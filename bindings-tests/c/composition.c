/* Compositions: of raw candidates (a compose case) and of a registry (the "compose" of a resolve case's entry). */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "build.h"
#include "cases.h"
#include "content.h"
#include "json.h"
#include "names.h"
#include "report.h"
#include "transcript.h"

/* What on_built saw of the prompt. */
struct built {
  scratch memory;
  wattle_str event_json;
  size_t times;
};

static wattle_status on_built(void *user_data, wattle_call *call, const wattle_prompt *prompt) {
  struct built *built = user_data;
  wattle_str event_json = wattle_prompt_event_json(prompt);
  char *copy = scratch_alloc(&built->memory, event_json.len, 1);
  (void)call;
  if (event_json.len > 0) memcpy(copy, event_json.data, event_json.len);
  built->event_json.data = copy;
  built->event_json.len = event_json.len;
  built->times++;
  return WATTLE_OK;
}

wattle_section prompt_section(const wattle_prompt *prompt, size_t index) {
  wattle_section section = WATTLE_SECTION_INIT;
  expect_number("wattle_prompt_section", WATTLE_OK, (uint64_t)wattle_prompt_section(prompt, index, &section, NULL));
  expect_number("struct_size", sizeof section, section.struct_size);
  return section;
}

wattle_summary prompt_summary(const wattle_prompt *prompt) {
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  expect_number("wattle_prompt_summary", WATTLE_OK, (uint64_t)wattle_prompt_summary(prompt, &summary, NULL));
  expect_number("struct_size", sizeof summary, summary.struct_size);
  return summary;
}

/* What holds of every prompt: the included texts, joined by a blank line, are its text, and the counts add up. */
static void check_prompt_is_whole(const wattle_prompt *prompt) {
  wattle_str text = wattle_prompt_text(prompt);
  wattle_summary summary = prompt_summary(prompt);
  size_t included = 0, condensed = 0, at = 0;

  expect_true("a NUL is behind the text", text.data && text.data[text.len] == '\0');
  expect_number("sections", summary.sections, summary.included + summary.dropped);
  for (size_t i = 0; i < summary.sections; i++) {
    wattle_section section = prompt_section(prompt, i);
    report_item("candidates", i);
    if (section.verdict == WATTLE_DROPPED) {
      expect_true("a dropped one has no text", !section.text.data && section.text.len == 0);
      expect_number("start", 0, section.start);
      expect_number("end", 0, section.end);
      continue;
    }
    if (included++ > 0) {
      expect_true("a blank line is before it", at + 2 <= text.len && memcmp(text.data + at, "\n\n", 2) == 0);
      at += 2;
    }
    if (section.verdict == WATTLE_CONDENSED) condensed++;
    else expect_number("verdict", WATTLE_INCLUDED, section.verdict);
    expect_number("start", at, section.start);
    expect_number("length", section.end - section.start, section.text.len);
    expect_true("it is a view into the text", section.text.data == text.data + section.start);
    at = section.end;
  }
  report_no_item();
  expect_number("the last section's end", text.len, at);
  expect_number("included", included, summary.included);
  expect_number("condensed", condensed, summary.condensed);
}

static void check_included(const cJSON *want, wattle_section got) {
  scratch s = { NULL };
  bool condensed = json_bool(json_need(want, "condensed"), false);
  expect_text("id", json_text(&s, json_need(want, "id")), got.id);
  expect_name("tier", json_need(want, "tier")->valuestring, tier_name(got.tier));
  expect_number("verdict", condensed ? WATTLE_CONDENSED : WATTLE_INCLUDED, got.verdict);
  expect_number("start", json_number(json_need(want, "start"), 0), got.start);
  expect_number("end", json_number(json_need(want, "end"), 0), got.end);
  expect_number("chars", json_number(json_need(want, "chars"), 0), got.chars);
  scratch_free(&s);
}

static void check_dropped(const cJSON *want, wattle_section got) {
  scratch s = { NULL };
  expect_text("id", json_text(&s, json_need(want, "id")), got.id);
  expect_name("tier", json_need(want, "tier")->valuestring, tier_name(got.tier));
  expect_number("verdict", WATTLE_DROPPED, got.verdict);
  expect_number("chars", json_number(json_need(want, "chars"), 0), got.chars);
  expect_number("totalBefore", json_number(json_need(want, "totalBefore"), 0), got.total_before);
  expect_number("limit", json_number(json_need(want, "limit"), WATTLE_UNLIMITED), got.limit);
  scratch_free(&s);
}

/* Compares the verdicts of one list of the case ("included" or "dropped") with the candidates they name. */
static void check_verdicts(const wattle_prompt *prompt, const cJSON *expected, const char *list,
                           void (*check)(const cJSON *, wattle_section), size_t got) {
  const cJSON *wanted = json_need(expected, list);
  size_t sections = prompt_summary(prompt).sections;
  const cJSON *want;
  size_t i = 0;
  expect_number(list, (uint64_t)cJSON_GetArraySize(wanted), got);
  cJSON_ArrayForEach(want, wanted) {
    size_t index = (size_t)json_number(json_need(want, "index"), 0);
    report_item(list, i++);
    expect_true("the candidate is there", index < sections);
    if (index < sections) check(want, prompt_section(prompt, index));
  }
  report_no_item();
}

static void check_prompt(const cJSON *expected, const wattle_prompt *prompt) {
  scratch s = { NULL };
  wattle_summary summary = prompt_summary(prompt);
  const cJSON *used_pct = json_need(expected, "budgetUsedPct");

  expect_text("composed", json_text(&s, json_need(expected, "composed")), wattle_prompt_text(prompt));
  /* Raw candidates have none, and the case says so by leaving it out. */
  expect_number("stablePrefix", json_number(json_get(expected, "stablePrefix"), 0), summary.stable_prefix);
  check_verdicts(prompt, expected, "included", check_included, summary.included);
  check_verdicts(prompt, expected, "dropped", check_dropped, summary.dropped);
  expect_number("totalChars", json_number(json_need(expected, "totalChars"), 0), summary.total_chars);
  expect_number("totalTokensEst", json_number(json_need(expected, "totalTokensEst"), 0), summary.total_tokens_est);
  expect_number("effectiveBudget", json_number(json_need(expected, "effectiveBudget"), WATTLE_UNLIMITED),
                summary.effective_budget);
  expect_number("overBudget", json_bool(json_need(expected, "overBudget"), false), summary.over_budget);
  expect_double("budgetUsedPct", cJSON_IsNull(used_pct) ? (double)INFINITY : used_pct->valuedouble,
                summary.budget_used_pct);
  expect_text("eventJson", json_text(&s, json_need(expected, "eventJson")), wattle_prompt_event_json(prompt));
  scratch_free(&s);
}

static void put_included(const wattle_prompt *prompt, size_t index) {
  wattle_section section = prompt_section(prompt, index);
  if (section.verdict == WATTLE_DROPPED) return;
  put_open(NULL, '{');
  put_number("index", index);
  put_text("id", section.id);
  put_text("tier", wattle_cstr(tier_name(section.tier)));
  put_number("start", section.start);
  put_number("end", section.end);
  put_number("chars", section.chars);
  put_number("totalBefore", section.total_before);
  put_number_or_null("limit", section.limit);
  put_bool("condensed", section.verdict == WATTLE_CONDENSED);
  put_close('}');
}

static void put_dropped(const wattle_prompt *prompt, size_t index) {
  wattle_section section = prompt_section(prompt, index);
  if (section.verdict != WATTLE_DROPPED) return;
  put_open(NULL, '{');
  put_number("index", index);
  put_text("id", section.id);
  put_text("tier", wattle_cstr(tier_name(section.tier)));
  put_number("chars", section.chars);
  put_number("totalBefore", section.total_before);
  put_number("limit", section.limit);
  put_close('}');
}

static void write_prompt(wattle_str name, size_t index, const wattle_prompt *prompt, wattle_str event_json) {
  wattle_summary summary = prompt_summary(prompt);
  uint64_t bits;
  char hex[17];
  memcpy(&bits, &summary.budget_used_pct, sizeof bits);
  snprintf(hex, sizeof hex, "%016" PRIx64, bits);

  line_begin(name, "compose", index);
  put_text("composed", wattle_prompt_text(prompt));
  put_number("stablePrefix", summary.stable_prefix);
  put_open("included", '[');
  for (size_t i = 0; i < summary.sections; i++) put_included(prompt, i);
  put_close(']');
  put_open("dropped", '[');
  for (size_t i = 0; i < summary.sections; i++) put_dropped(prompt, i);
  put_close(']');
  put_number("totalChars", summary.total_chars);
  put_number("totalTokensEst", summary.total_tokens_est);
  put_number_or_null("effectiveBudget", summary.effective_budget);
  put_bool("overBudget", summary.over_budget);
  put_text("budgetUsedPctBits", wattle_cstr(hex));
  put_text("eventJson", event_json);
  line_end();
}

/* Compares the outcome of a composition, writes its line, and frees it. */
static void finish(wattle_str name, size_t index, const cJSON *expected, wattle_status status, wattle_prompt *prompt,
                   wattle_error *error, const struct built *built) {
  report_at("compose", index);
  check_failure(status, error, json_get(expected, "error"), json_get(expected, "subject"));
  if (status == WATTLE_OK) {
    expect_number("onBuilt", 1, built->times);
    expect_text("the event within onBuilt", wattle_prompt_event_json(prompt), built->event_json);
    check_prompt_is_whole(prompt);
    if (!json_get(expected, "error")) check_prompt(expected, prompt);
    write_prompt(name, index, prompt, built->event_json);
  } else {
    line_begin(name, "compose", index);
    line_error("error", status, error);
    line_end();
  }
  wattle_prompt_free(prompt);
  wattle_error_free(error);
}

static wattle_candidate build_candidate(scratch *s, const cJSON *json) {
  wattle_candidate candidate = WATTLE_CANDIDATE_INIT;
  const cJSON *chars = json_get(json, "chars");
  candidate.id = json_text(s, json_need(json, "id"));
  candidate.content = json_text(s, json_need(json, "content"));
  candidate.condensed = json_text(s, json_get(json, "condensed"));
  candidate.tier = tier_from(json_need(json, "tier"));
  candidate.has_chars = chars != NULL;
  candidate.chars = json_number(chars, 0);
  return candidate;
}

/* The gate alone says of every candidate what the prompt says, or fails as composing does. */
static void check_gate(const wattle_candidate *candidates, size_t n, const wattle_compose_options *options,
                       wattle_status status, const wattle_prompt *prompt) {
  scratch s = { NULL };
  wattle_outcome *outcomes = scratch_alloc(&s, n + 1, sizeof *outcomes);
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  outcomes[0].struct_size = sizeof *outcomes;
  const wattle_status gated = wattle_apply_budget_gate(candidates, n, options, outcomes, &summary, NULL);
  expect_number("the gate's status", (uint64_t)status, (uint64_t)gated);
  for (size_t i = 0; gated == WATTLE_OK && i < n; i++) {
    const wattle_section section = prompt_section(prompt, i);
    report_item("outcomes", i);
    expect_number("verdict", section.verdict, outcomes[i].verdict);
    expect_number("tier", section.tier, outcomes[i].tier);
    expect_number("chars", section.chars, outcomes[i].chars);
    expect_number("totalBefore", section.total_before, outcomes[i].total_before);
    expect_number("limit", section.limit, outcomes[i].limit);
  }
  report_no_item();
  if (gated == WATTLE_OK) expect_number("the gate's totalChars", prompt_summary(prompt).total_chars, summary.total_chars);
  scratch_free(&s);
}

void run_compose_case(const cJSON *json) {
  scratch inputs = { NULL }, names = { NULL };
  const cJSON *candidates_json = json_need(json, "candidates");
  wattle_candidate *candidates =
      scratch_alloc(&inputs, (size_t)cJSON_GetArraySize(candidates_json), sizeof *candidates);
  wattle_compose_options options = build_compose_options(&inputs, json_need(json, "config"));
  struct built built = { { NULL }, WATTLE_STR_ABSENT, 0 };
  const wattle_probes probes = WATTLE_PROBES(.user_data = &built, .on_built = on_built);
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;
  const cJSON *candidate;
  size_t n = 0;

  cJSON_ArrayForEach(candidate, candidates_json) candidates[n++] = build_candidate(&inputs, candidate);
  options.probes = &probes;
  wattle_status status = wattle_compose(candidates, n, &options, &prompt, &error);
  report_at("gate", 0);
  check_gate(candidates, n, &options, status, prompt);
  scratch_free(&inputs);

  wattle_str name = json_text(&names, json_need(json, "name"));
  finish(name, 0, json_need(json, "expect"), status, prompt, error, &built);
  scratch_free(&names);
  scratch_free(&built.memory);
}

void run_registry_composition(wattle_str name, const wattle_registry *registry, size_t index, const cJSON *json) {
  const cJSON *compose = json_need(json, "compose");
  const cJSON *state_json = json_need(json, "state");
  bool static_only = cJSON_IsNull(state_json);
  scratch inputs = { NULL };
  wattle_context context = build_context(&inputs, json_need(json, "context"));
  wattle_state state = build_state(&inputs, state_json);
  wattle_compose_options options = build_compose_options(&inputs, json_need(compose, "config"));
  turn given = { &state };
  struct built built = { { NULL }, WATTLE_STR_ABSENT, 0 };
  const wattle_probes probes = WATTLE_PROBES(.user_data = &built, .on_built = on_built);
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;

  state.host = &given;
  options.static_first = json_bool(json_get(json, "staticFirst"), false);
  options.static_only = static_only;
  options.probes = &probes;
  wattle_status status =
      wattle_registry_compose(registry, &context, static_only ? NULL : &state, &options, &prompt, &error);
  scratch_free(&inputs);

  finish(name, index, json_need(compose, "expect"), status, prompt, error, &built);
  scratch_free(&built.memory);
}
