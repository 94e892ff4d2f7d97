/* The bench: bench [results.json [part of the cases' names]] */
#include "bench.h"

#include <stdio.h>

#include "counting.h"

int main(int argc, char **argv) {
  if (argc > 3) {
    fprintf(stderr, "usage: %s [results.json [part of the cases' names]]\n", argv[0]);
    return 2;
  }
  measure_only(argc > 2 ? argv[2] : NULL);
  fresh_heap_cases();
  give_heap_back();
  memory_cases();
  keep_heap();
  compose_cases();
  module_cases();
  register_cases();
  manifest_cases();
  call_cases();
  thread_cases();
  library_cases();
  finish(argc > 1 && argv[1][0] ? argv[1] : NULL);
  return 0;
}
