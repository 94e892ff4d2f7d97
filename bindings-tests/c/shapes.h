/*
 * Every struct that a host fills, as bytes: tests change a field, a size, or what is behind the last field, and hand
 * the bytes over.
 */
#ifndef SHAPES_H
#define SHAPES_H

#include <stddef.h>
#include <stdint.h>

#include <wattle.h>

typedef struct shape {
  const char *name;
  size_t size;
  const void *valid; /* a struct without fault */
  size_t user_data;  /* the offset of its user_data; 0: it has none */
  /* Hands the struct to the library. Where that succeeds, it is undone. */
  wattle_status (*use)(wattle_registry *registry, const void *bytes, wattle_error **error);
} shape;
#define SHAPE(type, valid, use) { #type, sizeof(type), &valid, 0, use }
#define OWNING_SHAPE(type, valid, use) { #type, sizeof(type), &valid, offsetof(type, user_data), use }

/* The same struct may have several shapes: one for each way into the library. */
extern const shape context_shape, state_shape;
extern const shape contribution_shape, global_shape, prompt_shape, runtime_prompt_shape, emission_shape;
extern const shape policy_shape, plugin_policy_shape, plugin_shape, replacement_shape;
extern const shape registry_options_shape, resolve_options_shape, compose_options_shape;
extern const shape resolve_probes_shape, compose_probes_shape, candidate_shape;
/* Of the module builder: module_shapes.c. */
extern const shape module_shape, agent_context_shape, build_options_shape, build_probes_shape, safety_context_shape;
extern const shape command_shape, tool_filter_shape, tool_shape;
/* Of the reference sections: section_shapes.c. */
extern const shape rendered_state_shape, async_job_shape;
/* Of guidance: guidance_shapes.c. */
extern const shape guidance_entry_shape, tool_error_shape;

/* Of results that are handed back: result_shapes.c. */
extern const shape summary_shape, section_shape;

/* All of them; NULL ends the list. */
extern const shape *const all_shapes[];

/* A buffer that holds the largest size that is looked at, and more. */
#define SHAPE_BUFFER_BYTES (2 * WATTLE_STRUCT_MAX_BYTES)

/*
 * A valid struct in a buffer of its own, all zero behind it; the same buffer each time. Where it has a user_data, that
 * is tracked.
 */
void *shape_bytes(const shape *s);
/* The user_data of a struct from shape_bytes; NULL if it has none. */
void *shape_user_data(const shape *s, const void *bytes);
/* Stores a number of 1, 4 or 8 bytes. */
void shape_set(void *bytes, size_t offset, size_t width, uint64_t value);

/*
 * Emits one contribution from a hook. Returns what wattle_call_emit returned, after checking that the resolution then
 * failed with just that.
 */
wattle_status emit_one(wattle_registry *registry, const void *contribution, wattle_error **error);

#endif
