/* Registers as something else than its file is called. */
#include "agreement.h"

WATTLE_TABLE_DEFINITION

wattle_status wattle_plugin_entry_v1(const wattle_api *api, wattle_registry *registry, void *host_data, wattle_error **error) {
  const wattle_contribution prompt = WATTLE_CONTRIBUTION(.id = WATTLE_STR("other.text"), .mode = WATTLE_APPEND, .text = WATTLE_STR("other"));
  begin_plugin(api, error);
  const wattle_plugin plugin = wattle_create_plugin(WATTLE_STR("other"), WATTLE_STR("1"), &prompt, 1, NULL, 0);
  return register_plugin(registry, host_data, &plugin, error);
}
