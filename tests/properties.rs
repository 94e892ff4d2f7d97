//! Properties of resolving and composing over random registries, turns and candidates, and a naive model of both.

mod support;

#[path = "support/gate_model.rs"]
mod gate_model;
#[path = "support/model.rs"]
mod model;
#[path = "support/random.rs"]
mod random;

use gate_model::{gate, Fate, Weight};
use model::{Op, Refusal, Turn, World};
use proptest::prelude::*;
use random::{apply, config, context, ops, parts, turn, Calls, Part};
use support::{units, Recorder};
use wattle::*;

fn outcome<T>(result: Result<T>) -> std::result::Result<T, Refusal> {
    result.map_err(|error| (error.kind(), error.subject().to_owned()))
}

fn registry(ops: &[Op], calls: &Calls) -> Registry {
    let registry = support::registry();
    for op in ops {
        // Refused ones change nothing; the model's test sees that they are refused as they should be.
        let _ = apply(&registry, op, calls);
    }
    registry
}

/// Runs a call with the state that a turn stands for.
fn with_state<T>(turn: Option<&Turn>, run: impl FnOnce(Option<&State<'_>>) -> T) -> T {
    let Some(turn) = turn else { return run(None) };
    let tools: Vec<&str> = turn.tools.iter().map(String::as_str).collect();
    run(Some(&State { loaded_tools: Some(&tools), turn_depth: turn.depth, ..State::default() }))
}

fn resolve(registry: &Registry, context: &Context<'_>, turn: Option<&Turn>, static_first: bool) -> Result<Bundle> {
    with_state(turn, |state| registry.resolve(context, state, &ResolveOptions { static_first, probes: None }))
}

/// What holds of every text with sections.
fn check_sections(text: &str, sections: &[Section<'_>], stable_prefix: usize) {
    let kept: Vec<_> = sections.iter().filter(|section| section.verdict != Verdict::Dropped).collect();
    let texts: Vec<_> = kept.iter().map(|section| section.text.unwrap()).collect();
    assert_eq!(texts.join("\n\n"), text, "the sections joined are not the text");
    let mut next = 0;
    for section in &kept {
        assert_eq!(section.range.start, next, "a gap that is no separator");
        assert_eq!(&text[section.range.clone()], section.text.unwrap());
        next = section.range.end + 2;
    }
    let on_edge = stable_prefix == 0 || kept.iter().any(|section| section.range.end == stable_prefix);
    assert!(stable_prefix <= text.len() && on_edge, "{stable_prefix} is no section's edge");
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn resolving_is_what_the_model_says(ops in ops(), context in context(), turn in prop::option::weighted(0.8, turn()), static_first: bool) {
        let calls = Calls::default();
        let (registry, mut world) = (support::registry(), World::default());
        for op in &ops {
            prop_assert_eq!(outcome(apply(&registry, op, &calls)), world.apply(op), "{:?}", op);
        }
        let recorder = Recorder::default();
        let options = ResolveOptions { static_first, probes: Some(&recorder) };
        let actual = outcome(with_state(turn.as_ref(), |state| registry.resolve(&context, state, &options)));
        match (actual, world.resolve(&context, turn.as_ref(), static_first)) {
            (Err(actual), Err(expected)) => prop_assert_eq!(actual, expected),
            (Ok(bundle), Ok(expected)) => {
                let parts: Vec<_> = bundle.sections().map(part_of).collect();
                let blind: Vec<_> = expected.parts.iter().map(|part| model::Part { condensed: None, ..part.clone() }).collect();
                prop_assert_eq!(parts, blind);
                prop_assert_eq!(bundle.summary().stable_prefix, expected.stable_prefix);
                prop_assert_eq!(recorder.take(), expected.probes);
                // Without probes the first time by the walk, then, where that is possible, in layers.
                for _ in 0..2 {
                    let again = resolve(&registry, &context, turn.as_ref(), static_first).unwrap();
                    prop_assert_eq!(again.text(), bundle.text());
                    prop_assert!(again.sections().eq(bundle.sections()));
                    prop_assert_eq!(again.summary(), bundle.summary());
                }
            }
            (actual, expected) => prop_assert!(false, "{:?}, expected {:?}", actual.err(), expected.err()),
        }
    }

    #[test]
    fn a_composed_registry_is_what_the_models_say(
        ops in ops(),
        context in context(),
        turn in turn(),
        budget in prop_oneof![0..80u64, 80..300u64],
        strict: bool,
        static_first: bool,
        warm: bool,
    ) {
        let calls = Calls::default();
        let (registry, mut world) = (support::registry(), World::default());
        for op in &ops {
            let _ = (apply(&registry, op, &calls), world.apply(op));
        }
        let Ok(expected) = world.resolve(&context, Some(&turn), static_first) else { return Ok(()) };
        // A snapshot that remembers the context composes in layers, where that is possible.
        if warm {
            resolve(&registry, &context, Some(&turn), static_first).unwrap();
        }
        let options = ComposeOptions { strict, ..support::budget(budget) };
        let prompt = with_state(Some(&turn), |state| registry.compose(&context, state, static_first, &options)).unwrap();
        let weights: Vec<_> = expected
            .parts
            .iter()
            .map(|part| Weight { tier: part.tier, chars: units(&part.text), condensed: part.condensed.as_deref().map(units) })
            .collect();
        let (fates, total) = gate(&weights, Some(budget), 0.95, strict.then_some(2));
        let actual: Vec<_> = prompt.sections().map(fate_of).collect();
        prop_assert_eq!(&actual, &fates);
        prop_assert_eq!(prompt.summary().total_chars, total);
        for (section, part) in prompt.sections().zip(&expected.parts) {
            let text = match section.verdict {
                Verdict::Included => Some(part.text.as_str()),
                Verdict::Condensed => part.condensed.as_deref(),
                Verdict::Dropped => None,
            };
            prop_assert_eq!(section.text, text);
        }
        // Its own stable prefix: the leading sections of the bundle's up to the first that is dropped or condensed.
        let bundle = resolve(&registry, &context, Some(&turn), static_first).unwrap();
        let stable = bundle.sections().filter(|section| section.range.end <= bundle.summary().stable_prefix).count();
        let whole = fates.iter().take(stable).take_while(|fate| fate.0 == Verdict::Included).count();
        let prefix: Vec<_> = expected.parts[..whole].iter().map(|part| part.text.as_str()).collect();
        prop_assert_eq!(prompt.summary().stable_prefix, prefix.join("\n\n").len());
        check_sections(prompt.text(), &prompt.sections().collect::<Vec<_>>(), prompt.summary().stable_prefix);
    }

    #[test]
    fn sections_ranges_and_the_stable_prefix_hold_together(ops in ops(), context in context(), turn in turn(), static_first: bool) {
        let calls = Calls::default();
        let registry = registry(&ops, &calls);
        calls.most();
        let fixed = resolve(&registry, &context, None, static_first).unwrap();
        prop_assert!(calls.most() <= 1, "a callback ran twice");
        check_sections(fixed.text(), &fixed.sections().collect::<Vec<_>>(), fixed.summary().stable_prefix);
        prop_assert_eq!(fixed.summary().stable_prefix, fixed.text().len());
        let Ok(bundle) = resolve(&registry, &context, Some(&turn), static_first) else { return Ok(()) };
        prop_assert!(calls.most() <= 1, "a callback ran twice");
        let stable = bundle.summary().stable_prefix;
        check_sections(bundle.text(), &bundle.sections().collect::<Vec<_>>(), stable);
        prop_assert_eq!(bundle.summary().total_chars, units(bundle.text()));
        prop_assert!(fixed.text().as_bytes().starts_with(&bundle.text().as_bytes()[..stable]));
        let prefix = bundle.sections().take_while(|section| section.range.end <= stable);
        prop_assert!(prefix.into_iter().all(|section| section.is_static));
    }

    #[test]
    fn the_same_inputs_give_the_same_bytes(ops in ops(), context in context(), turn in turn()) {
        let run = || {
            let calls = Calls::default();
            let registry = registry(&ops, &calls);
            let first = outcome(resolve(&registry, &context, Some(&turn), false).map(|bundle| bundle.text().to_owned()));
            let again = outcome(resolve(&registry, &context, Some(&turn), false).map(|bundle| bundle.text().to_owned()));
            assert_eq!(first, again);
            (first, registry.fingerprint(&context).unwrap())
        };
        prop_assert_eq!(run(), run());
    }

    #[test]
    fn the_fingerprint_ignores_state_and_runtime_aware_texts(ops in ops(), context in context(), turn in turn()) {
        let calls = Calls::default();
        let registry = registry(&ops, &calls);
        let before = registry.fingerprint(&context).unwrap();
        let _ = resolve(&registry, &context, Some(&turn), false);
        // Without all that is runtime-aware.
        let strip = |op: &Op| {
            let unit = |unit: &model::Unit| model::Unit { awares: Vec::new(), hook: None, ..unit.clone() };
            match op {
                Op::Register(plugin) => Op::Register(unit(plugin)),
                Op::Replace(plugin) => Op::Replace(unit(plugin)),
                other => other.clone(),
            }
        };
        let mut world = World::default();
        // What was refused for a runtime-aware row must stay refused.
        let accepted = ops.iter().filter(|op| world.apply(op).is_ok());
        let fixed: Vec<_> = accepted.filter(|op| !matches!(op, Op::Host(row) if row.aware) && !matches!(op, Op::Unregister(true, _))).map(strip).collect();
        // A plugin that was replaced keeps the place of its first contribution of either origin, so only compare without that.
        if !fixed.iter().any(|op| matches!(op, Op::Replace(_))) {
            prop_assert_eq!(self::registry(&fixed, &calls).fingerprint(&context).unwrap(), before);
        }
        prop_assert_eq!(registry.fingerprint(&context).unwrap(), before);
    }

    #[test]
    fn composing_is_what_the_model_says(
        parts in parts(true),
        budget in prop::option::weighted(0.9, prop_oneof![0..60u64, 0..CHARS_MAX]),
        fraction in prop_oneof![Just(0.95), 0.0..=1.0f64],
        strict: bool,
    ) {
        let total_budget = Some(budget.map_or(Budget::Unlimited, Budget::Chars));
        let options = ComposeOptions { total_budget, active_budget_fraction: fraction, strict, ..ComposeOptions::default() };
        let candidates: Vec<_> = parts.iter().map(Part::candidate).collect();
        let prompt = compose(&candidates, &options).unwrap();
        let weights: Vec<_> = parts.iter().map(weight).collect();
        let (fates, total) = gate(&weights, budget, fraction, strict.then_some(2));
        prop_assert_eq!(prompt.sections().map(fate_of).collect::<Vec<_>>(), fates);
        prop_assert_eq!(prompt.summary().total_chars, total);
        check_sections(prompt.text(), &prompt.sections().collect::<Vec<_>>(), 0);
        for (section, part) in prompt.sections().zip(&parts) {
            // Candidate order, and no text but a whole one.
            prop_assert_eq!((section.id, section.tier), (part.id, part.tier));
            prop_assert!(section.text.is_none_or(|text| text == part.content || Some(text) == part.condensed.as_deref()));
        }
    }

    #[test]
    fn report_3_strict_mode_keeps_its_promise(parts in parts(false), budget in 0..70u64, fraction in 0.0..=1.0f64) {
        let candidates: Vec<_> = parts.iter().map(Part::candidate).collect();
        let options = ComposeOptions { active_budget_fraction: fraction, ..support::strict(budget) };
        let prompt = compose(&candidates, &options).unwrap();
        let cores: Vec<_> = parts.iter().filter(|part| part.tier == Tier::Core).map(|part| part.content.as_str()).collect();
        let length = units(prompt.text());
        prop_assert_eq!(prompt.summary().total_chars, length);
        if units(&cores.join("\n\n")) <= budget {
            prop_assert!(length <= budget, "{} chars under a budget of {}", length, budget);
            prop_assert!(!prompt.summary().over_budget);
        } else {
            prop_assert_eq!(prompt.text(), cores.join("\n\n"));
            prop_assert!(prompt.summary().over_budget);
        }
    }

    #[test]
    fn report_3_source_mode_is_the_documented_sum(parts in parts(true), budget in 0..70u64) {
        let candidates: Vec<_> = parts.iter().map(Part::candidate).collect();
        let prompt = compose(&candidates, &support::budget(budget)).unwrap();
        let kept = prompt.sections().filter(|section| section.verdict != Verdict::Dropped);
        prop_assert_eq!(prompt.summary().total_chars, kept.map(|section| section.chars).sum::<u64>());
    }

    #[test]
    fn report_10_11_drops_carry_the_limit_they_met(parts in parts(true), budget in 0..70u64, strict: bool) {
        let candidates: Vec<_> = parts.iter().map(Part::candidate).collect();
        let prompt = compose(&candidates, &ComposeOptions { strict, ..support::budget(budget) }).unwrap();
        let mut alone = !parts.iter().any(|part| part.tier == Tier::Core);
        for (section, part) in prompt.sections().zip(&parts) {
            if section.verdict == Verdict::Dropped {
                let separator = if strict && !alone { 2 } else { 0 };
                prop_assert!(section.total_before + section.chars + separator > section.limit.unwrap());
                prop_assert_eq!(section.chars, weight(part).chars);
            } else {
                alone = false;
            }
        }
    }

    #[test]
    fn report_47_more_budget_drops_no_core_and_reorders_nothing(parts in parts(true), budget in 0..70u64, more in 1..30u64, strict: bool) {
        let candidates: Vec<_> = parts.iter().map(Part::candidate).collect();
        for budget in [budget, budget + more] {
            let prompt = compose(&candidates, &ComposeOptions { strict, ..support::budget(budget) }).unwrap();
            let sections: Vec<_> = prompt.sections().collect();
            prop_assert!(sections.iter().filter(|section| section.tier == Tier::Core).all(|section| section.verdict == Verdict::Included));
            let starts: Vec<_> =
                sections.iter().filter(|section| section.verdict != Verdict::Dropped).map(|section| section.range.start).collect();
            prop_assert!(starts.windows(2).all(|pair| pair[0] + 2 <= pair[1]));
        }
    }

    #[test]
    fn the_event_reads_back(parts in parts(true), budget in 0..70u64) {
        let candidates: Vec<_> = parts.iter().map(Part::candidate).collect();
        let prompt = compose(&candidates, &support::budget(budget)).unwrap();
        let event: serde_json::Value = serde_json::from_str(prompt.event_json().unwrap()).unwrap();
        prop_assert_eq!(&event["sections"], prompt.summary().included);
        prop_assert_eq!(&event["totalChars"], prompt.summary().total_chars);
        prop_assert_eq!(event.get("dropped").is_some(), prompt.summary().dropped > 0);
        let pct = event["budgetUsedPct"].as_f64().unwrap_or(f64::INFINITY);
        prop_assert_eq!(pct.to_bits(), prompt.summary().budget_used_pct.to_bits());
    }
}

fn weight(part: &Part) -> Weight {
    Weight { tier: part.tier, chars: part.chars.unwrap_or(units(&part.content)), condensed: part.condensed.as_deref().map(units) }
}

fn fate_of(section: Section<'_>) -> Fate {
    (section.verdict, section.chars, section.total_before, section.limit)
}

fn part_of(section: Section<'_>) -> model::Part {
    model::Part {
        id: section.id.to_owned(),
        plugin: section.plugin.map(str::to_owned),
        origin: section.origin.unwrap(),
        mode: section.mode.unwrap(),
        tier: section.tier,
        is_static: section.is_static,
        text: section.text.unwrap().to_owned(),
        condensed: None,
    }
}
