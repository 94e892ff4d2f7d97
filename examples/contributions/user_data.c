/* What a callback needs goes with it as user_data, and comes back through drop: exactly once, also after a refusal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "show.h"

static wattle_status write_it(void *user_data, wattle_call *call, const wattle_context *context) {
  (void)context;
  return wattle_call_write(call, wattle_cstr(user_data));
}

static void drop_it(void *user_data) {
  printf("dropped: %s\n", (char *)user_data);
  free(user_data);
}

static wattle_contribution saying(const char *text) {
  wattle_contribution contribution = WATTLE_CONTRIBUTION(.id = WATTLE_STR("demo.motd"), .mode = WATTLE_APPEND,
                                                         .static_content = write_it, .drop = drop_it);
  char *copy = malloc(strlen(text) + 1);
  if (copy == NULL)
    exit(1);
  contribution.user_data = strcpy(copy, text);
  return contribution;
}

int main(void) {
  wattle_registry *registry = empty_registry();
  const wattle_contribution first = saying("Pick the pears."), second = saying("Pick the plums.");
  wattle_error *error = NULL;
  add(registry, &first, 1);
  wattle_status status = wattle_registry_register(registry, &second, 1, &error);
  refused(status, error);
  show("what is left", registry, NULL, NULL);
  wattle_registry_free(registry);
}
