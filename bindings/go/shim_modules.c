/* The module builder: its calls, and the callbacks of its modules. */
#include "shim_internal.h"

#include "_cgo_export.h"

/* ---- calls ---- */

wattle_status wattle_go_module_builder_new(wattle_go_frame *frame) {
  RETURN(wattle_module_builder_new(&frame->builder, &error));
}

wattle_status wattle_go_module_add(wattle_go_frame *frame, wattle_module_builder *builder, const wattle_module *module) {
  RETURN(wattle_module_builder_add(builder, module, &error));
}

wattle_status wattle_go_module_add_builtins(wattle_go_frame *frame, wattle_module_builder *builder) {
  RETURN(wattle_module_builder_add_builtins(builder, &error));
}

wattle_status wattle_go_module_add_builtin(wattle_go_frame *frame, wattle_module_builder *builder, const wattle_str *name,
                                           wattle_maybe optional) {
  RETURN(wattle_module_builder_add_builtin(builder, *name, optional, &error));
}

wattle_status wattle_go_module_remove(wattle_go_frame *frame, wattle_module_builder *builder, const wattle_str *name) {
  RETURN(wattle_module_builder_remove(builder, *name, &error));
}

wattle_status wattle_go_module_build(wattle_go_frame *frame, const wattle_module_builder *builder,
                                     const wattle_agent_context *context, const wattle_build_options *options, int wanted) {
  wattle_error *error = NULL;
  wattle_prompt_free(frame->prompt);
  frame->prompt = NULL;
  wattle_go_enter(frame);
  wattle_status status = wattle_module_builder_build(builder, context, options, &frame->prompt, &error);
  wattle_go_leave(frame);
  if (status == WATTLE_OK) status = wattle_go_gather(frame, NULL, frame->prompt, wanted, 1);
  return wattle_go_finish(frame, status, error);
}

wattle_status wattle_go_module_render(wattle_go_frame *frame, const wattle_module_builder *builder,
                                      const wattle_agent_context *context) {
  wattle_error *error = NULL;
  wattle_renderings *renderings = NULL;
  wattle_go_enter(frame);
  wattle_status status = wattle_module_builder_render(builder, context, &renderings, &error);
  wattle_go_leave(frame);
  if (status == WATTLE_OK) status = wattle_go_gather_renderings(frame, renderings);
  wattle_renderings_free(renderings);
  return wattle_go_finish(frame, status, error);
}

wattle_status wattle_go_filter_tools(wattle_go_frame *frame, const wattle_tool_filter *filter, const wattle_tool *tools, size_t n,
                                     size_t *kept, size_t *kept_len) {
  RETURN(wattle_filter_tools(filter, tools, n, kept, kept_len, &error));
}

/* ---- inside a callback ---- */

wattle_status wattle_go_write_line(wattle_call *call, const char *data, size_t len) {
  const wattle_str line = {data, len};
  return wattle_call_write_line(call, line);
}

/* ---- callbacks: the context is the one that Go built with, which it has ---- */

wattle_status wattle_go_on_should_include(void *user_data, wattle_call *call, const wattle_agent_context *context,
                                          uint8_t *answer) {
  (void)context;
  return wattleGoShouldInclude((uintptr_t)user_data, wattle_go_top, call, answer);
}

wattle_status wattle_go_on_render(void *user_data, wattle_call *call, const wattle_agent_context *context) {
  (void)context;
  return wattleGoRender((uintptr_t)user_data, wattle_go_top, call, 0);
}

wattle_status wattle_go_on_render_minimal(void *user_data, wattle_call *call, const wattle_agent_context *context) {
  (void)context;
  return wattleGoRender((uintptr_t)user_data, wattle_go_top, call, 1);
}

wattle_status wattle_go_on_estimate(void *user_data, wattle_call *call, const wattle_agent_context *context, uint64_t *tokens) {
  (void)context;
  return wattleGoEstimate((uintptr_t)user_data, wattle_go_top, call, tokens);
}

wattle_status wattle_go_on_clock(void *user_data, wattle_call *call, uint64_t *nanoseconds) {
  return wattleGoClock(user_data, call, nanoseconds);
}
