// What is done with prompts and bundles: measured, gated, composed into, compared, restored, shown.
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests.hpp"

namespace {

std::vector<wattle::candidate> saying(std::initializer_list<std::pair<std::string_view, std::string_view>> texts) {
  std::vector<wattle::candidate> all;
  for (const auto& [id, text] : texts) all.emplace_back(id, text, wattle::tier::active);
  return all;
}

}  // namespace

TEST(a_measure_takes_the_place_of_chars) {
  std::vector<std::string> measured;
  const auto words = [&measured](std::string_view text) {
    measured.emplace_back(text);
    return static_cast<std::uint64_t>(1 + std::count(text.begin(), text.end(), ' '));
  };
  wattle::compose_options options;
  options.measure = words;
  options.measure_unit = "words";
  options.total_budget = 4;
  const wattle::prompt prompt = wattle::compose(saying({{"a", "one two"}, {"b", "three four five"}}), options);
  CHECK(prompt.text() == "one two" && prompt.summary().unit == "words" && prompt.summary().total_chars == 2);
  CHECK(measured == std::vector<std::string>({"one two", "three four five"}));
  options.measure_unit.reset();
  CHECK(refused(wattle::try_compose({}, options), wattle::status::invalid_argument, "measure_unit"));
}

TEST(the_gate_says_what_composing_would_do) {
  std::vector<wattle::candidate> candidates = saying({{"a", "fits"}, {"b", "far too long"}, {"c", "short"}});
  candidates[1].condensed("far");
  wattle::compose_options options;
  options.total_budget = 14;
  std::vector<wattle::outcome> outcomes(candidates.size());
  const wattle::summary gated = wattle::apply_budget_gate(candidates, outcomes.data(), options);
  const wattle::prompt prompt = wattle::compose(candidates, options);
  CHECK(gated.total_chars == prompt.summary().total_chars && gated.dropped == prompt.summary().dropped && gated.effective_budget == 14);
  for (std::size_t i = 0; i < outcomes.size(); i++) {
    const wattle::section section = prompt.sections()[i];
    CHECK(outcomes[i].verdict() == section.verdict && outcomes[i].tier() == section.tier && outcomes[i].chars() == section.chars);
    CHECK(outcomes[i].total_before() == section.total_before && outcomes[i].limit() == section.limit);
  }
  CHECK(wattle::apply_budget_gate({}, nullptr).sections == 0);
  CHECK(refused(wattle::try_apply_budget_gate(candidates, nullptr), wattle::status::null_argument, "outcomes"));
}

TEST(budgets_without_a_prompt) {
  const auto budget = [](std::uint32_t depth, std::optional<std::string_view>) { return 100 - depth; };
  wattle::compose_options options;
  CHECK(wattle::effective_budget(options) == wattle::unlimited);
  options.resolve_budget = budget;
  options.depth = 3;
  CHECK(wattle::effective_budget(options) == 97);
  CHECK(!wattle::should_condense(0) && wattle::should_condense(WATTLE_CONDENSE_FROM_DEPTH));
  CHECK(!wattle::skip_informational(0) && wattle::skip_informational(WATTLE_SKIP_INFORMATIONAL_FROM_DEPTH));
  CHECK(wattle::would_fit(1, 2, 3) && !wattle::would_fit(2, 2, 3) && wattle::would_fit(2, 2, wattle::unlimited));
}

TEST(a_prompt_is_composed_into) {
  wattle::registry registry = empty_registry();
  registry.register_contributions(
      wattle::contribution("host.a", wattle::mode::append, [](wattle::writer& out, const wattle::context&, const wattle::state& state) {
        if (state.turn_depth == 9) throw std::runtime_error("deep");
        out.write("turn " + std::to_string(state.turn_depth));
      }));
  wattle::prompt prompt = wattle::compose(saying({{"a", "first"}}));
  wattle::state state;
  for (state.turn_depth = 0; state.turn_depth < 3; state.turn_depth++) {
    registry.compose_into(prompt, converse, state);
    CHECK(prompt.text() == "turn " + std::to_string(state.turn_depth));
  }
  state.turn_depth = 9;
  std::string thrown;
  try {
    registry.compose_into(prompt, converse, state);
  } catch (const std::runtime_error& e) {
    thrown = e.what();
  }
  CHECK(thrown == "deep" && prompt.text() == "turn 2");
  wattle::compose_into(prompt, saying({{"b", "second"}}));
  CHECK(prompt.text() == "second" && prompt.sections()[0].id == "b");
  wattle::prompt nowhere(nullptr);
  CHECK(refused(registry.try_compose_into(nowhere, converse), wattle::status::null_argument, "prompt"));
}

TEST(a_prompt_under_way_is_its_calls) {
  wattle::prompt prompt = wattle::compose(saying({{"a", "first"}}));
  const auto built = [&prompt](const wattle::prompt& now) {
    CHECK(now.get() == prompt.get() && now.text() == "second");
    CHECK(refused(wattle::try_compose_into(prompt, {}), wattle::status::re_entrancy, "prompt"));
  };
  wattle::compose_options options;
  options.probes.on_built = built;
  wattle::compose_into(prompt, saying({{"b", "second"}}), options);
  CHECK(prompt.text() == "second");
}

TEST(prompts_are_compared) {
  wattle::compose_options options;
  options.total_budget = 13;
  const wattle::prompt before = wattle::compose(saying({{"a", "one"}, {"b", "two three"}, {"c", "four"}}));
  const wattle::prompt after = wattle::compose(saying({{"a", "one"}, {"new", "0"}, {"b", "two FOUR"}, {"c", "four"}}), options);
  CHECK(before.diff(before).summary().equal && before.diff(before).empty() && !before.diff(before).summary().text);

  const wattle::diff diff = before.diff(after);
  const wattle::diff_figures figures = diff.summary();
  CHECK(!figures.equal && figures.differences == 3 && figures.added == 1 && figures.removed == 0 && figures.moved == 0);
  CHECK(figures.texts_changed == 2 && figures.verdicts_changed == 1 && !figures.stable_prefix);
  CHECK(figures.text->byte == 5 && figures.text->before == 1u && figures.text->after == 1u);
  CHECK(figures.text->before_id == "b" && figures.text->after_id == "new");
  CHECK(diff[0].id == "new" && diff[0].changes == wattle::change::added && !diff[0].before && diff[0].after == 1u &&
        !diff[0].before_verdict);
  CHECK(diff[1].changes == (wattle::change::text | wattle::change::chars) && diff[1].first_differing_byte == 4u && !diff[1].origin);
  CHECK(has(diff[2].changes, wattle::change::verdict) && !has(diff[2].changes, wattle::change::moved) &&
        diff[2].after_verdict == wattle::verdict::dropped);
  CHECK(diff.size() == 3 && diff.json().find("\"new\"") != std::string_view::npos &&
        refused(diff.try_at(3), wattle::status::invalid_argument, "index"));
  CHECK(name(wattle::change::label) == "label" && name(wattle::change::text | wattle::change::chars) == "unknown");
}

TEST(bundles_are_compared) {
  wattle::registry registry = empty_registry();
  registry.register_contributions(wattle::append_prompt("host.a", "A"), wattle::append_prompt("host.b", "B"));
  const wattle::bundle before = registry.resolve(converse);
  registry.unregister(wattle::origin::static_, "host.a");
  const wattle::bundle after = registry.resolve(converse);
  const wattle::diff diff = before.diff(after);
  CHECK(diff.size() == 1 && diff[0].changes == wattle::change::removed && diff[0].origin == wattle::origin::static_);
  CHECK(diff.summary().stable_prefix->byte == 0 && before.table().find("host.a") != std::string_view::npos);
}

TEST(a_prompt_is_restored) {
  wattle::compose_options options;
  options.total_budget = 3;
  const wattle::prompt prompt = wattle::compose(saying({{"a", "one"}, {"b", "dropped"}, {"c", ""}}), options);
  std::vector<wattle_section> sections;
  for (const wattle::section section : prompt.sections()) sections.push_back(section.c());
  const wattle::prompt again = wattle::prompt::restore(prompt.summary(), sections.data(), sections.size());
  CHECK(prompt.diff(again).summary().equal && again.table() == prompt.table() && again.event_json() == prompt.event_json());
  sections[0].tier = 9;
  CHECK(refused(wattle::prompt::try_restore(prompt.summary(), sections.data(), sections.size()), wattle::status::invalid_argument, "tier"));
}
