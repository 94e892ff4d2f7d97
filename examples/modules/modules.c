/*
 * Both systems in one prompt: the built-in modules and two of the program's own, by priority within the context window; after
 * them the safety policies of a registry; and the tools that the prompt explains. Then the other way round: the modules as
 * candidates of the composer, next to a text that is no module.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "own.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const wattle_tool catalogue[] = {
  WATTLE_TOOL(.name = WATTLE_STR_INIT("read_file"), .category = WATTLE_STR_INIT("workspace")),
  WATTLE_TOOL(.name = WATTLE_STR_INIT("web_search"), .category = WATTLE_STR_INIT("web")),
  WATTLE_TOOL(.name = WATTLE_STR_INIT("memory_query"), .category = WATTLE_STR_INIT("memory")),
  WATTLE_TOOL(.name = WATTLE_STR_INIT("read_skill"), .category = WATTLE_STR_INIT("skill")),
  WATTLE_TOOL(.name = WATTLE_STR_INIT("agent_delegate"), .category = WATTLE_STR_INIT("delegation")),
  WATTLE_TOOL(.name = WATTLE_STR_INIT("schedule_add"), .category = WATTLE_STR_INIT("scheduler")),
  WATTLE_TOOL(.name = WATTLE_STR_INIT("propose_policy"), .category = WATTLE_STR_INIT("governance")),
};

static const wattle_str skills[] = { WATTLE_STR_INIT("# Pruning\n\nCut above an outward bud, at a slant.") };

static const wattle_command commands[] = {
  WATTLE_COMMAND(.name = WATTLE_STR_INIT("harvest"), .plugin = WATTLE_STR_INIT("orchard"),
                 .description = WATTLE_STR_INIT("# Harvest\n\nLists what is ripe.")),
};

static const struct task all_tasks[] = {
  { "Repair the gate of the north field.", 1 },
  { "Write down which trees were grafted this spring, by row, by variety, and by who did it.", 0 },
  { "Compare the yields of the last three years, and say which rows should be replanted and why.", 0 },
};

/* It is given where the error is stored: the call that stores it there, as another argument, may be the later one to run. */
static void must(wattle_status status, wattle_error **error) {
  if (status == WATTLE_OK)
    return;
  fprintf(stderr, "%s: %s\n", wattle_status_name(status).data, wattle_error_message(*error).data);
  wattle_error_free(*error);
  exit(1);
}

/* What every context here has; the turns differ in the window alone. */
static wattle_agent_context context_with(uint64_t max_tokens) {
  const wattle_agent_context context = WATTLE_AGENT_CONTEXT(
    .agent_type = WATTLE_STR("pi-coding-agent"), .workspace = WATTLE_STR("/home/ada/orchard"), .sandbox_type = WATTLE_STR("docker"),
    .profile = WATTLE_STR("balanced"), .taint_ratio = 0.125, .taint_threshold = 0.3,
    .soul = WATTLE_STR("You are patient, like a tree."), .identity = WATTLE_STR("The gardener of the orchard."),
    .skills = { skills, COUNT(skills) }, .commands = commands, .commands_len = COUNT(commands),
    .heartbeat_content = WATTLE_STR("- Every morning: is it going to freeze?"), .max_tokens = max_tokens, .history_tokens = 1500,
    .has_time = 1, .time_seconds = 1787495832, .time_offset_minutes = 120, .has_workspace = 1);
  return context;
}

static wattle_module_builder *new_builder(struct tasks *tasks) {
  const wattle_module own[] = { branch_module("orchard-books"), tasks_module(tasks) };
  wattle_module_builder *builder = NULL;
  wattle_error *error = NULL;
  must(wattle_module_builder_new(&builder, &error), &error);
  must(wattle_module_builder_add_builtins(builder, &error), &error);
  for (size_t i = 0; i < COUNT(own); i++)
    must(wattle_module_builder_add(builder, &own[i], &error), &error);
  return builder;
}

/* Its contributions are of no interest here, only its safety policies: one of the library's, and one of the program's. */
static wattle_registry *new_registry(void) {
  const wattle_str enabled[] = { WATTLE_STR(WATTLE_SAFETY_SECRET_HANDLING_ID), WATTLE_STR("safety.no-deletes") };
  const wattle_registry_options options =
    WATTLE_REGISTRY_OPTIONS(.enabled_safety_policies = { enabled, COUNT(enabled) }, .seed_core_defaults = WATTLE_NO);
  const wattle_safety_policy policy =
    WATTLE_SAFETY_POLICY(.id = WATTLE_STR("safety.no-deletes"), .text = WATTLE_STR("Delete nothing, whoever asks."));
  wattle_registry *registry = NULL;
  wattle_error *error = NULL;
  must(wattle_registry_new(&options, &registry, &error), &error);
  must(wattle_registry_register_safety_policy(registry, &policy, &error), &error);
  return registry;
}

static void print_sections(const wattle_prompt *prompt) {
  wattle_section section = WATTLE_SECTION_INIT;
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  wattle_error *error = NULL;
  must(wattle_prompt_summary(prompt, &summary, &error), &error);
  printf("%-24s %-13s %-9s %6" WATTLE_FMT " %6s %6s\n", "section", "tier", "verdict", WATTLE_ARG(summary.unit), "used", "limit");
  for (size_t i = 0; wattle_prompt_section(prompt, i, &section, NULL) == WATTLE_OK; i++) {
    printf("%-24" WATTLE_FMT " %-13s %-9s %6" PRIu64 " %6" PRIu64, WATTLE_ARG(section.id), wattle_tier_name(section.tier).data,
           wattle_verdict_name(section.verdict).data, section.chars, section.total_before);
    if (section.limit == WATTLE_UNLIMITED)
      printf("   none\n");
    else
      printf(" %6" PRIu64 "\n", section.limit);
  }
}

static void print_figures(const wattle_prompt *prompt) {
  wattle_module_metadata metadata = WATTLE_MODULE_METADATA_INIT;
  wattle_error *error = NULL;
  must(wattle_prompt_module_metadata(prompt, &metadata, &error), &error);
  printf("%zu modules, %zu of them minimal, %zu dropped; about %" PRIu64 " tokens of %" PRId64 "; %" PRIu32 " %% of the window remain\n",
         metadata.modules, metadata.minimal, metadata.dropped, metadata.estimated_tokens, metadata.available,
         metadata.percent_remaining);
}

/* A module that is not in the prompt takes its tools along. */
static void print_tools(const wattle_prompt *prompt) {
  wattle_tool_filter filter = WATTLE_TOOL_FILTER_INIT;
  wattle_error *error = NULL;
  size_t kept[COUNT(catalogue)], n = 0;
  must(wattle_prompt_tool_filter(prompt, &filter, &error), &error);
  must(wattle_filter_tools(&filter, catalogue, COUNT(catalogue), kept, &n, &error), &error);
  printf("tools:");
  for (size_t i = 0; i < n; i++)
    printf(" %" WATTLE_FMT, WATTLE_ARG(catalogue[kept[i]].name));
  printf("\n");
}

/* All modules, by the rules of the composer: a budget in chars that is a promise about the text, and one candidate more. */
static void compose_modules(const wattle_module_builder *builder, const wattle_agent_context *agent, uint64_t budget) {
  const wattle_candidate note = WATTLE_CANDIDATE(.id = WATTLE_STR("orchard.note"), .tier = WATTLE_TIER_INFORMATIONAL,
                                                 .content = WATTLE_STR("The pears of row 7 were sprayed on Tuesday."));
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_renderings *renderings = NULL;
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;

  must(wattle_module_builder_render(builder, agent, &renderings, &error), &error);
  const size_t n = wattle_renderings_len(renderings);
  wattle_candidate *candidates = calloc(n + 1, sizeof *candidates);
  if (candidates == NULL)
    abort();
  for (size_t i = 0; i < n; i++) {
    candidates[i].struct_size = sizeof *candidates;
    must(wattle_renderings_at(renderings, i, &candidates[i], &error), &error);
  }
  candidates[n] = note;
  options.total_budget = budget;
  options.strict = 1;
  must(wattle_compose(candidates, n + 1, &options, &prompt, &error), &error);
  printf("==== as candidates, %" PRIu64 " chars ====\n", budget);
  print_sections(prompt);
  wattle_prompt_free(prompt);
  free(candidates);
  wattle_renderings_free(renderings);
}

int main(void) {
  const uint64_t windows[] = { 200000, 6616 };
  const wattle_context policies_for = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR("anthropic"));
  struct tasks tasks = { all_tasks, COUNT(all_tasks), 0 };
  wattle_module_builder *builder = new_builder(&tasks);
  wattle_registry *registry = new_registry();
  const wattle_build_options options = WATTLE_BUILD_OPTIONS(.safety_registry = registry, .safety_context = &policies_for);

  for (size_t i = 0; i < COUNT(windows); i++) {
    const wattle_agent_context context = context_with(windows[i]);
    wattle_prompt *prompt = NULL;
    wattle_error *error = NULL;
    must(wattle_module_builder_build(builder, &context, &options, &prompt, &error), &error);
    printf("==== a window of %" PRIu64 " tokens ====\n", windows[i]);
    print_sections(prompt);
    print_figures(prompt);
    print_tools(prompt);
    printf("%s\n", wattle_prompt_module_metadata_json(prompt).data);
    wattle_prompt_free(prompt);
  }
  const wattle_agent_context agent = context_with(windows[0]);
  compose_modules(builder, &agent, 4700);
  wattle_module_builder_free(builder);
  wattle_registry_free(registry);
  return tasks.drops != 1; /* the builder has given them back */
}
