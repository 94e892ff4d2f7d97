/* The library, opened by its soname. */
#ifndef LIBRARY_H
#define LIBRARY_H

#include <wattle.h>

typedef struct library {
  void *object;
  const wattle_api *api; /* valid until the library is closed */
} library;

/* Opens the library that the loader finds. 1, or 0 after saying on standard error why it is not what this program needs. */
int library_open(library *opened);

/* Everything that was made by the library must be freed before, and every plugin closed. */
void library_close(library *opened);

#endif
