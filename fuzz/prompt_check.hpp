// Everything that a prompt says, against what the models say.
#ifndef PROMPT_CHECK_HPP
#define PROMPT_CHECK_HPP

#include "gate_model.hpp"

inline wattle_summary summary_of(const wattle_prompt *prompt) {
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  must([&](wattle_error **error) { return wattle_prompt_summary(prompt, &summary, error); });
  return summary;
}

inline std::vector<wattle_section> sections_of(const wattle_prompt *prompt) {
  std::vector<wattle_section> sections(summary_of(prompt).sections, WATTLE_SECTION_INIT);
  for (size_t i = 0; i < sections.size(); i++) {
    must([&](wattle_error **error) { return wattle_prompt_section(prompt, i, &sections[i], error); });
  }
  return sections;
}

// What a prompt shows that a caller keeps over another call: the text, the event, and the JSON.
struct shown_prompt {
  std::string text, event, json;

  explicit shown_prompt(const wattle_prompt *prompt)
      : text(copy(wattle_prompt_text(prompt))), event(copy(wattle_prompt_event_json(prompt))), json(copy(wattle_prompt_json(prompt))) {}
  bool operator==(const shown_prompt &other) const { return text == other.text && event == other.event && json == other.json; }
};

// A prompt made again of what it reports is the same, and nothing differs between the two. It is given.
inline owned_prompt restored_of(const wattle_prompt *prompt) {
  const wattle_summary summary = summary_of(prompt);
  const std::vector<wattle_section> sections = sections_of(prompt);
  wattle_prompt *restored = nullptr;
  must([&](wattle_error **error) { return wattle_prompt_restore(&summary, sections.data(), sections.size(), &restored, error); });
  owned_prompt kept(restored);
  CHECK(shown_prompt(restored) == shown_prompt(prompt));
  EQUAL(copy(wattle_prompt_table(restored)), copy(wattle_prompt_table(prompt)));
  wattle_diff *diff = nullptr;
  must([&](wattle_error **error) { return wattle_prompt_diff(prompt, restored, &diff, error); });
  const owned_diff kept_diff(diff);
  wattle_diff_figures figures = WATTLE_DIFF_FIGURES_INIT;
  must([&](wattle_error **error) { return wattle_diff_summary(diff, &figures, error); });
  CHECK(figures.equal == 1 && figures.differences == 0);
  for (char c : copy(wattle_prompt_table(prompt))) CHECK(c == '\n' || (c >= 0x20 && c < 0x7f));
  return kept;
}

inline void check_summary(const wattle_summary &summary, const std::vector<candidate> &candidates, const composition &want,
                          const gate_settings &settings) {
  size_t dropped = 0, condensed = 0;
  for (const fate &one : want.fates) {
    dropped += one.verdict == WATTLE_DROPPED;
    condensed += one.verdict == WATTLE_CONDENSED;
  }
  EQUAL(summary.sections, candidates.size());
  EQUAL(summary.dropped, dropped);
  EQUAL(summary.condensed, condensed);
  EQUAL(summary.included, candidates.size() - dropped);
  EQUAL(summary.total_chars, want.total);
  EQUAL(summary.total_tokens_est, settings.unit == "tokens" ? want.total : quarter(want.total));
  EQUAL(summary.effective_budget, settings.budget);
  EQUAL(summary.over_budget, uint64_t(settings.budget != WATTLE_UNLIMITED && want.total > settings.budget));
  CHECK(summary.budget_used_pct == used_pct(want.total, settings.budget));
  EQUAL(copy(summary.unit), settings.unit);
}

inline void check_prompt(const wattle_prompt *prompt, const std::vector<candidate> &candidates, const composition &want,
                         const gate_settings &settings) {
  check_summary(summary_of(prompt), candidates, want, settings);
  const std::vector<wattle_section> sections = sections_of(prompt);
  std::vector<std::string> texts;
  size_t start = 0;
  for (size_t i = 0; i < candidates.size(); i++) {
    const wattle_section &got = sections[i];
    const std::optional<std::string> text = said(candidates[i], want.fates[i]);
    EQUAL(copy(got.id), candidates[i].id);
    EQUAL(got.tier, candidates[i].tier);
    EQUAL(got.verdict, want.fates[i].verdict);
    EQUAL(got.chars, want.fates[i].chars);
    EQUAL(got.total_before, want.fates[i].total_before);
    EQUAL(got.limit, want.fates[i].limit);
    EQUAL(got.text.data != nullptr, text.has_value());
    EQUAL(got.start, text ? start : 0);
    EQUAL(got.end, text ? start + text->size() : 0);
    if (!text) continue;
    EQUAL(copy(got.text), *text);
    texts.push_back(*text);
    start += text->size() + 2;
  }
  const wattle_str text = wattle_prompt_text(prompt);
  EQUAL(copy(text), joined(texts, "\n\n"));
  CHECK(text.data[text.len] == 0);
  EQUAL(copy(wattle_prompt_event_json(prompt)), event(candidates, want, settings));
  // What strict mode promises (semantics 6.5).
  std::vector<std::string> core;
  bool counted = !settings.measure;
  for (const candidate &one : candidates) {
    counted = counted && !one.chars;
    if (one.tier == WATTLE_TIER_CORE) core.push_back(one.content);
  }
  if (settings.strict && counted) {
    EQUAL(chars(copy(text)), want.total);
    CHECK(want.total <= settings.budget || chars(joined(core, "\n\n")) > settings.budget);
  }
}

#endif
