#include "names.h"

#include <string.h>

#include "scratch.h"

/* Each list in the order of the numbers, which start at 1. */
static const char *const modes[] = { "append", "prepend", "replace", NULL };
static const char *const origins[] = { "core-default", "core-template", "static", "runtime-aware", NULL };
static const char *const tiers[] = { "core", "active", "informational", NULL };
static const char *const match_modes[] = { "exact", "prefix", "glob", NULL };
static const char *const call_classes[] = { "utility", "reasoning", "converse", "synthesize", NULL };

static const char *name_of(const char *const *names, uint32_t number) {
  for (uint32_t i = 0; names[i]; i++)
    if (i + 1 == number) return names[i];
  return "?";
}

static uint32_t number_of(const char *const *names, const cJSON *name) {
  if (!name) return 0;
  if (!cJSON_IsString(name)) die("not a name", name->string);
  for (uint32_t i = 0; names[i]; i++)
    if (strcmp(names[i], name->valuestring) == 0) return i + 1;
  die("unknown name", name->valuestring);
  return 0;
}

const char *mode_name(wattle_mode mode) { return name_of(modes, mode); }
const char *origin_name(wattle_origin origin) { return name_of(origins, origin); }
const char *tier_name(wattle_tier tier) { return name_of(tiers, tier); }
const char *call_class_name(wattle_call_class call_class) { return name_of(call_classes, call_class); }

wattle_mode mode_from(const cJSON *name) { return number_of(modes, name); }
wattle_origin origin_from(const cJSON *name) { return number_of(origins, name); }
wattle_tier tier_from(const cJSON *name) { return number_of(tiers, name); }
wattle_call_class call_class_from(const cJSON *name) { return number_of(call_classes, name); }
wattle_match_mode match_mode_from(const cJSON *name) { return number_of(match_modes, name); }
