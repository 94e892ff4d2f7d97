/* load LIBRARY: how many nanoseconds on a core loading it takes, in a process that has done nothing else. */
#include <dlfcn.h>
#include <stdio.h>

#include "measure.h"

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s library\n", argv[0]);
    return 2;
  }
  const double start = core_ns();
  const void *library = dlopen(argv[1], RTLD_NOW);
  const double took = core_ns() - start;
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  printf("%.0f\n", took);
  return 0;
}
