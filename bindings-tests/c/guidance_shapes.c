/* The structs of guidance, as bytes: see shapes.h. */
#include "check.h"
#include "shapes.h"

static const wattle_guidance_entry valid_entry = WATTLE_GUIDANCE_ENTRY(
    .tool_name = WATTLE_STR_INIT("search_*"), .mode = WATTLE_MATCH_MODE_PREFIX, .text = WATTLE_STR_INIT("text"));
static const wattle_tool_error valid_tool_error =
    WATTLE_TOOL_ERROR(.tool = WATTLE_STR_INIT("t"), .error = WATTLE_STR_INIT("failed"));

static wattle_status use_entry(wattle_registry *registry, const void *entry, wattle_error **error) {
  wattle_guidance *guidance = NULL;
  (void)registry;
  CHECK(wattle_guidance_new(&guidance, NULL) == WATTLE_OK);
  const wattle_status status = wattle_guidance_add(guidance, entry, 1, error);
  CHECK(wattle_guidance_len(guidance) == (status == WATTLE_OK));
  wattle_guidance_free(guidance);
  return status;
}

/* All three that take errors refuse the same. */
static wattle_status use_tool_error(wattle_registry *registry, const void *tool_error, wattle_error **error) {
  wattle_guidance *guidance = NULL;
  wattle_text *text = UNTOUCHED, *body = UNTOUCHED;
  uint64_t chars = 77;
  (void)registry;
  CHECK(wattle_guidance_new(&guidance, NULL) == WATTLE_OK);
  const wattle_status status = wattle_guidance_resolve(guidance, WATTLE_STR("t"), tool_error, 1, &text, error);
  CHECK(wattle_guidance_estimate_chars(guidance, WATTLE_STR("t"), tool_error, 1, &chars, NULL) == status);
  CHECK(wattle_render_recent_tool_errors(tool_error, 1, &body, NULL) == status);
  if (status == WATTLE_OK) {
    wattle_text_free(text);
    wattle_text_free(body);
  } else {
    CHECK(text == UNTOUCHED && body == UNTOUCHED && chars == 77);
  }
  wattle_guidance_free(guidance);
  return status;
}

const shape guidance_entry_shape = SHAPE(wattle_guidance_entry, valid_entry, use_entry);
const shape tool_error_shape = SHAPE(wattle_tool_error, valid_tool_error, use_tool_error);
