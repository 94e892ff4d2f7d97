//! Changes of a registry, for memory_runs_out.rs. Each case sets up, calls while memory runs out, checks that nothing changed if the call failed,
//! and calls again with memory.

use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use wattle::ffi::*;

use crate::face::*;
use crate::failing_memory::{untouched, Case, Trial};

pub const CASES: &[Case] = &[
    ("registry_new", registry_new),
    ("register_large_texts", register_large_texts),
    ("register_many", register_many),
    ("register_refused_id", register_refused_id),
    ("register_plugin", register_plugin),
    ("replace_plugin", replace_plugin),
    ("replace_plugin_refused", replace_plugin_refused),
    ("replace_plugin_refused_policy", replace_plugin_refused_policy),
    ("replace_plugin_refused_by_a_full_map", replace_plugin_refused_by_a_full_map),
    ("unregister_plugin", unregister_plugin),
    ("register_safety_policy", register_safety_policy),
    ("enable_policies", enable_policies),
    ("register_global", register_global),
    ("register_global_in_a_call", register_global_in_a_call),
    ("unregister_global", unregister_global),
];

pub const OK: wattle_status = wattle_status::OK;
pub const MANY: usize = 2000;
/// Fewer, as each removal copies the rest.
const GLOBALS: usize = 1100;
/// As many keys as a map of 8192 buckets holds: one more needs memory, and so may one that comes back.
const FULL: usize = 7168;

pub fn null<T>() -> *mut T {
    std::ptr::null_mut()
}

/// A registry with something in it, so that a change would show.
pub fn base() -> *mut wattle_registry {
    registry_of(&[contribution("base.1", wattle_mode::APPEND, "base"), contribution("base.2", wattle_mode::PREPEND, "top")])
}

pub fn free(registry: *mut wattle_registry) {
    // SAFETY: the registry is ours.
    unsafe { wattle_registry_free(registry) };
}

/// Many ids of one namespace.
pub fn ids(namespace: &str) -> Vec<String> {
    (0..MANY).map(|i| format!("{namespace}.{i}")).collect()
}

pub fn rows(ids: &[String], mode: wattle_mode, drops: &AtomicUsize) -> Vec<wattle_contribution> {
    ids.iter().map(|id| counted(id, mode, "x", drops)).collect()
}

/// A change of a registry: refused for memory it changes nothing, and drops what it took; again, it succeeds.
fn change(
    trial: &Trial,
    registry: *mut wattle_registry,
    taken: usize,
    drops: &AtomicUsize,
    call: impl Fn(*mut *mut wattle_error) -> wattle_status,
) {
    let before = (text_of(registry), drops.load(SeqCst));
    if trial.fails(OK, &call) {
        assert_eq!((text_of(registry), drops.load(SeqCst)), (before.0, before.1 + taken), "a refused change changed something");
        assert_eq!(call(null()), OK, "with memory it succeeds");
    }
}

fn registry_new(trial: &Trial) {
    let id = "r".repeat(100 << 10);
    let enabled = vec![str_of("safety.x"); MANY];
    let options = wattle_registry_options { runtime_id: str_of(&id), enabled_safety_policies: list_of(&enabled), ..unseeded() };
    let mut registry = untouched();
    // SAFETY: all pointers are alive for the calls.
    unsafe {
        if trial.fails(OK, |error| wattle_registry_new(&options, &mut registry, error)) {
            assert_eq!(registry, untouched());
            assert_eq!(wattle_registry_new(&options, &mut registry, null()), OK);
        }
    }
    free(registry);
}

fn register_large_texts(trial: &Trial) {
    let drops = AtomicUsize::new(0);
    let large = "é".repeat(100 << 10);
    let tools = vec![str_of(&large); 2].into_iter().chain(vec![str_of("tool"); MANY]).collect::<Vec<_>>();
    let mut rows = [counted("a.1", wattle_mode::APPEND, &large, &drops), counted("a.2", wattle_mode::REPLACE, &large, &drops)];
    rows[0].condensed = str_of(&large);
    rows[0].requires_tools = list_of(&tools);
    rows[1].scope.family = str_of(&large);
    rows[1].scope.tenant_id = str_of(&large);
    rows[1].scope.runtime_role = str_of(&large);
    let registry = base();
    change(trial, registry, 2, &drops, |error| unsafe { wattle_registry_register(registry, rows.as_ptr(), 2, error) });
    let before = drops.load(SeqCst);
    free(registry);
    assert_eq!(drops.load(SeqCst), before + 2);
}

fn register_many(trial: &Trial) {
    let drops = AtomicUsize::new(0);
    let ids = ids("a");
    let rows = rows(&ids, wattle_mode::APPEND, &drops);
    let registry = base();
    change(trial, registry, MANY, &drops, |error| unsafe { wattle_registry_register(registry, rows.as_ptr(), MANY, error) });
    assert_eq!(text_of(registry).len(), 9 + 3 * MANY);
    free(registry);
}

fn register_refused_id(trial: &Trial) {
    let id = "x".repeat(100 << 10);
    let row = contribution(&id, wattle_mode::APPEND, "x");
    let registry = base();
    trial.fails(wattle_status::UNNAMESPACED_ID, |error| unsafe { wattle_registry_register(registry, &row, 1, error) });
    assert_eq!(text_of(registry), "top\n\nbase");
    free(registry);
}

/// Runs something with a plugin of many rows of every kind; it has 3 × MANY + 1 drops.
pub fn with_plugin<T>(drops: &AtomicUsize, run: impl FnOnce(&mut wattle_plugin) -> T) -> T {
    let (statics, awares, policies) = (ids("p"), ids("p"), ids("safety"));
    let (statics, awares) = (rows(&statics, wattle_mode::APPEND, drops), rows(&awares, wattle_mode::PREPEND, drops));
    let user_data = std::ptr::from_ref(drops).cast_mut().cast();
    let policies: Vec<_> = policies.iter().map(|id| wattle_safety_policy { user_data, drop: Some(count), ..policy(id, "x") }).collect();
    let version = "1".repeat(50 << 10);
    let mut unit = wattle_plugin {
        version: str_of(&version),
        runtime_prompts: awares.as_ptr(),
        runtime_prompts_len: MANY,
        safety_policies: policies.as_ptr(),
        safety_policies_len: MANY,
        user_data,
        drop: Some(count),
        ..plugin("p", &statics)
    };
    run(&mut unit)
}

const PLUGIN_DROPS: usize = 3 * MANY + 1;

fn register_plugin(trial: &Trial) {
    let drops = AtomicUsize::new(0);
    let registry = base();
    with_plugin(&drops, |unit| {
        change(trial, registry, PLUGIN_DROPS, &drops, |error| unsafe { wattle_registry_register_plugin(registry, unit, error) });
    });
    let before = drops.load(SeqCst);
    free(registry);
    assert_eq!(drops.load(SeqCst), before + PLUGIN_DROPS);
}

/// A registry that has the plugin already.
pub fn with_registered(drops: &AtomicUsize, run: impl FnOnce(*mut wattle_registry)) {
    let registry = base();
    with_plugin(drops, |unit| assert_eq!(unsafe { wattle_registry_register_plugin(registry, unit, null()) }, OK));
    run(registry);
    free(registry);
}

fn replace_plugin(trial: &Trial) {
    let (old, new) = (AtomicUsize::new(0), AtomicUsize::new(0));
    with_registered(&old, |registry| {
        with_plugin(&new, |unit| {
            change(trial, registry, PLUGIN_DROPS, &new, |error| unsafe { wattle_registry_replace_plugin(registry, unit, error) });
        });
        assert_eq!(old.load(SeqCst), PLUGIN_DROPS);
    });
}

/// The old plugin is out of the way while the new one is checked; when that is refused, it must come back without memory.
fn replace_plugin_refused(trial: &Trial) {
    refused_replacement(trial, |unit, rows| {
        unit.prompts = rows.as_ptr();
        unit.prompts_len = rows.len();
    });
}

fn replace_plugin_refused_policy(trial: &Trial) {
    let taken = [policy("safety.0", "x"), policy("safety.0", "x")];
    refused_replacement(trial, |unit, _| {
        unit.safety_policies = taken.as_ptr();
        unit.safety_policies_len = 2;
    });
}

fn refused_replacement(trial: &Trial, spoil: impl Fn(&mut wattle_plugin, &[wattle_contribution])) {
    let drops = AtomicUsize::new(0);
    let ids = ids("p");
    let mut twice: Vec<_> = ids.iter().map(|id| contribution(id, wattle_mode::APPEND, "x")).collect();
    twice.push(contribution("p.0", wattle_mode::APPEND, "x"));
    with_registered(&drops, |registry| {
        let before = text_of(registry);
        with_plugin(&AtomicUsize::new(0), |unit| {
            spoil(unit, &twice);
            trial.fails(wattle_status::DUPLICATE_CONTRIBUTION_ID, |error| unsafe { wattle_registry_replace_plugin(registry, unit, error) });
        });
        assert_eq!((text_of(registry), drops.load(SeqCst)), (before, 0));
        let taken = contribution("p.1", wattle_mode::APPEND, "x");
        assert_ne!(unsafe { wattle_registry_register(registry, &taken, 1, null()) }, OK, "an old key was lost");
    });
    assert_eq!(drops.load(SeqCst), PLUGIN_DROPS);
}

fn replace_plugin_refused_by_a_full_map(trial: &Trial) {
    let drops = AtomicUsize::new(0);
    let ids: Vec<_> = (2..FULL).map(|i| format!("p.{i}")).collect();
    let registry = base();
    let old = rows(&ids, wattle_mode::APPEND, &drops);
    assert_eq!(unsafe { wattle_registry_register_plugin(registry, &plugin("p", &old), null()) }, OK);
    let before = text_of(registry);
    let twice = [contribution("p.new", wattle_mode::APPEND, "x"), contribution("p.new", wattle_mode::APPEND, "x")];
    let unit = plugin("p", &twice);
    trial.fails(wattle_status::DUPLICATE_CONTRIBUTION_ID, |error| unsafe { wattle_registry_replace_plugin(registry, &unit, error) });
    assert_eq!((text_of(registry), drops.load(SeqCst)), (before, 0));
    free(registry);
}

fn unregister_plugin(trial: &Trial) {
    let drops = AtomicUsize::new(0);
    with_registered(&drops, |registry| {
        change(trial, registry, 0, &drops, |error| unsafe { wattle_registry_unregister_plugin(registry, str_of("p"), error) });
        assert_eq!((text_of(registry).as_str(), drops.load(SeqCst)), ("top\n\nbase", PLUGIN_DROPS));
    });
}

fn register_safety_policy(trial: &Trial) {
    let drops = AtomicUsize::new(0);
    let large = "x".repeat(100 << 10);
    let user_data = (&raw const drops).cast_mut().cast();
    let large = wattle_safety_policy { user_data, drop: Some(count), ..policy("safety.a", &large) };
    let registry = base();
    change(trial, registry, 1, &drops, |error| unsafe { wattle_registry_register_safety_policy(registry, &large, error) });
    free(registry);
}

fn enable_policies(trial: &Trial) {
    let drops = AtomicUsize::new(0);
    with_registered(&drops, |registry| {
        let ids = ids("safety");
        let ids: Vec<_> = ids.iter().map(|id| str_of(id)).collect();
        assert_eq!(unsafe { wattle_registry_set_enabled_safety_policies(registry, list_of(&ids[..1]), null()) }, OK);
        change(trial, registry, 0, &drops, |error| unsafe { wattle_registry_set_enabled_safety_policies(registry, list_of(&ids), error) });
    });
}

fn register_global(trial: &Trial) {
    let drops = AtomicUsize::new(0);
    let large = "x".repeat(100 << 10);
    let global = counted("g.a", wattle_mode::APPEND, &large, &drops);
    let targets = vec![str_of("*"); MANY].into_iter().chain([str_of("one")]).collect::<Vec<_>>();
    let listed = vec![str_of("one"); MANY];
    let registry = base();
    change(trial, registry, 1, &drops, |error| unsafe { wattle_register_global(&global, list_of(&targets), error) });
    let other = contribution("g.b", wattle_mode::APPEND, "x");
    change(trial, registry, 0, &drops, |error| unsafe { wattle_register_global(&other, list_of(&listed), error) });
    for id in ["g.a", "g.b"] {
        assert_eq!(unsafe { wattle_unregister_global(wattle_origin::STATIC, str_of(id), null()) }, OK);
    }
    free(registry);
}

/// Runs something while there are many globals.
pub fn with_globals(drops: &AtomicUsize, run: impl FnOnce(*mut wattle_registry)) {
    let ids: Vec<_> = (0..GLOBALS).map(|i| format!("g.{i}")).collect();
    let every = [str_of("*")];
    for (i, id) in ids.iter().enumerate() {
        let mut global = counted(id, wattle_mode::APPEND, "x", drops);
        global.origin = if i % 2 == 0 { wattle_origin::STATIC } else { wattle_origin::RUNTIME_AWARE };
        assert_eq!(unsafe { wattle_register_global(&global, list_of(&every), null()) }, OK);
    }
    let registry = base();
    run(registry);
    free(registry);
    for (i, id) in ids.iter().enumerate() {
        let origin = if i % 2 == 0 { wattle_origin::STATIC } else { wattle_origin::RUNTIME_AWARE };
        unsafe { wattle_unregister_global(origin, str_of(id), null()) };
    }
}

/// Registers a global while a call holds the globals, so that they are copied.
fn register_global_in_a_call(trial: &Trial) {
    unsafe extern "C-unwind" fn register(user_data: *mut c_void, _: *mut wattle_call, _: *const wattle_context) -> wattle_status {
        let trial = unsafe { &*user_data.cast::<Trial>() };
        let (global, every) = (contribution("g.new", wattle_mode::APPEND, "new"), [str_of("*")]);
        trial.fails(OK, |error| unsafe { wattle_register_global(&global, list_of(&every), error) });
        OK
    }
    let drops = AtomicUsize::new(0);
    with_globals(&drops, |registry| {
        let user_data = std::ptr::from_ref(trial).cast_mut().cast();
        let row = prefixed!(wattle_contribution {
            id: str_of("a.b"),
            mode: wattle_mode::APPEND,
            static_content: Some(register),
            user_data: user_data,
        });
        assert_eq!(unsafe { wattle_registry_register(registry, &row, 1, null()) }, OK);
        text_of(registry);
        assert_eq!(unsafe { wattle_registry_unregister(registry, wattle_origin::STATIC, str_of("a.b"), null()) }, OK);
        assert_eq!(text_of(registry).contains("new"), !trial.fired());
        unsafe { wattle_unregister_global(wattle_origin::STATIC, str_of("g.new"), null()) };
        assert_eq!(drops.load(SeqCst), 0);
    });
    assert_eq!(drops.load(SeqCst), GLOBALS);
}

fn unregister_global(trial: &Trial) {
    let drops = AtomicUsize::new(0);
    with_globals(&drops, |registry| {
        change(trial, registry, 0, &drops, |error| unsafe { wattle_unregister_global(wattle_origin::STATIC, str_of("g.0"), error) });
        assert_eq!(drops.load(SeqCst), 1);
    });
}
