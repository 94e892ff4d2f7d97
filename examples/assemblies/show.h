/* What the programs here share, so that their own lines are about composing. */
#ifndef SHOW_H
#define SHOW_H

#include <wattle.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/*
 * Prints the message and ends the program if something failed that should not. It is given where the error is stored: the call that
 * stores it there, as another argument, may be the later one to run.
 */
void must(wattle_status status, wattle_error **error);
/* Prints how something was refused that should be. */
void refused(wattle_status status, wattle_error **error);

/*
 * Prints a title, what became of every candidate and why (its length, what was taken before it, what both had to stay within),
 * and the total.
 */
void show(const char *title, const wattle_prompt *prompt);
/* Prints a title and a text. */
void print_text(const char *title, wattle_str text);

/* A registry in which nothing is seeded. */
wattle_registry *empty_registry(void);

#endif
