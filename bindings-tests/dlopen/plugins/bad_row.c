/* Is refused by the library for its second row; the first has something to be freed. */
#include <stdlib.h>

#include "agreement.h"

WATTLE_TABLE_DEFINITION

static wattle_status write_nothing(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  (void)user_data, (void)call, (void)context, (void)state;
  return WATTLE_OK;
}

wattle_status wattle_plugin_entry_v1(const wattle_api *api, wattle_registry *registry, void *host_data, wattle_error **error) {
  const wattle_contribution rows[] = {
    WATTLE_CONTRIBUTION(.id = WATTLE_STR("bad_row.good"), .mode = WATTLE_APPEND, .runtime_content = write_nothing,
                        .user_data = malloc(1), .drop = free),
    WATTLE_CONTRIBUTION(.id = WATTLE_STR("weather.bad"), .mode = WATTLE_APPEND, .runtime_content = write_nothing),
  };
  begin_plugin(api, error);
  const wattle_plugin plugin = wattle_create_plugin(WATTLE_STR("bad_row"), WATTLE_STR("1"), NULL, 0, rows, 2);
  return register_plugin(registry, host_data, &plugin, error);
}
