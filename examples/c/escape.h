#ifndef ESCAPE_H
#define ESCAPE_H

#include <stdio.h>
#include <wattle.h>

/* Text from elsewhere, safe for a terminal: what is not printable ASCII becomes \xNN. */
void print_escaped(FILE *out, wattle_str text);

#endif
