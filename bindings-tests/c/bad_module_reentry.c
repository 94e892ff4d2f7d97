/* Modules that call the library: they build, add and free; removals are refused, in every callback and drop. */
#include "actors.h"
#include "builders.h"

static wattle_module_builder *current;
static wattle_registry *current_registry;
static unsigned attempts;

/* A window in which no optional module fits, so that minimal renderings are tried. */
static const wattle_agent_context tight = WATTLE_AGENT_CONTEXT(.max_tokens = 4096);

/* Removals, of the module under way, of another, and of what a registry has */

static void try_every_removal(void) {
  const wattle_str base = WATTLE_STR("host.base");
  attempts++;
  REFUSED(WATTLE_RE_ENTRANCY, "m", wattle_module_builder_remove(current, WATTLE_STR("m"), ERR));
  REFUSED(WATTLE_RE_ENTRANCY, "victim", wattle_module_builder_remove(current, WATTLE_STR("victim"), ERR));
  REFUSED(WATTLE_RE_ENTRANCY, "skills", wattle_module_builder_remove(current, WATTLE_STR("skills"), ERR));
  REFUSED(WATTLE_RE_ENTRANCY, "nobody", wattle_module_builder_remove(current, WATTLE_STR("nobody"), ERR));
  REFUSED(WATTLE_RE_ENTRANCY, "host.base",
          wattle_registry_unregister(current_registry, WATTLE_ORIGIN_STATIC, base, ERR));
}

static wattle_status remove_inside(wattle_call *call) {
  try_every_removal();
  return write_line(call, "m");
}

static wattle_status remove_in_an_answer(wattle_call *call, uint8_t *answer) {
  (void)call;
  *answer = 1;
  try_every_removal();
  return WATTLE_OK;
}

static wattle_status remove_in_an_estimate(wattle_call *call, uint64_t *tokens) {
  (void)call;
  (void)tokens;
  try_every_removal();
  return WATTLE_OK;
}

static wattle_status remove_in_a_clock(void *user_data, wattle_call *call, uint64_t *nanoseconds) {
  (void)user_data;
  (void)call;
  (void)nanoseconds;
  try_every_removal();
  return WATTLE_OK;
}

static wattle_status remove_in_on_built(void *user_data, wattle_call *call, const wattle_prompt *prompt) {
  (void)user_data;
  (void)call;
  CHECK(wattle_prompt_module_metadata_json(prompt).len > 0);
  try_every_removal();
  return WATTLE_OK;
}

/* A builder with "victim", the built-in skills, and what is under test. */
static void begin(wattle_registry *registry) {
  const wattle_module victim = module_named("victim");
  current_registry = registry;
  current = new_builder();
  attempts = 0;
  add_module(current, &victim);
  ACCEPTED(wattle_module_builder_add_builtin(current, WATTLE_STR("skills"), 0, ERR));
}

/* All is still there, so that it can be removed. */
static void end(void) {
  builds_to(current, &tight, "text");
  remove_module(current, "victim");
  remove_module(current, "skills");
  wattle_module_builder_free(current);
}

static void module_removal_in_every_callback(wattle_registry *registry) {
  const doings does = { .render = remove_inside, .render_minimal = remove_inside,
                        .should_include = remove_in_an_answer, .estimate = remove_in_an_estimate };
  wattle_probes probes = WATTLE_PROBES_INIT;
  wattle_build_options options = WATTLE_BUILD_OPTIONS_INIT;
  wattle_prompt *prompt = NULL;
  wattle_renderings *renderings = NULL;
  begin(registry);
  const wattle_module module = module_that("m", &does);
  add_module(current, &module);
  probes.on_built = remove_in_on_built;
  options.probes = &probes;
  options.clock = remove_in_a_clock;
  ACCEPTED(wattle_module_builder_build(current, &tight, &options, &prompt, ERR));
  CHECK(attempts == 7); /* the clock twice */
  wattle_prompt_free(prompt);
  ACCEPTED(wattle_module_builder_render(current, &tight, &renderings, ERR));
  CHECK(attempts == 11 && wattle_renderings_len(renderings) == 2);
  wattle_renderings_free(renderings);
  remove_module(current, "m");
  end();
}

static wattle_status remove_in_others(wattle_call *call) {
  (void)call;
  try_every_removal();
  return WATTLE_OK;
}

static void module_removal_in_a_registrys_callbacks(wattle_registry *registry) {
  const wattle_module module = module_named("m");
  begin(registry);
  add_module(current, &module);
  for (int i = 0; i < ACTORS; i++) {
    attempts = 0;
    actor_add(registry, i, remove_in_others);
    actor_composes(registry, i, actors[i].text);
    CHECK(attempts == 1);
    actor_remove(registry, i);
  }
  remove_module(current, "m");
  end();
}

/* A policy of a build is a callback of the same call. */
static void module_removal_in_a_policy(wattle_registry *registry) {
  wattle_build_options options = WATTLE_BUILD_OPTIONS_INIT;
  wattle_prompt *prompt = NULL;
  begin(registry);
  actor_add(registry, POLICY, remove_in_others);
  options.safety_registry = registry;
  options.safety_context = &converse;
  ACCEPTED(wattle_module_builder_build(current, &agent, &options, &prompt, ERR));
  CHECK(attempts == 1 && text_is(wattle_prompt_text(prompt), "text"));
  wattle_prompt_free(prompt);
  actor_remove(registry, POLICY);
  end();
}

static void drop_that_removes(void *user_data) {
  drop_tracked(user_data);
  try_every_removal();
}

/* Of a refused one, of a removed one, and of one that its builder takes along. */
static void module_removal_in_drops(wattle_registry *registry) {
  wattle_module refused = module_named(""), removed = module_named("m"), freed = module_named("m");
  wattle_module_builder *other = new_builder();
  begin(registry);
  refused.drop = removed.drop = freed.drop = drop_that_removes;
  REFUSED(WATTLE_INVALID_ARGUMENT, "", wattle_module_builder_add(current, &refused, ERR));
  CHECK(attempts == 1);
  add_module(current, &removed);
  remove_module(current, "m");
  CHECK(attempts == 2);
  add_module(other, &freed);
  wattle_module_builder_free(other);
  CHECK(attempts == 3);
  end();
}

/* A callback that failed does not leave its thread inside. */
static wattle_status remove_and_fail(wattle_call *call) {
  try_every_removal();
  return wattle_call_fail(call, WATTLE_STR("failed"));
}

static void module_removal_after_a_failure(wattle_registry *registry) {
  const doings does = { .render = remove_and_fail };
  begin(registry);
  const wattle_module module = module_that("m", &does);
  add_module(current, &module);
  build_fails(current, &agent, WATTLE_CALLBACK_FAILED, "m");
  CHECK(attempts == 3);
  remove_module(current, "m");
  end();
}

/* What is allowed */

static bool inside;

/* What is added during a build is of the next one; an inner build has it, and reaches the same module. */
static wattle_status build_and_add(wattle_call *call) {
  const wattle_agent_context wide = WATTLE_AGENT_CONTEXT(.max_tokens = 100000);
  wattle_renderings *renderings = NULL;
  if (inside) return write_line(call, "inner");
  const wattle_module later = module_named("later");
  inside = true;
  CHECK(write_line(call, "before") == WATTLE_OK);
  add_module(current, &later);
  REFUSED(WATTLE_DUPLICATE_MODULE, "m", wattle_module_builder_add(current, &(wattle_module){
    .struct_size = sizeof(wattle_module), .name = WATTLE_STR("m"), .render = later.render }, ERR));
  builds_to(current, &wide, "inner\n\ntext");
  ACCEPTED(wattle_module_builder_render(current, &wide, &renderings, ERR));
  CHECK(wattle_renderings_len(renderings) == 2);
  wattle_renderings_free(renderings);
  resolves_to(current_registry, "base");
  inside = false;
  return write_line(call, "after");
}

static void building_and_adding(wattle_registry *registry) {
  const doings does = { .render = build_and_add };
  const wattle_module module = module_that("m", &does);
  current_registry = registry;
  current = new_builder();
  add_module(current, &module);
  builds_to(current, &agent, "before\nafter");
  remove_module(current, "later");
  wattle_module_builder_free(current);
}

/* The build goes on with its modules, which are dropped when it is over. */
static void *freed_data;

static wattle_status free_inside(wattle_call *call) {
  wattle_module_builder_free(current);
  CHECK(drops_of(freed_data) == 0);
  return write_line(call, "m");
}

static void freeing_the_builder(wattle_registry *registry) {
  const doings does = { .render = free_inside };
  const wattle_module module = module_that("a", &does), other = module_named("b");
  (void)registry;
  current = new_builder();
  freed_data = other.user_data;
  add_module(current, &module);
  add_module(current, &other);
  builds_to(current, &agent, "m\n\ntext");
  CHECK(drops_of(freed_data) == 1);
}

static wattle_status free_the_registry(wattle_call *call) {
  wattle_registry_free(current_registry);
  return write_line(call, "m");
}

/* The policies of the registry are those of when the build began. */
static void freeing_the_registry_of_the_policies(wattle_registry *registry) {
  const doings does = { .render = free_the_registry };
  const wattle_module module = module_that("m", &does);
  const wattle_safety_policy policy = text_policy("safety.p", "policy");
  wattle_build_options options = WATTLE_BUILD_OPTIONS_INIT;
  wattle_prompt *prompt = NULL;
  (void)registry;
  current = new_builder();
  current_registry = registry_with_base();
  ACCEPTED(wattle_registry_register_safety_policy(current_registry, &policy, ERR));
  add_module(current, &module);
  options.safety_registry = current_registry;
  options.safety_context = &converse;
  ACCEPTED(wattle_module_builder_build(current, &agent, &options, &prompt, ERR));
  CHECK(text_is(wattle_prompt_text(prompt), "m\n\npolicy") && drops_of(policy.user_data) == 1);
  wattle_prompt_free(prompt);
  wattle_module_builder_free(current);
}

void module_reentry_tests(void) {
  static const test tests[] = {
    TEST(module_removal_in_every_callback),
    TEST(module_removal_in_a_registrys_callbacks),
    TEST(module_removal_in_a_policy),
    TEST(module_removal_in_drops),
    TEST(module_removal_after_a_failure),
    TEST(building_and_adding),
    TEST(freeing_the_builder),
    TEST(freeing_the_registry_of_the_policies),
  };
  run_tests(tests, COUNT(tests));
}
