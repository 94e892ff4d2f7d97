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

/* What a case is allowed: at most this ratio to its bound, or at most this time. 0: it is held to nothing. */
struct allowed {
  double ratio, ns;
};

/* For a count that is held to nothing. */
#define ANY_COUNT (-1.0)

/* The calling thread's time on a core: what other programs take of the machine is not in it. And the clock on the wall. */
double core_ns(void);
double wall_ns(void);

/* Only cases whose name contains this run; all if NULL. */
void measure_only(const char *part);
int is_wanted(const char *name);

/* Subject and bound in turns; `per`: how many items one run is divided by. The ratio is the median of the turns' own. */
void measure(const char *name, size_t n, double per, struct timed subject, struct timed bound, struct allowed allowed);

/* One case at several sizes in turns, divided by the size: the bound is the first size, and what is allowed is for the last. */
void measure_growth(const char *name, const size_t *at, const struct timed *subjects, size_t n, struct allowed allowed);

/* The cost of one of `many` things: the difference of two runs, divided. The bound is for one. */
void measure_difference(const char *name, size_t many, struct timed with, struct timed without, struct timed bound,
                        struct allowed allowed);

/* A number that is no time, and the most that it is allowed to be. */
void report_count(const char *name, size_t n, double value, const char *unit, double most);

/* The table on stdout, in which what is over is marked, and the same as JSON if `path` is not NULL. */
void finish(const char *path);

#endif
