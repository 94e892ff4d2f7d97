/* Prompts made again of what they reported: bad places, values and sums. */
#include <string.h>

#include "builders.h"

enum { SECTIONS = 3 };

/* What a prompt of three candidates reports: the last one has no room. */
static wattle_summary told;
static wattle_section sections[SECTIONS];

static wattle_prompt *reported(void) {
  const wattle_candidate candidates[SECTIONS] = {
    WATTLE_CANDIDATE(.id = WATTLE_STR("a"), .content = WATTLE_STR("A"), .tier = WATTLE_TIER_CORE),
    WATTLE_CANDIDATE(.id = WATTLE_STR("b"), .content = WATTLE_STR("B"), .tier = WATTLE_TIER_ACTIVE),
    WATTLE_CANDIDATE(.id = WATTLE_STR("c"), .content = WATTLE_STR("CCCC"), .tier = WATTLE_TIER_INFORMATIONAL),
  };
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_prompt *prompt = NULL;
  options.total_budget = 3;
  ACCEPTED(wattle_compose(candidates, SECTIONS, &options, &prompt, ERR));
  told = summary_of(prompt);
  for (size_t i = 0; i < SECTIONS; i++) sections[i] = section_of(prompt, i);
  return prompt;
}

static void restored_is_the_same(wattle_registry *registry) {
  wattle_prompt *prompt = reported(), *again = NULL;
  wattle_module_metadata metadata = WATTLE_MODULE_METADATA_INIT;
  (void)registry;
  ACCEPTED(wattle_prompt_restore(&told, sections, SECTIONS, &again, ERR));
  CHECK(text_is(wattle_prompt_json(again), wattle_prompt_json(prompt).data));
  CHECK(text_is(wattle_prompt_table(again), wattle_prompt_table(prompt).data));
  CHECK(text_is(wattle_prompt_event_json(again), wattle_prompt_event_json(prompt).data));
  REFUSED(WATTLE_INVALID_ARGUMENT, "prompt", wattle_prompt_module_metadata(again, &metadata, ERR));
  wattle_prompt_free(again);
  wattle_prompt_free(prompt);
}

static void restoring_needs(wattle_registry *registry) {
  wattle_prompt *prompt = reported(), *again = UNTOUCHED;
  wattle_summary nothing = WATTLE_SUMMARY_INIT;
  (void)registry;
  REFUSED(WATTLE_NULL_ARGUMENT, "summary", wattle_prompt_restore(NULL, sections, SECTIONS, &again, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "sections", wattle_prompt_restore(&told, NULL, SECTIONS, &again, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "prompt", wattle_prompt_restore(&told, sections, SECTIONS, NULL, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "sections", wattle_prompt_restore(&told, sections, SECTIONS - 1, &again, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "sections", wattle_prompt_restore(&nothing, sections, SECTIONS, &again, ERR));
  CHECK(again == UNTOUCHED);
  ACCEPTED(wattle_prompt_restore(&nothing, NULL, 0, &again, ERR));
  CHECK(text_is(wattle_prompt_text(again), ""));
  wattle_prompt_free(again);
  wattle_prompt_free(prompt);
}

/* Restores with one field of the second section, or of the summary, set to something else. */
static void refuses_with(void *field, size_t width, uint64_t value, wattle_status status, const char *subject) {
  unsigned char before[sizeof(wattle_str)];
  wattle_prompt *again = UNTOUCHED;
  memcpy(before, field, width);
  memcpy(field, &value, width);
  REFUSED(status, subject, wattle_prompt_restore(&told, sections, SECTIONS, &again, ERR));
  CHECK(again == UNTOUCHED);
  memcpy(field, before, width);
}

static void values_of_restored_sections(wattle_registry *registry) {
  wattle_prompt *prompt = reported();
  wattle_section *s = &sections[1];
  const uint32_t enumerators[] = { 5, 99, UINT32_MAX };
  (void)registry;
  for (size_t i = 0; i < COUNT(enumerators); i++) {
    refuses_with(&s->origin, 4, enumerators[i], WATTLE_INVALID_ARGUMENT, "origin");
    refuses_with(&s->mode, 4, enumerators[i], WATTLE_INVALID_ARGUMENT, "mode");
    refuses_with(&s->tier, 4, enumerators[i], WATTLE_INVALID_ARGUMENT, "tier");
    refuses_with(&s->verdict, 4, enumerators[i], WATTLE_INVALID_ARGUMENT, "verdict");
  }
  refuses_with(&s->tier, 4, 0, WATTLE_INVALID_ARGUMENT, "tier");
  refuses_with(&s->verdict, 4, 0, WATTLE_INVALID_ARGUMENT, "verdict");
  refuses_with(&s->verdict, 4, WATTLE_DROPPED, WATTLE_INVALID_ARGUMENT, "text");
  refuses_with(&s->is_static, 1, 2, WATTLE_INVALID_ARGUMENT, "is_static");
  refuses_with(&s->chars, 8, WATTLE_CHARS_MAX + 1, WATTLE_INVALID_ARGUMENT, "chars");
  refuses_with(&s->total_before, 8, WATTLE_UNLIMITED, WATTLE_INVALID_ARGUMENT, "total_before");
  refuses_with(&s->limit, 8, WATTLE_NOT_SET, WATTLE_INVALID_ARGUMENT, "limit");
  refuses_with(&s->id.data, sizeof s->id.data, 0, WATTLE_NULL_ARGUMENT, "id");
  refuses_with(&s->text.data, sizeof s->text.data, 0, WATTLE_NULL_ARGUMENT, "text");
  refuses_with(&s->plugin.len, sizeof s->plugin.len, 1, WATTLE_NULL_ARGUMENT, "plugin");
  refuses_with(&s->struct_size, sizeof s->struct_size, sizeof *s + 8, WATTLE_INVALID_ARGUMENT, "struct_size");
  s->text = s->plugin = s->id = WATTLE_STR("\xFF");
  wattle_prompt *again = UNTOUCHED;
  REFUSED(WATTLE_INVALID_UTF8, "id", wattle_prompt_restore(&told, sections, SECTIONS, &again, ERR));
  s->id = WATTLE_STR("");
  REFUSED(WATTLE_INVALID_UTF8, "plugin", wattle_prompt_restore(&told, sections, SECTIONS, &again, ERR));
  s->plugin = WATTLE_STR("");
  REFUSED(WATTLE_INVALID_UTF8, "text", wattle_prompt_restore(&told, sections, SECTIONS, &again, ERR));
  CHECK(again == UNTOUCHED);
  wattle_prompt_free(prompt);
}

static void values_of_restored_summaries(wattle_registry *registry) {
  wattle_prompt *prompt = reported();
  wattle_prompt *again = UNTOUCHED;
  const size_t prefixes[] = { 2, 3, 5, SIZE_MAX };
  (void)registry;
  refuses_with(&told.over_budget, 1, 2, WATTLE_INVALID_ARGUMENT, "over_budget");
  refuses_with(&told.static_only, 1, 255, WATTLE_INVALID_ARGUMENT, "static_only");
  refuses_with(&told.total_chars, 8, WATTLE_CHARS_MAX + 1, WATTLE_INVALID_ARGUMENT, "total_chars");
  refuses_with(&told.effective_budget, 8, WATTLE_NOT_SET, WATTLE_INVALID_ARGUMENT, "effective_budget");
  for (size_t i = 0; i < COUNT(prefixes); i++)
    refuses_with(&told.stable_prefix, sizeof(size_t), prefixes[i], WATTLE_INVALID_ARGUMENT, "stable_prefix");
  told.unit = (wattle_str){ "", 0 };
  REFUSED(WATTLE_INVALID_ARGUMENT, "unit", wattle_prompt_restore(&told, sections, SECTIONS, &again, ERR));
  CHECK(again == UNTOUCHED);
  wattle_prompt_free(prompt);
}

void restore_tests(void) {
  static const test tests[] = {
    TEST(restored_is_the_same),
    TEST(restoring_needs),
    TEST(values_of_restored_sections),
    TEST(values_of_restored_summaries),
  };
  run_tests(tests, COUNT(tests));
}
