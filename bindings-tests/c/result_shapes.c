/* The structs of a result that is handed back, as bytes: see shapes.h. */
#include "check.h"
#include "shapes.h"

static const wattle_summary valid_summary = WATTLE_SUMMARY_INIT;
static const wattle_section valid_section = { .struct_size = sizeof(wattle_section), .id = WATTLE_STR_INIT("a"),
                                              .tier = WATTLE_TIER_ACTIVE, .verdict = WATTLE_INCLUDED,
                                              .text = WATTLE_STR_INIT("text"), .chars = 4 };

static wattle_status restore(const wattle_summary *summary, const wattle_section *section, size_t n, wattle_error **error) {
  wattle_prompt *prompt = UNTOUCHED;
  wattle_status status = wattle_prompt_restore(summary, section, n, &prompt, error);
  CHECK((status == WATTLE_OK) == (prompt != UNTOUCHED));
  if (status == WATTLE_OK) wattle_prompt_free(prompt);
  return status;
}

static wattle_status use_summary(wattle_registry *registry, const void *summary, wattle_error **error) {
  (void)registry;
  return restore(summary, NULL, 0, error);
}

static wattle_status use_section(wattle_registry *registry, const void *section, wattle_error **error) {
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  (void)registry;
  summary.sections = 1;
  return restore(&summary, section, 1, error);
}

const shape summary_shape = SHAPE(wattle_summary, valid_summary, use_summary);
const shape section_shape = SHAPE(wattle_section, valid_section, use_section);
