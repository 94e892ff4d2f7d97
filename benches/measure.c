#define _GNU_SOURCE
#include "measure.h"

#include <stdbool.h>
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
  double median_ns, bound_ns, ratio, spread;
  struct allowed allowed;
};

struct count {
  char name[64];
  size_t n;
  double value, most;
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

/* Warms up, and finds how many times make a batch. The first time may do what later ones remember. */
static size_t batch_of(struct timed timed) {
  size_t times = 1;
  timed.run(timed.data, 1);
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

static void add_row(const char *name, size_t n, const double *subject, const double *bound, const double *ratios,
                    struct allowed allowed) {
  if (rows_len == ROWS_MAX)
    abort();
  struct row *row = &rows[rows_len++];
  *row = (struct row){.n = n,
                      .median_ns = median(subject),
                      .bound_ns = median(bound),
                      .ratio = median(ratios),
                      .spread = spread(subject),
                      .allowed = allowed};
  snprintf(row->name, sizeof row->name, "%s", name);
  fprintf(stderr, "%s, %zu\n", name, n);
}

void measure(const char *name, size_t n, double per, struct timed subject, struct timed bound, struct allowed allowed) {
  const size_t subject_times = batch_of(subject);
  const size_t bound_times = batch_of(bound);
  double subjects[REPETITIONS], bounds[REPETITIONS], ratios[REPETITIONS];
  for (size_t i = 0; i < REPETITIONS; i++) {
    bounds[i] = sample(bound, bound_times, per);
    subjects[i] = sample(subject, subject_times, per);
    ratios[i] = subjects[i] / bounds[i];
  }
  add_row(name, n, subjects, bounds, ratios, allowed);
}

void measure_growth(const char *name, const size_t *at, const struct timed *subjects, size_t n, struct allowed allowed) {
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
    double ratios[REPETITIONS];
    for (size_t i = 0; i < REPETITIONS; i++)
      ratios[i] = samples[k][i] / samples[0][i];
    add_row(name, at[k], samples[k], samples[0], ratios, k == n - 1 ? allowed : (struct allowed){0});
  }
}

void measure_difference(const char *name, size_t many, struct timed with, struct timed without, struct timed bound,
                        struct allowed allowed) {
  const size_t with_times = batch_of(with);
  const size_t without_times = batch_of(without);
  const size_t bound_times = batch_of(bound);
  double differences[REPETITIONS], bounds[REPETITIONS], ratios[REPETITIONS];
  for (size_t i = 0; i < REPETITIONS; i++) {
    bounds[i] = sample(bound, bound_times, 1);
    differences[i] = sample(with, with_times, (double)many) - sample(without, without_times, (double)many);
    ratios[i] = differences[i] / bounds[i];
  }
  add_row(name, many, differences, bounds, ratios, allowed);
}

void report_count(const char *name, size_t n, double value, const char *unit, double most) {
  if (counts_len == ROWS_MAX)
    abort();
  struct count *count = &counts[counts_len++];
  *count = (struct count){.n = n, .value = value, .most = most, .unit = unit};
  snprintf(count->name, sizeof count->name, "%s", name);
}

static bool row_is_over(const struct row *row) {
  return (row->allowed.ratio > 0 && row->ratio > row->allowed.ratio) || (row->allowed.ns > 0 && row->median_ns > row->allowed.ns);
}

static bool is_held(const struct row *row) { return row->allowed.ratio > 0 || row->allowed.ns > 0; }

static bool count_is_over(const struct count *count) { return count->most >= 0 && count->value > count->most; }

static void print_row(const struct row *row) {
  char allowed[32] = "-";
  if (row->allowed.ns > 0)
    snprintf(allowed, sizeof allowed, "%.0f ns", row->allowed.ns);
  else if (row->allowed.ratio > 0)
    snprintf(allowed, sizeof allowed, "%.2f", row->allowed.ratio);
  printf("%-42s %8zu %13.1f %13.1f %8.2f %10s %6.1f%%%s\n", row->name, row->n, row->median_ns, row->bound_ns, row->ratio, allowed,
         row->spread * 100, row_is_over(row) ? "  OVER" : "");
}

static void print_count(const struct count *count) {
  char most[32] = "-";
  if (count->most >= 0)
    snprintf(most, sizeof most, "%.0f", count->most);
  printf("%-50s %8zu %13.1f %10s %s%s\n", count->name, count->n, count->value, most, count->unit, count_is_over(count) ? "  OVER" : "");
}

static void print_table(void) {
  size_t held = 0, over = 0;
  printf("Medians of %d repetitions, bound and subject in turns, in time on a core unless it says wall.\n"
         "Spread: between the quartiles, in parts of the median. Allowed: the most that the ratio, or the median, may be.\n\n",
         REPETITIONS);
  printf("%-42s %8s %13s %13s %8s %10s %7s\n", "case", "N", "median ns", "bound ns", "ratio", "allowed", "spread");
  for (size_t i = 0; i < rows_len; i++) {
    print_row(&rows[i]);
    held += is_held(&rows[i]);
    over += row_is_over(&rows[i]);
  }
  printf("\n%-50s %8s %13s %10s\n", "count", "N", "value", "allowed");
  for (size_t i = 0; i < counts_len; i++) {
    print_count(&counts[i]);
    held += counts[i].most >= 0;
    over += count_is_over(&counts[i]);
  }
  printf("\n%zu of %zu that are held to something are over it.\n", over, held);
}

static void write_row(FILE *file, const struct row *row) {
  fprintf(file, "\n{\"name\":\"%s\",\"n\":%zu,\"median_ns\":%.2f,\"bound_ns\":%.2f,\"ratio\":%.4f,\"spread\":%.4f", row->name, row->n,
          row->median_ns, row->bound_ns, row->ratio, row->spread);
  if (row->allowed.ratio > 0)
    fprintf(file, ",\"allowed\":%.4f", row->allowed.ratio);
  if (row->allowed.ns > 0)
    fprintf(file, ",\"allowed_ns\":%.2f", row->allowed.ns);
  if (is_held(row))
    fprintf(file, ",\"over\":%s", row_is_over(row) ? "true" : "false");
  fprintf(file, "}");
}

static void write_count(FILE *file, const struct count *count) {
  fprintf(file, "\n{\"name\":\"%s\",\"n\":%zu,\"value\":%.2f,\"unit\":\"%s\"", count->name, count->n, count->value, count->unit);
  if (count->most >= 0)
    fprintf(file, ",\"allowed\":%.0f,\"over\":%s", count->most, count_is_over(count) ? "true" : "false");
  fprintf(file, "}");
}

static void write_json(FILE *file) {
  fprintf(file, "{\"rows\":[");
  for (size_t i = 0; i < rows_len; i++) {
    fprintf(file, "%s", i ? "," : "");
    write_row(file, &rows[i]);
  }
  fprintf(file, "\n],\"counts\":[");
  for (size_t i = 0; i < counts_len; i++) {
    fprintf(file, "%s", i ? "," : "");
    write_count(file, &counts[i]);
  }
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
