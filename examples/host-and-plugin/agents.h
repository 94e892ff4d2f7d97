/* Agents: threads that take turns all the time, whatever becomes of the plugins, and keep what prompts they got. */
#ifndef AGENTS_H
#define AGENTS_H

#include <pthread.h>

#include "turn.h"

#define AGENTS 4
#define MOST_PROMPTS 3 /* that an agent may get between two checks; two would be right */

struct agents;

typedef struct agent {
  pthread_t thread;
  struct agents *all;
  size_t turns;
  wattle_bundle *prompts[MOST_PROMPTS]; /* different ones, since the last check */
  size_t prompts_len;
} agent;

typedef struct agents {
  agent agents[AGENTS];
  const wattle_registry *registry;
  wattle_bundle *before; /* what the prompt was at the last check */
  pthread_mutex_t lock;  /* of all that changes here; nobody has it while in the library */
  pthread_cond_t turn;   /* an agent has taken one */
  int stop;
} agents;

void agents_start(agents *started, const wattle_registry *registry);

/* Waits until every agent has taken a turn that began after this call. 1 if each of them has got the prompt as it was at the last
   check, or as it is now, and no other; else 0. */
int agents_check(agents *checked);

void agents_stop(agents *stopped);

#endif
