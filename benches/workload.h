/* N sections of about 400 bytes: 10 % core, 60 % active, 30 % informational, and a budget for about 70 % of their chars. */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include "bound/bound.h"

/* The sizes that the cases run at. */
enum { SIZES = 4 };
extern const size_t sizes[SIZES];

enum script { ASCII, MIXED };

struct workload {
  size_t n;
  struct bound_section *sections;
  /* "bench.s<i>" */
  char (*ids)[32];
  uint64_t budget;
  /* Of all texts. */
  size_t bytes;
  uint64_t chars;
};

/* The same bytes for the same arguments, everywhere. All sections are marked as included. */
struct workload workload_new(size_t n, enum script script);
void workload_free(struct workload *workload);

/* Its sections as a manifest's contributions. Freed with free(). The scripts have nothing that JSON escapes but line feeds. */
char *workload_manifest(const struct workload *workload, size_t *len);

#endif
