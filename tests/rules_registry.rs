//! Semantics 2: the namespace rules, plugins as one unit, and removals. Globals are in rules_globals.rs.

mod support;

use support::*;
use wattle::*;

/// What registering one contribution is refused with, by a registry that has nothing.
fn refusal_of(contribution: Contribution) -> (Kind, String) {
    let registry = registry();
    let refused = refused(registry.register(vec![contribution]));
    assert_eq!(text_of(&registry), "", "a refused registration changed something");
    refused
}

#[test]
fn rule_2_row_1_an_id_has_a_namespace_and_a_name() {
    let long = format!("a.{}", "x".repeat(255));
    for id in ["", "a", ".", "a.", ".a", "..", long.as_str()] {
        assert_eq!(refusal_of(append(id, "x")), refusal(Kind::UnnamespacedId, id), "{id:?}");
    }
    let longest = format!("a.{}", "x".repeat(254));
    let accepted = registry();
    for id in ["a.b", "a..", "a.b.c", "a.-", "é.🚀", longest.as_str()] {
        accepted.register(vec![append(id, "x")]).unwrap();
    }
    assert_eq!(ids(&resolve(&accepted)).len(), 6);
}

#[test]
fn rule_2_row_1_no_white_space_and_no_control_character_anywhere() {
    let forbidden = [
        '\0', '\u{1f}', '\u{7f}', '\u{80}', '\u{9f}', '\t', '\n', '\u{b}', '\u{c}', '\r', ' ', '\u{85}', '\u{a0}', '\u{1680}', '\u{2000}',
        '\u{200a}', '\u{2028}', '\u{2029}', '\u{202f}', '\u{205f}', '\u{3000}',
    ];
    for c in forbidden {
        for id in [format!("{c}a.b"), format!("a{c}.b"), format!("a.{c}b"), format!("a.b{c}")] {
            assert_eq!(refusal_of(append(&id, "x")), refusal(Kind::UnnamespacedId, &id), "{id:?}");
        }
    }
    // Neither White_Space nor Cc: they only look like it.
    for c in ['\u{200b}', '\u{feff}', '\u{ad}', '\u{2060}', '\u{180e}'] {
        registry_of(vec![append(&format!("a.{c}b"), "x")]);
    }
}

#[test]
fn rule_2_row_2_what_reads_the_state_is_runtime_aware() {
    let reads = [
        append("a.b", "x").tools(&[]),
        aware("a.b", Mode::Append, |_, _, _| Ok(())),
        gated("a.b", "x", |_, _| Ok(true)),
        replace("core.b", "x").tools(&["t"]),
    ];
    for contribution in reads {
        let id = contribution.id.clone();
        assert_eq!(refusal_of(contribution.origin(Origin::Static)), refusal(Kind::InvalidArgument, &id));
    }
}

#[test]
fn rule_2_row_3_safety_and_core_are_reserved() {
    for mode in [Mode::Append, Mode::Prepend, Mode::Replace] {
        let contribution = Contribution::text("safety.b", mode, "x").unwrap();
        assert_eq!(refusal_of(contribution), refusal(Kind::ReservedNamespace, "safety.b"), "{mode:?}");
    }
    for mode in [Mode::Append, Mode::Prepend] {
        let contribution = Contribution::text("core.b.c", mode, "x").unwrap();
        assert_eq!(refusal_of(contribution), refusal(Kind::ReservedNamespace, "core.b.c"), "{mode:?}");
    }
    registry_of(vec![replace("core.b", "x"), append("cores.b", "x"), append("safety2.b", "x"), append("a.safety.b", "x")]);
}

#[test]
fn rule_2_row_4_a_plugin_adds_under_its_own_name_only() {
    let registry = registry();
    for mode in [Mode::Append, Mode::Prepend] {
        for id in ["q.b", "pp.b", "P.b", "p2.p.b"] {
            let unit = plugin("p", vec![Contribution::text(id, mode, "x").unwrap()]);
            assert_eq!(refused(registry.register_plugin(unit)), refusal(Kind::ForeignNamespace, id));
        }
    }
    registry.register_plugin(plugin("p", vec![append("p.b", "x"), replace("q.b", "y")])).unwrap();
    assert_eq!(text_of(&registry), "x\n\ny");
}

#[test]
fn rule_2_row_5_report_23_one_id_once_in_one_origin() {
    let registry = registry_of(vec![append("p.b", "host")]);
    assert_eq!(refused(registry.register(vec![prepend("p.b", "x")])), refusal(Kind::DuplicateContributionId, "p.b"));
    let unit = plugin("p", vec![append("p.b", "x")]);
    assert_eq!(refused(registry.register_plugin(unit)), refusal(Kind::DuplicateContributionId, "p.b"));
    assert_eq!(refused(registry.register(vec![append("c.d", "1"), append("c.d", "2")])), refusal(Kind::DuplicateContributionId, "c.d"));
    assert_eq!(text_of(&registry), "host");
    // The same id in two origins is legal, and both are sections.
    registry.register(vec![append("p.b", "aware").runtime()]).unwrap();
    assert_eq!(text_of(&registry), "host\n\naware");
}

#[test]
fn rule_2_row_5_one_replace_of_an_id_by_each_registrant() {
    let registry = registry_of(vec![append("a.b", "x"), replace("a.b", "host")]);
    assert_eq!(refused(registry.register(vec![replace("a.b", "again")])), refusal(Kind::DuplicateContributionId, "a.b"));
    registry.register(vec![replace("a.b", "aware").runtime()]).unwrap();
    let twice = plugin("p", vec![replace("a.b", "1"), replace("a.b", "2")]);
    assert_eq!(refused(registry.register_plugin(twice)), refusal(Kind::DuplicateContributionId, "a.b"));
    registry.register_plugin(plugin("p", vec![replace("a.b", "p")])).unwrap();
    registry.register_plugin(plugin("q", vec![replace("a.b", "q")])).unwrap();
    assert_eq!(text_of(&registry), "host\n\np\n\nq\n\naware");
}

#[test]
fn rule_2_the_rows_are_checked_in_order() {
    let aware = |id: &str| aware(id, Mode::Append, |_, _, _| Ok(())).origin(Origin::Static);
    assert_eq!(refusal_of(aware("safety. b")).0, Kind::UnnamespacedId);
    assert_eq!(refusal_of(aware("safety.b")).0, Kind::InvalidArgument);
    let registry = registry();
    let by_plugin = |contribution| refused(registry.register_plugin(plugin("p", vec![contribution])));
    assert_eq!(by_plugin(append("q.b", "x").tools(&[]).origin(Origin::Static)).0, Kind::InvalidArgument);
    assert_eq!(by_plugin(append("core.b", "x")).0, Kind::ReservedNamespace);
    assert_eq!(by_plugin(append("safety.b", "x")).0, Kind::ReservedNamespace);
    registry.register(vec![append("q.b", "x")]).unwrap();
    assert_eq!(by_plugin(append("q.b", "x")).0, Kind::ForeignNamespace);
    // Row by row: the first faulty row is the one reported.
    let rows = vec![append("a.b", "x"), append("core.b", "x"), append("nothing", "x")];
    assert_eq!(refused(registry.register(rows)), refusal(Kind::ReservedNamespace, "core.b"));
}

#[test]
fn rule_2_a_refused_registration_changes_nothing() {
    let drops = Drops::default();
    let registry = registry_of(vec![append("a.b", "kept")]);
    let rows = || (0..5).map(|i| append(&format!("c.{i}"), "x").attached(drops.attachment()));
    assert!(registry.register(rows().chain([append("a.b", "x")]).collect()).is_err());
    let unit = || Plugin {
        safety_policies: vec![policy("safety.p", "x"), policy("other.p", "x")],
        attachment: Some(drops.attachment()),
        ..plugin("c", rows().collect())
    };
    assert_eq!(refused(registry.register_plugin(unit())), refusal(Kind::ForeignNamespace, "other.p"));
    assert_eq!((drops.count(), text_of(&registry)), (11, "kept".into()));
    // Nothing of it is left behind: every id, the plugin's name and its policy are free.
    registry.register(rows().collect()).unwrap();
    registry.register_plugin(Plugin { safety_policies: vec![policy("safety.p", "s")], ..plugin("c", vec![append("c.9", "9")]) }).unwrap();
    assert_eq!(text_of(&registry), "kept\n\nx\n\nx\n\nx\n\nx\n\nx\n\n9\n\ns");
}

#[test]
fn rule_2_an_origin_of_the_library_is_not_the_hosts() {
    for origin in [Origin::CoreDefault, Origin::CoreTemplate] {
        assert_eq!(refusal_of(append("a.b", "x").origin(origin)).0, Kind::InvalidArgument);
        assert_eq!(refused(registry().unregister(origin, "a.b")).0, Kind::InvalidArgument);
    }
}

#[test]
fn rule_2_plugin_names() {
    let long = "x".repeat(129);
    for name in ["", "a.b", ".", "a b", "a\u{3000}", "a\0", "\u{85}", "core", "safety", long.as_str()] {
        assert_eq!(refused(registry().register_plugin(plugin(name, vec![]))), refusal(Kind::InvalidArgument, name), "{name:?}");
        assert_eq!(refused(registry().replace_plugin(plugin(name, vec![]))), refusal(Kind::InvalidArgument, name), "{name:?}");
    }
    let registry = registry();
    for name in ["a", "é🚀", "Core", "cores", &long[1..]] {
        registry.register_plugin(plugin(name, vec![])).unwrap();
    }
}

#[test]
fn rule_2_a_plugin_is_checked_name_first_then_novelty_then_rows() {
    let registry = registry();
    registry.register_plugin(plugin("p", vec![append("p.b", "x")])).unwrap();
    assert_eq!(refused(registry.register_plugin(plugin("core", vec![append("bad", "x")]))).0, Kind::InvalidArgument);
    assert_eq!(refused(registry.register_plugin(plugin("p", vec![append("bad", "x")]))), refusal(Kind::DuplicatePlugin, "p"));
    assert_eq!(refused(registry.replace_plugin(plugin("q", vec![append("bad", "x")]))), refusal(Kind::UnknownPlugin, "q"));
    // Static prompts, then runtime-aware ones, then policies.
    let unit = |prompts, runtime_prompts| Plugin { runtime_prompts, safety_policies: vec![policy("policy", "x")], ..plugin("q", prompts) };
    assert_eq!(refused(registry.register_plugin(unit(vec![append("s", "x")], vec![append("r", "x")]))).1, "s");
    assert_eq!(refused(registry.register_plugin(unit(vec![], vec![append("r", "x")]))).1, "r");
    assert_eq!(refused(registry.register_plugin(unit(vec![], vec![]))).1, "policy");
}

#[test]
fn rule_2_a_list_says_the_origin_of_its_rows() {
    let registry = registry();
    let unit = plugin("p", vec![append("p.b", "x").runtime()]);
    assert_eq!(refused(registry.register_plugin(unit)), refusal(Kind::InvalidArgument, "p.b"));
    let unit = plugin("p", vec![append("p.b", "x").tools(&[])]);
    assert_eq!(refused(registry.register_plugin(unit)), refusal(Kind::InvalidArgument, "p.b"));
    registry.register_plugin(Plugin { runtime_prompts: vec![append("p.b", "x")], ..plugin("p", vec![]) }).unwrap();
    assert_eq!(resolve(&registry).section(0).unwrap().origin, Some(Origin::RuntimeAware));
}

#[test]
fn rule_2_unregistering_a_plugin_removes_all_of_it() {
    let drops = Drops::default();
    let registry = registry_of(vec![append("a.b", "host")]);
    let unit = || Plugin {
        runtime_prompts: vec![append("p.2", "2").attached(drops.attachment())],
        safety_policies: vec![SafetyPolicy { attachment: Some(drops.attachment()), ..policy("safety.p", "s") }],
        attachment: Some(drops.attachment()),
        prompts: vec![append("p.1", "1").attached(drops.attachment()), replace("a.b", "replaced")],
        ..hooked("p", |_, _, emitter| emitter.emit(append("p.3", "3")))
    };
    registry.register_plugin(unit()).unwrap();
    assert_eq!((text_of(&registry), drops.count()), ("replaced\n\n1\n\n2\n\n3\n\ns".into(), 0));
    registry.unregister_plugin("p").unwrap();
    assert_eq!((text_of(&registry), drops.count()), ("host".into(), 4));
    assert_eq!(refused(registry.unregister_plugin("p")), refusal(Kind::UnknownPlugin, "p"));
    registry.register_plugin(unit()).unwrap();
    drop(registry);
    assert_eq!(drops.count(), 8);
}

/// Plugins a, p and b, p's contributions scattered over both origins.
fn neighbours(p: Plugin) -> Registry {
    let registry = registry();
    let unit = |name: &str| Plugin {
        runtime_prompts: vec![append(&format!("{name}.r"), &format!("{name}r"))],
        safety_policies: vec![policy(&format!("safety.{name}"), &format!("{name}s"))],
        ..plugin(name, vec![append(&format!("{name}.s"), &format!("{name}s"))])
    };
    registry.register_plugin(unit("a")).unwrap();
    registry.register_plugin(p).unwrap();
    registry.register_plugin(unit("b")).unwrap();
    registry
}

#[test]
fn rule_2_replacing_a_plugin_keeps_its_place() {
    let registry = neighbours(Plugin {
        runtime_prompts: vec![append("p.old", "old")],
        safety_policies: vec![policy("safety.p", "old")],
        prompts: vec![],
        ..hooked("p", |_, _, emitter| emitter.emit(append("p.hook", "old hook")))
    });
    registry.register_plugin(hooked("z", |_, _, emitter| emitter.emit(append("z.hook", "z hook")))).unwrap();
    let drops = Drops::default();
    let unit = |text: &'static str| Plugin {
        prompts: vec![append("p.s", "ps").attached(drops.attachment()), prepend("p.top", "top")],
        runtime_prompts: vec![append("p.r", "pr")],
        safety_policies: vec![policy("safety.p", text), policy("safety.p2", "more")],
        attachment: Some(drops.attachment()),
        ..hooked("p", move |_, _, emitter| emitter.emit(append("p.hook", text)))
    };
    registry.replace_plugin(unit("new")).unwrap();
    let expected = "top\n\nas\n\nps\n\nbs\n\nar\n\npr\n\nbr\n\nnew\n\nz hook\n\nas\n\nnew\n\nmore\n\nbs";
    assert_eq!((text_of(&registry), drops.count()), (expected.into(), 0));
    registry.replace_plugin(unit("newer")).unwrap();
    assert_eq!((text_of(&registry), drops.count()), (expected.replace("new", "newer"), 2));
}

#[test]
fn rule_2_a_replacing_plugin_without_a_place_goes_to_the_end() {
    let registry = neighbours(plugin("p", vec![]));
    let unit = Plugin { safety_policies: vec![policy("safety.p", "ps")], ..plugin("p", vec![append("p.s", "pp")]) };
    registry.replace_plugin(unit).unwrap();
    assert_eq!(resolve_static(&registry).text(), "as\n\nbs\n\npp\n\nas\n\nbs\n\nps");
}

#[test]
fn rule_2_a_refused_replacement_of_a_plugin_changes_nothing() {
    let drops = Drops::default();
    let registry = neighbours(plugin("p", vec![append("p.s", "ps")]));
    registry.register(vec![append("p.taken", "host")]).unwrap();
    let before = text_of(&registry);
    let rows = |bad| vec![append("p.s", "2").attached(drops.attachment()), append("p.x", "3"), append(bad, "4")];
    assert_eq!(refused(registry.replace_plugin(plugin("p", rows("p.taken")))), refusal(Kind::DuplicateContributionId, "p.taken"));
    assert_eq!(refused(registry.replace_plugin(plugin("p", rows("q.foreign")))), refusal(Kind::ForeignNamespace, "q.foreign"));
    let unit = Plugin { safety_policies: vec![policy("safety.a", "x")], ..plugin("p", rows("p.y")) };
    assert_eq!(refused(registry.replace_plugin(unit)), refusal(Kind::DuplicateContributionId, "safety.a"));
    assert_eq!((text_of(&registry), drops.count()), (before, 3));
    // The old keys are in place again, and none of the new ones.
    assert_eq!(refused(registry.register(vec![append("p.s", "x")])).0, Kind::DuplicateContributionId);
    registry.register(vec![append("p.x", "x"), append("p.y", "x")]).unwrap();
    // The rows are checked as if the old plugin were gone.
    registry.replace_plugin(plugin("p", vec![append("p.s", "again")])).unwrap();
}

#[test]
fn rule_2_unregistering_takes_slot_and_replace_of_one_origin() {
    let drops = Drops::default();
    let registry = registry_of(vec![
        append("a.b", "slot").attached(drops.attachment()),
        replace("a.b", "replace").attached(drops.attachment()),
        append("a.b", "aware").runtime(),
    ]);
    registry.register_plugin(plugin("a", vec![replace("a.b", "plugin's")])).unwrap();
    registry.unregister(Origin::Static, "a.b").unwrap();
    assert_eq!((text_of(&registry), drops.count()), ("plugin's".into(), 2));
    // A plugin's are not touched, and the runtime-aware one is another.
    assert_eq!(refused(registry.unregister(Origin::Static, "a.b")), refusal(Kind::UnknownContribution, "a.b"));
    registry.unregister(Origin::RuntimeAware, "a.b").unwrap();
    assert_eq!(refused(registry.unregister(Origin::RuntimeAware, "a.b")), refusal(Kind::UnknownContribution, "a.b"));
    registry.register(vec![append("a.b", "again"), replace("a.b", "new")]).unwrap();
    assert_eq!(text_of(&registry), "plugin's\n\nnew");
}

#[test]
fn rule_2_a_dropped_registry_drops_everything_once() {
    let drops = Drops::default();
    let registry = registry_of((0..10).map(|i| append(&format!("a.{i}"), "x").attached(drops.attachment())).collect());
    let twin = registry.clone();
    let bundle = resolve(&registry);
    drop(registry);
    assert_eq!((text_of(&twin).len(), drops.count()), (28, 0));
    drop(twin);
    assert_eq!((bundle.text().len(), drops.count()), (28, 10));
}
