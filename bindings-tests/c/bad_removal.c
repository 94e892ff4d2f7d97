/* Removals and replacements inside callbacks and drops: each is refused, and nothing is changed. */
#include "actors.h"
#include "check.h"

/* Where to remove, and how many attempts were made. */
static wattle_registry *target;
static unsigned attempts;

/* Something of each sort that can be removed; none is for this context, so that no text shows and no probe fires. */
static void add_victims(wattle_registry *registry) {
  const wattle_str all = WATTLE_STR("*");
  const wattle_str_list everywhere = { &all, 1 };
  const wattle_plugin plugin = plugin_named("victim");
  wattle_contribution contribution = text_contribution("host.victim", "victim");
  wattle_contribution runtime = text_contribution("host.victim", "victim");
  wattle_contribution global = text_contribution("host.global", "victim");
  wattle_safety_policy policy = text_policy("safety.victim", "victim");
  contribution.scope.tenant_id = runtime.scope.tenant_id = global.scope.tenant_id = WATTLE_STR("nobody");
  runtime.origin = WATTLE_ORIGIN_RUNTIME_AWARE;
  policy.enabled_by_default = 0;
  add(registry, &contribution);
  add(registry, &runtime);
  ACCEPTED(wattle_registry_register_plugin(registry, &plugin, ERR));
  ACCEPTED(wattle_registry_register_safety_policy(registry, &policy, ERR));
  ACCEPTED(wattle_register_global(&global, everywhere, ERR));
}

/* They are all still there, so that each can be removed once. */
static void remove_victims(wattle_registry *registry) {
  const wattle_plugin replacement = plugin_named("victim");
  remove_static(registry, "host.victim");
  remove_runtime(registry, "host.victim");
  ACCEPTED(wattle_registry_replace_plugin(registry, &replacement, ERR));
  ACCEPTED(wattle_registry_unregister_plugin(registry, WATTLE_STR("victim"), ERR));
  ACCEPTED(wattle_registry_unregister_safety_policy(registry, WATTLE_STR("safety.victim"), ERR));
  ACCEPTED(wattle_unregister_global(WATTLE_ORIGIN_STATIC, WATTLE_STR("host.global"), ERR));
}

static void try_every_removal(void) {
  const wattle_plugin replacement = plugin_named("victim");
  const wattle_str id = WATTLE_STR("host.victim"), name = WATTLE_STR("victim"), policy = WATTLE_STR("safety.victim");
  const wattle_str global = WATTLE_STR("host.global");
  attempts++;
  REFUSED(WATTLE_RE_ENTRANCY, "host.victim", wattle_registry_unregister(target, WATTLE_ORIGIN_STATIC, id, ERR));
  REFUSED(WATTLE_RE_ENTRANCY, "host.victim", wattle_registry_unregister(target, WATTLE_ORIGIN_RUNTIME_AWARE, id, ERR));
  REFUSED(WATTLE_RE_ENTRANCY, "victim", wattle_registry_unregister_plugin(target, name, ERR));
  REFUSED(WATTLE_RE_ENTRANCY, "victim", wattle_registry_replace_plugin(target, &replacement, ERR));
  CHECK(drops_of(replacement.user_data) == 1);
  REFUSED(WATTLE_RE_ENTRANCY, "safety.victim", wattle_registry_unregister_safety_policy(target, policy, ERR));
  REFUSED(WATTLE_RE_ENTRANCY, "host.global", wattle_unregister_global(WATTLE_ORIGIN_STATIC, global, ERR));
}

/* In callbacks */

static wattle_status remove_inside(wattle_call *call) {
  (void)call;
  try_every_removal();
  return WATTLE_OK;
}

static void in_every_callback(wattle_registry *registry) {
  target = registry;
  add_victims(registry);
  for (int i = 0; i < ACTORS; i++) {
    attempts = 0;
    actor_add(registry, i, remove_inside);
    actor_composes(registry, i, actors[i].text);
    CHECK(attempts == 1);
    actor_remove(registry, i);
  }
  remove_victims(registry);
}

/* Another registry's removal could wait for this call as well. */
static void from_another_registry(wattle_registry *registry) {
  target = registry_with_base();
  add_victims(target);
  for (int i = 0; i < ACTORS; i++) {
    attempts = 0;
    actor_add(registry, i, remove_inside);
    actor_composes(registry, i, actors[i].text);
    CHECK(attempts == 1);
    actor_remove(registry, i);
  }
  remove_victims(target);
  wattle_registry_free(target);
}

/* After the inner call has returned, the outer callback is still one. */
static wattle_status remove_after_an_inner_call(wattle_call *call) {
  (void)call;
  if (attempts == 0) {
    attempts++;
    resolves_to(target, "base");
    try_every_removal();
  }
  return WATTLE_OK;
}

static void after_an_inner_call(wattle_registry *registry) {
  target = registry;
  attempts = 0;
  add_victims(registry);
  actor_add(registry, RUNTIME, remove_after_an_inner_call);
  actor_composes(registry, RUNTIME, "base");
  CHECK(attempts == 2);
  actor_remove(registry, RUNTIME);
  remove_victims(registry);
}

/* A failed callback does not leave its thread inside. */
static wattle_status remove_and_fail(wattle_call *call) {
  try_every_removal();
  return wattle_call_fail(call, WATTLE_STR("failed"));
}

static void after_a_failure(wattle_registry *registry) {
  target = registry;
  for (int i = 0; i < ACTORS; i++) {
    add_victims(registry);
    actor_add(registry, i, remove_and_fail);
    actor_fails(registry, i, WATTLE_CALLBACK_FAILED, actors[i].subject);
    actor_remove(registry, i);
    remove_victims(registry);
  }
}

/* A hook that removes, and one that replaces, its own plugin. */
static wattle_status remove_own_plugin(wattle_call *call) {
  const wattle_plugin replacement = plugin_named("act");
  const wattle_contribution emitted = text_contribution("act.emitted", "emitted");
  REFUSED(WATTLE_RE_ENTRANCY, "act", wattle_registry_unregister_plugin(target, WATTLE_STR("act"), ERR));
  REFUSED(WATTLE_RE_ENTRANCY, "act", wattle_registry_replace_plugin(target, &replacement, ERR));
  ACCEPTED(wattle_call_emit(call, &emitted, ERR));
  return WATTLE_OK;
}

static void of_the_own_plugin(wattle_registry *registry) {
  target = registry;
  actor_add(registry, HOOK, remove_own_plugin);
  actor_composes(registry, HOOK, "base\n\nemitted");
  actor_composes(registry, HOOK, "base\n\nemitted");
  actor_remove(registry, HOOK);
}

/* In drops */

static void drop_that_removes(void *user_data) {
  drop_tracked(user_data);
  try_every_removal();
}

static void in_drops(wattle_registry *registry) {
  wattle_contribution removed = text_contribution("host.a", ""), refused = text_contribution("bad", "");
  wattle_safety_policy policy = text_policy("safety.p", "");
  wattle_plugin old = plugin_named("p"), new = plugin_named("p");
  target = registry;
  attempts = 0;
  removed.drop = refused.drop = policy.drop = old.drop = new.drop = drop_that_removes;
  add_victims(registry);

  REFUSED(WATTLE_UNNAMESPACED_ID, "bad", wattle_registry_register(registry, &refused, 1, ERR));
  CHECK(attempts == 1);
  add(registry, &removed);
  remove_static(registry, "host.a");
  CHECK(attempts == 2);
  ACCEPTED(wattle_registry_register_safety_policy(registry, &policy, ERR));
  ACCEPTED(wattle_registry_unregister_safety_policy(registry, policy.id, ERR));
  CHECK(attempts == 3);
  ACCEPTED(wattle_registry_register_plugin(registry, &old, ERR));
  ACCEPTED(wattle_registry_replace_plugin(registry, &new, ERR));
  CHECK(attempts == 4);
  ACCEPTED(wattle_registry_unregister_plugin(registry, new.name, ERR));
  CHECK(attempts == 5);
  remove_victims(registry);
}

static void in_the_drop_of_a_global(wattle_registry *registry) {
  const wattle_str all = WATTLE_STR("*");
  const wattle_str_list everywhere = { &all, 1 };
  wattle_contribution global = text_contribution("host.other", "");
  target = registry;
  attempts = 0;
  global.drop = drop_that_removes;
  add_victims(registry);
  ACCEPTED(wattle_register_global(&global, everywhere, ERR));
  ACCEPTED(wattle_unregister_global(WATTLE_ORIGIN_STATIC, global.id, ERR));
  CHECK(attempts == 1);
  remove_victims(registry);
}

static void in_a_drop_at_free(wattle_registry *registry) {
  wattle_registry *other = registry_with_base();
  wattle_contribution contribution = text_contribution("host.a", "");
  target = registry;
  attempts = 0;
  contribution.drop = drop_that_removes;
  add_victims(registry);
  add(other, &contribution);
  wattle_registry_free(other);
  CHECK(attempts == 1);
  remove_victims(registry);
}

static wattle_status emit_one_that_removes(wattle_call *call) {
  wattle_contribution contribution = text_contribution("act.a", "");
  contribution.drop = drop_that_removes;
  ACCEPTED(wattle_call_emit(call, &contribution, ERR));
  return WATTLE_OK;
}

static void in_the_drop_of_an_emission(wattle_registry *registry) {
  target = registry;
  attempts = 0;
  add_victims(registry);
  actor_add(registry, HOOK, emit_one_that_removes);
  actor_composes(registry, HOOK, "base");
  CHECK(attempts == 1);
  actor_remove(registry, HOOK);
  remove_victims(registry);
}

static wattle_status fail_with_payload_that_removes(wattle_call *call) {
  return wattle_call_fail_with(call, WATTLE_STR("why"), &target, tracked(), drop_that_removes);
}

/* Where the error is freed, and where it reaches nobody. */
static void in_the_drop_of_a_payload(wattle_registry *registry) {
  wattle_prompt *prompt = UNTOUCHED;
  target = registry;
  attempts = 0;
  add_victims(registry);
  actor_add(registry, RUNTIME, fail_with_payload_that_removes);
  actor_fails(registry, RUNTIME, WATTLE_CALLBACK_FAILED, "host.act");
  CHECK(attempts == 1);
  CHECK(actor_compose(registry, RUNTIME, &prompt, NULL) == WATTLE_CALLBACK_FAILED);
  CHECK(attempts == 2 && prompt == UNTOUCHED);
  CHECK(fail_with_payload_that_removes(NULL) == WATTLE_CALLBACK_FAILED);
  CHECK(attempts == 3);
  actor_remove(registry, RUNTIME);
  remove_victims(registry);
}

void removal_tests(void) {
  static const test tests[] = {
    TEST(in_every_callback),
    TEST(from_another_registry),
    TEST(after_an_inner_call),
    TEST(after_a_failure),
    TEST(of_the_own_plugin),
    TEST(in_drops),
    TEST(in_the_drop_of_a_global),
    TEST(in_a_drop_at_free),
    TEST(in_the_drop_of_an_emission),
    TEST(in_the_drop_of_a_payload),
  };
  run_tests(tests, COUNT(tests));
}
