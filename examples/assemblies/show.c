#include "show.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void must(wattle_status status, wattle_error **error) {
  if (status == WATTLE_OK)
    return;
  fprintf(stderr, "%s: %s\n", wattle_status_name(status).data, wattle_error_message(*error).data);
  wattle_error_free(*error);
  exit(1);
}

void refused(wattle_status status, wattle_error **error) {
  printf("refused: %s: %s\n", wattle_status_name(status).data, wattle_error_message(*error).data);
  wattle_error_free(*error);
  *error = NULL;
}

static void show_section(const wattle_section *section) {
  printf("  %-9s  %-20" WATTLE_FMT " %-13s %4" PRIu64, wattle_verdict_name(section->verdict).data, WATTLE_ARG(section->id),
         wattle_tier_name(section->tier).data, section->chars);
  if (section->limit != WATTLE_UNLIMITED)
    printf(" after %" PRIu64 ", limit %" PRIu64, section->total_before, section->limit);
  printf("\n");
}

void show(const char *title, const wattle_prompt *prompt) {
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  wattle_section section = WATTLE_SECTION_INIT;
  wattle_error *error = NULL;
  printf("%s\n", title);
  must(wattle_prompt_summary(prompt, &summary, &error), &error);
  for (size_t i = 0; i < summary.sections; i++) {
    must(wattle_prompt_section(prompt, i, &section, &error), &error);
    show_section(&section);
  }
  printf("  in all %" PRIu64 " %" WATTLE_FMT, summary.total_chars, WATTLE_ARG(summary.unit));
  if (summary.effective_budget != WATTLE_UNLIMITED)
    printf(" of %" PRIu64, summary.effective_budget);
  printf("%s\n", summary.over_budget ? ", over budget" : "");
}

void print_text(const char *title, wattle_str text) {
  printf("%s\n", title);
  fwrite(text.data, 1, text.len, stdout);
  printf("\n");
}

wattle_registry *empty_registry(void) {
  const wattle_registry_options nothing =
    WATTLE_REGISTRY_OPTIONS(.seed_core_defaults = WATTLE_NO, .seed_safety_policies = WATTLE_NO);
  wattle_registry *registry = NULL;
  wattle_error *error = NULL;
  must(wattle_registry_new(&nothing, &registry, &error), &error);
  return registry;
}
