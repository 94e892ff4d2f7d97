// The naive reading of semantics 1 to 4: quadratic, from the numbered paragraphs alone.
#ifndef REGISTRY_MODEL_HPP
#define REGISTRY_MODEL_HPP

#include <algorithm>
#include <memory>
#include <optional>

#include "check.hpp"

// What a callback does besides saying its text.
enum class deed { nothing, fails, writes_what_is_not_utf8, registers, resolves, removes };
inline bool fails(deed does) { return does == deed::fails || does == deed::writes_what_is_not_utf8; }

enum class content { text, fixed, aware, gated };

struct scope {
  wattle_call_class call_class = 0;
  std::optional<std::string> family, tenant, role;
};

struct context {
  wattle_call_class call_class = WATTLE_CONVERSE;
  std::string family;
  std::optional<std::string> tenant, role;
};

struct turn {
  uint32_t depth = 0;
  std::vector<std::string> tools;
};

// Stands for a user_data that the library holds: as many models hold it as there are.
using token = std::shared_ptr<int>;

struct row {
  std::string id, text;
  wattle_mode mode = WATTLE_APPEND;
  wattle_origin origin = 0;
  wattle_tier tier = 0;
  content kind = content::text;
  deed does = deed::nothing;
  scope for_whom;
  std::optional<std::string> condensed;
  std::optional<std::vector<std::string>> tools;
  token held;

  bool reads_state() const { return kind == content::aware || kind == content::gated; }
  // The origin that holds where none is given (1.5).
  wattle_origin own_origin() const {
    if (origin) return origin;
    return reads_state() || tools ? WATTLE_ORIGIN_RUNTIME_AWARE : WATTLE_ORIGIN_STATIC;
  }
};

struct policy_row {
  std::string id, text;
  bool is_function = false, is_default = false;
  deed does = deed::nothing;
  token held;
};

struct unit {
  std::string name, version;
  std::vector<row> statics, awares;
  std::vector<policy_row> policies;
  // What the hook emits, if there is one, and what it does in the end; the same of the observer.
  std::optional<std::vector<row>> emits;
  deed hook_does = deed::nothing;
  bool observes = false, observer_fails = false;
  token held;
  size_t number = 0;

  bool is_called() const { return emits || observes; }
};

// A registered row, with a number that no other has.
struct entry {
  // Shared by the models that have it.
  std::shared_ptr<const row> what;
  wattle_origin origin = WATTLE_ORIGIN_STATIC;
  std::optional<std::string> plugin;
  size_t number = 0;
  // A template's place where it is not seeded.
  bool is_placeholder = false;

  bool replaces() const { return what->mode == WATTLE_REPLACE; }
  wattle_tier tier() const {
    if (what->tier) return what->tier;
    return origin < WATTLE_ORIGIN_STATIC ? WATTLE_TIER_CORE : WATTLE_TIER_ACTIVE;
  }
};

struct policy_entry {
  std::shared_ptr<const policy_row> what;
  std::optional<std::string> plugin;
  size_t number = 0;
  bool is_librarys = false;
};

struct global {
  entry entered;
  std::vector<std::string> targets;

  bool is_for(const std::string &runtime) const {
    for (const std::string &target : targets) {
      if (target == "*" || (target == runtime && !runtime.empty())) return true;
    }
    return false;
  }
};

inline size_t next_number() {
  static size_t number = 1000;
  return ++number;
}

// The table of semantics 2, in its order. `among`: what else there is.
inline outcome check_id(const std::string &id, wattle_mode mode, const std::optional<std::string> &plugin) {
  const size_t dot = id.find('.');
  const bool adds = mode != WATTLE_REPLACE;
  if (dot == std::string::npos || dot == 0 || dot + 1 == id.size() || has_forbidden(id) || id.size() > WATTLE_ID_MAX_BYTES) {
    return {WATTLE_UNNAMESPACED_ID, id};
  }
  const std::string space = id.substr(0, dot);
  if (space == "safety" || (space == "core" && adds)) return {WATTLE_RESERVED_NAMESPACE, id};
  if (plugin && adds && space != *plugin) return {WATTLE_FOREIGN_NAMESPACE, id};
  return {};
}

inline outcome check_row(const row &what, wattle_origin origin, const std::optional<std::string> &plugin, const std::vector<entry> &among) {
  outcome named = check_id(what.id, what.mode, plugin);
  if (named.status == WATTLE_UNNAMESPACED_ID) return named;
  if (origin != WATTLE_ORIGIN_RUNTIME_AWARE && (what.reads_state() || what.tools)) return {WATTLE_INVALID_ARGUMENT, what.id};
  if (!named.ok()) return named;
  for (const entry &other : among) {
    if (other.origin != origin || other.what->id != what.id || other.replaces() != (what.mode == WATTLE_REPLACE)) continue;
    if (!other.replaces() || other.plugin == plugin) return {WATTLE_DUPLICATE_CONTRIBUTION_ID, what.id};
  }
  return {};
}

inline outcome check_plugin_name(const std::string &name) {
  const bool is_bad = name.empty() || name.size() > WATTLE_PLUGIN_NAME_MAX_BYTES || name.find('.') != std::string::npos ||
                      has_forbidden(name) || name == "core" || name == "safety";
  return is_bad ? outcome{WATTLE_INVALID_ARGUMENT, name} : outcome{};
}

// Everything registered with one registry.
struct world {
  std::vector<entry> entries;
  std::vector<policy_entry> policies;
  std::vector<unit> plugins;
  std::optional<std::vector<std::string>> enabled;

  const unit *plugin(const std::string &name) const {
    for (const unit &one : plugins) {
      if (one.name == name) return &one;
    }
    return nullptr;
  }

  outcome add_row(const row &what, wattle_origin origin, const std::optional<std::string> &plugin_name, size_t at) {
    const outcome checked = check_row(what, origin, plugin_name, entries);
    if (checked.ok()) entries.insert(entries.begin() + long(at), entry{std::make_shared<row>(what), origin, plugin_name, next_number(), false});
    return checked;
  }

  outcome add_policy(const policy_row &what, const std::optional<std::string> &plugin_name, size_t at) {
    const outcome named = check_id(what.id, WATTLE_REPLACE, std::nullopt);
    if (named.status == WATTLE_UNNAMESPACED_ID) return named;
    if (named.status != WATTLE_RESERVED_NAMESPACE) return {WATTLE_FOREIGN_NAMESPACE, what.id};
    for (const policy_entry &other : policies) {
      if (other.what->id == what.id) return {WATTLE_DUPLICATE_CONTRIBUTION_ID, what.id};
    }
    policies.insert(policies.begin() + long(at), policy_entry{std::make_shared<policy_row>(what), plugin_name, next_number(), false});
    return {};
  }

  // All or none.
  outcome register_rows(const std::vector<row> &rows) {
    world after = *this;
    for (const row &what : rows) {
      const outcome how = after.add_row(what, what.own_origin(), std::nullopt, after.entries.size());
      if (!how.ok()) return how;
    }
    *this = after;
    return {};
  }

  outcome register_policy(const policy_row &what) { return add_policy(what, std::nullopt, policies.size()); }

  outcome unregister(wattle_origin origin, const std::string &id) {
    const auto is_it = [&](const entry &one) { return !one.plugin && one.origin == origin && one.what->id == id; };
    const auto gone = std::remove_if(entries.begin(), entries.end(), is_it);
    if (gone == entries.end()) return {WATTLE_UNKNOWN_CONTRIBUTION, id};
    entries.erase(gone, entries.end());
    return {};
  }

  outcome unregister_policy(const std::string &id) {
    const auto is_it = [&](const policy_entry &one) { return !one.plugin && !one.is_librarys && one.what->id == id; };
    const auto gone = std::remove_if(policies.begin(), policies.end(), is_it);
    if (gone == policies.end()) return {WATTLE_UNKNOWN_SAFETY_POLICY, id};
    policies.erase(gone, policies.end());
    return {};
  }

  outcome register_plugin(unit what) {
    const outcome named = check_plugin_name(what.name);
    if (!named.ok()) return named;
    if (plugin(what.name)) return {WATTLE_DUPLICATE_PLUGIN, what.name};
    what.number = next_number();
    world after = *this;
    const outcome how = after.add_rows_of(what, after.entries.size(), after.policies.size());
    if (!how.ok()) return how;
    after.plugins.push_back(what);
    *this = after;
    return {};
  }

  outcome unregister_plugin(const std::string &name) {
    if (!plugin(name)) return {WATTLE_UNKNOWN_PLUGIN, name};
    remove_rows_of(name);
    const auto is_it = [&](const unit &one) { return one.name == name; };
    plugins.erase(std::remove_if(plugins.begin(), plugins.end(), is_it), plugins.end());
    return {};
  }

  // The new rows stand where the first old one of either origin stood, policies likewise.
  outcome replace_plugin(unit what) {
    const outcome named = check_plugin_name(what.name);
    if (!named.ok()) return named;
    if (!plugin(what.name)) return {WATTLE_UNKNOWN_PLUGIN, what.name};
    what.number = next_number();
    size_t at = 0, policy_at = 0;
    while (at < entries.size() && entries[at].plugin != what.name) at++;
    while (policy_at < policies.size() && policies[policy_at].plugin != what.name) policy_at++;
    world after = *this;
    after.remove_rows_of(what.name);
    const outcome how = after.add_rows_of(what, std::min(at, after.entries.size()), std::min(policy_at, after.policies.size()));
    if (!how.ok()) return how;
    for (unit &one : after.plugins) {
      if (one.name == what.name) one = what;
    }
    *this = after;
    return {};
  }

  bool is_enabled(const policy_entry &one) const {
    if (!enabled) return one.what->is_default;
    return std::find(enabled->begin(), enabled->end(), one.what->id) != enabled->end();
  }

  // That every enabled policy is known (semantics 4).
  outcome check_policies() const {
    for (const std::string &id : enabled.value_or(std::vector<std::string>())) {
      const auto is_it = [&](const policy_entry &one) { return one.what->id == id; };
      if (std::none_of(policies.begin(), policies.end(), is_it)) return {WATTLE_UNKNOWN_SAFETY_POLICY, id};
    }
    return {};
  }

 private:
  void remove_rows_of(const std::string &name) {
    const auto is_its = [&](const auto &one) { return one.plugin == name; };
    entries.erase(std::remove_if(entries.begin(), entries.end(), is_its), entries.end());
    policies.erase(std::remove_if(policies.begin(), policies.end(), is_its), policies.end());
  }

  outcome add_rows_of(const unit &what, size_t at, size_t policy_at) {
    outcome how;
    for (const row &one : what.statics) {
      if (how.ok()) how = add_row(one, WATTLE_ORIGIN_STATIC, what.name, at++);
    }
    for (const row &one : what.awares) {
      if (how.ok()) how = add_row(one, WATTLE_ORIGIN_RUNTIME_AWARE, what.name, at++);
    }
    for (const policy_row &one : what.policies) {
      if (how.ok()) how = add_policy(one, what.name, policy_at++);
    }
    return how;
  }
};

#endif
