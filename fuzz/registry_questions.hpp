// Everything that a registry can be asked, and what the models say to it.
#ifndef REGISTRY_QUESTIONS_HPP
#define REGISTRY_QUESTIONS_HPP

extern "C" {
#include "../bindings-tests/c/sha256.h"
}
#include "registry_harness.hpp"

// What the probes of a call fired, as the model writes it.
struct probe_log {
  std::vector<std::string> fired;
  size_t fails_at = SIZE_MAX;

  wattle_status note(const std::string &what) {
    fired.push_back(what);
    return fired.size() - 1 == fails_at ? 3 : WATTLE_OK;
  }
};

inline wattle_status on_empty(void *data, wattle_call *, wattle_str id, wattle_origin origin) {
  return static_cast<probe_log *>(data)->note("empty " + copy(id) + " " + copy(wattle_origin_name(origin)));
}
inline wattle_status on_missing(void *data, wattle_call *, wattle_str id) { return static_cast<probe_log *>(data)->note("missing " + copy(id)); }
inline wattle_status on_duplicate(void *data, wattle_call *, const wattle_str *ids, size_t n) {
  std::vector<std::string> all;
  for (size_t i = 0; i < n; i++) all.push_back(copy(ids[i]));
  return static_cast<probe_log *>(data)->note("duplicate " + joined(all, " "));
}

inline wattle_probes probes_into(probe_log &log) {
  wattle_probes probes = WATTLE_PROBES_INIT;
  probes.user_data = &log;
  probes.on_empty_content = on_empty;
  probes.on_replace_target_missing = on_missing;
  probes.on_duplicate_replace = on_duplicate;
  return probes;
}

inline void check_section(const wattle_section &got, const part &want) {
  EQUAL(copy(got.id), want.id);
  EQUAL(got.plugin.data != nullptr, want.plugin.has_value());
  EQUAL(copy(got.plugin), want.plugin.value_or(""));
  EQUAL(got.origin, want.origin);
  EQUAL(got.mode, want.mode);
  EQUAL(got.tier, want.tier);
  EQUAL(got.is_static, want.is_static);
}

inline void check_bundle(const wattle_bundle *bundle, const resolved &want, bool is_static_only) {
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
inline void check_diff(const wattle_bundle *before, const resolved &was, const wattle_bundle *after, const resolved &is) {
  wattle_diff *diff = nullptr;
  must([&](wattle_error **error) { return wattle_bundle_diff(before, after, &diff, error); });
  const owned_diff kept(diff);
  wattle_diff_figures figures = WATTLE_DIFF_FIGURES_INIT;
  must([&](wattle_error **error) { return wattle_diff_summary(diff, &figures, error); });
  EQUAL(figures.equal, uint64_t(was.parts == is.parts && was.stable_prefix == is.stable_prefix));
}

inline void harness::resolve(subject &where, const question &asked) {
  resolved want;
  const outcome expected = resolution(asked, want).run(where.now, visible(where));
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

// Mostly a budget that has just room, or just none, for some sections at the head.
inline gate_settings some_settings(bytes &in, const resolved &found) {
  static const double fractions[] = {1, WATTLE_DEFAULT_ACTIVE_BUDGET_FRACTION, 0.5, 0};
  gate_settings settings;
  settings.strict = in.once_in(4);
  settings.fraction = in.one_of(fractions);
  const size_t kind = in.below(8);
  if (kind < 2) {
    settings.budget = in.byte() * (kind ? 80u : 1u);
  } else if (kind < 7) {
    settings.budget = in.below(3);
    for (size_t n = in.below(found.parts.size() + 1); n > 0; n--) settings.budget += chars(found.parts[n - 1].text) + (settings.strict ? 2 : 0);
    settings.budget -= settings.budget > 0;
  }
  return settings;
}

// Several turns of one caller: from the second one on the snapshot remembers it, and from the third one on what was decided.
inline void harness::compose(bytes &in, subject &where, question asked) {
  gate_settings settings;
  for (size_t turns = 1 + in.below(4), i = 0; i < turns; i++) {
    resolved found;
    const outcome expected = resolution(asked, found).run(where.now, visible(where));
    if (i == 0 || in.flag()) settings = some_settings(in, found);
    compose_under(settings, in, where, asked, expected, found);
    const size_t next = in.below(4);
    if (next == 1) asked.static_first = !asked.static_first;
    if (next > 1) asked.now = some_turn(in);
    if (in.flag()) asked.is_probed = false;
  }
}

inline void harness::compose_under(const gate_settings &settings, bytes &in, subject &where, const question &asked, const outcome &expected,
                                   const resolved &found) {
  const question_of put(asked);
  probe_log log;
  log.fails_at = asked.failing_probe;
  const wattle_probes probes = probes_into(log);
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  options.total_budget = settings.budget;
  options.active_budget_fraction = settings.fraction;
  options.strict = settings.strict;
  options.static_first = asked.static_first;
  options.static_only = !asked.now;
  if (asked.is_probed) options.probes = &probes;
  const bool is_into = kept && in.flag();
  const std::string before_it = kept && !expected.ok() ? shown_prompt(kept.get()).json : "";
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
  // What takes long once in a while; then what comes next may be made in one that was restored.
  if (in.once_in(16)) kept = restored_of(prompt);
}

// Semantics 5, from the paragraphs.
inline void harness::fingerprint(subject &where, const question &asked) {
  question fixed = asked;
  fixed.now.reset();
  fixed.static_first = fixed.is_probed = false;
  resolved found;
  const outcome expected = resolution(fixed, found).run(where.now, visible(where));
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

inline void harness::emit(bytes &in, subject &where) {
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

inline void harness::list(subject &where) {
  std::string want, policies;
  for (const entry &one : where.now.entries) {
    want += one.what->id + " " + copy(wattle_origin_name(one.origin)) + " " + copy(wattle_mode_name(one.what->mode)) + " " +
            copy(wattle_tier_name(one.tier())) + " " + one.plugin.value_or("") + "\n";
  }
  for (const policy_entry &one : where.now.policies) {
    policies += one.what->id + " static append core " + one.plugin.value_or("") + (where.now.is_enabled(one) ? "\n" : " off\n");
  }
  const wattle_registry *registry = where.handle.get();
  EQUAL(listed([&](wattle_records **records, wattle_error **error) { return wattle_registry_list(registry, 0, wattle_cstr(nullptr), records, error); }), want);
  EQUAL(listed([&](wattle_records **records, wattle_error **error) { return wattle_registry_list_safety_policies(registry, 0, records, error); }), policies);
}

#endif
