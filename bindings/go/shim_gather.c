/* Gathers in a frame what the library gives: the whole texts of its prompt or bundle where they are, the rest in its buffer. */
#include <string.h>

#include "shim_internal.h"

/* Makes room for `size` bytes in the buffer and keeps what is there. */
static int reserve(wattle_go_frame *frame, size_t size) {
  if (size <= frame->capacity) return 1;
  size_t capacity = size + size / 4 < 16384 ? 16384 : size + size / 4;
  char *buffer = realloc(frame->buffer, capacity);
  if (!buffer) return 0;
  frame->buffer = buffer;
  frame->capacity = capacity;
  return 1;
}

static wattle_str append(char **at, wattle_str text) {
  wattle_str copy = {*at, text.len};
  if (text.len) memcpy(*at, text.data, text.len);
  *at += text.len;
  return copy;
}

/* The figures that only a prompt of modules has. */
static wattle_status gather_metadata(wattle_go_frame *frame, const wattle_prompt *prompt) {
  const wattle_module_metadata no_metadata = WATTLE_MODULE_METADATA_INIT;
  const wattle_tool_filter no_filter = WATTLE_TOOL_FILTER_INIT;
  frame->metadata = no_metadata;
  frame->filter = no_filter;
  const wattle_status status = wattle_prompt_module_metadata(prompt, &frame->metadata, NULL);
  return status == WATTLE_OK ? wattle_prompt_tool_filter(prompt, &frame->filter, NULL) : status;
}

/* A bundle or a prompt. Its texts stay where they are; sections, names and unit are copied. */
wattle_status wattle_go_gather(wattle_go_frame *frame, const wattle_bundle *bundle, const wattle_prompt *prompt, int wanted,
                               int of_modules) {
  const wattle_summary none = WATTLE_SUMMARY_INIT;
  wattle_status status;
  size_t names = 0;

  frame->summary = none;
  status = prompt ? wattle_prompt_summary(prompt, &frame->summary, NULL) : wattle_bundle_summary(bundle, &frame->summary, NULL);
  if (status != WATTLE_OK) return status;

  if (of_modules && (status = gather_metadata(frame, prompt)) != WATTLE_OK) return status;

  const size_t n = wanted & WATTLE_GO_SECTIONS ? frame->summary.sections : 0;
  if (!reserve(frame, n * sizeof(wattle_section))) return WATTLE_OUT_OF_MEMORY;
  wattle_section *sections = (wattle_section *)frame->buffer;
  for (size_t i = 0; i < n; i++) {
    sections[i].struct_size = sizeof *sections; /* the rest is filled */
    status = prompt ? wattle_prompt_section(prompt, i, &sections[i], NULL) : wattle_bundle_section(bundle, i, &sections[i], NULL);
    if (status != WATTLE_OK) return status;
    names += sections[i].id.len + sections[i].plugin.len;
  }

  const wattle_str nothing = WATTLE_STR_ABSENT;
  const int event = prompt && (wanted & WATTLE_GO_EVENT), dump = wanted & WATTLE_GO_DUMP;
  frame->text = prompt ? wattle_prompt_text(prompt) : wattle_bundle_text(bundle);
  frame->event = event ? wattle_prompt_event_json(prompt) : nothing;
  frame->dump = !dump ? nothing : prompt ? wattle_prompt_json(prompt) : wattle_bundle_json(bundle);
  frame->metadata_json = of_modules && event ? wattle_prompt_module_metadata_json(prompt) : nothing;
  frame->held = frame->text.len + frame->event.len + frame->dump.len + frame->metadata_json.len;
  if ((event && frame->event.len == 0) || (dump && frame->dump.len == 0) || (of_modules && event && frame->metadata_json.len == 0))
    return WATTLE_OUT_OF_MEMORY;
  const wattle_str unit = frame->summary.unit;
  if (!reserve(frame, n * sizeof(wattle_section) + names + unit.len)) return WATTLE_OUT_OF_MEMORY;

  sections = (wattle_section *)frame->buffer;
  char *at = (char *)(sections + n);
  frame->sections = sections;
  frame->sections_len = n;
  frame->names.data = at;
  frame->names.len = names;
  for (size_t i = 0; i < n; i++) {
    sections[i].id = append(&at, sections[i].id);
    sections[i].plugin = append(&at, sections[i].plugin);
    /* Only whether there is one: where it is, start and end say. */
    sections[i].text.len = sections[i].text.data != NULL;
    sections[i].text.data = NULL;
  }
  frame->summary.unit = append(&at, unit);
  return WATTLE_OK;
}

/* What is absent stays so. */
static wattle_str append_optional(char **at, wattle_str text) { return text.data ? append(at, text) : text; }

/* A list: records, and what they say. */
wattle_status wattle_go_gather_records(wattle_go_frame *frame, const wattle_records *list) {
  const wattle_record empty = WATTLE_RECORD_INIT;
  const size_t n = wattle_records_len(list);
  size_t bytes = 0;
  if (!reserve(frame, n * sizeof(wattle_record))) return WATTLE_OUT_OF_MEMORY;
  wattle_record *records = (wattle_record *)frame->buffer;
  for (size_t i = 0; i < n; i++) {
    records[i] = empty;
    const wattle_status status = wattle_records_at(list, i, &records[i], NULL);
    if (status != WATTLE_OK) return status;
    bytes += records[i].id.len + records[i].plugin.len + records[i].plugin_version.len + records[i].text.len +
             records[i].condensed.len;
  }
  if (!reserve(frame, n * sizeof(wattle_record) + bytes)) return WATTLE_OUT_OF_MEMORY;

  records = (wattle_record *)frame->buffer;
  char *at = (char *)(records + n);
  for (size_t i = 0; i < n; i++) {
    records[i].id = append(&at, records[i].id);
    records[i].plugin = append_optional(&at, records[i].plugin);
    records[i].plugin_version = append_optional(&at, records[i].plugin_version);
    records[i].text = append_optional(&at, records[i].text);
    records[i].condensed = append_optional(&at, records[i].condensed);
  }
  frame->records = records;
  frame->records_len = n;
  return WATTLE_OK;
}

/* Candidates, and what they say. */
wattle_status wattle_go_gather_renderings(wattle_go_frame *frame, const wattle_renderings *renderings) {
  const wattle_candidate empty = WATTLE_CANDIDATE_INIT;
  const size_t n = wattle_renderings_len(renderings);
  size_t bytes = 0;
  if (!reserve(frame, n * sizeof(wattle_candidate))) return WATTLE_OUT_OF_MEMORY;
  wattle_candidate *candidates = (wattle_candidate *)frame->buffer;
  for (size_t i = 0; i < n; i++) {
    candidates[i] = empty;
    const wattle_status status = wattle_renderings_at(renderings, i, &candidates[i], NULL);
    if (status != WATTLE_OK) return status;
    bytes += candidates[i].id.len + candidates[i].content.len + candidates[i].condensed.len;
  }
  if (!reserve(frame, n * sizeof(wattle_candidate) + bytes)) return WATTLE_OUT_OF_MEMORY;

  candidates = (wattle_candidate *)frame->buffer;
  char *at = (char *)(candidates + n);
  for (size_t i = 0; i < n; i++) {
    candidates[i].id = append(&at, candidates[i].id);
    candidates[i].content = append(&at, candidates[i].content);
    candidates[i].condensed = append_optional(&at, candidates[i].condensed);
  }
  frame->candidates = candidates;
  frame->candidates_len = n;
  return WATTLE_OK;
}

/* The table of a prompt. */
wattle_status wattle_go_gather_table(wattle_go_frame *frame, const wattle_prompt *prompt) {
  const wattle_str table = wattle_prompt_table(prompt);
  if (table.len == 0 || !reserve(frame, table.len)) return WATTLE_OUT_OF_MEMORY;
  char *at = frame->buffer;
  frame->text = append(&at, table);
  return WATTLE_OK;
}

/* A comparison: its figures, the sections that differ, their ids, and its JSON. */
wattle_status wattle_go_gather_diff(wattle_go_frame *frame, const wattle_diff *diff) {
  const wattle_difference empty = WATTLE_DIFFERENCE_INIT;
  const wattle_diff_figures none = WATTLE_DIFF_FIGURES_INIT;
  const wattle_str json = wattle_diff_json(diff);
  frame->figures = none;
  wattle_status status = wattle_diff_summary(diff, &frame->figures, NULL);
  if (status != WATTLE_OK) return status;
  if (json.len == 0) return WATTLE_OUT_OF_MEMORY;

  wattle_str *const ids[] = {&frame->figures.text.before_id, &frame->figures.text.after_id,
                             &frame->figures.stable_prefix.before_id, &frame->figures.stable_prefix.after_id};
  const size_t n = frame->figures.differences;
  size_t bytes = json.len;
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) bytes += ids[i]->len;
  if (!reserve(frame, n * sizeof(wattle_difference))) return WATTLE_OUT_OF_MEMORY;
  wattle_difference *differences = (wattle_difference *)frame->buffer;
  for (size_t i = 0; i < n; i++) {
    differences[i] = empty;
    status = wattle_diff_at(diff, i, &differences[i], NULL);
    if (status != WATTLE_OK) return status;
    bytes += differences[i].id.len;
  }
  if (!reserve(frame, n * sizeof(wattle_difference) + bytes)) return WATTLE_OUT_OF_MEMORY;

  differences = (wattle_difference *)frame->buffer;
  char *at = (char *)(differences + n);
  for (size_t i = 0; i < n; i++) differences[i].id = append(&at, differences[i].id);
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) *ids[i] = append(&at, *ids[i]);
  frame->differences = differences;
  frame->text = append(&at, json);
  return WATTLE_OK;
}
