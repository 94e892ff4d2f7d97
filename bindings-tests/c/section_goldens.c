/* Prints tests/golden/sections.txt, as this face of the library computes it: see tests/section_goldens.rs. */
#include <stdio.h>
#include <stdlib.h>

#include <wattle.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const wattle_str tools[] = { WATTLE_STR_INIT("read_file"), WATTLE_STR_INIT("web_search") };
static const wattle_str intents[] = { WATTLE_STR_INIT("fix a bug"), WATTLE_STR_INIT("add a test") };
static const wattle_str odd[] = {
  WATTLE_STR_INIT("b|a"), WATTLE_STR_INIT("`x``y`"), WATTLE_STR_INIT("two\r\n\nlines\n"), WATTLE_STR_INIT(""),
  WATTLE_STR_INIT("a"),   WATTLE_STR_INIT("a"),      WATTLE_STR_INIT("na\xC3\xAFve \xF0\x9F\x9A\x80"),
};

#define JOB(job_id, job_name, job_state, ...)                                                                                \
  WATTLE_ASYNC_JOB(.id = WATTLE_STR_INIT(job_id), .name = WATTLE_STR_INIT(job_name), .state = WATTLE_STR_INIT(job_state), __VA_ARGS__)
#define DONE(percent) .has_progress = 1, .progress = percent
static const wattle_async_job jobs[] = {
  JOB("job-7", "build the index", "running", DONE(40)),
  JOB("job-3", "nightly report", "queued", .has_progress = 0),
  JOB("job-9", "import", "succeeded", DONE(100)),
  JOB("job-8", "thumbnails", "failed: no space left", DONE(0)),
};
static const wattle_async_job odd_jobs[] = {
  JOB("b|a\\|c", "`x`\n|\n", "two\r\n\nlines\r", DONE(1)),
  WATTLE_ASYNC_JOB_INIT,
  JOB("b|a\\|c", "na\xC3\xAFve \xF0\x9F\x9A\x80", "# no heading", .has_progress = 0),
};

static void print(const char *name, wattle_status status, wattle_text *text, wattle_error *error) {
  if (status != WATTLE_OK) {
    fprintf(stderr, "%s: %s\n", name, wattle_error_message(error).data);
    exit(1);
  }
  const wattle_str view = wattle_text_view(text);
  printf("==== %s\n", name);
  fwrite(view.data, 1, view.len, stdout);
  printf("\n");
  wattle_text_free(text);
}

static void print_jobs(const char *name, const wattle_async_job *list, size_t n) {
  wattle_text *text = NULL;
  wattle_error *error = NULL;
  const wattle_status status = wattle_render_async_jobs(list, n, &text, &error);
  print(name, status, text, error);
}

int main(void) {
  const struct {
    const char *name;
    wattle_status (*render)(const wattle_state *state, wattle_text **text, wattle_error **error);
    wattle_state state;
  } rows[] = {
    { "loaded tools", wattle_render_loaded_tools, WATTLE_STATE(.loaded_tools = { tools, COUNT(tools) }) },
    { "loaded tools, odd", wattle_render_loaded_tools, WATTLE_STATE(.loaded_tools = { odd, COUNT(odd) }) },
    { "loaded tools, none", wattle_render_loaded_tools, WATTLE_STATE(.loaded_tools = { odd, 0 }) },
    { "detected intents", wattle_render_detected_intents, WATTLE_STATE(.detected_intents = { intents, COUNT(intents) }) },
    { "detected intents, odd", wattle_render_detected_intents, WATTLE_STATE(.detected_intents = { odd, COUNT(odd) }) },
    { "detected intents, none", wattle_render_detected_intents, WATTLE_STATE(.detected_intents = { odd, 0 }) },
    { "depth 0", wattle_render_subagent_depth, WATTLE_STATE(.turn_depth = 0) },
    { "depth 1", wattle_render_subagent_depth, WATTLE_STATE(.turn_depth = 1) },
    { "depth 4294967295", wattle_render_subagent_depth, WATTLE_STATE(.turn_depth = UINT32_MAX) },
    { "prior turn with tool calls", wattle_render_prior_turn_tool_calls, WATTLE_STATE(.prior_turn_had_tool_calls = WATTLE_YES) },
    { "prior turn without tool calls", wattle_render_prior_turn_tool_calls, WATTLE_STATE(.prior_turn_had_tool_calls = WATTLE_NO) },
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    wattle_text *text = NULL;
    wattle_error *error = NULL;
    const wattle_status status = rows[i].render(&rows[i].state, &text, &error);
    print(rows[i].name, status, text, error);
  }
  print_jobs("jobs", jobs, COUNT(jobs));
  print_jobs("jobs, odd", odd_jobs, COUNT(odd_jobs));
  print_jobs("jobs, none", NULL, 0);
  return 0;
}
