//! Semantics 6.8 to 6.10: the built event, and a registry composed in one call.

mod support;

use support::*;
use wattle::*;

use Tier::{Active, Core, Informational};

fn event(candidates: &[Candidate<'_>], options: &ComposeOptions<'_>) -> String {
    compose(candidates, options).unwrap().event_json().unwrap().to_owned()
}

fn turn<'a>(registry: &Registry, options: &ComposeOptions<'a>) -> Prompt {
    registry.compose(&CONTEXT, Some(&State::default()), false, options).unwrap()
}

#[test]
fn rule_6_8_the_event_has_exact_bytes() {
    let parts = [candidate("b", Core, "1234"), candidate("a", Active, "12"), candidate("10", Informational, ""), candidate("2", Core, "")];
    assert_eq!(
        event(&parts, &ComposeOptions::default()),
        r#"{"sections":4,"totalChars":6,"totalTokensEst":2,"budgetUsedPct":0,"effectiveBudget":null,"sectionChars":{"b":4,"a":2,"10":0,"2":0}}"#
    );
    assert_eq!(
        event(&parts, &budget(3)),
        r#"{"sections":2,"totalChars":4,"totalTokensEst":1,"budgetUsedPct":133.33333333333331,"effectiveBudget":3,"sectionChars":{"b":4,"2":0},"dropped":["a","10"],"droppedChars":{"a":2,"10":0}}"#
    );
    assert_eq!(
        event(&[], &budget(0)),
        r#"{"sections":0,"totalChars":0,"totalTokensEst":0,"budgetUsedPct":0,"effectiveBudget":0,"sectionChars":{}}"#
    );
}

#[test]
fn rule_6_8_repeated_ids_are_summed_and_dropped_ones_kept_in_the_list() {
    let parts = [
        measured("x", Core, 1),
        measured("y", Core, 2),
        measured("x", Core, 4),
        measured("x", Active, 100),
        measured("z", Active, 200),
        measured("x", Active, 300),
    ];
    assert_eq!(
        event(&parts, &budget(7)),
        r#"{"sections":3,"totalChars":7,"totalTokensEst":2,"budgetUsedPct":100,"effectiveBudget":7,"sectionChars":{"x":5,"y":2},"dropped":["x","z","x"],"droppedChars":{"x":400,"z":200}}"#
    );
}

#[test]
fn rule_6_8_numbers_are_ecmascripts_and_infinite_is_null() {
    let pct = |total, chars| {
        let event = event(&[measured("a", Core, total)], &budget(chars));
        event.split_once("budgetUsedPct\":").unwrap().1.split_once(',').unwrap().0.to_owned()
    };
    assert_eq!(pct(1, 0), "null");
    assert_eq!(pct(1, 3), "33.33333333333333");
    assert_eq!(pct(7, 25), "28.000000000000004");
    assert_eq!(pct(1, CHARS_MAX), "1.1102230246251569e-14");
    assert_eq!(pct(1, 100_000_000), "0.000001");
    assert_eq!(pct(1, 1_000_000_000), "1.0000000000000001e-7");
    assert_eq!(pct(CHARS_MAX, 1), "900719925474099100");
    assert!(event(&[measured("a", Core, CHARS_MAX)], &budget(0)).contains(r#""totalChars":9007199254740991,"#));
}

#[test]
fn rule_6_8_strings_are_json_stringifys() {
    let id = "\u{8}\t\n\u{c}\r\"\\/\0\u{1f}\u{7f}é\u{2028}🚀";
    let event = event(&[candidate(id, Core, "")], &ComposeOptions::default());
    assert!(event.ends_with("\"sectionChars\":{\"\\b\\t\\n\\f\\r\\\"\\\\/\\u0000\\u001f\u{7f}é\u{2028}🚀\":0}}"), "{event}");
    let read: serde_json::Value = serde_json::from_str(&event).unwrap();
    assert_eq!(read["sectionChars"][id], 0);
}

#[test]
fn rule_6_8_condensed_ones_count_with_the_condensed_chars() {
    let parts = [Candidate { condensed: Some("ab"), ..candidate("a", Informational, "abcdef") }];
    assert_eq!(
        event(&parts, &budget(4)),
        r#"{"sections":1,"totalChars":2,"totalTokensEst":1,"budgetUsedPct":50,"effectiveBudget":4,"sectionChars":{"a":2}}"#
    );
}

#[test]
fn rule_6_8_on_built_fires_once_for_each_composition() {
    let recorder = Recorder::default();
    let options = ComposeOptions { probes: Some(&recorder), ..budget(1) };
    let prompt = compose(&[candidate("a", Core, "abc")], &options).unwrap();
    assert_eq!(recorder.take(), [format!("built {}", prompt.event_json().unwrap())]);
    let registry = registry_of(vec![append("a.empty", ""), append("a.b", "text")]);
    let prompt = turn(&registry, &options);
    assert_eq!(recorder.take(), ["empty a.empty static".to_owned(), format!("built {}", prompt.event_json().unwrap())]);
    // Resolving builds nothing.
    recorder.watch(&registry, None).unwrap();
    assert_eq!(recorder.take(), ["empty a.empty static"]);
}

#[test]
fn rule_6_8_a_failing_on_built_is_callback_failed() {
    let recorder = Recorder::failing("built");
    let options = ComposeOptions { probes: Some(&recorder), ..budget(1) };
    assert_eq!(refused(compose(&[], &options)), refusal(Kind::CallbackFailed, "onBuilt"));
    assert_eq!(refused(registry().compose(&CONTEXT, None, false, &options)), refusal(Kind::CallbackFailed, "onBuilt"));
}

#[test]
fn rule_6_10_each_section_is_a_candidate_with_its_tier() {
    let registry = registry_of(vec![
        append("a.default", "x"),
        append("a.core", "x").tier(Core),
        append("a.info", "x").tier(Informational),
        append("a.aware", "x").runtime(),
    ]);
    registry.register_safety_policy(policy("safety.a", "x")).unwrap();
    let prompt = turn(&registry, &ComposeOptions::default());
    let seen: Vec<_> = prompt.sections().map(|section| (section.id, section.tier, section.origin.unwrap())).collect();
    assert_eq!(
        seen,
        [
            ("a.default", Active, Origin::Static),
            ("a.core", Core, Origin::Static),
            ("a.info", Informational, Origin::Static),
            ("a.aware", Active, Origin::RuntimeAware),
            ("safety.a", Core, Origin::Static),
        ]
    );
}

#[test]
fn rule_6_10_a_dropped_section_keeps_its_index_and_what_it_is() {
    let registry = registry_of(vec![append("a.1", "1"), prepend("a.long", "0123456789").runtime(), append("a.2", "2")]);
    let prompt = turn(&registry, &budget(5));
    let section = prompt.section(0).unwrap();
    assert_eq!((section.id, section.verdict, section.mode, section.chars), ("a.long", Verdict::Dropped, Some(Mode::Prepend), 10));
    assert_eq!((prompt.text(), included(&prompt)), ("1\n\n2", vec!["a.1", "a.2"]));
}

#[test]
fn rule_6_10_report_12_inspecting_is_composing() {
    let registry =
        registry_of((0..20).map(|i| append(&format!("a.{i}"), &"x".repeat(i)).tier(if i % 3 == 0 { Core } else { Active })).collect());
    for chars in [0, 10, 60, 100, 200] {
        for options in [budget(chars), strict(chars)] {
            let bundle = resolve(&registry);
            let parts: Vec<_> = bundle.sections().map(|section| candidate(section.id, section.tier, section.text.unwrap())).collect();
            let (apart, together) = (compose(&parts, &options).unwrap(), turn(&registry, &options));
            assert_eq!(apart.text(), together.text());
            assert_eq!(apart.event_json().unwrap(), together.event_json().unwrap());
            assert_eq!(dropped(&apart), dropped(&together));
        }
    }
}

#[test]
fn rule_6_10_the_condensed_text_is_that_of_the_one_contributing_record() {
    let long = "0123456789";
    let rows: [(Vec<Contribution>, Option<&str>); 7] = [
        (vec![append("a.b", long).condensed("own")], Some("own")),
        (vec![append("a.b", "x").condensed("slot"), replace("a.b", long).condensed("new")], Some("new")),
        (vec![append("a.b", "x").condensed("slot"), replace("a.b", long)], None),
        (vec![append("a.b", "x"), replace("a.b", long).condensed("one"), replace("a.b", "").runtime()], None),
        (vec![replace("a.b", long).condensed("alone")], Some("alone")),
        (vec![written("a.b", Mode::Append, move |_, sink| sink.write(long)).condensed("")], Some("")),
        (vec![append("a.b", "x"), aware("a.b", Mode::Replace, move |_, _, sink| sink.write(long)).condensed("now")], Some("now")),
    ];
    for (n, (contributions, condensed)) in rows.into_iter().enumerate() {
        let registry = registry_of(contributions);
        // Room for five chars.
        let prompt = turn(&registry, &ComposeOptions { active_budget_fraction: 1.0, ..budget(5) });
        assert_eq!(prompt.section(0).unwrap().text, condensed, "row {n}");
        assert_eq!(turn(&registry, &budget(100)).text(), long, "row {n}");
    }
    // A safety policy is core and has none.
    let registry = registry();
    registry.register_safety_policy(policy("safety.a", long)).unwrap();
    assert_eq!(turn(&registry, &budget(0)).text(), long);
}

#[test]
fn rule_6_10_the_stable_prefix_ends_at_the_first_dropped_or_condensed_one() {
    let registry = registry_of(vec![
        append("a.1", "1111"),
        append("a.2", "222222").condensed("2"),
        append("a.3", "3"),
        append("a.aware", "now").runtime(),
        append("a.4", "4").runtime(),
    ]);
    let prefix = |chars| {
        let prompt = turn(&registry, &ComposeOptions { active_budget_fraction: 1.0, ..budget(chars) });
        let summary = prompt.summary();
        (prompt.text()[..summary.stable_prefix].to_owned(), prompt.text().to_owned())
    };
    assert_eq!(prefix(100), ("1111\n\n222222\n\n3".into(), "1111\n\n222222\n\n3\n\nnow\n\n4".into()));
    assert_eq!(prefix(9), ("1111".into(), "1111\n\n2\n\n3\n\nnow".into()));
    assert_eq!(prefix(3), (String::new(), "2\n\n3\n\n4".into()));
    let whole = registry.compose(&CONTEXT, None, false, &ComposeOptions::default()).unwrap();
    assert_eq!((whole.summary().stable_prefix, whole.summary().static_only), (whole.text().len(), true));
    assert_eq!(compose(&[candidate("a", Core, "abc")], &ComposeOptions::default()).unwrap().summary().stable_prefix, 0);
}

#[test]
fn rule_6_10_depth_and_role_come_from_the_options() {
    let resolver = |depth: u32, role: Option<&str>| {
        assert_eq!((depth, role), (4, Some("lead")));
        Ok(Budget::Chars(7))
    };
    let options = ComposeOptions { resolve_budget: Some(&resolver), depth: 4, runtime_role: Some("lead"), ..ComposeOptions::default() };
    let context = Context { runtime_role: Some("worker"), ..CONTEXT };
    let prompt = registry().compose(&context, Some(&State { turn_depth: 9, ..State::default() }), false, &options).unwrap();
    assert_eq!(prompt.summary().effective_budget, Some(7));
}
