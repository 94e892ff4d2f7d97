//! Properties of the budget over random candidates: the gate alone, measures, and prompts that are composed into.

mod support;

#[path = "support/gate_model.rs"]
mod gate_model;
#[allow(dead_code)]
#[path = "support/model.rs"]
mod model;
#[allow(dead_code)]
#[path = "support/random.rs"]
mod random;

use std::cell::RefCell;

use gate_model::{gate, Weight};
use proptest::prelude::*;
use random::{config, parts, Part};
use support::{units, With};
use wattle::*;

/// Settings that random candidates may be composed with.
#[derive(Clone, Debug)]
struct Settings {
    budget: Option<u64>,
    fraction: f64,
    strict: bool,
    /// Whether lengths are in bytes, and what a separator costs then.
    measured: Option<u64>,
}

fn settings() -> impl Strategy<Value = Settings> {
    let budget = prop::option::weighted(0.9, 0..90u64);
    (budget, prop_oneof![Just(0.95), 0.0..=1.0f64], any::<bool>(), prop::option::of(prop_oneof![Just(2), 0..9u64]))
        .prop_map(|(budget, fraction, strict, measured)| Settings { budget, fraction, strict, measured })
}

impl Settings {
    fn length(&self, text: &str) -> u64 {
        match self.measured {
            None => units(text),
            Some(separator) if text == "\n\n" => separator,
            Some(_) => text.len() as u64,
        }
    }

    /// Runs something with the options, and gives what was measured beside it.
    fn run<T>(&self, run: impl FnOnce(&ComposeOptions<'_>) -> T) -> (T, Vec<String>) {
        let asked = RefCell::new(Vec::new());
        let length_of = |text: &str| {
            asked.borrow_mut().push(text.to_owned());
            Ok(self.length(text))
        };
        let outcome = run(&ComposeOptions {
            total_budget: Some(self.budget.map_or(Budget::Unlimited, Budget::Chars)),
            active_budget_fraction: self.fraction,
            strict: self.strict,
            measure: self.measured.map(|_| Measure { unit: "bytes", length_of: &length_of }),
            ..ComposeOptions::default()
        });
        (outcome, asked.into_inner())
    }
}

fn candidates(parts: &[Part]) -> Vec<Candidate<'_>> {
    parts.iter().map(Part::candidate).collect()
}

fn outcomes(prompt: &Prompt) -> Vec<Outcome> {
    prompt.sections().map(|Section { verdict, chars, total_before, limit, .. }| Outcome { verdict, chars, total_before, limit }).collect()
}

/// All that a prompt says.
fn all_of(prompt: &Prompt) -> (String, String, String, String) {
    let sections = format!("{:?}", prompt.sections().collect::<Vec<_>>());
    let (json, event) = (prompt.json().unwrap().to_owned(), prompt.event_json().unwrap().to_owned());
    (prompt.text().to_owned(), format!("{sections} {:?}", prompt.summary()), json, event)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_gate_alone_says_what_composing_does(parts in parts(true), settings in settings()) {
        let candidates = candidates(&parts);
        let (verdicts, asked) = settings.run(|options| apply_budget_gate(&candidates, options).unwrap());
        let (prompt, asked_again) = settings.run(|options| compose(&candidates, options).unwrap());
        prop_assert_eq!(verdicts.outcomes().collect::<Vec<_>>(), outcomes(&prompt));
        prop_assert_eq!(verdicts.summary(), prompt.summary());
        prop_assert_eq!(asked, asked_again);
        prop_assert_eq!(settings.run(effective_budget).0.unwrap(), settings.budget.map_or(Budget::Unlimited, Budget::Chars));
        for outcome in verdicts.outcomes().filter(|outcome| outcome.verdict == Verdict::Dropped) {
            prop_assert!(settings.strict || !would_fit(outcome.total_before, outcome.chars, Budget::Chars(outcome.limit.unwrap())));
        }
    }

    #[test]
    fn a_measured_composition_is_what_the_model_says(parts in parts(true), settings in settings()) {
        let (prompt, asked) = settings.run(|options| compose(&candidates(&parts), options).unwrap());
        let weights: Vec<_> = parts
            .iter()
            .map(|part| Weight {
                tier: part.tier,
                chars: part.chars.unwrap_or_else(|| settings.length(&part.content)),
                condensed: part.condensed.as_deref().map(|text| settings.length(text)),
            })
            .collect();
        let separator = settings.strict.then(|| settings.length("\n\n"));
        let (fates, total) = gate(&weights, settings.budget, settings.fraction, separator);
        let actual: Vec<_> = outcomes(&prompt).into_iter().map(|fate| (fate.verdict, fate.chars, fate.total_before, fate.limit)).collect();
        prop_assert_eq!(&actual, &fates);
        prop_assert_eq!(prompt.summary().total_chars, total);
        // Once each: the separator, the contents without chars of their own, the condensed texts that were tried.
        let contents = parts.iter().filter(|part| part.chars.is_none()).map(|part| part.content.clone());
        let tried = parts.iter().zip(&fates).filter(|(_, fate)| fate.0 != Verdict::Included).filter_map(|(part, _)| part.condensed.clone());
        let expected: Vec<_> = settings.strict.then(|| "\n\n".to_owned()).into_iter().chain(contents).chain(tried).collect();
        prop_assert_eq!(asked, if settings.measured.is_some() { expected } else { vec![] });
    }

    #[test]
    fn strict_mode_keeps_its_promise_in_every_unit(parts in parts(false), settings in settings()) {
        let settings = Settings { strict: true, ..settings };
        let (prompt, _) = settings.run(|options| compose(&candidates(&parts), options).unwrap());
        let separator = settings.length("\n\n");
        let sum = |texts: &[&str]| {
            texts.iter().map(|text| settings.length(text)).sum::<u64>() + separator * (texts.len() as u64).saturating_sub(1)
        };
        let kept: Vec<_> = prompt.sections().filter_map(|section| section.text).collect();
        let cores: Vec<_> = parts.iter().filter(|part| part.tier == Tier::Core).map(|part| part.content.as_str()).collect();
        let summary = prompt.summary();
        // What is reported of each, and of the separators, is the length of the text.
        let reported = prompt.sections().filter(|section| section.text.is_some()).map(|section| section.chars).sum::<u64>();
        prop_assert_eq!(reported + separator * (kept.len() as u64).saturating_sub(1), summary.total_chars);
        prop_assert_eq!(sum(&kept), summary.total_chars);
        prop_assert_eq!(kept.join("\n\n"), prompt.text());
        if settings.measured.is_none_or(|separator| separator == 2) {
            prop_assert_eq!(settings.length(prompt.text()), summary.total_chars);
        }
        match settings.budget {
            Some(budget) if sum(&cores) > budget => prop_assert_eq!(kept, cores),
            Some(budget) => prop_assert!(summary.total_chars <= budget && !summary.over_budget),
            None => prop_assert_eq!(kept.len(), parts.len()),
        }
    }

    #[test]
    fn more_budget_drops_no_core_and_reorders_nothing(parts in parts(true), settings in settings(), more in 0..40u64) {
        for budget in [settings.budget, settings.budget.map(|budget| budget + more), None] {
            let (prompt, _) = Settings { budget, ..settings.clone() }.run(|options| compose(&candidates(&parts), options).unwrap());
            let ids: Vec<_> = prompt.sections().map(|section| section.id).collect();
            prop_assert_eq!(ids, parts.iter().map(|part| part.id).collect::<Vec<_>>());
            prop_assert!(prompt.sections().all(|section| section.tier != Tier::Core || section.verdict == Verdict::Included));
            let starts: Vec<_> = prompt.sections().filter(|section| section.text.is_some()).map(|section| section.range.start).collect();
            prop_assert!(starts.windows(2).all(|pair| pair[0] + 2 <= pair[1]), "{:?}", starts);
        }
    }

    #[test]
    fn into_any_prompt_is_composing_anew(turns in prop::collection::vec((parts(true), settings(), 0..6u8), 1..6)) {
        let registry = support::registry_of(vec![support::append("a.1", "one").condensed("o"), support::prepend("a.2", "two")]);
        let mut prompt = compose(&[], &ComposeOptions::default()).unwrap();
        for (parts, settings, kind) in &turns {
            let candidates = candidates(parts);
            let before = all_of(&prompt);
            match kind {
                0 => {
                    let recorder = support::Recorder::failing("built");
                    let failed = settings.run(|options| {
                        compose_into(&candidates, &ComposeOptions { probes: Some(&recorder), ..*options }, &mut prompt)
                    });
                    prop_assert_eq!(support::refused(failed.0).1, "onBuilt");
                    prop_assert_eq!(recorder.take().len(), 1);
                    prop_assert_eq!(all_of(&prompt), before);
                }
                1 => {
                    let failed = Settings { fraction: 2.0, ..settings.clone() }.run(|options| compose_into(&candidates, options, &mut prompt));
                    prop_assert!(failed.0.is_err());
                    prop_assert_eq!(all_of(&prompt), before);
                }
                2 => {
                    let expected = settings.run(|options| registry.compose(&support::CONTEXT, None, true, options).unwrap()).0;
                    settings.run(|options| registry.compose_into(&support::CONTEXT, None, true, options, &mut prompt)).0.unwrap();
                    prop_assert_eq!(all_of(&prompt), all_of(&expected));
                }
                _ => {
                    let expected = settings.run(|options| compose(&candidates, options).unwrap()).0;
                    settings.run(|options| compose_into(&candidates, options, &mut prompt)).0.unwrap();
                    prop_assert_eq!(all_of(&prompt), all_of(&expected));
                }
            }
        }
    }
}
