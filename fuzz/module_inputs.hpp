// What a prompt of modules is built for, as an input describes it.
#ifndef MODULE_INPUTS_HPP
#define MODULE_INPUTS_HPP

#include "bytes.hpp"
#include "module_model.hpp"

// A context whose texts may make every built-in say something, or not; and what is wrong with it.
struct surroundings {
  std::string texts[12];
  std::vector<wattle_str> skills;
  std::vector<wattle_command> commands;
  wattle_agent_context context = WATTLE_AGENT_CONTEXT_INIT;
  outcome fault;

  explicit surroundings(bytes &in) {
    wattle_str *const fields[] = {&context.agent_type, &context.workspace, &context.sandbox_type, &context.profile, &context.agents, &context.soul,
                                  &context.identity, &context.user, &context.bootstrap, &context.context_content, &context.heartbeat_content};
    const bool speaks = in.flag();
    for (size_t i = 0; i < 11; i++) {
      if (speaks) texts[i] = in.text();
      *fields[i] = view(texts[i]);
    }
    for (size_t n = speaks ? in.below(3) : 0; n > 0; n--) {
      skills.push_back(view(texts[n]));
      wattle_command command = WATTLE_COMMAND_INIT;
      command.name = view(texts[n + 1]);
      command.plugin = view(texts[n + 2]);
      command.description = view(texts[n + 3]);
      commands.push_back(command);
    }
    context.skills = {skills.data(), skills.size()};
    context.commands = commands.data();
    context.commands_len = commands.size();
    context.max_tokens = in.flag() ? in.number() : 4096 + in.byte() * (1 + in.below(8));
    context.history_tokens = in.once_in(4) ? in.number() : in.below(40);
    static const double ratios[] = {0, 0.5, 0.1234, 1, 3.125, -0.0, 1e300, -1, NAN, INFINITY};
    context.taint_ratio = ratios[in.below(in.once_in(8) ? 10 : 7)];
    context.taint_threshold = ratios[in.below(in.once_in(8) ? 10 : 7)];
    context.has_time = in.flag();
    if (context.has_time) {
      context.time_seconds = in.once_in(16) ? INT64_MAX - in.below(4) : int64_t(in.byte()) * 16777216 + in.byte();
      context.time_offset_minutes = int32_t(in.below(4)) * (in.once_in(16) ? 480 : 479) * (in.flag() ? 1 : -1);
    }
    context.reply_optional = in.flag();
    context.has_workspace = in.flag();
    context.has_governance = in.flag();
    const auto is_magnitude = [](double value) { return std::isfinite(value) && value >= 0; };
    if (!is_magnitude(context.taint_ratio)) fault = {WATTLE_INVALID_ARGUMENT, "taintRatio"};
    else if (!is_magnitude(context.taint_threshold)) fault = {WATTLE_INVALID_ARGUMENT, "taintThreshold"};
    else if (context.max_tokens > WATTLE_CHARS_MAX) fault = {WATTLE_INVALID_ARGUMENT, "maxTokens"};
    else if (context.history_tokens > WATTLE_CHARS_MAX) fault = {WATTLE_INVALID_ARGUMENT, "historyTokens"};
    else if (context.time_seconds > 253402300799 || std::abs(context.time_offset_minutes) >= 1440) fault = {WATTLE_INVALID_ARGUMENT, "time"};
  }
};

// Policies after the modules: what of them is enabled, as texts.
struct safety {
  owned_registry registry = new_registry(nothing_seeded());
  std::vector<policy_text> enabled;
  outcome fault;

  explicit safety(bytes &in) {
    static const char *const ids[] = {"safety.a", "safety.b", "safety.c"};
    for (size_t n = in.below(4); n > 0; n--) {
      const std::string text = in.text();
      wattle_safety_policy policy = WATTLE_SAFETY_POLICY_INIT;
      policy.id = wattle_cstr(ids[n - 1]);
      policy.text = view(text);
      policy.enabled_by_default = in.flag();
      must([&](wattle_error **error) { return wattle_registry_register_safety_policy(registry.get(), &policy, error); });
      if (policy.enabled_by_default && !text.empty()) enabled.push_back({ids[n - 1], text});
    }
    if (in.once_in(16)) {
      const wattle_str unknown = WATTLE_STR("safety.unknown");
      must([&](wattle_error **error) { return wattle_registry_set_enabled_safety_policies(registry.get(), {&unknown, 1}, error); });
      fault = {WATTLE_UNKNOWN_SAFETY_POLICY, "safety.unknown"};
    }
  }
};

#endif
