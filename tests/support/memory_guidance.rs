//! Guidance, for memory_runs_out.rs: an addition that runs out of memory adds nothing, and a text that does is not stored.

use wattle::ffi::*;

use crate::face::*;
use crate::failing_memory::{Case, Trial};
use crate::memory_changes::{null, MANY, OK};
use crate::memory_results::result;

pub const CASES: &[Case] = &[
    ("guidance_add", guidance_add),
    ("guidance_resolve", guidance_resolve),
    ("guidance_estimate_chars", guidance_estimate_chars),
    ("guidance_snapshot_of_many", guidance_snapshot_of_many),
    ("render_recent_tool_errors", render_recent_tool_errors),
];

/// Runs something with guidance without entries.
fn with_guidance(run: impl FnOnce(*mut wattle_guidance)) {
    let mut guidance = null();
    assert_eq!(unsafe { wattle_guidance_new(&mut guidance, null()) }, OK);
    run(guidance);
    unsafe { wattle_guidance_free(guidance) };
}

fn entry(tool_name: &str, text: &str) -> wattle_guidance_entry {
    prefixed!(wattle_guidance_entry { tool_name: str_of(tool_name), mode: wattle_match_mode::PREFIX, text: str_of(text) })
}

/// Errors that are each shown on a long line.
fn tool_errors(text: &str) -> Vec<wattle_tool_error> {
    vec![prefixed!(wattle_tool_error { tool: str_of("t"), error: str_of(text), time_text: str_of("now") }); 5]
}

fn text(text: *mut wattle_text) -> String {
    unsafe { read(wattle_text_view(text)).to_owned() }
}

fn guidance_add(trial: &Trial) {
    let large = "é\n".repeat(5 << 10);
    let mut entries = vec![entry("t", "x"); MANY];
    entries.extend([entry(&large, &large), entry("t*", &large)]);
    with_guidance(|guidance| {
        let add = |error| unsafe { wattle_guidance_add(guidance, entries.as_ptr(), entries.len(), error) };
        if trial.fails(OK, add) {
            assert_eq!(unsafe { wattle_guidance_len(guidance) }, 0, "a refused addition added something");
            assert_eq!(add(null()), OK, "with memory it succeeds");
        }
        assert_eq!(unsafe { wattle_guidance_len(guidance) }, entries.len());
    });
}

fn guidance_resolve(trial: &Trial) {
    let large = "é\n".repeat(5 << 10);
    let (entries, errors) = (vec![entry("t", &large); 3], tool_errors(&large));
    with_guidance(|guidance| {
        assert_eq!(unsafe { wattle_guidance_add(guidance, entries.as_ptr(), entries.len(), null()) }, OK);
        let call = |text, error| unsafe { wattle_guidance_resolve(guidance, str_of("t"), errors.as_ptr(), errors.len(), text, error) };
        result(trial, &call, text, wattle_text_free);
    });
}

fn guidance_estimate_chars(trial: &Trial) {
    let large = "é\n".repeat(5 << 10);
    let (entries, errors) = (vec![entry("t", "x"); MANY], tool_errors(&large));
    with_guidance(|guidance| {
        assert_eq!(unsafe { wattle_guidance_add(guidance, entries.as_ptr(), entries.len(), null()) }, OK);
        let mut chars = 77;
        let call = |chars: &mut u64, error| unsafe {
            wattle_guidance_estimate_chars(guidance, str_of("t"), errors.as_ptr(), errors.len(), chars, error)
        };
        if trial.fails(OK, |error| call(&mut chars, error)) {
            assert_eq!(chars, 77, "the estimate was written on failure");
            assert_eq!(call(&mut chars, null()), OK);
        }
        assert!(chars > 5 * (10 << 10));
    });
}

/// Added one by one, so that what readers get is as long as the additions.
fn guidance_snapshot_of_many(trial: &Trial) {
    with_guidance(|guidance| {
        for _ in 0..MANY {
            assert_eq!(unsafe { wattle_guidance_add(guidance, &entry("other", "x"), 1, null()) }, OK);
        }
        let call = |text, error| unsafe { wattle_guidance_resolve(guidance, str_of("t"), null(), 0, text, error) };
        result(trial, &call, text, wattle_text_free);
    });
}

fn render_recent_tool_errors(trial: &Trial) {
    let large = "é\n".repeat(5 << 10);
    let errors = tool_errors(&large);
    let call = |text, error| unsafe { wattle_render_recent_tool_errors(errors.as_ptr(), errors.len(), text, error) };
    result(trial, &call, text, wattle_text_free);
}
