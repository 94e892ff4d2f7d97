#define _GNU_SOURCE
#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REPETITIONS = 15, ROWS_MAX = 128 };

/* A batch runs at least this long. */
static const double BATCH_NS = 3e6;

struct row {
  char name[48];
  size_t n;
  double median_ns, bound_ns, ratio, allowed, spread;
};

struct count {
  char name[64];
  size_t n;
  double value;
  const char *unit;
};

static struct row rows[ROWS_MAX];
static size_t rows_len;
static struct count counts[ROWS_MAX];
static size_t counts_len;
static const char *only;

static double read_ns(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

double core_ns(void) { return read_ns(CLOCK_THREAD_CPUTIME_ID); }

double wall_ns(void) { return read_ns(CLOCK_MONOTONIC); }

void measure_only(const char *part) { only = part; }

int is_wanted(const char *name) { return !only || strstr(name, only); }

/* Warms up, and finds how many times make a batch. */
static size_t batch_of(struct timed timed) {
  size_t times = 1;
  for (;;) {
    const double took = timed.run(timed.data, times);
    if (took >= BATCH_NS)
      return times;
    const double factor = took > 0 ? 1.2 * BATCH_NS / took : 10;
    times = (size_t)((double)times * (factor > 10 ? 10 : factor)) + 1;
  }
}

static double sample(struct timed timed, size_t times, double per) { return timed.run(timed.data, times) / (double)times / per; }

static int ascending(const void *a, const void *b) {
  const double left = *(const double *)a;
  const double right = *(const double *)b;
  return (left > right) - (left < right);
}

static double quantile(const double *samples, double at) {
  double sorted[REPETITIONS];
  memcpy(sorted, samples, sizeof sorted);
  qsort(sorted, REPETITIONS, sizeof *sorted, ascending);
  return sorted[(size_t)(at * (REPETITIONS - 1) + 0.5)];
}

static double median(const double *samples) { return quantile(samples, 0.5); }

/* Between the quartiles, in parts of the median. */
static double spread(const double *samples) { return (quantile(samples, 0.75) - quantile(samples, 0.25)) / median(samples); }

static void add_row(const char *name, size_t n, const double *subject, double bound_ns, const double *ratios, double allowed) {
  if (rows_len == ROWS_MAX)
    abort();
  struct row *row = &rows[rows_len++];
  *row = (struct row){
    .n = n, .median_ns = median(subject), .bound_ns = bound_ns, .ratio = median(ratios), .allowed = allowed, .spread = spread(subject)};
  snprintf(row->name, sizeof row->name, "%s", name);
  fprintf(stderr, "%s, %zu\n", name, n);
}

void measure(const char *name, size_t n, double per, struct timed subject, struct timed bound) {
  const size_t subject_times = batch_of(subject);
  const size_t bound_times = batch_of(bound);
  double subjects[REPETITIONS], bounds[REPETITIONS], ratios[REPETITIONS];
  for (size_t i = 0; i < REPETITIONS; i++) {
    bounds[i] = sample(bound, bound_times, per);
    subjects[i] = sample(subject, subject_times, per);
    ratios[i] = subjects[i] / bounds[i];
  }
  add_row(name, n, subjects, median(bounds), ratios, 0);
}

void measure_growth(const char *name, const size_t *at, const struct timed *subjects, size_t n) {
  enum { MAX = 4 };
  if (n > MAX)
    abort();
  size_t times[MAX];
  double samples[MAX][REPETITIONS];
  for (size_t k = 0; k < n; k++)
    times[k] = batch_of(subjects[k]);
  for (size_t i = 0; i < REPETITIONS; i++)
    for (size_t k = 0; k < n; k++)
      samples[k][i] = sample(subjects[k], times[k], (double)at[k]);
  for (size_t k = 0; k < n; k++) {
    const double allowed = log((double)at[k]) / log((double)at[0]);
    double ratios[REPETITIONS];
    for (size_t i = 0; i < REPETITIONS; i++)
      ratios[i] = samples[k][i] / samples[0][i];
    add_row(name, at[k], samples[k], median(samples[0]) * allowed, ratios, allowed);
  }
}

void measure_difference(const char *name, size_t many, struct timed with, struct timed without, struct timed bound) {
  const size_t with_times = batch_of(with);
  const size_t without_times = batch_of(without);
  const size_t bound_times = batch_of(bound);
  double differences[REPETITIONS], bounds[REPETITIONS], ratios[REPETITIONS];
  for (size_t i = 0; i < REPETITIONS; i++) {
    bounds[i] = sample(bound, bound_times, 1);
    differences[i] = sample(with, with_times, (double)many) - sample(without, without_times, (double)many);
    ratios[i] = differences[i] / bounds[i];
  }
  add_row(name, many, differences, median(bounds), ratios, 0);
}

void report_count(const char *name, size_t n, double value, const char *unit) {
  if (counts_len == ROWS_MAX)
    abort();
  struct count *count = &counts[counts_len++];
  *count = (struct count){.n = n, .value = value, .unit = unit};
  snprintf(count->name, sizeof count->name, "%s", name);
}

static void print_table(void) {
  printf("Medians of %d repetitions, bound and subject in turns, in time on a core unless it says wall.\n"
         "Spread: between the quartiles, in parts of the median. Allowed: the growth of n log n per item.\n\n",
         REPETITIONS);
  printf("%-42s %8s %13s %13s %8s %8s %7s\n", "case", "N", "median ns", "bound ns", "ratio", "allowed", "spread");
  for (size_t i = 0; i < rows_len; i++) {
    const struct row *row = &rows[i];
    char allowed[16] = "-";
    if (row->allowed > 0)
      snprintf(allowed, sizeof allowed, "%.2f", row->allowed);
    printf("%-42s %8zu %13.1f %13.1f %8.2f %8s %6.1f%%\n", row->name, row->n, row->median_ns, row->bound_ns, row->ratio, allowed,
           row->spread * 100);
  }
  printf("\n%-50s %8s %13s\n", "count", "N", "value");
  for (size_t i = 0; i < counts_len; i++)
    printf("%-50s %8zu %13.1f %s\n", counts[i].name, counts[i].n, counts[i].value, counts[i].unit);
}

static void write_json(FILE *file) {
  fprintf(file, "{\"rows\":[");
  for (size_t i = 0; i < rows_len; i++) {
    const struct row *row = &rows[i];
    fprintf(file, "%s\n{\"name\":\"%s\",\"n\":%zu,\"median_ns\":%.2f,\"bound_ns\":%.2f,\"ratio\":%.4f,\"spread\":%.4f", i ? "," : "",
            row->name, row->n, row->median_ns, row->bound_ns, row->ratio, row->spread);
    if (row->allowed > 0)
      fprintf(file, ",\"allowed\":%.4f", row->allowed);
    fprintf(file, "}");
  }
  fprintf(file, "\n],\"counts\":[");
  for (size_t i = 0; i < counts_len; i++)
    fprintf(file, "%s\n{\"name\":\"%s\",\"n\":%zu,\"value\":%.2f,\"unit\":\"%s\"}", i ? "," : "", counts[i].name, counts[i].n,
            counts[i].value, counts[i].unit);
  fprintf(file, "\n]}\n");
}

void finish(const char *path) {
  print_table();
  if (!path)
    return;
  FILE *file = fopen(path, "w");
  if (!file) {
    perror(path);
    exit(1);
  }
  write_json(file);
  fclose(file);
}
