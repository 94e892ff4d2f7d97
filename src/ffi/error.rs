//! Statuses and error objects: what went wrong, with which id, and what is allowed.

use std::ffi::c_void;

use super::text::wattle_str;

/// What a fallible function returns. The dashed name of each is what wattle_status_name gives.
/// Numbers never change their meaning and are never used again; 1 to 999 are the library's.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct wattle_status(pub i32);

impl wattle_status {
    /// Done.
    pub const OK: wattle_status = wattle_status(0);
    /// "invalid-argument": a value that is not allowed. Subject: the field, the id or the plugin's name.
    pub const INVALID_ARGUMENT: wattle_status = wattle_status(1);
    /// "null-argument": NULL where a value is required, or a text or list of (NULL, n > 0). Subject: the parameter or field.
    pub const NULL_ARGUMENT: wattle_status = wattle_status(2);
    /// "invalid-utf8": a text that is not UTF-8. Subject: the parameter or field.
    pub const INVALID_UTF8: wattle_status = wattle_status(3);
    /// "invalid-handle": a handle of another type, of another copy of the library, or already freed. Subject: the parameter.
    pub const INVALID_HANDLE: wattle_status = wattle_status(4);
    /// "unsupported": a struct of a newer header sets a field that this library does not know. Subject: the struct.
    pub const UNSUPPORTED: wattle_status = wattle_status(5);
    /// "limit-exceeded": a text over WATTLE_TEXT_MAX_BYTES. Subject: the parameter, the field or the id.
    pub const LIMIT_EXCEEDED: wattle_status = wattle_status(6);
    /// "out-of-memory": an allocation failed; nothing changed. Subject: empty.
    pub const OUT_OF_MEMORY: wattle_status = wattle_status(7);
    /// "internal": a fault of the library, caught; its text is the message. The handle stays usable. Subject: empty.
    pub const INTERNAL: wattle_status = wattle_status(8);
    /// "unnamespaced-id": an id that is not <namespace>.<name> (semantics 2). Subject: the id.
    pub const UNNAMESPACED_ID: wattle_status = wattle_status(20);
    /// "reserved-namespace": core.* appended or prepended, or safety.* contributed (semantics 2). Subject: the id.
    pub const RESERVED_NAMESPACE: wattle_status = wattle_status(21);
    /// "foreign-namespace": a plugin's append or prepend outside its own namespace; a policy outside safety.* (semantics 2, 4). Subject: the id.
    pub const FOREIGN_NAMESPACE: wattle_status = wattle_status(22);
    /// "duplicate-contribution-id": the id is taken within its origin, or is a known policy's (semantics 2, 4). Subject: the id.
    pub const DUPLICATE_CONTRIBUTION_ID: wattle_status = wattle_status(23);
    /// "duplicate-plugin": a plugin of that name is registered (semantics 2). Subject: the name.
    pub const DUPLICATE_PLUGIN: wattle_status = wattle_status(24);
    /// "unknown-plugin": no plugin of that name is registered (semantics 2). Subject: the name.
    pub const UNKNOWN_PLUGIN: wattle_status = wattle_status(25);
    /// "unknown-contribution": nothing of that origin and id can be removed (semantics 2). Subject: the id.
    pub const UNKNOWN_CONTRIBUTION: wattle_status = wattle_status(26);
    /// "unknown-safety-policy": an enabled policy, or the one to remove, is not registered (semantics 2, 4). Subject: the id.
    pub const UNKNOWN_SAFETY_POLICY: wattle_status = wattle_status(27);
    /// "callback-failed": a callback returned another status than WATTLE_OK, or wrote what is not UTF-8. Subject: the id or
    /// plugin it belongs to, "resolveBudget" or "onBuilt".
    pub const CALLBACK_FAILED: wattle_status = wattle_status(40);
    /// "re-entrancy": a removal or replacement inside a callback of the library, which could wait for itself. Subject: the id or name.
    pub const RE_ENTRANCY: wattle_status = wattle_status(41);
}

/// An error: a status, a message for people, the culprit, and what a callback attached. Immutable.
/// Owner: the caller, who frees it with wattle_error_free. Threads: any, also at the same time.
pub struct wattle_error {
    _private: [u8; 0],
}

/// Ends the life of something a host handed over. Called exactly once, with no lock of the library held,
/// possibly on another thread than the one that handed it over. It may call the library, except to remove
/// or replace (WATTLE_RE_ENTRANCY).
pub type wattle_drop_fn = Option<unsafe extern "C-unwind" fn(user_data: *mut c_void)>;

/// The dashed name of a status ("duplicate-plugin"; "ok" for WATTLE_OK), or "unknown" for any other number.
///
/// Returns: a view of static text that has a NUL behind it; valid for ever.
/// Errors: none. Threads: any.
#[no_mangle]
pub extern "C" fn wattle_status_name(status: wattle_status) -> wattle_str {
    unimplemented!()
}

/// The status an error stands for; it is the one the failing function returned.
///
/// `error`: borrowed. NULL or not an error of this library: WATTLE_OK, as there is no error.
/// Errors: none. Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_error_status(error: *const wattle_error) -> wattle_status {
    unimplemented!()
}

/// What was wrong, with which id, and what is allowed, in English. Control characters in quoted input are escaped.
///
/// `error`: borrowed. NULL or not an error of this library: the empty text.
/// Returns: a view owned by the error, valid until it is freed; a NUL is behind it; `data` is never NULL.
/// Errors: none. Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_error_message(error: *const wattle_error) -> wattle_str {
    unimplemented!()
}

/// The culprit: the refused id, the plugin's name, the field or the parameter; the statuses say which. Not escaped.
///
/// `error`: borrowed. NULL or not an error of this library: the empty text.
/// Returns: a view owned by the error, valid until it is freed; a NUL is behind it; `data` is never NULL.
/// Errors: none. Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_error_subject(error: *const wattle_error) -> wattle_str {
    unimplemented!()
}

/// What a callback attached with wattle_call_fail_with, if it was attached under this tag.
///
/// `error`: borrowed. NULL or not an error of this library: NULL.
/// `tag`: compared by address only, never read; the address of something of your own.
/// Returns: the payload, owned by the error, which runs the payload's drop when it is freed; NULL if there is
/// none or the tag is another.
/// Errors: none. Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_error_payload(error: *const wattle_error, tag: *const c_void) -> *mut c_void {
    unimplemented!()
}

/// Frees an error, and runs the drop of its payload.
///
/// `error`: owned by the caller, dead afterwards. NULL, or not an error of this library: nothing happens.
/// Errors: none. Threads: any, but nobody else may be using the error.
#[no_mangle]
pub unsafe extern "C" fn wattle_error_free(error: *mut wattle_error) {
    unimplemented!()
}
