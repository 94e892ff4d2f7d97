// Contributions, policies and plugins as an input describes them.
#ifndef REGISTRY_INPUT_HPP
#define REGISTRY_INPUT_HPP

#include "bytes.hpp"
#include "registry_actors.hpp"

// What there is in an input at all. With everything in each one, what is rare would hardly ever be met alone: a snapshot remembers
// its sections only for calls that see no globals and nothing emitted, without probes, and where nothing of a turn meets a replace.
struct habits {
  bool globals = true, emissions = true, meetings = true, probes = true, deeds = true, faults = true, contexts = true, baseline = true;
};
inline habits has;

inline habits some_habits(bytes &in) {
  const unsigned bits = in.byte() & in.byte();
  const auto bit = [&](int n) { return (bits >> n & 1) == 1; };
  return {bit(0), bit(1), bit(2), bit(3), bit(4), bit(5), bit(6), bit(7)};
}

inline std::string some_text(bytes &in) {
  static const char *const words[] = {"one", "two", "drei", "vier", "é", "𝄞 six"};
  const size_t n = in.below(8);
  return n == 0 ? "" : n < 7 ? words[n - 1] : in.text(3);
}

inline std::optional<std::string> maybe(bytes &in, const char *one, const char *other) {
  const size_t n = in.below(8);
  if (n < 5) return std::nullopt;
  return n == 5 ? one : n == 6 ? other : "";
}

// Mostly in a namespace; any that there are, and faulty ones too.
inline std::string some_id(bytes &in, const std::string &space) {
  static const char *const names[] = {".x", ".y", ".z"};
  static const char *const whole[] = {"core.core-directives", "core.banned-yield-phrases", whole_baseline, "core.role-template",
                                      "core.code-execution-template", "core.nonsense", "safety.x", "a.x.y"};
  static const std::string bad[] = {"nodot", ".x", "a.", "", "a.\u00a0", "a b.c", "a." + std::string(1, '\0'), std::string(300, 'a') + ".x"};
  const size_t kind = in.below(32);
  if (kind < 22) return space + in.one_of(names);
  if (kind < 26) return std::string(kind % 2 ? "a" : "p") + in.one_of(names);
  return kind < 31 || !has.faults ? in.one_of(whole) : in.one_of(bad);
}

inline deed some_deed(bytes &in) {
  if (!has.deeds) return deed::nothing;
  static const deed deeds[] = {deed::nothing, deed::registers, deed::resolves, deed::removes};
  if (in.once_in(24)) return in.flag() ? deed::fails : deed::writes_what_is_not_utf8;
  return in.once_in(4) ? in.one_of(deeds) : deed::nothing;
}

// `is_aware`: which of a plugin's lists it is for; nothing of it needs a state in the other one, or hardly.
inline row some_row(bytes &in, const std::string &space, std::optional<bool> is_aware) {
  static const char *const names[] = {".x", ".y", ".z", ".w"};
  row what;
  what.mode = wattle_mode(1 + in.below(3));
  what.id = what.mode == WATTLE_REPLACE || in.once_in(8) ? some_id(in, space) : space + in.one_of(names);
  if (!is_aware && in.once_in(4)) what.origin = in.flag() ? WATTLE_ORIGIN_STATIC : WATTLE_ORIGIN_RUNTIME_AWARE;
  what.tier = wattle_tier(in.below(4));
  const bool may_read = is_aware.value_or(true) || in.once_in(16);
  what.kind = content(in.below(may_read ? 4 : 2));
  what.text = some_text(in);
  if (what.kind != content::text) what.does = some_deed(in);
  if (in.once_in(4)) {
    what.for_whom.call_class = wattle_call_class(in.below(5));
    what.for_whom.family = maybe(in, "anthropic", "openai");
    what.for_whom.tenant = maybe(in, "t1", "t2");
    what.for_whom.role = maybe(in, "dev", "ops");
  }
  const size_t shorter = in.below(4);
  if (shorter > 1) what.condensed = shorter == 2 ? std::string() : some_text(in);
  if (may_read && in.once_in(4)) {
    what.tools.emplace();
    for (size_t n = in.below(3); n > 0; n--) what.tools->push_back(in.flag() ? "t1" : "t2");
  }
  if (what.kind != content::text || in.once_in(8)) what.held = new_token();
  if (!has.meetings && what.own_origin() == WATTLE_ORIGIN_RUNTIME_AWARE) {
    static const char *const apart[] = {".r", ".s", ".t", ".u"};
    if (what.mode == WATTLE_REPLACE) what.mode = WATTLE_APPEND;
    what.id = space + in.one_of(apart);
  }
  return what;
}

inline policy_row some_policy(bytes &in) {
  static const char *const ids[] = {"safety.x", "safety.y", "safety.z", "safety.secret-handling"};
  policy_row what;
  what.id = in.once_in(16) ? some_id(in, "a") : in.one_of(ids);
  what.text = some_text(in);
  what.is_function = in.flag();
  what.is_default = in.flag();
  if (what.is_function) {
    what.does = some_deed(in);
    what.held = new_token();
  }
  return what;
}

inline std::string some_plugin_name(bytes &in) {
  static const char *const names[] = {"p", "q", "r"};
  static const std::string bad[] = {"", "core", "safety", "p.q", "p\u2003", std::string(129, 'p')};
  return has.faults && in.once_in(24) ? in.one_of(bad) : in.one_of(names);
}

inline unit some_unit(bytes &in, const std::string &name) {
  unit what;
  what.name = name;
  what.version = in.flag() ? "1.0" : "";
  for (size_t n = in.below(3); n > 0; n--) what.statics.push_back(some_row(in, what.name, false));
  for (size_t n = in.below(3); n > 0; n--) what.awares.push_back(some_row(in, what.name, true));
  for (size_t n = in.once_in(4) ? in.below(3) : 0; n > 0; n--) what.policies.push_back(some_policy(in));
  if (has.emissions && in.flag()) {
    what.emits.emplace();
    for (size_t n = in.below(3); n > 0; n--) {
      what.emits->push_back(some_row(in, what.name, true));
      what.emits->back().held.reset();
    }
    what.hook_does = some_deed(in);
  }
  what.observes = in.once_in(4);
  what.observer_fails = what.observes && in.once_in(8);
  what.held = new_token();
  return what;
}

inline std::optional<turn> some_turn(bytes &in) {
  if (in.once_in(4)) return std::nullopt;
  turn now;
  now.depth = uint32_t(in.below(4));
  for (size_t n = in.below(3); n > 0; n--) now.tools.push_back(in.flag() ? "t1" : "t2");
  return now;
}

inline question some_question(bytes &in) {
  question asked;
  if (has.contexts) {
    asked.who.call_class = wattle_call_class(1 + in.below(4));
    asked.who.family = maybe(in, "anthropic", "openai").value_or("");
    asked.who.tenant = maybe(in, "t1", "t2");
    asked.who.role = maybe(in, "dev", "ops");
  }
  asked.now = some_turn(in);
  asked.static_first = in.flag();
  asked.is_probed = has.probes && in.flag();
  if (asked.is_probed && in.once_in(8)) asked.failing_probe = in.below(4);
  return asked;
}

// A question as the library is asked it.
struct question_of {
  wattle_context who = WATTLE_CONTEXT_INIT;
  wattle_state state = WATTLE_STATE_INIT;
  std::vector<wattle_str> tools;

  explicit question_of(const question &asked) {
    who.call_class = asked.who.call_class;
    who.family = view(asked.who.family);
    if (asked.who.tenant) who.tenant_id = view(*asked.who.tenant);
    if (asked.who.role) who.runtime_role = view(*asked.who.role);
    if (!asked.now) return;
    state.turn_depth = asked.now->depth;
    for (const std::string &tool : asked.now->tools) tools.push_back(view(tool));
    state.loaded_tools = {tools.data(), tools.size()};
  }
};

#endif
