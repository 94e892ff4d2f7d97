/* Frozen snapshots: every change of one is refused, and so is the removal of what one can still call. */
#include "actors.h"
#include "check.h"

static wattle_registry *snapshot_of(const wattle_registry *registry) {
  wattle_registry *snapshot = NULL;
  ACCEPTED(wattle_registry_snapshot(registry, &snapshot, ERR));
  return snapshot;
}

static void snapshot_needs(wattle_registry *registry) {
  wattle_registry *snapshot = UNTOUCHED;
  REFUSED(WATTLE_NULL_ARGUMENT, "registry", wattle_registry_snapshot(NULL, &snapshot, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "snapshot", wattle_registry_snapshot(registry, NULL, ERR));
  CHECK(wattle_registry_snapshot(registry, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(snapshot == UNTOUCHED);
}

/* What is handed over is taken and dropped, as with every refusal. */
static void changes_are_refused(wattle_registry *registry) {
  wattle_registry *frozen = snapshot_of(registry);
  const wattle_contribution contribution = text_contribution("host.a", "a");
  const wattle_contribution prompt = text_contribution("p.a", "a"), runtime = text_contribution("p.b", "b");
  const wattle_safety_policy policy = text_policy("safety.p", "p"), of_plugin = text_policy("safety.q", "q");
  wattle_plugin plugin = plugin_named("p"), replacement = plugin_named("p");
  const wattle_str base = WATTLE_STR("host.base"), p = WATTLE_STR("p"), safety = WATTLE_STR("safety.p");
  const wattle_str_list none = WATTLE_STR_LIST_INIT;
  plugin.prompts = &prompt;
  plugin.runtime_prompts = &runtime;
  plugin.safety_policies = &of_plugin;
  plugin.prompts_len = plugin.runtime_prompts_len = plugin.safety_policies_len = 1;

  REFUSED(WATTLE_FROZEN, "host.a", wattle_registry_register(frozen, &contribution, 1, ERR));
  REFUSED(WATTLE_FROZEN, "host.base", wattle_registry_unregister(frozen, WATTLE_ORIGIN_STATIC, base, ERR));
  REFUSED(WATTLE_FROZEN, "p", wattle_registry_register_plugin(frozen, &plugin, ERR));
  REFUSED(WATTLE_FROZEN, "p", wattle_registry_replace_plugin(frozen, &replacement, ERR));
  REFUSED(WATTLE_FROZEN, "p", wattle_registry_unregister_plugin(frozen, p, ERR));
  REFUSED(WATTLE_FROZEN, "safety.p", wattle_registry_register_safety_policy(frozen, &policy, ERR));
  REFUSED(WATTLE_FROZEN, "safety.p", wattle_registry_unregister_safety_policy(frozen, safety, ERR));
  REFUSED(WATTLE_FROZEN, NULL, wattle_registry_set_enabled_safety_policies(frozen, none, ERR));
  CHECK(wattle_registry_unregister_plugin(frozen, p, NULL) == WATTLE_FROZEN);
  CHECK(drops_of(contribution.user_data) == 1 && drops_of(prompt.user_data) == 1 && drops_of(runtime.user_data) == 1);
  CHECK(drops_of(policy.user_data) == 1 && drops_of(of_plugin.user_data) == 1);
  CHECK(drops_of(plugin.user_data) == 1 && drops_of(replacement.user_data) == 1);
  resolves_to(frozen, "base");
  wattle_registry_free(frozen);
}

/* It is what the registry was, also when that is gone; a snapshot of it is the same once more. */
static void stays_what_it_was(wattle_registry *registry) {
  wattle_registry *own = registry_with_base();
  const wattle_contribution later = text_contribution("host.a", "a");
  wattle_registry *frozen = snapshot_of(own), *again = snapshot_of(frozen);
  (void)registry;
  add(own, &later);
  resolves_to(own, "base\n\na");
  resolves_to(frozen, "base");
  wattle_registry_free(own);
  wattle_registry_free(frozen);
  resolves_to(again, "base");
  wattle_registry_free(again);
}

static wattle_status emit_nothing(void *user_data, wattle_call *call, const wattle_context *context,
                                  const wattle_state *state) {
  (void)user_data;
  (void)call;
  (void)context;
  (void)state;
  return WATTLE_OK;
}

static wattle_plugin plugin_with_hook(void) {
  wattle_plugin plugin = plugin_named("p");
  plugin.hook = emit_nothing;
  return plugin;
}

/* Everything that a frozen snapshot can call, or that owns something, stays until the snapshot is freed. */
static void removals_wait_for_its_end(wattle_registry *registry) {
  const wattle_str id = WATTLE_STR("host.a"), p = WATTLE_STR("p"), safety = WATTLE_STR("safety.p");
  const wattle_str global_id = WATTLE_STR("host.global"), all = WATTLE_STR("*");
  const wattle_str_list everywhere = { &all, 1 };
  const wattle_contribution contribution = text_contribution("host.a", ""), global = text_contribution("host.global", "");
  const wattle_safety_policy policy = text_policy("safety.p", "");
  const wattle_plugin plugin = plugin_with_hook(), replacement = plugin_with_hook();
  add(registry, &contribution);
  ACCEPTED(wattle_registry_register_plugin(registry, &plugin, ERR));
  ACCEPTED(wattle_registry_register_safety_policy(registry, &policy, ERR));
  ACCEPTED(wattle_register_global(&global, everywhere, ERR));

  wattle_registry *frozen = snapshot_of(registry), *again = snapshot_of(frozen);
  for (int handles = 2; handles > 0; handles--) {
    REFUSED(WATTLE_PLUGIN_IN_USE, "host.a", wattle_registry_unregister(registry, WATTLE_ORIGIN_STATIC, id, ERR));
    REFUSED(WATTLE_PLUGIN_IN_USE, "p", wattle_registry_unregister_plugin(registry, p, ERR));
    REFUSED(WATTLE_PLUGIN_IN_USE, "safety.p", wattle_registry_unregister_safety_policy(registry, safety, ERR));
    REFUSED(WATTLE_PLUGIN_IN_USE, "host.global", wattle_unregister_global(WATTLE_ORIGIN_STATIC, global_id, ERR));
    resolves_to(registry, "base");
    wattle_registry_free(handles == 2 ? frozen : again);
  }
  ACCEPTED(wattle_registry_replace_plugin(registry, &replacement, ERR));
  ACCEPTED(wattle_registry_unregister_plugin(registry, p, ERR));
  remove_static(registry, "host.a");
  ACCEPTED(wattle_registry_unregister_safety_policy(registry, safety, ERR));
  ACCEPTED(wattle_unregister_global(WATTLE_ORIGIN_STATIC, global_id, ERR));
}

static void replacements_are_refused(wattle_registry *registry) {
  const wattle_plugin plugin = plugin_with_hook(), replacement = plugin_with_hook();
  ACCEPTED(wattle_registry_register_plugin(registry, &plugin, ERR));
  wattle_registry *frozen = snapshot_of(registry);
  REFUSED(WATTLE_PLUGIN_IN_USE, "p", wattle_registry_replace_plugin(registry, &replacement, ERR));
  CHECK(drops_of(plugin.user_data) == 0 && drops_of(replacement.user_data) == 1);
  wattle_registry_free(frozen);
  ACCEPTED(wattle_registry_unregister_plugin(registry, WATTLE_STR("p"), ERR));
}

/* In callbacks */

static wattle_registry *frozen_target;

static wattle_status snapshot_inside(wattle_call *call) {
  wattle_registry *snapshot = NULL;
  (void)call;
  ACCEPTED(wattle_registry_snapshot(frozen_target, &snapshot, ERR));
  wattle_registry_free(snapshot);
  return WATTLE_OK;
}

static void snapshots_in_every_callback(wattle_registry *registry) {
  frozen_target = registry;
  for (int i = 0; i < ACTORS; i++) {
    actor_add(registry, i, snapshot_inside);
    actor_composes(registry, i, actors[i].text);
    actor_remove(registry, i);
  }
}

/* The frozen registry is freed by what it calls, as any other may be. */
static wattle_status free_the_snapshot(wattle_call *call) {
  (void)call;
  wattle_registry_free(frozen_target);
  frozen_target = NULL;
  return WATTLE_OK;
}

static void freed_in_every_callback(wattle_registry *registry) {
  for (int i = 0; i < ACTORS; i++) {
    actor_add(registry, i, free_the_snapshot);
    frozen_target = snapshot_of(registry);
    actor_composes(frozen_target, i, actors[i].text);
    CHECK(!frozen_target);
    actor_remove(registry, i);
  }
}

/* Of a plugin without a callback or a row a snapshot has nothing: it goes at once. */
static void plugin_of_nothing(wattle_registry *registry) {
  const wattle_plugin plugin = plugin_named("p");
  ACCEPTED(wattle_registry_register_plugin(registry, &plugin, ERR));
  wattle_registry *frozen = snapshot_of(registry);
  ACCEPTED(wattle_registry_unregister_plugin(registry, plugin.name, ERR));
  CHECK(drops_of(plugin.user_data) == 1);
  wattle_registry_free(frozen);
}

void frozen_tests(void) {
  static const test tests[] = {
    TEST(snapshot_needs),
    TEST(changes_are_refused),
    TEST(stays_what_it_was),
    TEST(removals_wait_for_its_end),
    TEST(replacements_are_refused),
    TEST(plugin_of_nothing),
    TEST(snapshots_in_every_callback),
    TEST(freed_in_every_callback),
  };
  run_tests(tests, COUNT(tests));
}
