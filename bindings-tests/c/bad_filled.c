/* Structs that the library fills: their sizes, and what is behind the last field that it knows. */
#include <string.h>

#include "builders.h"
#include "shapes.h"

union out {
  wattle_summary summary;
  wattle_section section;
  wattle_record record;
  wattle_fragment fragment;
  wattle_candidate candidate;
  wattle_module_metadata metadata;
  wattle_tool_filter filter;
  wattle_diff_figures figures;
  wattle_difference difference;
  unsigned char bytes[SHAPE_BUFFER_BYTES];
};

static wattle_bundle *bundle;
static wattle_prompt *prompt, *prompt_of_modules;
static wattle_diff *diff;
static wattle_records *records;
static wattle_renderings *renderings;

static wattle_status fill_bundle_summary(union out *out) { return wattle_bundle_summary(bundle, &out->summary, ERR); }
static wattle_status fill_prompt_summary(union out *out) { return wattle_prompt_summary(prompt, &out->summary, ERR); }

static wattle_status fill_bundle_section(union out *out) {
  return wattle_bundle_section(bundle, 0, &out->section, ERR);
}

static wattle_status fill_prompt_section(union out *out) {
  return wattle_prompt_section(prompt, 0, &out->section, ERR);
}

static wattle_status fill_record(union out *out) { return wattle_records_at(records, 0, &out->record, ERR); }

static wattle_status fill_fragment(union out *out) {
  return wattle_fragment_at(WATTLE_FRAGMENT_SET_BASE, 0, &out->fragment, ERR);
}

static wattle_status fill_candidate(union out *out) {
  return wattle_renderings_at(renderings, 0, &out->candidate, ERR);
}

static wattle_status fill_metadata(union out *out) {
  return wattle_prompt_module_metadata(prompt_of_modules, &out->metadata, ERR);
}

static wattle_status fill_filter(union out *out) {
  return wattle_prompt_tool_filter(prompt_of_modules, &out->filter, ERR);
}

static wattle_status fill_module_section(union out *out) {
  return wattle_prompt_section(prompt_of_modules, 0, &out->section, ERR);
}

static wattle_status fill_figures(union out *out) { return wattle_diff_summary(diff, &out->figures, ERR); }
static wattle_status fill_difference(union out *out) { return wattle_diff_at(diff, 0, &out->difference, ERR); }

static const struct {
  const char *name;
  size_t size;
  wattle_status (*fill)(union out *out);
} outs[] = {
  { "wattle_bundle_summary", sizeof(wattle_summary), fill_bundle_summary },
  { "wattle_prompt_summary", sizeof(wattle_summary), fill_prompt_summary },
  { "wattle_bundle_section", sizeof(wattle_section), fill_bundle_section },
  { "wattle_prompt_section", sizeof(wattle_section), fill_prompt_section },
  { "wattle_records_at", sizeof(wattle_record), fill_record },
  { "wattle_fragment_at", sizeof(wattle_fragment), fill_fragment },
  { "wattle_renderings_at", sizeof(wattle_candidate), fill_candidate },
  { "wattle_prompt_module_metadata", sizeof(wattle_module_metadata), fill_metadata },
  { "wattle_prompt_tool_filter", sizeof(wattle_tool_filter), fill_filter },
  { "wattle_prompt_section of modules", sizeof(wattle_section), fill_module_section },
  { "wattle_diff_summary", sizeof(wattle_diff_figures), fill_figures },
  { "wattle_diff_at", sizeof(wattle_difference), fill_difference },
};

/* A refused size leaves every byte alone. A larger one is filled as far as is known, which struct_size then says. */
static void structs_to_be_filled(wattle_registry *registry) {
  static union out out, before;
  ACCEPTED(wattle_registry_resolve(registry, &converse, NULL, NULL, &bundle, ERR));
  ACCEPTED(wattle_registry_compose(registry, &converse, NULL, NULL, &prompt, ERR));
  ACCEPTED(wattle_registry_list(registry, 0, (wattle_str)WATTLE_STR_ABSENT, &records, ERR));
  wattle_module_builder *builder = new_builder();
  const wattle_module module = module_named("m");
  add_module(builder, &module);
  prompt_of_modules = built(builder, &agent);
  ACCEPTED(wattle_module_builder_render(builder, &agent, &renderings, ERR));
  wattle_module_builder_free(builder);
  ACCEPTED(wattle_prompt_diff(prompt, prompt_of_modules, &diff, ERR));
  for (size_t i = 0; i < COUNT(outs); i++) {
    const size_t refused[] = { 0, 1, 8, outs[i].size - 1, WATTLE_STRUCT_MAX_BYTES + 1, SIZE_MAX };
    const size_t accepted[] = { outs[i].size, outs[i].size + 8, WATTLE_STRUCT_MAX_BYTES };
    check_row(outs[i].name);
    memset(before.bytes, '?', sizeof before.bytes);
    for (size_t k = 0; k < COUNT(refused); k++) {
      shape_set(before.bytes, 0, 8, refused[k]);
      memcpy(out.bytes, before.bytes, sizeof out.bytes);
      REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size", outs[i].fill(&out));
      CHECK(memcmp(out.bytes, before.bytes, sizeof out.bytes) == 0);
    }
    for (size_t k = 0; k < COUNT(accepted); k++) {
      shape_set(before.bytes, 0, 8, accepted[k]);
      memcpy(out.bytes, before.bytes, sizeof out.bytes);
      ACCEPTED(outs[i].fill(&out));
      CHECK(out.summary.struct_size == outs[i].size);
      CHECK(memcmp(out.bytes + outs[i].size, before.bytes + outs[i].size, sizeof out.bytes - outs[i].size) == 0);
    }
  }
  wattle_bundle_free(bundle);
  wattle_prompt_free(prompt);
  wattle_prompt_free(prompt_of_modules);
  wattle_renderings_free(renderings);
  wattle_diff_free(diff);
  wattle_records_free(records);
}

void filled_tests(void) {
  static const test tests[] = {
    TEST(structs_to_be_filled),
  };
  run_tests(tests, COUNT(tests));
}
