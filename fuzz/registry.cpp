// Registries over many steps: everything is registered, replaced, removed, frozen, resolved and composed, also from within
// callbacks, and after every step the library must be where resolve_model.hpp is: in what it says, in what it refuses, and in
// which user_data it still holds.
#include "registry_questions.hpp"

std::vector<std::string> observed;

// Two registries, one of which has what the library brings.
void harness::begin(bytes &in) {
  has = some_habits(in);
  for (const char *runtime : {"one", ""}) {
    const size_t seeds = *runtime && has.baseline ? in.below(8) : 0;
    wattle_registry_options options = nothing_seeded();
    options.runtime_id = wattle_cstr(runtime);
    if (seeds & 1) options.seed_core_defaults = WATTLE_YES;
    if (seeds & 2) options.seed_core_templates = WATTLE_YES;
    if (seeds & 4) options.seed_safety_policies = WATTLE_YES;
    auto made = std::make_unique<subject>(subject{new_registry(options), runtime, {}, false, {}});
    const auto seed = [&](wattle_fragment_set set, wattle_origin origin) {
      for (size_t i = 0; i < wattle_fragment_count(set); i++) {
        made->now.entries.push_back({std::make_shared<row>(fragment_row(set, i)), origin, std::nullopt, next_number(), false});
      }
    };
    if (seeds & 1) seed(WATTLE_FRAGMENT_SET_BASE, WATTLE_ORIGIN_CORE_DEFAULT), seed(WATTLE_FRAGMENT_SET_EXTENSION, WATTLE_ORIGIN_CORE_DEFAULT);
    if (seeds & 2) seed(WATTLE_FRAGMENT_SET_TEMPLATES, WATTLE_ORIGIN_CORE_TEMPLATE);
    for (size_t i = 0; seeds & 4 && i < wattle_fragment_count(WATTLE_FRAGMENT_SET_SAFETY); i++) {
      policy_row what;
      const row fragment = fragment_row(WATTLE_FRAGMENT_SET_SAFETY, i, &what.is_default);
      what.id = fragment.id;
      what.text = fragment.text;
      made->now.policies.push_back({std::make_shared<policy_row>(what), std::nullopt, next_number(), true});
    }
    subjects.push_back(std::move(made));
  }
}

// Mostly one that is there.
std::string known_plugin(bytes &in, const subject &where) {
  const std::vector<unit> &there = where.now.plugins;
  return there.empty() || in.once_in(4) ? some_plugin_name(in) : there[in.below(there.size())].name;
}

void harness::step(bytes &in) {
  subject &where = pick(in);
  wattle_registry *registry = where.handle.get();
  const size_t kind = in.below(32);
  if (kind < 6) {
    std::vector<row> rows;
    for (size_t n = 1 + in.below(3); n > 0; n--) rows.push_back(some_row(in, "a", std::nullopt));
    return register_rows(where, rows);
  }
  if (kind < 9) {
    const unit what = some_unit(in, some_plugin_name(in));
    const plugin_of filled(what);
    change(where, what.name, [&](world &now) { return now.register_plugin(what); },
           [&](wattle_error **error) { return wattle_registry_register_plugin(registry, &filled.filled, error); }, check_plugin_name(what.name));
    return;
  }
  if (kind < 11) {
    const unit what = some_unit(in, known_plugin(in, where));
    const plugin_of filled(what);
    return remove(where, what.name, [&](world &now) { return now.unregister_plugin(what.name); },
                  [&](wattle_error **error) { return wattle_registry_replace_plugin(registry, &filled.filled, error); },
                  [&](world &now) { return now.replace_plugin(what); }, check_plugin_name(what.name));
  }
  if (kind < 12) {
    const std::string name = known_plugin(in, where);
    return remove(where, name, [&](world &now) { return now.unregister_plugin(name); },
                  [&](wattle_error **error) { return wattle_registry_unregister_plugin(registry, view(name), error); });
  }
  if (kind < 14) {
    const std::vector<entry> &there = where.now.entries;
    const std::string id = there.empty() || in.once_in(4) ? some_id(in, "a") : there[there.size() - 1 - in.below(std::min<size_t>(there.size(), 8))].what->id;
    const wattle_origin origin = in.flag() ? WATTLE_ORIGIN_STATIC : WATTLE_ORIGIN_RUNTIME_AWARE;
    return remove(where, id, [&](world &now) { return now.unregister(origin, id); },
                  [&](wattle_error **error) { return wattle_registry_unregister(registry, origin, view(id), error); });
  }
  if (kind < 16) {
    const policy_row what = some_policy(in);
    const wattle_safety_policy filled = policy_of(what);
    change(where, what.id, [&](world &now) { return now.register_policy(what); },
           [&](wattle_error **error) { return wattle_registry_register_safety_policy(registry, &filled, error); });
    return;
  }
  if (kind < 17) {
    const std::string id = std::string("safety.") + "xyz"[in.below(3)];
    return remove(where, id, [&](world &now) { return now.unregister_policy(id); },
                  [&](wattle_error **error) { return wattle_registry_unregister_safety_policy(registry, view(id), error); });
  }
  if (kind < 18) return set_enabled(in, where);
  if (kind < 20 && has.globals) return register_global(in);
  if (kind == 20 && has.globals) return unregister_global(in.flag() ? WATTLE_ORIGIN_STATIC : WATTLE_ORIGIN_RUNTIME_AWARE, some_id(in, "g"));
  if (kind == 21) {
    if (!where.is_frozen) return freeze(where);
    subjects.erase(std::find_if(subjects.begin(), subjects.end(), [&](const auto &one) { return one.get() == &where; }));
    return;
  }
  if (kind == 22) return in.flag() ? list(where) : emit(in, where);
  if (kind == 23) return fingerprint(where, some_question(in));
  if (kind < 26) return resolve(where, some_question(in));
  compose(in, where, some_question(in));
}

// Globals are the process's: the next input must find none.
void harness::end() {
  subjects.clear();
  while (!globals.empty()) unregister_global(globals[0].entered.origin, std::string(globals[0].entered.what->id));
}

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
    for (int steps = 0; steps < 24 && in.more(); steps++) {
      now.step(in);
      EQUAL(actors_alive, tokens_alive);
    }
    question busy;
    busy.now = turn{2, {"t1", "t2"}};
    for (size_t i = 0; i < now.subjects.size(); i++) {
      now.resolve(*now.subjects[i], {});
      now.resolve(*now.subjects[i], busy);
    }
    now.end();
  }
  EQUAL(tokens_alive, 0);
  EQUAL(actors_alive, 0);
  running = nullptr;
  return 0;
}
