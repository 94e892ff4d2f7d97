/*
 * Misuse by generation: every function of the header is called with everything wrong that can be put in each of its places, one wrong
 * thing at a time, each call in a process of its own. described.c, which describe.awk makes of the header, says what functions, structs
 * and enumerations there are; values.c has a right value for every place; vary.c puts the wrong ones there; judge.c says what may come
 * of it.
 */
#ifndef MISUSE_H
#define MISUSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <wattle.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The table, by a name that a program has which loads the library too. */
const wattle_api *table_for(uint32_t abi_version);

/* What the header declares. */

typedef union value {
  void *pointer;
  wattle_str text;
  wattle_str_list list;
  wattle_drop_fn drop;
  uint64_t number;
} value;

typedef struct result {
  wattle_status status;
  wattle_str text;
  void *pointer;
  uint64_t number;
} result;

typedef struct declared {
  const char *type;
  const char *name;
} declared;

typedef struct function {
  const char *name;
  const char *result;
  void (*run)(const value *arguments, result *result);
  size_t parameters_len;
  declared parameters[6];
} function;

typedef struct field {
  declared is;
  size_t offset;
  size_t size;
} field;

typedef struct shape {
  const char *name;
  size_t size;
  bool sized; /* begins with struct_size */
  size_t fields_len;
  const field *fields;
} shape;

extern const function functions[];
extern const size_t functions_len;
extern const shape shapes[];
extern const size_t shapes_len;
extern const char *const enumerations[];
extern const size_t enumerations_len;

bool is_enumeration(const char *type);
/* The struct that a type is or points to; NULL if it is none. */
const shape *shape_of(const char *type);
bool is_pointer(const char *type);
bool is_const(const char *type);

/* Right values. */

/* Makes a handle of every type with this library and with a second copy of it, which is opened from that file. */
void make_handles(const char *copy);
size_t handle_types(void);
/* The place of a type among those of handles; handle_types() if it is none. */
size_t handle_type(const char *type);
void *handle(size_t type);
void *handle_of_the_copy(size_t type);
wattle_prompt *prompt_of_modules(void);
/* What the handles say now is what they are to say. */
void remember_handles(void);
/* The first type whose handle, of this library or of the copy too, says something else than was remembered; NULL: none. */
const char *what_handle_changed(bool or_of_the_copy);
/* Those of this library; and those of the copy with it, which is closed. */
void free_handles(void);
void free_all(void);

/* Right values for every parameter, in memory that is all in the arena; ends in words if a type has none. */
void right_values(const function *function, value *arguments);
extern unsigned char arena[];
size_t arena_len(void);

/* Where out parameters stand: what a call must not write stays so. */
extern char untouched;
#define UNTOUCHED ((void *)&untouched)
extern wattle_error *error_place;

/* What the callbacks are to be dropped with; how often each was. */
extern unsigned drops[];
extern size_t tracked;

/* Runs the function, inside a callback if it is for one. */
void run_in_its_place(const function *function, const value *arguments, result *result);

/* Wrong values. */

typedef enum kind {
  RIGHT,
  ANY_VALUE,     /* unusual, and for the function to judge */
  NULL_POINTER,
  NULL_TEXT,     /* of some length */
  BAD_UTF8,
  WRONG_HANDLE,
  NO_ENUMERATOR,
  RESERVED,
  BAD_SIZE,
  LONGER,        /* a tail of zeros */
  LONGER_SET,    /* a tail that is not */
  NULL_ARRAY,    /* of some length */
  HUGE_COUNT,
  KINDS
} kind;

extern const char *const kind_names[KINDS];

/* Puts every wrong value into every place of a function's arguments, one at a time, and has it tried. */
void vary_all(const function *function, value *arguments);
size_t places_varied(void);

/* One call, in a process of its own. `path` says where what stands: "contributions.scope.family", "surrogate". */
void attempt(const function *function, const value *arguments, kind kind, const char *path, const char *what);

/* What is wrong with how a call ended; NULL: nothing. `before` is the arena as it was. */
const char *fault_of(const function *function, const value *arguments, const result *result, kind kind, const char *path,
                     const unsigned char *before);

#endif
