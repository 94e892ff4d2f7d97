#include "mappings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool is_mapped(const char *path) {
  char line[4096 + 128];
  bool found = false;
  FILE *maps = fopen("/proc/self/maps", "r");
  if (!maps) {
    perror("/proc/self/maps");
    exit(EXIT_FAILURE);
  }
  while (!found && fgets(line, sizeof line, maps)) found = strstr(line, path) != NULL;
  fclose(maps);
  return found;
}
