#include "folder.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static int is_plugin(const struct dirent *entry) {
  const char *end = strrchr(entry->d_name, '.');
  return end != NULL && strcmp(end, ".so") == 0;
}

static void load(folder *loaded, const char *directory, const char *file, wattle_registry *registry) {
  char path[4096];
  wattle_error *error = NULL;
  if (loaded->n == MOST_PLUGINS || (size_t)snprintf(path, sizeof path, "%s/%s", directory, file) >= sizeof path) {
    fprintf(stderr, "%s is one too many\n", file);
    return;
  }
  if (plugin_load(&loaded->plugins[loaded->n], path, registry, &error) == WATTLE_OK)
    loaded->n++;
  else
    fprintf(stderr, "%s is refused: %s\n", file, wattle_error_message(error).data);
  wattle_error_free(error);
}

int folder_load(folder *loaded, const char *directory, wattle_registry *registry) {
  struct dirent **files = NULL;
  const int n = scandir(directory, &files, is_plugin, alphasort);
  loaded->n = 0;
  if (n < 0)
    perror(directory);
  for (int i = 0; i < n; i++) {
    load(loaded, directory, files[i]->d_name, registry);
    free(files[i]);
  }
  free(files);
  return n >= 0;
}

plugin *folder_find(folder *loaded, const char *name) {
  for (size_t i = 0; i < loaded->n; i++)
    if (strcmp(loaded->plugins[i].name, name) == 0)
      return &loaded->plugins[i];
  return NULL;
}

void folder_close(folder *loaded) {
  for (size_t i = 0; i < loaded->n; i++)
    if (loaded->plugins[i].object != NULL)
      plugin_close(&loaded->plugins[i]);
  loaded->n = 0;
}
