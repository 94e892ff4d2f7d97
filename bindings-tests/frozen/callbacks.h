/* What the program checks with, and a callback of each kind. */
#ifndef CALLBACKS_H
#define CALLBACKS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wattle.h>

static unsigned checks, drops;

#define CHECK(condition) \
  do { \
    checks++; \
    if (!(condition)) { \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      exit(EXIT_FAILURE); \
    } \
  } while (0)
#define DOES(call) CHECK((call) == WATTLE_OK)

static int is(wattle_str text, const char *expected) {
  return text.data && text.len == strlen(expected) && memcmp(text.data, expected, text.len) == 0;
}

/* Callbacks, whose user_data is a text; each looks at the structs that it is handed. */

static wattle_status write_fixed(void *text, wattle_call *call, const wattle_context *context) {
  CHECK(WATTLE_HAS(context, runtime_role) && context->call_class == WATTLE_CONVERSE && is(context->family, "anthropic"));
  return wattle_call_write(call, wattle_cstr(text));
}

static wattle_status write_depth(void *text, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  CHECK(is(context->tenant_id, "tenant") && WATTLE_HAS(state, host));
  CHECK(state->loaded_tools.len == 2 && is(state->loaded_tools.items[1], "search"));
  DOES(wattle_call_write(call, wattle_cstr(text)));
  return wattle_call_write(call, state->turn_depth == 3 ? WATTLE_STR(" 3") : WATTLE_STR(" ?"));
}

static wattle_status in_depth(void *data, wattle_call *call, const wattle_context *context, const wattle_state *state, uint8_t *answer) {
  (void)data, (void)call, (void)context;
  *answer = state->turn_depth > 0;
  return WATTLE_OK;
}

static wattle_status emit(void *text, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  const wattle_contribution emitted = wattle_append_prompt(WATTLE_STR("unit.emitted"), wattle_cstr(text));
  (void)context, (void)state;
  return wattle_call_emit(call, &emitted, NULL);
}

static wattle_status observe(void *text, wattle_call *call, wattle_str bytes) {
  (void)text;
  return is(bytes, "bad") ? wattle_call_fail_with(call, WATTLE_STR("told"), &drops, &checks, NULL) : WATTLE_OK;
}

static void count_drop(void *text) {
  (void)text;
  drops++;
}

static unsigned probed;

static wattle_status on_empty(void *data, wattle_call *call, wattle_str id, wattle_origin origin) {
  (void)data, (void)call;
  CHECK(is(id, "host.empty") && origin == WATTLE_ORIGIN_STATIC);
  probed++;
  return WATTLE_OK;
}

static wattle_status on_missing(void *data, wattle_call *call, wattle_str id) {
  (void)data, (void)call;
  CHECK(is(id, "host.replaced"));
  probed++;
  return WATTLE_OK;
}

static wattle_status on_built(void *data, wattle_call *call, const wattle_prompt *prompt) {
  (void)data, (void)call;
  CHECK(wattle_prompt_text(prompt).len > 0);
  probed++;
  return WATTLE_OK;
}

static wattle_status budget_of_5(void *data, wattle_call *call, uint32_t depth, wattle_str role, uint64_t *budget) {
  (void)data, (void)call;
  CHECK(depth == 3 && is(role, "role"));
  *budget = 5;
  return WATTLE_OK;
}

static wattle_status one_each(void *data, wattle_call *call, wattle_str text, uint64_t *length) {
  (void)data, (void)call, (void)text;
  *length = 1;
  return WATTLE_OK;
}

static wattle_status render(void *text, wattle_call *call, const wattle_agent_context *context) {
  CHECK(WATTLE_HAS(context, agent_id) && context->max_tokens == 100000 && is(context->agent_id, "agent"));
  CHECK(context->commands_len == 2 && is(context->commands[0].name, "one"));
  return wattle_call_write_line(call, wattle_cstr(text));
}

static wattle_status tick(void *data, wattle_call *call, uint64_t *nanoseconds) {
  static uint64_t now;
  (void)data, (void)call;
  *nanoseconds = now += 7;
  return WATTLE_OK;
}

#endif
