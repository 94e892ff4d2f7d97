/* The plugins of a folder. */
#ifndef FOLDER_H
#define FOLDER_H

#include "plugin.h"

#define MOST_PLUGINS 16

typedef struct folder {
  plugin plugins[MOST_PLUGINS];
  size_t n;
} folder;

/* Loads every <name>.so of the directory, in byte order of the names: the order of registering is the order in the prompt. One that is
   refused is named on standard error, and the others are loaded all the same. 1, or 0 where the directory cannot be read. */
int folder_load(folder *loaded, const char *directory, wattle_registry *registry);

/* The plugin of that name; NULL: there is none. */
plugin *folder_find(folder *loaded, const char *name);

/* Closes those that are still loaded; the registry is gone. */
void folder_close(folder *loaded);

#endif
