// Candidates under a budget, composed into a new prompt and into one that there is, and the gate alone; against gate_model.hpp.
#include "bytes.hpp"
#include "prompt_check.hpp"

namespace {

// What the callbacks of a composition do.
struct deeds {
  bool resolves = false, fails_to_resolve = false;
  uint64_t resolved = 0;
  bool measures = false;
  uint64_t factor = 1, added = 0;
  size_t fails_at = SIZE_MAX;
  bool fails_when_built = false;

  std::vector<std::string> measured;
  size_t built = 0;

  uint64_t length(const std::string &text) const { return chars(text) * factor + added; }
};

wattle_status resolve_budget(void *data, wattle_call *call, uint32_t depth, wattle_str role, uint64_t *budget) {
  const deeds &does = *static_cast<deeds *>(data);
  CHECK(depth == 7 && copy(role) == "role");
  if (does.fails_to_resolve) return wattle_call_fail(call, WATTLE_STR("no budget today"));
  *budget = does.resolved;
  return WATTLE_OK;
}

wattle_status measure(void *data, wattle_call *call, wattle_str text, uint64_t *length) {
  deeds &does = *static_cast<deeds *>(data);
  does.measured.push_back(copy(text));
  if (does.measured.size() > does.fails_at) return wattle_call_fail(call, WATTLE_STR("it cannot be measured"));
  *length = does.length(copy(text));
  return WATTLE_OK;
}

wattle_status on_built(void *data, wattle_call *, const wattle_prompt *prompt) {
  deeds &does = *static_cast<deeds *>(data);
  does.built++;
  wattle_prompt *same = const_cast<wattle_prompt *>(prompt);
  wattle_prompt_free(same);
  const outcome into = outcome_of([&](wattle_error **error) { return wattle_compose_into(nullptr, 0, nullptr, same, error); });
  EQUAL(into, (outcome{WATTLE_RE_ENTRANCY, "prompt"}));
  return does.fails_when_built ? 77 : WATTLE_OK;
}

// A composition as the input describes it.
struct request {
  std::vector<candidate> candidates;
  std::vector<wattle_candidate> rows;
  gate_settings settings;
  deeds does;
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_probes probes = WATTLE_PROBES_INIT;
  // What is wrong with a struct: said before anything is composed.
  std::vector<outcome> misfilled;

  explicit request(bytes &in);
  void add_candidate(bytes &in);
  outcome wanted(composition &result, bool is_told);
};

const char unit_name[] = "tokens";

request::request(bytes &in) {
  static const double fractions[] = {0.95, 0, 1, 0.5, 0.1, 1e-300, -0.0, 0.999999999999, -1e-9, 1.0000001, NAN, INFINITY};
  options.strict = settings.strict = in.flag();
  if (in.flag()) options.active_budget_fraction = settings.fraction = fractions[in.below(in.once_in(4) ? 12 : 8)];
  options.depth = 7;
  options.runtime_role = WATTLE_STR("role");
  does.resolves = in.once_in(4);
  if (does.resolves) {
    does.fails_to_resolve = in.once_in(8);
    does.resolved = in.flag() ? in.number() : in.byte() * 2u;
    options.resolve_budget = resolve_budget;
    options.resolve_budget_data = &does;
  } else {
    options.total_budget = in.flag() ? in.number() : in.byte() * 2u;
  }
  does.measures = in.once_in(4);
  if (does.measures) {
    does.factor = in.below(4);
    does.added = in.once_in(8) ? in.number() : in.below(4);
    if (in.once_in(4)) does.fails_at = in.below(12);
    options.measure = measure;
    options.measure_data = &does;
    const size_t unit = in.below(8);
    settings.unit = unit == 7 ? "" : unit > 3 ? unit_name : "words";
  }
  if (does.measures || in.once_in(32)) {
    if (!does.measures) misfilled.push_back({WATTLE_INVALID_ARGUMENT, "measure_unit"});
    options.measure_unit = does.measures ? view(settings.unit) : WATTLE_STR("words");
  }
  does.fails_when_built = in.once_in(16);
  probes.user_data = &does;
  probes.on_built = on_built;
  options.probes = &probes;
  if (in.once_in(32)) {
    options.strict = 2;
    misfilled.push_back({WATTLE_INVALID_ARGUMENT, "strict"});
  }
  candidates.reserve(16);
  for (size_t n = in.below(10); n > 0; n--) add_candidate(in);
}

void request::add_candidate(bytes &in) {
  static const char *const ids[] = {"a", "b", "c", "", "2", "1", "\"\n", "é𝄞"};
  candidates.push_back({});
  candidate &one = candidates.back();
  one.id = in.one_of(ids);
  one.content = in.hardly_text(64);
  one.tier = wattle_tier(1 + in.below(3));
  const bool brings_chars = in.once_in(4);
  if (brings_chars) one.chars = in.number();
  if (in.flag()) one.condensed = in.hardly_text(64);
  wattle_candidate row = WATTLE_CANDIDATE_INIT;
  row.id = view(one.id);
  row.content = view(one.content);
  row.tier = one.tier;
  if (one.condensed) row.condensed = view(*one.condensed);
  row.has_chars = brings_chars;
  row.chars = one.chars.value_or(0);
  if (!is_utf8(one.content)) misfilled.push_back({WATTLE_INVALID_UTF8, "content"});
  if (one.condensed && !is_utf8(*one.condensed)) misfilled.push_back({WATTLE_INVALID_UTF8, "condensed"});
  if (in.once_in(64)) {
    row.tier = 0;
    misfilled.push_back({WATTLE_INVALID_ARGUMENT, "tier"});
  }
  rows.push_back(row);
}

// In the order of semantics 6.1 and 6.11.
outcome request::wanted(composition &result, bool is_told) {
  if (!(settings.fraction >= 0 && settings.fraction <= 1)) return {WATTLE_INVALID_ARGUMENT, "activeBudgetFraction"};
  if (does.measures && settings.unit.empty()) return {WATTLE_INVALID_ARGUMENT, "measure_unit"};
  const uint64_t given = options.total_budget;
  if (given == WATTLE_NOT_SET && does.fails_to_resolve) return {WATTLE_CALLBACK_FAILED, "resolveBudget"};
  settings.budget = given != WATTLE_NOT_SET ? given : does.resolves ? does.resolved : WATTLE_UNLIMITED;
  if (settings.budget > WATTLE_CHARS_MAX && settings.budget != WATTLE_UNLIMITED) {
    return {WATTLE_INVALID_ARGUMENT, given == WATTLE_NOT_SET ? "resolveBudget" : "totalBudget"};
  }
  size_t calls = 0;
  bool failed = false;
  if (does.measures) {
    settings.measure = [&](const std::string &text) {
      failed = failed || ++calls > does.fails_at;
      // More than is allowed: the model stops where the library does.
      return failed ? UINT64_MAX : does.length(text);
    };
  }
  outcome how = gate(candidates, settings, result);
  if (failed) how.status = WATTLE_CALLBACK_FAILED;
  if (how.ok() && is_told && does.fails_when_built) return {WATTLE_CALLBACK_FAILED, "onBuilt"};
  return how;
}

// Compares how a call went; whether it went well.
bool agree(request &asked, const outcome &got, composition &result, bool is_told) {
  const outcome want = asked.wanted(result, is_told);
  asked.does.measured.clear();
  if (asked.misfilled.empty()) {
    EQUAL(got, want);
    return got.ok();
  }
  bool known = got == want && !want.ok();
  for (const outcome &fault : asked.misfilled) known = known || got == fault;
  if (!known) check_failed("unexpected " + shown(got), __FILE__, __LINE__);
  return false;
}

void check_gate(request &asked) {
  std::vector<wattle_outcome> outcomes(asked.rows.size(), WATTLE_OUTCOME_INIT);
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  const outcome got = outcome_of([&](wattle_error **error) {
    return wattle_apply_budget_gate(asked.rows.data(), asked.rows.size(), &asked.options, outcomes.data(), &summary, error);
  });
  composition want;
  CHECK(asked.does.built == 0);
  if (!agree(asked, got, want, false)) return;
  check_summary(summary, asked.candidates, want, asked.settings);
  for (size_t i = 0; i < outcomes.size(); i++) {
    const fate &one = want.fates[i];
    CHECK(outcomes[i].verdict == one.verdict && outcomes[i].tier == asked.candidates[i].tier);
    CHECK(outcomes[i].chars == one.chars && outcomes[i].total_before == one.total_before && outcomes[i].limit == one.limit);
  }
}

owned_prompt check_compose(request &asked) {
  wattle_prompt *prompt = nullptr;
  const outcome got = outcome_of([&](wattle_error **error) {
    return wattle_compose(asked.rows.data(), asked.rows.size(), &asked.options, &prompt, error);
  });
  owned_prompt kept(prompt);
  composition want;
  const size_t built = asked.does.built;
  if (!agree(asked, got, want, true)) {
    CHECK(prompt == nullptr && built <= 1);
    return nullptr;
  }
  EQUAL(built, 1);
  check_prompt(prompt, asked.candidates, want, asked.settings);
  restored_of(prompt);
  return kept;
}

void check_compose_into(request &asked, wattle_prompt *prompt) {
  const shown_prompt before(prompt);
  const outcome got = outcome_of([&](wattle_error **error) {
    return wattle_compose_into(asked.rows.data(), asked.rows.size(), &asked.options, prompt, error);
  });
  composition want;
  if (agree(asked, got, want, true)) {
    check_prompt(prompt, asked.candidates, want, asked.settings);
    restored_of(prompt);
  } else {
    CHECK(shown_prompt(prompt) == before);
  }
}

// What a prompt has is composed into that prompt: the candidates are views that it owns.
void check_own_texts(wattle_prompt *prompt) {
  std::vector<candidate> candidates;
  std::vector<wattle_candidate> rows;
  for (const wattle_section &section : sections_of(prompt)) {
    candidates.push_back({copy(section.id), copy(section.text), std::nullopt, section.tier, std::nullopt});
    wattle_candidate row = WATTLE_CANDIDATE_INIT;
    row.id = section.id;
    row.content = section.text;
    row.tier = section.tier;
    rows.insert(rows.begin(), row);
  }
  candidates = {candidates.rbegin(), candidates.rend()};
  must([&](wattle_error **error) { return wattle_compose_into(rows.data(), rows.size(), nullptr, prompt, error); });
  composition want;
  EQUAL(gate(candidates, {}, want), outcome{});
  check_prompt(prompt, candidates, want, {});
  restored_of(prompt);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bytes in(data, size);
  request first(in);
  check_gate(first);
  const owned_prompt prompt = check_compose(first);
  for (int n = 0; prompt && n < 3; n++) {
    request again(in);
    check_compose_into(again, prompt.get());
    if (!in.more()) break;
  }
  if (prompt) check_own_texts(prompt.get());
  return 0;
}
