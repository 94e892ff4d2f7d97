/*
 * A coding agent's system prompt, from Markdown files, two plugins and two safety policies.
 *
 *   agent [--depth N] [DIRECTORY]
 *
 * prints the prompt of a turn at depth N (1 if not given), and then, for the turns at depth 0, 1 and 2, what became of
 * every section under that turn's budget. DIRECTORY holds the texts; without it they are taken from examples/agent.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wattle.h>

#include "agent.h"
#include "escape.h"
#include "read_file.h"

/* ==== The turns ==== */

static const wattle_str all_tools[] = {
  WATTLE_STR_INIT("read_file"), WATTLE_STR_INIT("search"),      WATTLE_STR_INIT("edit_file"),
  WATTLE_STR_INIT("shell"),     WATTLE_STR_INIT("spawn_agent"),
};

static const struct tool_error recent_errors[] = {
  { "edit_file", "internal/billing/tax.go: the old text was not found" },
  { "shell", "exit status 2: go: cannot find main module; see 'go help modules'" },
  { "shell", "exit status 1: --- FAIL: TestTaxRounding (0.00s)\n    tax_test.go:91: got 1204, want 1205" },
};

static const struct turn turns[] = {
  { "the agent that talks to the user, first turn", NULL, 18500, all_tools, 5, WATTLE_NO, NULL, 0 },
  { "a sub-agent in the middle of its work", NULL, 14500, all_tools, 5, WATTLE_YES, recent_errors, 3 },
  { "a reviewer, started by the sub-agent, read-only", "reviewer", 8500, all_tools, 2, WATTLE_NO, NULL, 0 },
};

/* ==== The contributions ==== */

static const wattle_str shell_tool[] = { WATTLE_STR_INIT("shell") };
static const wattle_str edit_tool[] = { WATTLE_STR_INIT("edit_file") };
static const wattle_str spawn_tool[] = { WATTLE_STR_INIT("spawn_agent") };

/* The host's own. Within a layer sections stand in the order of registration, and the budget is spent in that order. */
static const struct row host_rows[] = {
  { .id = "agent.persona", .mode = WATTLE_PREPEND, .tier = WATTLE_TIER_CORE },
  { .id = "agent.mission", .mode = WATTLE_PREPEND, .tier = WATTLE_TIER_CORE },
  { .id = "role.reviewer", .mode = WATTLE_PREPEND, .tier = WATTLE_TIER_CORE, .role = "reviewer" },
  { .id = "orchard.engineering-policy", .mode = WATTLE_APPEND, .tier = WATTLE_TIER_CORE, .tenant = "orchard" },
  { .id = "family.anthropic", .mode = WATTLE_APPEND, .family = "anthropic" },
  { .id = "family.openai", .mode = WATTLE_APPEND, .family = "openai" },
  { .id = "family.google", .mode = WATTLE_APPEND, .family = "google" },

  /* Overrides what a "ci" plugin says. There is none here: a probe tells, and the text becomes a section of its own. */
  { .id = "ci.pipeline", .mode = WATTLE_REPLACE },

  /* Without a tier they are active: they give way when the budget is short, or to a condensed text if they have one. */
  { .id = "tool.general", .mode = WATTLE_APPEND, .has_condensed = 1 },
  { .id = "agent.output-format", .mode = WATTLE_APPEND },
  { .id = "agent.code-editing", .mode = WATTLE_APPEND, .has_condensed = 1 },
  { .id = "agent.testing", .mode = WATTLE_APPEND, .has_condensed = 1 },
  { .id = "agent.search-strategy", .mode = WATTLE_APPEND, .has_condensed = 1 },
  { .id = "agent.git-etiquette", .mode = WATTLE_APPEND, .has_condensed = 1 },
  { .id = "agent.communication", .mode = WATTLE_APPEND, .has_condensed = 1 },
  { .id = "agent.planning", .mode = WATTLE_APPEND, .has_condensed = 1 },

  /* Required tools make these runtime-aware: they are there only in turns that have the tool, and then always. */
  { .id = "tool.edit", .mode = WATTLE_APPEND, .tier = WATTLE_TIER_CORE, .requires_tools = { edit_tool, 1 } },
  { .id = "tool.shell", .mode = WATTLE_APPEND, .tier = WATTLE_TIER_CORE, .requires_tools = { shell_tool, 1 } },
  { .id = "tool.spawn-agent", .mode = WATTLE_APPEND, .tier = WATTLE_TIER_CORE, .requires_tools = { spawn_tool, 1 } },

  /* From the repository, where they may change at any turn: part of neither the stable prefix nor the fingerprint. */
  { .id = "project.instructions", .mode = WATTLE_APPEND, .origin = WATTLE_ORIGIN_RUNTIME_AWARE,
    .tier = WATTLE_TIER_INFORMATIONAL, .has_condensed = 1 },
  { .id = "project.house-style", .mode = WATTLE_APPEND, .origin = WATTLE_ORIGIN_RUNTIME_AWARE,
    .tier = WATTLE_TIER_INFORMATIONAL },
  { .id = "project.glossary", .mode = WATTLE_APPEND, .origin = WATTLE_ORIGIN_RUNTIME_AWARE,
    .tier = WATTLE_TIER_INFORMATIONAL },
  { .id = "project.examples", .mode = WATTLE_APPEND, .origin = WATTLE_ORIGIN_RUNTIME_AWARE,
    .tier = WATTLE_TIER_INFORMATIONAL },
};

int load_rows(struct files *files, const char *directory, const struct row *rows, size_t n,
              wattle_contribution *contributions) {
  for (size_t i = 0; i < n; i++) {
    const struct row *row = &rows[i];
    const char *name = row->file != NULL ? row->file : row->id;
    wattle_contribution contribution = WATTLE_CONTRIBUTION(
      .id = wattle_cstr(row->id), .mode = row->mode, .origin = row->origin, .tier = row->tier,
      .scope = { .family = wattle_cstr(row->family),
                 .tenant_id = wattle_cstr(row->tenant),
                 .runtime_role = wattle_cstr(row->role) },
      .requires_tools = row->requires_tools);
    if (!files_read(files, directory, name, ".md", &contribution.text))
      return 0;
    if (row->has_condensed && !files_read(files, directory, name, ".condensed.md", &contribution.condensed))
      return 0;
    contributions[i] = contribution;
  }
  return 1;
}

/* ==== Callbacks ==== */

static wattle_status budget_of_depth(void *user_data, wattle_call *call, uint32_t depth, wattle_str runtime_role,
                                     uint64_t *budget) {
  (void)user_data;
  (void)runtime_role;
  if (depth >= COUNT(turns))
    return wattle_call_fail(call, WATTLE_STR("no budget is set for this depth"));
  *budget = turns[depth].budget;
  return WATTLE_OK;
}

/* The probes print what they are told; `user_data` is the stream. */
static wattle_status note_empty_content(void *user_data, wattle_call *call, wattle_str id, wattle_origin origin) {
  FILE *out = user_data;
  (void)call;
  fputs("probe          nothing to say: ", out);
  print_escaped(out, id);
  fprintf(out, " (%s)\n", wattle_origin_name(origin).data);
  return WATTLE_OK;
}

static wattle_status note_replace_target_missing(void *user_data, wattle_call *call, wattle_str id) {
  FILE *out = user_data;
  (void)call;
  fputs("probe          nothing to replace: ", out);
  print_escaped(out, id);
  fputs("\n", out);
  return WATTLE_OK;
}

static wattle_status note_built(void *user_data, wattle_call *call, const wattle_prompt *prompt) {
  FILE *out = user_data;
  (void)call;
  fprintf(out, "probe          built: %zu bytes\n", wattle_prompt_text(prompt).len);
  return WATTLE_OK;
}

/* ==== Building the registry ==== */

int succeeded(wattle_status status, const char *step, wattle_error **error) {
  if (status == WATTLE_OK)
    return 1;
  fprintf(stderr, "agent: %s: %s", step, wattle_status_name(status).data);
  if (wattle_error_subject(*error).len > 0) {
    fputs(" (", stderr);
    print_escaped(stderr, wattle_error_subject(*error));
    fputs(")", stderr);
  }
  fputs(": ", stderr);
  print_visible(stderr, wattle_error_message(*error));
  fputs("\n", stderr);
  wattle_error_free(*error);
  *error = NULL;
  return 0;
}

static int register_host(wattle_registry *registry, struct files *files, const char *directory, wattle_error **error) {
  static const char *const policies[] = { "safety.secret-handling", "safety.instruction-hierarchy" };
  wattle_contribution contributions[COUNT(host_rows)];
  if (!load_rows(files, directory, host_rows, COUNT(host_rows), contributions) ||
      !succeeded(wattle_registry_register(registry, contributions, COUNT(contributions), error), "registering", error))
    return 0;

  for (size_t i = 0; i < COUNT(policies); i++) {
    wattle_safety_policy policy = WATTLE_SAFETY_POLICY(.id = wattle_cstr(policies[i]), .enabled_by_default = 1);
    if (!files_read(files, directory, policies[i], ".md", &policy.text) ||
        !succeeded(wattle_registry_register_safety_policy(registry, &policy, error), "registering a policy", error))
      return 0;
  }
  return 1;
}

/* The texts are copied when they are registered, so the files can go. */
static int build_registry(const char *directory, wattle_registry **registry, wattle_error **error) {
  struct files files = { NULL };
  /* All texts are the demo's own: the bundled baseline and the library's own policies stay out. */
  wattle_registry_options options = WATTLE_REGISTRY_OPTIONS_INIT;
  options.seed_core_defaults = options.seed_safety_policies = WATTLE_NO;
  const int built = succeeded(wattle_registry_new(&options, registry, error), "making the registry", error) &&
                    register_workspace(*registry, &files, directory, error) &&
                    register_recovery(*registry, &files, directory, error) &&
                    register_host(*registry, &files, directory, error);
  files_free(&files);
  return built;
}

/* ==== Composing ==== */

static wattle_context context_of(const struct turn *turn) {
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR("anthropic"),
                                                .tenant_id = WATTLE_STR("orchard"),
                                                .runtime_role = wattle_cstr(turn->role));
  return context;
}

static wattle_status compose(const wattle_registry *registry, uint32_t depth, const wattle_probes *probes,
                             wattle_prompt **prompt, wattle_error **error) {
  const struct turn *turn = &turns[depth];
  const wattle_context context = context_of(turn);
  const wattle_state state = WATTLE_STATE(.loaded_tools = { turn->tools, turn->tools_len }, .turn_depth = depth,
                                          .prior_turn_had_tool_calls = turn->prior_turn_had_tool_calls,
                                          .host = (void *)turn);
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  options.depth = depth;
  options.runtime_role = context.runtime_role;
  options.resolve_budget = budget_of_depth;
  options.strict = 1; /* the budget limits the length of the text itself: core counts first, and blank lines count */
  options.probes = probes;
  return wattle_registry_compose(registry, &context, &state, &options, prompt, error);
}

static int print_prompt(FILE *out, const wattle_registry *registry, uint32_t depth, wattle_error **error) {
  wattle_prompt *prompt = NULL;
  const int composed = succeeded(compose(registry, depth, NULL, &prompt, error), "composing", error);
  if (composed) {
    fprintf(out, "==== prompt at depth %u ====\n\n", (unsigned)depth);
    print_visible(out, wattle_prompt_text(prompt));
    fputs("\n", out);
  }
  wattle_prompt_free(prompt);
  return composed;
}

static int print_report(FILE *out, const wattle_registry *registry, uint32_t depth, wattle_error **error) {
  const wattle_context context = context_of(&turns[depth]);
  const wattle_probes probes =
    WATTLE_PROBES(.user_data = out, .on_empty_content = note_empty_content,
                  .on_replace_target_missing = note_replace_target_missing, .on_built = note_built);
  wattle_prompt *prompt = NULL;
  char fingerprint[65];

  fprintf(out, "\n==== depth %u: %s ====\n\n", (unsigned)depth, turns[depth].title);
  const int composed = succeeded(compose(registry, depth, &probes, &prompt, error), "composing", error) &&
                       succeeded(wattle_registry_fingerprint(registry, &context, fingerprint, error), "hashing", error);
  if (composed)
    fprintf(out, "fingerprint    %s\n%s", fingerprint, wattle_prompt_table(prompt).data);
  wattle_prompt_free(prompt);
  return composed;
}

static int usage(const char *problem, const char *argument) {
  fprintf(stderr, "agent: %s", problem);
  print_escaped(stderr, wattle_cstr(argument));
  fprintf(stderr, "; usage: agent [--depth N] [DIRECTORY], with N from 0 to %zu\n", COUNT(turns) - 1);
  return 2;
}

int main(int argc, char **argv) {
  const char *directory = NULL;
  uint32_t chosen = 1;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--depth") == 0) {
      if (i + 1 == argc)
        return usage("a number is missing after ", argv[i]);
      const char *number = argv[++i];
      if (number[0] < '0' || (size_t)(number[0] - '0') >= COUNT(turns) || number[1] != '\0')
        return usage("not a depth: ", number);
      chosen = (uint32_t)(number[0] - '0');
    } else if (argv[i][0] == '-' || argv[i][0] == '\0') {
      return usage("neither an option nor a directory: ", argv[i]);
    } else if (directory != NULL) {
      return usage("one directory at most, not also ", argv[i]);
    } else {
      directory = argv[i];
    }
  }

  wattle_registry *registry = NULL;
  wattle_error *error = NULL;
  int done = build_registry(directory != NULL ? directory : "examples/agent", &registry, &error) &&
             print_prompt(stdout, registry, chosen, &error);
  if (done)
    puts("\n==== sections ====\n\n"
         "before: chars taken when a section was decided on, those of the core tier from the start\n"
         "limit:  what those and its own may come to; none: always kept");
  for (uint32_t depth = 0; done && depth < COUNT(turns); depth++)
    done = print_report(stdout, registry, depth, &error);
  wattle_registry_free(registry);

  if (done && (fflush(stdout) != 0 || ferror(stdout))) {
    perror("agent: standard output");
    done = 0;
  }
  return done ? 0 : 1;
}
