// What the registry's target hands over: contributions, policies and plugins of its model as the library takes them, with
// callbacks that do what the model says of them.
#ifndef REGISTRY_ACTORS_HPP
#define REGISTRY_ACTORS_HPP

#include "resolve_model.hpp"

// How many user_data the library holds, and how many of the models' rows stand for one.
inline size_t actors_alive = 0, tokens_alive = 0;

inline token new_token() {
  tokens_alive++;
  return token(new int(0), [](int *held) {
    delete held;
    tokens_alive--;
  });
}

struct actor {
  actor() { actors_alive++; }
  virtual ~actor() { actors_alive--; }
  actor(const actor &) = delete;
};
struct row_actor : actor {
  row what;
};
struct policy_actor : actor {
  policy_row what;
};
struct unit_actor : actor {
  unit what;
};

inline void drop_actor(void *data) { delete static_cast<actor *>(data); }
template <class Actor> auto &played(void *data) { return static_cast<Actor *>(static_cast<actor *>(data))->what; }

// What callbacks do to registries, and what the observers saw: registry.cpp.
void act(deed does);
extern std::vector<std::string> observed;

inline wattle_status perform(wattle_call *call, deed does, const std::string &text) {
  act(does);
  if (does == deed::writes_what_is_not_utf8) return wattle_call_write(call, WATTLE_STR("\xe2\x82"));
  // In two pieces, whatever they are.
  wattle_call_write(call, view(text.substr(0, text.size() / 2)));
  wattle_call_write(call, view(text.substr(text.size() / 2)));
  return does == deed::fails ? wattle_call_fail(call, WATTLE_STR("it fails")) : WATTLE_OK;
}

inline context context_of(const wattle_context *from) {
  context who;
  who.family = copy(from->family);
  return who;
}

inline wattle_status static_row(void *data, wattle_call *call, const wattle_context *who) {
  const row what = played<row_actor>(data);
  return perform(call, what.does, said(what, context_of(who), std::nullopt));
}

inline wattle_status runtime_row(void *data, wattle_call *call, const wattle_context *who, const wattle_state *state) {
  const row what = played<row_actor>(data);
  return perform(call, what.does, said(what, context_of(who), turn{state->turn_depth, {}}));
}

inline wattle_status gate_row(void *data, wattle_call *call, const wattle_context *, const wattle_state *state, uint8_t *answer) {
  const row what = played<row_actor>(data);
  act(what.does);
  *answer = what.does == deed::writes_what_is_not_utf8 ? 2 : state->turn_depth % 2 == 0;
  return what.does == deed::fails ? wattle_call_fail(call, WATTLE_STR("it fails")) : WATTLE_OK;
}

inline wattle_status static_policy(void *data, wattle_call *call, const wattle_context *who) {
  const policy_row what = played<policy_actor>(data);
  return perform(call, what.does, what.text.empty() ? "" : what.text + copy(who->family));
}

inline wattle_status observe(void *data, wattle_call *, wattle_str seen) {
  const unit &what = played<unit_actor>(data);
  observed.push_back(what.name + " " + copy(seen));
  return what.observer_fails ? 4 : WATTLE_OK;
}

// The C struct of a row, as views of it. What is held comes with an actor.
class contribution_of {
 public:
  wattle_contribution filled = WATTLE_CONTRIBUTION_INIT;

  explicit contribution_of(const row &what) {
    filled.id = view(what.id);
    filled.mode = what.mode;
    filled.origin = what.origin;
    filled.tier = what.tier;
    filled.scope.call_class = what.for_whom.call_class;
    filled.scope.family = optional(what.for_whom.family);
    filled.scope.tenant_id = optional(what.for_whom.tenant);
    filled.scope.runtime_role = optional(what.for_whom.role);
    filled.condensed = optional(what.condensed);
    if (what.tools) {
      for (const std::string &tool : *what.tools) tools->push_back(view(tool));
      static const wattle_str nothing = WATTLE_STR_ABSENT;
      filled.requires_tools = {tools->empty() ? &nothing : tools->data(), tools->size()};
    }
    if (what.kind == content::text || what.kind == content::gated) filled.text = view(what.text);
    if (what.kind == content::fixed) filled.static_content = static_row;
    if (what.kind == content::aware) filled.runtime_content = runtime_row;
    if (what.kind == content::gated) filled.when = gate_row;
    if (what.kind == content::text && !what.held) return;
    row_actor *played_by = new row_actor;
    played_by->what = what;
    played_by->what.held.reset();
    filled.user_data = static_cast<actor *>(played_by);
    filled.drop = drop_actor;
  }

 private:
  std::shared_ptr<std::vector<wattle_str>> tools = std::make_shared<std::vector<wattle_str>>();
  static wattle_str optional(const std::optional<std::string> &text) { return text ? view(*text) : wattle_str WATTLE_STR_ABSENT; }
};

inline wattle_safety_policy policy_of(const policy_row &what) {
  wattle_safety_policy filled = WATTLE_SAFETY_POLICY_INIT;
  filled.id = view(what.id);
  filled.enabled_by_default = what.is_default;
  if (!what.is_function) {
    filled.text = view(what.text);
    return filled;
  }
  policy_actor *played_by = new policy_actor;
  played_by->what = what;
  played_by->what.held.reset();
  filled.static_content = static_policy;
  filled.user_data = static_cast<actor *>(played_by);
  filled.drop = drop_actor;
  return filled;
}

inline wattle_status run_hook(void *data, wattle_call *call, const wattle_context *, const wattle_state *) {
  const unit what = played<unit_actor>(data);
  for (const row &emitted : *what.emits) {
    const contribution_of one(emitted);
    outcome_of([&](wattle_error **error) { return wattle_call_emit(call, &one.filled, error); });
  }
  act(what.hook_does);
  return fails(what.hook_does) ? wattle_call_fail(call, WATTLE_STR("it fails")) : WATTLE_OK;
}

// The C struct of a plugin, with its arrays.
struct plugin_of {
  std::vector<contribution_of> rows;
  std::vector<wattle_contribution> statics, awares;
  std::vector<wattle_safety_policy> policies;
  wattle_plugin filled = WATTLE_PLUGIN_INIT;

  explicit plugin_of(const unit &what) {
    for (const row &one : what.statics) rows.emplace_back(one), statics.push_back(rows.back().filled);
    for (const row &one : what.awares) rows.emplace_back(one), awares.push_back(rows.back().filled);
    for (const policy_row &one : what.policies) policies.push_back(policy_of(one));
    filled = wattle_create_plugin(view(what.name), view(what.version), statics.data(), statics.size(), awares.data(), awares.size());
    filled.safety_policies = policies.data();
    filled.safety_policies_len = policies.size();
    unit_actor *played_by = new unit_actor;
    played_by->what = without_tokens(what);
    filled.user_data = static_cast<actor *>(played_by);
    filled.drop = drop_actor;
    if (what.emits) filled.hook = run_hook;
    if (what.observes) filled.stream_observer = observe;
  }

 private:
  static unit without_tokens(unit what) {
    what.statics.clear();
    what.awares.clear();
    what.policies.clear();
    what.held.reset();
    return what;
  }
};

#endif
