/* A right value for every parameter of every function, by its type or its name. What is asked for here and is not there ends the
   program in words: that is what a new function, type or parameter meets. */
#include "misuse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOT (2 * WATTLE_STRUCT_MAX_BYTES) /* of a struct, with room behind it */
#define SLOTS 24

unsigned char arena[SLOTS * SLOT] __attribute__((aligned(16)));
static size_t used;
char untouched;
wattle_error *error_place;
unsigned drops[16];
size_t tracked;

size_t arena_len(void) { return used * SLOT; }

static unsigned char *slot(void) {
  if (used == SLOTS) {
    fputs("misuse: more structs in a call than there is room for: raise SLOTS\n", stderr);
    exit(EXIT_FAILURE);
  }
  return arena + SLOT * used++;
}

static void count_drop(void *user_data) {
  if (user_data) ++*(unsigned *)user_data;
}

static unsigned *track(void) { return &drops[tracked++]; }

/* Callbacks that do what is right. */

static wattle_status when_context(void *data, wattle_call *call, const wattle_context *context, const wattle_state *state, uint8_t *answer) {
  (void)data, (void)call, (void)context, (void)state;
  *answer = 1;
  return WATTLE_OK;
}

static wattle_status hook(void *data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  (void)data, (void)call, (void)context, (void)state;
  return WATTLE_OK;
}

static wattle_status observe(void *data, wattle_call *call, wattle_str bytes) {
  (void)data, (void)call, (void)bytes;
  return WATTLE_OK;
}

static wattle_status on_empty(void *data, wattle_call *call, wattle_str id, wattle_origin origin) {
  (void)data, (void)call, (void)id, (void)origin;
  return WATTLE_OK;
}

static wattle_status on_duplicate(void *data, wattle_call *call, const wattle_str *ids, size_t n) {
  (void)data, (void)call, (void)ids, (void)n;
  return WATTLE_OK;
}

static wattle_status on_built(void *data, wattle_call *call, const wattle_prompt *prompt) {
  (void)data, (void)call, (void)prompt;
  return WATTLE_OK;
}

static wattle_status budget(void *data, wattle_call *call, uint32_t depth, wattle_str runtime_role, uint64_t *tokens) {
  (void)data, (void)call, (void)depth, (void)runtime_role;
  *tokens = 1000;
  return WATTLE_OK;
}

static wattle_status measure(void *data, wattle_call *call, wattle_str text, uint64_t *length) {
  (void)data, (void)call;
  *length = text.len;
  return WATTLE_OK;
}

static wattle_status clock_tick(void *data, wattle_call *call, uint64_t *nanoseconds) {
  (void)data, (void)call;
  *nanoseconds = 1;
  return WATTLE_OK;
}

static wattle_status include(void *data, wattle_call *call, const wattle_agent_context *context, uint8_t *answer) {
  (void)data, (void)call, (void)context;
  *answer = 1;
  return WATTLE_OK;
}

static wattle_status render(void *data, wattle_call *call, const wattle_agent_context *context) {
  (void)data, (void)call, (void)context;
  return WATTLE_OK;
}

static wattle_status estimate(void *data, wattle_call *call, const wattle_agent_context *context, uint64_t *tokens) {
  (void)data, (void)call, (void)context;
  *tokens = 1;
  return WATTLE_OK;
}

/* Structs, every field of them set. */

#define TEXT_ITEM { &item, 1 }
static const wattle_str item = WATTLE_STR_INIT("one"), star = WATTLE_STR_INIT("*");
static const wattle_context context = { sizeof context, WATTLE_CONVERSE, 0, WATTLE_STR_INIT("anthropic"), WATTLE_STR_INIT("t"), WATTLE_STR_INIT("r") };
static const wattle_state state = { sizeof state, TEXT_ITEM, TEXT_ITEM, 1, WATTLE_YES, WATTLE_STR_INIT("{}"), NULL };
static const wattle_contribution contribution = {
  sizeof contribution, WATTLE_STR_INIT("acts.text"), WATTLE_APPEND, 0, WATTLE_TIER_ACTIVE, 0,
  { WATTLE_CONVERSE, 0, WATTLE_STR_INIT("anthropic"), WATTLE_STR_INIT("t"), WATTLE_STR_INIT("r") },
  WATTLE_STR_INIT("text"), WATTLE_STR_INIT("short"), WATTLE_STR_LIST_INIT, NULL, NULL, NULL, NULL, count_drop,
};
/* The same with what only a gated one has. */
static const wattle_contribution gated = {
  sizeof gated, WATTLE_STR_INIT("acts.text"), WATTLE_APPEND, WATTLE_ORIGIN_RUNTIME_AWARE, WATTLE_TIER_ACTIVE, 0,
  { WATTLE_CONVERSE, 0, WATTLE_STR_INIT("anthropic"), WATTLE_STR_INIT("t"), WATTLE_STR_INIT("r") },
  WATTLE_STR_INIT("text"), WATTLE_STR_INIT("short"), TEXT_ITEM, NULL, NULL, when_context, NULL, count_drop,
};
static const wattle_safety_policy policy = { sizeof policy, WATTLE_STR_INIT("safety.acts"), WATTLE_STR_INIT("safe"), NULL, 1, { 0, 0, 0, 0, 0, 0, 0 }, NULL, count_drop };
static const wattle_plugin plugin = {
  sizeof plugin, WATTLE_STR_INIT("acts"), WATTLE_STR_INIT("1"), &contribution, 1, &gated, 1, &policy, 1, hook, observe, NULL, count_drop,
};
static const wattle_registry_options registry_options = { sizeof registry_options, WATTLE_STR_INIT("run"), TEXT_ITEM, WATTLE_YES, WATTLE_YES, WATTLE_YES, 0 };
static const wattle_probes probes = { sizeof probes, NULL, on_empty, NULL, on_duplicate, on_built };
static const wattle_resolve_options resolve_options = { sizeof resolve_options, 1, 0, { 0, 0, 0, 0, 0, 0 }, &probes };
static const wattle_candidate candidate = { sizeof candidate, WATTLE_STR_INIT("a"), WATTLE_STR_INIT("content"), WATTLE_STR_INIT("c"), WATTLE_TIER_CORE, 0, { 0, 0, 0 }, 0 };
static const wattle_compose_options compose_options = {
  sizeof compose_options, WATTLE_NOT_SET, 0.5, 1, 1, 0, 0, 0, WATTLE_STR_INIT("r"), budget, NULL, &probes, measure, NULL, WATTLE_STR_INIT("bytes"),
};
static const wattle_command command = { sizeof command, WATTLE_STR_INIT("c"), WATTLE_STR_INIT("p"), WATTLE_STR_INIT("d") };
static const wattle_agent_context agent = {
  sizeof agent, WATTLE_STR_INIT("t"), WATTLE_STR_INIT("/w"), WATTLE_STR_INIT("s"), WATTLE_STR_INIT("full"), 0.1, 0.5, WATTLE_STR_INIT("a"),
  WATTLE_STR_INIT("b"), WATTLE_STR_INIT("c"), WATTLE_STR_INIT("d"), WATTLE_STR_INIT("e"), WATTLE_STR_INIT("f"), TEXT_ITEM, &command, 1,
  WATTLE_STR_INIT("h"), 9000, 10, WATTLE_STR_INIT("i"), 1000, 60, 1, 1, 1, 1, NULL,
};
static const wattle_module module = { sizeof module, WATTLE_STR_INIT("another"), 50, 1, { 0, 0, 0 }, include, render, render, estimate, NULL, count_drop };
static const wattle_build_options build_options = { sizeof build_options, NULL, &context, clock_tick, NULL, &probes };
static const wattle_tool_filter filter = WATTLE_TOOL_FILTER_INIT;
static const wattle_tool tool = WATTLE_TOOL(.name = WATTLE_STR_INIT("shell"), .category = WATTLE_STR_INIT("c"));
static const wattle_async_job job = { sizeof job, WATTLE_STR_INIT("1"), WATTLE_STR_INIT("n"), WATTLE_STR_INIT("running"), 50, 1, { 0, 0, 0 } };
static const wattle_tool_error tool_error = WATTLE_TOOL_ERROR(.tool = WATTLE_STR_INIT("shell"), .error = WATTLE_STR_INIT("e"), .time_text = WATTLE_STR_INIT("now"));
static const wattle_guidance_entry entry = { sizeof entry, WATTLE_STR_INIT("shell"), WATTLE_MATCH_MODE_EXACT, 0, WATTLE_STR_INIT("Careful.") };
/* Of the prompt among the handles. */
static wattle_summary summary = WATTLE_SUMMARY_INIT;
static wattle_section section = WATTLE_SECTION_INIT;

static const struct {
  const char *shape;
  const void *value;
} structs[] = {
  { "wattle_context", &context }, { "wattle_state", &state }, { "wattle_contribution", &contribution }, { "wattle_safety_policy", &policy },
  { "wattle_plugin", &plugin }, { "wattle_registry_options", &registry_options }, { "wattle_probes", &probes },
  { "wattle_resolve_options", &resolve_options }, { "wattle_candidate", &candidate }, { "wattle_compose_options", &compose_options },
  { "wattle_command", &command }, { "wattle_agent_context", &agent }, { "wattle_module", &module }, { "wattle_build_options", &build_options },
  { "wattle_tool_filter", &filter }, { "wattle_tool", &tool }, { "wattle_async_job", &job }, { "wattle_tool_error", &tool_error },
  { "wattle_guidance_entry", &entry }, { "wattle_summary", &summary }, { "wattle_section", &section },
};

/* The values of what is no struct and no handle, by their names; a function's own before the general ones. */
static const struct {
  const char *function, *parameter;
  const char *text;
  uint64_t number;
} named[] = {
  { "wattle_registry_unregister_safety_policy", "id", "safety.host", 0 }, { "wattle_unregister_global", "id", "host.global", 0 },
  { "wattle_check_id", "id", "acts.text", 0 }, { "wattle_replace_core", "id", WATTLE_CORE_DIRECTIVES_ID, 0 },
  { "wattle_registry_unregister_plugin", "name", "acts", 0 }, { "wattle_module_builder_add_builtin", "name", "identity", 0 },
  { "wattle_module_builder_remove", "name", "module", 0 }, { "wattle_guidance_load_json", "json", "{\"entries\": []}", 0 },
  { "wattle_registry_load_json", "json", "{\"plugins\": [{\"name\": \"acts\"}]}", 0 },
  { NULL, "id", "host.base", 0 }, { NULL, "plugin", "acts", 0 }, { NULL, "message", "a message", 0 }, { NULL, "subject", "a subject", 0 },
  { NULL, "text", "a text", 0 }, { NULL, "line", "a line", 0 }, { NULL, "bytes", "bytes", 0 }, { NULL, "tool_name", "shell", 0 },
  { NULL, "status", NULL, WATTLE_INVALID_ARGUMENT }, { NULL, "mode", NULL, WATTLE_APPEND }, { NULL, "call_class", NULL, WATTLE_CONVERSE },
  { NULL, "origin", NULL, WATTLE_ORIGIN_STATIC }, { NULL, "tier", NULL, WATTLE_TIER_CORE }, { NULL, "verdict", NULL, WATTLE_INCLUDED },
  { NULL, "change", NULL, WATTLE_CHANGE_ADDED }, { NULL, "set", NULL, WATTLE_FRAGMENT_SET_BASE }, { NULL, "optional", NULL, WATTLE_YES },
  { NULL, "active_only", NULL, 1 }, { NULL, "n", NULL, 1 }, { NULL, "index", NULL, 0 }, { NULL, "depth", NULL, 1 }, { NULL, "total", NULL, 1 },
  { NULL, "chars", NULL, 1 }, { NULL, "limit", NULL, 1 }, { NULL, "abi_version", NULL, WATTLE_ABI_VERSION },
};

static void no_value(const function *function, const declared *is) {
  fprintf(stderr, "misuse: there is no right value for `%s` of %s, which is a %s: give one in bindings-tests/misuse/values.c\n", is->name, function->name, is->type);
  exit(EXIT_FAILURE);
}

static void name_value(const function *function, const declared *is, value *to) {
  for (size_t i = 0; i < COUNT(named); i++) {
    const bool text = strcmp(is->type, "wattle_str") == 0;
    if ((named[i].function && strcmp(named[i].function, function->name)) || strcmp(named[i].parameter, is->name) || text != !!named[i].text) continue;
    if (text) to->text = wattle_cstr(named[i].text);
    else to->number = named[i].number;
    return;
  }
  no_value(function, is);
}

/* A struct in the arena, and those it points to; what it has a drop for is counted. */
static void *instance(const function *function, const declared *is, const void *value) {
  const shape *shape = shape_of(is->type);
  unsigned char *at = slot();
  void *drop = NULL;
  memcpy(at, value, shape->size);
  for (size_t i = 0; i < shape->fields_len; i++) {
    const field *field = &shape->fields[i];
    void **inner = (void **)(void *)(at + field->offset);
    if (strcmp(field->is.name, "safety_registry") == 0) *inner = handle(handle_type(field->is.type));
    if (shape_of(field->is.type) && is_pointer(field->is.type) && *inner) *inner = instance(function, &field->is, *inner);
    if (strcmp(field->is.name, "user_data") == 0) drop = inner;
    if (strcmp(field->is.name, "drop") == 0) memcpy(drop, &(void *){ track() }, sizeof(void *));
  }
  return at;
}

static void *pointed_to(const function *function, const declared *is) {
  const size_t type = handle_type(is->type);
  const shape *shape = shape_of(is->type);
  if (strstr(function->name, "_module_metadata") || strstr(function->name, "_tool_filter")) if (strstr(is->type, "wattle_prompt *")) return prompt_of_modules();
  if (type < handle_types()) return handle(type);
  if (strcmp(is->type, "wattle_error **") == 0) return &error_place;
  if (strstr(is->type, "**")) {
    void **place = (void **)(void *)slot();
    *place = UNTOUCHED;
    return place;
  }
  for (size_t i = 0; shape && i < COUNT(structs); i++)
    if (strcmp(structs[i].shape, shape->name) == 0 && (is_const(is->type) || strcmp(shape->name, "wattle_contribution") == 0)) return instance(function, is, structs[i].value);
  if (shape && shape->sized && !is_const(is->type)) return memcpy(slot(), &shape->size, sizeof(size_t));
  if (shape) no_value(function, is);
  if (strcmp(is->name, "payload") == 0) return track();
  if (strcmp(is->type, "wattle_call *") == 0 || strcmp(is->type, "void *") == 0 || strcmp(is->type, "const void *") == 0) return UNTOUCHED;
  if (strcmp(is->type, "char *") && strcmp(is->type, "uint64_t *") && strcmp(is->type, "size_t *")) no_value(function, is);
  return memset(slot(), '?', 100);
}

void right_values(const function *function, value *arguments) {
  memset(arena, 0, sizeof arena);
  memset(drops, 0, sizeof drops);
  used = tracked = 0;
  error_place = UNTOUCHED;
  wattle_prompt_summary(handle(handle_type("wattle_prompt *")), &summary, NULL);
  wattle_prompt_section(handle(handle_type("wattle_prompt *")), 0, &section, NULL);
  for (size_t i = 0; i < function->parameters_len; i++) {
    const declared *is = &function->parameters[i];
    if (is_pointer(is->type)) arguments[i].pointer = pointed_to(function, is);
    else if (strcmp(is->type, "wattle_drop_fn") == 0) arguments[i].drop = count_drop;
    else if (strcmp(is->type, "wattle_str_list") == 0) arguments[i].list = (wattle_str_list){ &star, 1 };
    else name_value(function, is, &arguments[i]);
  }
}
