/* JSON in and out: manifests, dumps, and the default prompt: bad handles, places and texts. */
#include <string.h>

#include "check.h"

static void manifests_need(wattle_registry *registry) {
  const wattle_str null = { NULL, 5 };
  REFUSED(WATTLE_NULL_ARGUMENT, "registry", wattle_registry_load_json(NULL, WATTLE_STR("{}"), ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "json", wattle_registry_load_json(registry, null, ERR));
  REFUSED(WATTLE_INVALID_UTF8, "json", wattle_registry_load_json(registry, WATTLE_STR("{\"\xFF\":1}"), ERR));
  REFUSED(WATTLE_INVALID_JSON, "$", wattle_registry_load_json(registry, WATTLE_STR(""), ERR));
  CHECK(wattle_registry_load_json(registry, WATTLE_STR("{"), NULL) == WATTLE_INVALID_JSON);
  ACCEPTED(wattle_registry_load_json(registry, WATTLE_STR("{}"), ERR));
}

static void manifests_are_all_or_nothing(wattle_registry *registry) {
  REFUSED(WATTLE_UNNAMESPACED_ID, "b",
          wattle_registry_load_json(registry, WATTLE_STR("{\"contributions\":[{\"id\":\"host.a\",\"mode\":\"append\",\"content\":{\"text\":\"A\"}},"
                                                         "{\"id\":\"b\",\"mode\":\"append\",\"content\":{\"text\":\"B\"}}]}"), ERR));
}

static void dumps_need(wattle_registry *registry) {
  wattle_text *text = UNTOUCHED;
  REFUSED(WATTLE_NULL_ARGUMENT, "registry", wattle_registry_json(NULL, &text, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "text", wattle_registry_json(registry, NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "registry", wattle_registry_fingerprint_json(NULL, &converse, NULL, &text, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "context", wattle_registry_fingerprint_json(registry, NULL, NULL, &text, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "text", wattle_registry_fingerprint_json(registry, &converse, NULL, NULL, ERR));
  const wattle_state state = WATTLE_STATE(.plugin_metadata = WATTLE_STR("[1]"));
  REFUSED(WATTLE_INVALID_ARGUMENT, "pluginMetadata", wattle_registry_fingerprint_json(registry, &converse, &state, &text, ERR));
  CHECK(text == UNTOUCHED);
  CHECK(text_is(wattle_bundle_json(NULL), ""));
  CHECK(text_is(wattle_prompt_json(NULL), ""));
  CHECK(text_is(wattle_text_view(NULL), ""));
  CHECK(text_is(wattle_text_view((const wattle_text *)registry), ""));
  wattle_text_free(NULL);
  wattle_text_free((wattle_text *)registry);
}

static void dumps_outlive_their_registry(wattle_registry *unused) {
  wattle_registry *registry = NULL;
  wattle_bundle *bundle = NULL;
  wattle_text *text = NULL;
  (void)unused;
  ACCEPTED(wattle_registry_new(NULL, &registry, ERR));
  ACCEPTED(wattle_registry_json(registry, &text, ERR));
  ACCEPTED(wattle_registry_resolve(registry, &converse, NULL, NULL, &bundle, ERR));
  wattle_registry_free(registry);
  const wattle_str dump = wattle_text_view(text), bundle_dump = wattle_bundle_json(bundle);
  CHECK(dump.len > 1000 && dump.data[0] == '{' && dump.data[dump.len] == '\0' && strlen(dump.data) == dump.len);
  CHECK(bundle_dump.len > 1000 && bundle_dump.data[bundle_dump.len] == '\0');
  CHECK(wattle_bundle_json(bundle).data == bundle_dump.data);
  wattle_bundle_free(bundle);
  wattle_text_free(text);
}

static void default_prompt_needs(wattle_registry *registry) {
  wattle_prompt *prompt = UNTOUCHED;
  (void)registry;
  REFUSED(WATTLE_NULL_ARGUMENT, "context", wattle_compose_default_system_prompt(NULL, NULL, &prompt, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "prompt", wattle_compose_default_system_prompt(&converse, NULL, NULL, ERR));
  CHECK(prompt == UNTOUCHED);
  ACCEPTED(wattle_compose_default_system_prompt(&converse, NULL, &prompt, ERR));
  CHECK(strncmp(wattle_prompt_text(prompt).data, "## ", 3) == 0);
  CHECK(wattle_prompt_json(prompt).len > wattle_prompt_text(prompt).len);
  wattle_prompt_free(prompt);
}

void json_tests(void) {
  static const test tests[] = {
    TEST(manifests_need),
    TEST(manifests_are_all_or_nothing),
    TEST(dumps_need),
    TEST(dumps_outlive_their_registry),
    TEST(default_prompt_needs),
  };
  run_tests(tests, COUNT(tests));
}
