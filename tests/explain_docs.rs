//! docs/explain.md shows what the library says: its examples are run, and every key and change is in it.

mod support;

use std::path::Path;

use serde_json::Value;
use support::*;
use wattle::*;

fn page() -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/explain.md")).unwrap()
}

/// The first block of a language.
fn block<'a>(page: &'a str, language: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("```").unwrap().0
}

fn prompt(rules: &str, budget: u64) -> Prompt {
    let registry = registry_of(vec![
        prepend("agent.persona", "You are a careful agent.").tier(Tier::Core),
        append("agent.rules", rules),
        append("agent.notes", "The tests take a minute.").tier(Tier::Informational).runtime(),
    ]);
    registry.compose(&CONTEXT, Some(&State::default()), false, &strict(budget)).unwrap()
}

fn before() -> Prompt {
    prompt("Run the tests before you claim success.", 100)
}

fn after() -> Prompt {
    prompt("Run the tests before you report success.", 80)
}

#[test]
fn the_table_is_what_the_library_says() {
    assert_eq!(block(&page(), "text"), after().table().unwrap());
}

#[test]
fn the_json_is_what_the_library_says() {
    let shown: Value = serde_json::from_str(block(&page(), "json")).unwrap();
    assert_eq!(shown.to_string(), before().diff(&after()).unwrap().json().unwrap());
}

fn keys(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            found.push(key.clone());
            keys(value, found);
        }),
        Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
        _ => (),
    }
}

#[test]
fn every_key_and_every_change_is_told_of() {
    let page = page();
    let mut told = vec![];
    keys(&serde_json::from_str(before().diff(&after()).unwrap().json().unwrap()).unwrap(), &mut told);
    told.extend(Change::ALL.map(|change| change.name().to_owned()));
    for word in told {
        assert!(page.contains(&format!("`{word}`")), "docs/explain.md does not tell of `{word}`");
    }
}
