#include "memory.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static struct {
  size_t n, at_least, counted, failed;
  bool onward, armed;
} plan;

static size_t live;

void memory_will_fail(size_t n, size_t at_least, bool onward) {
  plan.n = n;
  plan.at_least = at_least;
  plan.onward = onward;
  plan.counted = plan.failed = 0;
}

size_t memory_live(void) { return live; }

size_t memory_failed(void) { return plan.failed; }

void memory_arm(void) { plan.armed = true; }

void memory_disarm(void) { plan.armed = false; }

static bool fails(size_t size) {
  if (!plan.armed || plan.n == 0 || size < plan.at_least) return false;
  plan.counted++;
  if (plan.counted != plan.n && !(plan.onward && plan.counted > plan.n)) return false;
  plan.failed = size;
  memory_has_failed(size);
  errno = ENOMEM;
  return true;
}

static void *counted(void *block) {
  if (block) live++;
  return block;
}

void *malloc(size_t size) { return fails(size) ? NULL : counted(__libc_malloc(size)); }

void *calloc(size_t n, size_t size) { return fails(n * size) ? NULL : counted(__libc_calloc(n, size)); }

void *realloc(void *block, size_t size) {
  if (fails(size)) return NULL;
  return block ? __libc_realloc(block, size) : counted(__libc_realloc(block, size));
}

void *memalign(size_t alignment, size_t size) { return fails(size) ? NULL : counted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  void *got = memalign(alignment, size);
  if (!got) return ENOMEM;
  *block = got;
  return 0;
}

void free(void *block) {
  if (block) live--;
  __libc_free(block);
}

/* Checks */


bool ran_out(wattle_status status, const char *what, const char *file, int line) {
  const size_t failed = memory_failed();
  memory_disarm();
  if (failed) memory_will_fail(0, 0, false);
  if (status == WATTLE_OK || !failed) {
    check_accepted(status, what, file, line);
    if (failed) memory_was_forgone();
    return false;
  }
  check_refused(status, WATTLE_OUT_OF_MEMORY, "", what, file, line);
  return true;
}

bool ran_out_of_text(wattle_str text) {
  const bool failed = memory_failed() != 0;
  memory_disarm();
  if (failed) memory_will_fail(0, 0, false);
  CHECK(text.data && (text.len == 0) == failed);
  return failed;
}
