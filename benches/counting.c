/* malloc and its kin, defined here over glibc's own: with -rdynamic the library's calls come here too. */
#define _GNU_SOURCE
#include "counting.h"

#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void __libc_free(void *old);

static _Thread_local uint64_t count;
static _Thread_local uint64_t bytes;

void *malloc(size_t size) {
  count++;
  bytes += size;
  return __libc_malloc(size);
}

void *calloc(size_t n, size_t size) {
  count++;
  bytes += n * size;
  return __libc_calloc(n, size);
}

void *realloc(void *old, size_t size) {
  count++;
  bytes += size;
  return __libc_realloc(old, size);
}

void free(void *old) { __libc_free(old); }

uint64_t allocations(void) { return count; }

uint64_t allocated_bytes(void) { return bytes; }

size_t heap_in_use(void) {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

size_t resident(void) {
  FILE *file = fopen("/proc/self/statm", "r");
  size_t pages = 0;
  if (!file || fscanf(file, "%*u %zu", &pages) != 1)
    abort();
  fclose(file);
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

void give_heap_back(void) { malloc_trim(0); }

void keep_heap(void) {
  if (!mallopt(M_MMAP_MAX, 0) || !mallopt(M_TRIM_THRESHOLD, INT_MAX))
    abort();
}
