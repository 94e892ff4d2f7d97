/* Cases of guidance. */
#include "cases.h"
#include "json.h"
#include "names.h"
#include "report.h"
#include "transcript.h"

static wattle_status add_entries(wattle_guidance *guidance, const cJSON *list, wattle_error **error) {
  scratch s = { NULL };
  wattle_guidance_entry *entries = scratch_alloc(&s, (size_t)cJSON_GetArraySize(list), sizeof *entries);
  const cJSON *json;
  size_t n = 0;
  cJSON_ArrayForEach(json, list) {
    const wattle_guidance_entry entry = WATTLE_GUIDANCE_ENTRY(.tool_name = json_text(&s, json_need(json, "toolName")),
                                                              .mode = match_mode_from(json_need(json, "mode")),
                                                              .text = json_text(&s, json_need(json, "text")));
    entries[n++] = entry;
  }
  const wattle_status status = wattle_guidance_add(guidance, entries, n, error);
  scratch_free(&s);
  return status;
}

void run_guidance_case(const cJSON *json) {
  const cJSON *expect = json_need(json, "expect");
  wattle_guidance *guidance = NULL;
  wattle_text *text = NULL;
  uint64_t chars = 0;
  wattle_error *error = NULL;
  wattle_status status;
  scratch s = { NULL };
  const wattle_str tool = json_text(&s, json_need(json, "toolName"));

  if ((status = wattle_guidance_new(&guidance, &error)) == WATTLE_OK &&
      (status = add_entries(guidance, json_need(json, "entries"), &error)) == WATTLE_OK &&
      (status = wattle_guidance_estimate_chars(guidance, tool, NULL, 0, &chars, &error)) == WATTLE_OK)
    status = wattle_guidance_resolve(guidance, tool, NULL, 0, &text, &error);
  wattle_guidance_free(guidance);

  report_at("guidance", 0);
  check_failure(status, error, json_get(expect, "error"), json_get(expect, "subject"));
  line_begin(json_text(&s, json_need(json, "name")), "guidance", 0);
  if (status == WATTLE_OK) {
    const wattle_str said = wattle_text_view(text);
    expect_text("text", json_text(&s, json_get(expect, "text")), said);
    expect_number("chars", json_number(json_get(expect, "chars"), 0), chars);
    expect_number("chars of the text", chars_of(said), chars);
    expect_true("a NUL is behind the text", said.data[said.len] == '\0');
    put_text("text", said);
    put_number("chars", chars);
  } else {
    line_error("error", status, error);
  }
  line_end();
  wattle_text_free(text);
  wattle_error_free(error);
  scratch_free(&s);
}
