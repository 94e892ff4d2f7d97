// Registries over many steps: everything is registered, replaced, removed, frozen, resolved and composed, also from within
// callbacks, and after every step the library must be where resolve_model.hpp is: in what it says, in what it refuses, and in
// which user_data it still holds.
extern "C" {
#include "../bindings-tests/c/sha256.h"
}
#include "prompt_check.hpp"
#include "registry_input.hpp"

std::vector<std::string> observed;

namespace {

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

  subject &pick(bytes &in) { return *subjects[in.below(subjects.size())]; }
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
  void compose(bytes &in, subject &where, const question &asked);
  void fingerprint(subject &where, const question &asked);
  void emit(bytes &in, subject &where);
  void list(subject &where);
  std::vector<entry> visible(const subject &where) const;
  bool is_in_use(const world &before, const world &after) const;
};

harness *running = nullptr;

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
void harness::change(subject &where, const std::string &name, const step_model &model, const library_call &call, const outcome &checked) {
  const std::string before = dump(where.handle.get());
  outcome want = checked;
  if (want.ok()) want = where.is_frozen ? outcome{WATTLE_FROZEN, name} : model(where.now);
  EQUAL(outcome_of(call), want);
  if (!want.ok()) EQUAL(dump(where.handle.get()), before);
}

// Whether what a removal took out can still be called by a frozen snapshot.
bool harness::is_in_use(const world &before, const world &after) const {
  std::vector<size_t> gone;
  const auto compare = [&](const auto &all, const auto &left, const auto &is_held) {
    for (const auto &one : all) {
      const bool is_left = std::any_of(left.begin(), left.end(), [&](const auto &other) { return other.number == one.number; });
      if (!is_left && is_held(one)) gone.push_back(one.number);
    }
  };
  compare(before.entries, after.entries, [](const entry &one) { return one.what.held != nullptr; });
  compare(before.policies, after.policies, [](const policy_entry &one) { return one.what.held != nullptr; });
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
void harness::remove(subject &where, const std::string &name, const step_model &taken, const library_call &call, const step_model &model,
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

void harness::register_rows(subject &where, const std::vector<row> &rows) {
  std::vector<contribution_of> filled;
  std::vector<wattle_contribution> all;
  for (const row &one : rows) filled.emplace_back(one), all.push_back(filled.back().filled);
  change(where, rows[0].id, [&](world &now) { return now.register_rows(rows); },
         [&](wattle_error **error) { return wattle_registry_register(where.handle.get(), all.data(), all.size(), error); });
}

void harness::register_global(bytes &in) {
  static const char *const runtimes[] = {"*", "one", "two", ""};
  const row what = some_row(in, "g", std::nullopt);
  global added{{what, what.own_origin(), std::nullopt, next_number(), false}, {}};
  std::vector<wattle_str> targets;
  for (size_t n = in.once_in(16) ? 0 : 1 + in.below(2); n > 0; n--) added.targets.push_back(in.one_of(runtimes));
  for (const std::string &target : added.targets) targets.push_back(view(target));
  std::vector<entry> among;
  for (const global &other : globals) among.push_back(other.what);
  outcome want = check_row(what, added.what.origin, std::nullopt, among);
  if (want.ok() && targets.empty()) want = {WATTLE_INVALID_ARGUMENT, what.id};
  const contribution_of filled(what);
  EQUAL(outcome_of([&](wattle_error **error) { return wattle_register_global(&filled.filled, {targets.data(), targets.size()}, error); }), want);
  if (want.ok()) globals.push_back(added);
}

void harness::unregister_global(wattle_origin origin, const std::string &id) {
  const auto is_it = [&](const global &one) { return one.what.origin == origin && one.what.what.id == id; };
  outcome want{WATTLE_UNKNOWN_CONTRIBUTION, id};
  for (const global &one : globals) {
    if (is_it(one) && !(want.status == WATTLE_PLUGIN_IN_USE)) want = {};
    for (const auto &other : subjects) {
      const auto same = [&](const global &held) { return held.what.number == one.what.number; };
      const bool holds = std::any_of(other->globals.begin(), other->globals.end(), same);
      if (is_it(one) && one.what.what.held && holds) want = {WATTLE_PLUGIN_IN_USE, id};
    }
  }
  if (depth > 0) want = {WATTLE_RE_ENTRANCY, id};
  EQUAL(outcome_of([&](wattle_error **error) { return wattle_unregister_global(origin, view(id), error); }), want);
  if (want.ok()) globals.erase(std::remove_if(globals.begin(), globals.end(), is_it), globals.end());
}

void harness::set_enabled(bytes &in, subject &where) {
  static const char *const ids[] = {"safety.x", "safety.y", "safety.z", "safety.secret-handling", "safety.instruction-hierarchy", "safety.unknown"};
  std::optional<std::vector<std::string>> list;
  std::vector<wattle_str> views(1);
  if (!in.once_in(4)) {
    list.emplace();
    for (size_t n = in.below(4); n > 0; n--) list->push_back(ids[in.below(in.once_in(8) ? 6 : 5)]);
    views.clear();
    for (const std::string &id : *list) views.push_back(view(id));
    views.push_back({});
  }
  change(where, "enabledSafetyPolicies", [&](world &now) { return now.enabled = list, outcome{}; }, [&](wattle_error **error) {
    const wattle_str_list handed{list ? views.data() : nullptr, list ? list->size() : 0};
    return wattle_registry_set_enabled_safety_policies(where.handle.get(), handed, error);
  });
}

void harness::freeze(subject &where) {
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
row fragment_row(wattle_fragment_set set, size_t i, bool *is_default = nullptr) {
  wattle_fragment fragment = WATTLE_FRAGMENT_INIT;
  must([&](wattle_error **error) { return wattle_fragment_at(set, i, &fragment, error); });
  if (is_default) *is_default = fragment.is_default;
  row what;
  what.id = copy(fragment.id);
  what.text = copy(fragment.text);
  return what;
}

// The places of the templates where they are not seeded: the same ones always.
const std::vector<entry> &template_places() {
  static std::vector<entry> places;
  for (size_t i = places.size(); i < wattle_fragment_count(WATTLE_FRAGMENT_SET_TEMPLATES); i++) {
    row what;
    what.id = fragment_row(WATTLE_FRAGMENT_SET_TEMPLATES, i).id;
    places.push_back({what, WATTLE_ORIGIN_CORE_TEMPLATE, std::nullopt, 2 + i, true});
  }
  return places;
}

// Everything that a call sees, but what hooks emit.
std::vector<entry> harness::visible(const subject &where) const {
  std::vector<entry> all = where.now.entries;
  const auto is_template = [](const entry &one) { return one.origin == WATTLE_ORIGIN_CORE_TEMPLATE; };
  if (std::none_of(all.begin(), all.end(), is_template)) all.insert(all.end(), template_places().begin(), template_places().end());
  for (const global &one : where.is_frozen ? where.globals : globals) {
    if (one.is_for(where.runtime)) all.push_back(one.what);
  }
  return all;
}

// What the probes of a call fired, as the model writes it.
struct probe_log {
  std::vector<std::string> fired;
  size_t fails_at = SIZE_MAX;

  wattle_status note(const std::string &what) {
    fired.push_back(what);
    return fired.size() - 1 == fails_at ? 3 : WATTLE_OK;
  }
};

wattle_status on_empty(void *data, wattle_call *, wattle_str id, wattle_origin origin) {
  return static_cast<probe_log *>(data)->note("empty " + copy(id) + " " + copy(wattle_origin_name(origin)));
}
wattle_status on_missing(void *data, wattle_call *, wattle_str id) { return static_cast<probe_log *>(data)->note("missing " + copy(id)); }
wattle_status on_duplicate(void *data, wattle_call *, const wattle_str *ids, size_t n) {
  std::vector<std::string> all;
  for (size_t i = 0; i < n; i++) all.push_back(copy(ids[i]));
  return static_cast<probe_log *>(data)->note("duplicate " + joined(all, " "));
}

wattle_probes probes_into(probe_log &log) {
  wattle_probes probes = WATTLE_PROBES_INIT;
  probes.user_data = &log;
  probes.on_empty_content = on_empty;
  probes.on_replace_target_missing = on_missing;
  probes.on_duplicate_replace = on_duplicate;
  return probes;
}

void check_section(const wattle_section &got, const part &want) {
  EQUAL(copy(got.id), want.id);
  EQUAL(got.plugin.data != nullptr, want.plugin.has_value());
  EQUAL(copy(got.plugin), want.plugin.value_or(""));
  EQUAL(got.origin, want.origin);
  EQUAL(got.mode, want.mode);
  EQUAL(got.tier, want.tier);
  EQUAL(got.is_static, want.is_static);
}

void check_bundle(const wattle_bundle *bundle, const resolved &want, bool is_static_only) {
  const std::string text = want.text();
  EQUAL(copy(wattle_bundle_text(bundle)), text);
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  must([&](wattle_error **error) { return wattle_bundle_summary(bundle, &summary, error); });
  EQUAL(summary.sections, want.parts.size());
  EQUAL(summary.stable_prefix, want.stable_prefix);
  EQUAL(summary.total_chars, chars(text));
  EQUAL(summary.static_only, is_static_only);
  size_t start = 0;
  for (size_t i = 0; i < want.parts.size(); i++) {
    wattle_section section = WATTLE_SECTION_INIT;
    must([&](wattle_error **error) { return wattle_bundle_section(bundle, i, &section, error); });
    check_section(section, want.parts[i]);
    EQUAL(copy(section.text), want.parts[i].text);
    EQUAL(section.chars, chars(want.parts[i].text));
    EQUAL(section.start, start);
    start += want.parts[i].text.size() + 2;
  }
}

// Whether two bundles differ is what the models say.
void check_diff(const wattle_bundle *before, const resolved &was, const wattle_bundle *after, const resolved &is) {
  wattle_diff *diff = nullptr;
  must([&](wattle_error **error) { return wattle_bundle_diff(before, after, &diff, error); });
  const owned_diff kept(diff);
  wattle_diff_figures figures = WATTLE_DIFF_FIGURES_INIT;
  must([&](wattle_error **error) { return wattle_diff_summary(diff, &figures, error); });
  EQUAL(figures.equal, uint64_t(was.parts == is.parts && was.stable_prefix == is.stable_prefix));
}

void harness::resolve(subject &where, const question &asked) {
  resolved want;
  const world before = where.now;
  const outcome expected = resolution(asked, want).run(before, visible(where));
  const question_of put(asked);
  probe_log log;
  log.fails_at = asked.failing_probe;
  const wattle_probes probes = probes_into(log);
  wattle_resolve_options options = WATTLE_RESOLVE_OPTIONS_INIT;
  options.static_first = asked.static_first;
  options.static_only = !asked.now;
  if (asked.is_probed) options.probes = &probes;
  wattle_bundle *bundle = nullptr;
  const outcome got =
      call_on(where, [&](wattle_error **error) { return wattle_registry_resolve(where.handle.get(), &put.who, &put.state, &options, &bundle, error); });
  owned_bundle made(bundle);
  EQUAL(got, expected);
  EQUAL(joined(log.fired, ", "), joined(want.probes, ", "));
  if (!got.ok()) return;
  check_bundle(bundle, want, !asked.now);
  if (depth > 0) return;
  if (last) check_diff(last.get(), last_resolved, bundle, want);
  last = std::move(made);
  last_resolved = want;
}

void harness::compose(bytes &in, subject &where, const question &asked) {
  resolved found;
  const world before = where.now;
  const outcome expected = resolution(asked, found).run(before, visible(where));
  const question_of put(asked);
  gate_settings settings;
  settings.strict = in.flag();
  settings.budget = in.once_in(4) ? WATTLE_UNLIMITED : in.byte() * (in.flag() ? 1u : 80u);
  probe_log log;
  log.fails_at = asked.failing_probe;
  const wattle_probes probes = probes_into(log);
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  options.total_budget = settings.budget;
  options.strict = settings.strict;
  options.static_first = asked.static_first;
  options.static_only = !asked.now;
  if (asked.is_probed) options.probes = &probes;
  const bool is_into = kept && in.flag();
  const std::string before_it = kept ? shown_prompt(kept.get()).json : "";
  wattle_prompt *prompt = kept.get();
  const outcome got = call_on(where, [&](wattle_error **error) {
    return is_into ? wattle_registry_compose_into(where.handle.get(), &put.who, &put.state, &options, kept.get(), error)
                   : wattle_registry_compose(where.handle.get(), &put.who, &put.state, &options, &prompt, error);
  });
  EQUAL(got, expected);
  EQUAL(joined(log.fired, ", "), joined(found.probes, ", "));
  if (!got.ok()) {
    if (kept) EQUAL(shown_prompt(kept.get()).json, before_it);
    return;
  }
  if (!is_into) kept.reset(prompt);
  std::vector<candidate> candidates;
  for (const part &one : found.parts) candidates.push_back({one.id, one.text, one.condensed, one.tier, std::nullopt});
  composition want;
  must([&](wattle_error **) { return gate(candidates, settings, want).status; });
  check_prompt(prompt, candidates, want, settings);
  const std::vector<wattle_section> sections = sections_of(prompt);
  size_t stable = 0, of_bundle = 0, of_prompt = 0;
  bool is_whole = true;
  for (size_t i = 0; i < sections.size(); i++) {
    check_section(sections[i], found.parts[i]);
    of_bundle += found.parts[i].text.size() + (i ? 2 : 0);
    is_whole = is_whole && want.fates[i].verdict == WATTLE_INCLUDED && of_bundle <= found.stable_prefix;
    of_prompt = sections[i].end;
    if (is_whole) stable = of_prompt;
  }
  EQUAL(summary_of(prompt).stable_prefix, stable);
}

// Semantics 5, from the paragraphs.
void harness::fingerprint(subject &where, const question &asked) {
  question fixed = asked;
  fixed.now.reset();
  fixed.static_first = fixed.is_probed = false;
  resolved found;
  const world before = where.now;
  const outcome expected = resolution(fixed, found).run(before, visible(where));
  const question_of put(fixed);
  char hex[65] = "";
  EQUAL(call_on(where, [&](wattle_error **error) { return wattle_registry_fingerprint(where.handle.get(), &put.who, hex, error); }), expected);
  if (!expected.ok()) return;
  std::string hashed = "wattle.fingerprint.v1" + std::string(1, '\0');
  const auto number = [&](uint64_t n) {
    for (int i = 0; i < 8; i++) hashed += char(n >> 8 * i);
  };
  const auto field = [&](const std::optional<std::string> &text) {
    hashed += char(text.has_value());
    if (text) number(text->size()), hashed += *text;
  };
  field(copy(wattle_call_class_name(asked.who.call_class)));
  field(asked.who.family);
  field(asked.who.tenant);
  field(asked.who.role);
  number(found.parts.size());
  for (const part &one : found.parts) field(one.id), field(one.text);
  char want[65];
  sha256_hex(hashed.data(), hashed.size(), want);
  EQUAL(std::string(hex), std::string(want));
}

void harness::emit(bytes &in, subject &where) {
  const std::string seen = in.raw(in.below(6));
  std::vector<std::string> want;
  outcome expected;
  for (const unit &one : where.now.plugins) {
    if (!one.observes || !expected.ok()) continue;
    want.push_back(one.name + " " + seen);
    if (one.observer_fails) expected = {WATTLE_CALLBACK_FAILED, one.name};
  }
  observed.clear();
  EQUAL(outcome_of([&](wattle_error **error) { return wattle_registry_emit_stream(where.handle.get(), view(seen), error); }), expected);
  EQUAL(joined(observed, ", "), joined(want, ", "));
}

template <class Fill> std::string listed(Fill fill) {
  wattle_records *records = nullptr;
  must([&](wattle_error **error) { return fill(&records, error); });
  std::string all;
  for (size_t i = 0; i < wattle_records_len(records); i++) {
    wattle_record record = WATTLE_RECORD_INIT;
    must([&](wattle_error **error) { return wattle_records_at(records, i, &record, error); });
    EQUAL(record.registration_order, i);
    all += copy(record.id) + " " + copy(wattle_origin_name(record.origin)) + " " + copy(wattle_mode_name(record.mode)) + " " +
           copy(wattle_tier_name(record.tier)) + " " + copy(record.plugin) + (record.enabled ? "\n" : " off\n");
  }
  wattle_records_free(records);
  return all;
}

void harness::list(subject &where) {
  std::string want, policies;
  for (const entry &one : where.now.entries) {
    want += one.what.id + " " + copy(wattle_origin_name(one.origin)) + " " + copy(wattle_mode_name(one.what.mode)) + " " +
            copy(wattle_tier_name(one.tier())) + " " + one.plugin.value_or("") + "\n";
  }
  for (const policy_entry &one : where.now.policies) {
    policies += one.what.id + " static append core " + one.plugin.value_or("") + (where.now.is_enabled(one) ? "\n" : " off\n");
  }
  const wattle_registry *registry = where.handle.get();
  EQUAL(listed([&](wattle_records **records, wattle_error **error) { return wattle_registry_list(registry, 0, wattle_cstr(nullptr), records, error); }), want);
  EQUAL(listed([&](wattle_records **records, wattle_error **error) { return wattle_registry_list_safety_policies(registry, 0, records, error); }), policies);
}

// Two registries, one of which has what the library brings.
void harness::begin(bytes &in) {
  for (const char *runtime : {"one", ""}) {
    const size_t seeds = *runtime || !in.once_in(4) ? 0 : in.below(8);
    wattle_registry_options options = nothing_seeded();
    options.runtime_id = wattle_cstr(runtime);
    if (seeds & 1) options.seed_core_defaults = WATTLE_YES;
    if (seeds & 2) options.seed_core_templates = WATTLE_YES;
    if (seeds & 4) options.seed_safety_policies = WATTLE_YES;
    auto made = std::make_unique<subject>(subject{new_registry(options), runtime, {}, false, {}});
    const auto seed = [&](wattle_fragment_set set, wattle_origin origin) {
      for (size_t i = 0; i < wattle_fragment_count(set); i++) {
        made->now.entries.push_back({fragment_row(set, i), origin, std::nullopt, next_number(), false});
      }
    };
    if (seeds & 1) seed(WATTLE_FRAGMENT_SET_BASE, WATTLE_ORIGIN_CORE_DEFAULT), seed(WATTLE_FRAGMENT_SET_EXTENSION, WATTLE_ORIGIN_CORE_DEFAULT);
    if (seeds & 2) seed(WATTLE_FRAGMENT_SET_TEMPLATES, WATTLE_ORIGIN_CORE_TEMPLATE);
    for (size_t i = 0; seeds & 4 && i < wattle_fragment_count(WATTLE_FRAGMENT_SET_SAFETY); i++) {
      policy_row what;
      const row fragment = fragment_row(WATTLE_FRAGMENT_SET_SAFETY, i, &what.is_default);
      what.id = fragment.id;
      what.text = fragment.text;
      made->now.policies.push_back({what, std::nullopt, next_number(), true});
    }
    subjects.push_back(std::move(made));
  }
}

void harness::step(bytes &in) {
  subject &where = pick(in);
  wattle_registry *registry = where.handle.get();
  switch (in.below(16)) {
    case 0: case 1: {
      std::vector<row> rows;
      for (size_t n = 1 + in.below(3); n > 0; n--) rows.push_back(some_row(in, "a", std::nullopt));
      return register_rows(where, rows);
    }
    case 2: {
      const unit what = some_unit(in);
      const plugin_of filled(what);
      change(where, what.name, [&](world &now) { return now.register_plugin(what); },
             [&](wattle_error **error) { return wattle_registry_register_plugin(registry, &filled.filled, error); }, check_plugin_name(what.name));
      return;
    }
    case 3: {
      const unit what = some_unit(in);
      const plugin_of filled(what);
      return remove(where, what.name, [&](world &now) { return now.unregister_plugin(what.name); },
                    [&](wattle_error **error) { return wattle_registry_replace_plugin(registry, &filled.filled, error); },
                    [&](world &now) { return now.replace_plugin(what); }, check_plugin_name(what.name));
    }
    case 4: {
      const std::string name = some_plugin_name(in);
      return remove(where, name, [&](world &now) { return now.unregister_plugin(name); },
                    [&](wattle_error **error) { return wattle_registry_unregister_plugin(registry, view(name), error); });
    }
    case 5: {
      const std::string id = some_id(in, "a");
      const wattle_origin origin = in.flag() ? WATTLE_ORIGIN_STATIC : WATTLE_ORIGIN_RUNTIME_AWARE;
      return remove(where, id, [&](world &now) { return now.unregister(origin, id); },
                    [&](wattle_error **error) { return wattle_registry_unregister(registry, origin, view(id), error); });
    }
    case 6: {
      const policy_row what = some_policy(in);
      const wattle_safety_policy filled = policy_of(what);
      change(where, what.id, [&](world &now) { return now.register_policy(what); },
             [&](wattle_error **error) { return wattle_registry_register_safety_policy(registry, &filled, error); });
      return;
    }
    case 7: {
      const std::string id = std::string("safety.") + "xyz"[in.below(3)];
      return remove(where, id, [&](world &now) { return now.unregister_policy(id); },
                    [&](wattle_error **error) { return wattle_registry_unregister_safety_policy(registry, view(id), error); });
    }
    case 8: return set_enabled(in, where);
    case 9: return register_global(in);
    case 10: return unregister_global(in.flag() ? WATTLE_ORIGIN_STATIC : WATTLE_ORIGIN_RUNTIME_AWARE, some_id(in, "g"));
    case 11:
      if (!where.is_frozen) return freeze(where);
      subjects.erase(std::find_if(subjects.begin(), subjects.end(), [&](const auto &one) { return one.get() == &where; }));
      return;
    case 12: return compose(in, where, some_question(in));
    case 13: return in.flag() ? list(where) : emit(in, where);
    case 14: return fingerprint(where, some_question(in));
    default: return resolve(where, some_question(in));
  }
}

// Globals are the process's: the next input must find none.
void harness::end() {
  subjects.clear();
  while (!globals.empty()) unregister_global(globals[0].what.origin, std::string(globals[0].what.what.id));
}

}  // namespace

void act(deed does) {
  harness &now = *running;
  if (now.depth > 2) return;
  static const question plain;
  if (does == deed::registers) {
    row what;
    what.id = "late.x";
    what.text = "late";
    now.register_rows(*now.current, {what});
  } else if (does == deed::resolves) {
    now.resolve(*now.current, plain);
  } else if (does == deed::removes) {
    wattle_registry *registry = now.current->handle.get();
    now.remove(*now.current, "late.x", nullptr,
               [&](wattle_error **error) { return wattle_registry_unregister(registry, WATTLE_ORIGIN_STATIC, WATTLE_STR("late.x"), error); });
    now.remove(*now.current, "p", nullptr, [&](wattle_error **error) { return wattle_registry_unregister_plugin(registry, WATTLE_STR("p"), error); });
    now.unregister_global(WATTLE_ORIGIN_STATIC, "g.x");
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bytes in(data, size);
  {
    harness now;
    running = &now;
    now.begin(in);
    for (int steps = 0; steps < 40 && in.more(); steps++) {
      now.step(in);
      EQUAL(actors_alive, tokens_alive);
    }
    for (size_t i = 0; i < now.subjects.size(); i++) now.resolve(*now.subjects[i], {});
    now.end();
  }
  EQUAL(tokens_alive, 0);
  EQUAL(actors_alive, 0);
  running = nullptr;
  return 0;
}
