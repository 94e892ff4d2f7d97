#include "content.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "json.h"
#include "names.h"
#include "report.h"

size_t callbacks_created, callbacks_dropped;

enum function { CONTEXT, TOOLS, DEPTH, EMPTY, FAIL };
static const char *const function_names[] = { "context", "tools", "depth", "empty", "fail" };

/* The user_data of every callback. The JSON is the case file's, which outlives the registry. */
struct callback {
  enum function function;
  const cJSON *hook;
};

static struct callback *callback_new(void) {
  struct callback *callback = calloc(1, sizeof *callback);
  if (!callback) die("out of memory", "");
  callbacks_created++;
  return callback;
}

static void callback_drop(void *user_data) {
  callbacks_dropped++;
  free(user_data);
}

static wattle_status put(wattle_call *call, const char *text) { return wattle_call_write(call, wattle_cstr(text)); }

static wattle_status put_or_dash(wattle_call *call, wattle_str text) {
  return text.data ? wattle_call_write(call, text) : put(call, "-");
}

/* A failed write is sticky, so only the last one's status counts. */
static wattle_status write_context(wattle_call *call, const wattle_context *context) {
  put(call, "call=");
  put(call, call_class_name(context->call_class));
  put(call, " family=");
  wattle_call_write(call, context->family);
  put(call, " tenant=");
  put_or_dash(call, context->tenant_id);
  put(call, " role=");
  return put_or_dash(call, context->runtime_role);
}

static wattle_status write_tools(wattle_call *call, wattle_str_list tools) {
  wattle_status status = WATTLE_OK;
  for (size_t i = 0; i < tools.len; i++) {
    put(call, i == 0 ? "tools: " : ", ");
    status = wattle_call_write(call, tools.items[i]);
  }
  return status;
}

static wattle_status write_depth(wattle_call *call, uint32_t depth) {
  char text[32];
  snprintf(text, sizeof text, "depth: %" PRIu32, depth);
  return put(call, text);
}

static wattle_status static_content(void *user_data, wattle_call *call, const wattle_context *context) {
  const struct callback *callback = user_data;
  switch (callback->function) {
    case CONTEXT: return write_context(call, context);
    case EMPTY: return WATTLE_OK;
    case FAIL: return wattle_call_fail(call, WATTLE_STR("fn fail"));
    default: return wattle_call_fail(call, WATTLE_STR("not a static function"));
  }
}

static bool same_text(wattle_str a, wattle_str b) { return !a.data == !b.data && texts_equal(a, b); }

static bool same_list(wattle_str_list a, wattle_str_list b) {
  if (!a.items != !b.items || a.len != b.len) return false;
  for (size_t i = 0; i < a.len; i++)
    if (!texts_equal(a.items[i], b.items[i])) return false;
  return true;
}

/* Whether the state came through unchanged. Without a given one there is no host pointer and nothing to compare. */
static bool same_state(const wattle_state *state) {
  const turn *given = state->host;
  return !given || (same_list(state->loaded_tools, given->state->loaded_tools) &&
                    same_list(state->detected_intents, given->state->detected_intents) &&
                    state->turn_depth == given->state->turn_depth &&
                    state->prior_turn_had_tool_calls == given->state->prior_turn_had_tool_calls &&
                    same_text(state->plugin_metadata, given->state->plugin_metadata));
}

static wattle_status runtime_content(void *user_data, wattle_call *call, const wattle_context *context,
                                     const wattle_state *state) {
  const struct callback *callback = user_data;
  if (!same_state(state)) return wattle_call_fail(call, WATTLE_STR("the state changed on its way"));
  switch (callback->function) {
    case TOOLS: return write_tools(call, state->loaded_tools);
    case DEPTH: return write_depth(call, state->turn_depth);
    default: return static_content(user_data, call, context);
  }
}

static wattle_status hook(void *user_data, wattle_call *call, const wattle_context *context,
                          const wattle_state *state) {
  const struct callback *callback = user_data;
  const cJSON *only_at_depth = json_get(callback->hook, "onlyAtDepth");
  const cJSON *emitted;
  (void)context;

  if (!same_state(state)) return wattle_call_fail(call, WATTLE_STR("the state changed on its way"));
  if (json_bool(json_get(callback->hook, "fails"), false)) return wattle_call_fail(call, WATTLE_STR("hook fails"));
  if (only_at_depth && json_number(only_at_depth, 0) != state->turn_depth) return WATTLE_OK;

  cJSON_ArrayForEach(emitted, json_get(callback->hook, "emits")) {
    scratch s = { NULL };
    wattle_contribution contribution = build_contribution(&s, emitted, 0, false);
    wattle_call_emit(call, &contribution, NULL);
    scratch_free(&s);
  }
  return WATTLE_OK;
}

static enum function function_from(const cJSON *content) {
  const cJSON *name = json_need(content, "fn");
  for (size_t i = 0; i < sizeof function_names / sizeof *function_names; i++)
    if (cJSON_IsString(name) && strcmp(name->valuestring, function_names[i]) == 0) return (enum function)i;
  die("unknown content function", cJSON_IsString(name) ? name->valuestring : "");
  return FAIL;
}

void fill_content(scratch *s, wattle_contribution *contribution, const cJSON *content, bool as_static) {
  const cJSON *text = json_get(content, "text");
  if (text) {
    contribution->text = json_text(s, text);
    return;
  }
  struct callback *callback = callback_new();
  callback->function = function_from(content);
  if (as_static && callback->function != TOOLS && callback->function != DEPTH)
    contribution->static_content = static_content;
  else
    contribution->runtime_content = runtime_content;
  contribution->user_data = callback;
  contribution->drop = callback_drop;
}

void fill_policy_content(scratch *s, wattle_safety_policy *policy, const cJSON *content) {
  const cJSON *text = json_get(content, "text");
  if (text) {
    policy->text = json_text(s, text);
    return;
  }
  struct callback *callback = callback_new();
  callback->function = function_from(content);
  policy->static_content = static_content;
  policy->user_data = callback;
  policy->drop = callback_drop;
}

void fill_hook(wattle_plugin *plugin, const cJSON *json) {
  struct callback *callback = callback_new();
  callback->hook = json;
  plugin->hook = hook;
  plugin->user_data = callback;
  plugin->drop = callback_drop;
}
