/* One handle of every type, of this library and of a second copy of it. */
#define _POSIX_C_SOURCE 200809L
#include "misuse.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REGISTRY, BUNDLE, PROMPT, DIFF, RECORDS, ERROR, BUILDER, RENDERINGS, GUIDANCE, TEXT, TYPES };

static const char *const types[TYPES] = {
  "wattle_registry",  "wattle_bundle",         "wattle_prompt",     "wattle_diff",     "wattle_records",
  "wattle_error",     "wattle_module_builder", "wattle_renderings", "wattle_guidance", "wattle_text",
};

typedef struct handles {
  const wattle_api *api;
  void *of[TYPES];
} handles;

static handles own, copy;
static void *second;
static char *words[2 * TYPES]; /* of the handles of the one, then of the other */
static wattle_prompt *of_modules;

static void need(bool holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "misuse: %s\n", what);
  exit(EXIT_FAILURE);
}

static const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE);
static const wattle_agent_context agent = WATTLE_AGENT_CONTEXT(.max_tokens = 9000);

static wattle_status render(void *user_data, wattle_call *call, const wattle_agent_context *with) {
  const handles *made = user_data;
  (void)with;
  return made->api->call_write_line(call, WATTLE_STR("module"));
}

static void make(handles *made) {
  const wattle_api *api = made->api;
  const wattle_registry_options nothing = WATTLE_REGISTRY_OPTIONS(.seed_core_defaults = WATTLE_NO, .seed_safety_policies = WATTLE_NO);
  const wattle_contribution base = WATTLE_CONTRIBUTION(.id = WATTLE_STR("host.base"), .mode = WATTLE_APPEND, .text = WATTLE_STR("base"));
  const wattle_safety_policy policy = WATTLE_SAFETY_POLICY(.id = WATTLE_STR("safety.host"), .text = WATTLE_STR("safe"), .enabled_by_default = 1);
  const wattle_candidate candidate = WATTLE_CANDIDATE(.id = WATTLE_STR("a"), .content = WATTLE_STR("one"), .tier = WATTLE_TIER_CORE);
  const wattle_module module =
    WATTLE_MODULE(.name = WATTLE_STR("module"), .optional = WATTLE_NO, .priority = 50, .render = render, .user_data = made);
  const wattle_guidance_entry entry =
    WATTLE_GUIDANCE_ENTRY(.tool_name = WATTLE_STR("shell"), .mode = WATTLE_MATCH_MODE_EXACT, .text = WATTLE_STR("Careful."));
  void *(*of)[TYPES] = &made->of;
  wattle_prompt *empty = NULL;
  const bool all = !api->registry_new(&nothing, (wattle_registry **)&(*of)[REGISTRY], NULL) &&
                   !api->registry_register((*of)[REGISTRY], &base, 1, NULL) &&
                   !api->registry_register_safety_policy((*of)[REGISTRY], &policy, NULL) &&
                   !api->registry_resolve((*of)[REGISTRY], &context, NULL, NULL, (wattle_bundle **)&(*of)[BUNDLE], NULL) &&
                   !api->compose(&candidate, 1, NULL, (wattle_prompt **)&(*of)[PROMPT], NULL) &&
                   !api->compose(NULL, 0, NULL, &empty, NULL) &&
                   !api->prompt_diff(empty, (*of)[PROMPT], (wattle_diff **)&(*of)[DIFF], NULL) &&
                   !api->registry_list((*of)[REGISTRY], 0, (wattle_str)WATTLE_STR_ABSENT, (wattle_records **)&(*of)[RECORDS], NULL) &&
                   api->registry_unregister_plugin((*of)[REGISTRY], WATTLE_STR("nobody"), (wattle_error **)&(*of)[ERROR]) &&
                   !api->module_builder_new((wattle_module_builder **)&(*of)[BUILDER], NULL) &&
                   !api->module_builder_add((*of)[BUILDER], &module, NULL) &&
                   !api->module_builder_render((*of)[BUILDER], &agent, (wattle_renderings **)&(*of)[RENDERINGS], NULL) &&
                   !api->guidance_new((wattle_guidance **)&(*of)[GUIDANCE], NULL) && !api->guidance_add((*of)[GUIDANCE], &entry, 1, NULL) &&
                   !api->registry_json((*of)[REGISTRY], (wattle_text **)&(*of)[TEXT], NULL);
  need(all, "handles cannot be made");
  api->prompt_free(empty);
}

/* What a handle says, as an own text that lives until the next call; changes if it changes. */
static const char *words_of(const handles *made, size_t type) {
  static char said_by_it[20000];
  const wattle_api *api = made->api;
  void *of = made->of[type];
  wattle_text *text = NULL;
  wattle_prompt *prompt = NULL;
  wattle_candidate rendering = WATTLE_CANDIDATE_INIT;
  wattle_record record = WATTLE_RECORD_INIT;
  wattle_str said = WATTLE_STR_ABSENT;
  if (type == REGISTRY && !api->registry_compose(of, &context, NULL, NULL, &prompt, NULL) && !api->registry_json(of, &text, NULL)) said = api->text_view(text);
  if (type == BUILDER && !api->module_builder_build(of, &agent, NULL, &prompt, NULL)) said = api->prompt_text(prompt);
  if (type == GUIDANCE && !api->guidance_resolve(of, WATTLE_STR("shell"), NULL, 0, &text, NULL)) said = api->text_view(text);
  if (type == RENDERINGS && api->renderings_len(of) == 1 && !api->renderings_at(of, 0, &rendering, NULL)) said = rendering.content;
  if (type == RECORDS && api->records_len(of) == 1 && !api->records_at(of, 0, &record, NULL)) said = record.text;
  if (type == BUNDLE) said = api->bundle_json(of);
  if (type == PROMPT) said = api->prompt_json(of);
  if (type == DIFF) said = api->diff_json(of);
  if (type == ERROR) said = api->error_message(of);
  if (type == TEXT) said = api->text_view(of);
  snprintf(said_by_it, sizeof said_by_it, "%.*s|%s", (int)said.len, said.data ? said.data : "", prompt ? api->prompt_text(prompt).data : "");
  api->prompt_free(prompt);
  api->text_free(text);
  return said_by_it;
}

void remember_handles(void) {
  for (size_t i = 0; i < 2 * TYPES; i++) {
    free(words[i]);
    need((words[i] = strdup(words_of(i < TYPES ? &own : &copy, i % TYPES))), "no memory");
    need(strlen(words[i]) > 1, types[i % TYPES]);
  }
}

const char *what_handle_changed(bool or_of_the_copy) {
  for (size_t i = 0; i < (or_of_the_copy ? 2 : 1) * TYPES; i++)
    if (strcmp(words_of(i < TYPES ? &own : &copy, i % TYPES), words[i])) return types[i % TYPES];
  return NULL;
}

void make_handles(const char *file) {
  void *found = (second = dlopen(file, RTLD_NOW | RTLD_LOCAL)) ? dlsym(second, "wattle_get_api") : NULL;
  const wattle_api *(*get_api)(uint32_t) = NULL;
  need(found, "the second copy of the library cannot be opened");
  memcpy(&get_api, &found, sizeof found);
  own.api = table_for(WATTLE_ABI_VERSION);
  copy.api = get_api(WATTLE_ABI_VERSION);
  need(own.api && copy.api && own.api != copy.api, "the second copy of the library is none");
  need(own.api->version != copy.api->version, "the table of the second copy has the functions of the first");
  make(&own);
  make(&copy);
  need(!own.api->module_builder_build(own.of[BUILDER], &agent, NULL, &of_modules, NULL), "no prompt of modules");
  remember_handles();
}

size_t handle_types(void) { return TYPES; }

size_t handle_type(const char *type) {
  size_t i = 0, length;
  if (!is_pointer(type) || strstr(type, "**")) return TYPES;
  if (is_const(type)) type += sizeof "const " - 1;
  length = strcspn(type, " ");
  while (i < TYPES && (strlen(types[i]) != length || strncmp(types[i], type, length))) i++;
  return i;
}

void *handle(size_t type) { return own.of[type]; }

wattle_prompt *prompt_of_modules(void) { return of_modules; }

void *handle_of_the_copy(size_t type) { return copy.of[type]; }

static void free_made(handles *made) {
  const wattle_api *api = made->api;
  api->registry_free(made->of[REGISTRY]);
  api->bundle_free(made->of[BUNDLE]);
  api->prompt_free(made->of[PROMPT]);
  api->diff_free(made->of[DIFF]);
  api->records_free(made->of[RECORDS]);
  api->error_free(made->of[ERROR]);
  api->module_builder_free(made->of[BUILDER]);
  api->renderings_free(made->of[RENDERINGS]);
  api->guidance_free(made->of[GUIDANCE]);
  api->text_free(made->of[TEXT]);
}

void free_handles(void) {
  free_made(&own);
  own.api->prompt_free(of_modules);
}

void free_all(void) {
  free_handles();
  free_made(&copy);
  for (size_t i = 0; i < 2 * TYPES; i++) free(words[i]);
  dlclose(second);
}
