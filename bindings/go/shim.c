#include "shim_internal.h"

#include "_cgo_export.h"

/* Its address marks payloads as ours. */
static const char error_tag;

_Thread_local wattle_go_frame *wattle_go_top;

/* ---- frames ---- */

wattle_go_frame *wattle_go_frame_new(size_t room, uintptr_t scope) {
  wattle_go_frame *frame = calloc(1, sizeof *frame + room);
  if (frame) frame->scope = scope;
  return frame;
}

void *wattle_go_frame_room(wattle_go_frame *frame) { return frame + 1; }

void wattle_go_frame_free(wattle_go_frame *frame) {
  wattle_go_frame_trim(frame);
  free(frame);
}

void wattle_go_frame_trim(wattle_go_frame *frame) {
  free(frame->buffer);
  frame->buffer = NULL;
  frame->capacity = 0;
  wattle_prompt_free(frame->prompt);
  frame->prompt = NULL;
  wattle_bundle_free(frame->bundle);
  frame->bundle = NULL;
  frame->held = 0;
}

wattle_status wattle_go_finish(wattle_go_frame *frame, wattle_status status, wattle_error *error) {
  frame->error = error;
  frame->payload = 0;
  if (status != WATTLE_OK && error) {
    frame->message = wattle_error_message(error);
    frame->subject = wattle_error_subject(error);
    frame->payload = (uintptr_t)wattle_error_payload(error, &error_tag);
  }
  return status;
}

void wattle_go_on_drop(void *user_data) { wattleGoDrop((uintptr_t)user_data); }

/* ---- calls ---- */

wattle_status wattle_go_registry_new(wattle_go_frame *frame, const wattle_registry_options *options) {
  RETURN(wattle_registry_new(options, &frame->registry, &error));
}

wattle_status wattle_go_register(wattle_go_frame *frame, wattle_registry *registry, const wattle_contribution *contributions,
                                 size_t n) {
  RETURN(wattle_registry_register(registry, contributions, n, &error));
}

wattle_status wattle_go_unregister(wattle_go_frame *frame, wattle_registry *registry, wattle_origin origin, const wattle_str *id) {
  RETURN(wattle_registry_unregister(registry, origin, *id, &error));
}

wattle_status wattle_go_load_json(wattle_go_frame *frame, wattle_registry *registry, const wattle_str *json) {
  RETURN(wattle_registry_load_json(registry, *json, &error));
}

wattle_status wattle_go_register_plugin(wattle_go_frame *frame, wattle_registry *registry, const wattle_plugin *plugin) {
  RETURN(wattle_registry_register_plugin(registry, plugin, &error));
}

wattle_status wattle_go_replace_plugin(wattle_go_frame *frame, wattle_registry *registry, const wattle_plugin *plugin) {
  RETURN(wattle_registry_replace_plugin(registry, plugin, &error));
}

wattle_status wattle_go_unregister_plugin(wattle_go_frame *frame, wattle_registry *registry, const wattle_str *name) {
  RETURN(wattle_registry_unregister_plugin(registry, *name, &error));
}

wattle_status wattle_go_register_safety_policy(wattle_go_frame *frame, wattle_registry *registry,
                                               const wattle_safety_policy *policy) {
  RETURN(wattle_registry_register_safety_policy(registry, policy, &error));
}

wattle_status wattle_go_unregister_safety_policy(wattle_go_frame *frame, wattle_registry *registry, const wattle_str *id) {
  RETURN(wattle_registry_unregister_safety_policy(registry, *id, &error));
}

wattle_status wattle_go_set_enabled_safety_policies(wattle_go_frame *frame, wattle_registry *registry,
                                                    const wattle_str_list *ids) {
  RETURN(wattle_registry_set_enabled_safety_policies(registry, *ids, &error));
}

wattle_status wattle_go_register_global(wattle_go_frame *frame, const wattle_contribution *contribution,
                                        const wattle_str_list *targets) {
  RETURN(wattle_register_global(contribution, *targets, &error));
}

wattle_status wattle_go_unregister_global(wattle_go_frame *frame, wattle_origin origin, const wattle_str *id) {
  RETURN(wattle_unregister_global(origin, *id, &error));
}

wattle_status wattle_go_check_id(wattle_go_frame *frame, const wattle_str *id, wattle_mode mode, const wattle_str *plugin) {
  RETURN(wattle_check_id(*id, mode, *plugin, &error));
}

wattle_status wattle_go_check_core(wattle_go_frame *frame, const wattle_str *id) {
  wattle_contribution contribution = WATTLE_CONTRIBUTION_INIT;
  RETURN(wattle_replace_core(*id, contribution.text, &contribution, &error));
}

wattle_status wattle_go_snapshot(wattle_go_frame *frame, const wattle_registry *registry) {
  RETURN(wattle_registry_snapshot(registry, &frame->registry, &error));
}

static wattle_status listed(wattle_go_frame *frame, wattle_status status, wattle_records *list, wattle_error *error) {
  if (status == WATTLE_OK) status = wattle_go_gather_records(frame, list);
  wattle_records_free(list);
  return wattle_go_finish(frame, status, error);
}

wattle_status wattle_go_list(wattle_go_frame *frame, const wattle_registry *registry, wattle_origin origin, const wattle_str *id) {
  wattle_error *error = NULL;
  wattle_records *list = NULL;
  const wattle_status status = wattle_registry_list(registry, origin, *id, &list, &error);
  return listed(frame, status, list, error);
}

wattle_status wattle_go_list_safety_policies(wattle_go_frame *frame, const wattle_registry *registry, uint8_t active_only) {
  wattle_error *error = NULL;
  wattle_records *list = NULL;
  const wattle_status status = wattle_registry_list_safety_policies(registry, active_only, &list, &error);
  return listed(frame, status, list, error);
}

wattle_status wattle_go_emit_stream(wattle_go_frame *frame, const wattle_registry *registry, const char *data, size_t len) {
  const wattle_str bytes = {data, len};
  wattle_error *error = NULL;
  wattle_go_enter(frame);
  const wattle_status status = wattle_registry_emit_stream(registry, bytes, &error);
  wattle_go_leave(frame);
  return wattle_go_finish(frame, status, error);
}

wattle_status wattle_go_resolve(wattle_go_frame *frame, const wattle_registry *registry, const wattle_context *context,
                                const wattle_state *state, const wattle_resolve_options *options, int wanted) {
  wattle_error *error = NULL;
  wattle_bundle_free(frame->bundle);
  frame->bundle = NULL;
  wattle_go_enter(frame);
  wattle_status status = wattle_registry_resolve(registry, context, state, options, &frame->bundle, &error);
  wattle_go_leave(frame);
  if (status == WATTLE_OK) status = wattle_go_gather(frame, frame->bundle, NULL, wanted, 0);
  return wattle_go_finish(frame, status, error);
}

wattle_status wattle_go_fingerprint(wattle_go_frame *frame, const wattle_registry *registry, const wattle_context *context) {
  wattle_error *error = NULL;
  wattle_go_enter(frame);
  wattle_status status = wattle_registry_fingerprint(registry, context, frame->hex, &error);
  wattle_go_leave(frame);
  return wattle_go_finish(frame, status, error);
}

wattle_status wattle_go_registry_json(wattle_go_frame *frame, const wattle_registry *registry) {
  RETURN(wattle_registry_json(registry, &frame->owned, &error));
}

wattle_status wattle_go_fingerprint_json(wattle_go_frame *frame, const wattle_registry *registry, const wattle_context *context,
                                         const wattle_state *state) {
  wattle_error *error = NULL;
  wattle_go_enter(frame);
  const wattle_status status = wattle_registry_fingerprint_json(registry, context, state, &frame->owned, &error);
  wattle_go_leave(frame);
  return wattle_go_finish(frame, status, error);
}

wattle_status wattle_go_render(wattle_go_frame *frame, wattle_go_render_fn render, const wattle_state *state) {
  RETURN(render(state, &frame->owned, &error));
}

wattle_status wattle_go_render_async_jobs(wattle_go_frame *frame, const wattle_async_job *jobs, size_t n) {
  RETURN(wattle_render_async_jobs(jobs, n, &frame->owned, &error));
}

/* A frame's prompt is composed into, so that only its first composition allocates a text and sections. */
static wattle_status begin_composing(wattle_go_frame *frame, wattle_error **error) {
  const wattle_status status = frame->prompt ? WATTLE_OK : wattle_compose(NULL, 0, NULL, &frame->prompt, error);
  wattle_go_enter(frame);
  return status;
}

static wattle_status composed(wattle_go_frame *frame, wattle_status status, wattle_error *error, int wanted) {
  wattle_go_leave(frame);
  if (status == WATTLE_OK) status = wattle_go_gather(frame, NULL, frame->prompt, wanted, 0);
  return wattle_go_finish(frame, status, error);
}

wattle_status wattle_go_compose_default(wattle_go_frame *frame, const wattle_context *context, const wattle_compose_options *options,
                                        int wanted) {
  wattle_error *error = NULL;
  wattle_prompt_free(frame->prompt);
  frame->prompt = NULL;
  wattle_go_enter(frame);
  const wattle_status status = wattle_compose_default_system_prompt(context, options, &frame->prompt, &error);
  return composed(frame, status, error, wanted);
}

wattle_status wattle_go_compose(wattle_go_frame *frame, const wattle_candidate *candidates, size_t n,
                                const wattle_compose_options *options, int wanted) {
  wattle_error *error = NULL;
  wattle_status status = begin_composing(frame, &error);
  if (status == WATTLE_OK) status = wattle_compose_into(candidates, n, options, frame->prompt, &error);
  return composed(frame, status, error, wanted);
}

wattle_status wattle_go_registry_compose(wattle_go_frame *frame, const wattle_registry *registry, const wattle_context *context,
                                         const wattle_state *state, const wattle_compose_options *options, int wanted) {
  wattle_error *error = NULL;
  wattle_status status = begin_composing(frame, &error);
  if (status == WATTLE_OK) status = wattle_registry_compose_into(registry, context, state, options, frame->prompt, &error);
  return composed(frame, status, error, wanted);
}

wattle_status wattle_go_effective_budget(wattle_go_frame *frame, const wattle_compose_options *options, uint64_t *budget) {
  wattle_error *error = NULL;
  wattle_go_enter(frame);
  const wattle_status status = wattle_effective_budget(options, budget, &error);
  wattle_go_leave(frame);
  return wattle_go_finish(frame, status, error);
}

wattle_status wattle_go_apply_budget_gate(wattle_go_frame *frame, const wattle_candidate *candidates, size_t n,
                                          const wattle_compose_options *options, wattle_outcome *outcomes) {
  const wattle_summary none = WATTLE_SUMMARY_INIT;
  wattle_error *error = NULL;
  frame->summary = none;
  wattle_go_enter(frame);
  const wattle_status status = wattle_apply_budget_gate(candidates, n, options, outcomes, &frame->summary, &error);
  wattle_go_leave(frame);
  return wattle_go_finish(frame, status, error);
}

/* ---- inside a callback ---- */

wattle_status wattle_go_write(wattle_call *call, const char *data, size_t len) {
  const wattle_str text = {data, len};
  return wattle_call_write(call, text);
}

wattle_status wattle_go_emit(wattle_go_frame *frame, wattle_call *call, const wattle_contribution *contribution) {
  RETURN(wattle_call_emit(call, contribution, &error));
}

wattle_status wattle_go_fail(wattle_call *call, const char *message, size_t len, uintptr_t payload) {
  const wattle_str text = {message, len};
  if (!payload) return wattle_call_fail(call, text);
  return wattle_call_fail_with(call, text, &error_tag, (void *)payload, wattle_go_on_drop);
}

/* ---- callbacks ---- */

/* What a content callback left in `out` is written in one piece. */
static wattle_status flush(wattle_call *call, const wattle_go_out *out, wattle_status status) {
  return status == WATTLE_OK && out->len ? wattle_go_write(call, out->bytes, out->len) : status;
}

wattle_status wattle_go_on_static(void *user_data, wattle_call *call, const wattle_context *context) {
  wattle_go_out out;
  out.len = 0;
  return flush(call, &out, wattleGoStatic((uintptr_t)user_data, wattle_go_top, call, (wattle_context *)context, &out));
}

wattle_status wattle_go_on_runtime(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  wattle_go_out out;
  out.len = 0;
  return flush(call, &out,
               wattleGoRuntime((uintptr_t)user_data, wattle_go_top, call, (wattle_context *)context, (wattle_state *)state, &out));
}

wattle_status wattle_go_on_when(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state,
                                uint8_t *answer) {
  return wattleGoWhen((uintptr_t)user_data, wattle_go_top, call, (wattle_context *)context, (wattle_state *)state, answer);
}

wattle_status wattle_go_on_hook(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  return wattleGoHook((uintptr_t)user_data, wattle_go_top, call, (wattle_context *)context, (wattle_state *)state);
}

wattle_status wattle_go_on_stream(void *user_data, wattle_call *call, wattle_str bytes) {
  return wattleGoStream((uintptr_t)user_data, wattle_go_top, call, &bytes);
}

wattle_status wattle_go_on_empty_content(void *user_data, wattle_call *call, wattle_str id, wattle_origin origin) {
  return wattleGoEmptyContent(user_data, call, &id, origin);
}

wattle_status wattle_go_on_replace_target_missing(void *user_data, wattle_call *call, wattle_str id) {
  return wattleGoReplaceTargetMissing(user_data, call, &id);
}

wattle_status wattle_go_on_duplicate_replace(void *user_data, wattle_call *call, const wattle_str *ids, size_t n) {
  return wattleGoDuplicateReplace(user_data, call, (wattle_str *)ids, n);
}

wattle_status wattle_go_on_built(void *user_data, wattle_call *call, const wattle_prompt *prompt) {
  wattle_go_frame *frame = user_data;
  wattle_status status = wattle_go_gather(frame, NULL, prompt, WATTLE_GO_EVENT | WATTLE_GO_SECTIONS, 0);
  if (status != WATTLE_OK) return wattle_call_fail(call, wattle_status_name(status));
  return wattleGoBuilt(frame, call);
}

wattle_status wattle_go_on_budget(void *user_data, wattle_call *call, uint32_t depth, wattle_str runtime_role, uint64_t *budget) {
  return wattleGoBudget(user_data, call, depth, &runtime_role, budget);
}

wattle_status wattle_go_on_measure(void *user_data, wattle_call *call, wattle_str text, uint64_t *length) {
  return wattleGoMeasure(user_data, call, &text, length);
}
