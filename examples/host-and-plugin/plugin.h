/* One plugin: a shared object that registered itself in the host's registry, and that the host may replace and unload. */
#ifndef PLUGIN_H
#define PLUGIN_H

#include "agreement.h"

typedef struct plugin {
  char name[WATTLE_PLUGIN_NAME_MAX_BYTES + 1]; /* the file's, without ".so", and the name that it registered as */
  void *object;                                /* NULL: it is not loaded */
} plugin;

/* Opens the file and lets it register. If that fails, it is closed again, and nothing has changed. */
wattle_status plugin_load(plugin *loaded, const char *path, wattle_registry *registry, wattle_error **error);

/* Opens another version of a loaded plugin, which takes its place; then the old one is closed. If that fails, the old one stays. The
   path must be another one: the loader takes a path that it has open for the same object, whatever is there now. */
wattle_status plugin_replace(plugin *loaded, const char *path, wattle_registry *registry, wattle_error **error);

/* Unregisters it, which waits until no thread is in its code, and closes it. If that fails, it stays as it is. */
wattle_status plugin_unload(plugin *loaded, wattle_registry *registry, wattle_error **error);

/* Closes what has nothing registered any more: the registry is gone, and no thread is in a call. */
void plugin_close(plugin *loaded);

#endif
