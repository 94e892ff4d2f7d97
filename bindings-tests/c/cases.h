/* The kinds of cases, and what they share. To run one is to compare it and to write its transcript lines. */
#ifndef CASES_H
#define CASES_H

#include <cjson/cJSON.h>
#include <wattle.h>

void run_resolve_case(const cJSON *json);
void run_compose_case(const cJSON *json);
void run_module_case(const cJSON *json);
void run_guidance_case(const cJSON *json);
/* A case of taint has no name; `index` is its place in the file. */
void run_taint_case(const cJSON *json, size_t index);

/* An op's, a resolve's, ... failure, and its expected kind and subject (NULL: none was expected). */
void check_failure(wattle_status status, const wattle_error *error, const cJSON *kind, const cJSON *subject);

/* One entry of "resolves": the resolution and its fingerprint (resolution.c), then the composition (composition.c). */
void run_resolution(wattle_str name, const wattle_registry *registry, size_t index, const cJSON *json);
void run_registry_composition(wattle_str name, const wattle_registry *registry, size_t index, const cJSON *json);

/* What a prompt says of itself; that it says it is checked. */
wattle_section prompt_section(const wattle_prompt *prompt, size_t index);
wattle_summary prompt_summary(const wattle_prompt *prompt);

#endif
