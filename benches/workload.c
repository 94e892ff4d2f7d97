#define _GNU_SOURCE
#include "workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 420, TEXT_MIN = 380, WORDS = 24 };

const size_t sizes[SIZES] = {10, 100, 1000, 10000};

static const char *const words[][WORDS] = {
  [ASCII] = {"always", "answer", "before", "change", "command", "directory", "explain", "file", "function", "instruction", "message", "never",
             "output", "prefer", "project", "question", "read", "request", "section", "short", "test", "tool", "user", "write"},
  [MIXED] = {"always", "answer", "before", "change", "command", "directory", "explain", "file", "function", "instruction", "message", "never",
             "prüfen", "réponse", "señal", "データ", "提示文", "変更する", "工具调用", "한국어", "🚀", "⚠️", "✅", "👩‍💻"},
};

static uint32_t next(uint32_t *state, uint32_t below) {
  *state = *state * 1103515245u + 12345u;
  return (*state >> 8) % below;
}

static uint8_t tier_of(size_t i) {
  switch (i % 10) {
    case 0: return BOUND_CORE;
    case 1: case 2: case 3: case 4: case 5: case 6: return BOUND_ACTIVE;
    default: return BOUND_INFORMATIONAL;
  }
}

static void *array(size_t n, size_t size) {
  void *made = calloc(n, size);
  if (!made)
    abort();
  return made;
}

/* A title, and words until the length is reached. */
static struct bound_section section(size_t i, enum script script, uint32_t *random) {
  char text[TEXT_MAX + 64];
  const size_t wanted = TEXT_MIN + next(random, TEXT_MAX - TEXT_MIN + 1);
  size_t len = (size_t)snprintf(text, sizeof text, "# Section %zu\n", i);
  for (;;) {
    const char *word = words[script][next(random, WORDS)];
    if (len + strlen(word) + 1 > wanted)
      break;
    len += (size_t)snprintf(text + len, sizeof text - len, "%s ", word);
  }
  text[len - 1] = '.';
  char *own = array(len, 1);
  memcpy(own, text, len);
  return (struct bound_section){.text = own, .len = len, .chars = bound_chars(own, len), .tier = tier_of(i), .included = 1};
}

struct workload workload_new(size_t n, enum script script) {
  struct workload made = {.n = n, .sections = array(n, sizeof *made.sections), .ids = array(n, sizeof *made.ids)};
  uint32_t random = 12345;
  for (size_t i = 0; i < n; i++) {
    snprintf(made.ids[i], sizeof made.ids[i], "bench.s%zu", i);
    made.sections[i] = section(i, script, &random);
    made.bytes += made.sections[i].len;
    made.chars += made.sections[i].chars;
  }
  made.budget = made.chars * 7 / 10;
  return made;
}

static const char *const tier_names[] = {[BOUND_CORE] = "core", [BOUND_ACTIVE] = "active", [BOUND_INFORMATIONAL] = "informational"};

char *workload_manifest(const struct workload *workload, size_t *len) {
  char *json = NULL;
  FILE *out = open_memstream(&json, len);
  if (!out)
    abort();
  fputs("{\"contributions\":[", out);
  for (size_t i = 0; i < workload->n; i++) {
    const struct bound_section *section = &workload->sections[i];
    fprintf(out, "%s\n{\"id\":\"%s\",\"mode\":\"append\",\"tier\":\"%s\",\"content\":{\"text\":\"", i ? "," : "", workload->ids[i],
            tier_names[section->tier]);
    for (size_t k = 0; k < section->len; k++) {
      if (section->text[k] == '\n')
        fputs("\\n", out);
      else
        fputc(section->text[k], out);
    }
    fputs("\"}}", out);
  }
  fputs("\n]}\n", out);
  if (fclose(out))
    abort();
  return json;
}

void workload_free(struct workload *workload) {
  for (size_t i = 0; i < workload->n; i++)
    free((char *)workload->sections[i].text);
  free(workload->sections);
  free(workload->ids);
}
