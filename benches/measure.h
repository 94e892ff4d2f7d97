/* Timing, medians, and the table. */
#ifndef MEASURE_H
#define MEASURE_H

#include <stddef.h>

/* What is timed: does it `times` times and gives the nanoseconds it took, what prepares and cleans up aside. */
typedef double (*timed_fn)(void *data, size_t times);

struct timed {
  timed_fn run;
  void *data;
};

/* The calling thread's time on a core: what other programs take of the machine is not in it. And the clock on the wall. */
double core_ns(void);
double wall_ns(void);

/* Only cases whose name contains this run; all if NULL. */
void measure_only(const char *part);
int is_wanted(const char *name);

/* Subject and bound in turns; `per`: how many items one run is divided by. The ratio is the median of the turns' own. */
void measure(const char *name, size_t n, double per, struct timed subject, struct timed bound);

/* One case at several sizes in turns, divided by the size: the bound is what n log n allows from the first size on, the
   ratio is to the first size. */
void measure_growth(const char *name, const size_t *at, const struct timed *subjects, size_t n);

/* The cost of one of `many` things: the difference of two runs, divided. The bound is for one. */
void measure_difference(const char *name, size_t many, struct timed with, struct timed without, struct timed bound);

/* A number that is no time. */
void report_count(const char *name, size_t n, double value, const char *unit);

/* The table on stdout, and the same as JSON if `path` is not NULL. */
void finish(const char *path);

#endif
