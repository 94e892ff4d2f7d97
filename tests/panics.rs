//! A panic in every export: the status is internal, or the value empty, nothing is printed, and the handle works afterwards.
//! `cargo test --features panic-injection --test panics`

#![cfg(feature = "panic-injection")]

#[path = "support/face.rs"]
mod face;

use std::collections::BTreeSet;
use std::ffi::c_void;
use std::process::Command;
use std::ptr::{null, null_mut};
use std::sync::{Mutex, PoisonError};

use face::*;
use wattle::ffi::*;

/// The injection is the process's: tests take turns.
static TURN: Mutex<()> = Mutex::new(());

fn armed<T>(run: impl FnOnce() -> T) -> T {
    inject_panics(true);
    let result = run();
    inject_panics(false);
    result
}

const OK: wattle_status = wattle_status::OK;
const INTERNAL: wattle_status = wattle_status::INTERNAL;

/// Everything that an export may be called with.
struct World {
    registry: *mut wattle_registry,
    bundle: *mut wattle_bundle,
    prompt: *mut wattle_prompt,
    diff: *mut wattle_diff,
    records: *mut wattle_records,
    error: *mut wattle_error,
}

impl World {
    fn new() -> World {
        let registry = registry_of(&[contribution("a.b", wattle_mode::APPEND, "text")]);
        let (bundle, prompt, diff, records, error) = (null_mut(), null_mut(), null_mut(), null_mut(), null_mut());
        let mut world = World { registry, bundle, prompt, diff, records, error };
        let options = compose_options(WATTLE_UNLIMITED);
        // SAFETY: all pointers are alive for the calls.
        unsafe {
            assert_eq!(wattle_registry_resolve(registry, &context(), null(), null(), &mut world.bundle, null_mut()), OK);
            assert_eq!(wattle_registry_compose(registry, &context(), null(), &options, &mut world.prompt, null_mut()), OK);
            assert_eq!(wattle_prompt_diff(world.prompt, world.prompt, &mut world.diff, null_mut()), OK);
            assert_eq!(wattle_registry_list(registry, wattle_origin(0), ABSENT, &mut world.records, null_mut()), OK);
            let bad = contribution("bad", wattle_mode::APPEND, "x");
            assert_eq!(wattle_registry_register(registry, &bad, 1, &mut world.error), wattle_status::UNNAMESPACED_ID);
        }
        world
    }

    /// The handles work, and the registry is what it was.
    fn check(&self, export: &str) {
        // SAFETY: the handles are alive.
        unsafe {
            assert_eq!(read(wattle_bundle_text(self.bundle)), "text", "{export}");
            assert_eq!(read(wattle_prompt_text(self.prompt)), "text", "{export}");
            assert!(read(wattle_prompt_event_json(self.prompt)).starts_with('{'), "{export}");
            assert!(read(wattle_prompt_table(self.prompt)).starts_with("total"), "{export}");
            assert!(read(wattle_diff_json(self.diff)).starts_with("{\"equal\":true"), "{export}");
            assert_eq!(wattle_records_len(self.records), 1, "{export}");
            assert_eq!(wattle_error_status(self.error), wattle_status::UNNAMESPACED_ID, "{export}");
            assert_eq!(read(wattle_error_subject(self.error)), "bad", "{export}");
        }
        assert_eq!(text_of(self.registry), "text", "{export}");
    }

    fn free(self) {
        // SAFETY: the handles are ours.
        unsafe {
            wattle_bundle_free(self.bundle);
            wattle_prompt_free(self.prompt);
            wattle_diff_free(self.diff);
            wattle_records_free(self.records);
            wattle_error_free(self.error);
            wattle_registry_free(self.registry);
        }
    }
}

/// What an export did while it panicked.
#[derive(PartialEq, Debug)]
enum Did {
    Internal,
    Empty,
    /// It gave something else.
    Other(String),
}

fn status(status: wattle_status) -> Did {
    if status == INTERNAL {
        Did::Internal
    } else {
        Did::Other(format!("{status:?}"))
    }
}

fn empty<T: PartialEq + std::fmt::Debug>(value: T, empty: T) -> Did {
    if value == empty {
        Did::Empty
    } else {
        Did::Other(format!("{value:?}"))
    }
}

/// An accessor's text while it panics: empty, or what a name of nothing is, and never NULL.
fn text(text: wattle_str) -> Did {
    if text.data.is_null() {
        return Did::Other("NULL".to_owned());
    }
    match read(text) {
        "" | "unknown" => Did::Empty,
        other => Did::Other(other.to_owned()),
    }
}

/// What each callback export did when a callback called it.
static IN_CALLBACK: Mutex<Vec<(&str, Did)>> = Mutex::new(Vec::new());

unsafe extern "C-unwind" fn content(_: *mut c_void, call: *mut wattle_call, _: *const wattle_context) -> wattle_status {
    // SAFETY: the call is under way.
    unsafe {
        let wrote = armed(|| wattle_call_write(call, str_of("lost")));
        IN_CALLBACK.lock().unwrap().push(("wattle_call_write", status(wrote)));
        let wrote = armed(|| wattle_call_write_line(call, str_of("lost")));
        IN_CALLBACK.lock().unwrap().push(("wattle_call_write_line", status(wrote)));
        wattle_call_write(call, str_of("written"))
    }
}

unsafe extern "C-unwind" fn hook(
    _: *mut c_void,
    call: *mut wattle_call,
    _: *const wattle_context,
    _: *const wattle_state,
) -> wattle_status {
    // SAFETY: the call is under way.
    unsafe {
        let lost = contribution("p.lost", wattle_mode::APPEND, "lost");
        let emitted = armed(|| wattle_call_emit(call, &lost, null_mut()));
        IN_CALLBACK.lock().unwrap().push(("wattle_call_emit", status(emitted)));
        wattle_call_emit(call, &contribution("p.kept", wattle_mode::APPEND, "kept"), null_mut())
    }
}

unsafe extern "C-unwind" fn failing(_: *mut c_void, call: *mut wattle_call, _: *const wattle_context) -> wattle_status {
    // SAFETY: the call is under way.
    unsafe {
        // Both always return this status; the message is lost.
        let says = |status| empty(status, wattle_status::CALLBACK_FAILED);
        let failed = armed(|| wattle_call_fail(call, str_of("lost")));
        let with = armed(|| wattle_call_fail_with(call, str_of("lost"), null(), null_mut(), None));
        IN_CALLBACK.lock().unwrap().extend([("wattle_call_fail", says(failed)), ("wattle_call_fail_with", says(with))]);
        wattle_call_fail(call, str_of("told"))
    }
}

/// Calls those of a callback, in callbacks.
fn callbacks() -> Vec<(&'static str, Did)> {
    let registry =
        registry_of(&[prefixed!(wattle_contribution { id: str_of("a.b"), mode: wattle_mode::APPEND, static_content: Some(content) })]);
    let unit = wattle_plugin { hook: Some(hook), ..plugin("p", &[]) };
    let bad = prefixed!(wattle_contribution { id: str_of("a.bad"), mode: wattle_mode::APPEND, static_content: Some(failing) });
    // SAFETY: all pointers are alive for the calls.
    unsafe {
        assert_eq!(wattle_registry_register_plugin(registry, &unit, null_mut()), OK);
        assert_eq!(text_of(registry), "written\n\nkept");
        assert_eq!(wattle_registry_register(registry, &bad, 1, null_mut()), OK);
        let (mut bundle, mut error) = (null_mut(), null_mut());
        let status = wattle_registry_resolve(registry, &context(), null(), null(), &mut bundle, &mut error);
        assert_eq!((status, bundle), (wattle_status::CALLBACK_FAILED, null_mut()));
        assert!(read(wattle_error_message(error)).ends_with("told"));
        wattle_error_free(error);
        wattle_registry_free(registry);
    }
    std::mem::take(&mut *IN_CALLBACK.lock().unwrap())
}

type Export = (&'static str, fn(&World) -> Did);

macro_rules! exports {
    (|$world:ident| $($name:ident($($argument:expr),*) is $check:expr;)*) => {
        &[$((stringify!($name), |$world| {
            let _ = $world;
            // SAFETY: all pointers are alive for the call, or NULL.
            #[allow(unused_unsafe)]
            let result = armed(|| unsafe { $name($($argument),*) });
            $check(result)
        })),*]
    };
}

/// Somewhere to store a result, which is not read again.
fn out<T>() -> *mut T {
    Box::leak(Box::new([0u64; 64])).as_mut_ptr().cast()
}

const NO_LIST: wattle_str_list = wattle_str_list { items: null(), len: 0 };

/// Each export of the header, callbacks' own aside.
const EXPORTS: &[Export] = exports! { |world|
    wattle_get_api(WATTLE_ABI_VERSION) is |table: *const wattle_api| empty(table.is_null(), true);
    wattle_status_name(OK) is text;
    wattle_error_new(wattle_status::FROZEN, ABSENT, ABSENT, null_mut()) is status;
    wattle_mode_name(wattle_mode::APPEND) is text;
    wattle_call_class_name(wattle_call_class::CONVERSE) is text;
    wattle_origin_name(wattle_origin::STATIC) is text;
    wattle_tier_name(wattle_tier::CORE) is text;
    wattle_verdict_name(wattle_verdict::INCLUDED) is text;
    wattle_change_name(wattle_change::MOVED) is text;
    wattle_error_status(world.error) is |value| empty(value, OK);
    wattle_error_message(world.error) is text;
    wattle_error_subject(world.error) is text;
    wattle_error_payload(world.error, null()) is |value| empty(value, null_mut());
    wattle_error_free(world.error) is |value| empty(value, ());
    wattle_registry_new(null(), out(), null_mut()) is status;
    wattle_registry_free(world.registry) is |value| empty(value, ());
    wattle_registry_register(world.registry, null(), 0, null_mut()) is status;
    wattle_registry_unregister(world.registry, wattle_origin::STATIC, str_of("a.b"), null_mut()) is status;
    wattle_registry_register_plugin(world.registry, null(), null_mut()) is status;
    wattle_registry_replace_plugin(world.registry, null(), null_mut()) is status;
    wattle_registry_unregister_plugin(world.registry, str_of("a.b"), null_mut()) is status;
    wattle_registry_register_safety_policy(world.registry, null(), null_mut()) is status;
    wattle_registry_unregister_safety_policy(world.registry, str_of("a.b"), null_mut()) is status;
    wattle_registry_set_enabled_safety_policies(world.registry, NO_LIST, null_mut()) is status;
    wattle_registry_list(world.registry, wattle_origin::STATIC, str_of("a.b"), out(), null_mut()) is status;
    wattle_registry_list_safety_policies(world.registry, 0, out(), null_mut()) is status;
    wattle_records_len(world.records) is |value| empty(value, 0);
    wattle_records_at(world.records, 0, out(), null_mut()) is status;
    wattle_records_free(world.records) is |value| empty(value, ());
    wattle_register_global(null(), NO_LIST, null_mut()) is status;
    wattle_unregister_global(wattle_origin::STATIC, str_of("a.b"), null_mut()) is status;
    wattle_registry_resolve(world.registry, &context(), null(), null(), out(), null_mut()) is status;
    wattle_registry_fingerprint(world.registry, &context(), out(), null_mut()) is status;
    wattle_bundle_text(world.bundle) is text;
    wattle_bundle_summary(world.bundle, out(), null_mut()) is status;
    wattle_bundle_section(world.bundle, 0, out(), null_mut()) is status;
    wattle_bundle_free(world.bundle) is |value| empty(value, ());
    wattle_compose(null(), 0, null(), out(), null_mut()) is status;
    wattle_compose_default_system_prompt(&context(), null(), out(), null_mut()) is status;
    wattle_registry_compose(world.registry, &context(), null(), null(), out(), null_mut()) is status;
    wattle_compose_into(null(), 0, null(), world.prompt, null_mut()) is status;
    wattle_registry_compose_into(world.registry, &context(), null(), null(), world.prompt, null_mut()) is status;
    wattle_effective_budget(null(), out(), null_mut()) is status;
    wattle_apply_budget_gate(null(), 0, null(), null_mut(), out(), null_mut()) is status;
    wattle_should_condense(1) is |value| empty(value, 0);
    wattle_skip_informational(2) is |value| empty(value, 0);
    wattle_would_fit(0, 0, 0) is |value| empty(value, 0);
    wattle_prompt_text(world.prompt) is text;
    wattle_prompt_summary(world.prompt, out(), null_mut()) is status;
    wattle_prompt_section(world.prompt, 0, out(), null_mut()) is status;
    wattle_prompt_event_json(world.prompt) is text;
    wattle_prompt_free(world.prompt) is |value| empty(value, ());
    wattle_check_id(str_of("a.b"), wattle_mode::APPEND, str_of("p"), null_mut()) is status;
    wattle_replace_core(str_of("core.a"), str_of("x"), out(), null_mut()) is status;
    wattle_registry_load_json(world.registry, str_of("{}"), null_mut()) is status;
    wattle_registry_json(world.registry, out(), null_mut()) is status;
    wattle_registry_fingerprint_json(world.registry, &context(), null(), out(), null_mut()) is status;
    wattle_bundle_json(world.bundle) is text;
    wattle_prompt_json(world.prompt) is text;
    wattle_bundle_table(world.bundle) is text;
    wattle_prompt_table(world.prompt) is text;
    wattle_prompt_restore(null(), null(), 0, out(), null_mut()) is status;
    wattle_bundle_diff(world.bundle, world.bundle, out(), null_mut()) is status;
    wattle_prompt_diff(world.prompt, world.prompt, out(), null_mut()) is status;
    wattle_diff_summary(world.diff, out(), null_mut()) is status;
    wattle_diff_at(world.diff, 0, out(), null_mut()) is status;
    wattle_diff_json(world.diff) is text;
    wattle_diff_free(world.diff) is |value| empty(value, ());
    wattle_text_view(null()) is text;
    wattle_text_free(null_mut()) is |value| empty(value, ());
    wattle_fragment_count(wattle_fragment_set::BASE) is |value| empty(value, 0);
    wattle_fragment_at(wattle_fragment_set::BASE, 0, out(), null_mut()) is status;
    wattle_registry_snapshot(world.registry, out(), null_mut()) is status;
    wattle_registry_emit_stream(world.registry, str_of("x"), null_mut()) is status;
    wattle_module_builder_new(out(), null_mut()) is status;
    wattle_module_builder_free(null_mut()) is |value| empty(value, ());
    wattle_module_builder_add(null_mut(), null(), null_mut()) is status;
    wattle_module_builder_add_builtins(null_mut(), null_mut()) is status;
    wattle_module_builder_add_builtin(null_mut(), str_of("identity"), wattle_maybe(0), null_mut()) is status;
    wattle_module_builder_remove(null_mut(), str_of("identity"), null_mut()) is status;
    wattle_module_builder_build(null(), null(), null(), out(), null_mut()) is status;
    wattle_module_builder_render(null(), null(), out(), null_mut()) is status;
    wattle_prompt_module_metadata(world.prompt, out(), null_mut()) is status;
    wattle_prompt_module_metadata_json(world.prompt) is text;
    wattle_prompt_tool_filter(world.prompt, out(), null_mut()) is status;
    wattle_filter_tools(null(), null(), 0, null_mut(), null_mut(), null_mut()) is status;
    wattle_render_loaded_tools(null(), out(), null_mut()) is status;
    wattle_render_detected_intents(null(), out(), null_mut()) is status;
    wattle_render_subagent_depth(null(), out(), null_mut()) is status;
    wattle_render_prior_turn_tool_calls(null(), out(), null_mut()) is status;
    wattle_loaded_tools_content(null_mut(), null_mut(), null(), null()) is status;
    wattle_detected_intents_content(null_mut(), null_mut(), null(), null()) is status;
    wattle_subagent_depth_content(null_mut(), null_mut(), null(), null()) is status;
    wattle_prior_turn_tool_calls_content(null_mut(), null_mut(), null(), null()) is status;
    wattle_render_async_jobs(null(), 0, out(), null_mut()) is status;
    wattle_renderings_len(null()) is |value| empty(value, 0);
    wattle_renderings_at(null(), 0, out(), null_mut()) is status;
    wattle_renderings_free(null_mut()) is |value| empty(value, ());
    wattle_match_mode_name(wattle_match_mode::GLOB) is text;
    wattle_render_recent_tool_errors(null(), 0, out(), null_mut()) is status;
    wattle_guidance_new(out(), null_mut()) is status;
    wattle_guidance_free(null_mut()) is |value| empty(value, ());
    wattle_guidance_add(null_mut(), null(), 0, null_mut()) is status;
    wattle_guidance_load_json(null_mut(), str_of("{}"), null_mut()) is status;
    wattle_guidance_len(null()) is |value| empty(value, 0);
    wattle_guidance_resolve(null(), str_of("t"), null(), 0, out(), null_mut()) is status;
    wattle_guidance_estimate_chars(null(), str_of("t"), null(), 0, out(), null_mut()) is status;
};

/// It gives a constant and runs nothing that could panic.
const CONSTANT: [&str; 1] = ["wattle_version"];

/// The exports that only a callback can call.
const OF_CALLBACKS: [&str; 5] =
    ["wattle_call_write", "wattle_call_write_line", "wattle_call_emit", "wattle_call_fail", "wattle_call_fail_with"];

#[test]
fn every_export_of_the_header_is_here() {
    let here: BTreeSet<&str> = EXPORTS.iter().map(|export| export.0).chain(CONSTANT).chain(OF_CALLBACKS).collect();
    // tests/header compares the table with the header.
    assert_eq!(here, FUNCTIONS.iter().copied().chain(["wattle_get_api"]).collect());
}

#[test]
fn report_48_every_export_catches_a_panic() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let world = World::new();
    for (name, export) in EXPORTS {
        let did = export(&world);
        assert!(matches!(did, Did::Internal | Did::Empty), "{name}: {did:?}");
        world.check(name);
    }
    let callbacks = callbacks();
    assert!(OF_CALLBACKS.iter().all(|wanted| callbacks.iter().any(|(name, _)| name == wanted)));
    for (name, did) in callbacks {
        assert!(matches!(did, Did::Internal | Did::Empty), "{name}: {did:?}");
    }
    world.free();
}

#[test]
fn report_48_out_parameters_stay_untouched() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let world = World::new();
    let mut bundle = std::ptr::without_provenance_mut(16);
    let mut registry = std::ptr::without_provenance_mut(16);
    let mut hex = [b'?'; 65];
    // SAFETY: all pointers are alive for the calls.
    unsafe {
        assert_eq!(armed(|| wattle_registry_resolve(world.registry, &context(), null(), null(), &mut bundle, null_mut())), INTERNAL);
        assert_eq!(armed(|| wattle_registry_new(null(), &mut registry, null_mut())), INTERNAL);
        let status = armed(|| wattle_registry_fingerprint(world.registry, &context(), hex.as_mut_ptr().cast(), null_mut()));
        assert_eq!(status, INTERNAL);
    }
    assert_eq!((bundle.addr(), registry.addr(), hex), (16, 16, [b'?'; 65]));
    world.free();
}

/// The exports again, in a process whose standard error is read.
#[test]
fn a_caught_panic_prints_nothing() {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "report_48_every_export_catches_a_panic", "--nocapture", "--test-threads=1"])
        .env("RUST_BACKTRACE", "0")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", output.status);
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
