//! Semantics 3.5 to 3.10: from texts to sections, their order, what they know, and the stable prefix.

mod support;

use support::*;
use wattle::*;

/// The text within the stable prefix.
fn stable(bundle: &Bundle) -> &str {
    &bundle.text()[..bundle.summary().stable_prefix]
}

#[test]
fn rule_3_5_report_29_an_empty_text_gives_no_section_and_no_separator() {
    let registry = registry_of(vec![append("a.1", ""), append("a.2", "2"), append("a.3", ""), append("a.4", "4"), append("a.5", "")]);
    registry.register_safety_policy(policy("safety.a", "")).unwrap();
    let bundle = resolve(&registry);
    assert_eq!((bundle.text(), ids(&bundle)), ("2\n\n4", vec!["a.2".into(), "a.4".into()]));
    // White space is not empty.
    assert_eq!(text_of(&registry_of(vec![append("a.1", " "), append("a.2", "\n")])), " \n\n\n");
}

#[test]
fn rule_3_6_all_prepends_come_before_all_appends() {
    let registry = registry_of(vec![
        append("a.1", "a1"),
        prepend("a.2", "p1"),
        prepend("a.3", "aware").runtime(),
        append("a.4", "a2"),
        prepend("a.5", "p2"),
    ]);
    registry.register_safety_policy(policy("safety.a", "safe")).unwrap();
    assert_eq!(text_of(&registry), "p1\n\np2\n\naware\n\na1\n\na2\n\nsafe");
}

#[test]
fn rule_3_7_report_30_the_sections_joined_are_the_text() {
    let registry = registry_of(vec![append("a.1", "é"), prepend("a.2", "🚀\n\n"), append("a.3", "\n\n"), append("a.4", "x").runtime()]);
    let bundle = resolve(&registry);
    let texts: Vec<_> = bundle.sections().map(|section| section.text.unwrap()).collect();
    assert_eq!(texts.join("\n\n"), bundle.text());
    for section in bundle.sections() {
        assert_eq!(&bundle.text()[section.range.clone()], section.text.unwrap());
    }
    let empty = resolve(&registry_of(vec![]));
    assert_eq!((empty.text(), empty.sections().count(), empty.section(0)), ("", 0, None));
}

#[test]
fn rule_3_8_a_section_knows_what_it_is() {
    let registry = registry_of(vec![prepend("a.1", "é🚀").tier(Tier::Informational), append("a.2", "two")]);
    let unit = Plugin { safety_policies: vec![policy("safety.p", "safe")], ..plugin("p", vec![replace("a.2", "new")]) };
    registry.register_plugin(unit).unwrap();
    let bundle = resolve(&registry);
    let section = |id, plugin, mode, tier, text, range, chars| Section {
        id,
        plugin,
        origin: Some(Origin::Static),
        mode: Some(mode),
        tier,
        verdict: Verdict::Included,
        is_static: true,
        text: Some(text),
        range,
        chars,
        total_before: 0,
        limit: None,
    };
    let expected = [
        section("a.1", None, Mode::Prepend, Tier::Informational, "é🚀", 0..6, 3),
        section("a.2", None, Mode::Append, Tier::Active, "new", 8..11, 3),
        section("safety.p", Some("p"), Mode::Append, Tier::Core, "safe", 13..17, 4),
    ];
    assert_eq!(bundle.sections().collect::<Vec<_>>(), expected);
    let summary = bundle.summary();
    assert_eq!((summary.sections, summary.included, summary.condensed, summary.dropped), (3, 3, 0, 0));
    assert_eq!((summary.total_chars, summary.total_tokens_est), (14, 4));
    assert_eq!((summary.effective_budget, summary.budget_used_pct, summary.over_budget), (None, 0.0, false));
}

#[test]
fn rule_3_8_a_section_is_static_while_nothing_runtime_aware_has_a_part_in_it() {
    let registry = registry_of(vec![
        append("a.static", "x"),
        append("a.replaced", "x"),
        replace("a.replaced", "y"),
        append("a.emptied", "x"),
        replace("a.emptied", "y"),
        replace("a.emptied", "").runtime(),
        append("a.aware", "x").runtime(),
        replace("a.aware", "y"),
        replace("a.missing", "x"),
        replace("a.mixed", "x"),
        replace("a.mixed", "y").runtime(),
    ]);
    let bundle = resolve(&registry);
    let fixed: Vec<_> = bundle.sections().filter(|section| section.is_static).map(|section| section.id.to_owned()).collect();
    assert_eq!(fixed, ["a.static", "a.replaced", "a.missing"]);
    assert_eq!(bundle.sections().count(), 6);
    assert!(resolve_static(&registry).sections().all(|section| section.is_static));
}

#[test]
fn rule_3_9_without_a_state_the_stable_prefix_is_everything() {
    let registry = registry_of(vec![append("a.1", "1"), append("a.2", "2").runtime()]);
    registry.register_safety_policy(policy("safety.a", "safe")).unwrap();
    let bundle = resolve_static(&registry);
    assert_eq!((stable(&bundle), bundle.summary().static_only), ("1\n\nsafe", true));
    assert!(!resolve(&registry).summary().static_only);
}

#[test]
fn rule_3_9_report_41_42_the_boundary_is_on_a_section_edge() {
    let registry = registry_of(vec![append("a.1", "1"), append("a.2", ""), append("a.3", "3"), append("a.aware", "now").runtime()]);
    registry.register_safety_policy(policy("safety.a", "safe")).unwrap();
    let bundle = resolve(&registry);
    assert_eq!((bundle.text(), stable(&bundle)), ("1\n\n3\n\nnow\n\nsafe", "1\n\n3"));
    // The same on the secondary road.
    let prompt = registry.compose(&CONTEXT, Some(&State::default()), false, &ComposeOptions::default()).unwrap();
    assert_eq!(prompt.summary().stable_prefix, 4);
}

#[test]
fn rule_3_9_nothing_runtime_aware_active_leaves_all_of_it_stable() {
    let registry =
        registry_of(vec![append("a.1", "1"), append("a.tool", "t").tools(&["t"]), append("a.scoped", "s").runtime().scope(family("x"))]);
    registry.register_safety_policy(policy("safety.a", "safe")).unwrap();
    assert_eq!(stable(&resolve(&registry)), "1\n\nsafe");
    assert_eq!(stable(&resolve_with_tools(&registry, &["t"])), "1");
}

#[test]
fn rule_3_9_a_place_counts_even_where_it_is_empty() {
    // The runtime-aware prepend has no text, but the plan has its place before everything.
    let registry = registry_of(vec![append("a.1", "1"), prepend("a.aware", "").runtime()]);
    assert_eq!(stable(&resolve(&registry)), "");
    let registry = registry_of(vec![append("a.1", "1"), append("a.aware", "").runtime()]);
    registry.register_safety_policy(policy("safety.a", "safe")).unwrap();
    assert_eq!(stable(&resolve(&registry)), "1");
}

#[test]
fn rule_3_9_a_static_replace_of_a_runtime_aware_slot_is_not_stable() {
    // Static-only, the replace is a missing target and stands before a.2; in the turn it stands in the runtime-aware slot.
    let registry = registry_of(vec![append("a.1", "1"), replace("a.aware", "new"), append("a.2", "2"), append("a.aware", "old").runtime()]);
    let bundle = resolve(&registry);
    assert_eq!((bundle.text(), stable(&bundle)), ("1\n\n2\n\nnew", "1"));
    assert_eq!(resolve_static(&registry).text(), "1\n\nnew\n\n2");
}

#[test]
fn rule_3_9_a_runtime_aware_replace_ends_the_prefix_even_if_it_is_empty() {
    let registry = registry_of(vec![append("a.1", "1"), append("a.2", "2"), append("a.3", "3"), replace("a.2", "").runtime()]);
    assert_eq!(stable(&resolve(&registry)), "1");
    registry.register(vec![replace("a.2", "fixed")]).unwrap();
    let bundle = resolve(&registry);
    assert_eq!((bundle.text(), stable(&bundle)), ("1\n\nfixed\n\n3", "1"));
}

#[test]
fn rule_3_9_a_runtime_aware_slot_that_vanishes_changes_no_plan() {
    let registry = registry_of(vec![append("a.1", "1"), append("a.1", "vanishes").runtime(), replace("a.1", "fixed"), append("a.2", "2")]);
    registry.register_safety_policy(policy("safety.a", "safe")).unwrap();
    assert_eq!(stable(&resolve(&registry)), "fixed\n\n2\n\nsafe");
}

#[test]
fn rule_3_10_static_first_is_a_stable_partition_with_safety_last() {
    let registry = registry_of(vec![
        prepend("a.aware", "aware top").runtime(),
        append("a.1", "1"),
        append("a.2", "2"),
        replace("a.1", "turn").runtime(),
        prepend("a.top", "top"),
        append("a.now", "now").runtime(),
    ]);
    registry.register_safety_policy(policy("safety.a", "safe")).unwrap();
    let bundle = resolve_static_first(&registry);
    assert_eq!((bundle.text(), stable(&bundle)), ("top\n\n2\n\naware top\n\nturn\n\nnow\n\nsafe", "top"));
    let bundle = resolve(&registry);
    assert_eq!((bundle.text(), stable(&bundle)), ("top\n\naware top\n\nturn\n\n2\n\nnow\n\nsafe", "top"));
}

#[test]
fn rule_3_10_static_first_gives_the_longest_prefix() {
    let registry = registry_of(vec![prepend("a.aware", "clock").runtime(), append("a.1", "1"), append("a.2", "2")]);
    assert_eq!(stable(&resolve(&registry)), "");
    assert_eq!(stable(&resolve_static_first(&registry)), "1\n\n2");
    // In the prompt too.
    let prompt = registry.compose(&CONTEXT, Some(&State::default()), true, &ComposeOptions::default()).unwrap();
    assert_eq!((prompt.text(), prompt.summary().stable_prefix), ("1\n\n2\n\nclock", 4));
}

#[test]
fn report_36_37_40_the_stable_bytes_are_the_same_whatever_the_turn_says() {
    let registry = registry_of(vec![
        append("a.1", "first"),
        append("a.2", "second"),
        aware("a.clock", Mode::Append, |_, state, sink| sink.write(&"tick ".repeat(state.turn_depth as usize))),
        append("a.tool", "tool").tools(&["t"]),
    ]);
    registry
        .register_plugin(hooked("p", |_, state, emitter| match state.turn_depth {
            0 => Ok(()),
            depth => emitter.emit(append("p.now", &format!("at {depth}"))),
        }))
        .unwrap();
    for turn_depth in 0..20 {
        let tools = ["t"];
        let state = State { turn_depth, loaded_tools: Some(&tools[..(turn_depth % 2) as usize]), ..State::default() };
        let bundle = registry.resolve(&CONTEXT, Some(&state), &ResolveOptions::default()).unwrap();
        assert_eq!(stable(&bundle), "first\n\nsecond");
    }
}
