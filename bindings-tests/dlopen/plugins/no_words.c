/* Refuses, and does not say why. */
#include "agreement.h"

WATTLE_TABLE_DEFINITION

wattle_status wattle_plugin_entry_v1(const wattle_api *api, wattle_registry *registry, void *host_data, wattle_error **error) {
  (void)registry, (void)host_data, (void)error;
  wattle_table = api;
  return WATTLE_LIMIT_EXCEEDED;
}
