/* The names that the case files and the transcript use for the library's enumerations. */
#ifndef NAMES_H
#define NAMES_H

#include <cjson/cJSON.h>
#include <wattle.h>

/* "?" for a number without a name. */
const char *mode_name(wattle_mode mode);
const char *origin_name(wattle_origin origin);
const char *tier_name(wattle_tier tier);
const char *call_class_name(wattle_call_class call_class);

/* 0 for NULL; exits with 2 for a name without a number. */
wattle_mode mode_from(const cJSON *name);
wattle_origin origin_from(const cJSON *name);
wattle_tier tier_from(const cJSON *name);
wattle_call_class call_class_from(const cJSON *name);
wattle_match_mode match_mode_from(const cJSON *name);

#endif
