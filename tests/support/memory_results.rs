//! Results of a registry, for memory_runs_out.rs: a call that runs out of memory stores nothing, and gives the right result later.

use std::ffi::c_void;
use std::sync::atomic::AtomicUsize;

use wattle::ffi::*;

use crate::face::*;
use crate::failing_memory::{untouched, Case, Trial};
use crate::memory_changes::{base, free, ids, null, rows, with_globals, with_registered, MANY, OK};

pub const CASES: &[Case] = &[
    ("list", list),
    ("list_safety_policies", list_safety_policies),
    ("resolve", resolve),
    ("resolve_many", resolve_many),
    ("resolve_with_globals", resolve_with_globals),
    ("resolve_large_state", resolve_large_state),
    ("resolve_hook", resolve_hook),
    ("resolve_hook_that_fails", resolve_hook_that_fails),
    ("resolve_duplicate_probe", resolve_duplicate_probe),
    ("resolve_failing_callback", resolve_failing_callback),
    ("resolve_failing_callback_bad_utf8", resolve_failing_callback_bad_utf8),
    ("fingerprint", fingerprint),
    ("compose", compose),
    ("registry_compose", registry_compose),
    ("event_json", event_json),
    ("event_json_of_a_probe", event_json_of_a_probe),
];

/// Callbacks run while memory runs out, and so allocate nothing large of their own.
static LARGE: [u8; 120 << 10] = [b'x'; 120 << 10];
static NOT_UTF8: [u8; 40 << 10] = [0xff; 40 << 10];

fn view(bytes: &'static [u8]) -> wattle_str {
    wattle_str { data: bytes.as_ptr().cast(), len: bytes.len() }
}

/// A callback that writes a lot, in pieces, and ignores what the writes return.
unsafe extern "C-unwind" fn write_much(_: *mut c_void, call: *mut wattle_call, _: *const wattle_context) -> wattle_status {
    for _ in 0..40 {
        unsafe { wattle_call_write(call, str_of("much é🚀 ".repeat(300).as_str())) };
    }
    OK
}

/// The same with the state, giving back what the writes return.
unsafe extern "C-unwind" fn write_now(
    _: *mut c_void,
    call: *mut wattle_call,
    _: *const wattle_context,
    state: *const wattle_state,
) -> wattle_status {
    assert_eq!(unsafe { (*state).turn_depth }, 0);
    unsafe { wattle_call_write(call, view(&LARGE)) }
}

fn much(id: &str, mode: wattle_mode) -> wattle_contribution {
    prefixed!(wattle_contribution { id: str_of(id), mode: mode, static_content: Some(write_much) })
}

fn now(id: &str, mode: wattle_mode) -> wattle_contribution {
    prefixed!(wattle_contribution { id: str_of(id), mode: mode, runtime_content: Some(write_now) })
}

pub type Call<'a, H> = dyn Fn(*mut *mut H, *mut *mut wattle_error) -> wattle_status + 'a;

/// A call that gives a handle: what it gives after a failure is what it gives without one.
pub fn result<H>(trial: &Trial, call: &Call<'_, H>, text: impl Fn(*mut H) -> String, free: unsafe extern "C" fn(*mut H)) {
    let mut handle = untouched();
    if trial.fails(OK, |error| call(&mut handle, error)) {
        assert_eq!(handle, untouched(), "a handle was stored on failure");
        assert_eq!(call(&mut handle, null()), OK, "with memory it succeeds");
    }
    let first = text(handle);
    // SAFETY: the handle is ours.
    unsafe { free(handle) };
    assert_eq!(call(&mut handle, null()), OK);
    assert_eq!(text(handle), first);
    // SAFETY: as above.
    unsafe { free(handle) };
}

fn bundle_text(bundle: *mut wattle_bundle) -> String {
    unsafe { read(wattle_bundle_text(bundle)).to_owned() }
}

pub fn prompt_text(prompt: *mut wattle_prompt) -> String {
    unsafe { read(wattle_prompt_text(prompt)).to_owned() + read(wattle_prompt_event_json(prompt)) }
}

pub fn resolves(trial: &Trial, registry: *const wattle_registry, state: *const wattle_state, options: *const wattle_resolve_options) {
    let call = |bundle, error| unsafe { wattle_registry_resolve(registry, &context(), state, options, bundle, error) };
    result(trial, &call, bundle_text, wattle_bundle_free);
}

fn resolve(trial: &Trial) {
    let registry = registry_of(&[
        much("a.1", wattle_mode::APPEND),
        now("a.2", wattle_mode::PREPEND),
        contribution("a.3", wattle_mode::APPEND, "x"),
        much("a.3", wattle_mode::REPLACE),
        now("a.3", wattle_mode::REPLACE),
    ]);
    let guard = prefixed!(wattle_safety_policy { id: str_of("safety.a"), static_content: Some(write_much), enabled_by_default: 1 });
    assert_eq!(unsafe { wattle_registry_register_safety_policy(registry, &guard, null()) }, OK);
    resolves(trial, registry, std::ptr::null(), std::ptr::null());
    free(registry);
}

fn resolve_many(trial: &Trial) {
    let drops = AtomicUsize::new(0);
    let (slots, missing) = (ids("a"), ids("b"));
    let registry = registry_of(&rows(&slots, wattle_mode::APPEND, &drops));
    for (ids, aware) in [(&slots, false), (&missing, false), (&slots, true)] {
        let mut rows = rows(ids, wattle_mode::REPLACE, &drops);
        rows.iter_mut().for_each(|row| row.origin = wattle_origin(if aware { 4 } else { 3 }));
        assert_eq!(unsafe { wattle_registry_register(registry, rows.as_ptr(), MANY, null()) }, OK);
    }
    let options = prefixed!(wattle_resolve_options { static_first: 1 });
    resolves(trial, registry, std::ptr::null(), &options);
    free(registry);
}

fn resolve_with_globals(trial: &Trial) {
    with_globals(&AtomicUsize::new(0), |registry| resolves(trial, registry, std::ptr::null(), std::ptr::null()));
}

fn resolve_large_state(trial: &Trial) {
    let registry = registry_of(&[now("a.2", wattle_mode::PREPEND)]);
    let tools = vec![str_of("tool"); MANY];
    let state = prefixed!(wattle_state { loaded_tools: list_of(&tools), detected_intents: list_of(&tools) });
    resolves(trial, registry, &state, std::ptr::null());
    free(registry);
}

unsafe extern "C-unwind" fn emit_many(
    _: *mut c_void,
    call: *mut wattle_call,
    _: *const wattle_context,
    _: *const wattle_state,
) -> wattle_status {
    for i in 0..MANY {
        let id = format!("p.{i}");
        let text = if i % 1000 == 0 { view(&LARGE) } else { str_of("emitted") };
        let emission = wattle_contribution { text, ..contribution(&id, wattle_mode::APPEND, "") };
        // A refusal fails the resolution, whatever the hook does afterwards.
        unsafe { wattle_call_emit(call, &emission, null()) };
    }
    OK
}

unsafe extern "C-unwind" fn fail_much(
    _: *mut c_void,
    call: *mut wattle_call,
    _: *const wattle_context,
    _: *const wattle_state,
) -> wattle_status {
    unsafe { wattle_call_fail(call, view(&LARGE)) }
}

fn with_hook(run_hook: wattle_hook_fn, run: impl FnOnce(*mut wattle_registry)) {
    let drops = AtomicUsize::new(0);
    let ids = ids("a");
    let mut rows = rows(&ids, wattle_mode::APPEND, &drops);
    rows.iter_mut().for_each(|row| row.origin = wattle_origin::RUNTIME_AWARE);
    let registry = registry_of(&rows);
    let unit = wattle_plugin { hook: run_hook, ..plugin("p", &[]) };
    assert_eq!(unsafe { wattle_registry_register_plugin(registry, &unit, null()) }, OK);
    run(registry);
    free(registry);
}

fn resolve_hook(trial: &Trial) {
    with_hook(Some(emit_many), |registry| resolves(trial, registry, std::ptr::null(), std::ptr::null()));
}

/// A resolution that fails anyway: memory that runs out on the way is what is told.
fn fails_anyway(trial: &Trial, registry: *const wattle_registry) {
    let mut bundle = untouched();
    trial.fails(wattle_status::CALLBACK_FAILED, |error| unsafe {
        wattle_registry_resolve(registry, &context(), std::ptr::null(), std::ptr::null(), &mut bundle, error)
    });
    assert_eq!(bundle, untouched());
}

fn resolve_hook_that_fails(trial: &Trial) {
    with_hook(Some(fail_much), |registry| fails_anyway(trial, registry));
}

fn resolve_duplicate_probe(trial: &Trial) {
    unsafe extern "C-unwind" fn told(_: *mut c_void, _: *mut wattle_call, _: *const wattle_str, n: usize) -> wattle_status {
        assert_eq!(n, MANY);
        OK
    }
    let drops = AtomicUsize::new(0);
    let ids = ids("a");
    let registry = registry_of(&rows(&ids, wattle_mode::REPLACE, &drops));
    let rows = rows(&ids, wattle_mode::REPLACE, &drops);
    assert_eq!(unsafe { wattle_registry_register_plugin(registry, &plugin("p", &rows), null()) }, OK);
    let probes = prefixed!(wattle_probes { on_duplicate_replace: Some(told) });
    let options = prefixed!(wattle_resolve_options { probes: &probes });
    resolves(trial, registry, std::ptr::null(), &options);
    free(registry);
}

fn resolve_failing_callback(trial: &Trial) {
    let row = prefixed!(wattle_contribution { id: str_of("a.b"), mode: wattle_mode::APPEND, runtime_content: Some(fail_much) });
    let registry = registry_of(&[row]);
    fails_anyway(trial, registry);
    free(registry);
}

fn resolve_failing_callback_bad_utf8(trial: &Trial) {
    unsafe extern "C-unwind" fn fail(_: *mut c_void, call: *mut wattle_call, _: *const wattle_context) -> wattle_status {
        unsafe { wattle_call_fail(call, view(&NOT_UTF8)) }
    }
    let row = prefixed!(wattle_contribution { id: str_of("a.b"), mode: wattle_mode::APPEND, static_content: Some(fail) });
    let registry = registry_of(&[row]);
    fails_anyway(trial, registry);
    free(registry);
}

fn fingerprint(trial: &Trial) {
    let registry = registry_of(&[much("a.1", wattle_mode::APPEND), contribution("a.2", wattle_mode::APPEND, "x")]);
    let family = "f".repeat(50 << 10);
    let context = wattle_context { family: str_of(&family), ..context() };
    let mut hex = [b'?'; 65];
    let call = |hex: &mut [u8; 65], error| unsafe { wattle_registry_fingerprint(registry, &context, hex.as_mut_ptr().cast(), error) };
    if trial.fails(OK, |error| call(&mut hex, error)) {
        assert_eq!(hex, [b'?'; 65], "the fingerprint was written on failure");
        assert_eq!(call(&mut hex, null()), OK);
    }
    let mut again = [0; 65];
    assert_eq!(call(&mut again, null()), OK);
    assert_eq!(hex, again);
    free(registry);
}

/// Many candidates, of which some are condensed and some are dropped.
pub fn candidates(ids: &[String]) -> Vec<wattle_candidate> {
    let tiers = [wattle_tier::CORE, wattle_tier::ACTIVE, wattle_tier::INFORMATIONAL];
    ids.iter().enumerate().map(|(i, id)| wattle_candidate { condensed: str_of("c"), ..candidate(id, "content", tiers[i % 3]) }).collect()
}

fn compose(trial: &Trial) {
    let ids = ids("a");
    let candidates = candidates(&ids);
    let options = compose_options(5 * MANY as u64);
    let call = |prompt, error| unsafe { wattle_compose(candidates.as_ptr(), MANY, &options, prompt, error) };
    result(trial, &call, prompt_text, wattle_prompt_free);
}

fn registry_compose(trial: &Trial) {
    let drops = AtomicUsize::new(0);
    let ids = ids("a");
    let mut rows = rows(&ids, wattle_mode::APPEND, &drops);
    rows.push(much("b.1", wattle_mode::APPEND));
    rows.push(now("b.2", wattle_mode::APPEND));
    let registry = registry_of(&rows);
    let options = compose_options(MANY as u64 / 2);
    let call = |prompt, error| unsafe { wattle_registry_compose(registry, &context(), std::ptr::null(), &options, prompt, error) };
    result(trial, &call, prompt_text, wattle_prompt_free);
    free(registry);
}

/// A prompt of many candidates.
pub fn with_prompt(budget: u64, run: impl FnOnce(*mut wattle_prompt)) {
    let ids = ids("a");
    let candidates = candidates(&ids);
    let mut prompt = null();
    assert_eq!(unsafe { wattle_compose(candidates.as_ptr(), MANY, &compose_options(budget), &mut prompt, null()) }, OK);
    run(prompt);
    unsafe { wattle_prompt_free(prompt) };
}

/// An accessor of a text that is made at the first call: without memory it gives nothing, and later the text.
pub fn accessor(trial: &Trial, begins: &str, text: impl Fn() -> wattle_str) {
    let first = trial.armed(|| read(text()).len());
    let again = read(text());
    assert_eq!(first, if trial.fired() { 0 } else { again.len() });
    assert!(again.starts_with(begins));
}

fn event_json(trial: &Trial) {
    with_prompt(MANY as u64, |prompt| accessor(trial, "{\"sections\":", || unsafe { wattle_prompt_event_json(prompt) }));
}

fn event_json_of_a_probe(trial: &Trial) {
    unsafe extern "C-unwind" fn built(user_data: *mut c_void, _: *mut wattle_call, prompt: *const wattle_prompt) -> wattle_status {
        let trial = unsafe { &*user_data.cast::<Trial>() };
        let first = trial.armed(|| unsafe { read(wattle_prompt_event_json(prompt)) }.len());
        assert_eq!(first == 0, trial.fired());
        OK
    }
    let ids = ids("a");
    let candidates = candidates(&ids);
    let probes = prefixed!(wattle_probes { user_data: std::ptr::from_ref(trial).cast_mut().cast(), on_built: Some(built) });
    let options = wattle_compose_options { probes: &probes, ..compose_options(MANY as u64) };
    let mut prompt = null();
    assert_eq!(unsafe { wattle_compose(candidates.as_ptr(), MANY, &options, &mut prompt, null()) }, OK);
    unsafe { wattle_prompt_free(prompt) };
}

type ListCall<'a> = &'a Call<'a, wattle_records>;

fn lists(trial: &Trial, call: ListCall<'_>) {
    let text = |records: *mut wattle_records| {
        let mut record = prefixed!(wattle_record {});
        let mut text = String::new();
        for index in 0..unsafe { wattle_records_len(records) } {
            assert_eq!(unsafe { wattle_records_at(records, index, &mut record, null()) }, OK);
            text += read(record.id);
        }
        assert!(text.len() > MANY);
        text
    };
    result(trial, call, text, wattle_records_free);
}

fn list(trial: &Trial) {
    with_registered(&AtomicUsize::new(0), |registry| {
        lists(trial, &|records, error| unsafe { wattle_registry_list(registry, wattle_origin(0), ABSENT, records, error) });
    });
    free(base());
}

fn list_safety_policies(trial: &Trial) {
    with_registered(&AtomicUsize::new(0), |registry| {
        lists(trial, &|records, error| unsafe { wattle_registry_list_safety_policies(registry, 0, records, error) });
    });
}
