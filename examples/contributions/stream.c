/* Stream observers: plugins look at bytes that the host hands on, in the order in which the plugins were registered. */
#include <stdio.h>

#include "show.h"

static wattle_status look(void *user_data, wattle_call *call, wattle_str bytes) {
  (void)call;
  printf("%s sees %u bytes: %" WATTLE_FMT "\n", (const char *)user_data, (unsigned)bytes.len, WATTLE_ARG(bytes));
  return WATTLE_OK;
}

int main(void) {
  wattle_registry *registry = empty_registry();
  static char names[][8] = { "meter", "log" };
  wattle_status status;
  wattle_error *error = NULL;
  for (size_t i = 0; i < COUNT(names); i++) {
    const wattle_plugin plugin = WATTLE_PLUGIN(.name = wattle_cstr(names[i]), .version = WATTLE_STR("1.0.0"),
                                               .stream_observer = look, .user_data = names[i]);
    status = wattle_registry_register_plugin(registry, &plugin, &error);
    must(status, error);
  }
  status = wattle_registry_emit_stream(registry, WATTLE_STR("The pears"), &error);
  must(status, error);
  status = wattle_registry_emit_stream(registry, WATTLE_STR(" are ripe."), &error);
  must(status, error);
  wattle_registry_free(registry);
}
