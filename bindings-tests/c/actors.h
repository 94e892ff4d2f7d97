/*
 * One callback of each kind, which does a deed that the test gives: so a test can have the same done in every kind.
 * Adding an actor registers what makes its callback run in a composition.
 */
#ifndef ACTORS_H
#define ACTORS_H

#include <wattle.h>

/* Returns the callback's status. */
typedef wattle_status (*deed)(wattle_call *call);

/* The contents come first. */
enum { STATIC, RUNTIME, POLICY, CONTENTS, WHEN = CONTENTS, HOOK, EMPTY, MISSING, DUPLICATE, BUILT, BUDGET, MEASURE, ACTORS };

typedef struct actor {
  const char *name;
  const char *subject; /* of the error, when it fails */
  const char *text;    /* of the fixture's registry with it added, where its deed writes and emits nothing */
  void (*add)(wattle_registry *registry);
  void (*remove)(wattle_registry *registry);
} actor;

extern const actor actors[ACTORS];

void actor_add(wattle_registry *registry, int which, deed act);
void actor_remove(wattle_registry *registry, int which);
void actor_will(int which, deed act);

/* Composes, with the probe, the budget callback or the measure of that actor if it is one. */
wattle_status actor_compose(const wattle_registry *registry, int which, wattle_prompt **prompt, wattle_error **error);

/* The same into a prompt that there is. */
wattle_status actor_compose_into(const wattle_registry *registry, int which, wattle_prompt *prompt, wattle_error **error);

/* Composes and checks the outcome. */
void actor_composes(const wattle_registry *registry, int which, const char *text);
void actor_fails(const wattle_registry *registry, int which, wattle_status status, const char *subject);

/* A deed that does nothing. */
wattle_status do_nothing(wattle_call *call);

#endif
