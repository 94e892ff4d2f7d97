/* The library as it is installed, stripped: how large it is, and how long it takes to load in a fresh process. */
#define _GNU_SOURCE
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"

static char folder[PATH_MAX];

/* Beside this program: its Makefile builds `load`, the stripped library and one in which nothing is. */
static void path_beside(const char *name, char *path, size_t size) {
  if (!folder[0]) {
    const ssize_t len = readlink("/proc/self/exe", folder, sizeof folder - 1);
    if (len < 0)
      abort();
    folder[len] = '\0';
    dirname(folder);
  }
  if ((size_t)snprintf(path, size, "%s/%s", folder, name) >= size)
    abort();
}

static double load(void *data, size_t times) {
  char program[PATH_MAX], library[PATH_MAX], command[2 * PATH_MAX + 8];
  double sum = 0;
  path_beside("load", program, sizeof program);
  path_beside(data, library, sizeof library);
  snprintf(command, sizeof command, "'%s' '%s'", program, library);
  for (size_t i = 0; i < times; i++) {
    double took;
    FILE *output = popen(command, "r");
    if (!output || fscanf(output, "%lf", &took) != 1 || pclose(output))
      abort();
    sum += took;
  }
  return sum;
}

void library_cases(void) {
  if (is_wanted("load the library / an empty one"))
    measure("load the library / an empty one", 1, 1, (struct timed){load, "libwattle-stripped.so"}, (struct timed){load, "libempty.so"},
            (struct allowed){.ns = 500e3});
  if (is_wanted("size")) {
    char path[PATH_MAX];
    struct stat stat_of;
    path_beside("libwattle-stripped.so", path, sizeof path);
    if (stat(path, &stat_of))
      abort();
    report_count("size of the shared library, stripped", 1, (double)stat_of.st_size, "bytes", 900e3);
  }
}
