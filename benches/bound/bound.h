/* Hand-written lower bounds: what the same work costs without an ABI, without checks and without a report. */
#ifndef BOUND_H
#define BOUND_H

#include <stddef.h>
#include <stdint.h>

enum { BOUND_CORE = 1, BOUND_ACTIVE = 2, BOUND_INFORMATIONAL = 3 };

struct bound_section {
  const char *text;
  size_t len;
  uint64_t chars;
  uint8_t tier;
  uint8_t included;
};

/* The length in UTF-16 code units of a text that is UTF-8. */
uint64_t bound_chars(const char *text, size_t len);

/* "copy": lengths and flags are known; one allocation, one copy. NUL-terminated, freed with free(). */
char *bound_copy(const struct bound_section *sections, size_t n, size_t *len);

/* Counts all sections and decides which are included: the source mode's gate. */
void bound_gate(struct bound_section *sections, size_t n, uint64_t budget, double fraction);

/* "plain": counts, decides, copies. No UTF-8 check. */
char *bound_plain(struct bound_section *sections, size_t n, uint64_t budget, double fraction, size_t *len);

/* A call that does nothing, directly and through a pointer. */
size_t bound_nothing(const void *handle);
typedef size_t (*bound_call)(const void *handle);
extern const bound_call volatile bound_pointer;

#endif
