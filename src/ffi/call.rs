//! The callback under way: what a callback writes to, emits through and fails by.

use std::ffi::c_void;

use super::contribution::wattle_contribution;
use super::error::{wattle_drop_fn, wattle_error, wattle_status};
use super::text::wattle_str;

/// The callback under way. Owner: the library; valid until the callback returns, on the thread it was called on.
/// A callback may use every function of the library on any registry, and sees what that is now, not the
/// snapshot its own call works on; only removals and replacements are refused (WATTLE_RE_ENTRANCY).
pub struct wattle_call {
    _private: [u8; 0],
}

/// Adds to the text that this callback gives. For content callbacks; in others it is WATTLE_INVALID_ARGUMENT.
/// The text may come in pieces of any size, even within a character; whether the whole is UTF-8 is checked
/// when the callback returns. After a failed write every further one fails the same way, and so does the
/// callback, whatever it returns.
///
/// `call`: the callback under way; NULL is WATTLE_NULL_ARGUMENT.
/// `text`: the bytes to add, copied; (NULL, 0) adds nothing.
/// Errors: WATTLE_NULL_ARGUMENT, WATTLE_INVALID_HANDLE, WATTLE_INVALID_ARGUMENT (not a content callback),
/// WATTLE_LIMIT_EXCEEDED (more than WATTLE_TEXT_MAX_BYTES in all), WATTLE_OUT_OF_MEMORY.
/// Threads: the callback's own.
#[no_mangle]
pub unsafe extern "C" fn wattle_call_write(call: *mut wattle_call, text: wattle_str) -> wattle_status {
    unimplemented!()
}

/// Adds a contribution to this turn, as the hook's plugin and as runtime-aware (semantics 3.0). For per-turn
/// hooks; in other callbacks it is WATTLE_INVALID_ARGUMENT. A refused one makes the resolution fail with the
/// first refusal, whatever the hook does afterwards.
///
/// `call`: the callback under way; NULL is WATTLE_NULL_ARGUMENT.
/// `contribution`: borrowed and copied; NULL is WATTLE_NULL_ARGUMENT. Its user_data is taken whatever is
/// returned (unless its size is refused) and dropped when the turn is over.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: those of wattle_registry_register, and WATTLE_INVALID_HANDLE.
/// Threads: the callback's own.
#[no_mangle]
pub unsafe extern "C" fn wattle_call_emit(
    call: *mut wattle_call,
    contribution: *const wattle_contribution,
    error: *mut *mut wattle_error,
) -> wattle_status {
    unimplemented!()
}

/// Says why this callback fails. The last of several counts. To be used as `return wattle_call_fail(call, ...)`.
///
/// `call`: the callback under way. NULL, or not one: nothing is stored.
/// `message`: for people, copied; what is not UTF-8 in it is replaced; (NULL, 0) is the empty text.
/// Returns: always WATTLE_CALLBACK_FAILED.
/// Threads: the callback's own.
#[no_mangle]
pub unsafe extern "C" fn wattle_call_fail(call: *mut wattle_call, message: wattle_str) -> wattle_status {
    unimplemented!()
}

/// Says why this callback fails and attaches a payload, which travels in the error to whoever started the
/// call: how C++ exceptions and Go errors cross. The last of several counts.
///
/// `call`: the callback under way. NULL, or not one: nothing is stored, `drop` runs at once.
/// `message`: as in wattle_call_fail.
/// `tag`: says what kind of payload this is; only its address is used; wattle_error_payload asks for it.
/// `payload`: taken whatever happens; read back by wattle_error_payload; may be NULL.
/// `drop`: runs once with `payload` when the error is freed, or when it reaches nobody; may be NULL.
/// Returns: always WATTLE_CALLBACK_FAILED.
/// Threads: the callback's own; `drop` runs where the error is freed.
#[no_mangle]
pub unsafe extern "C" fn wattle_call_fail_with(
    call: *mut wattle_call,
    message: wattle_str,
    tag: *const c_void,
    payload: *mut c_void,
    drop: wattle_drop_fn,
) -> wattle_status {
    unimplemented!()
}
