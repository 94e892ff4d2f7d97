#include "show.h"

#include <stdio.h>
#include <stdlib.h>

static wattle_registry *new_registry(wattle_maybe defaults) {
  const wattle_registry_options options =
    WATTLE_REGISTRY_OPTIONS(.seed_core_defaults = defaults, .seed_safety_policies = WATTLE_NO);
  wattle_registry *registry = NULL;
  wattle_error *error = NULL;
  wattle_status status = wattle_registry_new(&options, &registry, &error);
  must(status, error);
  return registry;
}

wattle_registry *empty_registry(void) { return new_registry(WATTLE_NO); }

wattle_registry *registry_with_baseline(void) { return new_registry(WATTLE_YES); }

void add(wattle_registry *registry, const wattle_contribution *contributions, size_t n) {
  wattle_error *error = NULL;
  wattle_status status = wattle_registry_register(registry, contributions, n, &error);
  must(status, error);
}

void must(wattle_status status, wattle_error *error) {
  if (status == WATTLE_OK)
    return;
  fprintf(stderr, "%s: %s\n", wattle_status_name(status).data, wattle_error_message(error).data);
  wattle_error_free(error);
  exit(1);
}

void refused(wattle_status status, wattle_error *error) {
  printf("refused: %s: %s\n", wattle_status_name(status).data, wattle_error_message(error).data);
  wattle_error_free(error);
}

static wattle_status tell_empty(void *user_data, wattle_call *call, wattle_str id, wattle_origin origin) {
  (void)user_data;
  (void)call;
  printf("  (%" WATTLE_FMT " is empty, origin %s)\n", WATTLE_ARG(id), wattle_origin_name(origin).data);
  return WATTLE_OK;
}

static wattle_status tell_missing(void *user_data, wattle_call *call, wattle_str id) {
  (void)user_data;
  (void)call;
  printf("  (nothing has the id %" WATTLE_FMT ")\n", WATTLE_ARG(id));
  return WATTLE_OK;
}

static wattle_status tell_duplicates(void *user_data, wattle_call *call, const wattle_str *ids, size_t n) {
  (void)user_data;
  (void)call;
  for (size_t i = 0; i < n; i++)
    printf("  (%" WATTLE_FMT " is replaced more than once)\n", WATTLE_ARG(ids[i]));
  return WATTLE_OK;
}

void print_text(const char *title, wattle_str text) {
  printf("%s\n", title);
  fwrite(text.data, 1, text.len, stdout);
  printf("\n");
}

static void show_section(const wattle_section *section) {
  size_t line = 0;
  while (line < section->text.len && section->text.data[line] != '\n')
    line++;
  printf("  %-37" WATTLE_FMT " %-8s %-14s %.*s%s\n", WATTLE_ARG(section->id), wattle_mode_name(section->mode).data,
         wattle_origin_name(section->origin).data, (int)line, section->text.data, line < section->text.len ? " [...]" : "");
}

void show(const char *title, const wattle_registry *registry, const wattle_context *context, const wattle_state *state) {
  const wattle_context usual = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR("anthropic"));
  const wattle_probes probes = WATTLE_PROBES(.on_empty_content = tell_empty, .on_replace_target_missing = tell_missing,
                                             .on_duplicate_replace = tell_duplicates);
  const wattle_resolve_options options = WATTLE_RESOLVE_OPTIONS(.probes = &probes);
  wattle_section section = WATTLE_SECTION_INIT;
  wattle_bundle *bundle = NULL;
  wattle_error *error = NULL;

  printf("%s\n", title);
  wattle_status status =
    wattle_registry_resolve(registry, context != NULL ? context : &usual, state, &options, &bundle, &error);
  must(status, error);
  for (size_t i = 0; wattle_bundle_section(bundle, i, &section, NULL) == WATTLE_OK; i++)
    show_section(&section);
  wattle_bundle_free(bundle);
}
