//! Callbacks that call the library: what they may do, and that removals are refused in every kind of them.

mod support;

#[path = "support/face.rs"]
mod face;

use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use support::*;
use wattle::ffi::*;
use wattle::*;

/// Tries every removal, and notes where it was.
fn try_removals(registry: &Registry, place: &str, seen: &Mutex<Vec<String>>) {
    let expect = |result: Result<()>, subject: &str| assert_eq!(refused(result), refusal(Kind::ReEntrancy, subject), "{place}");
    expect(registry.unregister(Origin::Static, "a.b"), "a.b");
    expect(registry.unregister(Origin::RuntimeAware, "no.such"), "no.such");
    expect(registry.unregister_plugin("p"), "p");
    expect(registry.replace_plugin(plugin("p", vec![])), "p");
    expect(registry.unregister_safety_policy("safety.a"), "safety.a");
    expect(unregister_global(Origin::Static, "g.h"), "g.h");
    // Another registry is no way around it.
    expect(support::registry().unregister_plugin("q"), "q");
    seen.lock().unwrap().push(place.to_owned());
}

/// Probes that try removals.
struct Removing(Registry, Arc<Mutex<Vec<String>>>);

impl Removing {
    fn told(&self, place: &str) -> Result<()> {
        try_removals(&self.0, place, &self.1);
        Ok(())
    }
}

impl Probes for Removing {
    fn on_empty_content(&self, _: &str, _: Origin) -> Result<()> {
        self.told("empty")
    }

    fn on_replace_target_missing(&self, _: &str) -> Result<()> {
        self.told("missing")
    }

    fn on_duplicate_replace(&self, _: &[&str]) -> Result<()> {
        self.told("duplicate")
    }

    fn on_built(&self, _: &Prompt) -> Result<()> {
        self.told("built")
    }
}

#[test]
fn removals_are_refused_in_callbacks_of_every_kind() {
    let registry = registry();
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let trying = |place: &'static str| {
        let (registry, seen) = (registry.clone(), Arc::clone(&seen));
        move || try_removals(&registry, place, &seen)
    };
    let (fixed, now, when, hook, guard) = (trying("static"), trying("aware"), trying("predicate"), trying("hook"), trying("policy"));
    registry
        .register(vec![
            append("a.b", "x"),
            written("a.fixed", Mode::Append, move |_, _| {
                fixed();
                Ok(())
            }),
            aware("a.now", Mode::Append, move |_, _, sink| {
                now();
                sink.write("now")
            }),
            gated("a.gated", "gated", move |_, _| {
                when();
                Ok(true)
            }),
            replace("x.y", "1"),
            replace("x.y", "2").runtime(),
        ])
        .unwrap();
    registry
        .register_plugin(hooked("p", move |_, _, _| {
            hook();
            Ok(())
        }))
        .unwrap();
    let content = PolicyContent::Static(Box::new(move |_, sink| {
        guard();
        sink.write("safe")
    }));
    registry.register_safety_policy(SafetyPolicy { content, ..policy("safety.a", "") }).unwrap();
    let probes = Removing(registry.clone(), Arc::clone(&seen));
    let budget = trying("budget");
    let resolver = move |_: u32, _: Option<&str>| {
        budget();
        Ok(Budget::Unlimited)
    };
    let options = ComposeOptions { resolve_budget: Some(&resolver), probes: Some(&probes), ..ComposeOptions::default() };
    let prompt = registry.compose(&CONTEXT, Some(&State::default()), false, &options).unwrap();
    assert_eq!(prompt.text(), "x\n\n1\n\n2\n\nnow\n\ngated\n\nsafe");
    let places = ["hook", "static", "empty", "missing", "aware", "predicate", "duplicate", "policy", "budget", "built"];
    assert_eq!(*seen.lock().unwrap(), places);
    // Afterwards everything can be removed.
    registry.unregister_plugin("p").unwrap();
    registry.unregister_safety_policy("safety.a").unwrap();
}

#[test]
fn callbacks_register_resolve_compose_and_fingerprint() {
    let registry = registry();
    let inner = registry.clone();
    let rounds = AtomicUsize::new(0);
    registry
        .register(vec![
            append("a.base", "base"),
            aware("a.deep", Mode::Append, move |context, state, sink| {
                let round = rounds.fetch_add(1, SeqCst);
                if state.turn_depth > 4 {
                    return sink.write("bottom");
                }
                inner.register(vec![append(&format!("new.{round}"), "new")])?;
                inner.register_plugin(plugin(&format!("p{round}"), vec![]))?;
                inner.register_safety_policy(disabled(policy(&format!("safety.{round}"), "x")))?;
                inner.fingerprint(context)?;
                let deeper = State { turn_depth: state.turn_depth + 1, ..State::default() };
                let bundle = inner.resolve(context, Some(&deeper), &ResolveOptions::default())?;
                compose(&[support::candidate("a", Tier::Core, bundle.text())], &strict(1))?;
                sink.write(&format!("[{}]", bundle.text()))
            }),
        ])
        .unwrap();
    // Each inner call sees what its callers registered.
    let expected = "base\n\n[base\n\nnew\n\n[base\n\nnew\n\nnew\n\n[base\n\nnew\n\nnew\n\nnew\n\n[base\n\nnew\n\nnew\n\nnew\n\nnew\n\n[base\n\nnew\n\nnew\n\nnew\n\nnew\n\nnew\n\nbottom]]]]]";
    assert_eq!(text_of(&registry), expected);
}

#[test]
fn dropping_a_registry_in_a_callback_lets_the_call_finish() {
    let drops = Drops::default();
    let shelf: Arc<Mutex<Option<Registry>>> = Arc::default();
    let registry = registry();
    let (taken, seen) = (Arc::clone(&shelf), drops.clone());
    registry
        .register(vec![
            aware("a.1", Mode::Append, move |_, _, sink| {
                drop(taken.lock().unwrap().take());
                assert_eq!(seen.count(), 0, "a drop ran while its call was in flight");
                sink.write("1")
            })
            .attached(drops.attachment()),
            append("a.2", "2").attached(drops.attachment()),
        ])
        .unwrap();
    *shelf.lock().unwrap() = Some(registry.clone());
    let bundle = resolve(&registry);
    drop(registry);
    assert_eq!((bundle.text(), drops.count()), ("2\n\n1", 2));
}

/// What a C callback frees.
struct Freed {
    registry: *mut wattle_registry,
    drops: AtomicUsize,
    seen: AtomicUsize,
}

unsafe extern "C-unwind" fn free_and_write(
    user_data: *mut c_void,
    call: *mut wattle_call,
    _context: *const wattle_context,
    _state: *const wattle_state,
) -> wattle_status {
    // SAFETY: the test keeps it alive.
    unsafe {
        let freed = &*user_data.cast::<Freed>();
        wattle_registry_free(freed.registry);
        freed.seen.store(freed.drops.load(SeqCst), SeqCst);
        wattle_call_write(call, face::str_of("1"))
    }
}

unsafe extern "C-unwind" fn freed_drop(user_data: *mut c_void) {
    // SAFETY: the test keeps it alive.
    unsafe { &*user_data.cast::<Freed>() }.drops.fetch_add(1, SeqCst);
}

#[test]
fn a_c_callback_may_free_the_registry_of_its_call() {
    let mut freed = Freed { registry: face::registry_of(&[]), drops: AtomicUsize::new(0), seen: AtomicUsize::new(9) };
    let registry = freed.registry;
    let contribution = face::prefixed!(wattle_contribution {
        id: face::str_of("a.b"),
        mode: wattle_mode::APPEND,
        runtime_content: Some(free_and_write),
        user_data: (&raw mut freed).cast(),
        drop: Some(freed_drop),
    });
    let rest = [face::contribution("a.c", wattle_mode::APPEND, "2")];
    // SAFETY: all pointers are alive for the calls.
    unsafe {
        assert_eq!(wattle_registry_register(registry, &contribution, 1, std::ptr::null_mut()), wattle_status::OK);
        assert_eq!(wattle_registry_register(registry, rest.as_ptr(), 1, std::ptr::null_mut()), wattle_status::OK);
    }
    assert_eq!(face::text_of(registry), "2\n\n1");
    assert_eq!((freed.seen.load(SeqCst), freed.drops.load(SeqCst)), (0, 1), "the drop runs once, after the call");
}

/// A drop that calls the library: a registration is fine, a removal is refused.
unsafe extern "C-unwind" fn drop_that_calls(user_data: *mut c_void) {
    // SAFETY: the test keeps both alive.
    unsafe {
        let freed = &*user_data.cast::<Freed>();
        let new = face::contribution("a.from-drop", wattle_mode::APPEND, "from the drop");
        assert_eq!(wattle_registry_register(freed.registry, &new, 1, std::ptr::null_mut()), wattle_status::OK);
        let status = wattle_registry_unregister_plugin(freed.registry, face::str_of("p"), std::ptr::null_mut());
        assert_eq!(status, wattle_status::RE_ENTRANCY);
        freed.drops.fetch_add(1, SeqCst);
    }
}

#[test]
fn a_c_drop_may_register_and_not_remove() {
    let mut freed = Freed { registry: face::registry_of(&[]), drops: AtomicUsize::new(0), seen: AtomicUsize::new(0) };
    let registry = freed.registry;
    let contribution = wattle_contribution {
        user_data: (&raw mut freed).cast(),
        drop: Some(drop_that_calls),
        ..face::contribution("a.b", wattle_mode::APPEND, "x")
    };
    // SAFETY: all pointers are alive for the calls.
    unsafe {
        assert_eq!(wattle_registry_register(registry, &contribution, 1, std::ptr::null_mut()), wattle_status::OK);
        let status = wattle_registry_unregister(registry, wattle_origin::STATIC, face::str_of("a.b"), std::ptr::null_mut());
        assert_eq!(status, wattle_status::OK);
    }
    assert_eq!((face::text_of(registry).as_str(), freed.drops.load(SeqCst)), ("from the drop", 1));
    // SAFETY: the registry is ours.
    unsafe { wattle_registry_free(registry) };
}
