// The naive reading of semantics 3: what a world resolves to, which probes fire, and what a failure says.
#ifndef RESOLVE_MODEL_HPP
#define RESOLVE_MODEL_HPP

#include "registry_model.hpp"

inline const char whole_baseline[] = "core.default-system-prompt";

// A section, and what a composition needs of it besides.
struct part {
  std::string id, text;
  std::optional<std::string> plugin, condensed;
  wattle_origin origin = 0;
  wattle_mode mode = 0;
  wattle_tier tier = 0;
  bool is_static = true;

  bool operator==(const part &other) const {
    return id == other.id && text == other.text && plugin == other.plugin && origin == other.origin && mode == other.mode && tier == other.tier &&
           is_static == other.is_static;
  }
};

struct resolved {
  std::vector<part> parts;
  size_t stable_prefix = 0;
  std::vector<std::string> probes;

  std::string text() const {
    std::vector<std::string> texts;
    for (const part &one : parts) texts.push_back(one.text);
    return joined(texts, "\n\n");
  }
};

// What is asked for. Without a turn it is the static-only resolution.
struct question {
  context who;
  std::optional<turn> now;
  bool static_first = false, is_probed = false;
  // Which probe fails, counted from 0.
  size_t failing_probe = SIZE_MAX;
};

// A place of a plan, and the entries that contribute to its text.
struct place {
  const entry *slot;
  wattle_mode mode;
  std::vector<const entry *> contributing;

  bool is_static() const {
    const auto aware = [](const entry *one) { return one->origin == WATTLE_ORIGIN_RUNTIME_AWARE; };
    return !aware(slot) && std::none_of(contributing.begin(), contributing.end(), aware);
  }
  bool operator==(const place &other) const {
    const auto same = [](const entry *one, const entry *two) { return one->number == two->number; };
    return same(slot, other.slot) && std::equal(contributing.begin(), contributing.end(), other.contributing.begin(), other.contributing.end(), same);
  }
};

inline bool is_active(const entry &one, const context &who, const std::optional<turn> &now) {
  const scope &wanted = one.what->for_whom;
  if (wanted.call_class && wanted.call_class != who.call_class) return false;
  if (wanted.family && *wanted.family != who.family) return false;
  if (wanted.tenant && wanted.tenant != who.tenant) return false;
  if (wanted.role && wanted.role != who.role) return false;
  if (one.origin != WATTLE_ORIGIN_RUNTIME_AWARE) return true;
  if (!now) return false;
  for (const std::string &tool : one.what->tools.value_or(std::vector<std::string>())) {
    if (std::find(now->tools.begin(), now->tools.end(), tool) == now->tools.end()) return false;
  }
  return true;
}

// What the targets' callbacks say: nothing where their text is empty.
inline std::string said(const row &what, const context &who, const std::optional<turn> &now) {
  if (what.text.empty()) return "";
  switch (what.kind) {
    case content::text: return what.text;
    case content::fixed: return what.text + who.family;
    case content::aware: return what.text + std::to_string(now->depth);
    case content::gated: return now->depth % 2 ? "" : what.text;
  }
  return "";
}

// The active entries in the order of 3.1, with the baseline as one slot where it is replaced as a whole (3.11), and without
// what is swallowed then.
inline std::vector<entry> lineup(const std::vector<entry> &all, const context &who, const std::optional<turn> &now) {
  std::vector<entry> active;
  for (wattle_origin layer : {WATTLE_ORIGIN_CORE_DEFAULT, WATTLE_ORIGIN_CORE_TEMPLATE, WATTLE_ORIGIN_STATIC, WATTLE_ORIGIN_RUNTIME_AWARE}) {
    for (const entry &one : all) {
      if (one.origin == wattle_origin(layer) && is_active(one, who, now)) active.push_back(one);
    }
  }
  const auto replaced = [&](const std::string &id) {
    return std::any_of(active.begin(), active.end(), [&](const entry &one) { return one.replaces() && one.what->id == id; });
  };
  std::vector<entry> left;
  const bool is_seeded = !active.empty() && active[0].origin == WATTLE_ORIGIN_CORE_DEFAULT;
  if (is_seeded && replaced(whole_baseline)) {
    entry whole = active[0];
    row named;
    named.id = whole_baseline;
    named.mode = WATTLE_APPEND;
    whole.what = std::make_shared<row>(named);
    whole.number = 1;
    left.push_back(whole);
    std::vector<std::string> swallowed;
    for (const entry &one : active) {
      if (one.origin == WATTLE_ORIGIN_CORE_DEFAULT) {
        swallowed.push_back(one.what->id);
      } else if (!one.replaces() || std::find(swallowed.begin(), swallowed.end(), one.what->id) == swallowed.end()) {
        left.push_back(one);
      }
    }
  } else {
    left = active;
  }
  const auto is_idle = [&](const entry &one) { return one.is_placeholder && !replaced(one.what->id); };
  left.erase(std::remove_if(left.begin(), left.end(), is_idle), left.end());
  return left;
}

inline std::vector<const entry *> of_id(const std::vector<entry> &active, const std::string &id, bool replaces) {
  std::vector<const entry *> found;
  for (const entry &one : active) {
    if (one.what->id == id && one.replaces() == replaces) found.push_back(&one);
  }
  return found;
}

// The plan (3.3, 3.6, 3.10), without safety.
inline std::vector<place> plan(const std::vector<entry> &active, bool static_first) {
  std::vector<place> places;
  for (wattle_mode mode : {WATTLE_PREPEND, WATTLE_APPEND}) {
    for (const entry &one : active) {
      const auto slots = of_id(active, one.what->id, false), replaces = of_id(active, one.what->id, true);
      const bool has_place = one.replaces() ? slots.empty() && replaces[0] == &one : replaces.empty() || slots[0] == &one;
      const wattle_mode own = one.replaces() ? WATTLE_APPEND : one.what->mode;
      if (!has_place || own != mode) continue;
      places.push_back({&one, mode, replaces.empty() ? std::vector<const entry *>{&one} : replaces});
    }
  }
  if (static_first) std::stable_partition(places.begin(), places.end(), [](const place &one) { return one.is_static(); });
  return places;
}

class resolution {
 public:
  resolution(const question &what, resolved &into) : asked(what), result(into) {}

  // `all`: everything that the call can see but what hooks emit.
  outcome run(const world &from, const std::vector<entry> &all) {
    outcome how = from.check_policies();
    std::vector<entry> with_emitted = all;
    if (how.ok() && asked.now) how = run_hooks(from, with_emitted);
    if (!how.ok()) return how;
    const std::vector<entry> active = lineup(with_emitted, asked.who, asked.now);
    how = walk(active);
    if (!how.ok()) return how;
    const std::vector<place> places = plan(active, asked.static_first);
    const std::vector<entry> fixed_active = lineup(all, asked.who, std::nullopt);
    const std::vector<place> fixed = plan(fixed_active, asked.static_first);
    size_t stable = 0;
    while (stable < std::min(places.size(), fixed.size()) && places[stable] == fixed[stable]) stable++;
    for (size_t i = 0; i < places.size(); i++) {
      add(part_of(places[i]));
      if (i < stable) result.stable_prefix = result.text().size();
    }
    const bool is_same = stable == places.size() && stable == fixed.size();
    for (const policy_entry &one : from.policies) {
      if (!from.is_enabled(one)) continue;
      if (fails(one.what->does) && one.what->is_function) return {WATTLE_CALLBACK_FAILED, one.what->id};
      const std::string text = one.what->text.empty() || !one.what->is_function ? one.what->text : one.what->text + asked.who.family;
      if (text.empty() && !fire("empty " + one.what->id + " static")) return {WATTLE_CALLBACK_FAILED, one.what->id};
      part last{one.what->id, text, one.plugin, std::nullopt, WATTLE_ORIGIN_STATIC, WATTLE_APPEND, WATTLE_TIER_CORE, true};
      add(last);
      if (is_same) result.stable_prefix = result.text().size();
    }
    return {};
  }

 private:
  const question &asked;
  resolved &result;
  std::vector<std::pair<size_t, std::string>> texts;

  bool fire(const std::string &probe) {
    if (!asked.is_probed) return true;
    result.probes.push_back(probe);
    return result.probes.size() - 1 != asked.failing_probe;
  }

  void add(const part &one) {
    if (!one.text.empty()) result.parts.push_back(one);
  }

  // 3.0: checked against the registry's own records and what was emitted before.
  outcome run_hooks(const world &from, std::vector<entry> &all) {
    std::vector<entry> among = from.entries;
    for (const unit &plugin : from.plugins) {
      if (!plugin.emits) continue;
      outcome refusal;
      for (const row &what : *plugin.emits) {
        const outcome how = check_row(what, WATTLE_ORIGIN_RUNTIME_AWARE, plugin.name, among);
        if (refusal.ok()) refusal = how;
        if (!how.ok()) continue;
        among.push_back({std::make_shared<row>(what), WATTLE_ORIGIN_RUNTIME_AWARE, plugin.name, next_number(), false});
        all.push_back(among.back());
      }
      if (!refusal.ok()) return refusal;
      if (fails(plugin.hook_does)) return {WATTLE_CALLBACK_FAILED, plugin.name};
    }
    return {};
  }

  // 3.3, 3.4: contents and probes, in the order of 3.1.
  outcome walk(const std::vector<entry> &active) {
    std::vector<std::string> doubles;
    for (const entry &one : active) {
      const auto slots = of_id(active, one.what->id, false), replaces = of_id(active, one.what->id, true);
      const outcome failed{WATTLE_CALLBACK_FAILED, one.what->id};
      const bool is_first = !replaces.empty() && replaces[0] == &one;
      if (is_first && slots.empty() && !fire("missing " + one.what->id)) return failed;
      if (is_first && replaces.size() > 1) doubles.push_back(one.what->id);
      if (!one.replaces() && !replaces.empty()) continue;
      if (one.what->kind != content::text && fails(one.what->does)) return failed;
      const std::string text = said(*one.what, asked.who, asked.now);
      texts.push_back({one.number, text});
      if (text.empty() && !fire("empty " + one.what->id + " " + copy(wattle_origin_name(one.origin)))) return failed;
    }
    if (!doubles.empty() && !fire("duplicate " + joined(doubles, " "))) return {WATTLE_CALLBACK_FAILED, doubles[0]};
    return {};
  }

  part part_of(const place &one) const {
    std::vector<std::string> bodies;
    for (const entry *contributing : one.contributing) {
      for (const auto &[number, text] : texts) {
        if (number == contributing->number && !text.empty()) bodies.push_back(text);
      }
    }
    part made;
    made.id = one.slot->what->id;
    made.text = joined(bodies, "\n\n");
    made.plugin = one.slot->plugin;
    if (one.contributing.size() == 1) made.condensed = one.contributing[0]->what->condensed;
    made.origin = one.slot->origin;
    made.mode = one.mode;
    made.tier = one.slot->tier();
    made.is_static = one.is_static();
    return made;
  }
};

#endif
