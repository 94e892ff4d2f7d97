/* Refuses, and says why. */
#include "agreement.h"

WATTLE_TABLE_DEFINITION

wattle_status wattle_plugin_entry_v1(const wattle_api *api, wattle_registry *registry, void *host_data, wattle_error **error) {
  (void)registry, (void)host_data;
  begin_plugin(api, error);
  return wattle_error_new(WATTLE_LIMIT_EXCEEDED, WATTLE_STR("harvest"), WATTLE_STR("there is no room in the barn"), error);
}
