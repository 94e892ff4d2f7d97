#ifndef ESCAPE_H
#define ESCAPE_H

#include <stdio.h>
#include <wattle.h>

/* A name from elsewhere, safe for a terminal: what is not printable ASCII becomes \xNN. */
void print_escaped(FILE *out, wattle_str text);

/* A whole text of the library's, of many lines and in any script, safe for a terminal: only what that would heed, or nobody would see,
   becomes \xNN. */
void print_visible(FILE *out, wattle_str text);

#endif
