/* What of a process's files is in its memory. */
#ifndef MAPPINGS_H
#define MAPPINGS_H

#include <stdbool.h>

/* Whether anything is mapped from a file whose path has this in it. */
bool is_mapped(const char *path);

#endif
