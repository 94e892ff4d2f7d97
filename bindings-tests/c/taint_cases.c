/* Cases of the taint that the built-in module injection-defense shows. */
#include <stdio.h>
#include <string.h>

#include "cases.h"
#include "json.h"
#include "report.h"
#include "transcript.h"

/* Whether a text without NULs has this in it. */
static bool has(wattle_str text, const char *part) { return strstr(text.data, part) != NULL; }

/* What stands between a space and a "%": `*at` is where to begin looking, and is moved behind the sign. */
static wattle_str percent_from(const char **at) {
  wattle_str found = WATTLE_STR_ABSENT;
  const char *sign = strchr(*at, '%');
  if (!sign) return found;
  found.data = sign;
  while (found.data > *at && found.data[-1] != ' ') found.data--;
  found.len = (size_t)(sign - found.data);
  *at = sign + 1;
  return found;
}

void run_taint_case(const cJSON *json, size_t index) {
  wattle_agent_context context = WATTLE_AGENT_CONTEXT_INIT;
  wattle_module_builder *builder = NULL;
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;
  scratch s = { NULL };

  context.taint_ratio = json_double(json_need(json, "taintRatio"));
  context.taint_threshold = json_double(json_need(json, "taintThreshold"));
  context.max_tokens = 200000;
  report_at("taint", index);
  if (wattle_module_builder_new(&builder, &error) != WATTLE_OK ||
      wattle_module_builder_add_builtin(builder, WATTLE_STR("injection-defense"), 0, &error) != WATTLE_OK ||
      wattle_module_builder_build(builder, &context, NULL, &prompt, &error) != WATTLE_OK)
    die("no prompt", wattle_error_message(error).data);
  wattle_module_builder_free(builder);

  wattle_str text = wattle_prompt_text(prompt);
  const char *at = text.data;
  wattle_str ratio = percent_from(&at);
  wattle_str threshold = percent_from(&at);
  bool elevated = has(text, "explicit approval");
  expect_text("ratio_text", json_text(&s, json_need(json, "ratio_text")), ratio);
  expect_text("threshold_text", json_text(&s, json_need(json, "threshold_text")), threshold);
  expect_number("elevated", json_bool(json_need(json, "elevated"), false), elevated);

  put_open(NULL, '{');
  put_number("taint", index);
  put_text_or_null("ratio_text", ratio);
  put_text_or_null("threshold_text", threshold);
  put_bool("elevated", elevated);
  line_end();
  wattle_prompt_free(prompt);
  scratch_free(&s);
}
