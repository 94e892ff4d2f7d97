/* One turn, as every agent of this host has it. */
#ifndef TURN_H
#define TURN_H

#include "agreement.h"

/* Ends the program, with a word about it, on failure. */
void must(wattle_status status, wattle_error *error);

/* What the prompt is now; freed with wattle_bundle_free. It stays what it is when plugins go. */
wattle_bundle *take_turn(const wattle_registry *registry);

#endif
