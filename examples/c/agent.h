/* What the host and its plugins share. */
#ifndef AGENT_H
#define AGENT_H

#include <wattle.h>

#include "read_file.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct tool_error {
  const char *tool;
  const char *message;
};

/* What the host knows of a turn. The callbacks get it as wattle_state.host. The index of a turn is its depth. */
struct turn {
  const char *title;
  const char *role; /* NULL: none */
  uint64_t budget;
  const wattle_str *tools;
  size_t tools_len;
  wattle_maybe prior_turn_had_tool_calls;
  const struct tool_error *errors; /* oldest first */
  size_t errors_len;
};

/* A contribution whose text is the file "<id>.md" of the directory, or "<file>.md" where `file` is given. */
struct row {
  const char *id;
  const char *file;
  wattle_mode mode;
  wattle_origin origin;
  wattle_tier tier;
  const char *family; /* the scope: NULL means any */
  const char *tenant;
  const char *role;
  wattle_str_list requires_tools;
  int has_condensed; /* there is a "<id>.condensed.md" for when the budget is short */
};

/* Reads the rows' files and fills `contributions`, which borrow from `files` and the rows. 1, or 0 after an error. */
int load_rows(struct files *files, const char *directory, const struct row *rows, size_t n,
              wattle_contribution *contributions);

/* 1 if all went well; else prints the error, frees it, and gives 0. */
int succeeded(wattle_status status, const char *step, wattle_error **error);

/* The plugins: 1, or 0 after an error. */
int register_workspace(wattle_registry *registry, struct files *files, const char *directory, wattle_error **error);
int register_recovery(wattle_registry *registry, struct files *files, const char *directory, wattle_error **error);

#endif
