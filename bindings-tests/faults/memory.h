/*
 * The memory of the whole process, of which the n-th allocation fails: these are its malloc, calloc, realloc and their like, which the
 * library has too.
 */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "check.h"

/* From now on, while it is armed, the n-th allocation of so many bytes or more fails; all further ones too, if `onward`. */
void memory_will_fail(size_t n, size_t at_least, bool onward);
/* How many blocks there are. */
size_t memory_live(void);
/* The size of the last allocation that failed; 0: none has. */
size_t memory_failed(void);
/* Is told of it; */
void memory_has_failed(size_t size);
/* Of a call that succeeded all the same: what a registry remembers of a context it can do without. */
void memory_was_forgone(void);
void memory_arm(void);
void memory_disarm(void);

/* A call while memory runs out: whether it failed for that, as it should; else it has succeeded. */
#define RUNS_OUT(call) (memory_arm(), ran_out((call), #call, __FILE__, __LINE__))
bool ran_out(wattle_status status, const char *what, const char *file, int line);
/* The same of what gives a text, which is then the empty one. */
bool ran_out_of_text(wattle_str text);

extern const test scenarios_of_changes[], scenarios_of_results[];
extern const size_t scenarios_of_changes_len, scenarios_of_results_len;

#endif
