//! Semantics 1 and 10: what a contribution is made of, each field seen in the output, and determinism.

mod support;

use std::any::Any;
use std::collections::HashSet;

use support::*;
use wattle::*;

fn wide() -> Context<'static> {
    Context { call_class: CallClass::Reasoning, family: "openai", tenant_id: Some("acme"), runtime_role: Some("worker") }
}

#[test]
fn rule_1_1_content_is_a_text_a_static_function_a_runtime_function_or_a_gated_text() {
    let registry = registry_of(vec![
        append("a.text", "text"),
        written("a.static", Mode::Append, |context, sink| sink.write(context.family)),
        aware("a.runtime", Mode::Append, |_, state, sink| sink.write(&state.turn_depth.to_string())),
        gated("a.gated", "gated", |_, state| Ok(state.turn_depth == 7)),
    ]);
    let at = |turn_depth| {
        let state = State { turn_depth, ..State::default() };
        registry.resolve(&CONTEXT, Some(&state), &ResolveOptions::default()).unwrap().text().to_owned()
    };
    assert_eq!(at(7), "text\n\nanthropic\n\n7\n\ngated");
    assert_eq!(at(8), "text\n\nanthropic\n\n8");
}

#[test]
fn rule_1_1_a_function_may_write_in_pieces() {
    let registry = registry_of(vec![written("a.b", Mode::Append, |_, sink| "é🚀".bytes().try_for_each(|byte| sink.write_bytes(&[byte])))]);
    assert_eq!(text_of(&registry), "é🚀");
}

#[test]
fn rule_1_2_a_static_function_sees_every_field_of_the_context() {
    let registry = registry_of(vec![written("a.b", Mode::Append, |context, sink| sink.write(&format!("{context:?}")))]);
    assert_eq!(resolve_for(&registry, &wide()).text(), format!("{:?}", wide()));
    assert_eq!(resolve_for(&registry, &CONTEXT).text(), format!("{CONTEXT:?}"));
}

#[test]
fn rule_1_3_a_runtime_function_sees_every_field_of_the_state() {
    let registry = registry_of(vec![aware("a.b", Mode::Append, |_, state, sink| {
        let host = state.host.and_then(|host| host.downcast_ref::<u32>());
        sink.write(&format!(
            "{:?} {:?} {} {:?} {:?} {host:?}",
            state.loaded_tools, state.detected_intents, state.turn_depth, state.prior_turn_had_tool_calls, state.plugin_metadata
        ))
    })]);
    let metadata = "{ \"a\" :\t1 }";
    let host = 42u32;
    let state = State {
        loaded_tools: Some(&["t"]),
        detected_intents: Some(&[]),
        turn_depth: 3,
        prior_turn_had_tool_calls: Some(false),
        plugin_metadata: Some(metadata),
        host: Some(&host as &dyn Any),
    };
    let bundle = registry.resolve(&CONTEXT, Some(&state), &ResolveOptions::default()).unwrap();
    assert_eq!(bundle.text(), format!("Some([\"t\"]) Some([]) 3 Some(false) Some({metadata:?}) Some(42)"));
    assert_eq!(resolve(&registry).text(), "None None 0 None None None");
}

/// A scope of one field each, with a context that has it and one that has another value.
fn scopes() -> Vec<(Scope, Context<'static>, Context<'static>)> {
    vec![
        (
            Scope { call_class: Some(CallClass::Reasoning), ..Scope::default() },
            wide(),
            Context { call_class: CallClass::Utility, ..wide() },
        ),
        (family("openai"), wide(), Context { family: "openai-2", ..wide() }),
        (Scope { tenant_id: Some("acme".into()), ..Scope::default() }, wide(), Context { tenant_id: Some("other"), ..wide() }),
        (Scope { runtime_role: Some("worker".into()), ..Scope::default() }, wide(), Context { runtime_role: Some("lead"), ..wide() }),
    ]
}

#[test]
fn rule_1_4_every_field_present_must_equal() {
    let all = Scope {
        call_class: Some(CallClass::Reasoning),
        family: Some("openai".into()),
        tenant_id: Some("acme".into()),
        runtime_role: Some("worker".into()),
    };
    assert!(all.matches(&wide()) && Scope::default().matches(&wide()) && Scope::default().is_everything());
    for (scope, fits, differs) in scopes() {
        assert!(scope.matches(&fits) && !scope.matches(&differs), "{scope:?}");
        assert!(!all.matches(&differs), "{differs:?}");
        assert!(!scope.is_everything());
    }
}

#[test]
fn rule_1_4_a_field_absent_from_the_context_never_equals() {
    for wanted in ["", "x"] {
        assert!(!Scope { tenant_id: Some(wanted.into()), ..Scope::default() }.matches(&CONTEXT));
        assert!(!Scope { runtime_role: Some(wanted.into()), ..Scope::default() }.matches(&CONTEXT));
    }
    let empty = Context { tenant_id: Some(""), runtime_role: Some(""), ..CONTEXT };
    assert!(Scope { tenant_id: Some(String::new()), ..Scope::default() }.matches(&empty));
}

#[test]
fn report_15_each_mode_tier_and_scope_field_shows_in_the_bytes() {
    for mode in [Mode::Append, Mode::Prepend, Mode::Replace] {
        for tier in [Tier::Core, Tier::Active, Tier::Informational] {
            for (scope, fits, differs) in scopes() {
                let scoped = Contribution::text("a.scoped", mode, "SCOPED").unwrap().tier(tier).scope(scope.clone());
                let registry = registry_of(vec![append("a.base", "BASE"), scoped]);
                let place = format!("{mode:?} {tier:?} {scope:?}");
                let bundle = resolve_for(&registry, &fits);
                let expected = if mode == Mode::Prepend { "SCOPED\n\nBASE" } else { "BASE\n\nSCOPED" };
                assert_eq!(bundle.text(), expected, "{place}");
                let section = bundle.sections().find(|section| section.id == "a.scoped").unwrap();
                assert_eq!(section.tier, tier, "{place}");
                // A replace without a target stands as an append (3.3).
                assert_eq!(section.mode, Some(if mode == Mode::Replace { Mode::Append } else { mode }), "{place}");
                assert_eq!(resolve_for(&registry, &differs).text(), "BASE", "{place}");
                // The tier's effect: at budget 0 only core is kept.
                let prompt = registry.compose(&fits, Some(&State::default()), false, &budget(0)).unwrap();
                assert_eq!(prompt.text(), if tier == Tier::Core { "SCOPED" } else { "" }, "{place}");
            }
        }
    }
}

#[test]
fn rule_1_5_a_section_keeps_origin_and_plugin() {
    let registry = registry_of(vec![append("host.static", "1"), append("host.aware", "2").runtime()]);
    let unit = Plugin { runtime_prompts: vec![append("p.aware", "4")], ..plugin("p", vec![append("p.static", "3")]) };
    registry.register_plugin(unit).unwrap();
    let bundle = resolve(&registry);
    let seen: Vec<_> = bundle.sections().map(|section| (section.id, section.origin.unwrap(), section.plugin)).collect();
    assert_eq!(
        seen,
        [
            ("host.static", Origin::Static, None),
            ("p.static", Origin::Static, Some("p")),
            ("host.aware", Origin::RuntimeAware, None),
            ("p.aware", Origin::RuntimeAware, Some("p")),
        ]
    );
}

#[test]
fn rule_1_5_the_origin_is_derived_where_it_is_not_named() {
    let registry = registry_of(vec![
        append("a.text", "1"),
        aware("a.function", Mode::Append, |_, _, sink| sink.write("2")),
        gated("a.gated", "3", |_, _| Ok(true)),
        append("a.tools", "4").tools(&[]),
        append("a.named", "5").runtime(),
    ]);
    let origins: Vec<_> = resolve(&registry).sections().map(|section| section.origin.unwrap()).collect();
    assert_eq!(origins, [Origin::Static, Origin::RuntimeAware, Origin::RuntimeAware, Origin::RuntimeAware, Origin::RuntimeAware]);
}

#[test]
fn rule_1_5_a_removal_ranks_the_rest_anew() {
    let registry = registry_of(vec![append("a.1", "1"), append("a.2", "2"), append("a.3", "3")]);
    registry.unregister(Origin::Static, "a.1").unwrap();
    registry.register(vec![append("a.1", "1")]).unwrap();
    assert_eq!(text_of(&registry), "2\n\n3\n\n1");
}

#[test]
fn rule_1_5_the_registration_order_is_the_rank_among_all() {
    let registry = registry_of(vec![append("a.1", "1"), append("a.r", "2").runtime(), append("a.2", "3")]);
    let unit = Plugin { runtime_prompts: vec![append("p.r", "4")], ..plugin("p", vec![append("p.s", "5")]) };
    registry.register_plugin(Plugin { version: "1.0".into(), ..unit }).unwrap();
    registry.register(vec![append("a.3", "6")]).unwrap();
    let ranks = |origin, id| {
        let records = registry.list(origin, id).unwrap();
        let view = |n| records.get(n).map(|record| (record.registration_order, record.id.to_owned())).unwrap();
        (0..records.len()).map(view).map(|(rank, id)| format!("{rank} {id}")).collect::<Vec<_>>()
    };
    assert_eq!(ranks(None, None), ["0 a.1", "1 a.r", "2 a.2", "3 p.s", "4 p.r", "5 a.3"]);
    assert_eq!(ranks(Some(Origin::RuntimeAware), None), ["1 a.r", "4 p.r"]);
    assert_eq!(ranks(None, Some("a.2")), ["2 a.2"]);
    assert!(ranks(Some(Origin::CoreDefault), None).is_empty() && ranks(Some(Origin::RuntimeAware), Some("a.2")).is_empty());
    registry.unregister(Origin::Static, "a.1").unwrap();
    registry.replace_plugin(plugin("p", vec![append("p.x", "x"), append("p.y", "y"), append("p.z", "z")])).unwrap();
    assert_eq!(ranks(None, None), ["0 a.r", "1 a.2", "2 p.x", "3 p.y", "4 p.z", "5 a.3"]);
}

#[test]
fn report_20_prose_is_there_exactly_while_its_tools_are_loaded() {
    let registry = registry_of(vec![append("a.both", "BOTH").tools(&["read", "write"]), append("a.none", "NONE").tools(&[])]);
    assert_eq!(resolve_with_tools(&registry, &["write", "other", "read"]).text(), "BOTH\n\nNONE");
    for tools in [&[][..], &["read"], &["write"], &["read", "writ"], &["read", "write "], &["READ", "write"]] {
        assert_eq!(resolve_with_tools(&registry, tools).text(), "NONE", "{tools:?}");
    }
}

#[test]
fn rule_1_6_absent_tools_count_as_none_and_no_state_as_inactive() {
    let registry = registry_of(vec![append("a.one", "ONE").tools(&["t"]), append("a.none", "NONE").tools(&[])]);
    assert_eq!(text_of(&registry), "NONE");
    assert_eq!(resolve_static(&registry).text(), "");
}

#[test]
fn rule_1_6_required_tools_outside_runtime_aware_are_an_invalid_argument() {
    for tools in [&[][..], &["t"]] {
        let registry = registry();
        let refused = refused(registry.register(vec![append("a.b", "x").tools(tools).origin(Origin::Static)]));
        assert_eq!(refused, refusal(Kind::InvalidArgument, "a.b"));
    }
}

#[test]
fn report_22_a_family_is_equal_or_it_is_not() {
    let registry = registry_of(vec![append("a.any", "ANY"), append("a.gpt", "GPT").scope(family("gpt-4"))]);
    let at = |family| resolve_for(&registry, &Context { family, ..CONTEXT }).text().to_owned();
    assert_eq!(at("gpt-4"), "ANY\n\nGPT");
    for family in ["gpt-4o", "gpt-", "gpt", "xgpt-4", "GPT-4", "gpt-4 ", ""] {
        assert_eq!(at(family), "ANY", "{family:?}");
    }
}

#[test]
fn rule_1_text_is_never_changed() {
    let odd = " \r\n\tcafe\u{301} \u{feff}\0 🚀\r\n\n ";
    let registry = registry_of(vec![append("a.b", odd), append("a.c", "\n"), written("a.d", Mode::Append, move |_, sink| sink.write(odd))]);
    assert_eq!(text_of(&registry), format!("{odd}\n\n\n\n\n{odd}"));
    assert_eq!(resolve(&registry).section(0).unwrap().chars, units(odd));
}

#[test]
fn rule_1_chars_are_utf_16_units() {
    for (text, chars) in [("", 0), ("abc", 3), ("é", 1), ("漢", 1), ("🚀", 2), ("e\u{301}", 2), ("\r\n", 2)] {
        assert_eq!(Text::new(text).unwrap().chars(), chars, "{text:?}");
    }
}

/// Everything at once: many ids, replaces, plugins and hooks, so that a map's order would show.
fn crowded() -> Registry {
    let registry = registry();
    for i in 0..40 {
        let host = vec![append(&format!("host.{i}"), &format!("h{i}")), replace(&format!("gone.{i}"), &format!("g{i}"))];
        registry.register(host).unwrap();
        let prompts = vec![append(&format!("p{i}.x"), &format!("p{i}")), replace(&format!("host.{}", 39 - i), &format!("r{i}"))];
        let unit = Plugin { prompts, ..hooked(&format!("p{i}"), move |_, _, emitter| emitter.emit(append(&format!("p{i}.now"), "now"))) };
        registry.register_plugin(unit).unwrap();
        registry.register_safety_policy(policy(&format!("safety.{i}"), &format!("s{i}"))).unwrap();
    }
    registry
}

#[test]
fn rule_10_same_inputs_same_bytes_from_any_thread() {
    // Every map of every registry has hash seeds of its own.
    let make = || {
        let recorder = Recorder::default();
        let registry = crowded();
        let bundle = recorder.watch(&registry, Some(&State::default())).unwrap();
        let prompt = registry.compose(&CONTEXT, Some(&State::default()), true, &strict(120)).unwrap();
        let event = prompt.event_json().unwrap().to_owned();
        (bundle.text().to_owned(), prompt.text().to_owned(), event, hex(&registry, &CONTEXT), recorder.take())
    };
    let threads: Vec<_> = (0..4).map(|_| std::thread::spawn(move || (0..5).map(|_| make()).collect::<Vec<_>>())).collect();
    let seen: HashSet<_> = threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
    assert_eq!(seen.len(), 1);
}

#[test]
fn report_39_reconnecting_in_the_same_order_gives_the_same_sections() {
    let registry = crowded();
    let before = text_of(&registry);
    for i in 0..40 {
        let prompts = vec![append(&format!("p{i}.x"), &format!("p{i}")), replace(&format!("host.{}", 39 - i), &format!("r{i}"))];
        let unit = Plugin { prompts, ..hooked(&format!("p{i}"), move |_, _, emitter| emitter.emit(append(&format!("p{i}.now"), "now"))) };
        registry.replace_plugin(unit).unwrap();
    }
    assert_eq!(text_of(&registry), before);
}
