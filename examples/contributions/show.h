/* What the programs here share: making a registry, and showing what it resolves to. Their own lines are about contributions. */
#ifndef SHOW_H
#define SHOW_H

#include <wattle.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A registry in which nothing is seeded, and one that begins with the library's baseline alone. */
wattle_registry *empty_registry(void);
wattle_registry *registry_with_baseline(void);

void add(wattle_registry *registry, const wattle_contribution *contributions, size_t n);

/* Prints the message and ends the program if something failed that should not. */
void must(wattle_status status, wattle_error *error);
/* Prints how something was refused that should be. */
void refused(wattle_status status, wattle_error *error);

/*
 * Prints a title, what the probes are told, and the sections in their order: id, mode, origin, and the first line of the text.
 * A NULL context is a converse call of the family "anthropic", a NULL state a root turn with nothing loaded.
 */
void show(const char *title, const wattle_registry *registry, const wattle_context *context, const wattle_state *state);
/* Prints a title and a text. */
void print_text(const char *title, wattle_str text);

#endif
