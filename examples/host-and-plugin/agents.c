#include "agents.h"

#include <stdlib.h>
#include <string.h>

static int same(const wattle_bundle *a, const wattle_bundle *b) {
  const wattle_str x = wattle_bundle_text(a), y = wattle_bundle_text(b);
  return x.len == y.len && memcmp(x.data, y.data, x.len) == 0;
}

/* Keeps a prompt that the agent has not got yet; after too many the last one is kept, which no check likes. */
static void keep(agent *own, wattle_bundle *prompt) {
  for (size_t i = 0; i < own->prompts_len; i++)
    if (same(own->prompts[i], prompt)) {
      wattle_bundle_free(prompt);
      return;
    }
  if (own->prompts_len == MOST_PROMPTS)
    wattle_bundle_free(own->prompts[--own->prompts_len]);
  own->prompts[own->prompts_len++] = prompt;
}

static void *run(void *argument) {
  agent *own = argument;
  agents *all = own->all;
  pthread_mutex_lock(&all->lock);
  while (!all->stop) {
    pthread_mutex_unlock(&all->lock);
    wattle_bundle *prompt = take_turn(all->registry);
    pthread_mutex_lock(&all->lock);
    keep(own, prompt);
    own->turns++;
    pthread_cond_signal(&all->turn);
  }
  pthread_mutex_unlock(&all->lock);
  return NULL;
}

void agents_start(agents *started, const wattle_registry *registry) {
  memset(started, 0, sizeof *started);
  started->registry = registry;
  started->before = take_turn(registry);
  pthread_mutex_init(&started->lock, NULL);
  pthread_cond_init(&started->turn, NULL);
  for (size_t i = 0; i < AGENTS; i++) {
    started->agents[i].all = started;
    if (pthread_create(&started->agents[i].thread, NULL, run, &started->agents[i]) != 0) {
      fputs("no thread for an agent\n", stderr);
      exit(EXIT_FAILURE);
    }
  }
}

/* Forgets the agent's prompts; 1 if `now` was among them, and else at most `before`. */
static int check(agent *own, const wattle_bundle *before, const wattle_bundle *now) {
  int found = 0, others = 0;
  while (own->prompts_len > 0) {
    wattle_bundle *prompt = own->prompts[--own->prompts_len];
    if (same(prompt, now))
      found = 1;
    else if (!same(prompt, before))
      others = 1;
    wattle_bundle_free(prompt);
  }
  return found && !others;
}

int agents_check(agents *checked) {
  wattle_bundle *now = take_turn(checked->registry);
  int good = 1;
  pthread_mutex_lock(&checked->lock);
  for (size_t i = 0; i < AGENTS; i++) {
    /* The next turn to end may have begun before; the one after it has not. */
    const size_t enough = checked->agents[i].turns + 2;
    while (checked->agents[i].turns < enough)
      pthread_cond_wait(&checked->turn, &checked->lock);
  }
  for (size_t i = 0; i < AGENTS; i++)
    good &= check(&checked->agents[i], checked->before, now);
  wattle_bundle_free(checked->before);
  checked->before = now;
  pthread_mutex_unlock(&checked->lock);
  return good;
}

void agents_stop(agents *stopped) {
  pthread_mutex_lock(&stopped->lock);
  stopped->stop = 1;
  pthread_mutex_unlock(&stopped->lock);
  for (size_t i = 0; i < AGENTS; i++) {
    agent *own = &stopped->agents[i];
    pthread_join(own->thread, NULL);
    while (own->prompts_len > 0)
      wattle_bundle_free(own->prompts[--own->prompts_len]);
  }
  wattle_bundle_free(stopped->before);
  pthread_cond_destroy(&stopped->turn);
  pthread_mutex_destroy(&stopped->lock);
}
