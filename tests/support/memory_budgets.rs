//! Measures, the gate, and prompts that are composed into, for memory_runs_out.rs: what fails leaves everything as it was.

use std::ffi::c_void;
use std::sync::atomic::AtomicUsize;

use wattle::ffi::*;

use crate::face::*;
use crate::failing_memory::{Case, Trial};
use crate::memory_changes::{free, ids, null, rows, MANY, OK};
use crate::memory_results::{candidates, prompt_text, result};

pub const CASES: &[Case] = &[
    ("compose_measured", compose_measured),
    ("apply_budget_gate", apply_budget_gate),
    ("compose_into", compose_into),
    ("registry_compose_into", registry_compose_into),
];

unsafe extern "C-unwind" fn bytes(_: *mut c_void, _: *mut wattle_call, text: wattle_str, length: *mut u64) -> wattle_status {
    unsafe { length.write(text.len as u64) };
    OK
}

/// A unit whose name is long enough to be an allocation that the input decides.
fn measured(unit: &str) -> wattle_compose_options {
    wattle_compose_options { measure: Some(bytes), measure_unit: str_of(unit), ..compose_options(5 * MANY as u64) }
}

fn compose_measured(trial: &Trial) {
    let (ids, unit) = (ids("a"), "u".repeat(20 << 10));
    let (candidates, options) = (candidates(&ids), measured(&unit));
    let call = |prompt, error| unsafe { wattle_compose(candidates.as_ptr(), MANY, &options, prompt, error) };
    result(trial, &call, prompt_text, wattle_prompt_free);
}

fn apply_budget_gate(trial: &Trial) {
    let (ids, unit) = (ids("a"), "u".repeat(20 << 10));
    let (candidates, options) = (candidates(&ids), measured(&unit));
    let untouched = prefixed!(wattle_outcome { chars: 77 });
    let (mut outcomes, mut summary) = (vec![untouched; MANY], prefixed!(wattle_summary { total_chars: 77 }));
    let (first, figures) = (outcomes.as_mut_ptr(), &raw mut summary);
    let call = |error| unsafe { wattle_apply_budget_gate(candidates.as_ptr(), MANY, &options, first, figures, error) };
    if trial.fails(OK, call) {
        let wrote = (0..MANY).any(|index| unsafe { (*first.add(index)).chars } != 77) || unsafe { (*figures).total_chars } != 77;
        assert!(!wrote, "verdicts were written on failure");
        assert_eq!(call(null()), OK, "with memory it succeeds");
    }
    assert!(outcomes.iter().all(|outcome| outcome.chars == 7 || outcome.chars == 1) && summary.total_chars > 77);
}

/// Composes into prompts that are smaller, so that more memory is needed, first into one buffer and then into the other.
fn into(trial: &Trial, call: impl Fn(*mut wattle_prompt, *mut *mut wattle_error) -> wattle_status) {
    let part = candidate("a.old", "old", wattle_tier::CORE);
    let mut prompt = null();
    unsafe { assert_eq!(wattle_compose(&part, 1, std::ptr::null(), &mut prompt, null()), OK) };
    let mut expected = None;
    for _ in 0..3 {
        let before = prompt_text(prompt);
        if trial.fails(OK, |error| call(prompt, error)) {
            assert_eq!(prompt_text(prompt), before, "a failure changed the prompt");
            assert_eq!(call(prompt, null()), OK, "with memory it succeeds");
        }
        let text = prompt_text(prompt);
        assert_eq!(*expected.get_or_insert_with(|| text.clone()), text);
    }
    unsafe { wattle_prompt_free(prompt) };
}

fn compose_into(trial: &Trial) {
    let (ids, unit) = (ids("a"), "u".repeat(20 << 10));
    let (candidates, options) = (candidates(&ids), measured(&unit));
    into(trial, |prompt, error| unsafe { wattle_compose_into(candidates.as_ptr(), MANY, &options, prompt, error) });
}

fn registry_compose_into(trial: &Trial) {
    let (drops, ids) = (AtomicUsize::new(0), ids("a"));
    let registry = registry_of(&rows(&ids, wattle_mode::APPEND, &drops));
    let options = compose_options(MANY as u64 / 2);
    into(trial, |prompt, error| unsafe { wattle_registry_compose_into(registry, &context(), std::ptr::null(), &options, prompt, error) });
    free(registry);
}
