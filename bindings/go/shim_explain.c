/* Tables and comparisons of prompts as Go holds them. */
#include "shim_internal.h"

static wattle_status restore(const wattle_go_report *report, wattle_prompt **prompt, wattle_error **error) {
  return wattle_prompt_restore(&report->summary, report->sections, report->summary.sections, prompt, error);
}

wattle_status wattle_go_table(wattle_go_frame *frame, const wattle_go_report *report) {
  wattle_error *error = NULL;
  wattle_prompt *prompt = NULL;
  wattle_status status = restore(report, &prompt, &error);
  if (status == WATTLE_OK) status = wattle_go_gather_table(frame, prompt);
  wattle_prompt_free(prompt);
  return wattle_go_finish(frame, status, error);
}

wattle_status wattle_go_diff(wattle_go_frame *frame, const wattle_go_report *before, const wattle_go_report *after) {
  wattle_error *error = NULL;
  wattle_prompt *earlier = NULL, *later = NULL;
  wattle_diff *diff = NULL;
  wattle_status status = restore(before, &earlier, &error);
  if (status == WATTLE_OK) status = restore(after, &later, &error);
  if (status == WATTLE_OK) status = wattle_prompt_diff(earlier, later, &diff, &error);
  if (status == WATTLE_OK) status = wattle_go_gather_diff(frame, diff);
  wattle_diff_free(diff);
  wattle_prompt_free(later);
  wattle_prompt_free(earlier);
  return wattle_go_finish(frame, status, error);
}
