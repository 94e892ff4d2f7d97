/* Every text that the module builder takes: at NULL with a length, and not UTF-8. Nothing is done with the rest. */
#include "builders.h"

static wattle_status put_name(wattle_module_builder *builder, wattle_str text, wattle_error **error) {
  wattle_module module = module_named("m");
  module.name = text;
  const wattle_status status = wattle_module_builder_add(builder, &module, error);
  CHECK(drops_of(module.user_data) == 1);
  return status;
}

static wattle_status put_removed(wattle_module_builder *builder, wattle_str text, wattle_error **error) {
  return wattle_module_builder_remove(builder, text, error);
}

static wattle_status put_builtin(wattle_module_builder *builder, wattle_str text, wattle_error **error) {
  return wattle_module_builder_add_builtin(builder, text, 0, error);
}

static wattle_status put_tool(wattle_str name, wattle_str category, wattle_error **error) {
  const wattle_tool_filter filter = WATTLE_TOOL_FILTER_INIT;
  wattle_tool two[] = { WATTLE_TOOL_INIT, WATTLE_TOOL_INIT };
  size_t kept[] = { 77, 78 }, kept_len = 79;
  two[1].name = name;
  two[1].category = category;
  const wattle_status status = wattle_filter_tools(&filter, two, 2, kept, &kept_len, error);
  CHECK(kept[0] == 77 && kept[1] == 78 && kept_len == 79);
  return status;
}

static wattle_status put_tool_name(wattle_module_builder *builder, wattle_str text, wattle_error **error) {
  (void)builder;
  return put_tool(text, WATTLE_STR("skill"), error);
}

static wattle_status put_tool_category(wattle_module_builder *builder, wattle_str text, wattle_error **error) {
  (void)builder;
  return put_tool(WATTLE_STR("t"), text, error);
}

static wattle_status build(wattle_module_builder *builder, const wattle_agent_context *context, wattle_error **error) {
  wattle_prompt *prompt = UNTOUCHED;
  wattle_renderings *renderings = UNTOUCHED;
  const wattle_status status = wattle_module_builder_build(builder, context, NULL, &prompt, error);
  CHECK(wattle_module_builder_render(builder, context, &renderings, NULL) == status);
  CHECK(prompt == UNTOUCHED && renderings == UNTOUCHED);
  return status;
}

static wattle_status put_skill(wattle_module_builder *builder, wattle_str text, wattle_error **error) {
  const wattle_str items[] = { WATTLE_STR("good"), text };
  const wattle_agent_context context = WATTLE_AGENT_CONTEXT(.max_tokens = 8192, .skills = { items, 2 });
  return build(builder, &context, error);
}

/* The second of two commands: its field of this number has the text. */
static wattle_status put_command(wattle_module_builder *builder, int field, wattle_str text, wattle_error **error) {
  wattle_command two[] = { WATTLE_COMMAND(.name = WATTLE_STR("good")), WATTLE_COMMAND(.name = WATTLE_STR("good")) };
  wattle_agent_context context = agent;
  if (field == 0) two[1].name = text;
  if (field == 1) two[1].plugin = text;
  if (field == 2) two[1].description = text;
  context.commands = two;
  context.commands_len = 2;
  return build(builder, &context, error);
}

static wattle_status put_command_name(wattle_module_builder *builder, wattle_str text, wattle_error **error) {
  return put_command(builder, 0, text, error);
}

static wattle_status put_command_plugin(wattle_module_builder *builder, wattle_str text, wattle_error **error) {
  return put_command(builder, 1, text, error);
}

static wattle_status put_command_description(wattle_module_builder *builder, wattle_str text, wattle_error **error) {
  return put_command(builder, 2, text, error);
}

static wattle_status put_safety_family(wattle_module_builder *builder, wattle_str text, wattle_error **error) {
  wattle_registry *registry = registry_with_base();
  wattle_context context = converse;
  wattle_build_options options = WATTLE_BUILD_OPTIONS_INIT;
  wattle_prompt *prompt = UNTOUCHED;
  context.family = text;
  options.safety_registry = registry;
  options.safety_context = &context;
  const wattle_status status = wattle_module_builder_build(builder, &agent, &options, &prompt, error);
  CHECK(prompt == UNTOUCHED);
  wattle_registry_free(registry);
  return status;
}

static const struct {
  const char *subject;
  wattle_status (*put)(wattle_module_builder *builder, wattle_str text, wattle_error **error);
} places[] = {
  { "name", put_name },
  { "name", put_removed },
  { "name", put_builtin },
  { "name", put_tool_name },
  { "category", put_tool_category },
  { "skills", put_skill },
  { "name", put_command_name },
  { "plugin", put_command_plugin },
  { "description", put_command_description },
  { "family", put_safety_family },
};

/* The texts of the context, by where they are in it. */
static const struct {
  const char *subject;
  size_t offset;
} fields[] = {
  { "agent_type", offsetof(wattle_agent_context, agent_type) },
  { "workspace", offsetof(wattle_agent_context, workspace) },
  { "sandbox_type", offsetof(wattle_agent_context, sandbox_type) },
  { "profile", offsetof(wattle_agent_context, profile) },
  { "agents", offsetof(wattle_agent_context, agents) },
  { "soul", offsetof(wattle_agent_context, soul) },
  { "identity", offsetof(wattle_agent_context, identity) },
  { "user", offsetof(wattle_agent_context, user) },
  { "bootstrap", offsetof(wattle_agent_context, bootstrap) },
  { "context_content", offsetof(wattle_agent_context, context_content) },
  { "heartbeat_content", offsetof(wattle_agent_context, heartbeat_content) },
  { "agent_id", offsetof(wattle_agent_context, agent_id) },
};

static wattle_str *field_of(wattle_agent_context *context, size_t i) {
  return (wattle_str *)(void *)((char *)context + fields[i].offset);
}

static void everywhere(wattle_str text, wattle_status status) {
  wattle_module_builder *builder = new_builder();
  const wattle_module module = module_named("stays");
  add_module(builder, &module);
  for (size_t i = 0; i < COUNT(places); i++) {
    check_row(places[i].subject);
    REFUSED(status, places[i].subject, places[i].put(builder, text, ERR));
  }
  for (size_t i = 0; i < COUNT(fields); i++) {
    wattle_agent_context context = agent;
    *field_of(&context, i) = text;
    check_row(fields[i].subject);
    build_fails(builder, &context, status, fields[i].subject);
  }
  check_row(NULL);
  builds_to(builder, &agent, "text");
  wattle_module_builder_free(builder);
}

static void module_texts_of_null(wattle_registry *registry) {
  const wattle_str text = { NULL, 5 };
  (void)registry;
  everywhere(text, WATTLE_NULL_ARGUMENT);
}

static void module_texts_that_are_not_utf8(wattle_registry *registry) {
  const wattle_str texts[] = { WATTLE_STR("\xED\xA0\x80"), WATTLE_STR("5 \xE2\x82"), WATTLE_STR("\xC0\xAF"),
                               WATTLE_STR("\xE0\x80\xAF"), WATTLE_STR("\xF4\x90\x80\x80"), WATTLE_STR("\x80"),
                               WATTLE_STR("\xFF"), WATTLE_STR("behind a NUL\0\xC3") };
  (void)registry;
  for (size_t i = 0; i < COUNT(texts); i++) everywhere(texts[i], WATTLE_INVALID_UTF8);
}

static void module_texts_that_are_too_long(wattle_registry *registry) {
  const wattle_str text = { &untouched, (size_t)WATTLE_TEXT_MAX_BYTES + 1 };
  (void)registry;
  everywhere(text, WATTLE_LIMIT_EXCEEDED);
}

/* A first run is one with an empty soul: absent and empty are the same in a required place. */
static void absent_and_empty(wattle_registry *registry) {
  wattle_module_builder *builder = new_builder();
  wattle_agent_context context = agent;
  (void)registry;
  ACCEPTED(wattle_module_builder_add_builtin(builder, WATTLE_STR("identity"), 0, ERR));
  context.bootstrap = WATTLE_STR("Who are you?");
  builds_to(builder, &context, "Who are you?");
  context.soul = WATTLE_STR("");
  builds_to(builder, &context, "Who are you?");
  wattle_module_builder_free(builder);
}

void module_text_tests(void) {
  static const test tests[] = {
    TEST(module_texts_of_null),
    TEST(module_texts_that_are_not_utf8),
    TEST(module_texts_that_are_too_long),
    TEST(absent_and_empty),
  };
  run_tests(tests, COUNT(tests));
}
