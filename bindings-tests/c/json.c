#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* U+E000 in UTF-8, standing in for a NUL byte. */
#define MARK "\xEE\x80\x80"
#define MARK_BYTES 3

static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) die("cannot open", path);
  if (fseek(file, 0, SEEK_END) != 0) die("cannot read", path);
  long size = ftell(file);
  if (size < 0) die("cannot read", path);
  rewind(file);
  char *bytes = malloc((size_t)size + 1);
  if (!bytes) die("out of memory", path);
  if (fread(bytes, 1, (size_t)size, file) != (size_t)size) die("cannot read", path);
  fclose(file);
  bytes[size] = '\0';
  if (strlen(bytes) != (size_t)size) die("a raw NUL byte in", path);
  return bytes;
}

/* In place: the mark is shorter than the escape. An escape is a backslash and what follows, so "\\u0000" is left. */
static void mark_nul_escapes(char *json) {
  const char *in = json;
  char *out = json;
  while (*in) {
    if (strncmp(in, "\\u0000", 6) == 0) {
      memcpy(out, MARK, MARK_BYTES);
      out += MARK_BYTES;
      in += 6;
      continue;
    }
    if (*in == '\\' && in[1]) *out++ = *in++;
    *out++ = *in++;
  }
  *out = '\0';
}

/* Takes the bytes. */
static cJSON *parse(char *bytes, const char *place) {
  if (strstr(bytes, MARK) || strstr(bytes, "\\ue000") || strstr(bytes, "\\uE000"))
    die("U+E000, which stands for NUL here, is used in", place);
  mark_nul_escapes(bytes);
  cJSON *root = cJSON_ParseWithOpts(bytes, NULL, 1);
  if (!root) die("not JSON", place);
  free(bytes);
  return root;
}

cJSON *json_load(const char *path) { return parse(read_file(path), path); }

cJSON *json_parse(wattle_str text) {
  char *bytes = calloc(text.len + 1, 1);
  if (!bytes) die("out of memory", "");
  if (text.len > 0) memcpy(bytes, text.data, text.len);
  return parse(bytes, "what the library gave");
}

const cJSON *json_get(const cJSON *object, const char *key) {
  return cJSON_GetObjectItemCaseSensitive(object, key);
}

const cJSON *json_need(const cJSON *object, const char *key) {
  const cJSON *member = json_get(object, key);
  if (!member) die("a case lacks the member", key);
  return member;
}

static bool is_absent(const cJSON *value) { return !value || cJSON_IsNull(value); }

wattle_str json_text(scratch *s, const cJSON *value) {
  wattle_str text = WATTLE_STR_ABSENT;
  if (is_absent(value)) return text;
  if (!cJSON_IsString(value)) die("not a string", value->string ? value->string : "an item");

  const char *in = value->valuestring;
  char *out = scratch_alloc(s, strlen(in), 1);
  text.data = out;
  while (*in) {
    if (strncmp(in, MARK, MARK_BYTES) == 0) {
      *out++ = '\0';
      in += MARK_BYTES;
    } else {
      *out++ = *in++;
    }
  }
  text.len = (size_t)(out - text.data);
  return text;
}

wattle_str_list json_texts(scratch *s, const cJSON *value) {
  wattle_str_list list = WATTLE_STR_LIST_INIT;
  if (is_absent(value)) return list;
  if (!cJSON_IsArray(value)) die("not an array", value->string ? value->string : "an item");

  wattle_str *items = scratch_alloc(s, (size_t)cJSON_GetArraySize(value), sizeof *items);
  const cJSON *item;
  cJSON_ArrayForEach(item, value) items[list.len++] = json_text(s, item);
  list.items = items;
  return list;
}

bool json_bool(const cJSON *value, bool absent) {
  if (is_absent(value)) return absent;
  if (!cJSON_IsBool(value)) die("not a boolean", value->string ? value->string : "an item");
  return cJSON_IsTrue(value);
}

uint64_t json_number(const cJSON *value, uint64_t absent) {
  if (is_absent(value)) return absent;
  double number = cJSON_IsNumber(value) ? value->valuedouble : -1;
  if (!(number >= 0 && number <= (double)WATTLE_CHARS_MAX) || number != (double)(uint64_t)number)
    die("not a whole number up to 2^53 - 1", value->string ? value->string : "an item");
  return (uint64_t)number;
}

double json_double(const cJSON *value) {
  if (!cJSON_IsNumber(value)) die("not a number", value && value->string ? value->string : "an item");
  return value->valuedouble;
}
