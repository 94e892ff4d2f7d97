// The naive reading of a manifest: is it JSON, has it the shape, and what would the calls that it stands for say.
#ifndef MANIFEST_MODEL_HPP
#define MANIFEST_MODEL_HPP

#include <set>

#include <nlohmann/json.hpp>

#include "registry_model.hpp"

using nlohmann::json;

struct manifest {
  std::vector<unit> plugins;
  std::vector<row> contributions;
  std::vector<policy_row> policies;
};

class manifest_reader {
 public:
  // Whether the text is a manifest.
  bool read(const std::string &text, manifest &into) {
    // A NUL ends the text for this parser, and a byte order mark is nothing to it.
    if (text.find('\0') != std::string::npos || text.substr(0, 3) == "\xef\xbb\xbf") return false;
    std::vector<std::set<std::string>> keys;
    bool is_repeated = false;
    const json document = json::parse(text, [&](int, json::parse_event_t event, json &value) {
      if (event == json::parse_event_t::object_start) keys.emplace_back();
      if (event == json::parse_event_t::object_end) keys.pop_back();
      if (event == json::parse_event_t::key) is_repeated |= !keys.back().insert(value.get<std::string>()).second;
      return true;
    }, false);
    if (document.is_discarded() || is_repeated) return false;
    object(document, {"plugins", "contributions", "safetyPolicies"});
    each(document, "plugins", [&](const json &one) { into.plugins.push_back(plugin(one)); });
    each(document, "contributions", [&](const json &one) { into.contributions.push_back(contribution(one)); });
    each(document, "safetyPolicies", [&](const json &one) { into.policies.push_back(policy(one)); });
    return is_good;
  }

 private:
  bool is_good = true;

  static const json &at(const json &from, const char *key) {
    static const json nothing;
    return from.is_object() && from.contains(key) ? from[key] : nothing;
  }
  void object(const json &value, const std::set<std::string> &allowed) {
    is_good = is_good && value.is_object();
    if (!is_good) return;
    for (const auto &member : value.items()) is_good = is_good && allowed.count(member.key());
  }
  template <class Read> void each(const json &from, const char *key, Read read) {
    const json &list = at(from, key);
    if (list.is_null()) return;
    is_good = is_good && list.is_array();
    if (!is_good) return;
    for (const json &item : list) read(item);
  }
  std::optional<std::string> text(const json &from, const char *key) {
    const json &value = at(from, key);
    if (value.is_null()) return std::nullopt;
    is_good = is_good && value.is_string();
    return is_good ? std::optional(value.get<std::string>()) : std::nullopt;
  }
  std::string needed(const json &from, const char *key) {
    const std::optional<std::string> value = text(from, key);
    is_good = is_good && value;
    return value.value_or("");
  }
  // The place of a word among those that are allowed, from `first` on; 0 where it is left out.
  uint32_t word(const json &from, const char *key, const std::vector<std::string> &words, uint32_t first) {
    const std::optional<std::string> value = text(from, key);
    if (!value) return 0;
    for (size_t i = 0; i < words.size(); i++) {
      if (words[i] == *value) return first + uint32_t(i);
    }
    is_good = false;
    return 0;
  }
  std::string content_text(const json &from) {
    object(at(from, "content"), {"text"});
    return needed(at(from, "content"), "text");
  }

  row contribution(const json &from) {
    object(from, {"id", "mode", "origin", "tier", "scope", "content", "condensed", "requiresTools"});
    row what;
    what.id = needed(from, "id");
    what.mode = word(from, "mode", {"append", "prepend", "replace"}, WATTLE_APPEND);
    is_good = is_good && what.mode;
    what.origin = word(from, "origin", {"static", "runtime-aware"}, WATTLE_ORIGIN_STATIC);
    what.tier = word(from, "tier", {"core", "active", "informational"}, WATTLE_TIER_CORE);
    const json &whom = at(from, "scope");
    if (!whom.is_null()) object(whom, {"callClass", "family", "tenantId", "runtimeRole"});
    what.for_whom.call_class = word(whom, "callClass", {"utility", "reasoning", "converse", "synthesize"}, WATTLE_UTILITY);
    what.for_whom.family = text(whom, "family");
    what.for_whom.tenant = text(whom, "tenantId");
    what.for_whom.role = text(whom, "runtimeRole");
    what.text = content_text(from);
    what.condensed = text(from, "condensed");
    if (!at(from, "requiresTools").is_null()) what.tools.emplace();
    each(from, "requiresTools", [&](const json &tool) {
      is_good = is_good && tool.is_string();
      if (is_good) what.tools->push_back(tool.get<std::string>());
    });
    return what;
  }

  policy_row policy(const json &from) {
    object(from, {"id", "content", "enabledByDefault"});
    policy_row what;
    what.id = needed(from, "id");
    what.text = content_text(from);
    const json &enabled = at(from, "enabledByDefault");
    is_good = is_good && (enabled.is_null() || enabled.is_boolean());
    what.is_default = enabled.is_boolean() && enabled.get<bool>();
    return what;
  }

  unit plugin(const json &from) {
    object(from, {"name", "version", "prompts", "runtimePrompts", "safetyPolicies"});
    unit what;
    what.name = needed(from, "name");
    what.version = text(from, "version").value_or("");
    each(from, "prompts", [&](const json &one) { what.statics.push_back(contribution(one)); });
    each(from, "runtimePrompts", [&](const json &one) { what.awares.push_back(contribution(one)); });
    each(from, "safetyPolicies", [&](const json &one) { what.policies.push_back(policy(one)); });
    return what;
  }
};

// An origin that is not the list's is a fault of the plugin as such: it comes before what the registry has against it.
inline outcome check_origins(const unit &what) {
  for (const row &one : what.statics) {
    if (one.origin == WATTLE_ORIGIN_RUNTIME_AWARE) return {WATTLE_INVALID_ARGUMENT, one.id};
  }
  for (const row &one : what.awares) {
    if (one.origin == WATTLE_ORIGIN_STATIC) return {WATTLE_INVALID_ARGUMENT, one.id};
  }
  return {};
}

// Plugins one by one, then the contributions, then the policies: all or none.
inline outcome load(const manifest &what, world &into) {
  world after = into;
  outcome how;
  for (const unit &one : what.plugins) {
    if (how.ok()) how = check_plugin_name(one.name);
    if (how.ok()) how = check_origins(one);
    if (how.ok()) how = after.register_plugin(one);
  }
  if (how.ok()) how = after.register_rows(what.contributions);
  for (const policy_row &one : what.policies) {
    if (how.ok()) how = after.register_policy(one);
  }
  if (how.ok()) into = after;
  return how;
}

// The registry's dump, as far as manifests decide on it.
inline json dump_of(const world &now) {
  const auto maybe = [](const auto &value) { return value ? json(*value) : json(); };
  json contributions = json::array(), policies = json::array(), plugins = json::array();
  for (const entry &one : now.entries) {
    const scope &whom = one.what->for_whom;
    const json call_class = whom.call_class ? json(copy(wattle_call_class_name(whom.call_class))) : json();
    contributions.push_back({{"registrationOrder", contributions.size()}, {"id", one.what->id}, {"origin", copy(wattle_origin_name(one.origin))},
                             {"plugin", maybe(one.plugin)}, {"mode", copy(wattle_mode_name(one.what->mode))},
                             {"tier", copy(wattle_tier_name(one.tier()))}, {"requiresTools", maybe(one.what->tools)}, {"content", "text"},
                             {"text", one.what->text}, {"condensed", maybe(one.what->condensed)},
                             {"scope", {{"callClass", call_class}, {"family", maybe(whom.family)}, {"tenantId", maybe(whom.tenant)},
                                        {"runtimeRole", maybe(whom.role)}}}});
  }
  for (const policy_entry &one : now.policies) {
    policies.push_back({{"id", one.what->id}, {"plugin", maybe(one.plugin)}, {"enabledByDefault", one.what->is_default},
                        {"enabled", now.is_enabled(one)}, {"content", "text"}, {"text", one.what->text}});
  }
  for (const unit &one : now.plugins) plugins.push_back({{"name", one.name}, {"version", one.version}, {"hook", false}, {"streamObserver", false}});
  return {{"contributions", contributions}, {"safetyPolicies", policies}, {"plugins", plugins}};
}

#endif
