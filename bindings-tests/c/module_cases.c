/* Cases of the module builder's allocation: modules of the host within a context window. */
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "content.h"
#include "json.h"
#include "names.h"
#include "report.h"
#include "sha256.h"
#include "transcript.h"

/* The callbacks: the user_data is the module's JSON, which outlives the builder, in memory that the drop frees. */

struct held {
  const cJSON *module;
};

static void release(void *user_data) {
  callbacks_dropped++;
  free(user_data);
}

static wattle_status write_lines(void *user_data, wattle_call *call, const char *key) {
  const struct held *held = user_data;
  const cJSON *line;
  wattle_status status = WATTLE_OK;
  cJSON_ArrayForEach(line, json_need(held->module, key)) {
    scratch s = { NULL };
    status = wattle_call_write_line(call, json_text(&s, line));
    scratch_free(&s);
  }
  return status;
}

static wattle_status render(void *user_data, wattle_call *call, const wattle_agent_context *context) {
  (void)context;
  return write_lines(user_data, call, "full");
}

static wattle_status render_minimal(void *user_data, wattle_call *call, const wattle_agent_context *context) {
  (void)context;
  return write_lines(user_data, call, "minimal");
}

static wattle_status estimate(void *user_data, wattle_call *call, const wattle_agent_context *context,
                              uint64_t *tokens) {
  const struct held *held = user_data;
  (void)call;
  (void)context;
  *tokens = json_number(json_need(held->module, "tokens"), 0);
  return WATTLE_OK;
}

static void add_module(wattle_module_builder *builder, const cJSON *json) {
  scratch s = { NULL };
  wattle_module module = WATTLE_MODULE_INIT;
  wattle_error *error = NULL;
  struct held *held = malloc(sizeof *held);
  if (!held) die("out of memory", "");
  held->module = json;
  callbacks_created++;

  module.name = json_text(&s, json_need(json, "name"));
  module.priority = (uint32_t)json_number(json_need(json, "priority"), 0);
  module.optional = json_bool(json_need(json, "optional"), false);
  module.render = render;
  if (cJSON_IsArray(json_get(json, "minimal"))) module.render_minimal = render_minimal;
  if (cJSON_IsNumber(json_get(json, "tokens"))) module.estimate = estimate;
  module.user_data = held;
  module.drop = release;
  check_failure(wattle_module_builder_add(builder, &module, &error), error, NULL, NULL);
  wattle_error_free(error);
  scratch_free(&s);
}

/* The outcome */

/* What holds of every prompt of modules: the texts of the included, joined by a blank line, are its text. */
static void check_sections(const wattle_prompt *prompt) {
  wattle_summary summary = prompt_summary(prompt);
  wattle_str text = wattle_prompt_text(prompt);
  size_t at = 0, with_text = 0;
  expect_text("unit", WATTLE_STR("tokens"), summary.unit);
  expect_true("a NUL is behind the text", text.data && text.data[text.len] == '\0');
  for (size_t i = 0; i < summary.sections; i++) {
    wattle_section section = prompt_section(prompt, i);
    report_item("sections", i);
    if (!section.text.data) continue;
    expect_true("a dropped one has no text", section.verdict != WATTLE_DROPPED);
    if (with_text++ > 0) {
      expect_true("a blank line is before it", at + 2 <= text.len && memcmp(text.data + at, "\n\n", 2) == 0);
      at += 2;
    }
    expect_number("start", at, section.start);
    expect_number("length", section.end - section.start, section.text.len);
    expect_true("it is a view into the text", section.text.data == text.data + section.start);
    at = section.end;
  }
  report_no_item();
  expect_number("the last section's end", text.len, at);
}

static void check_included(const cJSON *wanted, const wattle_prompt *prompt) {
  size_t sections = prompt_summary(prompt).sections, i = 0, included = 0;
  const cJSON *want = wanted->child;
  for (; i < sections; i++) {
    scratch s = { NULL };
    wattle_section section = prompt_section(prompt, i);
    if (section.verdict == WATTLE_DROPPED) continue;
    report_item("included", included++);
    if (want) {
      bool minimal = json_bool(json_need(want, "minimal"), false);
      expect_text("name", json_text(&s, json_need(want, "name")), section.id);
      expect_number("verdict", minimal ? WATTLE_CONDENSED : WATTLE_INCLUDED, section.verdict);
      want = want->next;
    }
    scratch_free(&s);
  }
  report_no_item();
  expect_number("included", (uint64_t)cJSON_GetArraySize(wanted), included);
}

static void check_tokens_by_module(const cJSON *wanted, const wattle_prompt *prompt) {
  cJSON *metadata = json_parse(wattle_prompt_module_metadata_json(prompt));
  const cJSON *got = json_need(metadata, "tokensByModule");
  const cJSON *want;
  expect_number("entries of tokensByModule", (uint64_t)cJSON_GetArraySize(wanted), (uint64_t)cJSON_GetArraySize(got));
  cJSON_ArrayForEach(want, wanted)
    expect_number(want->string, json_number(want, 0), json_number(json_get(got, want->string), UINT64_MAX));
  cJSON_Delete(metadata);
}

static void check_prompt(const cJSON *expected, const wattle_prompt *prompt) {
  scratch s = { NULL };
  wattle_str text = wattle_prompt_text(prompt);
  wattle_module_metadata metadata = WATTLE_MODULE_METADATA_INIT;
  char hex[65];

  expect_number("wattle_prompt_module_metadata", WATTLE_OK,
                (uint64_t)wattle_prompt_module_metadata(prompt, &metadata, NULL));
  sha256_hex(text.data, text.len, hex);
  check_included(json_need(expected, "included"), prompt);
  expect_text("content_sha256", json_text(&s, json_need(expected, "content_sha256")), wattle_cstr(hex));
  expect_number("content_utf16", json_number(json_need(expected, "content_utf16"), 0), chars_of(text));
  check_tokens_by_module(json_need(expected, "tokensByModule"), prompt);
  expect_number("estimatedTokens", json_number(json_need(expected, "estimatedTokens"), 0), metadata.estimated_tokens);
  expect_number("percentRemaining", json_number(json_need(expected, "percentRemaining"), 0),
                metadata.percent_remaining);
  scratch_free(&s);
}

static void put_included(wattle_section section) {
  if (section.verdict == WATTLE_DROPPED) return;
  put_open(NULL, '{');
  put_text("name", section.id);
  put_text("tier", wattle_cstr(tier_name(section.tier)));
  put_bool("minimal", section.verdict == WATTLE_CONDENSED);
  put_number_or_null("tokens", section.text.data ? section.chars : WATTLE_UNLIMITED); /* null without a line */
  put_close('}');
}

static void put_dropped(wattle_section section) {
  if (section.verdict != WATTLE_DROPPED) return;
  put_open(NULL, '{');
  put_text("name", section.id);
  put_number("tokens", section.chars);
  put_number("used", section.total_before);
  put_number("limit", section.limit);
  put_close('}');
}

static void write_prompt(wattle_str name, const wattle_prompt *prompt) {
  wattle_summary summary = prompt_summary(prompt);
  line_begin(name, "build", 0);
  put_text("content", wattle_prompt_text(prompt));
  put_open("included", '[');
  for (size_t i = 0; i < summary.sections; i++) put_included(prompt_section(prompt, i));
  put_close(']');
  put_open("dropped", '[');
  for (size_t i = 0; i < summary.sections; i++) put_dropped(prompt_section(prompt, i));
  put_close(']');
  put_number("totalTokens", summary.total_chars);
  put_number_or_null("effectiveBudget", summary.effective_budget);
  put_bool("overBudget", summary.over_budget);
  put_text("metadataJson", wattle_prompt_module_metadata_json(prompt));
  put_text("eventJson", wattle_prompt_event_json(prompt));
  line_end();
}

void run_module_case(const cJSON *json) {
  scratch names = { NULL };
  wattle_str name = json_text(&names, json_need(json, "name"));
  const cJSON *expected = json_need(json, "expect");
  wattle_agent_context context = WATTLE_AGENT_CONTEXT_INIT;
  wattle_module_builder *builder = NULL;
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;
  const cJSON *module;

  callbacks_created = callbacks_dropped = 0;
  report_at("build", 0);
  if (wattle_module_builder_new(&builder, &error) != WATTLE_OK) die("no builder", wattle_error_message(error).data);
  cJSON_ArrayForEach(module, json_need(json, "modules")) add_module(builder, module);
  context.max_tokens = json_number(json_need(json, "contextWindow"), 0);
  context.history_tokens = json_number(json_need(json, "historyTokens"), 0);

  wattle_status status = wattle_module_builder_build(builder, &context, NULL, &prompt, &error);
  wattle_module_builder_free(builder);
  expect_number("user_data dropped", callbacks_created, callbacks_dropped);
  check_failure(status, error, json_get(expected, "error"), json_get(expected, "subject"));
  if (status == WATTLE_OK) {
    check_sections(prompt);
    if (!json_get(expected, "error")) check_prompt(expected, prompt);
    write_prompt(name, prompt);
  } else {
    line_begin(name, "build", 0);
    line_error("error", status, error);
    line_end();
  }
  wattle_prompt_free(prompt);
  wattle_error_free(error);
  scratch_free(&names);
}
