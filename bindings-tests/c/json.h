/*
 * Reading the case files. cJSON ends its strings at a NUL, and the cases have texts with NUL bytes inside: so before
 * parsing, each escape \u0000 is replaced by a private-use character that no case file uses, and json_text puts the NUL
 * bytes back.
 */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stdint.h>

#include <cjson/cJSON.h>
#include <wattle.h>

#include "scratch.h"

/* The parsed file, to be freed with cJSON_Delete. Exits with 2 if it cannot be read or is not JSON. */
cJSON *json_load(const char *path);

/* The same of a text that the library gave. */
cJSON *json_parse(wattle_str text);

/* A member of an object; NULL if there is none. */
const cJSON *json_get(const cJSON *object, const char *key);
/* A member that must be there; exits with 2 if it is not. */
const cJSON *json_need(const cJSON *object, const char *key);

/* What the value is; NULL and null are absent. Of another type than asked for: exits with 2. */
wattle_str json_text(scratch *s, const cJSON *value);
wattle_str_list json_texts(scratch *s, const cJSON *value);
bool json_bool(const cJSON *value, bool absent);
uint64_t json_number(const cJSON *value, uint64_t absent);
double json_double(const cJSON *value);

#endif
