// Resolve cases: a registry, ops on it, and what it then resolves to.
#include <set>

#include "build.hpp"

namespace {

wattle::result<> run_op(wattle::registry& registry, const json& op) {
  const std::string kind = op.at("op");
  shelf keep;
  if (kind == "register" || kind == "registerGlobal") {
    const wattle::origin origin = origin_of(op);
    wattle::contribution one = build_contribution(keep, op.at("contribution"), origin == wattle::origin::static_);
    one.origin(origin);
    if (kind == "register") return registry.try_register_contributions(std::move(one));
    return wattle::try_register_global(std::move(one), keep.texts(op, "targetRuntimes"));
  }
  if (kind == "unregister") return registry.try_unregister(origin_of(op), *text_of(op, "id"));
  if (kind == "registerPlugin" || kind == "replacePlugin") return give_plugin(registry, keep, op.at("plugin"), kind == "replacePlugin");
  if (kind == "unregisterPlugin") return registry.try_unregister_plugin(*text_of(op, "name"));
  if (kind == "registerSafetyPolicy") return registry.try_register_safety_policy(build_policy(op.at("policy")));
  throw std::runtime_error("unknown op " + kind);
}

// What the probes of a resolution were told, as the cases write it.
struct recorder {
  json fired = json::array();
  std::function<void(std::string_view, wattle::origin)> on_empty_content = [this](std::string_view id, wattle::origin origin) {
    fired.push_back({"onEmptyContent", id, name(origin)});
  };
  std::function<void(std::string_view)> on_replace_target_missing = [this](std::string_view id) {
    fired.push_back({"onReplaceTargetMissing", id});
  };
  std::function<void(wattle::str_list)> on_duplicate_replace = [this](wattle::str_list ids) {
    json& one = fired.emplace_back(json::array({"onDuplicateReplace"}));
    for (std::string_view id : ids) one.push_back(id);
  };
  wattle::probes probes() { return {on_empty_content, on_replace_target_missing, on_duplicate_replace, {}}; }
};

ordered section_fields(const wattle::section& section) {
  const ordered plugin = section.plugin ? ordered(*section.plugin) : ordered(nullptr);
  return {{"id", section.id},           {"origin", name(section.origin.value())},
          {"plugin", plugin},           {"mode", name(section.mode.value())},
          {"tier", name(section.tier)}, {"static", section.is_static},
          {"start", section.start},     {"end", section.end},
          {"chars", section.chars}};
}

ordered bundle_fields(const wattle::bundle& bundle) {
  ordered sections = ordered::array();
  for (const wattle::section section : bundle.sections()) sections.push_back(section_fields(section));
  return {{"text", bundle.text()}, {"stablePrefix", bundle.summary().stable_prefix}, {"sections", std::move(sections)}};
}

// What holds of every bundle: the sections' texts, joined by a blank line, are its text.
void check_whole(run& now, const std::string& what, const wattle::bundle& bundle, bool static_only) {
  std::string joined;
  std::uint64_t chars = 0;
  for (const wattle::section section : bundle.sections()) {
    if (section.start > 0) joined += "\n\n", chars += 2;
    joined += section.text.value();
    chars += section.chars;
    now.equal(what + ": " + std::string(section.id), *section.text, bundle.text().substr(section.start, section.end - section.start));
    now.equal(what + ": verdict", name(section.verdict), "included");
    now.equal(what + ": limit", section.limit, wattle::unlimited);
  }
  const wattle::summary summary = bundle.summary();
  now.equal(what + ": joined", joined, bundle.text());
  now.equal(what + ": chars", summary.total_chars, chars);
  now.equal(what + ": included", summary.included, summary.sections);
  now.equal(what + ": static only", summary.static_only, static_only);
  now.equal(what + ": NUL", bundle.text().data()[bundle.text().size()], '\0');
}

void run_fingerprint(run& now, const std::string& name, std::size_t index, const wattle::registry& registry, const wattle::context& context,
                     const json& expect) {
  const std::string what = "fingerprint " + std::to_string(index);
  const wattle::result<wattle::digest> hex = registry.try_fingerprint(context);
  ordered line = {{"case", name}, {"fingerprint", index}};
  now.outcome(what, hex.error(), expect, "error");
  if (hex) {
    now.equal(what, hex->view(), expect);
    line["hex"] = hex->view();
  } else {
    add_error(line, "error", hex.error());
  }
  now.line(line);
}

void run_resolution(run& now, const std::string& name, std::size_t index, const wattle::registry& registry, const json& one) {
  const std::string what = "resolve " + std::to_string(index);
  const json& expect = one.at("expect");
  shelf keep;
  recorder told;
  const wattle::context context = build_context(one.at("context"));
  const wattle::state given = build_state(keep, one.at("state"));
  wattle::state state = given;
  wattle::resolve_options options;
  state.host = const_cast<wattle::state*>(&given);
  options.static_first = value_of(one, "staticFirst", false);
  options.static_only = one.at("state").is_null();
  options.probes = told.probes();

  const wattle::result<wattle::bundle> bundle = registry.try_resolve(context, state, options);
  ordered line = {{"case", name}, {"resolve", index}};
  now.outcome(what, bundle.error(), expect, "error");
  if (bundle) {
    ordered fields = bundle_fields(*bundle);
    check_whole(now, what, *bundle, options.static_only);
    json got = fields, want = expect;
    got["probes"] = told.fired;
    want.erase("fingerprint");
    now.equal(what, got, want);
    line.update(fields);
  } else {
    add_error(line, "error", bundle.error());
  }
  line["probes"] = told.fired;
  now.line(line);
  if (bundle && expect.contains("fingerprint")) run_fingerprint(now, name, index, registry, context, expect.at("fingerprint"));

  if (!one.contains("compose")) return;
  const json& config = one.at("compose").at("config");
  auto budget = build_budget(config);
  wattle::compose_options how = build_options(config);
  how.static_first = options.static_first;
  how.static_only = options.static_only;
  if (budget) how.resolve_budget = budget;
  run_composition(now, name, index, one.at("compose").at("expect"), how,
                  [&](const wattle::compose_options& asked) { return registry.try_compose(context, state, asked); });
}

}  // namespace

void run_resolve_case(run& now, const json& one) {
  const std::string case_name = one.at("name");
  shelf keep;
  wattle::registry_options options;
  options.seed_core_defaults = options.seed_safety_policies = false;
  options.runtime_id = text_of(one, "runtimeId").value_or("");
  options.enabled_safety_policies = keep.texts(one, "enabledSafetyPolicies");
  {
    wattle::registry registry(options);
    std::set<std::pair<wattle::origin, std::string_view>> globals;
    std::size_t index = 0;
    for (const json& op : one.at("ops")) {
      const wattle::result<> done = run_op(registry, op);
      if (done && op.at("op") == "registerGlobal") globals.emplace(origin_of(op), *text_of(op.at("contribution"), "id"));
      now.outcome("op " + std::to_string(index), done.error(), op, "expect");
      ordered line = {{"case", case_name}, {"op", index++}};
      if (done) line["status"] = "ok";
      else add_error(line, "status", done.error());
      now.line(line);
    }
    index = 0;
    for (const json& entry : one.at("resolves")) run_resolution(now, case_name, index++, registry, entry);
    for (const auto& [origin, id] : globals) wattle::unregister_global(origin, id);
  }
  now.equal("callables left", live_callables, 0);
}
