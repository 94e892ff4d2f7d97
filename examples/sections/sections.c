/*
 * The reference sections in a plugin: three that say what a turn's state says, ready as they are; one to which the program adds a
 * sentence; and a table of its background jobs. Each turn has those that have something to say.
 */
#include <stdio.h>
#include <stdlib.h>

#include <wattle.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What the program knows of its jobs; they change between the turns. */
struct jobs {
  const wattle_async_job *all;
  size_t n;
};

static void must(wattle_status status, wattle_error *error) {
  if (status == WATTLE_OK)
    return;
  fprintf(stderr, "%s: %s\n", wattle_status_name(status).data, wattle_error_message(error).data);
  wattle_error_free(error);
  exit(1);
}

/* The jobs are not in the state: a content of the program's own writes what the library renders. */
static wattle_status write_jobs(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  const struct jobs *jobs = user_data;
  wattle_text *text = NULL;
  (void)context;
  (void)state;
  wattle_status status = wattle_render_async_jobs(jobs->all, jobs->n, &text, NULL);
  if (status == WATTLE_OK)
    status = wattle_call_write(call, wattle_text_view(text));
  wattle_text_free(text);
  return status;
}

/* What the library writes, and a sentence more. A write that fails fails the content by itself. */
static wattle_status write_tools(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  if (state->loaded_tools.len == 0)
    return WATTLE_OK;
  wattle_loaded_tools_content(user_data, call, context, state);
  return wattle_call_write(call, WATTLE_STR(" Start a job only for what takes longer than a minute."));
}

static void register_sections(wattle_registry *registry, struct jobs *jobs) {
  wattle_contribution sections[] = {
    wattle_subagent_depth_prompt(WATTLE_STR("orchard.sub-agent")),
    wattle_detected_intents_prompt(WATTLE_STR("orchard.intents")),
    wattle_prior_turn_tool_calls_prompt(WATTLE_STR("orchard.tool-calls")),
    WATTLE_CONTRIBUTION(.id = WATTLE_STR("orchard.tools"), .mode = WATTLE_APPEND, .runtime_content = write_tools),
    WATTLE_CONTRIBUTION(.id = WATTLE_STR("orchard.jobs"), .mode = WATTLE_APPEND, .runtime_content = write_jobs, .user_data = jobs),
  };
  sections[0].tier = WATTLE_TIER_CORE; /* never dropped, however short the budget is */
  const wattle_plugin plugin =
    wattle_create_plugin(WATTLE_STR("orchard"), WATTLE_STR("1.0.0"), NULL, 0, sections, COUNT(sections));
  wattle_error *error = NULL;
  must(wattle_registry_register_plugin(registry, &plugin, &error), error);
}

static wattle_status tell_empty(void *user_data, wattle_call *call, wattle_str id, wattle_origin origin) {
  (void)user_data;
  (void)call;
  (void)origin;
  printf("(%" WATTLE_FMT " has nothing to say)\n", WATTLE_ARG(id));
  return WATTLE_OK;
}

static void show(const wattle_registry *registry, const char *title, const wattle_state *state) {
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR("anthropic"));
  const wattle_probes probes = WATTLE_PROBES(.on_empty_content = tell_empty);
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;
  options.probes = &probes;
  printf("==== %s ====\n", title);
  must(wattle_registry_compose(registry, &context, state, &options, &prompt, &error), error);
  const wattle_str text = wattle_prompt_text(prompt);
  fwrite(text.data, 1, text.len, stdout);
  printf("\n");
  wattle_prompt_free(prompt);
}

int main(void) {
  const wattle_registry_options nothing_seeded =
    WATTLE_REGISTRY_OPTIONS(.seed_core_defaults = WATTLE_NO, .seed_safety_policies = WATTLE_NO);
  const wattle_str tools[] = { WATTLE_STR("count_trees"), WATTLE_STR("start_job"), WATTLE_STR("job_status") };
  const wattle_str intents[] = { WATTLE_STR("plan the harvest") };
  const wattle_async_job running[] = {
    WATTLE_ASYNC_JOB(.id = WATTLE_STR("7"), .name = WATTLE_STR("count ripe fruit | north field"), .state = WATTLE_STR("running"),
                     .has_progress = 1, .progress = 40),
    WATTLE_ASYNC_JOB(.id = WATTLE_STR("8"), .name = WATTLE_STR("weather of the week"), .state = WATTLE_STR("failed:\nno answer")),
  };
  const wattle_state first = WATTLE_STATE(.loaded_tools = { tools, COUNT(tools) }, .detected_intents = { intents, COUNT(intents) });
  const wattle_state second = WATTLE_STATE(.loaded_tools = { tools, 1 }, .turn_depth = 1, .prior_turn_had_tool_calls = WATTLE_YES);
  struct jobs jobs = { NULL, 0 };
  wattle_registry *registry = NULL;
  wattle_error *error = NULL;

  must(wattle_registry_new(&nothing_seeded, &registry, &error), error);
  register_sections(registry, &jobs);
  show(registry, "the first turn", &first);
  jobs.all = running;
  jobs.n = COUNT(running);
  show(registry, "a sub-agent, after its tool calls", &second);
  jobs.n = 0;
  show(registry, "a turn of which there is nothing to say", NULL);
  wattle_registry_free(registry);
}
