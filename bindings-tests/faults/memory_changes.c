/* Changes that run out of memory: refused, they change nothing and drop what they took; again, they succeed. */
#include "memory.h"

#include <string.h>

#define MANY 9

static char large[20000];

/* What the registry says of all in it, as an own text. */
static wattle_text *dump(const wattle_registry *registry) {
  wattle_text *text = NULL;
  ACCEPTED(wattle_registry_json(registry, &text, ERR));
  return text;
}

static wattle_text *before;

static void begin(const wattle_registry *registry) {
  memset(large, 'x', sizeof large);
  before = dump(registry);
}

static void is_as_before(const wattle_registry *registry) {
  wattle_text *now = dump(registry);
  CHECK(text_is(wattle_text_view(now), wattle_text_view(before).data));
  wattle_text_free(now);
}

static void end(void) { wattle_text_free(before); }

static const wattle_str tools[] = { WATTLE_STR_INIT("saw"), WATTLE_STR_INIT("plane") };

/* Contributions of all that one can have; each is tracked. */
static void rows(wattle_contribution contributions[MANY], const char ids[MANY][9], bool aware) {
  for (size_t i = 0; i < MANY; i++) {
    contributions[i] = text_contribution(ids[i], "text");
    contributions[i].condensed = WATTLE_STR("short");
    contributions[i].scope.family = WATTLE_STR("anthropic");
    contributions[i].scope.tenant_id = contributions[i].scope.runtime_role = (wattle_str){ large, sizeof large };
    if (aware) contributions[i].requires_tools = (wattle_str_list){ tools, COUNT(tools) };
  }
}

static const char ids[MANY][9] = { "p.a", "p.b", "p.c", "p.d", "p.e", "p.f", "p.g", "p.h", "p.i" };

static void registering(wattle_registry *registry) {
  wattle_contribution contributions[MANY];
  begin(registry);
  rows(contributions, ids, false);
  if (RUNS_OUT(wattle_registry_register(registry, contributions, MANY, ERR))) {
    is_as_before(registry);
    for (size_t i = 0; i < MANY; i++) CHECK(drops_of(contributions[i].user_data) == 1);
    rows(contributions, ids, false);
    ACCEPTED(wattle_registry_register(registry, contributions, MANY, ERR));
  }
  for (size_t i = 0; i < MANY; i++) remove_static(registry, ids[i]);
  end();
}

static void removing(wattle_registry *registry) {
  const wattle_contribution contribution = text_contribution("host.a", "a");
  add(registry, &contribution);
  begin(registry);
  if (RUNS_OUT(wattle_registry_unregister(registry, WATTLE_ORIGIN_STATIC, WATTLE_STR("host.a"), ERR))) {
    is_as_before(registry);
    CHECK(drops_of(contribution.user_data) == 0);
    remove_static(registry, "host.a");
  }
  CHECK(drops_of(contribution.user_data) == 1);
  end();
}

/* Runs with a plugin of rows of all kinds. */
static void with_plugin(wattle_plugin *plugin, void (*run)(wattle_registry *, wattle_plugin *), wattle_registry *registry) {
  wattle_contribution prompts[MANY], runtime_prompts[MANY];
  const wattle_safety_policy policies[] = { text_policy("safety.a", "a"), text_policy("safety.b", "b") };
  rows(prompts, ids, false);
  rows(runtime_prompts, ids, true);
  *plugin = plugin_named("p");
  plugin->prompts = prompts;
  plugin->runtime_prompts = runtime_prompts;
  plugin->prompts_len = plugin->runtime_prompts_len = MANY;
  plugin->safety_policies = policies;
  plugin->safety_policies_len = COUNT(policies);
  run(registry, plugin);
}

static void accept_plugin(wattle_registry *registry, wattle_plugin *plugin) { ACCEPTED(wattle_registry_register_plugin(registry, plugin, ERR)); }

static void accept_replacement(wattle_registry *registry, wattle_plugin *plugin) { ACCEPTED(wattle_registry_replace_plugin(registry, plugin, ERR)); }

static void register_short(wattle_registry *registry, wattle_plugin *plugin) {
  wattle_plugin again;
  if (!RUNS_OUT(wattle_registry_register_plugin(registry, plugin, ERR))) return;
  is_as_before(registry);
  CHECK(drops_of(plugin->user_data) == 1 && drops_of(plugin->prompts[MANY - 1].user_data) == 1);
  with_plugin(&again, accept_plugin, registry);
}

static void replace_short(wattle_registry *registry, wattle_plugin *plugin) {
  wattle_plugin again;
  if (!RUNS_OUT(wattle_registry_replace_plugin(registry, plugin, ERR))) return;
  is_as_before(registry);
  CHECK(drops_of(plugin->user_data) == 1 && drops_of(plugin->prompts[MANY - 1].user_data) == 1);
  with_plugin(&again, accept_replacement, registry);
}

static void registering_a_plugin(wattle_registry *registry) {
  wattle_plugin plugin;
  begin(registry);
  with_plugin(&plugin, register_short, registry);
  ACCEPTED(wattle_registry_unregister_plugin(registry, WATTLE_STR("p"), ERR));
  is_as_before(registry);
  end();
}

static void replacing_a_plugin(wattle_registry *registry) {
  wattle_plugin first, plugin;
  with_plugin(&first, accept_plugin, registry);
  begin(registry);
  with_plugin(&plugin, replace_short, registry);
  CHECK(drops_of(first.user_data) == 1);
  ACCEPTED(wattle_registry_unregister_plugin(registry, WATTLE_STR("p"), ERR));
  end();
}

static void removing_a_plugin(wattle_registry *registry) {
  wattle_plugin plugin;
  with_plugin(&plugin, accept_plugin, registry);
  begin(registry);
  if (RUNS_OUT(wattle_registry_unregister_plugin(registry, WATTLE_STR("p"), ERR))) {
    is_as_before(registry);
    CHECK(drops_of(plugin.user_data) == 0);
    ACCEPTED(wattle_registry_unregister_plugin(registry, WATTLE_STR("p"), ERR));
  }
  CHECK(drops_of(plugin.user_data) == 1);
  end();
}

static void policies(wattle_registry *registry) {
  wattle_safety_policy policy = text_policy("safety.a", "a");
  const wattle_str listed = WATTLE_STR("safety.a");
  begin(registry);
  if (RUNS_OUT(wattle_registry_register_safety_policy(registry, &policy, ERR))) {
    is_as_before(registry);
    CHECK(drops_of(policy.user_data) == 1);
    policy = text_policy("safety.a", "a");
    ACCEPTED(wattle_registry_register_safety_policy(registry, &policy, ERR));
  }
  end();
  begin(registry);
  if (RUNS_OUT(wattle_registry_set_enabled_safety_policies(registry, (wattle_str_list){ &listed, 1 }, ERR))) is_as_before(registry);
  ACCEPTED(wattle_registry_set_enabled_safety_policies(registry, (wattle_str_list)WATTLE_STR_LIST_INIT, ERR));
  if (RUNS_OUT(wattle_registry_unregister_safety_policy(registry, policy.id, ERR))) {
    is_as_before(registry);
    ACCEPTED(wattle_registry_unregister_safety_policy(registry, policy.id, ERR));
  }
  CHECK(drops_of(policy.user_data) == 1);
  end();
}

static void globals(wattle_registry *registry) {
  const wattle_str all = WATTLE_STR("*"), one[] = { WATTLE_STR("one"), WATTLE_STR("two") };
  wattle_contribution global = text_contribution("g.a", "global");
  if (RUNS_OUT(wattle_register_global(&global, (wattle_str_list){ &all, 1 }, ERR))) {
    CHECK(drops_of(global.user_data) == 1);
    global = text_contribution("g.a", "global");
    ACCEPTED(wattle_register_global(&global, (wattle_str_list){ &all, 1 }, ERR));
  }
  resolves_to(registry, "base\n\nglobal");
  const wattle_contribution other = text_contribution("g.b", "other");
  if (RUNS_OUT(wattle_register_global(&other, (wattle_str_list){ one, 2 }, ERR))) CHECK(drops_of(other.user_data) == 1);
  else ACCEPTED(wattle_unregister_global(WATTLE_ORIGIN_STATIC, WATTLE_STR("g.b"), ERR));
  if (RUNS_OUT(wattle_unregister_global(WATTLE_ORIGIN_STATIC, WATTLE_STR("g.a"), ERR))) {
    resolves_to(registry, "base\n\nglobal");
    ACCEPTED(wattle_unregister_global(WATTLE_ORIGIN_STATIC, WATTLE_STR("g.a"), ERR));
  }
  CHECK(drops_of(global.user_data) == 1);
}

static void loading_a_manifest(wattle_registry *registry) {
  const wattle_str json = WATTLE_STR("{\"plugins\":[{\"name\":\"m\",\"prompts\":[{\"id\":\"m.a\",\"mode\":\"append\",\"content\":{\"text\":\"m\"}}]}]}");
  begin(registry);
  if (RUNS_OUT(wattle_registry_load_json(registry, json, ERR))) {
    is_as_before(registry);
    ACCEPTED(wattle_registry_load_json(registry, json, ERR));
  }
  resolves_to(registry, "base\n\nm");
  ACCEPTED(wattle_registry_unregister_plugin(registry, WATTLE_STR("m"), ERR));
  end();
}

static void new_registries(wattle_registry *registry) {
  const wattle_registry_options options = WATTLE_REGISTRY_OPTIONS(.runtime_id = WATTLE_STR("run"), .seed_core_templates = WATTLE_YES,
                                                                  .enabled_safety_policies = { tools, COUNT(tools) });
  wattle_registry *other = UNTOUCHED;
  (void)registry;
  if (RUNS_OUT(wattle_registry_new(&options, &other, ERR))) {
    CHECK(other == UNTOUCHED);
    ACCEPTED(wattle_registry_new(&options, &other, ERR));
  }
  wattle_registry_free(other);
}

static void freezing(wattle_registry *registry) {
  wattle_registry *snapshot = UNTOUCHED;
  wattle_plugin plugin;
  with_plugin(&plugin, accept_plugin, registry);
  if (RUNS_OUT(wattle_registry_snapshot(registry, &snapshot, ERR))) CHECK(snapshot == UNTOUCHED);
  else wattle_registry_free(snapshot);
  /* Nothing is held by what failed. */
  ACCEPTED(wattle_registry_unregister_plugin(registry, WATTLE_STR("p"), ERR));
  CHECK(drops_of(plugin.user_data) == 1);
}

const test scenarios_of_changes[] = {
  TEST(registering), TEST(removing), TEST(registering_a_plugin), TEST(replacing_a_plugin), TEST(removing_a_plugin), TEST(policies),
  TEST(globals), TEST(loading_a_manifest), TEST(new_registries), TEST(freezing),
};
const size_t scenarios_of_changes_len = COUNT(scenarios_of_changes);
