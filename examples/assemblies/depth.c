/*
 * A budget by depth: an agent that talks to the user has no limit, its sub-agents have ever less, a reviewer least, and below depth 2
 * there is none. The deeper the turn, the less it is told: condensed texts from depth 1 on, nothing informational from depth 2 on.
 */
#include <stdio.h>
#include <string.h>

#include "agent.h"
#include "show.h"

static wattle_status budget_for(void *user_data, wattle_call *call, uint32_t depth, wattle_str role, uint64_t *budget) {
  static const uint64_t budgets[] = { WATTLE_UNLIMITED, 500, 400 };
  (void)user_data;
  if (depth >= COUNT(budgets))
    return wattle_call_fail(call, WATTLE_STR("no agent runs below depth 2"));
  *budget = role.len > 0 ? 300 : budgets[depth];
  return WATTLE_OK;
}

static size_t candidates_for(uint32_t depth, wattle_candidate *candidates) {
  size_t n = 0;
  for (size_t i = 0; i < AGENT_LEN; i++) {
    if (agent[i].tier == WATTLE_TIER_INFORMATIONAL && wattle_skip_informational(depth))
      continue;
    candidates[n] = agent[i];
    if (condensed[i].data != NULL && wattle_should_condense(depth))
      candidates[n].content = condensed[i];
    n++;
  }
  return n;
}

int main(void) {
  static const struct {
    const char *title, *role;
    uint32_t depth;
  } turns[] = {
    { "depth 0", NULL, 0 }, { "depth 1", NULL, 1 }, { "depth 2", NULL, 2 },
    { "depth 2, a reviewer", "reviewer", 2 }, { "depth 3", NULL, 3 },
  };
  for (size_t i = 0; i < COUNT(turns); i++) {
    wattle_candidate candidates[AGENT_LEN];
    const size_t n = candidates_for(turns[i].depth, candidates);
    wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
    wattle_prompt *prompt = NULL;
    wattle_error *error = NULL;
    uint64_t budget;
    options.strict = 1;
    options.depth = turns[i].depth;
    options.runtime_role = wattle_cstr(turns[i].role);
    options.resolve_budget = budget_for;
    const wattle_status status = wattle_effective_budget(&options, &budget, &error); /* before anything is gathered */
    if (status != WATTLE_OK) {
      printf("%s\n", turns[i].title);
      refused(status, &error);
      continue;
    }
    must(wattle_compose(candidates, n, &options, &prompt, &error), &error);
    show(turns[i].title, prompt);
    wattle_prompt_free(prompt);
  }
}
