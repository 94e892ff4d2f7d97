/* Guidance: what is said of a tool, chosen by its name, with the tool's most recent errors behind it; and of all tools' errors. */
#include <stdio.h>
#include <stdlib.h>

#include <wattle.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const wattle_guidance_entry entries[] = {
  WATTLE_GUIDANCE_ENTRY(.tool_name = WATTLE_STR_INIT("search_*"), .mode = WATTLE_MATCH_MODE_PREFIX,
                        .text = WATTLE_STR_INIT("Always cite your sources.")),
  WATTLE_GUIDANCE_ENTRY(.tool_name = WATTLE_STR_INIT("shell"), .mode = WATTLE_MATCH_MODE_EXACT,
                        .text = WATTLE_STR_INIT("One command a call. Quote every path.")),
};

/* The same as data; schemas/guidance.schema.json says what may stand in it. */
static const wattle_str more = WATTLE_STR_INIT(
    "{ \"entries\": [ { \"toolName\": \"*_delete\", \"mode\": \"glob\", \"text\": \"Ask before you delete.\" } ] }");

/* What went wrong so far, oldest first: the host's own list, in which the times are the host's words. */
static const wattle_tool_error errors[] = {
  WATTLE_TOOL_ERROR(.tool = WATTLE_STR_INIT("shell"), .error = WATTLE_STR_INIT("jq: command not found\n")),
  WATTLE_TOOL_ERROR(.tool = WATTLE_STR_INIT("search_web"), .error = WATTLE_STR_INIT("timeout after 30 s"),
                    .time_text = WATTLE_STR_INIT("14:02")),
  WATTLE_TOOL_ERROR(.tool = WATTLE_STR_INIT("search_web"), .error = WATTLE_STR_INIT("rate limit:\nretry after 20 s"),
                    .time_text = WATTLE_STR_INIT("14:05")),
};

static void must(wattle_status status, wattle_error *error) {
  if (status == WATTLE_OK)
    return;
  fprintf(stderr, "%s\n", wattle_error_message(error).data);
  wattle_error_free(error);
  exit(1);
}

static void show(const char *title, wattle_text *text) {
  printf("==== %s\n%s\n", title, wattle_text_view(text).data);
  wattle_text_free(text);
}

int main(void) {
  static const char *const tools[] = { "search_web", "file_delete", "shell", "fetch" };
  wattle_guidance *guidance = NULL;
  wattle_text *text = NULL;
  wattle_error *error = NULL;
  wattle_status status = wattle_guidance_new(&guidance, &error);
  must(status, error);
  status = wattle_guidance_add(guidance, entries, COUNT(entries), &error);
  must(status, error);
  status = wattle_guidance_load_json(guidance, more, &error);
  must(status, error);

  for (size_t i = 0; i < COUNT(tools); i++) {
    uint64_t chars = 0;
    char title[64];
    status = wattle_guidance_estimate_chars(guidance, wattle_cstr(tools[i]), errors, COUNT(errors), &chars, &error);
    must(status, error);
    status = wattle_guidance_resolve(guidance, wattle_cstr(tools[i]), errors, COUNT(errors), &text, &error);
    must(status, error);
    snprintf(title, sizeof title, "%s, %u chars", tools[i], (unsigned)chars);
    show(title, text);
  }
  wattle_guidance_free(guidance);

  status = wattle_render_recent_tool_errors(errors, COUNT(errors), &text, &error);
  must(status, error);
  show("the body of a section", text);
}
