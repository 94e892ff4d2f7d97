//! Every place where the library calls the host: what is registered or handed over there, and a call that comes by.

use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::Mutex;
use std::thread;

use wattle::ffi::*;

use crate::calls::CALLS;
use crate::face::*;
use crate::outs::*;
use crate::world::*;

/// One run: what the calls are made with, and what became of each.
pub struct Visit {
    pub world: World,
    /// Whether the host was called: from then on others work beside the calls.
    pub inside: AtomicBool,
    /// How many of those there are, and how many have begun.
    pub others: usize,
    pub begun: AtomicUsize,
    pub seen: Mutex<Vec<(&'static str, wattle_status)>>,
}

impl Visit {
    pub fn new(number: usize, others: usize) -> Visit {
        let (inside, begun, seen) = Default::default();
        Visit { world: World::new(number), inside, others, begun, seen }
    }

    fn data(&self) -> *mut c_void {
        std::ptr::from_ref(self).cast_mut().cast()
    }
}

/// Makes every call, the first time that a callback comes here: the calls run it again, and so do other threads.
unsafe fn visit(data: *mut c_void, call: *mut wattle_call) -> wattle_status {
    // SAFETY: the run keeps it alive.
    let visit = unsafe { &*data.cast::<Visit>() };
    if !visit.inside.swap(true, SeqCst) {
        while visit.begun.load(SeqCst) < visit.others {
            thread::yield_now();
        }
        for (name, make) in CALLS {
            let status = unread(|| make(&visit.world, call));
            visit.seen.lock().unwrap().push((name, status));
            thread::yield_now();
        }
    }
    OK
}

/// A callback that makes every call, and answers nothing.
macro_rules! visiting {
    ($($name:ident($($type:ty),*);)*) => {
        $(unsafe extern "C-unwind" fn $name(data: *mut c_void, call: *mut wattle_call $(, _: $type)*) -> wattle_status {
            // SAFETY: user_data is the run, and the call is under way.
            unsafe { visit(data, call) }
        })*
    };
}

visiting! {
    static_content(*const wattle_context);
    runtime_content(*const wattle_context, *const wattle_state);
    when(*const wattle_context, *const wattle_state, *mut u8);
    stream(wattle_str);
    empty(wattle_str, wattle_origin);
    missing(wattle_str);
    duplicate(*const wattle_str, usize);
    built(*const wattle_prompt);
    budget(u32, wattle_str, *mut u64);
    should_include(*const wattle_agent_context, *mut u8);
    rendering(*const wattle_agent_context);
    estimate(*const wattle_agent_context, *mut u64);
    clock(*mut u64);
}

unsafe extern "C-unwind" fn measure(data: *mut c_void, call: *mut wattle_call, text: wattle_str, length: *mut u64) -> wattle_status {
    // SAFETY: as above, and there is room for the answer.
    unsafe {
        *length = text.len as u64;
        visit(data, call)
    }
}

unsafe extern "C-unwind" fn dropping(data: *mut c_void) {
    // SAFETY: user_data is the run; there is no call.
    unsafe { visit(data, null_mut()) };
}

unsafe extern "C-unwind" fn emitting(
    data: *mut c_void,
    call: *mut wattle_call,
    _: *const wattle_context,
    _: *const wattle_state,
) -> wattle_status {
    let owning = wattle_contribution { user_data: data, drop: Some(dropping), ..contribution("act.owning", wattle_mode::APPEND, "x") };
    // SAFETY: the call is under way.
    unsafe { wattle_call_emit(call, &owning, null_mut()) }
}

/// Fails with a payload; not inside the payload's drop.
unsafe extern "C-unwind" fn failing(data: *mut c_void, call: *mut wattle_call, _: *const wattle_context) -> wattle_status {
    // SAFETY: user_data is the run, and the call is under way.
    unsafe {
        match (*data.cast::<Visit>()).inside.load(SeqCst) {
            true => OK,
            false => wattle_call_fail_with(call, str_of("failed"), null(), data, Some(dropping)),
        }
    }
}

/// Registers a contribution that is called or dropped, and resolves.
fn register(visit: &Visit, contribution: wattle_contribution) {
    let owned = wattle_contribution { user_data: visit.data(), ..contribution };
    // SAFETY: all pointers are alive for the call.
    assert_eq!(unsafe { wattle_registry_register(visit.world.registry, &owned, 1, null_mut()) }, OK);
}

fn resolves(visit: &Visit) {
    brief(resolve(visit.world.registry));
}

fn resolve_with(visit: &Visit, contribution: wattle_contribution) {
    register(visit, contribution);
    resolves(visit);
}

fn register_plugin(visit: &Visit, plugin: wattle_plugin) {
    let owned = wattle_plugin { user_data: visit.data(), ..plugin };
    // SAFETY: as above.
    assert_eq!(unsafe { wattle_registry_register_plugin(visit.world.registry, &owned, null_mut()) }, OK);
}

fn register_policy(visit: &Visit, policy: wattle_safety_policy) {
    let owned = wattle_safety_policy { user_data: visit.data(), ..policy };
    // SAFETY: as above.
    assert_eq!(unsafe { wattle_registry_register_safety_policy(visit.world.registry, &owned, null_mut()) }, OK);
}

fn resolve_probed(visit: &Visit, contributions: &[wattle_contribution], probes: wattle_probes) {
    let probes = wattle_probes { user_data: visit.data(), ..probes };
    let options = prefixed!(wattle_resolve_options { probes: &probes });
    let registry = visit.world.registry;
    // SAFETY: as above.
    unsafe {
        assert_eq!(wattle_registry_register(registry, contributions.as_ptr(), contributions.len(), null_mut()), OK);
        assert_eq!(wattle_registry_resolve(registry, &context(), null(), &options, out(), null_mut()), OK);
    }
}

fn compose_with(visit: &Visit, options: wattle_compose_options) {
    // SAFETY: as above.
    let status = unsafe { wattle_registry_compose(visit.world.registry, &context(), null(), &options, out(), null_mut()) };
    assert_eq!(status, OK);
}

fn add_module(visit: &Visit, module: wattle_module) {
    let owned = wattle_module { user_data: visit.data(), ..module };
    // SAFETY: as above.
    assert_eq!(unsafe { wattle_module_builder_add(visit.world.builder, &owned, null_mut()) }, OK);
}

/// Builds in a window that no optional module fits into, so that minimal renderings are tried.
fn build(visit: &Visit, options: &wattle_build_options) {
    let tight = prefixed!(wattle_agent_context { max_tokens: 4096 });
    // SAFETY: as above.
    assert_eq!(unsafe { wattle_module_builder_build(visit.world.builder, &tight, options, out(), null_mut()) }, OK);
}

fn build_with(visit: &Visit, module: wattle_module) {
    add_module(visit, module);
    build(visit, &prefixed!(wattle_build_options {}));
}

/// The type of a callback, where it is, and what has it called.
pub type Place = (&'static str, &'static str, fn(&Visit));

const APPEND: wattle_mode = wattle_mode::APPEND;
const REPLACE: wattle_mode = wattle_mode::REPLACE;

#[rustfmt::skip]
pub const PLACES: &[Place] = &[
    ("wattle_static_content_fn", "a contribution", |visit| {
        resolve_with(visit, prefixed!(wattle_contribution { id: str_of("a.b"), mode: APPEND, static_content: Some(static_content) }));
    }),
    ("wattle_static_content_fn", "a safety policy", |visit| {
        register_policy(visit, prefixed!(wattle_safety_policy { id: str_of("safety.a"), enabled_by_default: 1, static_content: Some(static_content) }));
        resolves(visit);
    }),
    ("wattle_runtime_content_fn", "a contribution", |visit| {
        resolve_with(visit, prefixed!(wattle_contribution { id: str_of("a.b"), mode: APPEND, runtime_content: Some(runtime_content) }));
    }),
    ("wattle_when_fn", "a contribution", |visit| {
        resolve_with(visit, wattle_contribution { when: Some(when), ..contribution("a.b", APPEND, "x") });
    }),
    ("wattle_hook_fn", "a plugin", |visit| {
        register_plugin(visit, wattle_plugin { hook: Some(runtime_content), ..plugin("act", &[]) });
        resolves(visit);
    }),
    ("wattle_stream_observer_fn", "a plugin", |visit| {
        register_plugin(visit, wattle_plugin { stream_observer: Some(stream), ..plugin("act", &[]) });
        // SAFETY: the registry is alive.
        assert_eq!(unsafe { wattle_registry_emit_stream(visit.world.registry, str_of("bytes"), null_mut()) }, OK);
    }),
    ("wattle_on_empty_content_fn", "resolving", |visit| {
        resolve_probed(visit, &[contribution("a.b", APPEND, "")], prefixed!(wattle_probes { on_empty_content: Some(empty) }));
    }),
    ("wattle_on_replace_target_missing_fn", "resolving", |visit| {
        resolve_probed(visit, &[contribution("a.b", REPLACE, "x")], prefixed!(wattle_probes { on_replace_target_missing: Some(missing) }));
    }),
    ("wattle_on_duplicate_replace_fn", "resolving", |visit| {
        let second = wattle_contribution { origin: wattle_origin::RUNTIME_AWARE, ..contribution("a.b", REPLACE, "y") };
        let replaces = [contribution("a.b", REPLACE, "x"), second];
        resolve_probed(visit, &replaces, prefixed!(wattle_probes { on_duplicate_replace: Some(duplicate) }));
    }),
    ("wattle_on_built_fn", "composing", |visit| {
        let probes = prefixed!(wattle_probes { user_data: visit.data(), on_built: Some(built) });
        compose_with(visit, wattle_compose_options { probes: &probes, ..compose_options(WATTLE_UNLIMITED) });
    }),
    ("wattle_on_built_fn", "building", |visit| {
        let probes = prefixed!(wattle_probes { user_data: visit.data(), on_built: Some(built) });
        build(visit, &prefixed!(wattle_build_options { probes: &probes }));
    }),
    ("wattle_resolve_budget_fn", "composing", |visit| {
        let options = compose_options(WATTLE_NOT_SET);
        compose_with(visit, wattle_compose_options { resolve_budget: Some(budget), resolve_budget_data: visit.data(), ..options });
    }),
    ("wattle_measure_fn", "composing", |visit| {
        let options = wattle_compose_options { measure_unit: str_of("tokens"), measure_data: visit.data(), ..compose_options(9) };
        compose_with(visit, wattle_compose_options { measure: Some(measure), ..options });
    }),
    ("wattle_should_include_fn", "a module", |visit| {
        build_with(visit, wattle_module { should_include: Some(should_include), ..module("m") });
    }),
    ("wattle_render_fn", "a module", |visit| build_with(visit, wattle_module { render: Some(rendering), ..module("m") })),
    ("wattle_render_fn", "a module's minimal rendering", |visit| {
        build_with(visit, wattle_module { render_minimal: Some(rendering), optional: 1, ..module("m") });
    }),
    ("wattle_estimate_fn", "a module", |visit| build_with(visit, wattle_module { estimate: Some(estimate), ..module("m") })),
    ("wattle_clock_fn", "building", |visit| {
        build(visit, &prefixed!(wattle_build_options { clock: Some(clock), clock_data: visit.data() }));
    }),
    ("wattle_drop_fn", "a contribution that is removed", |visit| {
        register(visit, wattle_contribution { drop: Some(dropping), ..contribution("a.b", APPEND, "x") });
        // SAFETY: the registry is alive.
        assert_eq!(unsafe { wattle_registry_unregister(visit.world.registry, wattle_origin::STATIC, str_of("a.b"), null_mut()) }, OK);
    }),
    ("wattle_drop_fn", "a contribution that is refused", |visit| {
        let bad = wattle_contribution { user_data: visit.data(), drop: Some(dropping), ..contribution("bad", APPEND, "x") };
        // SAFETY: all pointers are alive for the call.
        let status = unsafe { wattle_registry_register(visit.world.registry, &bad, 1, null_mut()) };
        assert_eq!(status, wattle_status::UNNAMESPACED_ID);
    }),
    ("wattle_drop_fn", "a contribution whose registry is freed", |visit| {
        let owned = wattle_contribution { user_data: visit.data(), drop: Some(dropping), ..contribution("a.b", APPEND, "x") };
        // SAFETY: the registry is ours.
        unsafe { wattle_registry_free(registry_of(&[owned])) };
    }),
    ("wattle_drop_fn", "a safety policy", |visit| {
        register_policy(visit, wattle_safety_policy { drop: Some(dropping), ..policy("safety.a", "x") });
        // SAFETY: the registry is alive.
        assert_eq!(unsafe { wattle_registry_unregister_safety_policy(visit.world.registry, str_of("safety.a"), null_mut()) }, OK);
    }),
    ("wattle_drop_fn", "a plugin that is replaced", |visit| {
        register_plugin(visit, wattle_plugin { drop: Some(dropping), ..plugin("p", &[]) });
        // SAFETY: all pointers are alive for the call.
        assert_eq!(unsafe { wattle_registry_replace_plugin(visit.world.registry, &plugin("p", &[]), null_mut()) }, OK);
    }),
    ("wattle_drop_fn", "a global", |visit| {
        let owned = wattle_contribution { user_data: visit.data(), drop: Some(dropping), ..contribution(&visit.world.dropping_global, APPEND, "x") };
        // SAFETY: all pointers are alive for the calls.
        unsafe {
            assert_eq!(wattle_register_global(&owned, everywhere(), null_mut()), OK);
            remove(|| wattle_unregister_global(wattle_origin::STATIC, owned.id, null_mut()));
        }
    }),
    ("wattle_drop_fn", "an emission", |visit| {
        register_plugin(visit, wattle_plugin { hook: Some(emitting), ..plugin("act", &[]) });
        resolves(visit);
    }),
    ("wattle_drop_fn", "a module", |visit| {
        add_module(visit, wattle_module { drop: Some(dropping), ..module("m") });
        // SAFETY: the builder is alive.
        assert_eq!(unsafe { wattle_module_builder_remove(visit.world.builder, str_of("m"), null_mut()) }, OK);
    }),
    ("wattle_drop_fn", "an error's payload", |visit| {
        register(visit, prefixed!(wattle_contribution { id: str_of("a.b"), mode: APPEND, static_content: Some(failing) }));
        let mut error = null_mut();
        // SAFETY: all pointers are alive for the calls.
        unsafe {
            let status = wattle_registry_resolve(visit.world.registry, &context(), null(), null(), out(), &mut error);
            assert_eq!(status, wattle_status::CALLBACK_FAILED);
            wattle_error_free(error);
        }
    }),
];
