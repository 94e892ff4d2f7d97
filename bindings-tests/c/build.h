/* Makes the library's structs out of the case files' JSON. The texts live in the scratch memory. */
#ifndef BUILD_H
#define BUILD_H

#include <stdbool.h>

#include <cjson/cJSON.h>
#include <wattle.h>

#include "scratch.h"

/* `static_place`: see fill_content. */
wattle_contribution build_contribution(scratch *s, const cJSON *json, wattle_origin origin, bool static_place);
wattle_safety_policy build_policy(scratch *s, const cJSON *json);
wattle_plugin build_plugin(scratch *s, const cJSON *json);
wattle_context build_context(scratch *s, const cJSON *json);
wattle_state build_state(scratch *s, const cJSON *json);
/* Of a config: depth, budget or the callback for it, fraction, strict. */
wattle_compose_options build_compose_options(scratch *s, const cJSON *config);

#endif
