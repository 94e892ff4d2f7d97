/* Composing into a prompt that there is: refusals that leave it as it was, and callbacks that want it too. */
#include <string.h>

#include "actors.h"
#include "builders.h"

static const wattle_candidate parts[] = {
  WATTLE_CANDIDATE(.id = WATTLE_STR_INIT("a"), .content = WATTLE_STR_INIT("first"), .tier = WATTLE_TIER_CORE),
  WATTLE_CANDIDATE(.id = WATTLE_STR_INIT("b"), .content = WATTLE_STR_INIT("second"), .tier = WATTLE_TIER_CORE),
};

static wattle_prompt *composed(size_t n) {
  wattle_prompt *prompt = NULL;
  ACCEPTED(wattle_compose(parts, n, NULL, &prompt, ERR));
  return prompt;
}

/* It still says this, and can be composed into. Frees it. */
static void works_and_says(wattle_prompt *prompt, const char *text) {
  CHECK(text_is(wattle_prompt_text(prompt), text));
  ACCEPTED(wattle_compose_into(parts, 2, NULL, prompt, ERR));
  CHECK(text_is(wattle_prompt_text(prompt), "first\n\nsecond") && text_is(section_of(prompt, 1).id, "b"));
  wattle_prompt_free(prompt);
}

static void refusals_keep_the_content(wattle_registry *registry) {
  wattle_prompt *prompt = composed(1);
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_candidate bad[2];
  memcpy(bad, parts, sizeof bad);
  bad[1].tier = 0;
  REFUSED(WATTLE_INVALID_ARGUMENT, "tier", wattle_compose_into(bad, 2, NULL, prompt, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "candidates", wattle_compose_into(NULL, 1, NULL, prompt, ERR));
  options.struct_size = 1;
  REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size", wattle_compose_into(parts, 2, &options, prompt, ERR));
  options.struct_size = sizeof options;
  options.total_budget = (uint64_t)WATTLE_CHARS_MAX + 1;
  REFUSED(WATTLE_INVALID_ARGUMENT, "totalBudget",
          wattle_registry_compose_into(registry, &converse, NULL, &options, prompt, ERR));
  works_and_says(prompt, "first");
}

/* Every kind of callback that fails in a composition into a prompt. */
static wattle_status fail(wattle_call *call) { return wattle_call_fail(call, WATTLE_STR("no")); }

static void failing_callbacks_keep_the_content(wattle_registry *registry) {
  for (int i = 0; i < ACTORS; i++) {
    wattle_prompt *prompt = composed(1);
    check_row(actors[i].name);
    actor_add(registry, i, fail);
    REFUSED(WATTLE_CALLBACK_FAILED, actors[i].subject, actor_compose_into(registry, i, prompt, ERR));
    works_and_says(prompt, "first");
    actor_remove(registry, i);
  }
}

/* The prompt that the call under way composes into, and what callbacks see of it. */
static wattle_prompt *current;
static unsigned looks;

static wattle_status want_it_too(wattle_call *call) {
  (void)call;
  looks++;
  REFUSED(WATTLE_RE_ENTRANCY, "prompt", wattle_compose_into(parts, 2, NULL, current, ERR));
  wattle_prompt_free(current); /* does nothing: it is the call's */
  wattle_prompt *other = composed(2);
  works_and_says(other, "first\n\nsecond");
  return WATTLE_OK;
}

static void callbacks_that_want_it_too(wattle_registry *registry) {
  for (int i = 0; i < ACTORS; i++) {
    current = composed(1);
    looks = 0;
    check_row(actors[i].name);
    actor_add(registry, i, want_it_too);
    ACCEPTED(actor_compose_into(registry, i, current, ERR));
    CHECK(looks > 0);
    works_and_says(current, actors[i].text);
    actor_remove(registry, i);
  }
}

static wattle_status look(wattle_call *call) {
  (void)call;
  looks++;
  CHECK(text_is(wattle_prompt_text(current), "first") && section_of(current, 0).chars == 5);
  return WATTLE_OK;
}

static wattle_status look_at_the_new(wattle_call *call) {
  (void)call;
  looks++;
  CHECK(text_is(wattle_prompt_text(current), "base") && text_is(section_of(current, 0).id, "host.base"));
  return WATTLE_OK;
}

/* The old content stands until the new one is made, which only on_built sees. */
static void callbacks_that_look(wattle_registry *registry) {
  for (int i = 0; i < ACTORS; i++) {
    current = composed(1);
    looks = 0;
    check_row(actors[i].name);
    actor_add(registry, i, i == BUILT ? look_at_the_new : look);
    ACCEPTED(actor_compose_into(registry, i, current, ERR));
    CHECK(looks > 0);
    works_and_says(current, actors[i].text);
    actor_remove(registry, i);
  }
}

/* The figures that only modules have go with their text, and stay where that stays. */
static void into_a_prompt_of_modules(wattle_registry *registry) {
  wattle_module_builder *builder = new_builder();
  const wattle_module module = module_named("m");
  wattle_module_metadata metadata = WATTLE_MODULE_METADATA_INIT;
  wattle_tool_filter filter = WATTLE_TOOL_FILTER_INIT;
  add_module(builder, &module);
  wattle_prompt *prompt = built(builder, &agent);
  wattle_module_builder_free(builder);
  REFUSED(WATTLE_NULL_ARGUMENT, "context", wattle_registry_compose_into(registry, NULL, NULL, NULL, prompt, ERR));
  ACCEPTED(wattle_prompt_module_metadata(prompt, &metadata, ERR));
  CHECK(metadata.modules == 1 && wattle_prompt_module_metadata_json(prompt).len > 0);
  ACCEPTED(wattle_registry_compose_into(registry, &converse, NULL, NULL, prompt, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "prompt", wattle_prompt_module_metadata(prompt, &metadata, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "prompt", wattle_prompt_tool_filter(prompt, &filter, ERR));
  CHECK(text_is(wattle_prompt_module_metadata_json(prompt), "") && text_is(summary_of(prompt).unit, "chars"));
  works_and_says(prompt, "base");
}

/* Sections of the prompt itself as candidates of what takes its place. */
static void into_what_it_is_made_of(wattle_registry *registry) {
  wattle_prompt *prompt = composed(2);
  (void)registry;
  for (int again = 0; again < 3; again++) {
    wattle_candidate swapped[2];
    for (size_t i = 0; i < 2; i++) {
      const wattle_section section = section_of(prompt, 1 - i);
      swapped[i] = parts[i];
      swapped[i].id = section.id;
      swapped[i].content = section.text;
    }
    ACCEPTED(wattle_compose_into(swapped, 2, NULL, prompt, ERR));
    CHECK(text_is(wattle_prompt_text(prompt), again % 2 ? "first\n\nsecond" : "second\n\nfirst"));
  }
  works_and_says(prompt, "second\n\nfirst");
}

void into_tests(void) {
  static const test tests[] = {
    TEST(refusals_keep_the_content),
    TEST(failing_callbacks_keep_the_content),
    TEST(callbacks_that_want_it_too),
    TEST(callbacks_that_look),
    TEST(into_a_prompt_of_modules),
    TEST(into_what_it_is_made_of),
  };
  run_tests(tests, COUNT(tests));
}
