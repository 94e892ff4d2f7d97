//! A contribution as C fills it, and the callbacks it may carry.

use std::ffi::c_void;

use super::call::wattle_call;
use super::context::{wattle_context, wattle_scope, wattle_state};
use super::enums::{wattle_mode, wattle_origin, wattle_tier};
use super::error::{wattle_drop_fn, wattle_status};
use super::text::{wattle_str, wattle_str_list};

/// Writes a text that depends on the context alone, through wattle_call_write. Its result is taken as a pure
/// function of the context and may be remembered.
///
/// `user_data`: as given. `call`, `context`: the library's, valid until the callback returns, never NULL.
/// Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED.
/// Threads: that of the call; from several at once if the registry is used from several.
pub type wattle_static_content_fn = Option<
    unsafe extern "C-unwind" fn(user_data: *mut c_void, call: *mut wattle_call, context: *const wattle_context) -> wattle_status,
>;

/// Writes a text that may depend on the turn's state, through wattle_call_write. Called at most once a resolution.
///
/// `user_data`: as given. `call`, `context`, `state`: the library's, valid until the callback returns, never NULL.
/// Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED.
/// Threads: that of the call; from several at once if the registry is used from several.
pub type wattle_runtime_content_fn = Option<
    unsafe extern "C-unwind" fn(
        user_data: *mut c_void,
        call: *mut wattle_call,
        context: *const wattle_context,
        state: *const wattle_state,
    ) -> wattle_status,
>;

/// Decides whether a gated contribution gives its text this turn. Called at most once a resolution.
///
/// `user_data`: as given. `call`, `context`, `state`: the library's, valid until the callback returns, never NULL.
/// `answer`: where to store 1 (the text) or 0 (nothing); 0 if left alone; any other value is a failure.
/// Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED.
/// Threads: that of the call; from several at once if the registry is used from several.
pub type wattle_when_fn = Option<
    unsafe extern "C-unwind" fn(
        user_data: *mut c_void,
        call: *mut wattle_call,
        context: *const wattle_context,
        state: *const wattle_state,
        answer: *mut u8,
    ) -> wattle_status,
>;

/// A typed piece of prompt (semantics 1.1). Fill it with WATTLE_CONTRIBUTION(...) in C, or from
/// WATTLE_CONTRIBUTION_INIT.
///
/// Its content is exactly one of: `text`; `static_content`; `runtime_content`; `when` together with `text`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_contribution {
    /// sizeof(wattle_contribution).
    pub struct_size: usize,
    /// Required: "<namespace>.<name>", at most WATTLE_ID_MAX_BYTES, without white space and control characters.
    pub id: wattle_str,
    /// Required.
    pub mode: wattle_mode,
    /// 0, WATTLE_ORIGIN_STATIC or WATTLE_ORIGIN_RUNTIME_AWARE. 0 means runtime-aware if it has a `runtime_content`, a `when`
    /// or `requires_tools`, else static; in a plugin's lists and in emissions it means what the list says, and
    /// another one than that is WATTLE_INVALID_ARGUMENT.
    pub origin: wattle_origin,
    /// 0, or how it fares when the budget is short.
    pub tier: wattle_tier,
    /// Zero.
    pub reserved: u32,
    /// Which contexts it is for; all zero means every one.
    pub scope: wattle_scope,
    /// Optional: the text, copied. (non-NULL, 0) is a text that is empty.
    pub text: wattle_str,
    /// Optional: a shorter text, copied, tried where the budget has no room for the full one (semantics 6.6).
    pub condensed: wattle_str,
    /// Optional, runtime-aware only: it is active only when every one of these is among the loaded tools
    /// (semantics 1.6).
    pub requires_tools: wattle_str_list,
    /// Optional: content that depends on the context.
    pub static_content: wattle_static_content_fn,
    /// Optional, runtime-aware only: content that depends on the context and the state.
    pub runtime_content: wattle_runtime_content_fn,
    /// Optional, runtime-aware only: whether `text` is given this turn.
    pub when: wattle_when_fn,
    /// Passed to the callback. Taken, with `drop`, by whatever function the struct is handed to, whatever it
    /// returns; only a struct whose size is refused is not read and stays the caller's.
    pub user_data: *mut c_void,
    /// Runs once with `user_data`: at refusal, at removal, or when the registry and the last call that
    /// can still use it are gone. May be NULL.
    pub drop: wattle_drop_fn,
}
