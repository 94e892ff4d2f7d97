/* Catalogues of tools: NULLs, flags, a hundred thousand tools, and categories that nobody knows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builders.h"

#define TOOLS ((size_t)100000)

static const wattle_tool_filter all_set = WATTLE_TOOL_FILTER(
    .has_heartbeat = 1, .has_skills = 1, .has_delegation = 1, .has_commands = 1, .has_memory = 1, .has_workspace = 1,
    .has_governance = 1);

static wattle_tool tool_of(const char *category) {
  wattle_tool tool = WATTLE_TOOL(.name = WATTLE_STR("tool"), .category = wattle_cstr(category));
  return tool;
}

static void filtering_needs(wattle_registry *registry) {
  const wattle_tool tool = tool_of("skill");
  size_t kept = 77, kept_len = 78;
  (void)registry;
  REFUSED(WATTLE_NULL_ARGUMENT, "filter", wattle_filter_tools(NULL, &tool, 1, &kept, &kept_len, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "tools", wattle_filter_tools(&all_set, NULL, 1, &kept, &kept_len, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "kept", wattle_filter_tools(&all_set, &tool, 1, NULL, &kept_len, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "kept_len", wattle_filter_tools(&all_set, &tool, 1, &kept, NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "kept_len", wattle_filter_tools(&all_set, NULL, 0, NULL, NULL, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "tools", wattle_filter_tools(&all_set, &tool, SIZE_MAX, &kept, &kept_len, ERR));
  CHECK(wattle_filter_tools(NULL, NULL, 1, NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(kept == 77 && kept_len == 78);
  ACCEPTED(wattle_filter_tools(&all_set, NULL, 0, NULL, &kept_len, ERR));
  CHECK(kept_len == 0);
}

static void flags(wattle_registry *registry) {
  const struct {
    const char *name;
    size_t offset;
  } rows[] = {
    { "has_heartbeat", offsetof(wattle_tool_filter, has_heartbeat) },
    { "has_skills", offsetof(wattle_tool_filter, has_skills) },
    { "has_delegation", offsetof(wattle_tool_filter, has_delegation) },
    { "has_commands", offsetof(wattle_tool_filter, has_commands) },
    { "has_memory", offsetof(wattle_tool_filter, has_memory) },
    { "has_workspace", offsetof(wattle_tool_filter, has_workspace) },
    { "has_governance", offsetof(wattle_tool_filter, has_governance) },
    { "reserved", offsetof(wattle_tool_filter, reserved) },
  };
  const unsigned char values[] = { 2, 255 };
  const wattle_tool tool = tool_of("skill");
  size_t kept = 77, kept_len = 78;
  (void)registry;
  for (size_t i = 0; i < COUNT(rows); i++) {
    for (size_t k = 0; k < COUNT(values); k++) {
      wattle_tool_filter filter = all_set;
      ((unsigned char *)&filter)[rows[i].offset] = values[k];
      check_row(rows[i].name);
      REFUSED(WATTLE_INVALID_ARGUMENT, rows[i].name, wattle_filter_tools(&filter, &tool, 1, &kept, &kept_len, ERR));
    }
  }
  CHECK(kept == 77 && kept_len == 78);
}

/* Known categories follow their flags; what is nearly one is not known, and so always offered. */
static void categories(wattle_registry *registry) {
  const char *const known[] = { "scheduler", "skill", "delegation", "command", "memory", "workspace", "governance" };
  const wattle_tool others[] = {
    tool_of(NULL), tool_of(""), tool_of("Skill"), tool_of("skill "), tool_of("skills"), tool_of("weather"),
    WATTLE_TOOL(.name = WATTLE_STR("tool"), .category = WATTLE_STR("skill\0")),
    WATTLE_TOOL(.category = WATTLE_STR("\xF0\x9F\x94\xA7")),
  };
  const wattle_tool_filter nothing = WATTLE_TOOL_FILTER_INIT;
  size_t kept[COUNT(others)], kept_len = 0;
  (void)registry;
  for (size_t i = 0; i < COUNT(known); i++) {
    const wattle_tool tool = tool_of(known[i]);
    wattle_tool_filter one = nothing;
    ((unsigned char *)&one)[offsetof(wattle_tool_filter, has_heartbeat) + i] = 1;
    check_row(known[i]);
    ACCEPTED(wattle_filter_tools(&nothing, &tool, 1, kept, &kept_len, ERR));
    CHECK(kept_len == 0);
    ACCEPTED(wattle_filter_tools(&one, &tool, 1, kept, &kept_len, ERR));
    CHECK(kept_len == 1 && kept[0] == 0);
  }
  ACCEPTED(wattle_filter_tools(&nothing, others, COUNT(others), kept, &kept_len, ERR));
  CHECK(kept_len == COUNT(others) && kept[kept_len - 1] == COUNT(others) - 1);
}

static void a_large_catalogue(wattle_registry *registry) {
  const char *const cycle[] = { "skill", "scheduler", "weather", "memory", NULL };
  wattle_tool_filter filter = WATTLE_TOOL_FILTER_INIT;
  wattle_tool *tools = calloc(TOOLS, sizeof *tools);
  size_t *kept = calloc(TOOLS, sizeof *kept), kept_len = 0;
  (void)registry;
  if (!tools || !kept) {
    fputs("out of memory\n", stderr);
    exit(2);
  }
  filter.has_skills = 1;
  for (size_t i = 0; i < TOOLS; i++) tools[i] = tool_of(cycle[i % COUNT(cycle)]);
  ACCEPTED(wattle_filter_tools(&filter, tools, TOOLS, kept, &kept_len, ERR));
  CHECK(kept_len == TOOLS / 5 * 3);
  for (size_t i = 0, at = 0; i < TOOLS; i++)
    if (i % 5 == 0 || i % 5 == 2 || i % 5 == 4) CHECK(at < kept_len && kept[at++] == i);

  tools[TOOLS - 1].category = WATTLE_STR("\xFF"); /* nothing is written then */
  memset(kept, 0, TOOLS * sizeof *kept);
  REFUSED(WATTLE_INVALID_UTF8, "category", wattle_filter_tools(&filter, tools, TOOLS, kept, &kept_len, ERR));
  CHECK(kept[1] == 0 && kept_len == TOOLS / 5 * 3);
  free(tools);
  free(kept);
}

/* Whoever made the module that is in, the name decides; what the budget dropped takes its tools along. */
static void flags_of_a_prompt(wattle_registry *registry) {
  const wattle_agent_context tight = WATTLE_AGENT_CONTEXT(.max_tokens = 4096, .has_governance = 1);
  const doings does = { 0 };
  wattle_module_builder *builder = new_builder();
  const wattle_module skills = module_that("skills", &does), memory = module_named("memory-recall");
  (void)registry;
  add_module(builder, &skills);
  add_module(builder, &memory);
  for (int i = 0; i < 2; i++) {
    wattle_tool_filter filter = all_set;
    wattle_prompt *prompt = built(builder, i == 0 ? &agent : &tight);
    ACCEPTED(wattle_prompt_tool_filter(prompt, &filter, ERR));
    CHECK(filter.has_skills == (i == 0) && filter.has_memory == 1 && filter.has_governance == i);
    CHECK(!filter.has_heartbeat && !filter.has_delegation && !filter.has_commands && !filter.has_workspace);
    wattle_prompt_free(prompt);
  }
  wattle_module_builder_free(builder);
}

void tool_tests(void) {
  static const test tests[] = {
    TEST(filtering_needs),
    TEST(flags),
    TEST(categories),
    TEST(a_large_catalogue),
    TEST(flags_of_a_prompt),
  };
  run_tests(tests, COUNT(tests));
}
