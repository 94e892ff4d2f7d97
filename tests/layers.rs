//! The fast roads: a registry that remembers its static sections resolves and composes around them, and gives what the walk gives.
//! A call with probes always walks.

mod support;

use support::{append, aware, prepend, registry_of, Recorder, CONTEXT};
use wattle::*;

fn tiered(contribution: Contribution, tier: Tier) -> Contribution {
    Contribution { tier: Some(tier), ..contribution }
}

fn condensed(contribution: Contribution, text: &str) -> Contribution {
    Contribution { condensed: Some(Text::new(text).unwrap()), ..contribution }
}

fn says(id: &str, mode: Mode, says: &'static str) -> Contribution {
    aware(id, mode, move |_, _, sink| sink.write(says))
}

/// Every tier, with and without a condensed text, which may be empty and at the head, static and runtime-aware.
fn registry(prepends_at_run_time: bool) -> Registry {
    let mut contributions = vec![
        condensed(tiered(append("a.first", "the first one"), Tier::Active), ""),
        tiered(append("a.core", "core"), Tier::Core),
        condensed(tiered(append("a.active", "an active text"), Tier::Active), "act"),
        tiered(prepend("a.informational", "informational"), Tier::Informational),
        condensed(tiered(says("b.active", Mode::Append, "active at run time"), Tier::Active), "run"),
        condensed(tiered(says("b.shrinks", Mode::Append, "at run time"), Tier::Active), ""),
        tiered(says("b.empty", Mode::Append, ""), Tier::Core),
        tiered(says("b.core", Mode::Append, "cœur"), Tier::Core),
        tiered(append("a.last", "last"), Tier::Informational),
    ];
    if prepends_at_run_time {
        contributions.push(says("b.first", Mode::Prepend, "first of all"));
    }
    let registry = registry_of(contributions);
    registry.register_safety_policy(support::policy("safety.a", "safe")).unwrap();
    registry
}

fn compose(registry: &Registry, static_first: bool, options: &ComposeOptions<'_>) -> Prompt {
    registry.compose(&CONTEXT, Some(&State::default()), static_first, options).unwrap()
}

#[test]
fn a_prompt_is_the_same_by_both_roads_whatever_the_budget() {
    for (prepends, static_first) in [(false, false), (false, true), (true, false), (true, true)] {
        let registry = registry(prepends);
        let whole = compose(&registry, static_first, &ComposeOptions::default()).summary().total_chars;
        for budget in (0..whole + 12).map(Budget::Chars).chain([Budget::Unlimited]) {
            for (strict, active_budget_fraction) in [(false, 0.95), (true, 0.95), (false, 1.0), (true, 1.0), (false, 0.0)] {
                let options = ComposeOptions { total_budget: Some(budget), strict, active_budget_fraction, ..ComposeOptions::default() };
                let recorder = Recorder::default();
                let walked = compose(&registry, static_first, &ComposeOptions { probes: Some(&recorder), ..options });
                let mut layered = compose(&registry, static_first, &options);
                for _ in 0..2 {
                    assert_eq!(layered.text(), walked.text(), "{:?}", (budget, strict));
                    assert!(layered.sections().eq(walked.sections()), "{:?}", (budget, strict));
                    assert_eq!(layered.summary(), walked.summary());
                    assert_eq!((layered.json().unwrap(), layered.table().unwrap()), (walked.json().unwrap(), walked.table().unwrap()));
                    registry.compose_into(&CONTEXT, Some(&State::default()), static_first, &options, &mut layered).unwrap();
                }
            }
        }
    }
}

#[test]
fn a_prompt_outlives_what_it_shares_with_its_registry() {
    let registry = registry(false);
    let (first, second) = (compose(&registry, false, &ComposeOptions::default()), compose(&registry, false, &ComposeOptions::default()));
    let bundle = registry.resolve(&CONTEXT, Some(&State::default()), &ResolveOptions::default()).unwrap();
    drop(registry);
    assert!(first.sections().eq(second.sections()));
    assert_eq!(bundle.sections().map(|section| section.text.unwrap()).collect::<Vec<_>>().join("\n\n"), second.text());
    assert!(first.diff(&second).unwrap().summary().equal);
}

#[test]
fn a_callback_runs_once_by_either_road() {
    let calls = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counted = std::sync::Arc::clone(&calls);
    let registry = registry_of(vec![
        append("a.long", "a long text"),
        aware("b.counts", Mode::Append, move |_, _, sink| {
            counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            sink.write("counted")
        }),
    ]);
    // With room for all, and with less.
    for (turn, budget) in [100, 100, 5].into_iter().enumerate() {
        compose(&registry, false, &support::budget(budget));
        assert_eq!(calls.load(std::sync::atomic::Ordering::Relaxed), turn + 1);
    }
}
