/* A manifest's JSON as plain Rust structs, read by serde_json: bound/manifest/manifest.rs. */
#ifndef BOUND_MANIFEST_H
#define BOUND_MANIFEST_H

#include <stddef.h>

struct bound_manifest;

/* NULL if it cannot be read. */
struct bound_manifest *bound_manifest_read(const char *json, size_t len);
void bound_manifest_free(struct bound_manifest *manifest);

#endif
