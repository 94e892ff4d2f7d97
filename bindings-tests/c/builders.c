#include "builders.h"


const wattle_agent_context agent = WATTLE_AGENT_CONTEXT(.max_tokens = 8192);

wattle_status write_line(wattle_call *call, const char *line) {
  return wattle_call_write_line(call, wattle_cstr(line));
}

/* Callbacks */

static wattle_status render_text(void *user_data, wattle_call *call, const wattle_agent_context *context) {
  (void)user_data;
  CHECK(context->struct_size == sizeof *context);
  return write_line(call, "text");
}

static wattle_status render(void *user_data, wattle_call *call, const wattle_agent_context *context) {
  const doings *does = user_data;
  (void)context;
  return does->render ? does->render(call) : write_line(call, "text");
}

static wattle_status render_minimal(void *user_data, wattle_call *call, const wattle_agent_context *context) {
  const doings *does = user_data;
  (void)context;
  return does->render_minimal(call);
}

static wattle_status should_include(void *user_data, wattle_call *call, const wattle_agent_context *context,
                                    uint8_t *answer) {
  const doings *does = user_data;
  (void)context;
  CHECK(*answer == 0);
  return does->should_include(call, answer);
}

static wattle_status estimate(void *user_data, wattle_call *call, const wattle_agent_context *context,
                              uint64_t *tokens) {
  const doings *does = user_data;
  (void)context;
  CHECK(*tokens == WATTLE_NOT_SET);
  return does->estimate(call, tokens);
}

/* Builders */

wattle_module_builder *new_builder(void) {
  wattle_module_builder *builder = NULL;
  ACCEPTED(wattle_module_builder_new(&builder, ERR));
  return builder;
}

wattle_module module_named(const char *name) {
  wattle_module module = WATTLE_MODULE(.name = wattle_cstr(name), .priority = 50, .render = render_text,
                                       .user_data = tracked(), .drop = drop_tracked);
  return module;
}

wattle_module module_that(const char *name, const doings *does) {
  wattle_module module = WATTLE_MODULE(.name = wattle_cstr(name), .priority = 50, .optional = 1, .render = render,
                                       .user_data = (void *)(size_t)does);
  if (does->render_minimal) module.render_minimal = render_minimal;
  if (does->should_include) module.should_include = should_include;
  if (does->estimate) module.estimate = estimate;
  return module;
}

void add_module(wattle_module_builder *builder, const wattle_module *module) {
  ACCEPTED(wattle_module_builder_add(builder, module, ERR));
}

void remove_module(wattle_module_builder *builder, const char *name) {
  ACCEPTED(wattle_module_builder_remove(builder, wattle_cstr(name), ERR));
}

/* Outcomes */

wattle_prompt *built(const wattle_module_builder *builder, const wattle_agent_context *context) {
  wattle_prompt *prompt = NULL;
  ACCEPTED(wattle_module_builder_build(builder, context, NULL, &prompt, ERR));
  return prompt;
}

void builds_to(const wattle_module_builder *builder, const wattle_agent_context *context, const char *want) {
  wattle_prompt *prompt = built(builder, context);
  CHECK(text_is(wattle_prompt_text(prompt), want));
  wattle_prompt_free(prompt);
}

void build_fails(const wattle_module_builder *builder, const wattle_agent_context *context, wattle_status status,
                 const char *subject) {
  wattle_prompt *prompt = UNTOUCHED;
  wattle_renderings *renderings = UNTOUCHED;
  REFUSED(status, subject, wattle_module_builder_build(builder, context, NULL, &prompt, ERR));
  REFUSED(status, subject, wattle_module_builder_render(builder, context, &renderings, ERR));
  CHECK(wattle_module_builder_build(builder, context, NULL, &prompt, NULL) == status);
  CHECK(prompt == UNTOUCHED && renderings == UNTOUCHED);
}

wattle_section section_of(const wattle_prompt *prompt, size_t index) {
  wattle_section section = WATTLE_SECTION_INIT;
  ACCEPTED(wattle_prompt_section(prompt, index, &section, ERR));
  return section;
}

wattle_summary summary_of(const wattle_prompt *prompt) {
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  ACCEPTED(wattle_prompt_summary(prompt, &summary, ERR));
  return summary;
}
