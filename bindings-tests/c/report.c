#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MOST_DIFFERENCES_SHOWN 20
#define MOST_BYTES_SHOWN 80

static struct {
  const char *name;
  const char *what;
  size_t index;
  const char *list;
  size_t item;
  bool failed;
} now;

static unsigned passed, failed, differences;

void case_begin(const char *name) {
  memset(&now, 0, sizeof now);
  now.name = name;
}

void case_end(void) {
  if (now.failed) failed++;
  else passed++;
}

bool report_total(void) {
  if (differences > MOST_DIFFERENCES_SHOWN)
    fprintf(stderr, HARNESS ": %u more differences\n", differences - MOST_DIFFERENCES_SHOWN);
  printf(HARNESS ": %u passed, %u failed\n", passed, failed);
  return failed == 0;
}

void report_at(const char *what, size_t index) {
  now.what = what;
  now.index = index;
  now.list = NULL;
}

void report_item(const char *list, size_t index) {
  now.list = list;
  now.item = index;
}

void report_no_item(void) { now.list = NULL; }

/* Counts a difference and begins its line; false if enough have been shown. */
static bool differs(const char *field) {
  now.failed = true;
  if (++differences > MOST_DIFFERENCES_SHOWN) return false;
  fprintf(stderr, HARNESS ": %s: ", now.name);
  if (now.what) fprintf(stderr, "%s %zu: ", now.what, now.index);
  if (now.list) fprintf(stderr, "%s[%zu].", now.list, now.item);
  fprintf(stderr, "%s: ", field);
  return true;
}

static void show(const char *which, wattle_str text, size_t from) {
  fprintf(stderr, "%s (%zu bytes, from %zu) \"", which, text.len, from);
  for (size_t i = from; i < text.len && i < from + MOST_BYTES_SHOWN; i++) {
    unsigned char byte = (unsigned char)text.data[i];
    if (byte < 0x20) fprintf(stderr, "\\x%02x", byte);
    else fputc(byte, stderr);
  }
  fputs("\"", stderr);
}

bool texts_equal(wattle_str a, wattle_str b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

uint64_t chars_of(wattle_str text) {
  uint64_t chars = 0;
  for (size_t i = 0; i < text.len; i++) {
    unsigned char byte = (unsigned char)text.data[i];
    if ((byte & 0xC0) != 0x80) chars++; /* the first byte of a character */
    if (byte >= 0xF0) chars++;          /* outside the BMP: two units */
  }
  return chars;
}

void expect_text(const char *field, wattle_str want, wattle_str got) {
  if (texts_equal(want, got) || !differs(field)) return;
  size_t same = 0;
  while (same < want.len && same < got.len && want.data[same] == got.data[same]) same++;
  show("want", want, same);
  show(", got", got, same);
  fputc('\n', stderr);
}

void expect_name(const char *field, const char *want, const char *got) {
  expect_text(field, wattle_cstr(want), wattle_cstr(got));
}

void expect_number(const char *field, uint64_t want, uint64_t got) {
  if (want != got && differs(field)) fprintf(stderr, "want %" PRIu64 ", got %" PRIu64 "\n", want, got);
}

void expect_double(const char *field, double want, double got) {
  if (memcmp(&want, &got, sizeof want) != 0 && differs(field)) fprintf(stderr, "want %.17g, got %.17g\n", want, got);
}

void expect_true(const char *what_holds, bool holds) {
  if (!holds && differs(what_holds)) fputs("does not hold\n", stderr);
}
