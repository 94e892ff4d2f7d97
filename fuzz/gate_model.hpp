// The naive reading of semantics 6: which candidates are in, what the text is, and what the event says.
#ifndef GATE_MODEL_HPP
#define GATE_MODEL_HPP

#include <cmath>
#include <functional>
#include <optional>

#include "check.hpp"

struct candidate {
  std::string id, content;
  std::optional<std::string> condensed;
  wattle_tier tier = WATTLE_TIER_CORE;
  std::optional<uint64_t> chars;
};

struct gate_settings {
  uint64_t budget = WATTLE_UNLIMITED;
  double fraction = WATTLE_DEFAULT_ACTIVE_BUDGET_FRACTION;
  bool strict = false;
  std::string unit = "chars";
  // Of a text; the length of the separator is 2 or what this says.
  std::function<uint64_t(const std::string &)> measure;
};

// What became of a candidate.
struct fate {
  wattle_verdict verdict = WATTLE_DROPPED;
  uint64_t chars = 0, total_before = 0, limit = WATTLE_UNLIMITED;
};

struct composition {
  std::vector<fate> fates;
  uint64_t total = 0;
};

inline uint64_t length_of(const gate_settings &settings, const std::string &text) {
  return settings.measure ? settings.measure(text) : chars(text);
}

// Fails with what a composition fails with.
inline outcome gate(const std::vector<candidate> &candidates, const gate_settings &settings, composition &result) {
  const bool unlimited = settings.budget == WATTLE_UNLIMITED;
  uint64_t separator = 0;
  if (settings.strict) {
    separator = settings.measure ? settings.measure("\n\n") : 2;
    if (separator > WATTLE_CHARS_MAX) return {WATTLE_INVALID_ARGUMENT, "measure"};
  }
  unsigned __int128 sum = 0;
  uint64_t core = 0, cores = 0;
  for (const candidate &one : candidates) {
    fate next;
    next.chars = one.chars ? *one.chars : length_of(settings, one.content);
    sum += (unsigned __int128)next.chars + separator;
    if (sum > WATTLE_CHARS_MAX) return {WATTLE_INVALID_ARGUMENT, one.id};
    if (one.tier == WATTLE_TIER_CORE) core += next.chars, cores++;
    result.fates.push_back(next);
  }
  const uint64_t reserved = core + (cores > 1 ? (cores - 1) * separator : 0);
  const int64_t left = int64_t(settings.budget) - int64_t(reserved);
  const uint64_t ceiling = unlimited ? WATTLE_UNLIMITED : uint64_t(int64_t(reserved) + int64_t(std::floor(double(left) * settings.fraction)));
  result.total = settings.strict ? reserved : 0;
  bool anything = cores > 0;
  for (size_t i = 0; i < candidates.size(); i++) {
    const candidate &one = candidates[i];
    fate &now = result.fates[i];
    now.total_before = result.total;
    if (one.tier == WATTLE_TIER_CORE) {
      now.verdict = WATTLE_INCLUDED;
      if (!settings.strict) result.total += now.chars;
      continue;
    }
    now.limit = one.tier == WATTLE_TIER_ACTIVE ? ceiling : settings.budget;
    const auto fits = [&](uint64_t length) {
      const uint64_t cost = length + (anything ? separator : 0);
      if (now.limit != WATTLE_UNLIMITED && result.total + cost > now.limit) return false;
      result.total += cost;
      anything = true;
      return true;
    };
    if (fits(now.chars)) {
      now.verdict = WATTLE_INCLUDED;
    } else if (one.condensed) {
      const uint64_t shorter = length_of(settings, *one.condensed);
      if (shorter > WATTLE_CHARS_MAX) return {WATTLE_INVALID_ARGUMENT, one.id};
      if (fits(shorter)) now.verdict = WATTLE_CONDENSED, now.chars = shorter;
    }
  }
  return {};
}

// The text of a candidate by its verdict; none if it is dropped.
inline std::optional<std::string> said(const candidate &one, const fate &became) {
  if (became.verdict == WATTLE_INCLUDED) return one.content;
  if (became.verdict == WATTLE_CONDENSED) return one.condensed;
  return std::nullopt;
}

// A number that is not negative, as ECMAScript prints it.
inline std::string number_text(double value) {
  if (value == 0) return "0";
  char text[40];
  int precision = 0;
  do std::snprintf(text, sizeof text, "%.*e", precision++, value);
  while (std::strtod(text, nullptr) != value);
  const int point = std::atoi(std::strchr(text, 'e') + 1) + 1;
  std::string digits;
  for (const char *c = text; *c != 'e'; c++) digits += *c == '.' ? "" : std::string(1, *c);
  const int count = int(digits.size());
  if (point > 21 || point <= -6) {
    const std::string exponent = (point > 0 ? "e+" : "e-") + std::to_string(std::abs(point - 1));
    return digits.substr(0, 1) + (count > 1 ? "." + digits.substr(1) : "") + exponent;
  }
  if (point <= 0) return "0." + std::string(size_t(-point), '0') + digits;
  if (count <= point) return digits + std::string(size_t(point - count), '0');
  return digits.substr(0, size_t(point)) + "." + digits.substr(size_t(point));
}

inline double used_pct(uint64_t total, uint64_t budget) {
  if (budget == WATTLE_UNLIMITED || total == 0) return 0;
  return double(total) / double(budget) * 100;
}

// The built event (semantics 6.8). What is included and has no line at all, which only a module can, has no entry (9.4).
inline std::string event(const std::vector<candidate> &candidates, const composition &result, const gate_settings &settings,
                         const std::vector<bool> &lineless = {}) {
  std::vector<std::pair<std::string, uint64_t>> kept, dropped;
  std::vector<std::string> dropped_ids;
  size_t included = 0;
  for (size_t i = 0; i < candidates.size(); i++) {
    const bool is_dropped = result.fates[i].verdict == WATTLE_DROPPED;
    included += !is_dropped;
    if (is_dropped) dropped_ids.push_back(json_text(candidates[i].id));
    if (!lineless.empty() && lineless[i]) continue;
    auto &sums = is_dropped ? dropped : kept;
    size_t n = 0;
    while (n < sums.size() && sums[n].first != candidates[i].id) n++;
    if (n == sums.size()) sums.push_back({candidates[i].id, 0});
    sums[n].second += result.fates[i].chars;
  }
  const auto object = [](const std::vector<std::pair<std::string, uint64_t>> &sums) {
    std::vector<std::string> members;
    for (const auto &[id, sum] : sums) members.push_back(json_text(id) + ":" + std::to_string(sum));
    return "{" + joined(members, ",") + "}";
  };
  const bool unlimited = settings.budget == WATTLE_UNLIMITED;
  const double pct = used_pct(result.total, settings.budget);
  const uint64_t tokens = settings.unit == "tokens" ? result.total : quarter(result.total);
  std::string all = "{\"sections\":" + std::to_string(included) + ",\"totalChars\":" + std::to_string(result.total) +
                    ",\"totalTokensEst\":" + std::to_string(tokens) + ",\"budgetUsedPct\":" + (std::isinf(pct) ? "null" : number_text(pct)) +
                    ",\"effectiveBudget\":" + (unlimited ? "null" : std::to_string(settings.budget)) + ",\"sectionChars\":" + object(kept);
  if (!dropped.empty()) all += ",\"dropped\":[" + joined(dropped_ids, ",") + "],\"droppedChars\":" + object(dropped);
  return all + "}";
}

#endif
