/* The agent that most programs here compose: its texts, as candidates. What differs is how they are composed. */
#ifndef AGENT_H
#define AGENT_H

#include <wattle.h>

enum { PERSONA, RULES, SHELL, EDITS, CONVENTIONS, GLOSSARY, NOTE, SECRETS, AGENT_LEN };

/* The candidates, in the order of the text. They have no condensed texts. */
extern const wattle_candidate agent[AGENT_LEN];
/* A shorter text of each that has one, else (NULL, 0). */
extern const wattle_str condensed[AGENT_LEN];

#endif
