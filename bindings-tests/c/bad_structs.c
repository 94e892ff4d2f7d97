/* Sizes of structs, what is behind their last field, reserved fields, and arrays. */
#include <string.h>

#include "check.h"
#include "shapes.h"

/* Hands over a struct whose size is refused: it is not read, so its user_data stays the caller's. */
static void size_is_refused(wattle_registry *registry, const shape *s, size_t size) {
  void *bytes = shape_bytes(s);
  void *user_data = shape_user_data(s, bytes);
  shape_set(bytes, 0, 8, size);
  REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size", s->use(registry, bytes, ERR));
  if (user_data) {
    CHECK(drops_of(user_data) == 0);
    drop_tracked(user_data);
  }
}

static void size_0(wattle_registry *registry) {
  for (const shape *const *s = all_shapes; *s; s++) {
    check_row((*s)->name);
    size_is_refused(registry, *s, 0);
  }
}

static void size_too_small(wattle_registry *registry) {
  for (const shape *const *s = all_shapes; *s; s++) {
    check_row((*s)->name);
    size_is_refused(registry, *s, 1);
    size_is_refused(registry, *s, sizeof(size_t));
    size_is_refused(registry, *s, (*s)->size - 8);
    size_is_refused(registry, *s, (*s)->size - 1);
  }
}

static void size_too_large(wattle_registry *registry) {
  for (const shape *const *s = all_shapes; *s; s++) {
    check_row((*s)->name);
    size_is_refused(registry, *s, WATTLE_STRUCT_MAX_BYTES + 1);
    size_is_refused(registry, *s, WATTLE_STRUCT_MAX_BYTES + 8);
    size_is_refused(registry, *s, SIZE_MAX);
  }
}

static void zeroed(wattle_registry *registry) {
  for (const shape *const *s = all_shapes; *s; s++) {
    void *bytes = shape_bytes(*s);
    void *user_data = shape_user_data(*s, bytes);
    check_row((*s)->name);
    memset(bytes, 0, (*s)->size);
    REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size", (*s)->use(registry, bytes, ERR));
    if (user_data) drop_tracked(user_data);
  }
}

/* All zero but the size. Accepted where every field has a default. */
static void zeroed_with_size(wattle_registry *registry) {
  const struct {
    const shape *shape;
    wattle_status status;
    const char *subject;
  } rows[] = {
    { &context_shape, WATTLE_INVALID_ARGUMENT, "call_class" },
    { &state_shape, WATTLE_OK, NULL },
    { &contribution_shape, WATTLE_INVALID_ARGUMENT, "mode" },
    { &global_shape, WATTLE_INVALID_ARGUMENT, "mode" },
    { &prompt_shape, WATTLE_INVALID_ARGUMENT, "mode" },
    { &runtime_prompt_shape, WATTLE_INVALID_ARGUMENT, "mode" },
    { &emission_shape, WATTLE_INVALID_ARGUMENT, "mode" },
    { &policy_shape, WATTLE_INVALID_ARGUMENT, "" },
    { &plugin_policy_shape, WATTLE_INVALID_ARGUMENT, "" },
    { &plugin_shape, WATTLE_INVALID_ARGUMENT, "" },
    { &replacement_shape, WATTLE_INVALID_ARGUMENT, "" },
    { &registry_options_shape, WATTLE_OK, NULL },
    { &resolve_options_shape, WATTLE_OK, NULL },
    { &compose_options_shape, WATTLE_OK, NULL },
    { &resolve_probes_shape, WATTLE_OK, NULL },
    { &compose_probes_shape, WATTLE_OK, NULL },
    { &candidate_shape, WATTLE_INVALID_ARGUMENT, "tier" },
    { &module_shape, WATTLE_NULL_ARGUMENT, "render" },
    { &agent_context_shape, WATTLE_OK, NULL },
    { &build_options_shape, WATTLE_OK, NULL },
    { &build_probes_shape, WATTLE_OK, NULL },
    { &safety_context_shape, WATTLE_INVALID_ARGUMENT, "call_class" },
    { &command_shape, WATTLE_OK, NULL },
    { &tool_filter_shape, WATTLE_OK, NULL },
    { &rendered_state_shape, WATTLE_OK, NULL },
    { &async_job_shape, WATTLE_OK, NULL },
    { &guidance_entry_shape, WATTLE_INVALID_ARGUMENT, "mode" },
    { &tool_error_shape, WATTLE_OK, NULL },
    { &summary_shape, WATTLE_OK, NULL },
    { &section_shape, WATTLE_INVALID_ARGUMENT, "tier" },
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    const shape *s = rows[i].shape;
    void *bytes = shape_bytes(s);
    void *user_data = shape_user_data(s, bytes);
    check_row(s->name);
    memset(bytes, 0, s->size);
    shape_set(bytes, 0, 8, s->size);
    if (rows[i].status == WATTLE_OK) ACCEPTED(s->use(registry, bytes, ERR));
    else REFUSED(rows[i].status, rows[i].subject, s->use(registry, bytes, ERR));
    if (user_data) drop_tracked(user_data);
  }
}

static void larger_with_zero_tail(wattle_registry *registry) {
  for (const shape *const *s = all_shapes; *s; s++) {
    const size_t sizes[] = { (*s)->size + 8, (*s)->size + 64, WATTLE_STRUCT_MAX_BYTES };
    check_row((*s)->name);
    for (size_t i = 0; i < COUNT(sizes); i++) {
      void *bytes = shape_bytes(*s);
      shape_set(bytes, 0, 8, sizes[i]);
      ACCEPTED((*s)->use(registry, bytes, ERR));
    }
  }
}

/* The size is one that is read, so the user_data is taken. */
static void larger_with_set_tail(wattle_registry *registry) {
  for (const shape *const *s = all_shapes; *s; s++) {
    const size_t sizes[] = { (*s)->size + 8, (*s)->size + 64, WATTLE_STRUCT_MAX_BYTES };
    check_row((*s)->name);
    for (size_t i = 0; i < COUNT(sizes); i++) {
      void *bytes = shape_bytes(*s);
      shape_set(bytes, 0, 8, sizes[i]);
      shape_set(bytes, sizes[i] - 1, 1, 1);
      REFUSED(WATTLE_UNSUPPORTED, (*s)->name, (*s)->use(registry, bytes, ERR));
    }
  }
}

static void reserved_fields(wattle_registry *registry) {
  const size_t scope = offsetof(wattle_contribution, scope) + offsetof(wattle_scope, reserved);
  const struct {
    const shape *shape;
    size_t offset, len;
  } rows[] = {
    { &context_shape, offsetof(wattle_context, reserved), 4 },
    { &contribution_shape, offsetof(wattle_contribution, reserved), 4 },
    { &contribution_shape, scope, 4 },
    { &global_shape, offsetof(wattle_contribution, reserved), 4 },
    { &prompt_shape, scope, 4 },
    { &runtime_prompt_shape, offsetof(wattle_contribution, reserved), 4 },
    { &emission_shape, scope, 4 },
    { &policy_shape, offsetof(wattle_safety_policy, reserved), 7 },
    { &plugin_policy_shape, offsetof(wattle_safety_policy, reserved), 7 },
    { &registry_options_shape, offsetof(wattle_registry_options, reserved), 4 },
    { &resolve_options_shape, offsetof(wattle_resolve_options, reserved), 6 },
    { &compose_options_shape, offsetof(wattle_compose_options, reserved), 1 },
    { &candidate_shape, offsetof(wattle_candidate, reserved), 3 },
    { &module_shape, offsetof(wattle_module, reserved), 3 },
    { &safety_context_shape, offsetof(wattle_context, reserved), 4 },
    { &tool_filter_shape, offsetof(wattle_tool_filter, reserved), 1 },
    { &async_job_shape, offsetof(wattle_async_job, reserved), 3 },
    { &guidance_entry_shape, offsetof(wattle_guidance_entry, reserved), 4 },
    { &summary_shape, offsetof(wattle_summary, reserved), 6 },
    { &section_shape, offsetof(wattle_section, reserved), 7 },
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    check_row(rows[i].shape->name);
    for (size_t byte = 0; byte < rows[i].len; byte++) {
      void *bytes = shape_bytes(rows[i].shape);
      shape_set(bytes, rows[i].offset + byte, 1, 1);
      const char *subject = rows[i].offset == scope ? "scope.reserved" : "reserved";
      REFUSED(WATTLE_INVALID_ARGUMENT, subject, rows[i].shape->use(registry, bytes, ERR));
    }
  }
}

/* Arrays */

/* Contributions of a newer header: a field more, which is zero. */
struct larger_contribution {
  wattle_contribution known;
  uint64_t newer;
};

static void larger_elements(wattle_registry *registry) {
  struct larger_contribution three[3] = { { text_contribution("host.a", "a"), 0 },
                                          { text_contribution("host.b", "b"), 0 },
                                          { text_contribution("host.c", "c"), 0 } };
  for (size_t i = 0; i < 3; i++) three[i].known.struct_size = sizeof three[i];
  ACCEPTED(wattle_registry_register(registry, &three[0].known, 3, ERR));
  resolves_to(registry, "base\n\na\n\nb\n\nc");
  remove_static(registry, "host.a");
  remove_static(registry, "host.b");
  remove_static(registry, "host.c");
}

/* The last one sets the field that is not known: all are taken, none is registered. */
static void larger_elements_with_set_tail(wattle_registry *registry) {
  struct larger_contribution two[2] = { { text_contribution("host.a", "a"), 0 },
                                        { text_contribution("host.b", "b"), 1 } };
  for (size_t i = 0; i < 2; i++) two[i].known.struct_size = sizeof two[i];
  REFUSED(WATTLE_UNSUPPORTED, "wattle_contribution", wattle_registry_register(registry, &two[0].known, 2, ERR));
}

/* The one that disagrees is not read, so its user_data stays the caller's; the others' is taken. */
static void elements_that_disagree(wattle_registry *registry) {
  wattle_contribution three[] = { text_contribution("host.a", "a"), text_contribution("host.b", "b"),
                                  text_contribution("host.c", "c") };
  three[1].struct_size += 8;
  REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size", wattle_registry_register(registry, three, 3, ERR));
  CHECK(drops_of(three[0].user_data) == 1 && drops_of(three[1].user_data) == 0 && drops_of(three[2].user_data) == 1);
  drop_tracked(three[1].user_data);
}

static void refused_stride(wattle_registry *registry) {
  wattle_contribution two[] = { text_contribution("host.a", "a"), text_contribution("host.b", "b") };
  two[0].struct_size = 0;
  REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size", wattle_registry_register(registry, two, 2, ERR));
  for (size_t i = 0; i < 2; i++) {
    CHECK(drops_of(two[i].user_data) == 0);
    drop_tracked(two[i].user_data);
  }
}

/* A plugin's own user_data and those of its sound arrays are taken; of the array with the bad stride none is. */
static void refused_stride_in_a_plugin(wattle_registry *registry) {
  const wattle_contribution prompt = text_contribution("p.a", "a");
  wattle_contribution runtime_prompts[] = { text_contribution("p.b", "b"), text_contribution("p.c", "c") };
  const wattle_safety_policy policy = text_policy("safety.p", "p");
  wattle_plugin plugin = plugin_named("p");
  runtime_prompts[0].struct_size = 7;
  plugin.prompts = &prompt;
  plugin.runtime_prompts = runtime_prompts;
  plugin.safety_policies = &policy;
  plugin.prompts_len = plugin.safety_policies_len = 1;
  plugin.runtime_prompts_len = 2;
  REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size", wattle_registry_register_plugin(registry, &plugin, ERR));
  for (size_t i = 0; i < 2; i++) {
    CHECK(drops_of(runtime_prompts[i].user_data) == 0);
    drop_tracked(runtime_prompts[i].user_data);
  }
}

/* A plugin that sets an unknown field is read, so that its rows are taken with it. */
static void plugin_with_set_tail(wattle_registry *registry) {
  const wattle_contribution prompt = text_contribution("p.a", "a");
  const wattle_safety_policy policy = text_policy("safety.p", "p");
  struct {
    wattle_plugin known;
    uint64_t newer;
  } plugin = { plugin_named("p"), 1 };
  plugin.known.struct_size = sizeof plugin;
  plugin.known.prompts = &prompt;
  plugin.known.safety_policies = &policy;
  plugin.known.prompts_len = plugin.known.safety_policies_len = 1;
  REFUSED(WATTLE_UNSUPPORTED, "wattle_plugin", wattle_registry_register_plugin(registry, &plugin.known, ERR));
}

static void policies_that_disagree(wattle_registry *registry) {
  wattle_safety_policy policies[] = { text_policy("safety.a", "a"), text_policy("safety.b", "b") };
  wattle_plugin plugin = plugin_named("p");
  policies[1].struct_size -= 8;
  plugin.safety_policies = policies;
  plugin.safety_policies_len = 2;
  REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size", wattle_registry_register_plugin(registry, &plugin, ERR));
  CHECK(drops_of(policies[0].user_data) == 1 && drops_of(policies[1].user_data) == 0);
  drop_tracked(policies[1].user_data);
}

static void candidates_that_disagree(wattle_registry *registry) {
  wattle_candidate two[] = {
    WATTLE_CANDIDATE(.id = WATTLE_STR("a"), .tier = WATTLE_TIER_CORE),
    WATTLE_CANDIDATE(.id = WATTLE_STR("b"), .tier = WATTLE_TIER_CORE),
  };
  wattle_prompt *prompt = UNTOUCHED;
  (void)registry;
  two[1].struct_size = 0;
  REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size", wattle_compose(two, 2, NULL, &prompt, ERR));
  two[1].struct_size = sizeof two[1] + 8;
  REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size", wattle_compose(two, 2, NULL, &prompt, ERR));
  CHECK(prompt == UNTOUCHED);
}

static void commands_and_tools_that_disagree(wattle_registry *registry) {
  wattle_command commands[] = { WATTLE_COMMAND_INIT, WATTLE_COMMAND_INIT };
  wattle_tool tools[] = { WATTLE_TOOL_INIT, WATTLE_TOOL_INIT };
  const wattle_tool_filter filter = WATTLE_TOOL_FILTER_INIT;
  const wattle_agent_context context = WATTLE_AGENT_CONTEXT(.commands = commands, .commands_len = 2);
  wattle_module_builder *builder = NULL;
  wattle_prompt *prompt = UNTOUCHED;
  size_t kept[] = { 77, 78 }, kept_len = 79;
  (void)registry;
  commands[1].struct_size += 8;
  tools[1].struct_size -= 8;
  ACCEPTED(wattle_module_builder_new(&builder, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size", wattle_module_builder_build(builder, &context, NULL, &prompt, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "struct_size", wattle_filter_tools(&filter, tools, 2, kept, &kept_len, ERR));
  CHECK(prompt == UNTOUCHED && kept[0] == 77 && kept_len == 79);
  wattle_module_builder_free(builder);
}

void struct_tests(void) {
  static const test tests[] = {
    TEST(size_0),
    TEST(size_too_small),
    TEST(size_too_large),
    TEST(zeroed),
    TEST(zeroed_with_size),
    TEST(larger_with_zero_tail),
    TEST(larger_with_set_tail),
    TEST(reserved_fields),
    TEST(larger_elements),
    TEST(larger_elements_with_set_tail),
    TEST(elements_that_disagree),
    TEST(refused_stride),
    TEST(refused_stride_in_a_plugin),
    TEST(plugin_with_set_tail),
    TEST(policies_that_disagree),
    TEST(candidates_that_disagree),
    TEST(commands_and_tools_that_disagree),
  };
  run_tests(tests, COUNT(tests));
}
