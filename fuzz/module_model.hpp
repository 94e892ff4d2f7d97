// The naive reading of semantics 9.1 to 9.5 and 9.11: which modules are in, how, and what is reported of them.
#ifndef MODULE_MODEL_HPP
#define MODULE_MODEL_HPP

#include <algorithm>

#include "gate_model.hpp"

using lines = std::vector<std::string>;

// A module as it says itself to be, and what became of its callbacks.
struct module_row {
  std::string name;
  uint32_t priority = 0;
  bool optional = false;
  // Whether each callback is there, and whether it fails.
  bool asks = false, answers = true, fails_to_answer = false;
  lines full;
  bool fails_to_render = false;
  std::optional<lines> minimal;
  bool fails_minimally = false;
  std::optional<uint64_t> estimate;
  bool fails_to_estimate = false;
};

struct policy_text {
  std::string id, text;
};

struct window {
  uint64_t tokens = 0, history = 0;
};

// What a build gives: the sections as the composer has them, and what only modules have.
struct built_modules {
  std::vector<candidate> sections;
  composition fates;
  // Which sections are a rendering without any line.
  std::vector<bool> lineless;
  size_t modules = 0;
  int64_t available = 0;
  std::string text;
};

inline std::string text_of(const lines &rendered) { return joined(rendered, "\n"); }
inline uint64_t tokens_of(const lines &rendered) { return quarter(chars(text_of(rendered))); }

// A module that is to be included, and what its full rendering weighs.
using asked_module = std::pair<const module_row *, uint64_t>;

inline void sort_by_priority(std::vector<module_row> &rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const module_row &one, const module_row &other) { return one.priority < other.priority; });
}

// Calls happen in this order, and the first that fails is told.
inline outcome ask_modules(const std::vector<module_row> &sorted, std::vector<asked_module> &asked) {
  for (const module_row &one : sorted) {
    const outcome failed{WATTLE_CALLBACK_FAILED, one.name};
    if (one.asks && one.fails_to_answer) return failed;
    if (one.asks && !one.answers) continue;
    if (one.fails_to_render || !is_utf8(text_of(one.full)) || one.fails_to_estimate) return failed;
    const uint64_t full = one.estimate.value_or(tokens_of(one.full));
    if (full > WATTLE_CHARS_MAX) return {WATTLE_INVALID_ARGUMENT, one.name};
    asked.push_back({&one, full});
  }
  return {};
}

inline outcome ask_minimally(const module_row &one) {
  if (one.fails_minimally || !is_utf8(text_of(*one.minimal))) return {WATTLE_CALLBACK_FAILED, one.name};
  return {};
}

// Without a budget: in full, and of the optional ones that have a line the minimal rendering, too. `asked` points into the rows.
inline outcome render_modules(const std::vector<module_row> &sorted, std::vector<asked_module> &asked) {
  const outcome how = ask_modules(sorted, asked);
  if (!how.ok()) return how;
  for (const auto &[one, full] : asked) {
    if (!one->optional || !one->minimal || one->full.empty()) continue;
    const outcome minimally = ask_minimally(*one);
    if (!minimally.ok()) return minimally;
  }
  return {};
}

inline outcome build_modules(std::vector<module_row> rows, const std::vector<policy_text> &policies, const window &room, built_modules &built) {
  sort_by_priority(rows);
  std::vector<asked_module> asked;
  const outcome failed = ask_modules(rows, asked);
  if (!failed.ok()) return failed;
  unsigned __int128 required = 0;
  const auto require = [&](const std::string &name, uint64_t tokens) {
    required += tokens;
    return required > WATTLE_CHARS_MAX ? outcome{WATTLE_INVALID_ARGUMENT, name} : outcome{};
  };
  for (const auto &[one, full] : asked) {
    const outcome how = one->optional ? outcome{} : require(one->name, full);
    if (!how.ok()) return how;
  }
  for (const policy_text &policy : policies) {
    const outcome how = require(policy.id, quarter(chars(policy.text)));
    if (!how.ok()) return how;
  }
  uint64_t used = uint64_t(required);
  built.available = int64_t(room.tokens) - int64_t(room.history) - WATTLE_OUTPUT_RESERVE_TOKENS;
  std::vector<std::string> texts;
  const auto add = [&](const std::string &name, wattle_tier tier, const fate &became, const lines *said) {
    built.sections.push_back({name, said ? text_of(*said) : "", said ? std::optional(text_of(*said)) : std::nullopt, tier, std::nullopt});
    built.fates.fates.push_back(became);
    built.lineless.push_back(said && said->empty());
    if (said && !said->empty()) texts.push_back(text_of(*said));
  };
  for (const auto &[one, full] : asked) {
    fate became{WATTLE_INCLUDED, tokens_of(one->full), used, WATTLE_UNLIMITED};
    const lines *said = &one->full;
    if (one->optional) {
      became.limit = uint64_t(std::max<int64_t>(0, built.available));
      const auto fits = [&](uint64_t tokens) {
        const bool is_in = int64_t(used + tokens) <= built.available;
        used += is_in ? tokens : 0;
        return is_in;
      };
      if (!fits(full)) {
        said = nullptr;
        became.verdict = WATTLE_DROPPED;
        became.chars = full;
        if (one->minimal) {
          const outcome minimally = ask_minimally(*one);
          if (!minimally.ok()) return minimally;
          if (fits(tokens_of(*one->minimal))) {
            said = &*one->minimal;
            became.verdict = WATTLE_CONDENSED;
            became.chars = tokens_of(*said);
          }
        }
      }
    }
    add(one->name, one->optional ? WATTLE_TIER_ACTIVE : WATTLE_TIER_CORE, became, said);
  }
  built.modules = built.sections.size();
  for (const policy_text &policy : policies) {
    const lines said{policy.text};
    add(policy.id, WATTLE_TIER_CORE, {WATTLE_INCLUDED, tokens_of(said), used, WATTLE_UNLIMITED}, &said);
  }
  built.fates.total = used;
  built.text = joined(texts, "\n\n");
  return {};
}

// ECMAScript's Math.round.
inline double rounded(double value) {
  const double below = std::floor(value);
  return value - below >= 0.5 ? below + 1 : below;
}

inline uint64_t percent_remaining(const window &room, uint64_t estimated) {
  if (room.tokens == 0) return 0;
  const double size = double(room.tokens);
  const double left = rounded((size - (double(estimated) + double(room.history))) / size * 100);
  return left > 0 ? uint64_t(left) : 0;
}

// The metadata without the build time (semantics 9.5).
inline std::string metadata_json(const built_modules &built, const window &room) {
  std::vector<std::string> included, minimal, dropped, tokens;
  for (size_t i = 0; i < built.modules; i++) {
    const std::string name = json_text(built.sections[i].id);
    const fate &became = built.fates.fates[i];
    if (became.verdict == WATTLE_DROPPED) {
      dropped.push_back("{\"name\":" + name + ",\"tokens\":" + std::to_string(became.chars) + ",\"used\":" + std::to_string(became.total_before) +
                        ",\"limit\":" + std::to_string(became.limit) + "}");
      continue;
    }
    included.push_back(name);
    if (became.verdict == WATTLE_CONDENSED) minimal.push_back(name);
    if (!built.lineless[i]) tokens.push_back(name + ":" + std::to_string(became.chars));
  }
  const uint64_t estimated = quarter(chars(built.text));
  // It may be below what a double holds exactly.
  const std::string available = (built.available < 0 ? "-" : "") + number_text(std::abs(double(built.available)));
  const auto list = [](const lines &items) { return "[" + joined(items, ",") + "]"; };
  return "{\"moduleCount\":" + std::to_string(included.size()) + ",\"modules\":" + list(included) + ",\"minimal\":" + list(minimal) +
         ",\"dropped\":" + list(dropped) + ",\"estimatedTokens\":" + std::to_string(estimated) + ",\"tokensByModule\":{" + joined(tokens, ",") +
         "},\"contextWindow\":" + std::to_string(room.tokens) + ",\"historyTokens\":" + std::to_string(room.history) +
         ",\"available\":" + available + ",\"percentRemaining\":" + std::to_string(percent_remaining(room, estimated)) +
         ",\"buildTimeMs\":";
}

#endif
