/* Replacing the library's own texts: one of them, a template (which opts in to it), and the whole baseline. */
#include "show.h"

static void replace_and_show(const char *title, wattle_str id) {
  wattle_registry *registry = registry_with_baseline();
  wattle_contribution contribution = WATTLE_CONTRIBUTION_INIT;
  wattle_error *error = NULL;
  wattle_status status = wattle_replace_core(id, WATTLE_STR("In the words of this program."), &contribution, &error);
  must(status, error);
  add(registry, &contribution, 1);
  show(title, registry, NULL, NULL);
  wattle_registry_free(registry);
}

int main(void) {
  wattle_contribution contribution = WATTLE_CONTRIBUTION_INIT;
  wattle_error *error = NULL;
  replace_and_show("one text of the baseline", WATTLE_STR(WATTLE_FORMATTING_BASELINE_ID));
  replace_and_show("a template", WATTLE_STR(WATTLE_RESPONSE_STYLESHEET_DEFAULTS_ID));
  replace_and_show("the baseline as a whole", WATTLE_STR(WATTLE_DEFAULT_SYSTEM_PROMPT_ID));

  /* A slip is found out here, and not when the text turns up in the wrong place. */
  wattle_status status = wattle_replace_core(WATTLE_STR("cor.role-template"), WATTLE_STR("x"), &contribution, &error);
  refused(status, error);
}
