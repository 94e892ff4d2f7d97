// What C++ costs in memory beside what the same costs in C: nothing, but for callables with a state of their own, once each.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests.hpp"

// Every allocation of the program and of the library comes by here.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
static unsigned long allocations;
void* malloc(std::size_t size) { return ++allocations, __libc_malloc(size); }
void* calloc(std::size_t n, std::size_t size) { return ++allocations, __libc_calloc(n, size); }
void* realloc(void* old, std::size_t size) { return ++allocations, __libc_realloc(old, size); }
}

namespace {

template <class F> unsigned long count(F f) {
  for (int i = 0; i < 4; i++) f();  // what is made once is there, and what is composed into has its memory
  const unsigned long before = allocations;
  f();
  return allocations - before;
}

void same(const char* what, unsigned long in_cpp, unsigned long in_c) {
  check_row(what);
  if (in_cpp != in_c) std::fprintf(stderr, "%s: %lu in C++, %lu in C\n", what, in_cpp, in_c);
  CHECK(in_cpp == in_c);
}

const wattle_context c_converse = {sizeof(wattle_context),       WATTLE_CONVERSE,   0,
                                   WATTLE_STR_INIT("anthropic"), WATTLE_STR_ABSENT, WATTLE_STR_ABSENT};

wattle_status c_write(void*, wattle_call* call, const wattle_context* context) { return wattle_call_write(call, context->family); }
wattle_status c_turn(void*, wattle_call* call, const wattle_context*, const wattle_state*) {
  return wattle_call_write(call, WATTLE_STR("turn"));
}
wattle_status c_gate(void*, wattle_call*, const wattle_context*, const wattle_state*, std::uint8_t* answer) {
  return *answer = 1, WATTLE_OK;
}
wattle_status c_budget(void* user_data, wattle_call*, std::uint32_t, wattle_str, std::uint64_t* budget) {
  return *budget = *static_cast<std::uint64_t*>(user_data), WATTLE_OK;
}
wattle_status c_built(void*, wattle_call*, const wattle_prompt*) { return WATTLE_OK; }
wattle_status c_hook(void*, wattle_call* call, const wattle_context*, const wattle_state*) {
  const wattle_contribution one = wattle_append_prompt(WATTLE_STR("p.turn"), WATTLE_STR("emitted"));
  return wattle_call_emit(call, &one, nullptr);
}
wattle_status c_render(void*, wattle_call* call, const wattle_agent_context*) { return wattle_call_write_line(call, WATTLE_STR("line")); }
wattle_status c_fail(void*, wattle_call* call, const wattle_context*) { return wattle_call_fail(call, WATTLE_STR("no")); }

wattle_contribution c_contribution(const char* id, wattle_static_content_fn content) {
  wattle_contribution one = WATTLE_CONTRIBUTION_INIT;
  one.id = wattle_cstr(id);
  one.mode = WATTLE_APPEND;
  one.static_content = content;
  return one;
}

wattle_registry* c_registry() {
  wattle_registry_options options = WATTLE_REGISTRY_OPTIONS_INIT;
  wattle_registry* registry = nullptr;
  options.seed_core_defaults = options.seed_safety_policies = WATTLE_NO;
  wattle_registry_new(&options, &registry, nullptr);
  return registry;
}

// The same four contributions, with functions without state.
void fill(wattle_registry* registry) {
  const wattle_str tools[] = {WATTLE_STR("shell")};
  wattle_contribution list[] = {wattle_append_prompt(WATTLE_STR("host.a"), WATTLE_STR("text")), c_contribution("host.b", c_write),
                                wattle_gated_prompt(WATTLE_STR("host.c"), c_gate, nullptr, nullptr, WATTLE_STR("gated")),
                                WATTLE_CONTRIBUTION_INIT};
  list[0].requires_tools = {tools, 1};
  list[3].id = WATTLE_STR("host.d");
  list[3].mode = WATTLE_APPEND;
  list[3].runtime_content = c_turn;
  wattle_registry_register(registry, list, 4, nullptr);
}
void fill(wattle::registry& registry) {
  const wattle::str tools[] = {"shell"};
  registry.register_contributions(
      wattle::append_prompt("host.a", "text").requires_tools(tools),
      wattle::contribution("host.b", wattle::mode::append, [](wattle::writer& out, const wattle::context& c) { out.write(c.family); }),
      wattle::gated_prompt(
          "host.c", [](const wattle::context&, const wattle::state&) { return true; }, "gated"),
      wattle::contribution("host.d", wattle::mode::append,
                           [](wattle::writer& out, const wattle::context&, const wattle::state&) { out.write("turn"); }));
}

// A full registry in both.
struct both {
  wattle::registry cpp = empty_registry();
  wattle_registry* c = c_registry();
  both() { fill(cpp), fill(c); }
  both(const both&) = delete;
  ~both() { wattle_registry_free(c); }
};

}  // namespace

TEST(registering_costs_what_it_costs_in_c) {
  same("register", count([] {
         wattle::registry registry = empty_registry();
         fill(registry);
       }),
       count([] {
         wattle_registry* registry = c_registry();
         fill(registry);
         wattle_registry_free(registry);
       }));
}

TEST(a_callable_with_state_costs_one_allocation) {
  const auto registering = [](auto content) {
    return count([&] {
      wattle::registry registry = empty_registry();
      registry.register_contributions(wattle::contribution("host.a", wattle::mode::append, content));
    });
  };
  const auto stateless = [](wattle::writer& out, const wattle::context&) { out.write("a"); };
  const auto stateful = [text = 'a'](wattle::writer& out, const wattle::context&) { out.write({&text, 1}); };
  CHECK(registering(stateful) == registering(stateless) + 1);
  same("by pointer", registering(&stateful), registering(stateless));

  const auto adding = [](auto add) {
    return count([&] {
      wattle::module_builder builder;
      add(builder);
    });
  };
  const auto lines = [](wattle::line_writer& out, const wattle::agent_context&) { out.write_line("line"); };
  const auto more_lines = [n = 1](wattle::line_writer& out, const wattle::agent_context&) {
    out.write_line({"line", static_cast<std::size_t>(n)});
  };
  const auto yes = [n = 1](const wattle::agent_context&) { return n > 0; };
  const unsigned long none = adding([&](auto& builder) { builder.add(wattle::module("m", 1, lines).render_minimal(lines)); });
  CHECK(adding([&](auto& builder) { builder.add(wattle::module("m", 1, lines).render_minimal(more_lines).should_include(yes)); }) ==
        none + 1);
}

TEST(a_turn_costs_what_it_costs_in_c) {
  both registry;
  const wattle::str tools[] = {"shell"};
  wattle::state state;
  state.loaded_tools = tools;
  const wattle_state c_state = state.c();
  same("resolve", count([&] { (void)registry.cpp.resolve(converse, state); }), count([&] {
         wattle_bundle* bundle = nullptr;
         wattle_registry_resolve(registry.c, &c_converse, &c_state, nullptr, &bundle, nullptr);
         wattle_bundle_free(bundle);
       }));
  same("fingerprint", count([&] { (void)registry.cpp.fingerprint(converse); }), count([&] {
         char hex[65];
         wattle_registry_fingerprint(registry.c, &c_converse, hex, nullptr);
       }));

  std::uint64_t chars = 8000;
  const auto budget = [&](std::uint32_t, std::optional<std::string_view>) { return chars; };
  const auto built = [&](const wattle::prompt&) {};
  wattle::compose_options options;
  options.resolve_budget = budget;
  options.probes.on_built = built;
  wattle_probes c_probes = WATTLE_PROBES_INIT;
  wattle_compose_options c_options = WATTLE_COMPOSE_OPTIONS_INIT;
  c_probes.on_built = c_built;
  c_options.resolve_budget = c_budget;
  c_options.resolve_budget_data = &chars;
  c_options.probes = &c_probes;
  same("compose", count([&] { (void)registry.cpp.compose(converse, state, options); }), count([&] {
         wattle_prompt* prompt = nullptr;
         wattle_registry_compose(registry.c, &c_converse, &c_state, &c_options, &prompt, nullptr);
         wattle_prompt_free(prompt);
       }));
}

TEST(a_hook_costs_what_it_costs_in_c) {
  both registry;
  wattle_plugin c_plugin = WATTLE_PLUGIN_INIT;
  c_plugin.name = WATTLE_STR("p");
  c_plugin.hook = c_hook;
  wattle_registry_register_plugin(registry.c, &c_plugin, nullptr);
  registry.cpp.register_plugin(wattle::plugin("p").hook(
      [](wattle::emitter& emit, const wattle::context&, const wattle::state&) { emit.emit(wattle::append_prompt("p.turn", "emitted")); }));
  same("hook", count([&] { (void)registry.cpp.resolve(converse); }), count([&] {
         wattle_bundle* bundle = nullptr;
         wattle_registry_resolve(registry.c, &c_converse, nullptr, nullptr, &bundle, nullptr);
         wattle_bundle_free(bundle);
       }));
}

TEST(looking_at_results_costs_nothing) {
  both registry;
  const wattle::prompt prompt = registry.cpp.compose(converse);
  const wattle::records records = registry.cpp.list();
  same("look", count([&] {
         std::size_t n = prompt.text().size() + prompt.summary().included;
         for (const wattle::section section : prompt.sections()) n += section.id.size();
         for (const wattle::record record : records) n += record.id.size();
         for (const wattle::fragment fragment : wattle::fragments(wattle::fragment_set::safety)) n += fragment.text.size();
         CHECK(n > 0);
       }),
       0);
}

TEST(composing_and_building_cost_what_they_cost_in_c) {
  const wattle_candidate c_candidates[] = {wattle::candidate("a", "text", wattle::tier::core).get()[0]};
  same("compose candidates", count([] {
         (void)wattle::compose({{"a", "text", wattle::tier::core}});
       }),
       count([&] {
         wattle_prompt* prompt = nullptr;
         wattle_compose(c_candidates, 1, nullptr, &prompt, nullptr);
         wattle_prompt_free(prompt);
       }));
  const wattle_agent_context c_context = wattle::agent_context().c();
  same("build", count([] {
         wattle::module_builder builder;
         builder.add(wattle::module("m", 1, [](wattle::line_writer& out, const wattle::agent_context&) { out.write_line("line"); }));
         (void)builder.build({});
       }),
       count([&] {
         wattle_module_builder* builder = nullptr;
         wattle_module module = WATTLE_MODULE_INIT;
         wattle_prompt* prompt = nullptr;
         module.name = WATTLE_STR("m");
         module.priority = 1;
         module.render = c_render;
         wattle_module_builder_new(&builder, nullptr);
         wattle_module_builder_add(builder, &module, nullptr);
         wattle_module_builder_build(builder, &c_context, nullptr, &prompt, nullptr);
         wattle_prompt_free(prompt);
         wattle_module_builder_free(builder);
       }));
}

TEST(composing_into_a_prompt_and_measuring_cost_what_they_cost_in_c) {
  both registry;
  const auto measure = [](std::string_view text) { return text.size(); };
  const auto c_measure = [](void*, wattle_call*, wattle_str text, std::uint64_t* length) -> wattle_status {
    return *length = text.len, WATTLE_OK;
  };
  wattle::compose_options options;
  options.measure = measure;
  options.measure_unit = "bytes";
  wattle_compose_options c_options = WATTLE_COMPOSE_OPTIONS_INIT;
  c_options.measure = c_measure;
  c_options.measure_unit = WATTLE_STR("bytes");
  wattle::prompt prompt = registry.cpp.compose(converse), c_prompt = registry.cpp.compose(converse);
  same("compose_into", count([&] { registry.cpp.compose_into(prompt, converse, {}, options); }),
       count([&] { wattle_registry_compose_into(registry.c, &c_converse, nullptr, &c_options, c_prompt.get(), nullptr); }));
}

TEST(guidance_costs_what_it_costs_in_c) {
  wattle::guidance guidance;
  guidance.add({{"search_*", wattle::match_mode::prefix, "Cite sources."}});
  const wattle::tool_error errors[] = {{"search_web", "timed out"}};
  same("resolve", count([&] { (void)guidance.resolve("search_web", errors); }), count([&] {
         wattle_text* text = nullptr;
         wattle_guidance_resolve(guidance.get(), WATTLE_STR("search_web"), errors[0].get(), 1, &text, nullptr);
         wattle_text_free(text);
       }));
}

TEST(a_failure_in_a_result_costs_what_it_costs_in_c) {
  both registry;
  registry.cpp.register_contributions(
      wattle::contribution("host.f", wattle::mode::append, [](wattle::writer& out, const wattle::context&) { out.fail("no"); }));
  const wattle_contribution failing = c_contribution("host.f", c_fail);
  wattle_registry_register(registry.c, &failing, 1, nullptr);
  same("fail", count([&] { CHECK(!registry.cpp.try_resolve(converse)); }), count([&] {
         wattle_bundle* bundle = nullptr;
         wattle_error* error = nullptr;
         wattle_registry_resolve(registry.c, &c_converse, nullptr, nullptr, &bundle, &error);
         wattle_error_free(error);
       }));
}
