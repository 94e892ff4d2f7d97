//! Semantics 6.9: the budget, the gate and the thresholds by themselves.

mod support;

use std::cell::Cell;

use support::*;
use wattle::*;

use Tier::{Active, Core, Informational};

#[test]
fn rule_6_9_the_effective_budget_is_the_compositions() {
    let calls = Cell::new(0);
    let resolver = |depth: u32, role: Option<&str>| {
        calls.set(calls.get() + 1);
        Ok(Budget::Chars(u64::from(depth) + role.map_or(0, |role| role.len() as u64)))
    };
    let resolved = ComposeOptions { resolve_budget: Some(&resolver), depth: 7, runtime_role: Some("lead"), ..ComposeOptions::default() };
    assert_eq!((effective_budget(&resolved).unwrap(), calls.get()), (Budget::Chars(11), 1));
    for (total_budget, effective) in [(Budget::Chars(0), Budget::Chars(0)), (Budget::Unlimited, Budget::Unlimited)] {
        assert_eq!(effective_budget(&ComposeOptions { total_budget: Some(total_budget), ..resolved }).unwrap(), effective);
    }
    assert_eq!((effective_budget(&ComposeOptions::default()).unwrap(), calls.get()), (Budget::Unlimited, 1));
    assert_eq!(effective_budget(&budget(CHARS_MAX)).unwrap(), Budget::Chars(CHARS_MAX));
}

#[test]
fn rule_6_9_what_composing_refuses_of_the_options_has_no_effective_budget() {
    let failing = |_: u32, _: Option<&str>| failure("no");
    let length_of = |_: &str| failure("not asked");
    let measure = |unit| Some(Measure { unit, length_of: &length_of });
    let rows = [
        (budget(CHARS_MAX + 1), refusal(Kind::InvalidArgument, "totalBudget")),
        (ComposeOptions { active_budget_fraction: f64::NAN, ..budget(1) }, refusal(Kind::InvalidArgument, "activeBudgetFraction")),
        (ComposeOptions { measure: measure(""), ..budget(1) }, refusal(Kind::InvalidArgument, "measure_unit")),
        (ComposeOptions { resolve_budget: Some(&failing), ..ComposeOptions::default() }, refusal(Kind::CallbackFailed, "resolveBudget")),
    ];
    for (options, expected) in rows {
        assert_eq!(refused(effective_budget(&options)), expected);
        assert_eq!(refused(compose(&[], &options)), expected);
    }
    // The measure is not asked: no text is there to be measured.
    assert_eq!(effective_budget(&ComposeOptions { measure: measure("tokens"), ..strict(3) }).unwrap(), Budget::Chars(3));
}

#[test]
fn rule_6_9_the_gate_says_what_composing_does() {
    let parts = [
        Candidate { condensed: Some("ii"), ..candidate("i", Informational, "iiiiii") },
        candidate("c", Core, "core"),
        measured("a", Active, 50),
        candidate("b", Active, "b"),
    ];
    for options in [budget(0), budget(7), budget(100), strict(7), strict(11), strict(100), ComposeOptions::default()] {
        let (verdicts, prompt) = (apply_budget_gate(&parts, &options).unwrap(), compose(&parts, &options).unwrap());
        let sections: Vec<_> = prompt
            .sections()
            .map(|Section { verdict, chars, total_before, limit, .. }| Outcome { verdict, chars, total_before, limit })
            .collect();
        assert_eq!(verdicts.outcomes().collect::<Vec<_>>(), sections);
        assert_eq!(verdicts.summary(), prompt.summary());
    }
    let verdicts = apply_budget_gate(&parts, &budget(7)).unwrap();
    assert_eq!(verdicts.outcome(0).unwrap().verdict, Verdict::Included);
    assert_eq!(verdicts.outcome(2), Some(Outcome { verdict: Verdict::Dropped, chars: 50, total_before: 10, limit: Some(6) }));
    assert_eq!((verdicts.outcome(4), apply_budget_gate(&[], &budget(1)).unwrap().outcomes().count()), (None, 0));
}

#[test]
fn rule_6_9_the_gate_tells_no_probe_and_refuses_what_composing_refuses() {
    let recorder = Recorder::failing("built");
    let options = ComposeOptions { probes: Some(&recorder), ..budget(1) };
    apply_budget_gate(&[candidate("a", Core, "a")], &options).unwrap();
    assert!(recorder.take().is_empty());
    let bad = [measured("a", Core, 1), measured("b", Core, CHARS_MAX)];
    assert_eq!(refused(apply_budget_gate(&bad, &options).map(drop)), refusal(Kind::InvalidArgument, "b"));
    assert_eq!(refused(apply_budget_gate(&[], &budget(u64::MAX)).map(drop)), refusal(Kind::InvalidArgument, "totalBudget"));
}

#[test]
fn rule_6_9_thresholds_of_depth() {
    assert_eq!((CONDENSE_FROM_DEPTH, SKIP_INFORMATIONAL_FROM_DEPTH), (1, 2));
    let said: Vec<_> = [0, 1, 2, 3, u32::MAX].map(|depth| (should_condense(depth), skip_informational(depth))).into();
    assert_eq!(said, [(false, false), (true, false), (true, true), (true, true), (true, true)]);
}

#[test]
fn rule_6_9_would_fit_is_the_gates_own_test() {
    assert!(would_fit(3, 4, Budget::Chars(7)) && !would_fit(3, 5, Budget::Chars(7)));
    assert!(would_fit(0, 0, Budget::Chars(0)) && !would_fit(1, 0, Budget::Chars(0)));
    assert!(would_fit(CHARS_MAX, 0, Budget::Chars(CHARS_MAX)) && !would_fit(CHARS_MAX, 1, Budget::Chars(CHARS_MAX)));
    // A sum that no number holds fits nothing, unless everything does.
    assert!(!would_fit(u64::MAX, 2, Budget::Chars(CHARS_MAX)) && !would_fit(u64::MAX, u64::MAX, Budget::Chars(u64::MAX - 1)));
    assert!(would_fit(u64::MAX, u64::MAX, Budget::Unlimited));
    // The ceiling of the active tier is a limit like any other.
    let parts = [measured("c", Core, 40), measured("a", Active, 57)];
    let outcome = apply_budget_gate(&parts, &budget(100)).unwrap().outcome(1).unwrap();
    assert!(outcome.verdict == Verdict::Included && would_fit(outcome.total_before, outcome.chars, Budget::Chars(outcome.limit.unwrap())));
    assert!(!would_fit(outcome.total_before, outcome.chars + 1, Budget::Chars(outcome.limit.unwrap())));
}
