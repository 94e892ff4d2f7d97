/* The structs of the reference sections, as bytes: see shapes.h. */
#include "check.h"
#include "shapes.h"

static const wattle_state valid_state = WATTLE_STATE_INIT;
static const wattle_async_job valid_job = WATTLE_ASYNC_JOB(.id = WATTLE_STR_INIT("j"), .state = WATTLE_STR_INIT("queued"));

typedef wattle_status (*render_fn)(const wattle_state *state, wattle_text **text, wattle_error **error);

static wattle_status render(render_fn function, const wattle_state *state, wattle_error **error) {
  wattle_text *text = UNTOUCHED;
  const wattle_status status = function(state, &text, error);
  CHECK((status == WATTLE_OK) == (text != UNTOUCHED));
  if (status == WATTLE_OK) wattle_text_free(text);
  return status;
}

/* All four refuse the same states. */
static wattle_status use_state(wattle_registry *registry, const void *state, wattle_error **error) {
  const wattle_status status = render(wattle_render_loaded_tools, state, error);
  (void)registry;
  CHECK(render(wattle_render_detected_intents, state, NULL) == status);
  CHECK(render(wattle_render_subagent_depth, state, NULL) == status);
  CHECK(render(wattle_render_prior_turn_tool_calls, state, NULL) == status);
  return status;
}

static wattle_status use_job(wattle_registry *registry, const void *job, wattle_error **error) {
  wattle_text *text = UNTOUCHED;
  (void)registry;
  const wattle_status status = wattle_render_async_jobs(job, 1, &text, error);
  CHECK((status == WATTLE_OK) == (text != UNTOUCHED));
  if (status == WATTLE_OK) wattle_text_free(text);
  return status;
}

const shape rendered_state_shape = SHAPE(wattle_state, valid_state, use_state);
const shape async_job_shape = SHAPE(wattle_async_job, valid_job, use_job);
