/*
 * Memory for the inputs of one call of the library. It is freed as soon as that call has returned, so a library that
 * kept a borrowed pointer is caught by valgrind or a sanitizer.
 */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <stddef.h>

typedef struct scratch {
  struct scratch_block *blocks;
} scratch;

/* Zeroed memory that lives until scratch_free; never NULL, not even for a size of 0. */
void *scratch_alloc(scratch *s, size_t count, size_t size);
void scratch_free(scratch *s);

/* Says why on standard error and exits with 2: bad arguments, bad case files, no memory. */
void die(const char *why, const char *culprit);

#endif
