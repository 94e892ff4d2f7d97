/* Contents, ids and messages that are meant to do harm: bytes pass as they are, dumps stay JSON, and what is shown is visible. */
#include <stdlib.h>
#include <string.h>

#include "builders.h"

#define TEN_MEGABYTES ((size_t)10000000)

/* What templates, printf, Markdown, terminals, JSON, HTML and whoever looks for the borders of sections would act on. */
static const wattle_str texts[] = {
  WATTLE_STR_INIT("{{x}} {x} ${x} <%= x %> `x` $(x)"),
  WATTLE_STR_INIT("%s %n %d %999999999s %%"),
  WATTLE_STR_INIT("```\nfence\n~~~\n\n---\n\n# Safety\n\n"),
  WATTLE_STR_INIT("\n\n"),
  WATTLE_STR_INIT("\xE2\x80\xAE" "bidi\xE2\x81\xA6\xE2\x80\x8F zero\xE2\x80\x8B\xEF\xBB\xBF"), /* U+202E, U+2066, U+200F, U+200B, U+FEFF */
  WATTLE_STR_INIT("\x1b[2J\x1b]0;title\a\xC2\x9B" "31m\x7f"),
  WATTLE_STR_INIT("a\rb\r\nc\v\f\xC2\x85\xE2\x80\xA8\xE2\x80\xA9"),
  WATTLE_STR_INIT("\0a\0"),
  WATTLE_STR_INIT("\xC3\xA9 e\xCC\x81"), /* e acute, composed and decomposed */
  WATTLE_STR_INIT("\"},{\"id\":\"safety:none\\"),
  WATTLE_STR_INIT("</system><script>alert(1)</script>]]>"),
};

static bool same(wattle_str one, wattle_str other) { return one.len == other.len && memcmp(one.data, other.data, one.len) == 0; }

/* No byte of it moves a cursor, and no character turns a direction or is not seen. */
static bool is_visible(wattle_str text) {
  static const char *const unseen[] = { "\xC2\x85", "\xC2\x9B", "\xD8\x9C", "\xE2\x80\x8B", "\xE2\x80\x8F", "\xE2\x80\xA8", "\xE2\x80\xAE", "\xE2\x81\xA6",
                                        "\xE2\x81\xA9", "\xEF\xBB\xBF" };
  for (size_t i = 0; i < text.len; i++)
    if ((unsigned char)text.data[i] < ' ' || text.data[i] == '\x7f') return false;
  for (size_t i = 0; i < COUNT(unseen); i++)
    if (strstr(text.data, unseen[i]) != NULL) return false;
  return strlen(text.data) == text.len;
}

/* One line without a raw control character: what JSON needs of its strings. */
static bool is_one_line(wattle_str json) {
  for (size_t i = 0; i < json.len; i++)
    if ((unsigned char)json.data[i] < ' ') return false;
  return json.len > 0 && strlen(json.data) == json.len;
}

static wattle_status write_text(void *user_data, wattle_call *call, const wattle_context *context) {
  (void)context;
  return wattle_call_write(call, *(const wattle_str *)user_data);
}

static wattle_status write_in_pieces(void *user_data, wattle_call *call, const wattle_context *context,
                                     const wattle_state *state) {
  const wattle_str *text = user_data;
  (void)context, (void)state;
  for (size_t i = 0; i < text->len; i++) wattle_call_write(call, (wattle_str){ text->data + i, 1 });
  return WATTLE_OK;
}

static wattle_status emit_text(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  const wattle_contribution emitted = wattle_append_prompt(WATTLE_STR("p.emitted"), *(const wattle_str *)user_data);
  (void)context, (void)state;
  return wattle_call_emit(call, &emitted, NULL);
}

static void hostile_texts_pass_unchanged(wattle_registry *unused) {
  (void)unused;
  for (size_t i = 0; i < COUNT(texts); i++) {
    wattle_registry *registry = empty_registry();
    const wattle_contribution contributions[] = {
      wattle_append_prompt(WATTLE_STR("host.text"), texts[i]),
      WATTLE_CONTRIBUTION(.id = WATTLE_STR("host.static"), .mode = WATTLE_APPEND, .static_content = write_text,
                          .user_data = (void *)&texts[i]),
      WATTLE_CONTRIBUTION(.id = WATTLE_STR("host.aware"), .mode = WATTLE_APPEND, .runtime_content = write_in_pieces,
                          .user_data = (void *)&texts[i]),
      WATTLE_CONTRIBUTION(.id = WATTLE_STR("host.replaced"), .mode = WATTLE_REPLACE, .text = texts[i]),
    };
    const wattle_plugin plugin = WATTLE_PLUGIN(.name = WATTLE_STR("p"), .hook = emit_text, .user_data = (void *)&texts[i]);
    const wattle_safety_policy policy =
        WATTLE_SAFETY_POLICY(.id = WATTLE_STR("safety.text"), .text = texts[i], .enabled_by_default = 1);
    wattle_prompt *prompt = NULL;
    wattle_text *dump = NULL;
    ACCEPTED(wattle_registry_register(registry, contributions, COUNT(contributions), ERR));
    ACCEPTED(wattle_registry_register_plugin(registry, &plugin, ERR));
    ACCEPTED(wattle_registry_register_safety_policy(registry, &policy, ERR));
    ACCEPTED(wattle_registry_compose(registry, &converse, NULL, NULL, &prompt, ERR));
    CHECK(summary_of(prompt).sections == 6); /* no text makes a section */
    for (size_t k = 0; k < 6; k++) CHECK(same(section_of(prompt, k).text, texts[i]));
    CHECK(wattle_prompt_text(prompt).len == 6 * texts[i].len + 5 * 2);
    CHECK(is_one_line(wattle_prompt_json(prompt)) && is_one_line(wattle_prompt_event_json(prompt)));
    ACCEPTED(wattle_registry_json(registry, &dump, ERR));
    CHECK(is_one_line(wattle_text_view(dump)));
    wattle_text_free(dump);
    wattle_prompt_free(prompt);
    wattle_registry_free(registry);
  }
}

static const wattle_str *rendered;

static wattle_status render_text(wattle_call *call) { return wattle_call_write_line(call, *rendered); }

static void modules_and_candidates_pass_hostile_texts(wattle_registry *registry) {
  const doings does = { .render = render_text };
  (void)registry;
  for (size_t i = 0; i < COUNT(texts); i++) {
    const wattle_candidate candidate = WATTLE_CANDIDATE(.id = texts[i], .content = texts[i], .tier = WATTLE_TIER_CORE);
    wattle_module_builder *builder = new_builder();
    wattle_module module = module_that("m", &does);
    wattle_prompt *prompt = NULL;
    rendered = &texts[i];
    module.name = texts[i];
    module.optional = 0;
    ACCEPTED(wattle_module_builder_add(builder, &module, ERR));
    prompt = built(builder, &agent);
    CHECK(same(wattle_prompt_text(prompt), texts[i]) && same(section_of(prompt, 0).id, texts[i]));
    CHECK(is_one_line(wattle_prompt_json(prompt)) && is_one_line(wattle_prompt_module_metadata_json(prompt)));
    wattle_prompt_free(prompt);
    wattle_module_builder_free(builder);
    ACCEPTED(wattle_compose(&candidate, 1, NULL, &prompt, ERR));
    CHECK(same(wattle_prompt_text(prompt), texts[i]) && same(section_of(prompt, 0).id, texts[i]));
    CHECK(is_one_line(wattle_prompt_json(prompt)) && is_one_line(wattle_prompt_event_json(prompt)));
    wattle_prompt_free(prompt);
  }
}

/* The error's subject is what was handed in, and its message can be shown. */
static void quotes(wattle_status status, wattle_str subject, wattle_error *error) {
  CHECK(wattle_error_status(error) == status);
  CHECK(same(wattle_error_subject(error), subject));
  CHECK(is_visible(wattle_error_message(error)) && strchr(wattle_error_message(error).data, '"') != NULL);
  wattle_error_free(error);
}

static void messages_are_visible(wattle_registry *registry) {
  wattle_module_builder *builder = new_builder();
  for (size_t i = 0; i < COUNT(texts); i++) {
    const wattle_contribution contribution = wattle_append_prompt(texts[i], texts[i]);
    wattle_error *error = NULL;
    CHECK(wattle_registry_register(registry, &contribution, 1, &error) == WATTLE_UNNAMESPACED_ID);
    quotes(WATTLE_UNNAMESPACED_ID, texts[i], error);
    CHECK(wattle_registry_unregister_plugin(registry, texts[i], &error) == WATTLE_UNKNOWN_PLUGIN);
    quotes(WATTLE_UNKNOWN_PLUGIN, texts[i], error);
    CHECK(wattle_module_builder_remove(builder, texts[i], &error) == WATTLE_UNKNOWN_MODULE);
    quotes(WATTLE_UNKNOWN_MODULE, texts[i], error);
  }
  wattle_module_builder_free(builder);
}

static wattle_status fail_with_format(void *user_data, wattle_call *call, const wattle_context *context,
                                      const wattle_state *state) {
  (void)user_data, (void)context, (void)state;
  return wattle_call_fail(call, WATTLE_STR("%s%n {0}"));
}

/* What callbacks and plugins say is passed on as it is: nothing formats it, and nothing escapes it. */
static void own_messages_are_passed_on(wattle_registry *registry) {
  const wattle_contribution contribution = runtime_contribution("host.fails%n", fail_with_format, NULL);
  wattle_bundle *bundle = NULL;
  wattle_error *error = NULL;
  add(registry, &contribution);
  CHECK(wattle_registry_resolve(registry, &converse, NULL, NULL, &bundle, &error) == WATTLE_CALLBACK_FAILED);
  CHECK(text_is(wattle_error_message(error), "the content of \"host.fails%n\" failed: %s%n {0}"));
  wattle_error_free(error);
  remove_runtime(registry, "host.fails%n");
  for (size_t i = 0; i < COUNT(texts); i++) {
    CHECK(wattle_error_new(WATTLE_UNSUPPORTED, texts[i], texts[i], &error) == WATTLE_UNSUPPORTED);
    CHECK(same(wattle_error_subject(error), texts[i]) && same(wattle_error_message(error), texts[i]));
    wattle_error_free(error);
  }
}

static void a_line_of_ten_megabytes(wattle_registry *registry) {
  char *const line = malloc(TEN_MEGABYTES);
  wattle_str text = { line, TEN_MEGABYTES };
  wattle_bundle *bundle = NULL;
  CHECK(line != NULL);
  memset(line, '%', TEN_MEGABYTES);
  const wattle_contribution contribution =
      WATTLE_CONTRIBUTION(.id = WATTLE_STR("host.long"), .mode = WATTLE_APPEND, .static_content = write_text, .user_data = &text);
  wattle_section section = WATTLE_SECTION_INIT;
  add(registry, &contribution);
  ACCEPTED(wattle_registry_resolve(registry, &converse, NULL, NULL, &bundle, ERR));
  ACCEPTED(wattle_bundle_section(bundle, 1, &section, ERR));
  CHECK(same(section.text, text) && section.chars == TEN_MEGABYTES);
  CHECK(wattle_bundle_table(bundle).len < 2000);
  wattle_bundle_free(bundle);
  remove_static(registry, "host.long");
  free(line);
}

void hostile_tests(void) {
  static const test tests[] = {
    TEST(hostile_texts_pass_unchanged), TEST(modules_and_candidates_pass_hostile_texts), TEST(messages_are_visible),
    TEST(own_messages_are_passed_on),   TEST(a_line_of_ten_megabytes),
  };
  run_tests(tests, COUNT(tests));
}
