/* Prints the lines of ../goldens.txt, as this face of the library computes them: see tests/goldens.rs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wattle.h>

#include "sha256.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* What is seeded, and in the last three what a host replaces and adds. */
static const struct variant {
  const char *name;
  const char *replaced; /* NULL: the host adds nothing */
  wattle_maybe templates;
} variants[] = {
  { "defaults", NULL, 0 },
  { "templates", NULL, WATTLE_YES },
  { "replace-one", WATTLE_FORMATTING_BASELINE_ID, 0 },
  { "replace-all", WATTLE_DEFAULT_SYSTEM_PROMPT_ID, 0 },
  { "opt-in", WATTLE_ROLE_TEMPLATE_ID, 0 },
};

static const wattle_str families[] = { WATTLE_STR_INIT("anthropic"), WATTLE_STR_INIT("openai"), WATTLE_STR_INIT("google") };
static const wattle_str roles[] = { WATTLE_STR_ABSENT, WATTLE_STR_INIT("reviewer") };

static wattle_error *error;

static void must(wattle_status status) {
  if (status == WATTLE_OK) return;
  fprintf(stderr, "%s\n", wattle_error_message(error).data);
  exit(1);
}

static void register_host(wattle_registry *registry, const char *replaced) {
  const wattle_scope reviewer = { 0, 0, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, WATTLE_STR("reviewer") };
  const wattle_scope google = { 0, 0, WATTLE_STR("google"), WATTLE_STR_ABSENT, WATTLE_STR_ABSENT };
  const wattle_scope synthesis = { WATTLE_SYNTHESIZE, 0, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT };
  const wattle_str shell = WATTLE_STR("shell");
  wattle_contribution host[] = {
    WATTLE_CONTRIBUTION_INIT,
    wattle_prepend_persona(WATTLE_STR("host.persona"), WATTLE_STR("You are the orchard's gardener.")),
    wattle_scoped_prompt(WATTLE_STR("host.reviewer"), reviewer, WATTLE_STR("Review; change nothing.")),
    wattle_scoped_prompt(WATTLE_STR("host.google"), google, WATTLE_STR("Use short function calls.")),
    wattle_scoped_prompt(WATTLE_STR("host.synthesis"), synthesis, WATTLE_STR("Write the whole report.")),
    wattle_append_prompt(WATTLE_STR("host.shell"), WATTLE_STR("Say what a command will change before you run it.")),
  };
  const wattle_str text = WATTLE_STR("The host says this in its own words: d\xC3\xA9j\xC3\xA0 vu, \xF0\x9F\x9A\x80.");
  must(wattle_replace_core(wattle_cstr(replaced), text, &host[0], &error));
  host[COUNT(host) - 1].requires_tools.items = &shell;
  host[COUNT(host) - 1].requires_tools.len = 1;
  must(wattle_registry_register(registry, host, COUNT(host), &error));
}

static void print_line(const char *variant, const wattle_registry *registry, const wattle_context *context, int with_state) {
  static const wattle_str tools[] = { WATTLE_STR_INIT("search"), WATTLE_STR_INIT("shell") };
  static const wattle_str intents[] = { WATTLE_STR_INIT("repair") };
  const wattle_state state = WATTLE_STATE(.loaded_tools = { tools, 2 }, .detected_intents = { intents, 1 }, .turn_depth = 1,
                                          .prior_turn_had_tool_calls = WATTLE_YES,
                                          .plugin_metadata = WATTLE_STR("{\"orchard\":{\"trees\":3}}"));
  const wattle_resolve_options options = WATTLE_RESOLVE_OPTIONS(.static_only = !with_state);
  wattle_bundle *bundle = NULL;
  char text[65], fingerprint[65];

  must(wattle_registry_resolve(registry, context, with_state ? &state : NULL, &options, &bundle, &error));
  must(wattle_registry_fingerprint(registry, context, fingerprint, &error));
  sha256_hex(wattle_bundle_text(bundle).data, wattle_bundle_text(bundle).len, text);
  wattle_bundle_free(bundle);
  printf("%-11s %-10s %-9s %-8s %-5s %s %s\n", variant, wattle_call_class_name(context->call_class).data,
         context->family.data, context->runtime_role.data ? context->runtime_role.data : "-", with_state ? "state" : "-",
         text, fingerprint);
}

static void print_variant(const struct variant *variant) {
  const wattle_registry_options options = WATTLE_REGISTRY_OPTIONS(.seed_core_templates = variant->templates);
  wattle_registry *registry = NULL;
  must(wattle_registry_new(&options, &registry, &error));
  if (variant->replaced) register_host(registry, variant->replaced);
  for (wattle_call_class call_class = WATTLE_UTILITY; call_class <= WATTLE_SYNTHESIZE; call_class++)
    for (size_t family = 0; family < COUNT(families); family++)
      for (size_t role = 0; role < COUNT(roles); role++)
        for (int with_state = 0; with_state < 2; with_state++) {
          const wattle_context context = WATTLE_CONTEXT(.call_class = call_class, .family = families[family],
                                                        .runtime_role = roles[role]);
          print_line(variant->name, registry, &context, with_state);
        }
  wattle_registry_free(registry);
}

int main(void) {
  for (size_t i = 0; i < COUNT(variants); i++) print_variant(&variants[i]);
  return 0;
}
