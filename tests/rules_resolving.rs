//! Semantics 3.0 to 3.4: hooks, the order, who is active, replacing, probes, and what is evaluated when.

mod support;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use support::*;
use wattle::*;

/// A counter, and content that counts its calls and answers differently each time.
fn counted(id: &str, mode: Mode) -> (Arc<AtomicUsize>, Contribution) {
    let calls = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&calls);
    let contribution = aware(id, mode, move |_, _, sink| {
        let n = counter.fetch_add(1, Ordering::SeqCst);
        sink.write(&format!("call {n}"))
    });
    (calls, contribution)
}

fn emits(name: &str, emissions: impl Fn() -> Vec<Contribution> + Send + Sync + 'static) -> Plugin {
    hooked(name, move |_, _, emitter| emissions().into_iter().try_for_each(|contribution| emitter.emit(contribution)))
}

#[test]
fn rule_3_0_hooks_run_with_a_state_only_in_plugin_order() {
    let registry = registry();
    registry.register_plugin(emits("b", || vec![append("b.1", "b1"), prepend("b.2", "b2")])).unwrap();
    registry.register_plugin(emits("a", || vec![append("a.1", "a1")])).unwrap();
    let bundle = resolve(&registry);
    assert_eq!(bundle.text(), "b2\n\nb1\n\na1");
    let first = bundle.section(0).unwrap();
    assert_eq!((first.plugin, first.origin, first.is_static), (Some("b"), Some(Origin::RuntimeAware), false));
    assert_eq!(resolve_static(&registry).text(), "");
}

#[test]
fn rule_3_0_an_emission_has_mode_scope_and_required_tools() {
    let registry = registry_of(vec![append("a.b", "base")]);
    registry
        .register_plugin(emits("p", || {
            vec![
                replace("a.b", "replaced"),
                append("p.openai", "OPENAI").scope(family("openai")),
                append("p.anthropic", "ANTHROPIC").scope(family("anthropic")),
                append("p.tool", "TOOL").tools(&["t"]),
                aware("p.depth", Mode::Append, |_, state, sink| sink.write(&state.turn_depth.to_string())),
            ]
        }))
        .unwrap();
    assert_eq!(text_of(&registry), "replaced\n\nANTHROPIC\n\n0");
    assert_eq!(resolve_with_tools(&registry, &["t"]).text(), "replaced\n\nANTHROPIC\n\nTOOL\n\n0");
}

#[test]
fn rule_3_0_emissions_obey_the_table() {
    type Row = (fn() -> Contribution, Kind, &'static str);
    let rows: [Row; 6] = [
        (|| append("bad", "x"), Kind::UnnamespacedId, "bad"),
        (|| replace("safety.a", "x"), Kind::ReservedNamespace, "safety.a"),
        (|| append("core.a", "x"), Kind::ReservedNamespace, "core.a"),
        (|| append("q.a", "x"), Kind::ForeignNamespace, "q.a"),
        (|| append("p.taken", "x"), Kind::DuplicateContributionId, "p.taken"),
        (|| append("p.a", "x").origin(Origin::Static), Kind::InvalidArgument, "p.a"),
    ];
    for (make, kind, subject) in rows {
        let registry = registry_of(vec![append("p.taken", "x").runtime(), append("p.other", "x")]);
        registry.register_plugin(emits("p", move || vec![make()])).unwrap();
        let refused = refused(registry.resolve(&CONTEXT, Some(&State::default()), &ResolveOptions::default()));
        assert_eq!(refused, refusal(kind, subject));
    }
}

#[test]
fn rule_3_0_emissions_are_checked_against_each_other_and_the_runtime_aware_records_only() {
    let registry = registry_of(vec![append("p.a", "static")]);
    registry.register_plugin(emits("p", || vec![append("p.a", "emitted"), replace("x.y", "1"), append("p.a", "twice")])).unwrap();
    let turn = || registry.resolve(&CONTEXT, Some(&State::default()), &ResolveOptions::default());
    assert_eq!(refused(turn()), refusal(Kind::DuplicateContributionId, "p.a"));
    registry.replace_plugin(emits("p", || vec![append("p.a", "emitted"), replace("x.y", "1"), replace("x.y", "2")])).unwrap();
    assert_eq!(refused(turn()), refusal(Kind::DuplicateContributionId, "x.y"));
    // Two plugins may replace the same; emissions are gone after the turn.
    registry.replace_plugin(emits("p", || vec![append("p.a", "emitted"), replace("x.y", "1")])).unwrap();
    registry.register_plugin(emits("q", || vec![replace("x.y", "2")])).unwrap();
    for _ in 0..2 {
        assert_eq!(text_of(&registry), "static\n\nemitted\n\n1\n\n2");
    }
}

#[test]
fn rule_3_0_the_first_refusal_counts_whatever_the_hook_does_afterwards() {
    let registry = registry();
    let unit = hooked("p", |_, _, emitter| {
        assert_eq!(refused(emitter.emit(append("q.first", "x"))).0, Kind::ForeignNamespace);
        assert_eq!(refused(emitter.emit(append("second", "x"))).0, Kind::UnnamespacedId);
        emitter.emit(append("p.fine", "x"))?;
        failure("later")
    });
    registry.register_plugin(unit).unwrap();
    let refused = refused(registry.resolve(&CONTEXT, Some(&State::default()), &ResolveOptions::default()));
    assert_eq!(refused, refusal(Kind::ForeignNamespace, "q.first"));
}

#[test]
fn rule_3_0_a_failing_hook_fails_the_turn_and_nothing_else_runs() {
    let (calls, contribution) = counted("a.b", Mode::Append);
    let registry = registry_of(vec![contribution]);
    registry.register_plugin(hooked("p", |_, _, _| failure("no"))).unwrap();
    registry.register_plugin(hooked("q", |_, _, _| panic!("the second hook ran"))).unwrap();
    let refused = refused(registry.resolve(&CONTEXT, Some(&State::default()), &ResolveOptions::default()));
    assert_eq!((refused, calls.load(Ordering::SeqCst)), (refusal(Kind::CallbackFailed, "p"), 0));
}

#[test]
fn rule_3_1_layers_then_registration_order() {
    let registry = registry_of(vec![
        append("a.r1", "r1").runtime(),
        append("a.s1", "s1"),
        append("a.r2", "r2").runtime(),
        append("a.s2", "s2").tier(Tier::Core),
    ]);
    registry.register_safety_policy(policy("safety.a", "safe")).unwrap();
    registry.register_plugin(Plugin { runtime_prompts: vec![append("p.r", "pr")], ..plugin("p", vec![append("p.s", "ps")]) }).unwrap();
    registry.register(vec![append("a.s3", "s3")]).unwrap();
    assert_eq!(text_of(&registry), "s1\n\ns2\n\nps\n\ns3\n\nr1\n\nr2\n\npr\n\nsafe");
}

#[test]
fn rule_3_2_an_inactive_replace_is_invisible_to_every_rule() {
    let inactive = [
        replace("a.b", "x").scope(family("openai")),
        failing("a.b", Mode::Replace).scope(family("openai")).runtime(),
        replace("a.c", "x").tools(&["t"]),
    ];
    let registry = registry_of(vec![append("a.b", "b"), append("a.c", "c")]);
    registry.register(inactive.into()).unwrap();
    let recorder = Recorder::default();
    assert_eq!(recorder.watch(&registry, Some(&State::default())).unwrap().text(), "b\n\nc");
    assert!(recorder.take().is_empty());
}

#[test]
fn rule_3_2_an_inactive_slot_is_a_missing_target() {
    let registry = registry_of(vec![failing("a.b", Mode::Prepend).scope(family("openai")), append("a.c", "c"), replace("a.b", "b")]);
    let recorder = Recorder::default();
    assert_eq!(recorder.watch(&registry, None).unwrap().text(), "c\n\nb");
    assert_eq!(recorder.take(), ["missing a.b"]);
}

#[test]
fn rule_3_3_replacement_takes_the_first_slot() {
    let registry = registry_of(vec![
        append("a.first", "1"),
        failing("a.b", Mode::Prepend).tier(Tier::Informational),
        append("a.b", "vanishes").runtime(),
        append("a.last", "2"),
    ]);
    registry.register_plugin(plugin("p", vec![replace("a.b", "replaced").tier(Tier::Core)])).unwrap();
    let bundle = resolve(&registry);
    assert_eq!(bundle.text(), "replaced\n\n1\n\n2");
    let section = bundle.section(0).unwrap();
    let kept = (section.id, section.plugin, section.mode, section.origin, section.tier);
    assert_eq!(kept, ("a.b", None, Some(Mode::Prepend), Some(Origin::Static), Tier::Informational));
}

#[test]
fn rule_3_3_a_missing_target_becomes_an_append_of_the_first_replacing_one() {
    let registry = registry_of(vec![append("a.1", "1"), prepend("a.top", "top")]);
    registry.register_plugin(plugin("p", vec![replace("x.y", "P").tier(Tier::Informational)])).unwrap();
    registry.register(vec![append("a.2", "2"), replace("x.y", "H").tier(Tier::Core)]).unwrap();
    let bundle = resolve(&registry);
    assert_eq!(bundle.text(), "top\n\n1\n\nP\n\nH\n\n2");
    let section = bundle.section(2).unwrap();
    let kept = (section.id, section.plugin, section.mode, section.origin, section.tier);
    assert_eq!(kept, ("x.y", Some("p"), Some(Mode::Append), Some(Origin::Static), Tier::Informational));
}

#[test]
fn rule_3_3_several_replaces_join_their_non_empty_bodies() {
    let registry = registry_of(vec![append("a.b", "x"), replace("a.b", "host"), replace("a.b", "aware").runtime()]);
    for (name, body) in [("p", "one"), ("q", ""), ("r", "two")] {
        registry.register_plugin(plugin(name, vec![replace("a.b", body)])).unwrap();
    }
    assert_eq!(text_of(&registry), "host\n\none\n\ntwo\n\naware");
    assert_eq!(resolve_static(&registry).text(), "host\n\none\n\ntwo");
    assert_eq!(resolve(&registry).section(0).unwrap().chars, 21);
}

#[test]
fn rule_3_3_report_34_replacing_with_nothing_removes_and_the_probe_says_so() {
    let registry = registry_of(vec![append("a.b", "x"), append("a.c", "y"), replace("a.b", "")]);
    registry.register_plugin(plugin("p", vec![replace("a.b", ""), replace("x.y", "")])).unwrap();
    let recorder = Recorder::default();
    assert_eq!(recorder.watch(&registry, None).unwrap().text(), "y");
    assert_eq!(recorder.take(), ["empty a.b static", "empty a.b static", "missing x.y", "empty x.y static", "duplicate a.b"]);
}

#[test]
fn rule_3_3_probes_fire_as_the_walk_meets_them() {
    let registry = registry_of(vec![
        append("a.empty", ""),
        replace("x.1", "1"),
        written("a.written", Mode::Prepend, |_, _| Ok(())),
        replace("x.2", ""),
        append("a.aware", "").runtime(),
        replace("x.1", "2").runtime(),
        gated("a.gated", "text", |_, _| Ok(false)),
    ]);
    registry.register_plugin(plugin("p", vec![replace("x.2", "p"), replace("x.1", "")])).unwrap();
    for (id, text) in [("safety.1", ""), ("safety.2", "s"), ("safety.3", "")] {
        registry.register_safety_policy(policy(id, text)).unwrap();
    }
    let recorder = Recorder::default();
    assert_eq!(recorder.watch(&registry, Some(&State::default())).unwrap().text(), "1\n\n2\n\np\n\ns");
    let told = [
        "empty a.empty static",
        "missing x.1",
        "empty a.written static",
        "missing x.2",
        "empty x.2 static",
        "empty x.1 static",
        "empty a.aware runtime-aware",
        "empty a.gated runtime-aware",
        "duplicate x.1 x.2",
        "empty safety.1 static",
        "empty safety.3 static",
    ];
    assert_eq!(recorder.take(), told);
}

#[test]
fn rule_3_3_duplicates_are_told_in_the_order_of_their_first_replace() {
    let registry = registry_of(vec![append("a.b", "x"), replace("a.d", "1").runtime(), replace("a.c", "1"), replace("a.b", "1")]);
    registry.register_plugin(plugin("p", vec![replace("a.b", "2"), replace("a.c", "2"), replace("a.d", "2")])).unwrap();
    let recorder = Recorder::default();
    recorder.watch(&registry, Some(&State::default())).unwrap();
    assert_eq!(recorder.take(), ["missing a.c", "missing a.d", "duplicate a.c a.b a.d"]);
}

#[test]
fn rule_3_4_report_31_a_content_runs_once() {
    let (calls, contribution) = counted("a.b", Mode::Append);
    let registry = registry_of(vec![contribution]);
    for n in 0..3 {
        // The budget is sized by the very text that is then in the prompt.
        let prompt = registry.compose(&CONTEXT, Some(&State::default()), true, &strict(7)).unwrap();
        assert_eq!((prompt.text(), calls.load(Ordering::SeqCst)), (format!("call {n}").as_str(), n + 1));
    }
    registry.fingerprint(&CONTEXT).unwrap();
    assert_eq!(calls.load(Ordering::SeqCst), 3);
}

#[test]
fn rule_3_4_what_is_replaced_or_not_active_is_not_evaluated() {
    let registry = registry_of(vec![
        failing("a.b", Mode::Append),
        failing("a.b", Mode::Prepend).runtime(),
        failing("a.c", Mode::Append).scope(family("openai")),
        replace("a.b", ""),
    ]);
    assert_eq!(text_of(&registry), "");
}

#[test]
fn rule_3_4_contents_run_in_the_order_of_the_layers() {
    let order: Arc<std::sync::Mutex<Vec<&str>>> = Arc::default();
    let noting = |id: &'static str, mode| {
        let order = Arc::clone(&order);
        written(id, mode, move |_, sink| {
            order.lock().unwrap().push(id);
            sink.write("x")
        })
    };
    let registry = registry_of(vec![
        noting("a.aware", Mode::Append).runtime(),
        noting("a.replace", Mode::Replace),
        noting("a.1", Mode::Append),
        noting("a.prepend", Mode::Prepend),
        append("a.replace", "x"),
    ]);
    resolve(&registry);
    assert_eq!(*order.lock().unwrap(), ["a.replace", "a.1", "a.prepend", "a.aware"]);
}

#[test]
fn rule_3_4_a_failing_content_aborts_with_its_id() {
    let turn = |registry: &Registry| refused(registry.resolve(&CONTEXT, Some(&State::default()), &ResolveOptions::default()));
    let cases = [
        failing("a.b", Mode::Append),
        failing("a.b", Mode::Replace).runtime(),
        gated("a.b", "x", |_, _| failure("no")),
        written("a.b", Mode::Append, |_, sink| sink.write_bytes(&[0xed, 0xa0, 0x80])),
        written("a.b", Mode::Append, |_, sink| sink.write_bytes("é".as_bytes().split_last().unwrap().1)),
    ];
    for contribution in cases {
        assert_eq!(turn(&registry_of(vec![contribution])), refusal(Kind::CallbackFailed, "a.b"));
    }
    let registry = registry();
    let content = PolicyContent::Static(Box::new(|_, _| failure("no")));
    registry.register_safety_policy(SafetyPolicy { content, ..policy("safety.a", "") }).unwrap();
    assert_eq!(turn(&registry), refusal(Kind::CallbackFailed, "safety.a"));
}

#[test]
fn rule_3_4_a_failure_keeps_message_and_payload() {
    let registry =
        registry_of(vec![written("a.b", Mode::Append, |_, _| Err(Error::from_callback(format_args!("why"), Some(Box::new(7)))))]);
    let error = registry.resolve(&CONTEXT, None, &ResolveOptions::default()).err().unwrap();
    assert!(error.message().contains("why") && error.message().contains("a.b"), "{error}");
    assert_eq!(error.payload().and_then(|payload| payload.downcast_ref::<i32>()), Some(&7));
}

#[test]
fn rule_3_4_a_failing_probe_aborts_with_the_id_it_was_fired_for() {
    let registry = registry_of(vec![replace("x.1", "1"), append("a.empty", ""), append("x.2", "")]);
    registry.register_plugin(plugin("p", vec![replace("x.1", "2"), replace("x.2", "2")])).unwrap();
    registry.register_plugin(plugin("q", vec![replace("x.2", "3")])).unwrap();
    for (at, subject, told) in [("missing", "x.1", 1), ("empty", "a.empty", 2), ("duplicate", "x.1", 3)] {
        let recorder = Recorder::failing(at);
        assert_eq!(refused(recorder.watch(&registry, None)), refusal(Kind::CallbackFailed, subject));
        // Probes already fired stay fired.
        assert_eq!(recorder.take().len(), told, "{at}");
    }
}

#[test]
fn rule_3_4_callbacks_change_the_registry_and_not_the_snapshot_under_way() {
    let registry = registry();
    let inner = registry.clone();
    registry
        .register(vec![
            written("a.1", Mode::Append, move |_, sink| {
                if inner.register(vec![append("a.new", "new")]).is_ok() {
                    assert_eq!(refused(inner.unregister(Origin::Static, "a.new")), refusal(Kind::ReEntrancy, "a.new"));
                    inner.set_enabled_safety_policies(Some(vec![]))?;
                }
                sink.write("1")
            }),
            append("a.2", "2"),
        ])
        .unwrap();
    registry.register_safety_policy(policy("safety.a", "safe")).unwrap();
    assert_eq!(text_of(&registry), "1\n\n2\n\nsafe");
    assert_eq!(text_of(&registry), "1\n\n2\n\nnew");
}
