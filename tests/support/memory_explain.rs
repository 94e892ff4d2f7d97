//! Tables and comparisons of results, and results made again, for memory_runs_out.rs.

use wattle::ffi::*;

use crate::face::*;
use crate::failing_memory::{Case, Trial};
use crate::memory_changes::{null, MANY, OK};
use crate::memory_results::{accessor, result, with_prompt};

pub const CASES: &[Case] = &[
    ("prompt_table", prompt_table),
    ("prompt_json", prompt_json),
    ("prompt_diff", prompt_diff),
    ("diff_json", diff_json),
    ("prompt_restore", prompt_restore),
];

fn prompt_table(trial: &Trial) {
    with_prompt(MANY as u64, |prompt| accessor(trial, "total ", || unsafe { wattle_prompt_table(prompt) }));
}

fn prompt_json(trial: &Trial) {
    with_prompt(MANY as u64, |prompt| accessor(trial, "{\"composed\":", || unsafe { wattle_prompt_json(prompt) }));
}

/// Two prompts of the same candidates, of which one has room for half as many.
fn with_two(run: impl FnOnce(*mut wattle_prompt, *mut wattle_prompt)) {
    with_prompt(4 * MANY as u64, |before| with_prompt(2 * MANY as u64, |after| run(before, after)));
}

fn prompt_diff(trial: &Trial) {
    with_two(|before, after| {
        let call = |diff, error| unsafe { wattle_prompt_diff(before, after, diff, error) };
        result(trial, &call, |diff| unsafe { read(wattle_diff_json(diff)).to_owned() }, wattle_diff_free);
    });
}

fn diff_json(trial: &Trial) {
    with_two(|before, after| {
        let mut diff = null();
        assert_eq!(unsafe { wattle_prompt_diff(before, after, &mut diff, null()) }, OK);
        accessor(trial, "{\"equal\":false,", || unsafe { wattle_diff_json(diff) });
        unsafe { wattle_diff_free(diff) };
    });
}

fn prompt_restore(trial: &Trial) {
    with_prompt(4 * MANY as u64, |prompt| {
        let mut summary = prefixed!(wattle_summary {});
        assert_eq!(unsafe { wattle_prompt_summary(prompt, &mut summary, null()) }, OK);
        let mut sections = vec![prefixed!(wattle_section {}); summary.sections];
        for (index, section) in sections.iter_mut().enumerate() {
            assert_eq!(unsafe { wattle_prompt_section(prompt, index, section, null()) }, OK);
        }
        let call = |again, error| unsafe { wattle_prompt_restore(&summary, sections.as_ptr(), sections.len(), again, error) };
        result(trial, &call, |again| unsafe { read(wattle_prompt_json(again)).to_owned() }, wattle_prompt_free);
    });
}
