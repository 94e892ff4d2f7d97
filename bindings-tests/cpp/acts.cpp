#include "acts.hpp"

namespace {

using inside_fn = std::function<void()>;

// Registers, resolves, and composes, which ends the same way.
wattle::error resolve(wattle::registry& registry, wattle::contribution one, const wattle::resolve_options& options = {}) {
  registry.register_contributions(std::move(one));
  wattle::compose_options compose;
  compose.probes = options.probes;
  if (auto composed = registry.try_compose(converse, {}, compose); !composed) return composed.error();
  return registry.try_resolve(converse, {}, options).error();
}

wattle::error resolve_with_plugin(wattle::registry& registry, const inside_fn& inside) {
  registry.register_plugin(wattle::plugin("acts").hook([inside](wattle::emitter& emit, const wattle::context&, const wattle::state&) {
    emit.emit(wattle::append_prompt("acts.before", "before"));
    inside();
  }));
  return registry.try_resolve(converse).error();
}

wattle::error resolve_with_policy(wattle::registry& registry, const inside_fn& inside) {
  registry.register_safety_policy(
      wattle::safety_policy("safety.act", [inside](wattle::writer&, const wattle::context&) { inside(); }).enabled_by_default());
  return registry.try_resolve(converse).error();
}

wattle::error emit_stream(wattle::registry& registry, const inside_fn& inside) {
  registry.register_plugin(wattle::plugin("acts").stream_observer([inside](std::string_view) { inside(); }));
  return registry.try_emit_stream("bytes").error();
}

wattle::error compose(const wattle::compose_options& options) {
  return wattle::try_compose({{"id", "text", wattle::tier::core}}, options).error();
}

// A builder whose window is full, so that the minimal rendering of what is added is tried.
template <class Module> wattle::error build(Module module, const wattle::build_options& options = {}) {
  wattle::module_builder builder;
  wattle::agent_context context;
  builder.add(
      wattle::module("large", 0, [](wattle::line_writer& out, const wattle::agent_context&) { out.write_line("a line that is there"); }));
  builder.add(std::move(module));
  return builder.try_build(context, options).error();
}

auto line = [](wattle::line_writer& out, const wattle::agent_context&) { out.write_line("a line"); };
wattle::module<decltype(line)> module_act() { return {"act", 50, line}; }

const std::vector<act> acts = {
    {"static content", "host.act",
     [](const inside_fn& inside) {
       wattle::registry registry = empty_registry();
       wattle::contribution one("host.act", wattle::mode::append, [inside](wattle::writer& out, const wattle::context&) {
         out.write("before");
         inside();
       });
       return resolve(registry, std::move(one));
     }},
    {"fingerprint", "host.act",
     [](const inside_fn& inside) {
       wattle::registry registry = empty_registry();
       registry.register_contributions(
           wattle::contribution("host.act", wattle::mode::append, [inside](wattle::writer&, const wattle::context&) { inside(); }));
       return registry.try_fingerprint(converse).error();
     }},
    {"runtime content", "host.act",
     [](const inside_fn& inside) {
       wattle::registry registry = empty_registry();
       wattle::contribution one("host.act", wattle::mode::append,
                                [inside](wattle::writer&, const wattle::context&, const wattle::state&) { inside(); });
       return resolve(registry, std::move(one));
     }},
    {"predicate", "host.act",
     [](const inside_fn& inside) {
       wattle::registry registry = empty_registry();
       const auto when = [inside](const wattle::context&, const wattle::state&) { return inside(), true; };
       return resolve(registry, wattle::gated_prompt("host.act", when, "text"));
     }},
    {"policy", "safety.act",
     [](const inside_fn& inside) {
       wattle::registry registry = empty_registry();
       return resolve_with_policy(registry, inside);
     }},
    {"hook", "acts",
     [](const inside_fn& inside) {
       wattle::registry registry = empty_registry();
       return resolve_with_plugin(registry, inside);
     }},
    {"stream observer", "acts",
     [](const inside_fn& inside) {
       wattle::registry registry = empty_registry();
       return emit_stream(registry, inside);
     }},
    {"on_empty_content", "host.act",
     [](const inside_fn& inside) {
       wattle::registry registry = empty_registry();
       const auto probe = [&](std::string_view, wattle::origin) { inside(); };
       wattle::resolve_options options;
       options.probes.on_empty_content = probe;
       return resolve(registry, wattle::append_prompt("host.act", ""), options);
     }},
    {"on_replace_target_missing", "host.act",
     [](const inside_fn& inside) {
       wattle::registry registry = empty_registry();
       const auto probe = [&](std::string_view) { inside(); };
       wattle::resolve_options options;
       options.probes.on_replace_target_missing = probe;
       return resolve(registry, {"host.act", wattle::mode::replace, "text"}, options);
     }},
    {"on_duplicate_replace", "host.act",
     [](const inside_fn& inside) {
       wattle::registry registry = empty_registry();
       const auto probe = [&](wattle::str_list) { inside(); };
       wattle::resolve_options options;
       options.probes.on_duplicate_replace = probe;
       registry.register_contributions(wattle::contribution("host.act", wattle::mode::replace, "one"));
       wattle::contribution another("host.act", wattle::mode::replace, "another");
       return resolve(registry, std::move(another.origin(wattle::origin::runtime_aware)), options);
     }},
    {"on_built", "onBuilt",
     [](const inside_fn& inside) {
       const auto probe = [&](const wattle::prompt&) { inside(); };
       wattle::compose_options options;
       options.probes.on_built = probe;
       return compose(options);
     }},
    {"resolve_budget", "resolveBudget",
     [](const inside_fn& inside) {
       const auto budget = [&](std::uint32_t, std::optional<std::string_view>) { return inside(), 100; };
       wattle::compose_options options;
       options.resolve_budget = budget;
       return compose(options);
     }},
    {"measure", "id",
     [](const inside_fn& inside) {
       const auto measure = [&](std::string_view text) { return inside(), text.size(); };
       wattle::compose_options options;
       options.measure = measure;
       options.measure_unit = "bytes";
       return compose(options);
     }},
    {"render", "act",
     [](const inside_fn& inside) {
       return build(wattle::module("act", 50, [inside](wattle::line_writer& out, const wattle::agent_context&) {
         out.write_line("before");
         inside();
       }));
     }},
    {"render_minimal", "act",
     [](const inside_fn& inside) {
       return build(module_act().optional().render_minimal([inside](wattle::line_writer&, const wattle::agent_context&) { inside(); }));
     }},
    {"should_include", "act",
     [](const inside_fn& inside) {
       return build(module_act().should_include([inside](const wattle::agent_context&) { return inside(), true; }));
     }},
    {"estimate", "act",
     [](const inside_fn& inside) { return build(module_act().estimate([inside](const wattle::agent_context&) { return inside(), 7; })); }},
    {"clock", "clock",
     [](const inside_fn& inside) {
       const auto clock = [&] { return inside(), 1u; };
       wattle::build_options options;
       options.clock = clock;
       return build(module_act(), options);
     }},
};

}  // namespace

const std::vector<act>& all_acts() { return acts; }
