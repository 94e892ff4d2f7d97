// Prints the lines of ../goldens.txt, as this face of the library computes them: see tests/goldens.rs.
#include <cstdio>
#include <string>

#include <wattle.hpp>

extern "C" {
#include "../c/sha256.h"
}

namespace {

// What is seeded, and in the last three what a host replaces and adds.
struct variant {
  const char* name;
  const char* replaced;  // nullptr: the host adds nothing
  bool templates;
};
constexpr variant variants[] = {
    {"defaults", nullptr, false},
    {"templates", nullptr, true},
    {"replace-one", WATTLE_FORMATTING_BASELINE_ID, false},
    {"replace-all", WATTLE_DEFAULT_SYSTEM_PROMPT_ID, false},
    {"opt-in", WATTLE_ROLE_TEMPLATE_ID, false},
};
constexpr wattle::call_class call_classes[] = {wattle::call_class::utility, wattle::call_class::reasoning, wattle::call_class::converse,
                                               wattle::call_class::synthesize};
constexpr std::optional<std::string_view> roles[] = {std::nullopt, "reviewer"};

wattle::scope scope_of(std::optional<wattle::call_class> call_class, std::optional<std::string_view> family,
                       std::optional<std::string_view> runtime_role) {
  return {call_class, family, {}, runtime_role};
}

void register_host(wattle::registry& registry, const char* replaced) {
  const wattle::str shell[] = {"shell"};
  registry.register_contributions(
      wattle::replace_core(replaced, "The host says this in its own words: d\xC3\xA9j\xC3\xA0 vu, \xF0\x9F\x9A\x80."),
      wattle::prepend_persona("host.persona", "You are the orchard's gardener."),
      wattle::scoped_prompt("host.reviewer", scope_of({}, {}, "reviewer"), "Review; change nothing."),
      wattle::scoped_prompt("host.google", scope_of({}, "google", {}), "Use short function calls."),
      wattle::scoped_prompt("host.synthesis", scope_of(wattle::call_class::synthesize, {}, {}), "Write the whole report."),
      wattle::append_prompt("host.shell", "Say what a command will change before you run it.").requires_tools(shell));
}

void print_line(const char* variant, const wattle::registry& registry, const wattle::context& context, bool with_state) {
  const wattle::str tools[] = {"search", "shell"}, intents[] = {"repair"};
  wattle::state state;
  wattle::resolve_options options;
  if (with_state) state = {tools, intents, 1, true, R"({"orchard":{"trees":3}})"};
  options.static_only = !with_state;

  const wattle::bundle bundle = registry.resolve(context, state, options);
  char text[65];
  sha256_hex(bundle.text().data(), bundle.text().size(), text);
  std::printf("%-11s %-10s %-9s %-8s %-5s %s %s\n", variant, name(context.call_class).data(), context.family.data(),
              context.runtime_role.value_or("-").data(), with_state ? "state" : "-", text, registry.fingerprint(context).view().data());
}

}  // namespace

int main() try {
  for (const variant& v : variants) {
    wattle::registry_options options;
    options.seed_core_templates = v.templates;
    wattle::registry registry(options);
    if (v.replaced) register_host(registry, v.replaced);
    for (const wattle::call_class call_class : call_classes)
      for (const char* family : {"anthropic", "openai", "google"})
        for (const auto& role : roles)
          for (const bool with_state : {false, true}) print_line(v.name, registry, {call_class, family, {}, role}, with_state);
  }
} catch (const std::exception& fault) {
  std::fprintf(stderr, "cpp: %s\n", fault.what());
  return 1;
}
