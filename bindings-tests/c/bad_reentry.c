/* Callbacks and drops that call the library: they resolve, register, and free the registry that is calling them. */
#include <string.h>

#include "actors.h"
#include "check.h"

/* What the deeds work on. */
static wattle_registry *current;
static int which_actor;
static bool inside, registered;

static bool ends_with(wattle_str text, const char *end) {
  size_t len = strlen(end);
  return text.len >= len && memcmp(text.data + text.len - len, end, len) == 0;
}

/* Resolving the registry that is being resolved. The inner calls reach the same callback, which then does nothing. */

static wattle_status resolve_inside(wattle_call *call) {
  char hex[65] = "";
  (void)call;
  if (inside) return WATTLE_OK;
  inside = true;
  resolves_to(current, actors[which_actor].text);
  actor_composes(current, which_actor, actors[which_actor].text);
  ACCEPTED(wattle_registry_fingerprint(current, &converse, hex, ERR));
  CHECK(strlen(hex) == 64);
  inside = false;
  return WATTLE_OK;
}

static void resolving(wattle_registry *registry) {
  current = registry;
  for (which_actor = 0; which_actor < ACTORS; which_actor++) {
    actor_add(registry, which_actor, resolve_inside);
    actor_composes(registry, which_actor, actors[which_actor].text);
    actor_remove(registry, which_actor);
  }
}

/* What is written before, in, and after an inner call stays apart. */
static wattle_status write_around_a_resolution(wattle_call *call) {
  if (inside) return wattle_call_write(call, WATTLE_STR("inner"));
  CHECK(wattle_call_write(call, WATTLE_STR("before, ")) == WATTLE_OK);
  inside = true;
  resolves_to(current, "base\n\ninner");
  inside = false;
  return wattle_call_write(call, WATTLE_STR("after"));
}

static void writing_around_a_resolution(wattle_registry *registry) {
  current = registry;
  actor_add(registry, RUNTIME, write_around_a_resolution);
  actor_composes(registry, RUNTIME, "base\n\nbefore, after");
  actor_remove(registry, RUNTIME);
}

/* The failure of an inner call is the callback's own affair. */
static wattle_status resolve_and_ignore_failure(wattle_call *call) {
  if (inside) return wattle_call_fail(call, WATTLE_STR("inner"));
  inside = true;
  resolve_fails(current, WATTLE_CALLBACK_FAILED, actors[which_actor].subject);
  inside = false;
  return WATTLE_OK;
}

static void inner_failures(wattle_registry *registry) {
  current = registry;
  for (which_actor = 0; which_actor <= HOOK; which_actor++) {
    actor_add(registry, which_actor, resolve_and_ignore_failure);
    actor_composes(registry, which_actor, actors[which_actor].text);
    actor_remove(registry, which_actor);
  }
}

/* Registering: not seen by the running call, seen by the next. */

static wattle_status register_inside(wattle_call *call) {
  const wattle_str all = WATTLE_STR("*");
  const wattle_str_list everywhere = { &all, 1 };
  (void)call;
  if (registered) return WATTLE_OK;
  registered = true;
  const wattle_contribution contribution = text_contribution("host.late", "late");
  const wattle_contribution global = text_contribution("host.global", "global");
  const wattle_contribution prompt = text_contribution("late.prompt", "plugin");
  const wattle_safety_policy policy = text_policy("safety.late", "policy");
  wattle_plugin plugin = plugin_named("late");
  plugin.prompts = &prompt;
  plugin.prompts_len = 1;
  ACCEPTED(wattle_registry_register(current, &contribution, 1, ERR));
  ACCEPTED(wattle_registry_register_plugin(current, &plugin, ERR));
  ACCEPTED(wattle_registry_register_safety_policy(current, &policy, ERR));
  ACCEPTED(wattle_register_global(&global, everywhere, ERR));
  return WATTLE_OK;
}

static void registering(wattle_registry *registry) {
  current = registry;
  for (which_actor = 0; which_actor < ACTORS; which_actor++) {
    wattle_prompt *prompt = NULL;
    registered = false;
    actor_add(registry, which_actor, register_inside);
    actor_composes(registry, which_actor, actors[which_actor].text);
    CHECK(registered);
    ACCEPTED(actor_compose(registry, which_actor, &prompt, ERR));
    CHECK(strstr(wattle_prompt_text(prompt).data, "\n\nlate\n\nplugin\n\nglobal") != NULL);
    CHECK(ends_with(wattle_prompt_text(prompt), "\n\npolicy"));
    wattle_prompt_free(prompt);
    remove_static(registry, "host.late");
    ACCEPTED(wattle_registry_unregister_plugin(registry, WATTLE_STR("late"), ERR));
    ACCEPTED(wattle_registry_unregister_safety_policy(registry, WATTLE_STR("safety.late"), ERR));
    ACCEPTED(wattle_unregister_global(WATTLE_ORIGIN_STATIC, WATTLE_STR("host.global"), ERR));
    actor_remove(registry, which_actor);
  }
}

static wattle_status enable_no_policies(wattle_call *call) {
  const wattle_str nothing = WATTLE_STR("");
  const wattle_str_list none = { &nothing, 0 };
  (void)call;
  ACCEPTED(wattle_registry_set_enabled_safety_policies(current, none, ERR));
  return WATTLE_OK;
}

static void changing_the_enabled_policies(wattle_registry *registry) {
  const wattle_safety_policy policy = text_policy("safety.p", "policy");
  current = registry;
  ACCEPTED(wattle_registry_register_safety_policy(registry, &policy, ERR));
  actor_add(registry, STATIC, enable_no_policies);
  actor_composes(registry, STATIC, "base\n\npolicy");
  actor_composes(registry, STATIC, "base");
  actor_remove(registry, STATIC);
  ACCEPTED(wattle_registry_unregister_safety_policy(registry, WATTLE_STR("safety.p"), ERR));
  ACCEPTED(wattle_registry_set_enabled_safety_policies(registry, (wattle_str_list)WATTLE_STR_LIST_INIT, ERR));
}

/* A whole registry's life in a callback. */
static wattle_status use_another_registry(wattle_call *call) {
  wattle_registry *other = registry_with_base();
  (void)call;
  resolves_to(other, "base");
  wattle_registry_free(other);
  return WATTLE_OK;
}

static void using_another_registry(wattle_registry *registry) {
  for (int i = 0; i < ACTORS; i++) {
    actor_add(registry, i, use_another_registry);
    actor_composes(registry, i, actors[i].text);
    actor_remove(registry, i);
  }
}

/* Freeing the registry: the call still succeeds, and the drops run afterwards. */

static wattle_registry *to_free;
static const void *base_user_data;

static wattle_status free_inside(wattle_call *call) {
  (void)call;
  wattle_registry_free(to_free);
  to_free = NULL;
  /* After the resolution nothing holds what was registered any more. */
  if (which_actor != BUILT && which_actor != BUDGET) CHECK(drops_of(base_user_data) == 0);
  return WATTLE_OK;
}

static void freeing(wattle_registry *registry) {
  (void)registry;
  for (which_actor = 0; which_actor < ACTORS; which_actor++) {
    const wattle_contribution base = text_contribution("host.base", "base");
    wattle_registry *own = empty_registry();
    add(own, &base);
    to_free = own;
    base_user_data = base.user_data;
    actor_add(own, which_actor, free_inside);
    actor_composes(own, which_actor, actors[which_actor].text);
    CHECK(!to_free && drops_of(base_user_data) == 1);
  }
}

static wattle_status free_and_fail(wattle_call *call) {
  wattle_registry_free(to_free);
  return wattle_call_fail(call, WATTLE_STR("freed"));
}

static void freeing_and_failing(wattle_registry *registry) {
  (void)registry;
  for (which_actor = 0; which_actor < ACTORS; which_actor++) {
    wattle_registry *own = registry_with_base();
    to_free = own;
    actor_add(own, which_actor, free_and_fail);
    actor_fails(own, which_actor, WATTLE_CALLBACK_FAILED, actors[which_actor].subject);
  }
}

/* The bundle and the prompt stay when their registry goes. */
static void results_outlive_their_registry(wattle_registry *registry) {
  wattle_registry *own = registry_with_base();
  wattle_bundle *bundle = NULL;
  wattle_prompt *prompt = NULL;
  wattle_section section = WATTLE_SECTION_INIT;
  (void)registry;
  ACCEPTED(wattle_registry_resolve(own, &converse, NULL, NULL, &bundle, ERR));
  ACCEPTED(wattle_registry_compose(own, &converse, NULL, NULL, &prompt, ERR));
  wattle_registry_free(own);
  CHECK(text_is(wattle_bundle_text(bundle), "base"));
  ACCEPTED(wattle_bundle_section(bundle, 0, &section, ERR));
  CHECK(text_is(section.id, "host.base"));
  CHECK(text_is(wattle_prompt_text(prompt), "base"));
  CHECK(wattle_prompt_event_json(prompt).len > 0);
  ACCEPTED(wattle_prompt_section(prompt, 0, &section, ERR));
  CHECK(text_is(section.id, "host.base"));
  wattle_bundle_free(bundle);
  wattle_prompt_free(prompt);
}

/* Drops that register. */

static void drop_that_registers(void *user_data) {
  const wattle_contribution contribution = text_contribution("host.late", "late");
  drop_tracked(user_data);
  ACCEPTED(wattle_registry_register(current, &contribution, 1, ERR));
  resolves_to(current, "base\n\nlate");
}

static void late_was_registered(void) {
  resolves_to(current, "base\n\nlate");
  remove_static(current, "host.late");
}

static void registering_in_drops(wattle_registry *registry) {
  wattle_contribution removed = text_contribution("host.a", ""), refused = text_contribution("bad", "");
  wattle_safety_policy policy = text_policy("safety.p", "");
  wattle_plugin old = plugin_named("p"), new = plugin_named("p");
  current = registry;
  removed.drop = refused.drop = policy.drop = old.drop = new.drop = drop_that_registers;

  REFUSED(WATTLE_UNNAMESPACED_ID, "bad", wattle_registry_register(registry, &refused, 1, ERR));
  late_was_registered();
  add(registry, &removed);
  remove_static(registry, "host.a");
  late_was_registered();
  ACCEPTED(wattle_registry_register_safety_policy(registry, &policy, ERR));
  ACCEPTED(wattle_registry_unregister_safety_policy(registry, policy.id, ERR));
  late_was_registered();
  ACCEPTED(wattle_registry_register_plugin(registry, &old, ERR));
  ACCEPTED(wattle_registry_replace_plugin(registry, &new, ERR));
  late_was_registered();
  ACCEPTED(wattle_registry_unregister_plugin(registry, new.name, ERR));
  late_was_registered();
}

static void registering_in_the_drop_of_a_global(wattle_registry *registry) {
  const wattle_str all = WATTLE_STR("*");
  const wattle_str_list everywhere = { &all, 1 };
  wattle_contribution global = text_contribution("host.global", "");
  current = registry;
  global.drop = drop_that_registers;
  ACCEPTED(wattle_register_global(&global, everywhere, ERR));
  ACCEPTED(wattle_unregister_global(WATTLE_ORIGIN_STATIC, global.id, ERR));
  late_was_registered();
}

static wattle_status emit_one_that_registers(wattle_call *call) {
  if (inside) return WATTLE_OK; /* the drop resolves */
  inside = true;
  wattle_contribution contribution = text_contribution("act.a", "");
  contribution.drop = drop_that_registers;
  ACCEPTED(wattle_call_emit(call, &contribution, ERR));
  return WATTLE_OK;
}

static void registering_in_the_drop_of_an_emission(wattle_registry *registry) {
  current = registry;
  actor_add(registry, HOOK, emit_one_that_registers);
  actor_composes(registry, HOOK, "base");
  inside = false;
  actor_will(HOOK, do_nothing);
  late_was_registered();
  actor_remove(registry, HOOK);
}

void reentry_tests(void) {
  static const test tests[] = {
    TEST(resolving),
    TEST(writing_around_a_resolution),
    TEST(inner_failures),
    TEST(registering),
    TEST(changing_the_enabled_policies),
    TEST(using_another_registry),
    TEST(freeing),
    TEST(freeing_and_failing),
    TEST(results_outlive_their_registry),
    TEST(registering_in_drops),
    TEST(registering_in_the_drop_of_a_global),
    TEST(registering_in_the_drop_of_an_emission),
  };
  run_tests(tests, COUNT(tests));
}
