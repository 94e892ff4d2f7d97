/*
 * Compares what the library gave with what a case expects. A difference is named on standard error as
 * "<harness>: <case>: resolve 3: sections[2].id: want ..., got ...", and fails the case.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <wattle.h>

/* What the harness is called in what it prints. */
#ifdef WATTLE_THROUGH_TABLE
#define HARNESS "dlopen"
#else
#define HARNESS "c"
#endif

void case_begin(const char *name);
void case_end(void);
/* Prints "<harness>: N passed, N failed"; returns whether none failed. */
bool report_total(void);

/* Where in the case the comparisons that follow are: an op, a resolve, ... ; then also an item of a list. */
void report_at(const char *what, size_t index);
void report_item(const char *list, size_t index);
void report_no_item(void);

void expect_text(const char *field, wattle_str want, wattle_str got);
void expect_name(const char *field, const char *want, const char *got);
void expect_number(const char *field, uint64_t want, uint64_t got);
void expect_double(const char *field, double want, double got);
void expect_true(const char *what_holds, bool holds);

bool texts_equal(wattle_str a, wattle_str b);
/* UTF-16 code units. */
uint64_t chars_of(wattle_str text);

#endif
