/* Ids of contributions and policies, and names of plugins: length, form, namespaces, duplicates. */
#include <string.h>

#include "check.h"
#include "shapes.h"

/* An id of the given length: "<namespace>.xxxx". */
static const char *id_of_length(const char *space, size_t len) {
  static char id[512];
  size_t used = strlen(space);
  memset(id, 'x', len);
  memcpy(id, space, used);
  id[used] = '.';
  id[len] = '\0';
  return id;
}

/* Each way to register a contribution. */
static const shape *const ways[] = {
  &contribution_shape, &global_shape, &prompt_shape, &runtime_prompt_shape, &emission_shape,
};

static const wattle_mode modes[] = { WATTLE_APPEND, WATTLE_PREPEND, WATTLE_REPLACE };

/* The id is refused in every way and mode. An id with a NUL inside is compared as far as that. */
static void id_is_refused(wattle_registry *registry, wattle_str id, wattle_status status) {
  for (size_t way = 0; way < COUNT(ways); way++) {
    for (size_t mode = 0; mode < COUNT(modes); mode++) {
      wattle_contribution *contribution = shape_bytes(ways[way]);
      wattle_error *error = NULL;
      contribution->id = id;
      contribution->mode = modes[mode];
      CHECK(ways[way]->use(registry, contribution, &error) == status);
      CHECK(wattle_error_subject(error).len == id.len);
      CHECK(id.len == 0 || memcmp(wattle_error_subject(error).data, id.data, id.len) == 0);
      wattle_error_free(error);
    }
  }
}

static void policy_id_is_refused(wattle_registry *registry, wattle_str id, wattle_status status) {
  static const shape *const policy_ways[] = { &policy_shape, &plugin_policy_shape };
  for (size_t way = 0; way < COUNT(policy_ways); way++) {
    wattle_safety_policy *policy = shape_bytes(policy_ways[way]);
    wattle_error *error = NULL;
    policy->id = id;
    CHECK(policy_ways[way]->use(registry, policy, &error) == status);
    CHECK(wattle_error_subject(error).len == id.len);
    wattle_error_free(error);
  }
}

static void id_of_256_bytes(wattle_registry *registry) {
  const char *id = id_of_length("host", WATTLE_ID_MAX_BYTES);
  wattle_contribution contribution = text_contribution(id, "long");
  add(registry, &contribution);
  resolves_to(registry, "base\n\nlong");
  remove_static(registry, id);
}

static void ids_too_long(wattle_registry *registry) {
  id_is_refused(registry, wattle_cstr(id_of_length("p", WATTLE_ID_MAX_BYTES + 1)), WATTLE_UNNAMESPACED_ID);
  id_is_refused(registry, wattle_cstr(id_of_length("p", 300)), WATTLE_UNNAMESPACED_ID);
  policy_id_is_refused(registry, wattle_cstr(id_of_length("safety", WATTLE_ID_MAX_BYTES + 1)), WATTLE_UNNAMESPACED_ID);
}

/* The limit is of bytes: 129 characters of two bytes are too long. */
static void id_of_wide_characters(wattle_registry *registry) {
  char id[2 + 2 * 128];
  memcpy(id, "p.", 2);
  for (size_t i = 2; i < sizeof id; i += 2) memcpy(id + i, "\xC3\xA9", 2);
  const wattle_str text = { id, sizeof id };
  id_is_refused(registry, text, WATTLE_UNNAMESPACED_ID);
}

static void ids_without_form(wattle_registry *registry) {
  const wattle_str ids[] = {
    WATTLE_STR(""),           WATTLE_STR("."),          WATTLE_STR(".a"),        WATTLE_STR("a."),
    WATTLE_STR("nodot"),      WATTLE_STR("p.a b"),      WATTLE_STR(" p.a"),      WATTLE_STR("p.a "),
    WATTLE_STR("p.a\tb"),     WATTLE_STR("p.a\n"),      WATTLE_STR("p.\x1F"),    WATTLE_STR("p.a\x7F"),
    WATTLE_STR("p.a\0b"),     WATTLE_STR("p\0.a"),      WATTLE_STR("p.a\0"),
    WATTLE_STR("p.\xC2\xA0"), /* no-break space */
    WATTLE_STR("p.\xC2\x85"), /* next line */
    WATTLE_STR("p.\xE2\x80\xA8"), /* line separator */
    WATTLE_STR("p.\xE3\x80\x80"), /* ideographic space */
  };
  for (size_t i = 0; i < COUNT(ids); i++) {
    check_row(ids[i].data);
    id_is_refused(registry, ids[i], WATTLE_UNNAMESPACED_ID);
    policy_id_is_refused(registry, ids[i], WATTLE_UNNAMESPACED_ID);
  }
}

static void reserved_namespaces(wattle_registry *registry) {
  id_is_refused(registry, WATTLE_STR("safety.a"), WATTLE_RESERVED_NAMESPACE);
  for (size_t way = 0; way < COUNT(ways); way++) {
    for (size_t mode = 0; mode < 2; mode++) {
      wattle_contribution *contribution = shape_bytes(ways[way]);
      contribution->id = WATTLE_STR("core.a");
      contribution->mode = modes[mode];
      REFUSED(WATTLE_RESERVED_NAMESPACE, "core.a", ways[way]->use(registry, contribution, ERR));
    }
  }
}

/* A plugin appends and prepends under its own name only, and names are compared byte for byte. */
static void foreign_namespaces(wattle_registry *registry) {
  static const shape *const plugin_ways[] = { &prompt_shape, &runtime_prompt_shape, &emission_shape };
  static const char *const ids[] = { "host.a", "pp.a", "P.a", "p-.a" };
  for (size_t way = 0; way < COUNT(plugin_ways); way++) {
    for (size_t i = 0; i < COUNT(ids); i++) {
      wattle_contribution *contribution = shape_bytes(plugin_ways[way]);
      contribution->id = wattle_cstr(ids[i]);
      REFUSED(WATTLE_FOREIGN_NAMESPACE, ids[i], plugin_ways[way]->use(registry, contribution, ERR));
    }
  }
  policy_id_is_refused(registry, WATTLE_STR("p.a"), WATTLE_FOREIGN_NAMESPACE);
  policy_id_is_refused(registry, WATTLE_STR("core.a"), WATTLE_FOREIGN_NAMESPACE);
}

static void duplicates(wattle_registry *registry) {
  const wattle_contribution again = text_contribution("host.base", "again");
  const wattle_contribution two[] = { text_contribution("host.a", "a"), text_contribution("host.a", "a") };
  const wattle_safety_policy policy = text_policy("safety.a", "a"), same = text_policy("safety.a", "a");
  REFUSED(WATTLE_DUPLICATE_CONTRIBUTION_ID, "host.base", wattle_registry_register(registry, &again, 1, ERR));
  REFUSED(WATTLE_DUPLICATE_CONTRIBUTION_ID, "host.a", wattle_registry_register(registry, two, 2, ERR));
  ACCEPTED(wattle_registry_register_safety_policy(registry, &policy, ERR));
  REFUSED(WATTLE_DUPLICATE_CONTRIBUTION_ID, "safety.a", wattle_registry_register_safety_policy(registry, &same, ERR));
  ACCEPTED(wattle_registry_unregister_safety_policy(registry, WATTLE_STR("safety.a"), ERR));
}

static void unknown_ids(wattle_registry *registry) {
  const wattle_plugin plugin = plugin_named("nobody");
  const wattle_str id = WATTLE_STR("host.nobody"), base = WATTLE_STR("host.base");
  REFUSED(WATTLE_UNKNOWN_CONTRIBUTION, "host.nobody",
          wattle_registry_unregister(registry, WATTLE_ORIGIN_STATIC, id, ERR));
  REFUSED(WATTLE_UNKNOWN_CONTRIBUTION, "host.base",
          wattle_registry_unregister(registry, WATTLE_ORIGIN_RUNTIME_AWARE, base, ERR));
  REFUSED(WATTLE_UNKNOWN_CONTRIBUTION, "host.base", wattle_unregister_global(WATTLE_ORIGIN_STATIC, base, ERR));
  REFUSED(WATTLE_UNKNOWN_PLUGIN, "nobody", wattle_registry_unregister_plugin(registry, WATTLE_STR("nobody"), ERR));
  REFUSED(WATTLE_UNKNOWN_PLUGIN, "nobody", wattle_registry_replace_plugin(registry, &plugin, ERR));
  REFUSED(WATTLE_UNKNOWN_SAFETY_POLICY, "safety.nobody",
          wattle_registry_unregister_safety_policy(registry, WATTLE_STR("safety.nobody"), ERR));
}

/* A misspelt policy is accepted on the list, and fails every resolution until it is known. */
static void unknown_enabled_policy(wattle_registry *registry) {
  const wattle_str ids[] = { WATTLE_STR("safety.unknown"), WATTLE_STR("safety.other") };
  const wattle_str_list list = { ids, 2 };
  char hex[65] = "";
  ACCEPTED(wattle_registry_set_enabled_safety_policies(registry, list, ERR));
  resolve_fails(registry, WATTLE_UNKNOWN_SAFETY_POLICY, "safety.unknown");
  REFUSED(WATTLE_UNKNOWN_SAFETY_POLICY, "safety.unknown", wattle_registry_fingerprint(registry, &converse, hex, ERR));
  CHECK(hex[0] == '\0');
  ACCEPTED(wattle_registry_set_enabled_safety_policies(registry, (wattle_str_list)WATTLE_STR_LIST_INIT, ERR));
}

static void plugin_names(wattle_registry *registry) {
  char longest[WATTLE_PLUGIN_NAME_MAX_BYTES + 2];
  static const char *const names[] = { "", ".", "a.b", "a b", " a", "a\n", "core", "safety", "a\xC2\xA0" };
  memset(longest, 'x', sizeof longest);
  longest[WATTLE_PLUGIN_NAME_MAX_BYTES] = '\0';
  const wattle_plugin at_the_limit = plugin_named(longest);
  ACCEPTED(wattle_registry_register_plugin(registry, &at_the_limit, ERR));
  ACCEPTED(wattle_registry_unregister_plugin(registry, at_the_limit.name, ERR));

  longest[WATTLE_PLUGIN_NAME_MAX_BYTES] = 'x';
  longest[WATTLE_PLUGIN_NAME_MAX_BYTES + 1] = '\0';
  const wattle_plugin above = plugin_named(longest), replacement = plugin_named(longest);
  REFUSED(WATTLE_INVALID_ARGUMENT, longest, wattle_registry_register_plugin(registry, &above, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, longest, wattle_registry_replace_plugin(registry, &replacement, ERR));
  for (size_t i = 0; i < COUNT(names); i++) {
    const wattle_plugin first = plugin_named(names[i]), second = plugin_named(names[i]);
    check_row(names[i]);
    REFUSED(WATTLE_INVALID_ARGUMENT, names[i], wattle_registry_register_plugin(registry, &first, ERR));
    REFUSED(WATTLE_INVALID_ARGUMENT, names[i], wattle_registry_replace_plugin(registry, &second, ERR));
  }
}

/* A plugin is registered as a whole or not at all. */
static void plugin_with_one_bad_row(wattle_registry *registry) {
  const wattle_contribution prompt = text_contribution("p.a", "a");
  const wattle_contribution runtime_prompts[] = { text_contribution("p.b", "b"), text_contribution("p.b", "again") };
  const wattle_safety_policy policy = text_policy("safety.p", "p");
  wattle_plugin plugin = plugin_named("p"), other = plugin_named("p"), same = plugin_named("p");
  plugin.prompts = &prompt;
  plugin.runtime_prompts = runtime_prompts;
  plugin.safety_policies = &policy;
  plugin.prompts_len = plugin.safety_policies_len = 1;
  plugin.runtime_prompts_len = 2;
  REFUSED(WATTLE_DUPLICATE_CONTRIBUTION_ID, "p.b", wattle_registry_register_plugin(registry, &plugin, ERR));
  ACCEPTED(wattle_registry_register_plugin(registry, &other, ERR));
  REFUSED(WATTLE_DUPLICATE_PLUGIN, "p", wattle_registry_register_plugin(registry, &same, ERR));
  ACCEPTED(wattle_registry_unregister_plugin(registry, WATTLE_STR("p"), ERR));
}

void id_tests(void) {
  static const test tests[] = {
    TEST(id_of_256_bytes),
    TEST(ids_too_long),
    TEST(id_of_wide_characters),
    TEST(ids_without_form),
    TEST(reserved_namespaces),
    TEST(foreign_namespaces),
    TEST(duplicates),
    TEST(unknown_ids),
    TEST(unknown_enabled_policy),
    TEST(plugin_names),
    TEST(plugin_with_one_bad_row),
  };
  run_tests(tests, COUNT(tests));
}
