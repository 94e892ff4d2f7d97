#include "build.hpp"

#include <stdexcept>

int live_callables = 0;

namespace {

// In each callable, so that they are counted.
struct counted {
  counted() { ++live_callables; }
  counted(const counted&) : counted() {}
  ~counted() { --live_callables; }
  counted& operator=(const counted&) = delete;
};

template <class E, std::size_t N> E named(std::string_view text, const E (&all)[N]) {
  for (E one : all)
    if (name(one) == text) return one;
  throw std::runtime_error("no such name: " + std::string(text));
}

wattle::mode mode_of(std::string_view text) { return named(text, {wattle::mode::append, wattle::mode::prepend, wattle::mode::replace}); }

wattle::call_class call_class_of(std::string_view text) {
  return named(text,
               {wattle::call_class::utility, wattle::call_class::reasoning, wattle::call_class::converse, wattle::call_class::synthesize});
}

wattle::tier tier_of(std::string_view text) { return named(text, {wattle::tier::core, wattle::tier::active, wattle::tier::informational}); }

void write_context(wattle::writer& out, const wattle::context& context) {
  out.write("call=");
  out.write(name(context.call_class));
  out.write(" family=");
  out.write(context.family);
  out.write(" tenant=");
  out.write(context.tenant_id.value_or("-"));
  out.write(" role=");
  out.write(context.runtime_role.value_or("-"));
}

void write_tools(wattle::writer& out, const wattle::state& state) {
  std::string_view before = "tools: ";
  for (std::string_view tool : state.loaded_tools) {
    out.write(before);
    out.write(tool);
    before = ", ";
  }
}

void write_stateless(std::string_view function, wattle::writer& out, const wattle::context& context) {
  if (function == "context") write_context(out, context);
  else if (function == "fail") throw std::runtime_error("fn fail");
  else if (function != "empty") throw std::runtime_error("no such function: " + std::string(function));
}

void write_stateful(std::string_view function, wattle::writer& out, const wattle::context& context, const wattle::state& state) {
  if (function == "tools") write_tools(out, state);
  else if (function == "depth") out.write("depth: " + std::to_string(state.turn_depth));
  else write_stateless(function, out, context);
}

bool same(const wattle::str_list& a, const wattle::str_list& b) {
  return a.present() == b.present() &&
         std::vector<std::string_view>(a.begin(), a.end()) == std::vector<std::string_view>(b.begin(), b.end());
}

// Whether the state came through unchanged. Without a given one there is no host pointer, and nothing to compare.
void check_state(const wattle::state& got) {
  const auto* given = static_cast<const wattle::state*>(got.host);
  if (given && !(same(got.loaded_tools, given->loaded_tools) && same(got.detected_intents, given->detected_intents) &&
                 got.turn_depth == given->turn_depth && got.prior_turn_had_tool_calls == given->prior_turn_had_tool_calls &&
                 got.plugin_metadata == given->plugin_metadata))
    throw std::runtime_error("the state changed on its way");
}

wattle::contribution with_content(std::string_view id, wattle::mode mode, const json& content, bool fixed) {
  if (const auto text = text_of(content, "text")) return {id, mode, *text};
  const std::string function = content.at("fn");
  if (fixed && function != "tools" && function != "depth")
    return {id, mode, [function, count = counted()](wattle::writer& out, const wattle::context& context) {
              write_stateless(function, out, context);
            }};
  return {id, mode, [function, count = counted()](wattle::writer& out, const wattle::context& context, const wattle::state& state) {
            check_state(state);
            write_stateful(function, out, context, state);
          }};
}

wattle::scope build_scope(const json& one) {
  wattle::scope scope;
  if (const auto call_class = text_of(one, "callClass")) scope.call_class = call_class_of(*call_class);
  scope.family = text_of(one, "family");
  scope.tenant_id = text_of(one, "tenantId");
  scope.runtime_role = text_of(one, "runtimeRole");
  return scope;
}

std::vector<wattle::contribution> build_all(shelf& keep, const json& plugin, const char* key, bool fixed) {
  std::vector<wattle::contribution> all;
  if (has(plugin, key))
    for (const json& one : plugin.at(key)) all.push_back(build_contribution(keep, one, fixed));
  return all;
}

// The hook of a case's plugin. Refusals are the library's to remember.
void run_hook(const json& hook, wattle::emitter& emit, const wattle::state& state) {
  check_state(state);
  if (value_of(hook, "fails", false)) throw std::runtime_error("hook fails");
  if (value_of(hook, "onlyAtDepth", state.turn_depth) != state.turn_depth) return;
  shelf keep;
  for (const json& one : hook.at("emits")) (void)emit.try_emit(build_contribution(keep, one, false));
}

}  // namespace

wattle::str_list shelf::texts(const json& object, const char* key) {
  if (!has(object, key)) return {};
  std::vector<wattle::str>& list = lists_.emplace_back();
  for (const json& one : object.at(key)) list.emplace_back(one.get_ref<const std::string&>());
  return list;
}

std::string_view shelf::printed(const json& object, const char* key) { return texts_.emplace_back(object.at(key).dump()); }

bool has(const json& object, const char* key) { return object.contains(key) && !object.at(key).is_null(); }

std::optional<std::string_view> text_of(const json& object, const char* key) {
  if (!has(object, key)) return std::nullopt;
  return object.at(key).get_ref<const std::string&>();
}

wattle::origin origin_of(const json& op) { return named(*text_of(op, "origin"), {wattle::origin::static_, wattle::origin::runtime_aware}); }

wattle::contribution build_contribution(shelf& keep, const json& one, bool fixed) {
  wattle::contribution built = with_content(*text_of(one, "id"), mode_of(*text_of(one, "mode")), one.at("content"), fixed);
  if (has(one, "scope")) built.scope(build_scope(one.at("scope")));
  if (const auto tier = text_of(one, "tier")) built.tier(tier_of(*tier));
  if (const auto condensed = text_of(one, "condensed")) built.condensed(*condensed);
  built.requires_tools(keep.texts(one, "requiresTools"));
  return built;
}

wattle::safety_policy build_policy(const json& one) {
  const std::string_view id = *text_of(one, "id");
  const json& content = one.at("content");
  const bool enabled = value_of(one, "enabledByDefault", false);
  if (const auto text = text_of(content, "text")) return wattle::safety_policy(id, *text).enabled_by_default(enabled);
  return wattle::safety_policy(id, [function = content.at("fn").get<std::string>(), count = counted()](
                                       wattle::writer& out, const wattle::context& context) { write_stateless(function, out, context); })
      .enabled_by_default(enabled);
}

wattle::context build_context(const json& one) {
  return {call_class_of(*text_of(one, "callClass")), *text_of(one, "family"), text_of(one, "tenantId"), text_of(one, "runtimeRole")};
}

wattle::state build_state(shelf& keep, const json& one) {
  wattle::state state;
  state.loaded_tools = keep.texts(one, "loadedTools");
  state.detected_intents = keep.texts(one, "detectedIntents");
  state.turn_depth = value_of(one, "turnDepth", std::uint32_t{0});
  if (has(one, "priorTurnHadToolCalls")) state.prior_turn_had_tool_calls = one.at("priorTurnHadToolCalls").get<bool>();
  if (has(one, "pluginMetadata")) state.plugin_metadata = keep.printed(one, "pluginMetadata");
  return state;
}

wattle::compose_options build_options(const json& config) {
  wattle::compose_options options;
  options.depth = value_of(config, "depth", std::uint32_t{0});
  options.strict = value_of(config, "strict", false);
  options.active_budget_fraction = value_of(config, "activeBudgetFraction", options.active_budget_fraction);
  if (config.contains("totalBudget")) options.total_budget = value_of(config, "totalBudget", wattle::unlimited);
  return options;
}

std::function<std::uint64_t(std::uint32_t, std::optional<std::string_view>)> build_budget(const json& config) {
  if (!has(config, "resolveBudget")) return nullptr;
  return [&by_depth = config.at("resolveBudget").at("byDepth")](std::uint32_t depth, std::optional<std::string_view>) {
    const json& budget = by_depth.at(std::min<std::size_t>(depth, by_depth.size() - 1));
    return budget.is_null() ? wattle::unlimited : budget.get<std::uint64_t>();
  };
}

wattle::result<> give_plugin(wattle::registry& registry, shelf& keep, const json& one, bool replace) {
  std::vector<wattle::contribution> prompts = build_all(keep, one, "prompts", true);
  std::vector<wattle::contribution> runtime_prompts = build_all(keep, one, "runtimePrompts", false);
  std::vector<wattle::safety_policy> policies;
  if (has(one, "safetyPolicies"))
    for (const json& policy : one.at("safetyPolicies")) policies.push_back(build_policy(policy));

  wattle::plugin<> bare(*text_of(one, "name"), text_of(one, "version").value_or(""));
  bare.prompts(prompts).runtime_prompts(runtime_prompts).safety_policies(policies);
  const auto give = [&](auto plugin) {
    return replace ? registry.try_replace_plugin(std::move(plugin)) : registry.try_register_plugin(std::move(plugin));
  };
  if (!has(one, "hook")) return give(std::move(bare));
  return give(
      std::move(bare).hook([&hook = one.at("hook"), count = counted()](wattle::emitter& emit, const wattle::context&,
                                                                       const wattle::state& state) { run_hook(hook, emit, state); }));
}
