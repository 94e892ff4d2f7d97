/* The module builder: NULLs, names, priorities, built-ins that are not, and who is dropped when. */
#include <string.h>

#include "builders.h"

static void builder_needs(wattle_registry *registry) {
  const wattle_module module = module_named("m");
  const wattle_str name = WATTLE_STR("m");
  (void)registry;
  REFUSED(WATTLE_NULL_ARGUMENT, "builder", wattle_module_builder_new(NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "builder", wattle_module_builder_add(NULL, &module, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "builder", wattle_module_builder_add_builtins(NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "builder", wattle_module_builder_add_builtin(NULL, WATTLE_STR("skills"), 0, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "builder", wattle_module_builder_remove(NULL, name, ERR));
  CHECK(wattle_module_builder_new(NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_module_builder_add(NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_module_builder_add_builtins(NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_module_builder_add_builtin(NULL, name, 0, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_module_builder_remove(NULL, name, NULL) == WATTLE_NULL_ARGUMENT);
  wattle_module_builder_free(NULL);
  wattle_renderings_free(NULL);
  CHECK(wattle_renderings_len(NULL) == 0);
}

static void modules_need(wattle_registry *registry) {
  wattle_module_builder *builder = new_builder();
  wattle_module without_render = module_named("m");
  (void)registry;
  without_render.render = NULL;
  REFUSED(WATTLE_NULL_ARGUMENT, "module", wattle_module_builder_add(builder, NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "render", wattle_module_builder_add(builder, &without_render, ERR));
  CHECK(drops_of(without_render.user_data) == 1);
  builds_to(builder, &agent, "");
  wattle_module_builder_free(builder);
}

static void builds_need(wattle_registry *registry) {
  wattle_module_builder *builder = new_builder();
  wattle_prompt *prompt = UNTOUCHED;
  wattle_renderings *renderings = UNTOUCHED;
  (void)registry;
  REFUSED(WATTLE_NULL_ARGUMENT, "builder", wattle_module_builder_build(NULL, &agent, NULL, &prompt, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "context", wattle_module_builder_build(builder, NULL, NULL, &prompt, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "prompt", wattle_module_builder_build(builder, &agent, NULL, NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "builder", wattle_module_builder_render(NULL, &agent, &renderings, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "context", wattle_module_builder_render(builder, NULL, &renderings, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "renderings", wattle_module_builder_render(builder, &agent, NULL, ERR));
  CHECK(wattle_module_builder_build(NULL, NULL, NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_module_builder_render(NULL, NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(prompt == UNTOUCHED && renderings == UNTOUCHED);
  wattle_module_builder_free(builder);
}

/* A prompt of a registry has no modules to tell of. */
static void accessors_need(wattle_registry *registry) {
  wattle_module_builder *builder = new_builder();
  wattle_prompt *prompt = built(builder, &agent), *other = NULL;
  wattle_module_metadata metadata = WATTLE_MODULE_METADATA_INIT, metadata_before;
  wattle_tool_filter filter = WATTLE_TOOL_FILTER_INIT, filter_before;
  memset(&metadata.modules, '?', sizeof metadata - sizeof metadata.struct_size);
  memset(&filter.has_heartbeat, '?', sizeof filter - sizeof filter.struct_size);
  memcpy(&metadata_before, &metadata, sizeof metadata);
  memcpy(&filter_before, &filter, sizeof filter);
  ACCEPTED(wattle_registry_compose(registry, &converse, NULL, NULL, &other, ERR));

  REFUSED(WATTLE_NULL_ARGUMENT, "prompt", wattle_prompt_module_metadata(NULL, &metadata, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "metadata", wattle_prompt_module_metadata(prompt, NULL, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "prompt", wattle_prompt_module_metadata(other, &metadata, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "prompt", wattle_prompt_tool_filter(NULL, &filter, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "filter", wattle_prompt_tool_filter(prompt, NULL, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "prompt", wattle_prompt_tool_filter(other, &filter, ERR));
  CHECK(wattle_prompt_module_metadata(NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(wattle_prompt_tool_filter(NULL, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(memcmp(&metadata_before, &metadata, sizeof metadata) == 0);
  CHECK(memcmp(&filter_before, &filter, sizeof filter) == 0);
  CHECK(text_is(wattle_prompt_module_metadata_json(NULL), ""));
  CHECK(text_is(wattle_prompt_module_metadata_json(other), ""));
  CHECK(wattle_prompt_module_metadata_json(prompt).len > 0);
  CHECK(text_is(summary_of(prompt).unit, "tokens") && text_is(summary_of(other).unit, "chars"));
  wattle_prompt_free(prompt);
  wattle_prompt_free(other);
  wattle_module_builder_free(builder);
}

static void renderings_need(wattle_registry *registry) {
  wattle_module_builder *builder = new_builder();
  const wattle_module module = module_named("m");
  wattle_renderings *renderings = NULL;
  wattle_candidate candidate = WATTLE_CANDIDATE_INIT, before;
  (void)registry;
  add_module(builder, &module);
  memset(&candidate.id, '?', sizeof candidate - sizeof candidate.struct_size);
  memcpy(&before, &candidate, sizeof candidate);
  ACCEPTED(wattle_module_builder_render(builder, &agent, &renderings, ERR));
  wattle_module_builder_free(builder); /* they outlive it */

  REFUSED(WATTLE_NULL_ARGUMENT, "renderings", wattle_renderings_at(NULL, 0, &candidate, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "candidate", wattle_renderings_at(renderings, 0, NULL, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "index", wattle_renderings_at(renderings, 1, &candidate, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "index", wattle_renderings_at(renderings, SIZE_MAX, &candidate, ERR));
  CHECK(wattle_renderings_at(NULL, 0, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(memcmp(&before, &candidate, sizeof candidate) == 0);
  CHECK(wattle_renderings_len(renderings) == 1);
  ACCEPTED(wattle_renderings_at(renderings, 0, &candidate, ERR));
  CHECK(text_is(candidate.id, "m") && text_is(candidate.content, "text") && candidate.tier == WATTLE_TIER_CORE);
  CHECK(!candidate.condensed.data && candidate.has_chars == 0 && candidate.chars == 0);
  wattle_renderings_free(renderings);
}

/* Adding */

static void add_refused(wattle_module_builder *builder, wattle_module module, wattle_status status,
                        const char *subject) {
  REFUSED(status, subject, wattle_module_builder_add(builder, &module, ERR));
  CHECK(drops_of(module.user_data) == 1);
}

static void names(wattle_registry *registry) {
  wattle_module_builder *builder = new_builder();
  const wattle_module first = module_named("m"), with_nul = module_named("m");
  wattle_module empty = module_named(""), absent = module_named(NULL), other = with_nul;
  (void)registry;
  add_refused(builder, empty, WATTLE_INVALID_ARGUMENT, "");
  add_refused(builder, absent, WATTLE_INVALID_ARGUMENT, "");
  add_module(builder, &first);
  add_refused(builder, module_named("m"), WATTLE_DUPLICATE_MODULE, "m");
  CHECK(drops_of(first.user_data) == 0);

  /* A name is any text: one that goes on behind a NUL is another one, and so is one of another case. */
  other.name = WATTLE_STR("m\0");
  add_module(builder, &other);
  REFUSED(WATTLE_UNKNOWN_MODULE, NULL, wattle_module_builder_remove(builder, WATTLE_STR("m\0\0"), ERR));
  REFUSED(WATTLE_UNKNOWN_MODULE, "M", wattle_module_builder_remove(builder, WATTLE_STR("M"), ERR));
  ACCEPTED(wattle_module_builder_remove(builder, other.name, ERR));
  builds_to(builder, &agent, "text");

  remove_module(builder, "m");
  CHECK(drops_of(first.user_data) == 1);
  REFUSED(WATTLE_UNKNOWN_MODULE, "m", wattle_module_builder_remove(builder, WATTLE_STR("m"), ERR));
  REFUSED(WATTLE_UNKNOWN_MODULE, "", wattle_module_builder_remove(builder, WATTLE_STR(""), ERR));
  const wattle_module again = module_named("m");
  add_module(builder, &again);
  wattle_module_builder_free(builder);
  CHECK(drops_of(again.user_data) == 1);
}

static void priorities(wattle_registry *registry) {
  const uint32_t refused[] = { WATTLE_PRIORITY_MAX + 1, 255, 256, 1u << 31, UINT32_MAX };
  wattle_module_builder *builder = new_builder();
  wattle_module last = module_named("last"), first = module_named("first");
  (void)registry;
  for (size_t i = 0; i < COUNT(refused); i++) {
    wattle_module module = module_named("m");
    module.priority = refused[i];
    add_refused(builder, module, WATTLE_INVALID_ARGUMENT, "m");
  }
  last.priority = WATTLE_PRIORITY_MAX;
  first.priority = 0;
  add_module(builder, &last);
  add_module(builder, &first);
  wattle_prompt *prompt = built(builder, &agent);
  CHECK(text_is(section_of(prompt, 0).id, "first") && text_is(section_of(prompt, 1).id, "last"));
  wattle_prompt_free(prompt);
  wattle_module_builder_free(builder);
}

/* All or none. */
static void builtins(wattle_registry *registry) {
  const wattle_maybe unknown[] = { 3, 5, 99, UINT32_MAX };
  const char *const nobody[] = { "", "Skills", "skills ", "memory", "injection_defense" };
  wattle_module_builder *builder = new_builder();
  const wattle_module taken = module_named("reply-gate");
  (void)registry;
  for (size_t i = 0; i < COUNT(unknown); i++)
    REFUSED(WATTLE_INVALID_ARGUMENT, "optional",
            wattle_module_builder_add_builtin(builder, WATTLE_STR("skills"), unknown[i], ERR));
  for (size_t i = 0; i < COUNT(nobody); i++)
    REFUSED(WATTLE_UNKNOWN_MODULE, nobody[i],
            wattle_module_builder_add_builtin(builder, wattle_cstr(nobody[i]), 0, ERR));

  add_module(builder, &taken);
  REFUSED(WATTLE_DUPLICATE_MODULE, "reply-gate", wattle_module_builder_add_builtins(builder, ERR));
  REFUSED(WATTLE_DUPLICATE_MODULE, "reply-gate",
          wattle_module_builder_add_builtin(builder, WATTLE_STR("reply-gate"), WATTLE_NO, ERR));
  builds_to(builder, &agent, "text");
  remove_module(builder, "reply-gate");
  ACCEPTED(wattle_module_builder_add_builtins(builder, ERR));
  REFUSED(WATTLE_DUPLICATE_MODULE, "identity", wattle_module_builder_add_builtins(builder, ERR));
  REFUSED(WATTLE_DUPLICATE_MODULE, "skills",
          wattle_module_builder_add_builtin(builder, WATTLE_STR("skills"), 0, ERR));
  add_refused(builder, module_named("skills"), WATTLE_DUPLICATE_MODULE, "skills");
  remove_module(builder, "skills");
  ACCEPTED(wattle_module_builder_add_builtin(builder, WATTLE_STR("skills"), WATTLE_NO, ERR));
  wattle_module_builder_free(builder);
}

/* At refusal, at removal, at free; and of several callbacks of a module once. */
static void drops_of_modules(wattle_registry *registry) {
  wattle_module_builder *builder = new_builder();
  wattle_module removed = module_named("removed"), kept = module_named("kept");
  wattle_module without_drop = module_named("without");
  (void)registry;
  drop_tracked(without_drop.user_data); /* by its owner */
  without_drop.drop = NULL;
  kept.render_minimal = kept.render;
  add_module(builder, &removed);
  add_module(builder, &kept);
  add_module(builder, &without_drop);
  wattle_prompt *prompt = built(builder, &agent);
  remove_module(builder, "removed");
  CHECK(drops_of(removed.user_data) == 1 && drops_of(kept.user_data) == 0);
  wattle_module_builder_free(builder);
  CHECK(drops_of(kept.user_data) == 1 && drops_of(without_drop.user_data) == 1);
  CHECK(text_is(wattle_prompt_text(prompt), "text\n\ntext\n\ntext")); /* it outlives its builder */
  wattle_prompt_free(prompt);
}

void module_tests(void) {
  static const test tests[] = {
    TEST(builder_needs),
    TEST(modules_need),
    TEST(builds_need),
    TEST(accessors_need),
    TEST(renderings_need),
    TEST(names),
    TEST(priorities),
    TEST(builtins),
    TEST(drops_of_modules),
  };
  run_tests(tests, COUNT(tests));
}
