#include "own.h"

#include <stdio.h>

/* A failed write fails the rendering by itself: only the last one's status is looked at. */
static wattle_status line(wattle_call *call, const char *text) { return wattle_call_write_line(call, wattle_cstr(text)); }

static wattle_status render_branch(void *user_data, wattle_call *call, const wattle_agent_context *context) {
  char text[128];
  snprintf(text, sizeof text, "Commit to the branch %s and to no other.", (const char *)user_data);
  line(call, "## Branch");
  line(call, "");
  line(call, text);
  if (context->has_workspace)
    line(call, "What is in the workspace and not committed is somebody's work: leave it as it is.");
  return WATTLE_OK;
}

wattle_module branch_module(const char *branch) {
  wattle_module module = WATTLE_MODULE(.name = WATTLE_STR("branch"), .priority = 11, .render = render_branch,
                                       .user_data = (void *)(size_t)branch);
  return module;
}

static wattle_status has_tasks(void *user_data, wattle_call *call, const wattle_agent_context *context, uint8_t *answer) {
  const struct tasks *tasks = user_data;
  (void)call;
  (void)context;
  *answer = tasks->n > 0;
  return WATTLE_OK;
}

static wattle_status render_tasks(const struct tasks *tasks, wattle_call *call, int urgent_only) {
  char text[128];
  line(call, urgent_only ? "## Urgent tasks" : "## Tasks");
  line(call, "");
  for (size_t i = 0; i < tasks->n; i++) {
    if (urgent_only && !tasks->all[i].urgent)
      continue;
    snprintf(text, sizeof text, "%zu. %s%s", i + 1, tasks->all[i].title, tasks->all[i].urgent ? " (urgent)" : "");
    line(call, text);
  }
  return WATTLE_OK;
}

static wattle_status render_all(void *user_data, wattle_call *call, const wattle_agent_context *context) {
  (void)context;
  return render_tasks(user_data, call, 0);
}

static wattle_status render_urgent(void *user_data, wattle_call *call, const wattle_agent_context *context) {
  (void)context;
  return render_tasks(user_data, call, 1);
}

static void give_back(void *user_data) { ((struct tasks *)user_data)->drops++; }

wattle_module tasks_module(struct tasks *tasks) {
  wattle_module module =
    WATTLE_MODULE(.name = WATTLE_STR("tasks"), .priority = 65, .optional = 1, .should_include = has_tasks,
                  .render = render_all, .render_minimal = render_urgent, .user_data = tasks, .drop = give_back);
  return module;
}
