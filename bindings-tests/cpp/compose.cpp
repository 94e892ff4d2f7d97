// Compose cases: candidates within a budget. What is expected of a prompt holds for registry compositions too.
#include <cmath>
#include <cstdio>
#include <cstring>

#include "build.hpp"

namespace {

ordered or_null(std::uint64_t limit) { return limit == wattle::unlimited ? ordered(nullptr) : ordered(limit); }

std::string bits_of(double number) {
  std::uint64_t bits;
  char hex[17];
  std::memcpy(&bits, &number, sizeof bits);
  std::snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(bits));
  return hex;
}

}  // namespace

ordered prompt_fields(const wattle::prompt& prompt, std::string_view event) {
  ordered included = ordered::array(), dropped = ordered::array();
  std::size_t index = 0;
  for (const wattle::section s : prompt.sections()) {
    ordered fields = {{"index", index++}, {"id", s.id}, {"tier", name(s.tier)}};
    if (s.verdict == wattle::verdict::dropped) {
      fields.update({{"chars", s.chars}, {"totalBefore", s.total_before}, {"limit", s.limit}});
      dropped.push_back(std::move(fields));
    } else {
      fields.update({{"start", s.start}, {"end", s.end}, {"chars", s.chars}, {"totalBefore", s.total_before}});
      fields["limit"] = or_null(s.limit);
      fields["condensed"] = s.verdict == wattle::verdict::condensed;
      included.push_back(std::move(fields));
    }
  }
  const wattle::summary summary = prompt.summary();
  return {{"composed", prompt.text()},
          {"stablePrefix", summary.stable_prefix},
          {"included", std::move(included)},
          {"dropped", std::move(dropped)},
          {"totalChars", summary.total_chars},
          {"totalTokensEst", summary.total_tokens_est},
          {"effectiveBudget", or_null(summary.effective_budget)},
          {"overBudget", summary.over_budget},
          {"budgetUsedPctBits", bits_of(summary.budget_used_pct)},
          {"eventJson", event}};
}

json comparable(const wattle::prompt& prompt, std::string_view event) {
  json got = prompt_fields(prompt, event);
  const double percent = prompt.summary().budget_used_pct;
  got.erase("budgetUsedPctBits");
  got["budgetUsedPct"] = std::isinf(percent) ? json(nullptr) : json(percent);
  for (json& one : got["included"]) one.erase("totalBefore"), one.erase("limit");
  return got;
}

// The gate alone says the same of every candidate, or fails as composing does.
static void check_gate(run& now, const std::vector<wattle::candidate>& candidates, const wattle::compose_options& options,
                       const wattle::result<wattle::prompt>& composed) {
  std::vector<wattle::outcome> outcomes(candidates.size());
  const wattle::result<wattle::summary> gated = wattle::try_apply_budget_gate(candidates, outcomes.data(), options);
  now.equal("gate: status", name(gated.status()), name(composed.status()));
  if (!composed) return;
  json want = json::array(), got = json::array();
  for (const wattle::section s : composed->sections()) want.push_back({name(s.verdict), name(s.tier), s.chars, s.total_before, s.limit});
  for (const wattle::outcome& o : outcomes) got.push_back({name(o.verdict()), name(o.tier()), o.chars(), o.total_before(), o.limit()});
  now.equal("gate", got, want);
  now.equal("gate: total", gated->total_chars, composed->summary().total_chars);
}

void run_compose_case(run& now, const json& one) {
  std::vector<wattle::candidate> candidates;
  for (const json& in : one.at("candidates")) {
    const std::string_view tier = *text_of(in, "tier");
    wattle::candidate& out = candidates.emplace_back(*text_of(in, "id"), *text_of(in, "content"),
                                                     tier == "core"     ? wattle::tier::core
                                                     : tier == "active" ? wattle::tier::active
                                                                        : wattle::tier::informational);
    if (const auto condensed = text_of(in, "condensed")) out.condensed(*condensed);
    if (has(in, "chars")) out.chars(in.at("chars").get<std::uint64_t>());
  }
  auto budget = build_budget(one.at("config"));
  wattle::compose_options options = build_options(one.at("config"));
  if (budget) options.resolve_budget = budget;
  json expect = one.at("expect");
  if (!expect.contains("error")) expect["stablePrefix"] = 0;
  run_composition(now, one.at("name"), 0, expect, options, [&](const wattle::compose_options& asked) {
    auto composed = wattle::try_compose(candidates, asked);
    check_gate(now, candidates, options, composed);
    return composed;
  });
}
