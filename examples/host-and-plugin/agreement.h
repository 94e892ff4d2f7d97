/*
 * What this host and its plugins agreed on, beyond the library's header: the host_data of the entries, and that a plugin's name is
 * that of its file, without ".so". Also what every entry of a plugin in C or C++ does. C99 and C++11,
 * with WATTLE_THROUGH_TABLE.
 */
#ifndef AGREEMENT_H
#define AGREEMENT_H

#include <stdio.h>

#include <wattle.h>

/* The host_data of every entry. Only ever appended to; struct_size says what the host has. */
typedef struct host_data {
  size_t struct_size;
  /* 1: an older version of the plugin is registered, and this one takes its place; 0: the plugin is new. */
  uint32_t replaces;
} host_data;

/* The first thing that an entry does: keeps the table, if that is what the plugin was compiled for. Of another ABI version not even
   the place of wattle_error_new is known, so the status has to say it all. */
static inline wattle_status begin_plugin(const wattle_api *api, wattle_error **error) {
  char words[64];
  if (api->abi_version != WATTLE_ABI_VERSION)
    return WATTLE_UNSUPPORTED;
  wattle_table = api;
  if (api->abi_revision >= WATTLE_ABI_REVISION)
    return WATTLE_OK;
  snprintf(words, sizeof words, "needs ABI %d.%d, have %u.%u", WATTLE_ABI_VERSION, WATTLE_ABI_REVISION, (unsigned)api->abi_version,
           (unsigned)api->abi_revision);
  return wattle_error_new(WATTLE_UNSUPPORTED, WATTLE_STR("abi_revision"), wattle_cstr(words), error);
}

/* The last thing that it does. A plugin that is replaced keeps its place, so the sections of the others do not move. */
static inline wattle_status register_plugin(wattle_registry *registry, const void *host, const wattle_plugin *plugin,
                                            wattle_error **error) {
  const host_data *agreed = (const host_data *)host;
  if (agreed != NULL && agreed->replaces)
    return wattle_registry_replace_plugin(registry, plugin, error);
  return wattle_registry_register_plugin(registry, plugin, error);
}

#endif
