/* Guidance, and the body on recent tool errors. */
#include "shim_internal.h"

wattle_status wattle_go_guidance_new(wattle_go_frame *frame) {
  RETURN(wattle_guidance_new(&frame->guidance, &error));
}

wattle_status wattle_go_guidance_add(wattle_go_frame *frame, wattle_guidance *guidance, const wattle_guidance_entry *entries, size_t n) {
  RETURN(wattle_guidance_add(guidance, entries, n, &error));
}

wattle_status wattle_go_guidance_load_json(wattle_go_frame *frame, wattle_guidance *guidance, const wattle_str *json) {
  RETURN(wattle_guidance_load_json(guidance, *json, &error));
}

wattle_status wattle_go_guidance_resolve(wattle_go_frame *frame, const wattle_guidance *guidance, const wattle_str *tool_name,
                                         const wattle_tool_error *tool_errors, size_t n) {
  RETURN(wattle_guidance_resolve(guidance, *tool_name, tool_errors, n, &frame->owned, &error));
}

wattle_status wattle_go_guidance_estimate_chars(wattle_go_frame *frame, const wattle_guidance *guidance, const wattle_str *tool_name,
                                                const wattle_tool_error *tool_errors, size_t n, uint64_t *chars) {
  RETURN(wattle_guidance_estimate_chars(guidance, *tool_name, tool_errors, n, chars, &error));
}

wattle_status wattle_go_render_recent_tool_errors(wattle_go_frame *frame, const wattle_tool_error *tool_errors, size_t n) {
  RETURN(wattle_render_recent_tool_errors(tool_errors, n, &frame->owned, &error));
}
