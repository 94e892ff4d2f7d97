// wattle.hpp, twice, and every call and type of it: must compile as C++17 and later, with and without exceptions, and leave no
// unique symbol in a program or a plugin.
#include "wattle.hpp"

namespace {

void write_static(wattle::writer& out, const wattle::context& context) { out.write(context.family); }

template <class List> std::size_t count(const List& list) {
  std::size_t n = list.empty() ? 0 : 1;
  for (auto it = list.begin(); it != list.end(); it++) n += sizeof(*it);
  return n + list.size();
}

const wattle::str tools[] = {"shell", std::string_view("git")};
const wattle::command commands[] = {{"harvest", "orchard", "Lists what is ripe."}};
const wattle::tool catalogue[] = {{"edit", "workspace"}};

wattle::context context() { return {wattle::call_class::converse, "anthropic", {}, "reviewer"}; }
wattle::state state() { return {tools, {}, 1, true, "{}", nullptr}; }

wattle::contribution one_of_each(int which, const int& captured) {
  switch (which) {
    case 0: return wattle::append_prompt("a.b", "text").tier(wattle::tier::core).scope({}).condensed("t").requires_tools(tools);
    case 1: return wattle::prepend_persona("a.c", "text").origin(wattle::origin::runtime_aware);
    case 2: return wattle::scoped_prompt("a.d", {wattle::call_class::utility, "openai", {}, {}}, "text");
    case 3:
      return wattle::gated_prompt(
          "a.e", [](const wattle::context&, const wattle::state& s) { return s.turn_depth > 0; }, "text");
    case 4: return {"a.f", wattle::mode::append, write_static};
    case 5:
      return {"a.g", wattle::mode::append, [captured](wattle::writer& out, const wattle::context&, const wattle::state&) {
                if (captured) out.fail("no");
              }};
    default: return std::move(*wattle::try_replace_core(WATTLE_CORE_DIRECTIVES_ID, "text"));
  }
}

wattle::plugin<> bare_plugin(wattle::contribution (&prompts)[1], wattle::contribution (&runtime_prompts)[1],
                             wattle::safety_policy (&policies)[1]) {
  return wattle::create_plugin("p", "1", prompts, runtime_prompts).safety_policies(policies);
}

struct observers {
  int seen = 0;
  void operator()(std::string_view, wattle::origin) { ++seen; }
  void operator()(wattle::call&, std::string_view) { ++seen; }
  void operator()(wattle::str_list) { ++seen; }
  void operator()(const wattle::prompt&) { ++seen; }
  std::uint64_t operator()(std::uint32_t depth, std::optional<std::string_view>) { return depth; }
  std::uint64_t operator()(std::string_view) const { return 1; }
  std::uint64_t operator()() { return 1; }
  wattle::probes probes() { return {*this, *this, *this, *this}; }
};

std::size_t of_a_registry(wattle::registry& registry, observers& seen) {
  const int captured = 1;
  wattle::contribution prompts[] = {{"p.a", wattle::mode::append, "text"}}, runtime_prompts[] = {one_of_each(5, captured)};
  wattle::safety_policy policies[] = {{"safety.p", write_static}};
  wattle::contribution list[] = {one_of_each(0, captured), one_of_each(1, captured)};
  std::size_t n = 0;
  n += !!registry.try_register_contributions(one_of_each(2, captured), one_of_each(3, captured)) +
       !!registry.try_register_contributions(std::move(list));
  n += !!registry.try_register_plugin(bare_plugin(prompts, runtime_prompts, policies)
                                          .hook([&](wattle::emitter& emit, const wattle::context&, const wattle::state&) {
                                            n += !!emit.try_emit(one_of_each(5, captured));
                                          })
                                          .stream_observer([&](std::string_view) {}));
  n += !!registry.try_replace_plugin(wattle::plugin("p")) + !!registry.try_unregister_plugin("p") + !!registry.try_emit_stream("bytes");
  n += !!registry.try_register_safety_policy(wattle::safety_policy("safety.a", "text").enabled_by_default());
  n += !!registry.try_unregister_safety_policy("safety.a") + !!registry.try_set_enabled_safety_policies({"safety.a"}) +
       !!registry.try_set_enabled_safety_policies({});
  n += !!registry.try_load_json("{}") + !!registry.try_unregister(wattle::origin::static_, "a.b");
  n += count(*registry.try_list(wattle::origin::static_, "a.b")) + count(*registry.try_list_safety_policies(true)) +
       registry.try_json()->view().size();
  n += !!wattle::try_register_global(one_of_each(4, captured), tools) + !!wattle::try_unregister_global(wattle::origin::static_, "a.f");
  n += !!wattle::try_check_id("a.b", wattle::mode::replace, "p") + count(wattle::fragments(wattle::fragment_set::base));

  wattle::resolve_options resolving;
  resolving.probes = seen.probes();
  wattle::compose_options composing;
  composing.resolve_budget = seen;
  composing.probes = seen.probes();
  const wattle::registry frozen = std::move(*registry.try_snapshot());
  const wattle::state turn = state();
  const auto bundle = frozen.try_resolve(context(), turn, resolving);
  const auto prompt = frozen.try_compose(context(), turn, composing);
  n += bundle->text().size() + bundle->json().size() + bundle->table().size() + bundle->summary().sections + count(bundle->sections());
  n += prompt->text().size() + prompt->json().size() + prompt->event_json().size() + count(prompt->sections()) +
       !!prompt->sections().try_at(0);
  n += count(*bundle->try_diff(*bundle)) + count(*prompt->try_diff(*prompt)) + prompt->table().size();
  n += frozen.try_fingerprint(context())->view().size() + frozen.try_fingerprint_json(context(), &turn)->view().size();
  n += wattle::try_compose_default_system_prompt(context(), composing)->text().size();
  n += wattle::try_compose({wattle::candidate("id", "text", wattle::tier::core).condensed("t").chars(1)}, composing)->text().size();
  wattle::lent<wattle::registry> lent(registry.get());
  return n + !!*lent + !!lent->get();
}

std::size_t of_results(const wattle::registry& registry, observers& seen) {
  const wattle::candidate candidates[] = {{"id", "text", wattle::tier::core}};
  const auto measure = [](std::string_view text) { return text.size(); };
  wattle::compose_options options;
  options.measure = measure;
  options.measure_unit = "bytes";
  wattle::outcome outcomes[1];
  auto prompt = wattle::try_compose(candidates, options);
  const wattle_section section = wattle::section().c();
  std::size_t n =
      !!registry.try_compose_into(*prompt, context(), state(), options) + !!wattle::try_compose_into(*prompt, candidates, options);
  n += wattle::try_apply_budget_gate(candidates, outcomes, options)->included +
       static_cast<std::size_t>(*wattle::try_effective_budget(options));
  n += static_cast<std::size_t>(outcomes[0].chars() + outcomes[0].total_before() + outcomes[0].limit()) +
       (outcomes[0].verdict() == wattle::verdict::included);
  n += outcomes[0].tier() == wattle::tier::core;
  n += wattle::should_condense(1) + wattle::skip_informational(1) + wattle::would_fit(1, 2, 3) +
       !!wattle::prompt::try_restore(wattle::summary(), &section, 1);
  const auto diff = prompt->try_diff(*prompt);
  n += diff->json().size() + diff->summary().differences + has(wattle::change::added | wattle::change::text, wattle::change::text) +
       static_cast<std::size_t>(seen.seen);
  return n;
}

std::size_t of_sections_and_guidance() {
  const wattle::tool_error errors[] = {{"shell", "no such file"}, {"shell", "again", "09:30"}};
  const wattle::guidance_entry entries[] = {{"shell", wattle::match_mode::exact, "Look twice."}};
  const wattle::async_job jobs[] = {wattle::async_job("j", "build", "running").progress(4)};
  std::size_t n = wattle::try_render_loaded_tools(state())->view().size() + wattle::try_render_detected_intents(state())->view().size();
  n += wattle::try_render_subagent_depth(state())->view().size() + wattle::try_render_prior_turn_tool_calls(state())->view().size();
  n += wattle::try_render_async_jobs(jobs)->view().size() + wattle::try_render_recent_tool_errors(errors)->view().size();
  n += sizeof(wattle::loaded_tools_prompt("a.t")) + sizeof(wattle::detected_intents_prompt("a.i"));
  n += sizeof(wattle::subagent_depth_prompt("a.d")) + sizeof(wattle::prior_turn_tool_calls_prompt("a.p"));
  auto guidance = wattle::guidance::try_new();
  n += !!guidance->try_add(entries) + !!guidance->try_load_json("{}") + guidance->size() +
       guidance->try_resolve("shell", errors)->view().size();
  return n + static_cast<std::size_t>(*guidance->try_estimate_chars("shell"));
}

wattle_status entry(wattle_registry* registry, wattle_error** why) {
  return wattle::plugin_entry(
      registry, why, [](wattle::registry& theirs) { return theirs.try_register_contributions(wattle::append_prompt("a.b", "text")); });
}

std::size_t of_modules(wattle::module_builder& builder, const wattle::registry& registry, observers& seen) {
  const auto lines = [](wattle::line_writer& out, const wattle::agent_context& x) { out.write_line(x.profile); };
  std::size_t n = !!builder.try_add(wattle::module("m", 1, lines)
                                        .optional()
                                        .render_minimal(&lines)
                                        .should_include([](wattle::call&, const wattle::agent_context&) { return true; })
                                        .estimate([](const wattle::agent_context&) { return 1u; }));
  n += !!builder.try_add_builtins() + !!builder.try_add_builtin("identity", false) + !!builder.try_remove("identity");
  wattle::agent_context agent;
  agent.skills = tools;
  agent.commands = commands;
  agent.time = wattle::wall_time{0, 60};
  const auto prompt = builder.try_build(agent, {&registry, context(), seen, seen.probes()});
  std::size_t kept[1];
  n += prompt->try_module_metadata()->modules + prompt->module_metadata_json().size();
  n += *wattle::try_filter_tools(*prompt->try_tool_filter(), catalogue, kept);
  const auto renderings = builder.try_render(agent);
  return n + count(*renderings) + wattle::try_compose(wattle::list_view<wattle::candidate>(nullptr, 0))->text().size();
}

std::size_t of_names() {
  using wattle::name;
  return name(wattle::status::ok).size() + name(wattle::mode::append).size() + name(wattle::call_class::utility).size() +
         name(wattle::origin::static_).size() + name(wattle::tier::core).size() + name(wattle::verdict::included).size() +
         name(wattle::match_mode::glob).size() + name(wattle::change::moved).size() + wattle::version().size() +
         static_cast<std::size_t>(wattle::unlimited % 7) + static_cast<std::size_t>(wattle::content_kind::gated);
}

#if defined(__cpp_exceptions)
std::size_t thrown(wattle::registry& registry, wattle::module_builder& builder) try {
  const int captured = 1;
  std::size_t kept[1], n = 0;
  registry.register_contributions(one_of_each(0, captured));
  registry.register_plugin(wattle::plugin("q").hook(
      [](wattle::emitter& emit, const wattle::context&, const wattle::state&) { emit.emit(wattle::append_prompt("q.a", "text")); }));
  registry.replace_plugin(wattle::plugin("q"));
  registry.unregister_plugin("q");
  registry.emit_stream("bytes");
  registry.register_safety_policy({"safety.b", "text"});
  registry.unregister_safety_policy("safety.b");
  registry.set_enabled_safety_policies(wattle::str_list());
  registry.load_json("{}");
  registry.unregister(wattle::origin::runtime_aware, "a.b");
  wattle::register_global(one_of_each(4, captured), {"*"});
  wattle::unregister_global(wattle::origin::static_, "a.f");
  wattle::check_id("a.b", wattle::mode::append);
  n += count(registry.list()) + count(registry.list_safety_policies()) + registry.json().view().size() +
       registry.snapshot().list().at(0).id.size();
  n += registry.resolve(context()).text().size() + registry.compose(context(), state()).text().size() +
       registry.fingerprint(context()).view().size();
  n += registry.fingerprint_json(context()).view().size() + wattle::compose_default_system_prompt(context()).text().size();
  n += wattle::compose({}).text().size() + count(builder.render({})) + sizeof(wattle::replace_core(WATTLE_ROLE_TEMPLATE_ID, "text"));
  builder.add(wattle::module("n", 1, [](wattle::line_writer&, const wattle::agent_context&) {}));
  builder.add_builtin("identity");
  builder.remove("identity");
  const wattle::prompt prompt = builder.build({});
  n += prompt.module_metadata().modules + wattle::filter_tools(prompt.tool_filter(), catalogue, kept);
  wattle::module_builder others;
  others.add_builtins();
  wattle::prompt again = wattle::compose({});
  wattle::outcome outcomes[1];
  registry.compose_into(again, context());
  wattle::compose_into(again, {});
  n += count(again.diff(again)) + wattle::apply_budget_gate({}, outcomes).sections + static_cast<std::size_t>(wattle::effective_budget({}));
  n += wattle::prompt::restore(again.summary(), nullptr, 0).text().size() + wattle::render_async_jobs({}).view().size();
  n += wattle::render_loaded_tools({}).view().size() + wattle::render_detected_intents({}).view().size() +
       wattle::render_subagent_depth({}).view().size();
  n += wattle::render_prior_turn_tool_calls({}).view().size() + wattle::render_recent_tool_errors({}).view().size();
  wattle::guidance guidance;
  guidance.add({{"a", wattle::match_mode::prefix, "b"}});
  guidance.load_json("{}");
  n += guidance.resolve("a").view().size() + static_cast<std::size_t>(guidance.estimate_chars("a"));
  wattle_error* why = nullptr;
  n += wattle::plugin_entry(registry.get(), &why, [](wattle::registry&) { throw wattle::error(wattle::status::frozen, "a", "b"); }) !=
       WATTLE_OK;
  wattle_error_free(why);
  return n + !!wattle::registry(wattle::registry_options());
} catch (const wattle::error& why) {
  const wattle::error copy = why;
  return copy.message().size() + copy.subject().size() + !!copy.exception();
}
#else
std::size_t thrown(wattle::registry&, wattle::module_builder&) { return 0; }
#endif

}  // namespace

#ifdef WATTLE_THROUGH_TABLE
WATTLE_TABLE_DEFINITION
#endif

int main(int argc, char**) {
  if (argc == 1) return 0;
  observers seen;
  auto registry = wattle::registry::try_new();
  auto builder = wattle::module_builder::try_new();
  const std::size_t n = of_a_registry(*registry, seen) + of_modules(*builder, *registry, seen) + of_results(*registry, seen) +
                        of_sections_and_guidance() + static_cast<std::size_t>(entry(registry->get(), nullptr)) + of_names() +
                        thrown(*registry, *builder);
  return n > 0 ? 0 : 1;
}
