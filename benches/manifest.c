/* From a manifest to a registry. */
#include <stdlib.h>

#include "bench.h"
#include "bound/manifest.h"

double load_manifest(void *data, size_t times) {
  const wattle_str manifest = *(const wattle_str *)data;
  double took = 0;
  for (size_t i = 0; i < times; i++) {
    wattle_registry *registry = empty_registry();
    wattle_error *error = NULL;
    const double start = core_ns();
    must(wattle_registry_load_json(registry, manifest, &error), error);
    took += core_ns() - start;
    wattle_registry_free(registry);
  }
  return took;
}

static double read_typed(void *data, size_t times) {
  const wattle_str manifest = *(const wattle_str *)data;
  double took = 0;
  for (size_t i = 0; i < times; i++) {
    const double start = core_ns();
    struct bound_manifest *read = bound_manifest_read(manifest.data, manifest.len);
    took += core_ns() - start;
    if (!read)
      abort();
    bound_manifest_free(read);
  }
  return took;
}

void manifest_cases(void) {
  static const char name[] = "load a manifest / serde_json";
  if (!is_wanted(name))
    return;
  for (size_t i = 0; i < SIZES; i++) {
    struct workload workload = workload_new(sizes[i], ASCII);
    size_t len;
    char *json = workload_manifest(&workload, &len);
    wattle_str manifest = {json, len};
    const double most = sizes[i] == sizes[SIZES - 1] ? 2 : 0;
    measure(name, sizes[i], 1, (struct timed){load_manifest, &manifest}, (struct timed){read_typed, &manifest},
            (struct allowed){.ratio = most});
    free(json);
    workload_free(&workload);
  }
}
