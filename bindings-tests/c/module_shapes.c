/* The structs of the module builder, as bytes: see shapes.h. */
#include "builders.h"
#include "shapes.h"

static wattle_status render_nothing(void *user_data, wattle_call *call, const wattle_agent_context *context) {
  (void)user_data;
  (void)call;
  (void)context;
  return WATTLE_OK;
}

static const wattle_module valid_module =
    WATTLE_MODULE(.name = WATTLE_STR_INIT("shape"), .priority = 50, .render = render_nothing, .drop = drop_tracked);
static const wattle_build_options valid_build_options = WATTLE_BUILD_OPTIONS_INIT;
static const wattle_probes valid_probes = WATTLE_PROBES_INIT;
static const wattle_command valid_command =
    WATTLE_COMMAND(.name = WATTLE_STR_INIT("/c"), .description = WATTLE_STR_INIT("text"));
static const wattle_tool_filter valid_tool_filter = WATTLE_TOOL_FILTER_INIT;
static const wattle_tool valid_tool = WATTLE_TOOL(.name = WATTLE_STR_INIT("t"), .category = WATTLE_STR_INIT("skill"));

/* Ways in */

static wattle_status use_module(wattle_registry *registry, const void *module, wattle_error **error) {
  wattle_module_builder *builder = NULL;
  (void)registry;
  CHECK(wattle_module_builder_new(&builder, NULL) == WATTLE_OK);
  const wattle_status status = wattle_module_builder_add(builder, module, error);
  wattle_module_builder_free(builder);
  return status;
}

/* Building and rendering refuse the same contexts. */
static wattle_status build(const wattle_agent_context *context, const wattle_build_options *options,
                           wattle_error **error) {
  wattle_module_builder *builder = NULL;
  wattle_prompt *prompt = UNTOUCHED;
  wattle_renderings *renderings = UNTOUCHED;
  CHECK(wattle_module_builder_new(&builder, NULL) == WATTLE_OK);
  const wattle_status status = wattle_module_builder_build(builder, context, options, &prompt, error);
  CHECK((status == WATTLE_OK) == (prompt != UNTOUCHED));
  if (status == WATTLE_OK) wattle_prompt_free(prompt);
  if (!options) {
    CHECK(wattle_module_builder_render(builder, context, &renderings, NULL) == status);
    CHECK((status == WATTLE_OK) == (renderings != UNTOUCHED));
    if (status == WATTLE_OK) wattle_renderings_free(renderings);
  }
  wattle_module_builder_free(builder);
  return status;
}

static wattle_status use_agent_context(wattle_registry *registry, const void *context, wattle_error **error) {
  (void)registry;
  return build(context, NULL, error);
}

static wattle_status use_build_options(wattle_registry *registry, const void *options, wattle_error **error) {
  (void)registry;
  return build(&agent, options, error);
}

static wattle_status use_build_probes(wattle_registry *registry, const void *probes, wattle_error **error) {
  const wattle_build_options options = WATTLE_BUILD_OPTIONS(.probes = probes);
  (void)registry;
  return build(&agent, &options, error);
}

static wattle_status use_safety_context(wattle_registry *registry, const void *context, wattle_error **error) {
  const wattle_build_options options =
      WATTLE_BUILD_OPTIONS(.safety_registry = registry, .safety_context = context);
  return build(&agent, &options, error);
}

static wattle_status use_command(wattle_registry *registry, const void *command, wattle_error **error) {
  wattle_agent_context context = agent;
  (void)registry;
  context.commands = command;
  context.commands_len = 1;
  return build(&context, NULL, error);
}

static wattle_status filter_tools(const wattle_tool_filter *filter, const wattle_tool *tools, wattle_error **error) {
  size_t kept = 77, kept_len = 78;
  const wattle_status status = wattle_filter_tools(filter, tools, 1, &kept, &kept_len, error);
  CHECK(status == WATTLE_OK ? kept_len == 0 : kept == 77 && kept_len == 78);
  return status;
}

static wattle_status use_tool_filter(wattle_registry *registry, const void *filter, wattle_error **error) {
  (void)registry;
  return filter_tools(filter, &valid_tool, error);
}

static wattle_status use_tool(wattle_registry *registry, const void *tool, wattle_error **error) {
  (void)registry;
  return filter_tools(&valid_tool_filter, tool, error);
}

/* The shapes */

const shape module_shape = OWNING_SHAPE(wattle_module, valid_module, use_module);
const shape agent_context_shape = SHAPE(wattle_agent_context, agent, use_agent_context);
const shape build_options_shape = SHAPE(wattle_build_options, valid_build_options, use_build_options);
const shape build_probes_shape = SHAPE(wattle_probes, valid_probes, use_build_probes);
const shape safety_context_shape = SHAPE(wattle_context, converse, use_safety_context);
const shape command_shape = SHAPE(wattle_command, valid_command, use_command);
const shape tool_filter_shape = SHAPE(wattle_tool_filter, valid_tool_filter, use_tool_filter);
const shape tool_shape = SHAPE(wattle_tool, valid_tool, use_tool);
