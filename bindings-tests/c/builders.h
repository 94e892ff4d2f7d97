/* What the tests of the module builder share: modules whose callbacks do what a test gives, and what builders give. */
#ifndef BUILDERS_H
#define BUILDERS_H

#include "check.h"

/* What a module's callbacks do; the user_data of one made by module_that. Zero is a module that renders its name. */
typedef struct doings {
  /* The full and the minimal rendering: writes lines; returns the callback's status. */
  wattle_status (*render)(wattle_call *call);
  wattle_status (*render_minimal)(wattle_call *call);
  /* NULL: no such callback. They may store through their last parameter. */
  wattle_status (*should_include)(wattle_call *call, uint8_t *answer);
  wattle_status (*estimate)(wattle_call *call, uint64_t *tokens);
} doings;

/* A context with a window of 8192 tokens, and nothing else. */
extern const wattle_agent_context agent;

wattle_module_builder *new_builder(void);
/* Required, of priority 50, tracked, and renders "text". */
wattle_module module_named(const char *name);
/* Optional, of priority 50, not tracked, with what `does` has; it stays the caller's. */
wattle_module module_that(const char *name, const doings *does);
void add_module(wattle_module_builder *builder, const wattle_module *module);
void remove_module(wattle_module_builder *builder, const char *name);

void builds_to(const wattle_module_builder *builder, const wattle_agent_context *context, const char *want);
/* Also that rendering fails the same way. */
void build_fails(const wattle_module_builder *builder, const wattle_agent_context *context, wattle_status status,
                 const char *subject);
wattle_prompt *built(const wattle_module_builder *builder, const wattle_agent_context *context);
wattle_section section_of(const wattle_prompt *prompt, size_t index);
wattle_summary summary_of(const wattle_prompt *prompt);

wattle_status write_line(wattle_call *call, const char *line);

#endif
