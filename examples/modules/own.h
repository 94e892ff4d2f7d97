/* The two modules that are the program's own. */
#ifndef OWN_H
#define OWN_H

#include <wattle.h>

struct task {
  const char *title;
  int urgent;
};

/* What a module renders from, and what its callbacks are given as user_data. `drops` counts for main that it is given back. */
struct tasks {
  const struct task *all;
  size_t n;
  int drops;
};

/* Required: which branch the agent may change. */
wattle_module branch_module(const char *branch);
/* Optional: all tasks, or where the window is short only the urgent ones; without a task it has no part in the prompt. */
wattle_module tasks_module(struct tasks *tasks);

#endif
