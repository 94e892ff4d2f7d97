/*
 * A budget in tokens: the host's tokenizer measures every text, the separator too. A text whose tokens the host knows already is not
 * measured. Everything that the library calls chars is then in tokens.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "agent.h"
#include "show.h"

/* A toy: a token is a word, a line break, or any other single character but a blank. */
static wattle_status count_tokens(void *asked, wattle_call *call, wattle_str text, uint64_t *tokens) {
  int in_word = 0;
  (void)call;
  *tokens = 0;
  for (size_t i = 0; i < text.len; i++) {
    const int letter = isalnum((unsigned char)text.data[i]);
    *tokens += text.data[i] != ' ' && !(letter && in_word);
    in_word = letter;
  }
  ++*(int *)asked;
  return WATTLE_OK;
}

int main(void) {
  wattle_candidate candidates[AGENT_LEN];
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;
  int asked = 0;

  memcpy(candidates, agent, sizeof candidates);
  candidates[PERSONA].has_chars = 1; /* from an earlier turn, say */
  candidates[PERSONA].chars = 20;
  options.total_budget = 120;
  options.strict = 1;
  options.measure = count_tokens;
  options.measure_data = &asked;
  options.measure_unit = WATTLE_STR("tokens");
  must(wattle_compose(candidates, AGENT_LEN, &options, &prompt, &error), &error);
  show("120 tokens", prompt);
  printf("  the tokenizer was asked %d times\n", asked);
  wattle_prompt_free(prompt);
}
