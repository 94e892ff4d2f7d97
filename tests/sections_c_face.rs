//! The reference sections through the C face: they say what the core says, whatever texts are handed in.

#[path = "support/face.rs"]
mod face;

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use face::*;
use proptest::prelude::*;
use wattle::ffi::*;
use wattle::{render_async_jobs, AsyncJob, State, StateSection};

type Render = unsafe extern "C" fn(*const wattle_state, *mut *mut wattle_text, *mut *mut wattle_error) -> wattle_status;

/// What the C face calls each section: its renderer and its content.
fn face_of(section: StateSection) -> (Render, wattle_runtime_content_fn) {
    match section {
        StateSection::LoadedTools => (wattle_render_loaded_tools, Some(wattle_loaded_tools_content)),
        StateSection::DetectedIntents => (wattle_render_detected_intents, Some(wattle_detected_intents_content)),
        StateSection::SubagentDepth => (wattle_render_subagent_depth, Some(wattle_subagent_depth_content)),
        StateSection::PriorTurnToolCalls => (wattle_render_prior_turn_tool_calls, Some(wattle_prior_turn_tool_calls_content)),
    }
}

/// What a call stores, which succeeds.
fn text_of_call(call: impl FnOnce(*mut *mut wattle_text, *mut *mut wattle_error) -> wattle_status) -> String {
    let (mut text, mut error) = (null_mut(), null_mut());
    let status = call(&mut text, &mut error);
    // SAFETY: the call has stored a text, or an error.
    unsafe {
        assert_eq!((status, error), (wattle_status::OK, null_mut()), "{}", read(wattle_error_message(error)));
        let view = wattle_text_view(text);
        assert_eq!(*view.data.add(view.len), 0);
        let shown = read(view).to_owned();
        wattle_text_free(text);
        shown
    }
}

fn rendered(section: StateSection, state: *const wattle_state) -> String {
    // SAFETY: the state is NULL or alive for the call.
    text_of_call(|text, error| unsafe { face_of(section).0(state, text, error) })
}

fn row(id: &str, section: StateSection) -> wattle_contribution {
    prefixed!(wattle_contribution { id: str_of(id), mode: wattle_mode::APPEND, runtime_content: face_of(section).1 })
}

/// What a registry resolves to for a turn.
fn resolved(registry: *const wattle_registry, state: &wattle_state) -> String {
    let mut bundle = null_mut();
    // SAFETY: all pointers are alive for the calls.
    unsafe {
        assert_eq!(wattle_registry_resolve(registry, &context(), state, null(), &mut bundle, null_mut()), wattle_status::OK);
        let text = read(wattle_bundle_text(bundle)).to_owned();
        wattle_bundle_free(bundle);
        text
    }
}

fn views(texts: &[String]) -> Vec<wattle_str> {
    texts.iter().map(|text| str_of(text)).collect()
}

fn any_texts() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(any::<String>(), 0..6)
}

proptest! {
    #[test]
    fn the_face_says_what_the_core_says(tools in any_texts(), intents in any_texts(), depth in 0u32..3, prior in 0u32..3) {
        let (tool_views, intent_views) = (views(&tools), views(&intents));
        let given = prefixed!(wattle_state {
            loaded_tools: list_of(&tool_views),
            detected_intents: list_of(&intent_views),
            turn_depth: depth,
            prior_turn_had_tool_calls: wattle_maybe(prior),
        });
        let tools: Vec<&str> = tools.iter().map(String::as_str).collect();
        let intents: Vec<&str> = intents.iter().map(String::as_str).collect();
        let state = State {
            loaded_tools: Some(&tools),
            detected_intents: Some(&intents),
            turn_depth: depth,
            prior_turn_had_tool_calls: (prior > 0).then_some(prior == 2),
            ..State::default()
        };
        for section in StateSection::ALL {
            let wanted = section.render(&state).unwrap();
            prop_assert_eq!(&rendered(section, &given), &wanted);
            let registry = registry_of(&[row("a.b", section)]);
            prop_assert_eq!(resolved(registry, &given), wanted);
            // SAFETY: the registry is ours.
            unsafe { wattle_registry_free(registry) };
        }
    }

    #[test]
    fn the_table_says_what_the_core_says(texts in prop::collection::vec((any::<String>(), any::<String>(), any::<String>(), prop::option::of(0u32..=100)), 0..6)) {
        let jobs: Vec<AsyncJob<'_>> =
            texts.iter().map(|(id, name, state, progress)| AsyncJob { id, name, state, progress: *progress }).collect();
        let given: Vec<wattle_async_job> = jobs
            .iter()
            .map(|job| {
                prefixed!(wattle_async_job {
                    id: str_of(job.id),
                    name: str_of(job.name),
                    state: str_of(job.state),
                    progress: job.progress.unwrap_or(0),
                    has_progress: job.progress.is_some().into(),
                })
            })
            .collect();
        // SAFETY: the jobs are alive for the call.
        let shown = text_of_call(|text, error| unsafe { wattle_render_async_jobs(given.as_ptr(), given.len(), text, error) });
        prop_assert_eq!(shown, render_async_jobs(&jobs).unwrap());
    }
}

#[test]
fn without_a_state_there_is_nothing_to_say() {
    for section in StateSection::ALL {
        assert_eq!(rendered(section, null()), "");
    }
}

/// Emits one of the library's contents.
unsafe extern "C-unwind" fn emit(
    _: *mut c_void,
    call: *mut wattle_call,
    _: *const wattle_context,
    _: *const wattle_state,
) -> wattle_status {
    // SAFETY: the call is under way.
    unsafe { wattle_call_emit(call, &row("p.hook", StateSection::SubagentDepth), null_mut()) }
}

/// Says something around one of the library's contents.
unsafe extern "C-unwind" fn around(
    _: *mut c_void,
    call: *mut wattle_call,
    _: *const wattle_context,
    state: *const wattle_state,
) -> wattle_status {
    // SAFETY: the call is under way.
    unsafe {
        wattle_call_write(call, str_of("<"));
        assert_eq!(wattle_loaded_tools_content(null_mut(), call, null(), state), wattle_status::OK);
        assert_eq!(wattle_loaded_tools_content(null_mut(), call, null(), null()), wattle_status::OK);
        wattle_call_write(call, str_of(">"))
    }
}

#[test]
fn plugins_and_hooks_and_callbacks_can_carry_them() {
    let tools = [str_of("shell"), str_of("nul\0nul")];
    let state = prefixed!(wattle_state { loaded_tools: list_of(&tools), turn_depth: 1 });
    let around = prefixed!(wattle_contribution { id: str_of("a.b"), mode: wattle_mode::APPEND, runtime_content: Some(around) });
    let registry = registry_of(&[around]);
    let own = row("p.own", StateSection::LoadedTools);
    let unit = wattle_plugin { runtime_prompts: &own, runtime_prompts_len: 1, hook: Some(emit), ..plugin("p", &[]) };
    // SAFETY: all pointers are alive for the calls.
    unsafe {
        assert_eq!(wattle_registry_register_plugin(registry, &unit, null_mut()), wattle_status::OK);
        let shown = rendered(StateSection::LoadedTools, &state);
        assert!(shown.contains("\n- nul\0nul\n"));
        let notice = rendered(StateSection::SubagentDepth, &state);
        assert_eq!(resolved(registry, &state), format!("<{shown}>\n\n{shown}\n\n{notice}"));
        wattle_registry_free(registry);
    }
}
