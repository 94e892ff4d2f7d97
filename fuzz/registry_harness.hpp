// Registries under test, each with its model, and every way to change them.
#ifndef REGISTRY_HARNESS_HPP
#define REGISTRY_HARNESS_HPP

#include "prompt_check.hpp"
#include "registry_input.hpp"

struct subject {
  owned_registry handle;
  std::string runtime;
  world now;
  bool is_frozen = false;
  // Of a frozen one: what it saw then.
  std::vector<global> globals;
};

using step_model = std::function<outcome(world &)>;
using library_call = std::function<wattle_status(wattle_error **)>;

struct harness {
  std::vector<std::unique_ptr<subject>> subjects;
  std::vector<global> globals;
  owned_prompt kept;
  owned_bundle last;
  resolved last_resolved;
  // Whose call is under way, and how deep in callbacks.
  subject *current = nullptr;
  int depth = 0;
  size_t refusals = 0;

  // Mostly the same one: what comes together by chance does so where much is.
  subject &pick(bytes &in) { return *subjects[in.once_in(4) ? in.below(subjects.size()) : 0]; }
  void begin(bytes &in);
  void step(bytes &in);
  void end();

  void change(subject &where, const std::string &name, const step_model &model, const library_call &call, const outcome &checked = {});
  void remove(subject &where, const std::string &name, const step_model &taken, const library_call &call, const step_model &model = {},
              const outcome &checked = {});
  void register_rows(subject &where, const std::vector<row> &rows);
  void register_global(bytes &in);
  void unregister_global(wattle_origin origin, const std::string &id);
  void set_enabled(bytes &in, subject &where);
  void freeze(subject &where);
  void resolve(subject &where, const question &asked);
  void compose(bytes &in, subject &where, question asked);
  void compose_under(const gate_settings &settings, bytes &in, subject &where, const question &asked, const outcome &expected, const resolved &found);
  void fingerprint(subject &where, const question &asked);
  void emit(bytes &in, subject &where);
  void list(subject &where);
  std::vector<entry> visible(const subject &where) const;
  bool is_in_use(const world &before, const world &after) const;
};

inline harness *running = nullptr;

// Runs a call on a registry, in which callbacks may run.
template <class Call> outcome call_on(subject &where, Call call) {
  subject *const outer = running->current;
  running->current = &where;
  running->depth++;
  const outcome how = outcome_of(call);
  running->depth--;
  running->current = outer;
  return how;
}

// A change, which is refused in a frozen snapshot; a refused one changes nothing. `checked`: what is wrong whatever the registry is.
inline void harness::change(subject &where, const std::string &name, const step_model &model, const library_call &call, const outcome &checked) {
  outcome want = checked;
  if (want.ok()) want = where.is_frozen ? outcome{WATTLE_FROZEN, name} : model(where.now);
  // A dump takes longer than all else, so not each time; what else may come of a refusal is seen in the answers after it.
  const bool is_dumped = !want.ok() && refusals++ % 4 == 0;
  const std::string before = is_dumped ? dump(where.handle.get()) : "";
  EQUAL(outcome_of(call), want);
  if (is_dumped) EQUAL(dump(where.handle.get()), before);
}

// Whether what a removal took out can still be called by a frozen snapshot.
inline bool harness::is_in_use(const world &before, const world &after) const {
  std::vector<size_t> gone;
  const auto compare = [&](const auto &all, const auto &left, const auto &is_held) {
    for (const auto &one : all) {
      const bool is_left = std::any_of(left.begin(), left.end(), [&](const auto &other) { return other.number == one.number; });
      if (!is_left && is_held(one)) gone.push_back(one.number);
    }
  };
  compare(before.entries, after.entries, [](const entry &one) { return one.what->held != nullptr; });
  compare(before.policies, after.policies, [](const policy_entry &one) { return one.what->held != nullptr; });
  compare(before.plugins, after.plugins, [](const unit &one) { return one.is_called(); });
  for (const auto &other : subjects) {
    if (!other->is_frozen) continue;
    for (size_t number : gone) {
      const auto is_it = [&](const auto &one) { return one.number == number; };
      const world &frozen = other->now;
      if (std::any_of(frozen.entries.begin(), frozen.entries.end(), is_it) || std::any_of(frozen.policies.begin(), frozen.policies.end(), is_it) ||
          std::any_of(frozen.plugins.begin(), frozen.plugins.end(), is_it)) {
        return true;
      }
    }
  }
  return false;
}

// `taken`: what goes. `model`: all that happens, if that is more.
inline void harness::remove(subject &where, const std::string &name, const step_model &taken, const library_call &call, const step_model &model,
                     const outcome &checked) {
  if (depth > 0) {
    EQUAL(outcome_of(call), (outcome{WATTLE_RE_ENTRANCY, name}));
    return;
  }
  const auto all = [&](world &now) {
    world without = now;
    const outcome found = taken(without);
    if (!found.ok()) return found;
    if (is_in_use(now, without)) return outcome{WATTLE_PLUGIN_IN_USE, name};
    return model ? model(now) : taken(now);
  };
  change(where, name, all, call, checked);
}

inline void harness::register_rows(subject &where, const std::vector<row> &rows) {
  std::vector<contribution_of> filled;
  std::vector<wattle_contribution> all;
  for (const row &one : rows) filled.emplace_back(one), all.push_back(filled.back().filled);
  change(where, rows[0].id, [&](world &now) { return now.register_rows(rows); },
         [&](wattle_error **error) { return wattle_registry_register(where.handle.get(), all.data(), all.size(), error); });
}

inline void harness::register_global(bytes &in) {
  static const char *const runtimes[] = {"*", "one", "two", ""};
  const row what = some_row(in, "g", std::nullopt);
  global added{{std::make_shared<row>(what), what.own_origin(), std::nullopt, next_number(), false}, {}};
  std::vector<wattle_str> targets;
  for (size_t n = in.once_in(16) ? 0 : 1 + in.below(2); n > 0; n--) added.targets.push_back(in.one_of(runtimes));
  for (const std::string &target : added.targets) targets.push_back(view(target));
  std::vector<entry> among;
  for (const global &other : globals) among.push_back(other.entered);
  outcome want = check_row(what, added.entered.origin, std::nullopt, among);
  if (want.ok() && targets.empty()) want = {WATTLE_INVALID_ARGUMENT, what.id};
  const contribution_of filled(what);
  EQUAL(outcome_of([&](wattle_error **error) { return wattle_register_global(&filled.filled, {targets.data(), targets.size()}, error); }), want);
  if (want.ok()) globals.push_back(added);
}

inline void harness::unregister_global(wattle_origin origin, const std::string &id) {
  const auto is_it = [&](const global &one) { return one.entered.origin == origin && one.entered.what->id == id; };
  outcome want{WATTLE_UNKNOWN_CONTRIBUTION, id};
  for (const global &one : globals) {
    if (is_it(one) && !(want.status == WATTLE_PLUGIN_IN_USE)) want = {};
    for (const auto &other : subjects) {
      const auto same = [&](const global &held) { return held.entered.number == one.entered.number; };
      const bool holds = std::any_of(other->globals.begin(), other->globals.end(), same);
      if (is_it(one) && one.entered.what->held && holds) want = {WATTLE_PLUGIN_IN_USE, id};
    }
  }
  if (depth > 0) want = {WATTLE_RE_ENTRANCY, id};
  EQUAL(outcome_of([&](wattle_error **error) { return wattle_unregister_global(origin, view(id), error); }), want);
  if (want.ok()) globals.erase(std::remove_if(globals.begin(), globals.end(), is_it), globals.end());
}

inline void harness::set_enabled(bytes &in, subject &where) {
  static const char *const ids[] = {"safety.x", "safety.y", "safety.z", "safety.secret-handling", "safety.instruction-hierarchy", "safety.unknown"};
  std::optional<std::vector<std::string>> list;
  std::vector<wattle_str> views(1);
  if (!in.once_in(4)) {
    list.emplace();
    // With one that is not known nothing resolves any more.
    const std::vector<policy_entry> &there = where.now.policies;
    for (size_t n = in.below(4); n > 0; n--) {
      if (has.faults && in.once_in(8)) list->push_back(in.one_of(ids));
      if (!there.empty()) list->push_back(there[in.below(there.size())].what->id);
    }
    views.clear();
    for (const std::string &id : *list) views.push_back(view(id));
    views.push_back({});
  }
  change(where, "enabledSafetyPolicies", [&](world &now) { return now.enabled = list, outcome{}; }, [&](wattle_error **error) {
    const wattle_str_list handed{list ? views.data() : nullptr, list ? list->size() : 0};
    return wattle_registry_set_enabled_safety_policies(where.handle.get(), handed, error);
  });
}

inline void harness::freeze(subject &where) {
  if (subjects.size() > 4) return;
  wattle_registry *handle = nullptr;
  must([&](wattle_error **error) { return wattle_registry_snapshot(where.handle.get(), &handle, error); });
  auto frozen = std::make_unique<subject>(subject{owned_registry(handle), where.runtime, where.now, true, where.globals});
  if (!where.is_frozen) {
    for (const global &one : globals) {
      if (one.is_for(where.runtime)) frozen->globals.push_back(one);
    }
  }
  // It holds on to what it can call.
  for (unit &one : frozen->now.plugins) {
    if (!one.is_called()) one.held.reset();
  }
  subjects.push_back(std::move(frozen));
}

// A bundled text as the model has it.
inline row fragment_row(wattle_fragment_set set, size_t i, bool *is_default = nullptr) {
  wattle_fragment fragment = WATTLE_FRAGMENT_INIT;
  must([&](wattle_error **error) { return wattle_fragment_at(set, i, &fragment, error); });
  if (is_default) *is_default = fragment.is_default;
  row what;
  what.id = copy(fragment.id);
  what.text = copy(fragment.text);
  return what;
}

// The places of the templates where they are not seeded: the same ones always.
inline const std::vector<entry> &template_places() {
  static std::vector<entry> places;
  for (size_t i = places.size(); i < wattle_fragment_count(WATTLE_FRAGMENT_SET_TEMPLATES); i++) {
    row what;
    what.id = fragment_row(WATTLE_FRAGMENT_SET_TEMPLATES, i).id;
    places.push_back({std::make_shared<row>(what), WATTLE_ORIGIN_CORE_TEMPLATE, std::nullopt, 2 + i, true});
  }
  return places;
}

// Everything that a call sees, but what hooks emit.
inline std::vector<entry> harness::visible(const subject &where) const {
  std::vector<entry> all = where.now.entries;
  const auto is_template = [](const entry &one) { return one.origin == WATTLE_ORIGIN_CORE_TEMPLATE; };
  if (std::none_of(all.begin(), all.end(), is_template)) all.insert(all.end(), template_places().begin(), template_places().end());
  for (const global &one : where.is_frozen ? where.globals : globals) {
    if (one.is_for(where.runtime)) all.push_back(one.entered);
  }
  return all;
}

#endif
