/*
 * The C side of the Go package: one function here is one cgo call there, and brings back everything that the call gave.
 */
#ifndef WATTLE_GO_SHIM_H
#define WATTLE_GO_SHIM_H

#include <stdint.h>
#include <stdlib.h>
#include <wattle.h>

/* A bundle or a prompt as Go holds it: what it reported. */
typedef struct wattle_go_report {
  wattle_summary summary; /* which says how many sections there are */
  const wattle_section *sections;
} wattle_go_report;

/* A call from Go into the library: what it gave back, and how callbacks find the Go call that they run in. */
typedef struct wattle_go_frame {
  /* The call around this one on the same thread, or NULL. */
  struct wattle_go_frame *outer;
  /* The Go side of the call: a cgo.Handle that lives as long as the frame. */
  uintptr_t scope;

  /* After a failure: the error, which Go frees, and what it says. */
  wattle_error *error;
  wattle_str message;
  wattle_str subject;
  uintptr_t payload;

  /* After a success: views into `buffer` and of the prompt or bundle, valid until the next call with this frame. */
  wattle_registry *registry;
  wattle_module_builder *builder;
  wattle_guidance *guidance;
  wattle_summary summary;
  wattle_section *sections;
  size_t sections_len;
  wattle_str names; /* every section's id and plugin, one behind the other */
  wattle_str text;
  wattle_str event;
  wattle_str dump;
  char hex[65];
  wattle_text *owned; /* which Go frees */
  wattle_record *records;
  size_t records_len;
  wattle_candidate *candidates;
  size_t candidates_len;
  /* Of a prompt of modules only. */
  wattle_module_metadata metadata;
  wattle_tool_filter filter;
  wattle_str metadata_json;
  /* Of a comparison only; `text` is its JSON. */
  wattle_diff_figures figures;
  wattle_difference *differences;

  char *buffer;
  size_t capacity;
  /* What the call made: composed into again by the next call with this frame, or freed by it. */
  wattle_prompt *prompt;
  wattle_bundle *bundle;
  size_t held; /* bytes of the texts in it */
} wattle_go_frame;

/* Where a content callback collects its text: a piece of the C stack, so that writing costs no call. */
typedef struct wattle_go_out {
  size_t len;
  char bytes[4096];
} wattle_go_out;

/* A zeroed frame with `room` zeroed bytes behind it (wattle_go_frame_room); NULL if there is no memory. */
wattle_go_frame *wattle_go_frame_new(size_t room, uintptr_t scope);
void *wattle_go_frame_room(wattle_go_frame *frame);
void wattle_go_frame_free(wattle_go_frame *frame);
/* Gives back what is kept for the next call. */
void wattle_go_frame_trim(wattle_go_frame *frame);

/* Each runs the library's function of that name and leaves its outcome in `frame`. */
wattle_status wattle_go_registry_new(wattle_go_frame *frame, const wattle_registry_options *options);
wattle_status wattle_go_register(wattle_go_frame *frame, wattle_registry *registry, const wattle_contribution *contributions,
                                 size_t n);
wattle_status wattle_go_unregister(wattle_go_frame *frame, wattle_registry *registry, wattle_origin origin, const wattle_str *id);
wattle_status wattle_go_load_json(wattle_go_frame *frame, wattle_registry *registry, const wattle_str *json);
wattle_status wattle_go_register_plugin(wattle_go_frame *frame, wattle_registry *registry, const wattle_plugin *plugin);
wattle_status wattle_go_replace_plugin(wattle_go_frame *frame, wattle_registry *registry, const wattle_plugin *plugin);
wattle_status wattle_go_unregister_plugin(wattle_go_frame *frame, wattle_registry *registry, const wattle_str *name);
wattle_status wattle_go_register_safety_policy(wattle_go_frame *frame, wattle_registry *registry,
                                               const wattle_safety_policy *policy);
wattle_status wattle_go_unregister_safety_policy(wattle_go_frame *frame, wattle_registry *registry, const wattle_str *id);
wattle_status wattle_go_set_enabled_safety_policies(wattle_go_frame *frame, wattle_registry *registry,
                                                    const wattle_str_list *ids);
wattle_status wattle_go_register_global(wattle_go_frame *frame, const wattle_contribution *contribution,
                                        const wattle_str_list *targets);
wattle_status wattle_go_unregister_global(wattle_go_frame *frame, wattle_origin origin, const wattle_str *id);

wattle_status wattle_go_check_id(wattle_go_frame *frame, const wattle_str *id, wattle_mode mode, const wattle_str *plugin);
/* Whether wattle_replace_core takes the id. */
wattle_status wattle_go_check_core(wattle_go_frame *frame, const wattle_str *id);
wattle_status wattle_go_snapshot(wattle_go_frame *frame, const wattle_registry *registry);
wattle_status wattle_go_list(wattle_go_frame *frame, const wattle_registry *registry, wattle_origin origin, const wattle_str *id);
wattle_status wattle_go_list_safety_policies(wattle_go_frame *frame, const wattle_registry *registry, uint8_t active_only);

wattle_status wattle_go_emit_stream(wattle_go_frame *frame, const wattle_registry *registry, const char *data, size_t len);
wattle_status wattle_go_resolve(wattle_go_frame *frame, const wattle_registry *registry, const wattle_context *context,
                                const wattle_state *state, const wattle_resolve_options *options, int wanted);
wattle_status wattle_go_registry_json(wattle_go_frame *frame, const wattle_registry *registry);
wattle_status wattle_go_fingerprint_json(wattle_go_frame *frame, const wattle_registry *registry, const wattle_context *context,
                                         const wattle_state *state);
/* One of the library's functions that render a state. */
typedef wattle_status (*wattle_go_render_fn)(const wattle_state *state, wattle_text **text, wattle_error **error);
wattle_status wattle_go_render(wattle_go_frame *frame, wattle_go_render_fn render, const wattle_state *state);
wattle_status wattle_go_render_async_jobs(wattle_go_frame *frame, const wattle_async_job *jobs, size_t n);
wattle_status wattle_go_compose_default(wattle_go_frame *frame, const wattle_context *context, const wattle_compose_options *options,
                                        int wanted);
wattle_status wattle_go_fingerprint(wattle_go_frame *frame, const wattle_registry *registry, const wattle_context *context);
/* `wanted`: what is brought back beside text and figures. */
enum { WATTLE_GO_EVENT = 1, WATTLE_GO_DUMP = 2, WATTLE_GO_SECTIONS = 4 };
wattle_status wattle_go_compose(wattle_go_frame *frame, const wattle_candidate *candidates, size_t n,
                                const wattle_compose_options *options, int wanted);
wattle_status wattle_go_registry_compose(wattle_go_frame *frame, const wattle_registry *registry, const wattle_context *context,
                                         const wattle_state *state, const wattle_compose_options *options, int wanted);

wattle_status wattle_go_effective_budget(wattle_go_frame *frame, const wattle_compose_options *options, uint64_t *budget);
/* The figures are in the frame's summary, whose unit may be the options' own text. */
wattle_status wattle_go_apply_budget_gate(wattle_go_frame *frame, const wattle_candidate *candidates, size_t n,
                                          const wattle_compose_options *options, wattle_outcome *outcomes);
/* Both make prompts of what was reported, and free them. */
wattle_status wattle_go_table(wattle_go_frame *frame, const wattle_go_report *report);
wattle_status wattle_go_diff(wattle_go_frame *frame, const wattle_go_report *before, const wattle_go_report *after);

wattle_status wattle_go_module_builder_new(wattle_go_frame *frame);
wattle_status wattle_go_module_add(wattle_go_frame *frame, wattle_module_builder *builder, const wattle_module *module);
wattle_status wattle_go_module_add_builtins(wattle_go_frame *frame, wattle_module_builder *builder);
wattle_status wattle_go_module_add_builtin(wattle_go_frame *frame, wattle_module_builder *builder, const wattle_str *name,
                                           wattle_maybe optional);
wattle_status wattle_go_module_remove(wattle_go_frame *frame, wattle_module_builder *builder, const wattle_str *name);
/* WATTLE_GO_EVENT brings the metadata's JSON back, too. */
wattle_status wattle_go_module_build(wattle_go_frame *frame, const wattle_module_builder *builder,
                                     const wattle_agent_context *context, const wattle_build_options *options, int wanted);
wattle_status wattle_go_module_render(wattle_go_frame *frame, const wattle_module_builder *builder,
                                      const wattle_agent_context *context);
wattle_status wattle_go_filter_tools(wattle_go_frame *frame, const wattle_tool_filter *filter, const wattle_tool *tools, size_t n,
                                     size_t *kept, size_t *kept_len);

wattle_status wattle_go_guidance_new(wattle_go_frame *frame);
wattle_status wattle_go_guidance_add(wattle_go_frame *frame, wattle_guidance *guidance, const wattle_guidance_entry *entries, size_t n);
wattle_status wattle_go_guidance_load_json(wattle_go_frame *frame, wattle_guidance *guidance, const wattle_str *json);
wattle_status wattle_go_guidance_resolve(wattle_go_frame *frame, const wattle_guidance *guidance, const wattle_str *tool_name,
                                         const wattle_tool_error *tool_errors, size_t n);
wattle_status wattle_go_guidance_estimate_chars(wattle_go_frame *frame, const wattle_guidance *guidance, const wattle_str *tool_name,
                                                const wattle_tool_error *tool_errors, size_t n, uint64_t *chars);
wattle_status wattle_go_render_recent_tool_errors(wattle_go_frame *frame, const wattle_tool_error *tool_errors, size_t n);

/* Inside a callback. `payload`: a cgo.Handle of a Go error, or 0. */
wattle_status wattle_go_write(wattle_call *call, const char *data, size_t len);
wattle_status wattle_go_write_line(wattle_call *call, const char *data, size_t len);
wattle_status wattle_go_emit(wattle_go_frame *frame, wattle_call *call, const wattle_contribution *contribution);
wattle_status wattle_go_fail(wattle_call *call, const char *message, size_t len, uintptr_t payload);

/* The callbacks that the library gets. user_data is a cgo.Handle; that of the borrowed ones is the frame. */
wattle_status wattle_go_on_static(void *user_data, wattle_call *call, const wattle_context *context);
wattle_status wattle_go_on_runtime(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state);
wattle_status wattle_go_on_when(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state,
                                uint8_t *answer);
wattle_status wattle_go_on_hook(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state);
wattle_status wattle_go_on_stream(void *user_data, wattle_call *call, wattle_str bytes);
wattle_status wattle_go_on_empty_content(void *user_data, wattle_call *call, wattle_str id, wattle_origin origin);
wattle_status wattle_go_on_replace_target_missing(void *user_data, wattle_call *call, wattle_str id);
wattle_status wattle_go_on_duplicate_replace(void *user_data, wattle_call *call, const wattle_str *ids, size_t n);
wattle_status wattle_go_on_built(void *user_data, wattle_call *call, const wattle_prompt *prompt);
wattle_status wattle_go_on_budget(void *user_data, wattle_call *call, uint32_t depth, wattle_str runtime_role, uint64_t *budget);
wattle_status wattle_go_on_measure(void *user_data, wattle_call *call, wattle_str text, uint64_t *length);
wattle_status wattle_go_on_should_include(void *user_data, wattle_call *call, const wattle_agent_context *context,
                                          uint8_t *answer);
wattle_status wattle_go_on_render(void *user_data, wattle_call *call, const wattle_agent_context *context);
wattle_status wattle_go_on_render_minimal(void *user_data, wattle_call *call, const wattle_agent_context *context);
wattle_status wattle_go_on_estimate(void *user_data, wattle_call *call, const wattle_agent_context *context, uint64_t *tokens);
wattle_status wattle_go_on_clock(void *user_data, wattle_call *call, uint64_t *nanoseconds);
void wattle_go_on_drop(void *user_data);

#endif
