/* What became of each section of a prompt, as a table of plain ASCII for a terminal of 120 columns. */
#ifndef TABLE_H
#define TABLE_H

#include <stdio.h>
#include <wattle.h>

/* Text from elsewhere, safe for a terminal: what is not printable ASCII becomes \xNN. */
void print_escaped(FILE *out, wattle_str text);

/* One row for each section, kept or dropped, then the totals. */
wattle_status print_table(FILE *out, const wattle_prompt *prompt, wattle_error **error);

const char *origin_name(wattle_origin origin);

#endif
