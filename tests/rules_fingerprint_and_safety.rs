//! Semantics 4 and 5: safety policies, and the fingerprint computed a second time from the paragraph alone.

mod support;

use sha2::{Digest, Sha256};
use support::*;
use wattle::*;

fn turn(registry: &Registry) -> Result<Bundle> {
    registry.resolve(&CONTEXT, Some(&State::default()), &ResolveOptions::default())
}

fn enabling(ids: &[&str]) -> Registry {
    let enabled_safety_policies = Some(ids.iter().map(|id| (*id).to_owned()).collect());
    Registry::new(RegistryOptions { enabled_safety_policies, ..RegistryOptions::empty() }).unwrap()
}

fn list(ids: &[&str]) -> Option<Vec<String>> {
    Some(ids.iter().map(|id| (*id).to_owned()).collect())
}

/// Policies a, b (not by default), c.
fn fill(registry: &Registry) {
    registry.register_safety_policy(policy("safety.a", "A")).unwrap();
    registry.register_safety_policy(disabled(policy("safety.b", "B"))).unwrap();
    registry.register_safety_policy(policy("safety.c", "C")).unwrap();
}

#[test]
fn rule_4_a_policys_id_is_in_the_namespace_safety_and_new() {
    let registry = registry();
    let register = |id| refused(registry.register_safety_policy(policy(id, "x")));
    for id in ["", "safety", "safety.", ".a", "safety.a b", "safety.\u{85}"] {
        assert_eq!(register(id), refusal(Kind::UnnamespacedId, id));
    }
    for id in ["core.a", "a.b", "Safety.a", "safety2.a"] {
        assert_eq!(register(id), refusal(Kind::ForeignNamespace, id));
    }
    registry.register_safety_policy(policy("safety.a.b", "x")).unwrap();
    assert_eq!(register("safety.a.b"), refusal(Kind::DuplicateContributionId, "safety.a.b"));
    let unit = Plugin { safety_policies: vec![policy("safety.a.b", "y")], ..Plugin::default() };
    assert_eq!(
        refused(registry.register_plugin(Plugin { name: "p".into(), ..unit })),
        refusal(Kind::DuplicateContributionId, "safety.a.b")
    );
    assert_eq!(text_of(&registry), "x");
}

#[test]
fn rule_4_without_a_list_the_defaults_hold() {
    let registry = registry();
    fill(&registry);
    assert_eq!(text_of(&registry), "A\n\nC");
}

#[test]
fn rule_4_a_list_enables_in_registration_order_whatever_its_own() {
    let registry = enabling(&["safety.c", "safety.b", "safety.c"]);
    fill(&registry);
    assert_eq!(text_of(&registry), "B\n\nC");
    registry.set_enabled_safety_policies(list(&["safety.a"])).unwrap();
    assert_eq!(text_of(&registry), "A");
    registry.set_enabled_safety_policies(list(&[])).unwrap();
    assert_eq!(text_of(&registry), "");
    registry.set_enabled_safety_policies(None).unwrap();
    assert_eq!(text_of(&registry), "A\n\nC");
}

#[test]
fn rule_4_an_unknown_policy_fails_before_anything_runs() {
    let registry = enabling(&["safety.a", "safety.x", "safety.y", "not an id"]);
    fill(&registry);
    registry.register_plugin(hooked("p", |_, _, _| panic!("a hook ran"))).unwrap();
    registry.register(vec![replace("x.y", "x"), written("a.b", Mode::Append, |_, _| panic!("a content ran"))]).unwrap();
    let recorder = Recorder::default();
    assert_eq!(refused(recorder.watch(&registry, Some(&State::default()))), refusal(Kind::UnknownSafetyPolicy, "safety.x"));
    assert!(recorder.take().is_empty());
    assert_eq!(refused(registry.fingerprint(&CONTEXT)), refusal(Kind::UnknownSafetyPolicy, "safety.x"));
    let prompt = registry.compose(&CONTEXT, None, false, &ComposeOptions::default());
    assert_eq!(refused(prompt), refusal(Kind::UnknownSafetyPolicy, "safety.x"));
}

#[test]
fn rule_4_an_id_on_the_list_may_be_registered_later_and_go_again() {
    let registry = enabling(&["safety.late"]);
    assert_eq!(refused(turn(&registry)).1, "safety.late");
    registry.register_safety_policy(disabled(policy("safety.late", "LATE"))).unwrap();
    assert_eq!(text_of(&registry), "LATE");
    registry.unregister_safety_policy("safety.late").unwrap();
    assert_eq!(refused(turn(&registry)), refusal(Kind::UnknownSafetyPolicy, "safety.late"));
    let unit = Plugin { name: "p".into(), safety_policies: vec![policy("safety.late", "P")], ..Plugin::default() };
    registry.register_plugin(unit).unwrap();
    assert_eq!(text_of(&registry), "P");
}

#[test]
fn rule_4_only_a_directly_registered_policy_is_removed_by_id() {
    let drops = Drops::default();
    let registry = registry();
    fill(&registry);
    registry.register_safety_policy(SafetyPolicy { attachment: Some(drops.attachment()), ..policy("safety.d", "D") }).unwrap();
    let unit = Plugin { name: "p".into(), safety_policies: vec![policy("safety.p", "P")], ..Plugin::default() };
    registry.register_plugin(unit).unwrap();
    for id in ["safety.p", "safety.x", "a.b"] {
        assert_eq!(refused(registry.unregister_safety_policy(id)), refusal(Kind::UnknownSafetyPolicy, id));
    }
    registry.unregister_safety_policy("safety.d").unwrap();
    assert_eq!((text_of(&registry), drops.count()), ("A\n\nC\n\nP".into(), 1));
    registry.register_safety_policy(policy("safety.d", "again")).unwrap();
    assert_eq!(text_of(&registry), "A\n\nC\n\nP\n\nagain");
}

#[test]
fn rule_4_the_accessors_list_what_is_available_and_what_is_active() {
    let registry = registry();
    fill(&registry);
    let listed = |active| {
        let records = registry.list_safety_policies(active).unwrap();
        (0..records.len()).map(|n| records.get(n).unwrap()).map(|record| format!("{} {}", record.id, record.enabled)).collect::<Vec<_>>()
    };
    assert_eq!(listed(false), ["safety.a true", "safety.b false", "safety.c true"]);
    assert_eq!(listed(true), ["safety.a true", "safety.c true"]);
    // The known enabled ones, also where an unknown one is on the list.
    registry.set_enabled_safety_policies(list(&["safety.x", "safety.b"])).unwrap();
    assert_eq!(listed(true), ["safety.b true"]);
    assert_eq!(listed(false), ["safety.a false", "safety.b true", "safety.c false"]);
}

#[test]
fn rule_4_a_policy_may_depend_on_the_context() {
    let registry = registry();
    let content = PolicyContent::Static(Box::new(|context, sink| sink.write(context.family)));
    registry.register_safety_policy(SafetyPolicy { content, ..policy("safety.a", "") }).unwrap();
    assert_eq!(text_of(&registry), "anthropic");
    assert_eq!(resolve_static(&registry).text(), "anthropic");
}

#[test]
fn report_17_18_19_no_road_loses_a_safety_text() {
    let registry = registry_of(vec![append("a.b", "body"), append("a.aware", "now").runtime()]);
    registry.register_safety_policy(policy("safety.a", "SAFE")).unwrap();
    // It cannot be replaced, not by a plugin and not by a hook.
    assert_eq!(refused(registry.register(vec![replace("safety.a", "")])).0, Kind::ReservedNamespace);
    let unit = Plugin { name: "p".into(), prompts: vec![replace("safety.a", "")], ..Plugin::default() };
    assert_eq!(refused(registry.register_plugin(unit)).0, Kind::ReservedNamespace);
    registry.register_plugin(hooked("q", |_, _, emitter| emitter.emit(replace("safety.a", "")))).unwrap();
    assert_eq!(refused(turn(&registry)).0, Kind::ReservedNamespace);
    registry.unregister_plugin("q").unwrap();
    // It is last in every context, with and without a state, and under every budget.
    for call_class in CallClass::ALL {
        for depth in [0, 1, 5] {
            let context = Context { call_class, runtime_role: Some("sub-agent"), ..CONTEXT };
            let state = State { turn_depth: depth, ..State::default() };
            for state in [None, Some(&state)] {
                for static_first in [false, true] {
                    let bundle = registry.resolve(&context, state, &ResolveOptions { static_first, probes: None }).unwrap();
                    assert!(bundle.text().ends_with("SAFE"));
                    for chars in [0, 1, 3, 4, 10, 100] {
                        for options in [budget(chars), strict(chars)] {
                            let prompt = registry.compose(&context, state, static_first, &options).unwrap();
                            assert!(prompt.text().ends_with("SAFE"), "{chars}");
                        }
                    }
                }
            }
        }
    }
}

/// Semantics 5.1 and 5.2, word for word.
fn computed(context: &Context<'_>, sections: &[(&str, &str)]) -> String {
    let field = |bytes: &mut Vec<u8>, field: Option<&str>| match field {
        None => bytes.push(0),
        Some(text) => {
            bytes.push(1);
            bytes.extend((text.len() as u64).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
    };
    let mut bytes = b"wattle.fingerprint.v1\0".to_vec();
    field(&mut bytes, Some(context.call_class.name()));
    field(&mut bytes, Some(context.family));
    field(&mut bytes, context.tenant_id);
    field(&mut bytes, context.runtime_role);
    bytes.extend((sections.len() as u64).to_le_bytes());
    for (id, text) in sections {
        field(&mut bytes, Some(id));
        field(&mut bytes, Some(text));
    }
    Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn rule_5_1_5_2_the_fingerprint_is_what_the_paragraph_says() {
    let registry = registry_of(vec![
        append("a.text", "é🚀\r\n"),
        prepend("a.top", "top"),
        written("a.family", Mode::Append, |context, sink| sink.write(context.family)),
        append("a.empty", ""),
        append("a.aware", "never").runtime(),
        replace("x.y", "missing"),
        append("a.openai", "scoped").scope(family("openai")),
    ]);
    registry.register_safety_policy(policy("safety.a", "safe")).unwrap();
    let contexts = [
        CONTEXT,
        Context { call_class: CallClass::Utility, family: "", tenant_id: Some(""), runtime_role: Some("") },
        Context { call_class: CallClass::Reasoning, family: "openai", tenant_id: Some("é"), runtime_role: None },
        Context { call_class: CallClass::Synthesize, family: "x", tenant_id: None, runtime_role: Some("lead") },
    ];
    for context in contexts {
        let mut sections = vec![("a.top", "top"), ("a.text", "é🚀\r\n"), ("a.family", context.family), ("x.y", "missing")];
        if context.family.is_empty() {
            sections.remove(2);
        }
        if context.family == "openai" {
            sections.push(("a.openai", "scoped"));
        }
        sections.push(("safety.a", "safe"));
        assert_eq!(hex(&registry, &context), computed(&context, &sections), "{context:?}");
    }
    assert_eq!(hex(&registry_of(vec![]), &CONTEXT), computed(&CONTEXT, &[]));
}

#[test]
fn rule_5_3_report_43_another_byte_id_order_or_context_is_another_fingerprint() {
    let of = |pairs: &[(&str, &str)]| hex(&registry_of(pairs.iter().map(|(id, text)| append(id, text)).collect()), &CONTEXT);
    let base = registry_of(vec![append("a.1", "one"), append("a.2", "two")]);
    let mut seen = vec![
        of(&[("a.1", "one"), ("a.2", "two")]),
        of(&[("a.1", "onE"), ("a.2", "two")]),
        of(&[("a.1", "one\n"), ("a.2", "two")]),
        of(&[("a.x", "one"), ("a.2", "two")]),
        of(&[("a.2", "two"), ("a.1", "one")]),
        of(&[("a.1", "one\n\ntwo")]),
        of(&[("a.1", "one")]),
    ];
    let contexts = [
        Context { call_class: CallClass::Utility, ..CONTEXT },
        Context { family: "openai", ..CONTEXT },
        Context { tenant_id: Some(""), ..CONTEXT },
        Context { tenant_id: Some("x"), ..CONTEXT },
        Context { runtime_role: Some(""), ..CONTEXT },
        Context { runtime_role: Some("x"), ..CONTEXT },
    ];
    seen.extend(contexts.iter().map(|context| hex(&base, context)));
    let count = seen.len();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), count);
}

#[test]
fn rule_5_3_report_43_runtime_aware_contributions_change_nothing() {
    let registry = registry_of(vec![append("a.1", "one")]);
    let before = hex(&registry, &CONTEXT);
    registry
        .register(vec![prepend("a.aware", "now").runtime(), replace("a.1", "other").runtime(), append("a.tool", "t").tools(&[])])
        .unwrap();
    registry.register_plugin(hooked("p", |_, _, emitter| emitter.emit(append("p.now", "now")))).unwrap();
    assert_eq!(hex(&registry, &CONTEXT), before);
    assert_eq!(text_of(&registry), "now\n\nother\n\nt\n\nnow");
}

#[test]
fn rule_5_3_it_may_fail_where_a_turn_does_not() {
    let registry = registry_of(vec![failing("a.b", Mode::Append), replace("a.b", "fine").runtime()]);
    assert_eq!(text_of(&registry), "fine");
    assert_eq!(refused(registry.fingerprint(&CONTEXT)), refusal(Kind::CallbackFailed, "a.b"));
}

#[test]
fn rule_5_safety_is_part_of_it_and_follows_the_enabled_list() {
    let registry = registry();
    fill(&registry);
    assert_eq!(hex(&registry, &CONTEXT), computed(&CONTEXT, &[("safety.a", "A"), ("safety.c", "C")]));
    registry.set_enabled_safety_policies(list(&["safety.b"])).unwrap();
    assert_eq!(hex(&registry, &CONTEXT), computed(&CONTEXT, &[("safety.b", "B")]));
}
