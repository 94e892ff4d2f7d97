/* Guidance and the recent errors of tools: NULLs, bad texts and documents, names of any kind, and very many of everything. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static wattle_guidance_entry entry_of(wattle_match_mode mode, const char *tool_name, const char *text) {
  wattle_guidance_entry entry =
      WATTLE_GUIDANCE_ENTRY(.tool_name = wattle_cstr(tool_name), .mode = mode, .text = wattle_cstr(text));
  return entry;
}

static wattle_tool_error error_of(const char *tool, const char *message) {
  wattle_tool_error tool_error = WATTLE_TOOL_ERROR(.tool = wattle_cstr(tool), .error = wattle_cstr(message));
  return tool_error;
}

/* One entry, which says "base" of every tool. */
static wattle_guidance *base_guidance(void) {
  const wattle_guidance_entry base = entry_of(WATTLE_MATCH_MODE_PREFIX, "*", "base");
  wattle_guidance *guidance = NULL;
  ACCEPTED(wattle_guidance_new(&guidance, ERR));
  ACCEPTED(wattle_guidance_add(guidance, &base, 1, ERR));
  return guidance;
}

/* The same from both functions; of ASCII texts only. */
static void says_of(const wattle_guidance *guidance, wattle_str tool, const wattle_tool_error *errors, size_t n,
                    const char *want) {
  wattle_text *text = NULL;
  uint64_t chars = 77;
  ACCEPTED(wattle_guidance_resolve(guidance, tool, errors, n, &text, ERR));
  ACCEPTED(wattle_guidance_estimate_chars(guidance, tool, errors, n, &chars, ERR));
  CHECK(text_is(wattle_text_view(text), want) && chars == strlen(want));
  CHECK(wattle_text_view(text).data[chars] == '\0');
  wattle_text_free(text);
}

/* Nothing was added, and the guidance works. */
static void free_unchanged(wattle_guidance *guidance) {
  CHECK(wattle_guidance_len(guidance) == 1);
  says_of(guidance, WATTLE_STR("t"), NULL, 0, "base");
  wattle_guidance_free(guidance);
}

static void guidance_needs(wattle_registry *registry) {
  const wattle_guidance_entry entry = entry_of(WATTLE_MATCH_MODE_EXACT, "t", "text");
  const wattle_tool_error failed = error_of("t", "failed");
  const wattle_str t = WATTLE_STR("t");
  wattle_guidance *guidance = base_guidance();
  wattle_text *text = UNTOUCHED;
  uint64_t chars = 77;
  (void)registry;
  REFUSED(WATTLE_NULL_ARGUMENT, "guidance", wattle_guidance_new(NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "guidance", wattle_guidance_add(NULL, &entry, 1, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "entries", wattle_guidance_add(guidance, NULL, 1, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "entries", wattle_guidance_add(guidance, &entry, SIZE_MAX, ERR));
  ACCEPTED(wattle_guidance_add(guidance, NULL, 0, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "guidance", wattle_guidance_load_json(NULL, WATTLE_STR("{}"), ERR));
  CHECK(wattle_guidance_len(NULL) == 0);
  REFUSED(WATTLE_NULL_ARGUMENT, "guidance", wattle_guidance_resolve(NULL, t, NULL, 0, &text, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "tool_errors", wattle_guidance_resolve(guidance, t, NULL, 1, &text, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "tool_errors", wattle_guidance_resolve(guidance, t, &failed, SIZE_MAX, &text, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "text", wattle_guidance_resolve(guidance, t, NULL, 0, NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "guidance", wattle_guidance_estimate_chars(NULL, t, NULL, 0, &chars, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "tool_errors", wattle_guidance_estimate_chars(guidance, t, NULL, 1, &chars, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "chars", wattle_guidance_estimate_chars(guidance, t, NULL, 0, NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "tool_errors", wattle_render_recent_tool_errors(NULL, 1, &text, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "text", wattle_render_recent_tool_errors(NULL, 0, NULL, ERR));
  CHECK(wattle_guidance_new(NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_guidance_add(guidance, NULL, 1, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_guidance_load_json(guidance, WATTLE_STR("["), NULL) == WATTLE_INVALID_JSON);
  CHECK(wattle_guidance_resolve(guidance, t, NULL, 0, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_guidance_estimate_chars(guidance, t, NULL, 0, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_render_recent_tool_errors(NULL, 1, &text, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(text == UNTOUCHED && chars == 77);
  wattle_guidance_free(NULL);
  says_of(guidance, (wattle_str)WATTLE_STR_ABSENT, NULL, 0, "base");
  free_unchanged(guidance);
}

/* Texts */

/* The second of two entries: what comes before it is not added either. */
static wattle_status put_entry(wattle_guidance *guidance, wattle_str tool_name, wattle_str text, wattle_error **error) {
  wattle_guidance_entry two[] = { entry_of(WATTLE_MATCH_MODE_EXACT, "t", "1"), entry_of(WATTLE_MATCH_MODE_EXACT, "t", "2") };
  two[1].tool_name = tool_name;
  two[1].text = text;
  return wattle_guidance_add(guidance, two, 2, error);
}

static wattle_status put_pattern(wattle_guidance *guidance, wattle_str text, wattle_error **error) {
  return put_entry(guidance, text, WATTLE_STR("text"), error);
}

static wattle_status put_text(wattle_guidance *guidance, wattle_str text, wattle_error **error) {
  return put_entry(guidance, WATTLE_STR("t"), text, error);
}

static wattle_status put_json(wattle_guidance *guidance, wattle_str text, wattle_error **error) {
  return wattle_guidance_load_json(guidance, text, error);
}

/* All that take errors. The first of six is not shown, and is looked at all the same. */
static wattle_status put(const wattle_guidance *guidance, wattle_str tool_name, wattle_tool_error first, wattle_error **error) {
  wattle_tool_error six[6];
  wattle_text *text = UNTOUCHED;
  uint64_t chars = 77;
  six[0] = first;
  for (size_t i = 1; i < 6; i++) six[i] = error_of("t", "failed");
  const wattle_status status = wattle_guidance_resolve(guidance, tool_name, six, 6, &text, error);
  CHECK(wattle_guidance_estimate_chars(guidance, tool_name, six, 6, &chars, NULL) == status);
  if (text_is(tool_name, "t")) CHECK(wattle_render_recent_tool_errors(six, 6, &text, NULL) == status);
  CHECK(text == UNTOUCHED && chars == 77);
  return status;
}

static wattle_status put_tool_name(wattle_guidance *guidance, wattle_str text, wattle_error **error) {
  return put(guidance, text, error_of("other", "failed"), error);
}

static wattle_status put_tool(wattle_guidance *guidance, wattle_str text, wattle_error **error) {
  wattle_tool_error first = error_of(NULL, "failed");
  first.tool = text;
  return put(guidance, WATTLE_STR("t"), first, error);
}

static wattle_status put_message(wattle_guidance *guidance, wattle_str text, wattle_error **error) {
  wattle_tool_error first = error_of("other", NULL);
  first.error = text;
  return put(guidance, WATTLE_STR("t"), first, error);
}

static wattle_status put_time(wattle_guidance *guidance, wattle_str text, wattle_error **error) {
  wattle_tool_error first = error_of("other", "failed");
  first.time_text = text;
  return put(guidance, WATTLE_STR("t"), first, error);
}

static const struct {
  const char *subject;
  wattle_status (*put)(wattle_guidance *guidance, wattle_str text, wattle_error **error);
} places[] = {
  { "tool_name", put_pattern }, { "text", put_text }, { "json", put_json },         { "tool_name", put_tool_name },
  { "tool", put_tool },         { "error", put_message }, { "time_text", put_time },
};

static void everywhere(wattle_str text, wattle_status status) {
  for (size_t i = 0; i < COUNT(places); i++) {
    wattle_guidance *guidance = base_guidance();
    check_row(places[i].subject);
    REFUSED(status, places[i].subject, places[i].put(guidance, text, ERR));
    free_unchanged(guidance);
  }
}

static void guidance_texts_of_null(wattle_registry *registry) {
  const wattle_str text = { NULL, 5 };
  (void)registry;
  everywhere(text, WATTLE_NULL_ARGUMENT);
}

static void guidance_texts_that_are_not_utf8(wattle_registry *registry) {
  (void)registry;
  everywhere(WATTLE_STR("\xED\xA0\x80"), WATTLE_INVALID_UTF8);
  everywhere(WATTLE_STR("a\xE2\x82"), WATTLE_INVALID_UTF8);
  everywhere(WATTLE_STR("\xC0\xAF"), WATTLE_INVALID_UTF8);
  everywhere(WATTLE_STR("{}\xFF"), WATTLE_INVALID_UTF8);
}

/* A name is any text; it is compared byte for byte. */
static void names_of_tools(wattle_registry *registry) {
  static const wattle_str names[] = {
    WATTLE_STR_INIT(""), WATTLE_STR_INIT("a\0b"), WATTLE_STR_INIT("a\0"), WATTLE_STR_INIT("a"), WATTLE_STR_INIT("\xF0\x9F\x94\xA7"),
    WATTLE_STR_INIT("\xEF\xBB\xBF"), WATTLE_STR_INIT("a\nb"), WATTLE_STR_INIT("../*"), WATTLE_STR_INIT("%s%n"),
  };
  wattle_guidance *guidance = NULL;
  (void)registry;
  ACCEPTED(wattle_guidance_new(&guidance, ERR));
  for (size_t i = 0; i < COUNT(names); i++) {
    char digit[] = { (char)('0' + i), '\0' };
    wattle_guidance_entry entry = entry_of(WATTLE_MATCH_MODE_EXACT, NULL, digit);
    entry.tool_name = names[i];
    ACCEPTED(wattle_guidance_add(guidance, &entry, 1, ERR));
  }
  for (size_t i = 0; i < COUNT(names); i++) {
    const char digit[] = { (char)('0' + i), '\0' };
    says_of(guidance, names[i], NULL, 0, digit);
  }
  wattle_guidance_free(guidance);
}

static void guidance_documents(wattle_registry *registry) {
  static const struct {
    const char *json, *path;
  } rows[] = {
    { "", "$" },
    { "null", "$" },
    { "[]", "$" },
    { "{}{}", "$" },
    { "\xEF\xBB\xBF{}", "$" },
    { "{\"entries\":[", "$.entries" },
    { "{\"entries\":{}}", "$.entries" },
    { "{\"guidance\":[]}", "$.guidance" },
    { "{\"entries\":[],\"entries\":[]}", "$" },
    { "{\"entries\":[null]}", "$.entries[0]" },
    { "{\"entries\":[{}]}", "$.entries[0]" },
    { "{\"entries\":[{\"toolName\":\"t\",\"mode\":\"exact\",\"text\":\"x\"},{\"mode\":\"regex\"}]}", "$.entries[1].mode" },
    { "{\"entries\":[{\"toolName\":\"t\",\"mode\":1,\"text\":\"x\"}]}", "$.entries[0].mode" },
    { "{\"entries\":[{\"toolName\":\"\\ud800\"}]}", "$.entries[0].toolName" },
    { "{\"entries\":[{\"tool_name\":\"t\"}]}", "$.entries[0].tool_name" },
    { "{\"entries\":[{\"text\":[\"x\"]}]}", "$.entries[0].text" },
  };
  const size_t too_long = WATTLE_JSON_MAX_BYTES + 1;
  wattle_guidance *guidance = base_guidance();
  char *spaces = malloc(too_long);
  (void)registry;
  if (!spaces) exit(2);
  memset(spaces, ' ', too_long);
  for (size_t i = 0; i < COUNT(rows); i++) {
    check_row(rows[i].json);
    REFUSED(WATTLE_INVALID_JSON, rows[i].path, wattle_guidance_load_json(guidance, wattle_cstr(rows[i].json), ERR));
  }
  REFUSED(WATTLE_LIMIT_EXCEEDED, "json", wattle_guidance_load_json(guidance, (wattle_str){ spaces, too_long }, ERR));
  ACCEPTED(wattle_guidance_load_json(guidance, WATTLE_STR("{\"entries\":null}"), ERR));
  free(spaces);
  free_unchanged(guidance);
}

/* Structs of a newer header: a field more, which is zero. The stride is element 0's size. */
static void larger_entries_and_errors(wattle_registry *registry) {
  struct {
    wattle_guidance_entry known;
    uint64_t newer;
  } entries[2] = { { entry_of(WATTLE_MATCH_MODE_EXACT, "t", "1"), 0 }, { entry_of(WATTLE_MATCH_MODE_GLOB, "?", "2"), 0 } };
  struct {
    wattle_tool_error known;
    uint64_t newer;
  } errors[2] = { { error_of("t", "old"), 0 }, { error_of("t", "new"), 0 } };
  wattle_guidance *guidance = NULL;
  (void)registry;
  for (size_t i = 0; i < 2; i++) {
    entries[i].known.struct_size = sizeof entries[i];
    errors[i].known.struct_size = sizeof errors[i];
  }
  ACCEPTED(wattle_guidance_new(&guidance, ERR));
  ACCEPTED(wattle_guidance_add(guidance, &entries[0].known, 2, ERR));
  says_of(guidance, WATTLE_STR("t"), &errors[0].known, 2, "1\n\n2\n\nRecent errors, newest first:\n- `t`: new\n- `t`: old");
  wattle_guidance_free(guidance);
}

static void entries_and_errors_that_disagree(wattle_registry *registry) {
  wattle_guidance_entry entries[] = { entry_of(WATTLE_MATCH_MODE_EXACT, "t", "1"), entry_of(WATTLE_MATCH_MODE_EXACT, "t", "2") };
  wattle_tool_error errors[] = { error_of("t", "1"), error_of("t", "2") };
  wattle_guidance *guidance = base_guidance();
  wattle_text *text = UNTOUCHED;
  uint64_t chars = 77;
  (void)registry;
  entries[1].struct_size += 8;
  errors[1].struct_size -= 8;
  REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size", wattle_guidance_add(guidance, entries, 2, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size", wattle_guidance_resolve(guidance, WATTLE_STR("t"), errors, 2, &text, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size",
          wattle_guidance_estimate_chars(guidance, WATTLE_STR("t"), errors, 2, &chars, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size", wattle_render_recent_tool_errors(errors, 2, &text, ERR));
  CHECK(text == UNTOUCHED && chars == 77);
  free_unchanged(guidance);
}

/* Very many */

#define ENTRIES ((size_t)100000)
#define MILLION ((size_t)1000000)

/* The last one is refused: none is added. */
static void a_hundred_thousand_entries(wattle_registry *registry) {
  wattle_guidance_entry *entries = calloc(ENTRIES, sizeof *entries);
  wattle_guidance *guidance = base_guidance();
  wattle_text *text = NULL;
  (void)registry;
  if (!entries) exit(2);
  for (size_t i = 0; i < ENTRIES; i++) entries[i] = entry_of(1 + i % 3, i % 2 ? "t" : "u", "x");
  entries[ENTRIES - 1].mode = 4;
  REFUSED(WATTLE_INVALID_ARGUMENT, "mode", wattle_guidance_add(guidance, entries, ENTRIES, ERR));
  CHECK(wattle_guidance_len(guidance) == 1);
  entries[ENTRIES - 1].mode = WATTLE_MATCH_MODE_GLOB;
  ACCEPTED(wattle_guidance_add(guidance, entries, ENTRIES, ERR));
  free(entries);
  CHECK(wattle_guidance_len(guidance) == ENTRIES + 1);
  ACCEPTED(wattle_guidance_resolve(guidance, WATTLE_STR("t"), NULL, 0, &text, ERR));
  wattle_guidance_free(guidance); /* the text stays */
  CHECK(wattle_text_view(text).len == strlen("base") + 3 * ENTRIES / 2);
  wattle_text_free(text);
}

static void a_million_errors(wattle_registry *registry) {
  const wattle_tool_error failed = error_of("t", "failed");
  wattle_tool_error *errors = calloc(MILLION, sizeof *errors);
  wattle_guidance *guidance = base_guidance();
  wattle_text *text = UNTOUCHED;
  (void)registry;
  if (!errors) exit(2);
  for (size_t i = 0; i < MILLION; i++) errors[i] = failed;
  errors[MILLION - 2] = error_of("u", "once");
  says_of(guidance, WATTLE_STR("u"), errors, MILLION, "base\n\nRecent errors, newest first:\n- `u`: once");
  says_of(guidance, WATTLE_STR("t"), errors, MILLION,
          "base\n\nRecent errors, newest first:\n- `t`: failed\n- `t`: failed\n- `t`: failed\n- `t`: failed\n- `t`: failed");
  errors[0].error = WATTLE_STR("\xFF"); /* not shown, and looked at all the same */
  REFUSED(WATTLE_INVALID_UTF8, "error", wattle_guidance_resolve(guidance, WATTLE_STR("t"), errors, MILLION, &text, ERR));
  CHECK(text == UNTOUCHED);
  free(errors);
  wattle_guidance_free(guidance);
}

/* "****…*a" and the like against a name in which nothing, or only the end, matches. */
static void globs_of_many_stars(wattle_registry *registry) {
  static const char *const units[] = { "*", "*b", "?*", "b*" };
  char *pattern = malloc(MILLION + 2), *name = malloc(MILLION + 1);
  wattle_str tool = { name, MILLION };
  (void)registry;
  if (!pattern || !name) exit(2);
  memset(name, 'b', MILLION);
  name[MILLION] = 'a';
  for (size_t i = 0; i < COUNT(units); i++) {
    const size_t width = strlen(units[i]);
    wattle_guidance *guidance = base_guidance();
    wattle_guidance_entry entry = entry_of(WATTLE_MATCH_MODE_GLOB, NULL, "glob");
    for (size_t at = 0; at < MILLION; at++) pattern[at] = units[i][at % width];
    strcpy(pattern + MILLION, "a");
    entry.tool_name.data = pattern;
    entry.tool_name.len = MILLION + 1;
    check_row(units[i]);
    ACCEPTED(wattle_guidance_add(guidance, &entry, 1, ERR));
    tool.len = MILLION;
    says_of(guidance, tool, NULL, 0, "base");
    tool.len = MILLION + 1;
    says_of(guidance, tool, NULL, 0, "base\n\nglob");
    wattle_guidance_free(guidance);
  }
  free(pattern);
  free(name);
}

static wattle_status guide(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  const wattle_guidance_entry entry = entry_of(WATTLE_MATCH_MODE_EXACT, "t", "added");
  wattle_guidance *own = NULL;
  wattle_text *text = NULL;
  (void)context;
  (void)state;
  ACCEPTED(wattle_guidance_new(&own, ERR));
  wattle_guidance_free(own);
  ACCEPTED(wattle_guidance_add(user_data, &entry, 1, ERR));
  ACCEPTED(wattle_guidance_load_json(user_data, WATTLE_STR("{}"), ERR));
  ACCEPTED(wattle_guidance_resolve(user_data, WATTLE_STR("t"), NULL, 0, &text, ERR));
  const wattle_status status = wattle_call_write(call, wattle_text_view(text));
  wattle_text_free(text);
  return status;
}

/* As content of a section: nothing of it is refused. */
static void guidance_in_a_callback(wattle_registry *registry) {
  wattle_guidance *guidance = base_guidance();
  const wattle_contribution contribution = runtime_contribution("host.guidance", guide, guidance);
  wattle_prompt *prompt = NULL;
  add(registry, &contribution);
  ACCEPTED(wattle_registry_compose(registry, &converse, NULL, NULL, &prompt, ERR));
  CHECK(text_is(wattle_prompt_text(prompt), "base\n\nbase\n\nadded"));
  wattle_prompt_free(prompt);
  remove_runtime(registry, "host.guidance");
  wattle_guidance_free(guidance);
}

void guidance_tests(void) {
  static const test tests[] = {
    TEST(guidance_needs),
    TEST(guidance_texts_of_null),
    TEST(guidance_texts_that_are_not_utf8),
    TEST(names_of_tools),
    TEST(guidance_documents),
    TEST(larger_entries_and_errors),
    TEST(entries_and_errors_that_disagree),
    TEST(a_hundred_thousand_entries),
    TEST(a_million_errors),
    TEST(globs_of_many_stars),
    TEST(guidance_in_a_callback),
  };
  run_tests(tests, COUNT(tests));
}
