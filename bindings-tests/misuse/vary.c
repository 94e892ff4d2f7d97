/* Everything wrong that can stand in a place, by the type of the place. */
#include "misuse.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const function *function_under_way;
static value *arguments_under_way;
static char path[200];
static size_t places;

size_t places_varied(void) { return places; }

/* A place with a value in it. */
typedef struct place {
  declared is;
  void *at;
  size_t size;
  uint64_t *count; /* what says how many there are, if it is an array */
} place;

static void vary(place place);

static void try_it(kind kind, const char *what) { attempt(function_under_way, arguments_under_way, kind, path, what); }

/* Has the place tried with other bytes in it. */
static void with(const place *place, const void *bytes, kind kind, const char *what) {
  unsigned char before[sizeof(value)];
  memcpy(before, place->at, place->size);
  memcpy(place->at, bytes, place->size);
  try_it(kind, what);
  memcpy(place->at, before, place->size);
}

static void with_number(const place *place, uint64_t number, kind kind, const char *what) {
  const uint32_t four = (uint32_t)number;
  const unsigned char one = (unsigned char)number;
  with(place, place->size == 8 ? (const void *)&number : place->size == 4 ? (const void *)&four : &one, kind, what);
}

static void vary_text(const place *place) {
  static const char surrogate[] = { 'a', '\xED', '\xA0', '\x80' }, lone[] = { 'a', '\xFF' }, cut[] = { '\xC3' };
  const struct {
    wattle_str text;
    kind kind;
    const char *what;
  } all[] = {
    { { NULL, 0 }, ANY_VALUE, "absent" },
    { { "", 0 }, ANY_VALUE, "empty" },
    { { "other.valid", 11 }, ANY_VALUE, "another" },
    { { "a\0b", 3 }, ANY_VALUE, "with a NUL" },
    { { lone, sizeof lone }, BAD_UTF8, "bad byte" },
    { { surrogate, sizeof surrogate }, BAD_UTF8, "surrogate" },
    { { cut, sizeof cut }, BAD_UTF8, "cut" },
    { { NULL, 1 }, NULL_TEXT, "NULL of 1" },
    { { NULL, SIZE_MAX }, NULL_TEXT, "NULL of SIZE_MAX" },
    { { "x", SIZE_MAX }, HUGE_COUNT, "of SIZE_MAX" },
  };
  for (size_t i = 0; i < COUNT(all); i++) with(place, &all[i].text, all[i].kind, all[i].what);
}

static void vary_list(const place *place) {
  static const wattle_str bad = { "\xED\xA0\x80", 3 }, null = { NULL, 1 }, empty = { "", 0 };
  const struct {
    wattle_str_list list;
    kind kind;
    const char *what;
  } all[] = {
    { { NULL, 0 }, ANY_VALUE, "absent" },          { { &empty, 0 }, ANY_VALUE, "empty" },
    { { &empty, 1 }, ANY_VALUE, "of the empty" },  { { &bad, 1 }, BAD_UTF8, "of a surrogate" },
    { { &null, 1 }, NULL_TEXT, "of a NULL of 1" }, { { NULL, 1 }, NULL_ARRAY, "NULL of 1" },
    { { NULL, SIZE_MAX }, NULL_ARRAY, "NULL of SIZE_MAX" }, { { &empty, SIZE_MAX }, HUGE_COUNT, "of SIZE_MAX" },
  };
  for (size_t i = 0; i < COUNT(all); i++) with(place, &all[i].list, all[i].kind, all[i].what);
}

static void vary_number(const place *place) {
  if (is_enumeration(place->is.type)) {
    with_number(place, 0, ANY_VALUE, "0");
    with_number(place, 99, NO_ENUMERATOR, "99");
    with_number(place, UINT32_MAX, NO_ENUMERATOR, "-1");
    with_number(place, INT32_MAX, NO_ENUMERATOR, "INT32_MAX");
    with_number(place, (uint32_t)INT32_MIN, NO_ENUMERATOR, "INT32_MIN");
  } else if (strcmp(place->is.type, "double") == 0) {
    const double all[] = { NAN, INFINITY, -INFINITY, -1, DBL_MAX, 5e-324 };
    for (size_t i = 0; i < COUNT(all); i++) with(place, &all[i], ANY_VALUE, "a number that is none");
  } else {
    const uint64_t all[] = { 0, 1, 2, 99, 255, INT32_MAX, UINT32_MAX, UINT64_C(1) << 53, INT64_MAX, UINT64_MAX - 1, UINT64_MAX };
    for (size_t i = 0; i < COUNT(all); i++) with_number(place, all[i], ANY_VALUE, "a number");
  }
}

static void vary_handle(const place *place, size_t type) {
  void *null = NULL, *other;
  with(place, &null, NULL_POINTER, "NULL");
  for (size_t i = 0; i < handle_types(); i++) {
    other = handle(i);
    if (i != type) with(place, &other, WRONG_HANDLE, "of another type");
    other = handle_of_the_copy(i);
    with(place, &other, WRONG_HANDLE, "of another copy");
  }
}

/* A struct by itself: its fields, and if it begins with its size, that. */
static void vary_fields(const shape *shape, unsigned char *at) {
  const size_t end = strlen(path);
  for (size_t i = 0; i < shape->fields_len; i++) {
    const field *field = &shape->fields[i];
    if (shape->sized && i == 0) continue;
    place inner = { field->is, at + field->offset, field->size, NULL };
    if (i + 1 < shape->fields_len && strstr(field[1].is.name, "_len")) inner.count = (uint64_t *)(void *)(at + field[1].offset);
    if (strstr(field->is.name, "_len")) continue; /* goes with its array */
    snprintf(path + end, sizeof path - end, ".%s", field->is.name);
    if (strcmp(field->is.name, "reserved") == 0) {
      places++;
      at[field->offset] = 1;
      try_it(RESERVED, "1");
      at[field->offset] = 0;
    } else {
      vary(inner);
    }
    path[end] = '\0';
  }
}

/* Behind every struct is room in the arena, all zero. A tail is looked at of what is read, not of what is filled. */
static void vary_sized(const shape *shape, unsigned char *at, bool filled) {
  const size_t sizes[] = { 0, 1, 7, 8, shape->size - 1, WATTLE_STRUCT_MAX_BYTES + 1, INT32_MAX, SIZE_MAX };
  unsigned char before[WATTLE_STRUCT_MAX_BYTES];
  size_t *struct_size = (size_t *)(void *)at, size = *struct_size;
  for (size_t i = 0; i < COUNT(sizes); i++) {
    *struct_size = sizes[i];
    try_it(BAD_SIZE, "another size");
  }
  *struct_size = shape->size + 8;
  try_it(LONGER, "by 8");
  at[shape->size + 7] = 1;
  try_it(filled ? LONGER : LONGER_SET, "by 8, the last one set");
  at[shape->size + 7] = 0;
  *struct_size = WATTLE_STRUCT_MAX_BYTES;
  try_it(LONGER, "as can be");
  memcpy(before, at, shape->size);
  memset(at, 0, shape->size);
  try_it(BAD_SIZE, "all zero");
  *struct_size = size;
  try_it(ANY_VALUE, "all zero but its size");
  memcpy(at, before, shape->size);
  *struct_size = size;
}

static void vary_pointer(const place *place) {
  const shape *shape = shape_of(place->is.type);
  unsigned char *target = *(unsigned char **)place->at;
  const bool opaque = strcmp(place->is.type, "void *") == 0 || strcmp(place->is.type, "const void *") == 0;
  void *null = NULL;
  with(place, &null, place->count ? NULL_ARRAY : opaque ? ANY_VALUE : NULL_POINTER, "NULL");
  if (place->count) {
    const uint64_t count = *place->count;
    *place->count = SIZE_MAX;
    with(place, &null, HUGE_COUNT, "NULL of SIZE_MAX");
    try_it(HUGE_COUNT, "of SIZE_MAX");
    *place->count = 0;
    with(place, &null, ANY_VALUE, "NULL of 0");
    try_it(ANY_VALUE, "of 0");
    *place->count = count;
  }
  if (!shape || !target || strstr(place->is.type, "**")) return;
  if (shape->sized) vary_sized(shape, target, !is_const(place->is.type));
  if (is_const(place->is.type)) vary_fields(shape, target);
}

static void vary(place place) {
  const size_t type = handle_type(place.is.type);
  const shape *shape = shape_of(place.is.type);
  void *null = NULL;
  places++;
  if (type < handle_types()) vary_handle(&place, type);
  else if (is_pointer(place.is.type)) vary_pointer(&place);
  else if (strcmp(place.is.type, "wattle_str") == 0) vary_text(&place);
  else if (strcmp(place.is.type, "wattle_str_list") == 0) vary_list(&place);
  else if (shape) vary_fields(shape, place.at);
  else if (strstr(place.is.type, "_fn")) with(&place, &null, ANY_VALUE, "NULL");
  else vary_number(&place);
}

void vary_all(const function *function, value *arguments) {
  function_under_way = function;
  arguments_under_way = arguments;
  path[0] = '\0';
  try_it(RIGHT, "all right");
  for (size_t i = 0; i < function->parameters_len; i++) {
    const declared *is = &function->parameters[i];
    const bool array = i + 1 < function->parameters_len && strcmp(is[1].name, "n") == 0 && shape_of(is->type);
    const bool text = strcmp(is->type, "wattle_str") == 0 || strcmp(is->type, "wattle_str_list") == 0;
    if (i > 0 && strcmp(is->name, "n") == 0) continue; /* goes with its array */
    snprintf(path, sizeof path, "%s", is->name);
    vary((place){ *is, &arguments[i], text ? sizeof(wattle_str) : sizeof(void *), array ? &arguments[i + 1].number : NULL });
  }
}
