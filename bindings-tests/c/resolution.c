/* One entry of a resolve case's "resolves": resolves, compares the bundle and the probes, takes the fingerprint. */
#include <string.h>

#include "build.h"
#include "cases.h"
#include "content.h"
#include "json.h"
#include "names.h"
#include "report.h"
#include "transcript.h"

/* The probes that fired, in order, each as the cases write it: its name, then ids or an id and an origin. */
struct fired {
  wattle_str *texts;
  size_t len;
  struct fired *next;
};

struct recorder {
  scratch memory;
  struct fired *first;
  struct fired *last;
};

static wattle_str copy_text(scratch *s, wattle_str text) {
  char *bytes = scratch_alloc(s, text.len, 1);
  if (text.len > 0) memcpy(bytes, text.data, text.len);
  text.data = bytes;
  return text;
}

static wattle_status record(struct recorder *recorder, const char *name, const wattle_str *texts, size_t n) {
  struct fired *fired = scratch_alloc(&recorder->memory, 1, sizeof *fired);
  fired->texts = scratch_alloc(&recorder->memory, n + 1, sizeof *fired->texts);
  fired->texts[fired->len++] = wattle_cstr(name);
  for (size_t i = 0; i < n; i++) fired->texts[fired->len++] = copy_text(&recorder->memory, texts[i]);
  if (recorder->last) recorder->last->next = fired;
  else recorder->first = fired;
  recorder->last = fired;
  return WATTLE_OK;
}

static wattle_status on_empty_content(void *user_data, wattle_call *call, wattle_str id, wattle_origin origin) {
  const wattle_str texts[] = { id, wattle_cstr(origin_name(origin)) };
  (void)call;
  return record(user_data, "onEmptyContent", texts, 2);
}

static wattle_status on_replace_target_missing(void *user_data, wattle_call *call, wattle_str id) {
  (void)call;
  return record(user_data, "onReplaceTargetMissing", &id, 1);
}

static wattle_status on_duplicate_replace(void *user_data, wattle_call *call, const wattle_str *ids, size_t n) {
  (void)call;
  return record(user_data, "onDuplicateReplace", ids, n);
}

static void check_probes(const cJSON *expected, const struct fired *fired) {
  scratch s = { NULL };
  const cJSON *probe;
  size_t i = 0;
  cJSON_ArrayForEach(probe, expected) {
    wattle_str_list want = json_texts(&s, probe);
    report_item("probes", i++);
    expect_true("fired", fired != NULL);
    if (!fired) break;
    expect_number("length", want.len, fired->len);
    for (size_t k = 0; k < want.len && k < fired->len; k++) expect_text("text", want.items[k], fired->texts[k]);
    fired = fired->next;
  }
  report_no_item();
  expect_true("no further probe fired", fired == NULL);
  scratch_free(&s);
}

static void put_probes(const struct fired *fired) {
  put_open("probes", '[');
  for (; fired; fired = fired->next) {
    put_open(NULL, '[');
    for (size_t i = 0; i < fired->len; i++) put_text(NULL, fired->texts[i]);
    put_close(']');
  }
  put_close(']');
}

static wattle_section section_at(const wattle_bundle *bundle, size_t index) {
  wattle_section section = WATTLE_SECTION_INIT;
  expect_number("wattle_bundle_section", WATTLE_OK, (uint64_t)wattle_bundle_section(bundle, index, &section, NULL));
  expect_number("struct_size", sizeof section, section.struct_size);
  return section;
}

static wattle_summary summary_of(const wattle_bundle *bundle) {
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  expect_number("wattle_bundle_summary", WATTLE_OK, (uint64_t)wattle_bundle_summary(bundle, &summary, NULL));
  expect_number("struct_size", sizeof summary, summary.struct_size);
  return summary;
}

/* What holds of every bundle: the sections' texts, joined by a blank line, are its text. */
static void check_bundle_is_whole(const wattle_bundle *bundle, bool static_only) {
  wattle_str text = wattle_bundle_text(bundle);
  wattle_summary summary = summary_of(bundle);
  size_t at = 0;

  expect_true("a NUL is behind the text", text.data && text.data[text.len] == '\0');
  expect_number("included", summary.sections, summary.included);
  expect_number("condensed", 0, summary.condensed);
  expect_number("dropped", 0, summary.dropped);
  expect_number("totalChars", chars_of(text), summary.total_chars);
  expect_number("totalTokensEst", (summary.total_chars + 3) / 4, summary.total_tokens_est);
  expect_number("effectiveBudget", WATTLE_UNLIMITED, summary.effective_budget);
  expect_double("budgetUsedPct", 0, summary.budget_used_pct);
  expect_number("overBudget", 0, summary.over_budget);
  expect_number("static_only", static_only, summary.static_only);

  for (size_t i = 0; i < summary.sections; i++) {
    wattle_section section = section_at(bundle, i);
    report_item("sections", i);
    if (i > 0) {
      expect_true("a blank line is before it", at + 2 <= text.len && memcmp(text.data + at, "\n\n", 2) == 0);
      at += 2;
    }
    expect_number("start", at, section.start);
    expect_number("length", section.end - section.start, section.text.len);
    expect_true("it is a view into the text", section.text.data == text.data + section.start);
    expect_number("verdict", WATTLE_INCLUDED, section.verdict);
    expect_number("totalBefore", 0, section.total_before);
    expect_number("limit", WATTLE_UNLIMITED, section.limit);
    expect_number("chars", chars_of(section.text), section.chars);
    at = section.end;
  }
  report_no_item();
  expect_number("the last section's end", text.len, at);
}

static void check_section(const cJSON *want, wattle_section got) {
  scratch s = { NULL };
  wattle_str plugin = json_text(&s, json_need(want, "plugin"));
  expect_text("id", json_text(&s, json_need(want, "id")), got.id);
  expect_true("an id has a NUL behind it", got.id.data && got.id.data[got.id.len] == '\0');
  expect_name("origin", json_need(want, "origin")->valuestring, origin_name(got.origin));
  expect_text("plugin", plugin, got.plugin);
  expect_true("plugin is absent or present as expected", !plugin.data == !got.plugin.data);
  expect_name("mode", json_need(want, "mode")->valuestring, mode_name(got.mode));
  expect_name("tier", json_need(want, "tier")->valuestring, tier_name(got.tier));
  expect_number("static", json_bool(json_need(want, "static"), false), got.is_static);
  expect_number("start", json_number(json_need(want, "start"), 0), got.start);
  expect_number("end", json_number(json_need(want, "end"), 0), got.end);
  expect_number("chars", json_number(json_need(want, "chars"), 0), got.chars);
  scratch_free(&s);
}

static void check_bundle(const cJSON *expected, const wattle_bundle *bundle) {
  scratch s = { NULL };
  wattle_summary summary = summary_of(bundle);
  const cJSON *sections = json_need(expected, "sections");
  const cJSON *section;
  size_t i = 0;

  expect_text("text", json_text(&s, json_need(expected, "text")), wattle_bundle_text(bundle));
  expect_number("stablePrefix", json_number(json_need(expected, "stablePrefix"), 0), summary.stable_prefix);
  expect_number("number of sections", (uint64_t)cJSON_GetArraySize(sections), summary.sections);
  cJSON_ArrayForEach(section, sections) {
    if (i == summary.sections) break;
    report_item("sections", i);
    check_section(section, section_at(bundle, i++));
  }
  report_no_item();
  scratch_free(&s);
}

static void put_section(wattle_section section) {
  put_open(NULL, '{');
  put_text("id", section.id);
  put_text("origin", wattle_cstr(origin_name(section.origin)));
  put_text_or_null("plugin", section.plugin);
  put_text("mode", wattle_cstr(mode_name(section.mode)));
  put_text("tier", wattle_cstr(tier_name(section.tier)));
  put_bool("static", section.is_static);
  put_number("start", section.start);
  put_number("end", section.end);
  put_number("chars", section.chars);
  put_close('}');
}

static void write_bundle(wattle_str name, size_t index, const wattle_bundle *bundle, const struct fired *fired) {
  wattle_summary summary = summary_of(bundle);
  line_begin(name, "resolve", index);
  put_text("text", wattle_bundle_text(bundle));
  put_number("stablePrefix", summary.stable_prefix);
  put_open("sections", '[');
  for (size_t i = 0; i < summary.sections; i++) put_section(section_at(bundle, i));
  put_close(']');
  put_probes(fired);
  line_end();
}

static void run_fingerprint(wattle_str name, size_t index, const wattle_registry *registry,
                            const wattle_context *context, const cJSON *expected) {
  bool hex_expected = cJSON_IsString(expected);
  char hex[65] = "";
  wattle_error *error = NULL;
  wattle_status status = wattle_registry_fingerprint(registry, context, hex, &error);

  report_at("fingerprint", index);
  check_failure(status, error, hex_expected ? NULL : json_need(expected, "error"), json_get(expected, "subject"));
  if (hex_expected) expect_name("hex", expected->valuestring, hex);

  line_begin(name, "fingerprint", index);
  if (status == WATTLE_OK) put_text("hex", wattle_cstr(hex));
  else line_error("error", status, error);
  line_end();
  wattle_error_free(error);
}

void run_resolution(wattle_str name, const wattle_registry *registry, size_t index, const cJSON *json) {
  const cJSON *expected = json_need(json, "expect");
  const cJSON *fingerprint = json_get(expected, "fingerprint");
  const cJSON *state_json = json_need(json, "state");
  bool static_only = cJSON_IsNull(state_json);
  scratch inputs = { NULL };
  wattle_context context = build_context(&inputs, json_need(json, "context"));
  wattle_state state = build_state(&inputs, state_json);
  turn given = { &state };
  struct recorder recorder = { { NULL }, NULL, NULL };
  const wattle_probes probes = WATTLE_PROBES(.user_data = &recorder, .on_empty_content = on_empty_content,
                                             .on_replace_target_missing = on_replace_target_missing,
                                             .on_duplicate_replace = on_duplicate_replace);
  const wattle_resolve_options options = WATTLE_RESOLVE_OPTIONS(
      .static_first = json_bool(json_get(json, "staticFirst"), false), .static_only = static_only, .probes = &probes);
  wattle_bundle *bundle = NULL;
  wattle_error *error = NULL;

  state.host = &given;
  wattle_status status =
      wattle_registry_resolve(registry, &context, static_only ? NULL : &state, &options, &bundle, &error);

  report_at("resolve", index);
  check_failure(status, error, json_get(expected, "error"), json_get(expected, "subject"));
  if (status == WATTLE_OK) {
    check_bundle_is_whole(bundle, static_only);
    if (!json_get(expected, "error")) {
      check_bundle(expected, bundle);
      check_probes(json_need(expected, "probes"), recorder.first);
    }
    write_bundle(name, index, bundle, recorder.first);
    if (fingerprint) run_fingerprint(name, index, registry, &context, fingerprint);
  } else {
    line_begin(name, "resolve", index);
    line_error("error", status, error);
    put_probes(recorder.first);
    line_end();
  }
  wattle_bundle_free(bundle);
  wattle_error_free(error);
  scratch_free(&recorder.memory);
  scratch_free(&inputs);
}
