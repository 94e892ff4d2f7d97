/* Tables and comparisons: bad handles, places and indices, hostile ids, and what is told. */
#include <string.h>

#include "builders.h"

/* A candidate of the active tier. */
static wattle_candidate says(wattle_str id, const char *text) {
  wattle_candidate candidate = WATTLE_CANDIDATE(.id = id, .content = wattle_cstr(text), .tier = WATTLE_TIER_ACTIVE);
  return candidate;
}

static wattle_prompt *composed(const wattle_candidate *candidates, size_t n, uint64_t budget) {
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_prompt *prompt = NULL;
  options.total_budget = budget;
  ACCEPTED(wattle_compose(candidates, n, &options, &prompt, ERR));
  return prompt;
}

/* Compares two prompts, and frees them. */
static wattle_diff *compared(wattle_prompt *before, wattle_prompt *after) {
  wattle_diff *diff = NULL;
  ACCEPTED(wattle_prompt_diff(before, after, &diff, ERR));
  wattle_prompt_free(before);
  wattle_prompt_free(after);
  return diff;
}

static wattle_diff_figures figures_of(const wattle_diff *diff) {
  wattle_diff_figures figures = WATTLE_DIFF_FIGURES_INIT;
  ACCEPTED(wattle_diff_summary(diff, &figures, ERR));
  return figures;
}

static wattle_difference difference_of(const wattle_diff *diff, size_t index) {
  wattle_difference difference = WATTLE_DIFFERENCE_INIT;
  ACCEPTED(wattle_diff_at(diff, index, &difference, ERR));
  return difference;
}

static bool is_printable(wattle_str text) {
  for (size_t i = 0; i < text.len; i++)
    if (text.data[i] != '\n' && (text.data[i] < ' ' || text.data[i] > '~')) return false;
  return text.data[text.len] == '\0' && strlen(text.data) == text.len;
}

/* Ids that would clear a screen, end a line or a string, or turn the direction of what follows. */
static void tables_of_hostile_ids(wattle_registry *registry) {
  static const wattle_str ids[] = {
    WATTLE_STR_INIT("\x1b[2J\x1b]0;title\a"), WATTLE_STR_INIT("line\r\nbreak\v\f"),
    WATTLE_STR_INIT("nul\0nul"),              WATTLE_STR_INIT("\xC2\x9B" "31m\xC2\x85"),
    WATTLE_STR_INIT("\xE2\x80\xAE" "bidi\xE2\x81\xA6\xE2\x80\x8F"), /* U+202E, U+2066, U+200F */
    WATTLE_STR_INIT("\xE2\x80\xA8\xE2\x80\xA9"),                   /* U+2028, U+2029 */
    WATTLE_STR_INIT("\xD7\x90\xD7\x91"),                           /* two Hebrew letters */
  };
  (void)registry;
  for (size_t i = 0; i < COUNT(ids); i++) {
    const wattle_candidate one = says(ids[i], "the text \x1b[2J");
    wattle_prompt *prompt = composed(&one, 1, WATTLE_UNLIMITED);
    const wattle_str table = wattle_prompt_table(prompt);
    CHECK(table.len > 0 && is_printable(table));
    CHECK(strstr(table.data, "the text") == NULL);
    size_t lines = 0;
    for (size_t k = 0; k < table.len; k++) lines += table.data[k] == '\n';
    CHECK(lines == (strstr(table.data, "...") ? 11 : 9));
    CHECK(wattle_prompt_table(prompt).data == table.data);
    wattle_prompt_free(prompt);
  }
}

static void tables_need(wattle_registry *registry) {
  (void)registry;
  CHECK(text_is(wattle_prompt_table(NULL), ""));
  CHECK(text_is(wattle_bundle_table(NULL), ""));
}

static void tables_outlive_their_registry(wattle_registry *unused) {
  wattle_registry *registry = registry_with_base();
  wattle_bundle *bundle = NULL;
  (void)unused;
  ACCEPTED(wattle_registry_resolve(registry, &converse, NULL, NULL, &bundle, ERR));
  wattle_registry_free(registry);
  CHECK(strstr(wattle_bundle_table(bundle).data, "\n0  host.base  static  -") != NULL);
  CHECK(is_printable(wattle_bundle_table(bundle)));
  wattle_bundle_free(bundle);
}

static void diffs_need(wattle_registry *registry) {
  wattle_bundle *bundle = NULL;
  wattle_prompt *prompt = composed(NULL, 0, WATTLE_UNLIMITED);
  wattle_diff *diff = UNTOUCHED;
  ACCEPTED(wattle_registry_resolve(registry, &converse, NULL, NULL, &bundle, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "before", wattle_bundle_diff(NULL, bundle, &diff, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "after", wattle_bundle_diff(bundle, NULL, &diff, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "diff", wattle_bundle_diff(bundle, bundle, NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "before", wattle_prompt_diff(NULL, prompt, &diff, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "after", wattle_prompt_diff(prompt, NULL, &diff, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "diff", wattle_prompt_diff(prompt, prompt, NULL, ERR));
  CHECK(diff == UNTOUCHED);
  wattle_bundle_free(bundle);
  wattle_prompt_free(prompt);
}

static void diff_accessors_need(wattle_registry *registry) {
  const wattle_candidate one = says(WATTLE_STR("a"), "x");
  wattle_diff *diff = compared(composed(NULL, 0, WATTLE_UNLIMITED), composed(&one, 1, WATTLE_UNLIMITED));
  wattle_diff_figures figures = WATTLE_DIFF_FIGURES_INIT, figures_before;
  wattle_difference difference = WATTLE_DIFFERENCE_INIT, difference_before;
  (void)registry;
  memset(&figures.differences, '?', sizeof figures - sizeof figures.struct_size);
  memset(&difference.id, '?', sizeof difference - sizeof difference.struct_size);
  memcpy(&figures_before, &figures, sizeof figures);
  memcpy(&difference_before, &difference, sizeof difference);
  REFUSED(WATTLE_NULL_ARGUMENT, "diff", wattle_diff_summary(NULL, &figures, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "figures", wattle_diff_summary(diff, NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "diff", wattle_diff_at(NULL, 0, &difference, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "difference", wattle_diff_at(diff, 0, NULL, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "index", wattle_diff_at(diff, 1, &difference, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "index", wattle_diff_at(diff, SIZE_MAX, &difference, ERR));
  CHECK(memcmp(&figures_before, &figures, sizeof figures) == 0);
  CHECK(memcmp(&difference_before, &difference, sizeof difference) == 0);
  CHECK(text_is(wattle_diff_json(NULL), ""));
  wattle_diff_free(diff);
}

static void nothing_differs(wattle_registry *registry) {
  wattle_bundle *bundle = NULL;
  wattle_diff *diff = NULL;
  ACCEPTED(wattle_registry_resolve(registry, &converse, NULL, NULL, &bundle, ERR));
  ACCEPTED(wattle_bundle_diff(bundle, bundle, &diff, ERR));
  wattle_bundle_free(bundle);
  const wattle_diff_figures figures = figures_of(diff);
  CHECK(figures.equal && figures.differences == 0);
  CHECK(figures.text.byte == WATTLE_NOT_SET && figures.stable_prefix.byte == WATTLE_NOT_SET);
  CHECK(figures.text.before == WATTLE_NOT_SET && !figures.text.before_id.data);
  CHECK(strncmp(wattle_diff_json(diff).data, "{\"equal\":true,\"text\":null,\"stablePrefix\":null,", 46) == 0);
  wattle_diff_free(diff);
}

/* One word of one section, a section more, and one that has no room: each with its indices, bytes and verdicts. */
static void what_differs(wattle_registry *registry) {
  const wattle_candidate before[] = { says(WATTLE_STR("a"), "one"), says(WATTLE_STR("b\0"), "two three"),
                                      says(WATTLE_STR("c"), "four") };
  const wattle_candidate after[] = { before[0], says(WATTLE_STR("new"), "0"), says(WATTLE_STR("b\0"), "two FOUR"), before[2] };
  wattle_diff *diff = compared(composed(before, 3, WATTLE_UNLIMITED), composed(after, 4, 13));
  const wattle_diff_figures figures = figures_of(diff);
  (void)registry;
  CHECK(!figures.equal && figures.differences == 3);
  CHECK(figures.added == 1 && figures.removed == 0 && figures.moved == 0);
  CHECK(figures.texts_changed == 2 && figures.verdicts_changed == 1);
  CHECK(figures.text.byte == 5 && figures.text.before == 1 && figures.text.after == 1);
  CHECK(figures.text.before_id.len == 2 && memcmp(figures.text.before_id.data, "b\0", 3) == 0);
  CHECK(text_is(figures.text.after_id, "new") && figures.text.after_id.data[3] == '\0');
  CHECK(figures.stable_prefix.byte == WATTLE_NOT_SET);

  const wattle_difference added = difference_of(diff, 0), changed = difference_of(diff, 1), dropped = difference_of(diff, 2);
  CHECK(added.changes == WATTLE_CHANGE_ADDED && text_is(added.id, "new") && added.origin == 0);
  CHECK(added.before == WATTLE_NOT_SET && added.after == 1 && added.first_differing_byte == WATTLE_NOT_SET);
  CHECK(added.before_verdict == 0 && added.after_verdict == WATTLE_INCLUDED);
  CHECK(changed.changes == (WATTLE_CHANGE_TEXT | WATTLE_CHANGE_CHARS) && changed.id.len == 2);
  CHECK(changed.before == 1 && changed.after == 2 && changed.first_differing_byte == 4);
  CHECK(dropped.changes == (WATTLE_CHANGE_TEXT | WATTLE_CHANGE_VERDICT) && text_is(dropped.id, "c"));
  CHECK(dropped.before_verdict == WATTLE_INCLUDED && dropped.after_verdict == WATTLE_DROPPED);
  CHECK(dropped.first_differing_byte == WATTLE_NOT_SET);
  const wattle_str json = wattle_diff_json(diff);
  CHECK(json.data[json.len] == '\0' && strlen(json.data) == json.len && strstr(json.data, "\"changes\":[\"text\",\"verdict\"]"));
  CHECK(wattle_diff_json(diff).data == json.data);
  wattle_diff_free(diff);
}

/* A section of another registry than the other's, and modules against candidates: ids and origins are all that pairs. */
static void results_of_different_kinds(wattle_registry *registry) {
  wattle_module_builder *builder = new_builder();
  const wattle_module module = module_named("m");
  const wattle_candidate one = says(WATTLE_STR("m"), "text");
  add_module(builder, &module);
  wattle_diff *diff = compared(built(builder, &agent), composed(&one, 1, WATTLE_UNLIMITED));
  const wattle_difference difference = difference_of(diff, 0);
  (void)registry;
  CHECK(figures_of(diff).differences == 1);
  CHECK(difference.changes == (WATTLE_CHANGE_CHARS | WATTLE_CHANGE_LABEL)); /* 1 token, and required */
  wattle_diff_free(diff);
  wattle_module_builder_free(builder);
}

static wattle_status explain_inside(void *user_data, wattle_call *call, const wattle_context *context,
                                    const wattle_state *state) {
  wattle_bundle *bundle = user_data;
  wattle_diff *diff = NULL;
  (void)context;
  (void)state;
  ACCEPTED(wattle_bundle_diff(bundle, bundle, &diff, ERR));
  CHECK(figures_of(diff).equal && wattle_bundle_table(bundle).len > 0);
  wattle_diff_free(diff);
  return wattle_call_write(call, WATTLE_STR("explained"));
}

static void explaining_in_a_callback(wattle_registry *registry) {
  wattle_bundle *bundle = NULL;
  ACCEPTED(wattle_registry_resolve(registry, &converse, NULL, NULL, &bundle, ERR));
  const wattle_contribution contribution = runtime_contribution("host.explain", explain_inside, bundle);
  add(registry, &contribution);
  resolves_to(registry, "base\n\nexplained");
  remove_runtime(registry, "host.explain");
  wattle_bundle_free(bundle);
}

void explain_tests(void) {
  static const test tests[] = {
    TEST(tables_of_hostile_ids),
    TEST(tables_need),
    TEST(tables_outlive_their_registry),
    TEST(diffs_need),
    TEST(diff_accessors_need),
    TEST(nothing_differs),
    TEST(what_differs),
    TEST(results_of_different_kinds),
    TEST(explaining_in_a_callback),
  };
  run_tests(tests, COUNT(tests));
}
