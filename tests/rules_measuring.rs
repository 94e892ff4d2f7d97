//! Semantics 6.11: a measure of the host's in the place of chars.

mod support;

use std::cell::{Cell, RefCell};

use support::*;
use wattle::*;

use Tier::{Active, Core, Informational};

/// A measure that remembers what it was asked, and may fail.
struct Ruler<F> {
    length: F,
    asked: RefCell<Vec<String>>,
}

/// Counts bytes in tens, so that no length is that of the chars by accident.
fn tens(text: &str) -> Result<u64> {
    Ok(10 * text.len() as u64)
}

fn ruler<F: Fn(&str) -> Result<u64>>(length: F) -> Ruler<F> {
    Ruler { length, asked: RefCell::default() }
}

impl<F: Fn(&str) -> Result<u64>> Ruler<F> {
    fn measure(&self, text: &str) -> Result<u64> {
        self.asked.borrow_mut().push(text.to_owned());
        (self.length)(text)
    }

    /// Composes with it, in `unit`; gives the outcome and what it was asked.
    fn compose(&self, unit: &str, candidates: &[Candidate<'_>], options: ComposeOptions<'_>) -> (Result<Prompt>, Vec<String>) {
        let length_of = |text: &str| self.measure(text);
        let prompt = compose(candidates, &ComposeOptions { measure: Some(Measure { unit, length_of: &length_of }), ..options });
        (prompt, self.asked.take())
    }
}

fn condensed<'a>(candidate: Candidate<'a>, text: &'a str) -> Candidate<'a> {
    Candidate { condensed: Some(text), ..candidate }
}

#[test]
fn rule_6_11_each_content_without_own_chars_is_measured_once_in_order() {
    let parts = [candidate("a", Active, "aa"), measured("own", Active, 5), candidate("c", Core, "cc"), candidate("a", Informational, "")];
    let (prompt, asked) = ruler(tens).compose("tens", &parts, ComposeOptions::default());
    let prompt = prompt.unwrap();
    assert_eq!(asked, ["aa", "cc", ""]);
    let chars: Vec<_> = prompt.sections().map(|section| section.chars).collect();
    assert_eq!((chars, prompt.summary().total_chars), (vec![20, 5, 20, 0], 45));
}

#[test]
fn rule_6_11_a_condensed_text_is_measured_once_and_only_where_it_is_tried() {
    let parts = [
        condensed(candidate("fits", Informational, "a"), "never"),
        condensed(candidate("core", Core, "c"), "never"),
        condensed(candidate("long", Informational, "long"), "l"),
        condensed(measured("own", Informational, 99), "own"),
        candidate("none", Informational, "none"),
    ];
    let (prompt, asked) = ruler(tens).compose("tens", &parts, budget(39));
    let prompt = prompt.unwrap();
    assert_eq!(asked, ["a", "c", "long", "none", "l", "own"]);
    assert_eq!((prompt.text(), prompt.summary().total_chars), ("a\n\nc\n\nl", 30));
    let why: Vec<_> = prompt.sections().map(|section| (section.verdict, section.chars, section.total_before)).collect();
    assert_eq!(why[2..], [(Verdict::Condensed, 10, 20), (Verdict::Dropped, 99, 30), (Verdict::Dropped, 40, 30)]);
}

#[test]
fn rule_6_11_strict_mode_measures_the_separator_once_and_first() {
    let parts = [candidate("c", Core, "c"), candidate("d", Core, "d"), candidate("a", Informational, "a")];
    let (prompt, asked) = ruler(tens).compose("tens", &parts, strict(70));
    let prompt = prompt.unwrap();
    assert_eq!(asked, ["\n\n", "c", "d", "a"]);
    // Three texts of 10 and two separators of 20.
    assert_eq!((prompt.summary().total_chars, prompt.section(2).unwrap().total_before), (70, 40));
    assert_eq!(ruler(tens).compose("tens", &parts, strict(69)).0.unwrap().text(), "c\n\nd");
    // A separator that costs nothing, and one where there is nothing to separate.
    let free = ruler(|text: &str| Ok(if text == "\n\n" { 0 } else { 10 }));
    assert_eq!(free.compose("tens", &parts, strict(30)).0.unwrap().summary().total_chars, 30);
    assert_eq!(ruler(tens).compose("tens", &[], strict(0)).1, ["\n\n"]);
    // In source mode it is not asked for.
    assert_eq!(ruler(tens).compose("tens", &parts, budget(70)).1, ["c", "d", "a"]);
}

#[test]
fn rule_6_11_limits_and_the_ceiling_are_in_the_measures_unit() {
    let parts = [candidate("c", Core, "1234"), candidate("a", Active, "")];
    let prompt = ruler(tens).compose("tens", &parts, budget(100)).0.unwrap();
    // 40 + floor(60 × 0.95).
    assert_eq!(prompt.section(1).unwrap().limit, Some(97));
    let over = ruler(tens).compose("tens", &parts, budget(39)).0.unwrap();
    assert_eq!((over.summary().over_budget, over.summary().budget_used_pct), (true, 40.0 / 39.0 * 100.0));
}

#[test]
fn rule_6_11_the_report_names_the_unit_and_tokens_are_their_own_estimate() {
    let parts = [candidate("c", Core, "c")];
    for (unit, estimate) in [("tokens", 10), ("chars", 3), ("words", 3), ("a\"\0é", 3)] {
        let prompt = ruler(tens).compose(unit, &parts, ComposeOptions::default()).0.unwrap();
        let summary = prompt.summary();
        assert_eq!((summary.unit.name(), summary.total_chars, summary.total_tokens_est), (unit, 10, estimate));
        let json: serde_json::Value = serde_json::from_str(prompt.json().unwrap()).unwrap();
        assert_eq!((&json["unit"], &json["totalTokensEst"]), (&unit.into(), &estimate.into()));
        // The event has its own keys and no more (semantics 6.8).
        let event = format!(
            r#"{{"sections":1,"totalChars":10,"totalTokensEst":{estimate},"budgetUsedPct":0,"effectiveBudget":null,"sectionChars":{{"c":10}}}}"#
        );
        assert_eq!(prompt.event_json().unwrap(), event);
    }
    let (known, counted) = (ruler(tens).compose("tokens", &parts, budget(1)).0.unwrap(), compose(&parts, &budget(1)).unwrap());
    assert_eq!((&known.summary().unit, &counted.summary().unit), (&Unit::Tokens, &Unit::Chars));
}

#[test]
fn rule_6_11_in_a_registry_the_measure_takes_the_place_of_the_sections_chars() {
    let registry = registry_of(vec![append("a.text", "éé").condensed("é"), aware("a.now", Mode::Append, |_, _, sink| sink.write("now"))]);
    registry.register_safety_policy(policy("safety.a", "s")).unwrap();
    let measure = ruler(tens);
    let length_of = |text: &str| measure.measure(text);
    let options =
        ComposeOptions { measure: Some(Measure { unit: "tens", length_of: &length_of }), active_budget_fraction: 1.0, ..budget(60) };
    let prompt = registry.compose(&CONTEXT, Some(&State::default()), false, &options).unwrap();
    let seen: Vec<_> = prompt.sections().map(|section| (section.id, section.verdict, section.chars)).collect();
    assert_eq!(seen, [("a.text", Verdict::Included, 40), ("a.now", Verdict::Dropped, 30), ("safety.a", Verdict::Included, 10)]);
    assert_eq!(measure.asked.take(), ["éé", "now", "s"]);
    let prompt = registry.compose(&CONTEXT, None, false, &ComposeOptions { total_budget: Some(Budget::Chars(35)), ..options }).unwrap();
    assert_eq!((prompt.text(), prompt.summary().total_chars), ("é\n\ns", 30));
    assert_eq!(measure.asked.take(), ["éé", "s", "é"]);
}

#[test]
fn rule_6_11_a_failing_measure_is_callback_failed_with_the_candidates_id() {
    let fails_at = |at: &'static str| ruler(move |text: &str| if text == at { failure("no tokenizer") } else { Ok(10) });
    let parts = [candidate("a", Informational, "full"), condensed(candidate("b", Informational, "long"), "short")];
    for (at, subject, message) in [
        ("full", "a", "the measure of \"a\" failed: no tokenizer"),
        ("long", "b", "the measure of \"b\" failed: no tokenizer"),
        ("short", "b", "the measure of \"b\" failed: no tokenizer"),
        ("\n\n", "measure", "the callback \"measure\" failed: no tokenizer"),
    ] {
        let recorder = Recorder::default();
        let error = fails_at(at).compose("tens", &parts, ComposeOptions { probes: Some(&recorder), ..strict(10) }).0.err().unwrap();
        assert_eq!((error.kind(), error.subject(), error.message()), (Kind::CallbackFailed, subject, message));
        assert!(recorder.take().is_empty(), "a probe was told of a prompt that is none");
    }
    let registry = registry_of(vec![append("a.b", "text")]);
    let length_of = |_: &str| failure("no");
    let options = ComposeOptions { measure: Some(Measure { unit: "tens", length_of: &length_of }), ..ComposeOptions::default() };
    assert_eq!(refused(registry.compose(&CONTEXT, None, false, &options)), refusal(Kind::CallbackFailed, "a.b"));
    assert_eq!(refused(apply_budget_gate(&parts, &options).map(drop)), refusal(Kind::CallbackFailed, "a"));
}

#[test]
fn rule_6_11_over_2_to_the_53_less_1_is_an_invalid_argument() {
    let parts = [candidate("a", Informational, "full"), condensed(candidate("b", Informational, "long"), "short")];
    for over in [CHARS_MAX + 1, u64::MAX - 1, u64::MAX] {
        for (at, subject) in [("full", "a"), ("long", "b"), ("short", "b"), ("\n\n", "measure")] {
            let gives = ruler(move |text: &str| Ok(if text == at { over } else { 10 }));
            assert_eq!(refused(gives.compose("tens", &parts, strict(10)).0), refusal(Kind::InvalidArgument, subject), "{at:?}");
        }
    }
    let most = ruler(|text: &str| Ok(if text == "full" { CHARS_MAX } else { 0 }));
    assert_eq!(most.compose("tens", &parts, ComposeOptions::default()).0.unwrap().summary().total_chars, CHARS_MAX);
}

#[test]
fn rule_6_11_the_sum_is_limited_in_the_measures_unit_too() {
    let parts = [candidate("a", Core, "a"), candidate("b", Informational, "b")];
    let gives = |a, b, separator| {
        ruler(move |text: &str| {
            Ok(match text {
                "a" => a,
                "b" => b,
                _ => separator,
            })
        })
    };
    let error = gives(CHARS_MAX, 1, 0).compose("tens", &parts, budget(0)).0.err().unwrap();
    assert_eq!((error.kind(), error.subject()), (Kind::InvalidArgument, "b"));
    assert_eq!(error.message(), "with the 1 tens of \"b\" the candidates pass 9007199254740991 tens in all");
    // In strict mode each candidate counts a separator more.
    assert!(gives(CHARS_MAX - 21, 1, 10).compose("tens", &parts, strict(0)).0.is_ok());
    assert_eq!(refused(gives(CHARS_MAX - 21, 2, 10).compose("tens", &parts, strict(0)).0).1, "b");
    assert_eq!(refused(gives(0, 0, CHARS_MAX).compose("tens", &parts, strict(0)).0).1, "b");
}

#[test]
fn rule_6_11_a_measure_needs_a_unit() {
    let parts = [candidate("a", Core, "a")];
    let (refused_prompt, asked) = ruler(tens).compose("", &parts, strict(1));
    assert_eq!((refused(refused_prompt), asked), (refusal(Kind::InvalidArgument, "measure_unit"), vec![]));
}

#[test]
fn rule_6_11_settings_are_checked_before_anything_is_measured() {
    let (resolved, measures) = (Cell::new(0), Cell::new(0));
    let resolver = |_: u32, _: Option<&str>| {
        resolved.set(resolved.get() + 1);
        Ok(Budget::Chars(u64::MAX))
    };
    let length_of = |_: &str| {
        measures.set(measures.get() + 1);
        Ok(u64::MAX)
    };
    let all = ComposeOptions {
        active_budget_fraction: 2.0,
        measure: Some(Measure { unit: "", length_of: &length_of }),
        resolve_budget: Some(&resolver),
        strict: true,
        ..ComposeOptions::default()
    };
    let run = |options: ComposeOptions<'_>| refused(compose(&[candidate("a", Core, "a")], &options)).1;
    let named = ComposeOptions { active_budget_fraction: 1.0, measure: Some(Measure { unit: "tens", length_of: &length_of }), ..all };
    assert_eq!(run(all), "activeBudgetFraction");
    assert_eq!(run(ComposeOptions { active_budget_fraction: 1.0, ..all }), "measure_unit");
    assert_eq!((resolved.get(), run(named), resolved.get()), (0, "resolveBudget".into(), 1));
    assert_eq!((measures.get(), run(ComposeOptions { total_budget: Some(Budget::Chars(1)), ..named })), (0, "measure".into()));
}

#[test]
fn rule_6_11_a_measure_that_changes_its_mind_is_harmless() {
    // Each text is measured once, so there is nothing to disagree with: the report is what was said that one time.
    let calls = Cell::new(0);
    let ever_more = ruler(|_: &str| {
        calls.set(calls.get() + 1);
        Ok(calls.get())
    });
    let parts = vec![condensed(candidate("same", Informational, "same text"), "same text"); 4];
    let prompt = ever_more.compose("calls", &parts, budget(6)).0.unwrap();
    let seen: Vec<_> = prompt.sections().map(|section| (section.verdict, section.chars)).collect();
    // 1, 2 and 3 fit; 4 does not, and its condensed text is the fifth.
    assert_eq!(seen, [(Verdict::Included, 1), (Verdict::Included, 2), (Verdict::Included, 3), (Verdict::Dropped, 4)]);
    assert_eq!((prompt.summary().total_chars, calls.get()), (6, 5));
}

#[test]
fn rule_6_11_a_measure_may_compose_and_resolve_and_not_remove() {
    let registry = registry_of(vec![append("a.b", "text")]);
    let inner = registry.clone();
    let length_of = move |text: &str| {
        assert_eq!(refused(inner.unregister(Origin::Static, "a.b")), refusal(Kind::ReEntrancy, "a.b"));
        inner.register_plugin(plugin(&format!("p{text}"), vec![]))?;
        Ok(inner.compose(&CONTEXT, None, false, &ComposeOptions::default())?.summary().total_chars)
    };
    let options = ComposeOptions { measure: Some(Measure { unit: "tens", length_of: &length_of }), ..ComposeOptions::default() };
    assert_eq!(registry.compose(&CONTEXT, None, false, &options).unwrap().summary().total_chars, 4);
    registry.unregister_plugin("ptext").unwrap();
}
