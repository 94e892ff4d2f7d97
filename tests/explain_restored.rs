//! Prompts made again of what they reported: the same in every respect, and refused where what is told cannot be.

mod module_support;
mod support;

#[allow(dead_code)]
#[path = "support/random.rs"]
mod random;
#[allow(dead_code)]
#[path = "support/model.rs"]
mod model;

use module_support::{fake, optional};
use proptest::prelude::*;
use random::{parts, Part};
use support::*;
use wattle::*;

fn restored(prompt: &Prompt) -> Prompt {
    Prompt::restore(&prompt.sections().collect::<Vec<_>>(), prompt.summary()).unwrap()
}

/// That it tells the same as the one it was made of.
fn is_the_same(prompt: &Prompt) {
    let again = restored(prompt);
    assert_eq!(again.text(), prompt.text());
    assert_eq!(again.summary(), prompt.summary());
    assert!(again.sections().eq(prompt.sections()));
    assert_eq!(again.json().unwrap(), prompt.json().unwrap());
    assert_eq!(again.event_json().unwrap(), prompt.event_json().unwrap());
    assert_eq!(again.table().unwrap(), prompt.table().unwrap());
    assert!(prompt.diff(&again).unwrap().summary().equal);
}

#[test]
fn of_a_registry() {
    let registry = registry_of(vec![
        append("a.persona", "Persona.").tier(Tier::Core),
        append("a.rules", "Many rules.").condensed("Rules."),
        append("a.now", "NOW").runtime(),
        append("a.tail", "Tail."),
    ]);
    for chars in [0, 10, 17, 20, 30, 100] {
        is_the_same(&registry.compose(&CONTEXT, Some(&State::default()), false, &budget(chars)).unwrap());
    }
    is_the_same(&registry.compose(&CONTEXT, None, false, &ComposeOptions::default()).unwrap());
}

#[test]
fn of_what_was_measured() {
    let registry = registry_of(vec![append("a.rules", "Many rules of two words each."), append("a.tail", "Tail.")]);
    let words = |text: &str| Ok(text.split(' ').count() as u64);
    for unit in ["tokens", "words", "\u{1b}[31m words, red"] {
        let options = ComposeOptions { measure: Some(Measure { unit, length_of: &words }), ..budget(3) };
        let prompt = registry.compose(&CONTEXT, None, false, &options).unwrap();
        assert_eq!(prompt.summary().unit.name(), unit);
        assert!(prompt.table().unwrap().bytes().all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte)));
        is_the_same(&prompt);
    }
}

#[test]
fn of_a_bundle() {
    let bundle = resolve(&registry_of(vec![append("a.b", "A"), append("a.c", "B").runtime(), append("a.d", "C")]));
    let prompt = Prompt::restore(&bundle.sections().collect::<Vec<_>>(), &bundle.summary()).unwrap();
    assert_eq!((prompt.text(), prompt.table().unwrap()), (bundle.text(), bundle.table().unwrap()));
    assert_eq!(*prompt.summary(), bundle.summary());
}

#[test]
fn of_modules() {
    let builder = ModuleBuilder::new();
    for module in [fake("silent", 1, ""), fake("required", 2, "text"), optional("large", 3, 5000), optional("shrinks", 4, 900).minimal(2)] {
        builder
            .add(Box::new(module_support::Fake { full: if module.name == "silent" { vec![] } else { module.full.clone() }, ..module }))
            .unwrap();
    }
    let built = builder.build(&AgentContext { max_tokens: 4200, ..AgentContext::default() }, &BuildOptions::default()).unwrap();
    assert_eq!(built.prompt().section(0).unwrap().text, None, "a module without a line has no text");
    is_the_same(built.prompt());
    // Over a budget of less than nothing with nothing in it: only the summary says so.
    let built = ModuleBuilder::new().build(&AgentContext::default(), &BuildOptions::default()).unwrap();
    assert!(built.prompt().summary().over_budget);
    is_the_same(built.prompt());
}

#[test]
fn what_cannot_be_is_refused() {
    let registry = registry_of(vec![append("a.b", "A"), append("a.c", "BB"), append("a.d", "C").runtime()]);
    let prompt = registry.compose(&CONTEXT, Some(&State::default()), false, &budget(3)).unwrap();
    assert_eq!((prompt.text(), prompt.summary().stable_prefix), ("A\n\nC", 1));
    let (sections, summary) = (prompt.sections().collect::<Vec<_>>(), prompt.summary().clone());
    let refuses = |edit: fn(&mut Vec<Section<'_>>, &mut Summary), subject: &str| {
        let (mut sections, mut summary) = (sections.clone(), summary.clone());
        edit(&mut sections, &mut summary);
        assert_eq!(refused(Prompt::restore(&sections, &summary)), refusal(Kind::InvalidArgument, subject));
    };
    refuses(|sections, _| sections.truncate(2), "sections");
    refuses(|sections, _| sections[1].text = Some("BB"), "text");
    refuses(|sections, _| sections[0].chars = CHARS_MAX + 1, "chars");
    refuses(|sections, _| sections[0].total_before = u64::MAX, "total_before");
    refuses(|sections, _| sections[0].limit = Some(CHARS_MAX + 1), "limit");
    refuses(|_, summary| summary.total_chars = CHARS_MAX + 1, "total_chars");
    refuses(|_, summary| summary.effective_budget = Some(CHARS_MAX + 1), "effective_budget");
    // 4 is where C ends, but what stands before it is dropped.
    for bytes in [2, 3, 4, usize::MAX] {
        let summary = Summary { stable_prefix: bytes, ..summary.clone() };
        assert_eq!(refused(Prompt::restore(&sections, &summary)), refusal(Kind::InvalidArgument, "stable_prefix"), "{bytes}");
    }
    let message =
        Prompt::restore(&[Section { chars: u64::MAX, ..sections[0].clone() }], &Summary { sections: 1, ..summary }).err().unwrap();
    assert!(message.message().starts_with("sections[0]: chars is 18446744073709551615"), "{message}");
}

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn whatever_was_composed(parts in parts(true), limit in prop::option::of(0u64..60), strict: bool) {
        let candidates: Vec<_> = parts.iter().map(Part::candidate).collect();
        let options = ComposeOptions { strict, ..limit.map_or(ComposeOptions::default(), budget) };
        is_the_same(&compose(&candidates, &options).unwrap());
    }
}
