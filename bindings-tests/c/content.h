/* The callbacks of the harness: content functions and per-turn hooks, as bindings-tests/README.md describes them. */
#ifndef CONTENT_H
#define CONTENT_H

#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>
#include <wattle.h>

#include "scratch.h"

/* How many user_data were made for callbacks, and how many of them were dropped. */
extern size_t callbacks_created, callbacks_dropped;

/*
 * Puts a case's "content" into a contribution. `as_static`: the place is one where "context", "empty" and "fail" are
 * static functions; "tools" and "depth" read the state and never are.
 */
void fill_content(scratch *s, wattle_contribution *contribution, const cJSON *content, bool as_static);
void fill_policy_content(scratch *s, wattle_safety_policy *policy, const cJSON *content);
void fill_hook(wattle_plugin *plugin, const cJSON *hook);

/* What wattle_state.host points to in a call: the state as it was handed in, which callbacks compare with theirs. */
typedef struct turn {
  const wattle_state *state;
} turn;

#endif
