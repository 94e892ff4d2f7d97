//! Frozen snapshots (semantics 2): immune to later changes, refusing changes, holding on to what they can call.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use wattle::*;

const CONTEXT: Context<'static> = Context { call_class: CallClass::Converse, family: "anthropic", tenant_id: None, runtime_role: None };

fn text(id: &str, text: &str) -> Contribution {
    Contribution::text(id, Mode::Append, text).unwrap()
}

fn function(id: &str, says: &'static str) -> Contribution {
    Contribution::new(id, Mode::Append, Content::Static(Box::new(move |_, sink| sink.write(says)))).unwrap()
}

fn plugin(name: &str, prompts: Vec<Contribution>) -> Plugin {
    Plugin { name: name.into(), prompts, ..Plugin::default() }
}

fn says(registry: &Registry) -> String {
    registry.resolve(&CONTEXT, Some(&State::default()), &ResolveOptions::default()).unwrap().text().to_owned()
}

fn empty() -> Registry {
    Registry::new(RegistryOptions::empty()).unwrap()
}

#[test]
fn it_is_what_the_registry_was_whatever_becomes_of_that() {
    let registry = empty();
    registry.register(vec![text("host.a", "A")]).unwrap();
    let frozen = registry.freeze().unwrap();
    registry.register(vec![text("host.b", "B")]).unwrap();
    registry.unregister(Origin::Static, "host.a").unwrap();
    assert_eq!((says(&registry).as_str(), says(&frozen).as_str()), ("B", "A"));
    let fingerprint = frozen.fingerprint(&CONTEXT).unwrap();
    drop(registry);
    assert_eq!((says(&frozen).as_str(), frozen.fingerprint(&CONTEXT).unwrap()), ("A", fingerprint));
    assert_eq!(frozen.list(None, None).unwrap().get(0).unwrap().id, "host.a");
    let again = frozen.freeze().unwrap();
    drop(frozen);
    assert_eq!(says(&again), "A");
}

#[test]
fn changing_it_is_refused_with_what_was_to_be_changed() {
    let registry = empty();
    registry.register_plugin(plugin("p", vec![text("p.a", "A")])).unwrap();
    let frozen = registry.freeze().unwrap();
    let policy = SafetyPolicy {
        id: "safety.a".into(),
        content: PolicyContent::Text(Text::new("S").unwrap()),
        enabled_by_default: true,
        attachment: None,
    };
    for (refused, subject) in [
        (frozen.register(vec![text("host.a", "A")]), "host.a"),
        (frozen.unregister(Origin::Static, "host.a"), "host.a"),
        (frozen.register_plugin(plugin("q", vec![])), "q"),
        (frozen.replace_plugin(plugin("p", vec![])), "p"),
        (frozen.unregister_plugin("p"), "p"),
        (frozen.register_safety_policy(policy), "safety.a"),
        (frozen.unregister_safety_policy("safety.a"), "safety.a"),
        (frozen.set_enabled_safety_policies(None), "enabledSafetyPolicies"),
    ] {
        let error = refused.unwrap_err();
        assert_eq!((error.kind(), error.subject()), (Kind::Frozen, subject));
    }
    assert_eq!(says(&frozen), "A");
}

#[test]
fn while_it_can_call_something_removing_that_is_refused_and_nothing_changes() {
    let registry = empty();
    registry.register_plugin(plugin("p", vec![function("p.a", "A")])).unwrap();
    registry.register(vec![function("host.b", "B")]).unwrap();
    let frozen = registry.freeze().unwrap();
    for (refused, subject) in [
        (registry.unregister_plugin("p"), "p"),
        (registry.replace_plugin(plugin("p", vec![])), "p"),
        (registry.unregister(Origin::Static, "host.b"), "host.b"),
    ] {
        let error = refused.unwrap_err();
        assert_eq!((error.kind(), error.subject()), (Kind::PluginInUse, subject));
    }
    assert_eq!((says(&registry).as_str(), says(&frozen).as_str()), ("A\n\nB", "A\n\nB"));
    drop(frozen);
    registry.replace_plugin(plugin("p", vec![text("p.a", "new")])).unwrap();
    registry.unregister(Origin::Static, "host.b").unwrap();
    assert_eq!(says(&registry), "new");
}

#[test]
fn what_has_no_code_of_the_hosts_may_go_and_what_came_later_too() {
    let registry = empty();
    registry.register_plugin(plugin("texts", vec![text("texts.a", "A")])).unwrap();
    let frozen = registry.freeze().unwrap();
    registry.register_plugin(plugin("later", vec![function("later.a", "L")])).unwrap();
    registry.unregister_plugin("texts").unwrap();
    registry.unregister_plugin("later").unwrap();
    assert_eq!((says(&registry).as_str(), says(&frozen).as_str()), ("", "A"));
}

#[test]
fn hooks_and_attachments_hold_their_plugin_too() {
    let registry = empty();
    let hook: Box<Hook> = Box::new(|_, _, emitter| emitter.emit(text("p.h", "H")));
    registry.register_plugin(Plugin { hook: Some(hook), ..plugin("p", vec![]) }).unwrap();
    let kept = Contribution { attachment: Some(Box::new(())), ..text("q.a", "A") };
    registry.register_plugin(plugin("q", vec![kept])).unwrap();
    let frozen = registry.freeze().unwrap();
    for name in ["p", "q"] {
        assert_eq!(registry.unregister_plugin(name).unwrap_err().kind(), Kind::PluginInUse);
    }
    assert_eq!(says(&frozen), "A\n\nH");
    drop(frozen);
    registry.unregister_plugin("p").unwrap();
    registry.unregister_plugin("q").unwrap();
}

#[test]
fn it_holds_the_globals_of_its_time() {
    register_global(function("frozen-test.g", "G"), &["frozen-test"]).unwrap();
    let registry = Registry::new(RegistryOptions { runtime_id: "frozen-test".into(), ..RegistryOptions::empty() }).unwrap();
    let frozen = registry.freeze().unwrap();
    assert_eq!(unregister_global(Origin::Static, "frozen-test.g").unwrap_err().kind(), Kind::PluginInUse);
    register_global(text("frozen-test.h", "H"), &["frozen-test"]).unwrap();
    assert_eq!((says(&registry).as_str(), says(&frozen).as_str()), ("G\n\nH", "G"));
    unregister_global(Origin::Static, "frozen-test.h").unwrap();
    drop(frozen);
    // A snapshot that does not see it does not hold it.
    let stranger = empty().freeze().unwrap();
    unregister_global(Origin::Static, "frozen-test.g").unwrap();
    assert_eq!(says(&stranger), "");
}

#[test]
fn drops_run_when_the_last_of_registry_and_snapshots_goes() {
    static DROPPED: AtomicUsize = AtomicUsize::new(0);
    struct Counted;
    impl Drop for Counted {
        fn drop(&mut self) {
            DROPPED.fetch_add(1, Ordering::SeqCst);
        }
    }
    let registry = empty();
    registry.register(vec![Contribution { attachment: Some(Box::new(Counted)), ..text("host.a", "A") }]).unwrap();
    let snapshots: Vec<_> = (0..3).map(|_| registry.freeze().unwrap()).collect();
    drop(registry);
    assert_eq!(DROPPED.load(Ordering::SeqCst), 0);
    drop(snapshots);
    assert_eq!(DROPPED.load(Ordering::SeqCst), 1);
}

#[test]
fn static_functions_are_remembered_for_each_context_until_a_change() {
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let content = Content::Static(Box::new(move |context, sink| {
        counted.fetch_add(1, Ordering::SeqCst);
        sink.write(context.family)
    }));
    let registry = empty();
    registry.register(vec![Contribution::new("host.f", Mode::Append, content).unwrap()]).unwrap();
    let other = Context { family: "openai", ..CONTEXT };
    for _ in 0..3 {
        assert_eq!(says(&registry), "anthropic");
        registry.fingerprint(&CONTEXT).unwrap();
        assert_eq!(registry.compose(&CONTEXT, None, false, &ComposeOptions::default()).unwrap().text(), "anthropic");
    }
    assert_eq!(calls.load(Ordering::SeqCst), 1);
    assert_eq!(registry.resolve(&other, None, &ResolveOptions::default()).unwrap().text(), "openai");
    assert_eq!(calls.load(Ordering::SeqCst), 2);
    registry.register(vec![text("host.a", "A")]).unwrap();
    assert_eq!(says(&registry), "anthropic\n\nA");
    assert_eq!(calls.load(Ordering::SeqCst), 3);
}

#[test]
fn as_many_contexts_as_promised_are_remembered() {
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let content = Content::Static(Box::new(move |context, sink| {
        counted.fetch_add(1, Ordering::SeqCst);
        sink.write(context.tenant_id.unwrap_or_default())
    }));
    let registry = empty();
    registry.register(vec![Contribution::new("host.f", Mode::Append, content).unwrap()]).unwrap();
    for _ in 0..3 {
        for n in 0..REMEMBERED_CONTEXTS {
            let tenant = format!("tenant-{n}");
            let context = Context { tenant_id: Some(&tenant), ..CONTEXT };
            assert_eq!(registry.resolve(&context, None, &ResolveOptions::default()).unwrap().text(), tenant);
        }
    }
    assert_eq!(calls.load(Ordering::SeqCst), REMEMBERED_CONTEXTS);
}

#[test]
fn more_contexts_than_are_remembered_are_evaluated_and_right() {
    let content = Content::Static(Box::new(|context, sink| sink.write(context.family)));
    let registry = empty();
    registry.register(vec![Contribution::new("host.f", Mode::Append, content).unwrap()]).unwrap();
    for _ in 0..2 {
        for n in 0..3 * REMEMBERED_CONTEXTS {
            let family = format!("family-{n}");
            let context = Context { family: &family, ..CONTEXT };
            assert_eq!(registry.resolve(&context, None, &ResolveOptions::default()).unwrap().text(), family);
        }
    }
}

#[test]
fn what_is_remembered_as_empty_still_tells_the_probe() {
    struct Count(AtomicUsize);
    impl Probes for Count {
        fn on_empty_content(&self, id: &str, origin: Origin) -> Result<()> {
            assert_eq!((id, origin), ("host.e", Origin::Static));
            self.0.fetch_add(1, Ordering::SeqCst);
            Ok(())
        }
    }
    let registry = empty();
    registry.register(vec![function("host.e", "")]).unwrap();
    let count = Count(AtomicUsize::new(0));
    for _ in 0..3 {
        registry.resolve(&CONTEXT, None, &ResolveOptions { probes: Some(&count), ..ResolveOptions::default() }).unwrap();
    }
    assert_eq!(count.0.load(Ordering::SeqCst), 3);
}

#[test]
fn stream_observers_run_in_plugin_order_on_the_given_bytes() {
    let seen = Arc::new(std::sync::Mutex::new(Vec::new()));
    let registry = empty();
    for name in ["p", "q"] {
        let seen = Arc::clone(&seen);
        let observer: Box<StreamObserver> = Box::new(move |bytes| {
            seen.lock().unwrap().push((name, bytes.to_vec()));
            if bytes == b"bad" && name == "p" {
                Err(Error::from_callback(format_args!("no"), None))
            } else {
                Ok(())
            }
        });
        registry.register_plugin(Plugin { observer: Some(observer), ..plugin(name, vec![]) }).unwrap();
    }
    registry.emit_stream(b"\xff\0").unwrap();
    let error = registry.emit_stream(b"bad").unwrap_err();
    assert_eq!((error.kind(), error.subject()), (Kind::CallbackFailed, "p"));
    let seen = seen.lock().unwrap();
    assert_eq!(*seen, [("p", b"\xff\0".to_vec()), ("q", b"\xff\0".to_vec()), ("p", b"bad".to_vec())]);
}
