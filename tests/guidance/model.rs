//! Guidance against a naive model of the rule, on random entries, names and errors.

use proptest::prelude::*;
use wattle::{Guidance, GuidanceEntry, MatchMode, ToolError};

use crate::entry;

/// What a glob means, without a thought for time.
fn glob(pattern: &[char], name: &[char]) -> bool {
    match pattern {
        [] => name.is_empty(),
        ['*', rest @ ..] => (0..=name.len()).any(|taken| glob(rest, &name[taken..])),
        ['?', rest @ ..] => !name.is_empty() && glob(rest, &name[1..]),
        [wanted, rest @ ..] => name.first() == Some(wanted) && glob(rest, &name[1..]),
    }
}

fn matches(entry: &GuidanceEntry, name: &str) -> bool {
    let chars = |text: &str| text.chars().collect::<Vec<_>>();
    let (mut pattern, name) = (chars(&entry.tool_name), chars(name));
    match entry.mode {
        MatchMode::Exact => pattern == name,
        MatchMode::Glob => glob(&pattern, &name),
        MatchMode::Prefix => {
            if pattern.last() == Some(&'*') {
                pattern.pop();
            }
            name.starts_with(&pattern)
        }
    }
}

/// What is said, by the words of the rule. Its errors have no line breaks.
fn said(entries: &[GuidanceEntry], tool: &str, errors: &[(String, String, Option<String>)]) -> String {
    let mut parts: Vec<String> = entries.iter().filter(|entry| matches(entry, tool)).map(|entry| entry.text.as_str().to_owned()).collect();
    parts.retain(|part| !part.is_empty());
    let own: Vec<_> = errors.iter().filter(|(of, ..)| of == tool).collect();
    if !own.is_empty() {
        let mut block = "Recent errors, newest first:".to_owned();
        for (tool, error, time) in own.iter().rev().take(5) {
            let time = time.as_ref().filter(|time| !time.is_empty()).map_or(String::new(), |time| format!(" ({time})"));
            let error = if error.is_empty() { String::new() } else { format!(": {error}") };
            block += &format!("\n- `{tool}`{time}{error}");
        }
        parts.push(block);
    }
    parts.join("\n\n")
}

fn entries() -> impl Strategy<Value = Vec<GuidanceEntry>> {
    let mode = prop_oneof![Just(MatchMode::Exact), Just(MatchMode::Prefix), Just(MatchMode::Glob)];
    prop::collection::vec((mode, "[abé🚀*?*]{0,4}", "[a\n é🚀]{0,3}").prop_map(|(mode, name, text)| entry(mode, &name, &text)), 0..8)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rule_7_globs_are_what_they_mean(pattern in "[abé🚀\u{301}*?*]{0,9}", name in "[abé🚀\u{301}*?]{0,12}") {
        let entry = entry(MatchMode::Glob, &pattern, "");
        prop_assert_eq!(entry.matches(&name), matches(&entry, &name));
    }

    /// Few letters, so that names nearly match.
    #[test]
    fn rule_7_globs_of_one_letter_are_what_they_mean(pattern in "[a*?]{0,9}b?", name in "a{0,12}b?") {
        let entry = entry(MatchMode::Glob, &pattern, "");
        prop_assert_eq!(entry.matches(&name), matches(&entry, &name));
    }

    #[test]
    fn rule_7_as_the_model_says(
        first in entries(),
        second in entries(),
        tool in "[abé🚀*?]{0,4}",
        errors in prop::collection::vec(("[ab]{0,1}", "[x é🚀]{0,3}", prop::option::of("[0-9]{0,2}")), 0..20),
    ) {
        let guidance = Guidance::new();
        guidance.add(first.clone()).unwrap();
        guidance.add(second.clone()).unwrap();
        let given: Vec<_> =
            errors.iter().map(|(tool, error, time)| ToolError { tool, error, time_text: time.as_deref() }).collect();
        let text = guidance.resolve(&tool, &given).unwrap();
        prop_assert_eq!(&text, &said(&[first, second].concat(), &tool, &errors));
        prop_assert_eq!(guidance.estimate_chars(&tool, &given).unwrap(), text.encode_utf16().count() as u64);
    }
}
