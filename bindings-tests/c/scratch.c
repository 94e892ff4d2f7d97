#include "report.h"
#include "scratch.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct scratch_block {
  struct scratch_block *next;
  void *memory;
};

void *scratch_alloc(scratch *s, size_t count, size_t size) {
  struct scratch_block *block = malloc(sizeof *block);
  void *memory = calloc(count ? count : 1, size);
  if (!block || !memory) die("out of memory", "");
  block->memory = memory;
  block->next = s->blocks;
  s->blocks = block;
  return memory;
}

void scratch_free(scratch *s) {
  while (s->blocks) {
    struct scratch_block *next = s->blocks->next;
    free(s->blocks->memory);
    free(s->blocks);
    s->blocks = next;
  }
}

void die(const char *why, const char *culprit) {
  fprintf(stderr, HARNESS ": %s: %s\n", why, culprit);
  exit(2);
}
