/* The C conformance harness: harness CASES_DIR TRANSCRIPT. See bindings-tests/README.md. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "json.h"
#include "report.h"
#include "transcript.h"

static int by_bytes(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static bool is_case_file(const char *name) {
  size_t len = strlen(name);
  return len >= 5 && strcmp(name + len - 5, ".json") == 0;
}

/* The names of the directory's case files, in byte order. */
static char **list_case_files(const char *directory, size_t *count) {
  DIR *dir = opendir(directory);
  char **names = NULL;
  const struct dirent *entry;
  if (!dir) die("cannot open", directory);
  while ((entry = readdir(dir)) != NULL) {
    if (!is_case_file(entry->d_name)) continue;
    names = realloc(names, (*count + 1) * sizeof *names);
    if (!names || !(names[*count] = malloc(strlen(entry->d_name) + 1))) die("out of memory", directory);
    strcpy(names[(*count)++], entry->d_name);
  }
  closedir(dir);
  if (names) qsort(names, *count, sizeof *names, by_bytes);
  return names;
}

/* Named cases do not look at their places. */
static void run_resolve(const cJSON *json, size_t index) { (void)index; run_resolve_case(json); }
static void run_compose(const cJSON *json, size_t index) { (void)index; run_compose_case(json); }
static void run_modules(const cJSON *json, size_t index) { (void)index; run_module_case(json); }
static void run_guidance(const cJSON *json, size_t index) { (void)index; run_guidance_case(json); }

static void run_file(const char *directory, const char *name) {
  char *path = malloc(strlen(directory) + strlen(name) + 2);
  if (!path) die("out of memory", name);
  sprintf(path, "%s/%s", directory, name);
  cJSON *cases = json_load(path);
  const cJSON *first = cJSON_IsArray(cases) ? cases->child : NULL;
  void (*run)(const cJSON *, size_t) = NULL;

  if (json_get(first, "ops")) run = run_resolve;
  else if (json_get(first, "candidates")) run = run_compose;
  else if (json_get(first, "modules")) run = run_modules;
  else if (json_get(first, "entries")) run = run_guidance;
  else if (json_get(first, "taintRatio")) run = run_taint_case;

  if (run) {
    const cJSON *one, *title;
    size_t index = 0;
    cJSON_ArrayForEach(one, cases) {
      title = json_get(one, "name");
      case_begin(title ? title->valuestring : name);
      run(one, index++);
      case_end();
    }
  } else {
    fprintf(stderr, HARNESS ": not run: %s\n", name);
  }
  cJSON_Delete(cases);
  free(path);
}

int main(int argc, char **argv) {
  size_t count = 0;
  if (argc != 3) {
    fprintf(stderr, "usage: %s CASES_DIR TRANSCRIPT\n", argv[0]);
    return 2;
  }
  char **names = list_case_files(argv[1], &count);
  transcript_create(argv[2]);
  for (size_t i = 0; i < count; i++) {
    run_file(argv[1], names[i]);
    free(names[i]);
  }
  free(names);
  transcript_close();
  return report_total() ? EXIT_SUCCESS : EXIT_FAILURE;
}
