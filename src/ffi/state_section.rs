//! Bodies of the sections that say what a turn's state says: as texts, and as contents of contributions.

use std::ffi::c_void;

use super::call::{wattle_call, write_content};
use super::context::{state as read_state, wattle_context, wattle_state};
use super::error::wattle_error;
use super::guard::guard;
use super::owned_text::{store_text, wattle_text};
use super::status::wattle_status;
use crate::sections::StateSection;

/// The loaded tools (semantics 8): their names as a list in the order given, and that no other tool can be called this turn. Empty
/// without a loaded tool. A name stays on its line: line breaks in it become one space; all else, repeats too, is shown as it is.
///
/// `state`: borrowed; NULL is a root turn with nothing loaded.
/// `text`: where the new text, which may be empty, is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on
/// failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (a field of the state), WATTLE_LIMIT_EXCEEDED (subject "loaded_tools").
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_render_loaded_tools(
    state: *const wattle_state,
    text: *mut *mut wattle_text,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe { render(StateSection::LoadedTools, state, text, error) }
}

/// The detected intents (semantics 8): a list in the order given, and that it is a hint. Empty without a detected intent. An intent
/// stays on its line, as a name in wattle_render_loaded_tools.
///
/// `state`, `text`, `error`: as in wattle_render_loaded_tools.
/// Errors: WATTLE_INVALID_ARGUMENT (a field of the state), WATTLE_LIMIT_EXCEEDED (subject "detected_intents").
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_render_detected_intents(
    state: *const wattle_state,
    text: *mut *mut wattle_text,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe { render(StateSection::DetectedIntents, state, text, error) }
}

/// The notice to a sub-agent (semantics 8): at which depth it runs, and what follows from that. Empty at depth 0.
///
/// `state`, `text`, `error`: as in wattle_render_loaded_tools.
/// Errors: WATTLE_INVALID_ARGUMENT (a field of the state).
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_render_subagent_depth(
    state: *const wattle_state,
    text: *mut *mut wattle_text,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe { render(StateSection::SubagentDepth, state, text, error) }
}

/// The notice that the turn before had tool calls, whose results come first (semantics 8). Empty if it had none, or if that is not
/// known.
///
/// `state`, `text`, `error`: as in wattle_render_loaded_tools.
/// Errors: WATTLE_INVALID_ARGUMENT (a field of the state).
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_render_prior_turn_tool_calls(
    state: *const wattle_state,
    text: *mut *mut wattle_text,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe { render(StateSection::PriorTurnToolCalls, state, text, error) }
}

/// Writes what wattle_render_loaded_tools gives: a wattle_runtime_content_fn. wattle_loaded_tools_prompt makes a contribution of
/// it; a content callback that has more to say may also call it, among its own writes.
///
/// `user_data`: not looked at; may be NULL.
/// `call`: the callback under way; NULL is WATTLE_NULL_ARGUMENT.
/// `context`: not looked at; may be NULL.
/// `state`: borrowed; NULL is a root turn with nothing loaded.
/// Returns: WATTLE_OK, or as wattle_call_write, also in what a failure does to the callback, or the status of a field of the state
/// that is not allowed.
/// Threads: the callback's own.
#[no_mangle]
pub unsafe extern "C-unwind" fn wattle_loaded_tools_content(
    user_data: *mut c_void,
    call: *mut wattle_call,
    context: *const wattle_context,
    state: *const wattle_state,
) -> wattle_status {
    let _ = (user_data, context);
    // SAFETY: the pointers are what the header asks for.
    unsafe { write(StateSection::LoadedTools, call, state) }
}

/// Writes what wattle_render_detected_intents gives: a wattle_runtime_content_fn, for wattle_detected_intents_prompt.
///
/// `user_data`, `call`, `context`, `state`: as in wattle_loaded_tools_content. Returns: as that.
/// Threads: the callback's own.
#[no_mangle]
pub unsafe extern "C-unwind" fn wattle_detected_intents_content(
    user_data: *mut c_void,
    call: *mut wattle_call,
    context: *const wattle_context,
    state: *const wattle_state,
) -> wattle_status {
    let _ = (user_data, context);
    // SAFETY: the pointers are what the header asks for.
    unsafe { write(StateSection::DetectedIntents, call, state) }
}

/// Writes what wattle_render_subagent_depth gives: a wattle_runtime_content_fn, for wattle_subagent_depth_prompt.
///
/// `user_data`, `call`, `context`, `state`: as in wattle_loaded_tools_content. Returns: as that.
/// Threads: the callback's own.
#[no_mangle]
pub unsafe extern "C-unwind" fn wattle_subagent_depth_content(
    user_data: *mut c_void,
    call: *mut wattle_call,
    context: *const wattle_context,
    state: *const wattle_state,
) -> wattle_status {
    let _ = (user_data, context);
    // SAFETY: the pointers are what the header asks for.
    unsafe { write(StateSection::SubagentDepth, call, state) }
}

/// Writes what wattle_render_prior_turn_tool_calls gives: a wattle_runtime_content_fn, for wattle_prior_turn_tool_calls_prompt.
///
/// `user_data`, `call`, `context`, `state`: as in wattle_loaded_tools_content. Returns: as that.
/// Threads: the callback's own.
#[no_mangle]
pub unsafe extern "C-unwind" fn wattle_prior_turn_tool_calls_content(
    user_data: *mut c_void,
    call: *mut wattle_call,
    context: *const wattle_context,
    state: *const wattle_state,
) -> wattle_status {
    let _ = (user_data, context);
    // SAFETY: the pointers are what the header asks for.
    unsafe { write(StateSection::PriorTurnToolCalls, call, state) }
}

/// # Safety
/// The pointers are what the header asks for; each is checked before it is used.
unsafe fn render(
    section: StateSection,
    state: *const wattle_state,
    text: *mut *mut wattle_text,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: as this function asks.
    unsafe { guard(error, || store_text(text, || section.render(&read_state(state)?.state()))) }
}

/// # Safety
/// As [`render`].
unsafe fn write(section: StateSection, call: *mut wattle_call, state: *const wattle_state) -> wattle_status {
    // SAFETY: as this function asks.
    unsafe {
        guard(std::ptr::null_mut(), || {
            write_content(call, |out| match read_state(state) {
                Ok(held) => section.write(&held.state(), out),
                Err(refused) => out.refuse(refused),
            })
        })
    }
}
