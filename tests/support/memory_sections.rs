//! The reference sections, for memory_runs_out.rs: as texts, and as contents of a resolution.

use wattle::ffi::*;

use crate::face::*;
use crate::failing_memory::{Case, Trial};
use crate::memory_changes::{free, MANY};
use crate::memory_results::{resolves, result};

pub const CASES: &[Case] = &[
    ("render_loaded_tools", render_loaded_tools),
    ("render_detected_intents", render_detected_intents),
    ("render_async_jobs", render_async_jobs),
    ("resolve_loaded_tools", resolve_loaded_tools),
];

/// Many short texts, one long one, and breaks in all.
fn texts() -> Vec<wattle_str> {
    static LONG: [u8; 50 << 10] = [b'\n'; 50 << 10];
    let mut texts = vec![str_of("a\r\nb|c"); MANY];
    texts.push(wattle_str { data: LONG.as_ptr().cast(), len: LONG.len() });
    texts
}

fn renders(trial: &Trial, call: impl Fn(*mut *mut wattle_text, *mut *mut wattle_error) -> wattle_status) {
    let text = |text: *mut wattle_text| unsafe { read(wattle_text_view(text)).to_owned() };
    result(trial, &call, text, wattle_text_free);
}

fn render_loaded_tools(trial: &Trial) {
    let tools = texts();
    let state = prefixed!(wattle_state { loaded_tools: list_of(&tools) });
    renders(trial, |text, error| unsafe { wattle_render_loaded_tools(&state, text, error) });
}

fn render_detected_intents(trial: &Trial) {
    let intents = texts();
    let state = prefixed!(wattle_state { detected_intents: list_of(&intents) });
    renders(trial, |text, error| unsafe { wattle_render_detected_intents(&state, text, error) });
}

fn render_async_jobs(trial: &Trial) {
    let jobs: Vec<_> = texts().into_iter().map(|name| prefixed!(wattle_async_job { name: name, progress: 7, has_progress: 1 })).collect();
    renders(trial, |text, error| unsafe { wattle_render_async_jobs(jobs.as_ptr(), jobs.len(), text, error) });
}

fn resolve_loaded_tools(trial: &Trial) {
    let row =
        prefixed!(wattle_contribution { id: str_of("a.b"), mode: wattle_mode::APPEND, runtime_content: Some(wattle_loaded_tools_content) });
    let registry = registry_of(&[row]);
    let tools = texts();
    let state = prefixed!(wattle_state { loaded_tools: list_of(&tools) });
    resolves(trial, registry, &state, std::ptr::null());
    free(registry);
}
