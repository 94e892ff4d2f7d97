#include "plugin.h"

#include <dlfcn.h>
#include <string.h>

/* Names the plugin of a file as the agreement says: the file's name, without ".so". */
static wattle_status name_it(plugin *named, const char *path, wattle_error **error) {
  const char *slash = strrchr(path, '/'), *file = slash != NULL ? slash + 1 : path, *end = strrchr(file, '.');
  const size_t len = end != NULL && strcmp(end, ".so") == 0 ? (size_t)(end - file) : 0;
  if (len == 0 || len >= sizeof named->name)
    return wattle_error_new(WATTLE_INVALID_ARGUMENT, wattle_cstr(path), WATTLE_STR("a plugin's file is <name>.so"), error);
  memcpy(named->name, file, len);
  named->name[len] = '\0';
  return WATTLE_OK;
}

/* Opens the file and calls its entry. */
static wattle_status enter(plugin *entered, const char *path, uint32_t replaces, wattle_registry *registry, wattle_error **error) {
  const wattle_str name = wattle_cstr(entered->name);
  host_data host = { sizeof host, replaces };
  wattle_plugin_entry_fn entry = NULL;
  wattle_error *reason = NULL;

  entered->object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (entered->object == NULL)
    return wattle_error_new(WATTLE_UNSUPPORTED, name, wattle_cstr(dlerror()), error);
  void *found = dlsym(entered->object, WATTLE_PLUGIN_ENTRY);
  memcpy(&entry, &found, sizeof found);
  wattle_status status = entry != NULL ? entry(wattle_table, registry, &host, &reason)
                                       : wattle_error_new(WATTLE_UNSUPPORTED, name, WATTLE_STR("has no " WATTLE_PLUGIN_ENTRY), &reason);
  if (status == WATTLE_OK)
    return WATTLE_OK;
  plugin_close(entered);
  if (reason == NULL)
    return wattle_error_new(status, name, WATTLE_STR("refuses, and does not say why"), error);
  if (error != NULL)
    *error = reason;
  else
    wattle_error_free(reason);
  return status;
}

wattle_status plugin_load(plugin *loaded, const char *path, wattle_registry *registry, wattle_error **error) {
  const wattle_status status = name_it(loaded, path, error);
  return status == WATTLE_OK ? enter(loaded, path, 0, registry, error) : status;
}

wattle_status plugin_replace(plugin *loaded, const char *path, wattle_registry *registry, wattle_error **error) {
  plugin newer;
  wattle_status status = name_it(&newer, path, error);
  if (status == WATTLE_OK && strcmp(newer.name, loaded->name) != 0)
    return wattle_error_new(WATTLE_INVALID_ARGUMENT, wattle_cstr(newer.name), WATTLE_STR("is another plugin"), error);
  if (status == WATTLE_OK)
    status = enter(&newer, path, 1, registry, error);
  if (status != WATTLE_OK)
    return status;
  /* Nothing of the old one is running, or will run. */
  plugin_close(loaded);
  *loaded = newer;
  return WATTLE_OK;
}

wattle_status plugin_unload(plugin *loaded, wattle_registry *registry, wattle_error **error) {
  const wattle_status status = wattle_registry_unregister_plugin(registry, wattle_cstr(loaded->name), error);
  if (status == WATTLE_OK)
    plugin_close(loaded);
  return status;
}

void plugin_close(plugin *loaded) {
  dlclose(loaded->object);
  loaded->object = NULL;
}
