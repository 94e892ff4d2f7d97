/* What may come of a wrong value. */
#define _POSIX_C_SOURCE 200809L
#include "misuse.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#define ANY_KIND KINDS

const char *const kind_names[KINDS] = {
  "right",        "any value", "NULL",    "a text at NULL",   "bad UTF-8",       "a wrong handle",
  "no enumerator", "a reserve", "a size", "a longer struct",  "an unknown field", "an array at NULL", "a huge count",
};

/* Where a wrong value is none: the pointer may be left out, the text is bytes or is read leniently, the number is only named. */
static const struct {
  kind kind;
  const char *where; /* function.path */
} allowed[] = {
  { NULL_POINTER, "*.error" },
  { NULL_POINTER, "*.options" },
  { NULL_POINTER, "*.probes" },
  { NULL_POINTER, "*.state" },
  { NULL_POINTER, "wattle_apply_budget_gate.summary" },
  /* Not looked at. */
  { BAD_UTF8, "wattle_replace_core.text" },
  { NULL_TEXT, "wattle_replace_core.text" },
  { HUGE_COUNT, "wattle_replace_core.text" },
  /* What a callback says is read leniently, and what it writes is looked at when it returns. */
  { NULL_POINTER, "wattle_call_fail*.call" },
  { BAD_UTF8, "wattle_call_fail*.message" },
  { NULL_TEXT, "wattle_call_fail*.message" },
  { HUGE_COUNT, "wattle_call_fail*.message" },
  { BAD_UTF8, "wattle_call_write.text" },
  { BAD_UTF8, "wattle_call_write_line.line" },
  { BAD_UTF8, "wattle_registry_emit_stream.bytes" },
  /* So is what an error is made of; a status that is none is what it gives anyway. */
  { BAD_UTF8, "wattle_error_new.*" },
  { NULL_TEXT, "wattle_error_new.*" },
  { HUGE_COUNT, "wattle_error_new.*" },
  { NO_ENUMERATOR, "wattle_error_new.status" },
  /* Not looked at: they are there for their type. */
  { ANY_KIND, "wattle_*_content.context*" },
  { ANY_KIND, "wattle_*_content.user_data" },
};

static bool is_allowed(kind kind, const char *function, const char *path) {
  char place[300];
  snprintf(place, sizeof place, "%s.%s", function, path);
  for (size_t i = 0; i < COUNT(allowed); i++)
    if ((allowed[i].kind == kind || allowed[i].kind == ANY_KIND) && !fnmatch(allowed[i].where, place, 0)) return true;
  return false;
}

/* What a right call of these gives. */
static wattle_status right_status(const char *function) {
  if (strncmp(function, "wattle_call_fail", 16) == 0) return WATTLE_CALLBACK_FAILED;
  if (strcmp(function, "wattle_error_new") == 0 || strcmp(function, "wattle_error_status") == 0) return WATTLE_INVALID_ARGUMENT;
  return WATTLE_OK;
}

static bool may_be(kind kind, wattle_status status) {
  switch (kind) {
    case ANY_VALUE: return status != WATTLE_INTERNAL && status != WATTLE_OUT_OF_MEMORY;
    case NULL_POINTER:
    case NULL_TEXT:
    case NULL_ARRAY: return status == WATTLE_NULL_ARGUMENT;
    case BAD_UTF8: return status == WATTLE_INVALID_UTF8;
    case WRONG_HANDLE: return status == WATTLE_INVALID_HANDLE;
    case NO_ENUMERATOR:
    case RESERVED:
    case BAD_SIZE: return status == WATTLE_INVALID_ARGUMENT;
    case LONGER_SET: return status == WATTLE_UNSUPPORTED;
    case HUGE_COUNT: return status == WATTLE_NULL_ARGUMENT || status == WATTLE_INVALID_ARGUMENT || status == WATTLE_OUT_OF_MEMORY || status == WATTLE_LIMIT_EXCEEDED;
    default: return false;
  }
}

/* The subject is the place, or the field that says how large the struct is, or the struct. */
static bool names_the_place(wattle_str subject, const char *path) {
  const char *last = strrchr(path, '.');
  return strstr(subject.data, last ? last + 1 : path) || strstr(subject.data, "struct_size") || strncmp(subject.data, "wattle_", 7) == 0;
}

static const char *status_fault(const function *function, const result *result, kind kind, const char *path) {
  const wattle_status right = right_status(function->name);
  static char words[99];
  if (kind == RIGHT || kind == LONGER) return result->status == right ? NULL : "a right call fails";
  if (result->status == right ? kind == ANY_VALUE || is_allowed(kind, function->name, path) : may_be(kind, result->status)) return NULL;
  snprintf(words, sizeof words, "the status is %s", wattle_status_name(result->status).data);
  return words;
}

static const char *error_fault(const function *function, const value *arguments, const result *result, kind kind, const char *path) {
  const wattle_status right = right_status(function->name);
  const size_t n = function->parameters_len;
  if (n == 0 || strcmp(function->parameters[n - 1].type, "wattle_error **") || !arguments[n - 1].pointer) return NULL;
  if (result->status == WATTLE_OK) return error_place == UNTOUCHED ? NULL : "an error is stored, and nothing failed";
  if (error_place == UNTOUCHED) return "no error is stored";
  if (wattle_error_status(error_place) != result->status) return "the error has another status";
  if (wattle_error_message(error_place).len == 0 && strcmp(function->name, "wattle_error_new")) return "the error says nothing";
  const bool blames = kind == NULL_POINTER || kind == NULL_TEXT || kind == BAD_UTF8 || kind == WRONG_HANDLE || kind == BAD_SIZE ||
                      kind == RESERVED || kind == NULL_ARRAY;
  if (blames && result->status != right && !names_the_place(wattle_error_subject(error_place), path)) return wattle_error_subject(error_place).data;
  return NULL;
}

/* What only returns says by its neutral value that it was given no handle of this library. */
static const char *value_fault(const function *function, const result *result, kind kind) {
  const bool handle = kind == WRONG_HANDLE || kind == NULL_POINTER;
  if (strcmp(function->result, "wattle_str") == 0) {
    if (!result->text.data) return "a text that comes out is at NULL";
    return handle && result->text.len ? "there is a text of no handle" : NULL;
  }
  if (is_pointer(function->result)) return handle && result->pointer ? "there is a pointer of no handle" : NULL;
  return handle && result->number ? "there is a number of no handle" : NULL;
}

static const char *drops_fault(const function *function, kind kind) {
  /* Only what is not read at all stays the caller's, and what is only filled. */
  const bool unread = kind == BAD_SIZE || kind == NULL_POINTER || kind == NULL_ARRAY || kind == HUGE_COUNT || kind == ANY_VALUE ||
                      strcmp(function->name, "wattle_replace_core") == 0;
  for (size_t i = 0; i < tracked; i++) {
    if (drops[i] > 1) return "user_data is dropped more than once";
    if (drops[i] == 0 && !unread) return "user_data is not dropped";
  }
  return NULL;
}

const char *fault_of(const function *function, const value *arguments, const result *result, kind kind, const char *path,
                     const unsigned char *before) {
  const bool status = strcmp(function->result, "wattle_status") == 0, frees = strstr(function->name, "_free") != NULL;
  const char *fault;
  if (strcmp(function->name, "wattle_error_status") == 0) {
    if ((kind == WRONG_HANDLE || kind == NULL_POINTER) && result->status) return "there is a status of no error";
  } else if (status) {
    if ((fault = status_fault(function, result, kind, path))) return fault;
    if ((fault = error_fault(function, arguments, result, kind, path))) return fault;
    if (result->status != WATTLE_OK && memcmp(before, arena, arena_len())) return "it failed and wrote";
    if (error_place != UNTOUCHED) wattle_error_free(error_place);
  } else if ((fault = value_fault(function, result, kind))) {
    return fault;
  }
  if (frees && (kind == RIGHT || kind == ANY_VALUE)) return NULL;
  if ((!status || result->status != WATTLE_OK) && (fault = what_handle_changed(kind == WRONG_HANDLE))) return fault;
  free_handles();
  wattle_unregister_global(WATTLE_ORIGIN_STATIC, WATTLE_STR("acts.text"), NULL);
  wattle_unregister_global(WATTLE_ORIGIN_RUNTIME_AWARE, WATTLE_STR("acts.text"), NULL);
  return drops_fault(function, kind);
}
