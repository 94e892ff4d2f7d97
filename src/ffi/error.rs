//! Error objects: what went wrong, with which id, and what is allowed.

use std::borrow::Cow;
use std::ffi::c_void;

use super::guard::{guard, guard_getter, guard_value, outside};
use super::handle::{give, mark, peek, take, Mark, Marked, Opaque};
use super::status::wattle_status;
use super::text::{bytes, wattle_str, Lossy};
use crate::callback;
use crate::contribution::Attachment;
use crate::error::{Error, Kind, Payload, Result};
use crate::text;

/// An error: a status, a message for people, the culprit, and what a callback attached. Immutable.
/// Owner: the caller, who frees it with wattle_error_free. Threads: any, also at the same time.
pub struct wattle_error {
    _private: [u8; 0],
}

/// Ends the life of something a host handed over. Called exactly once, with no lock of the library held,
/// possibly on another thread than the one that handed it over. It may call the library, except to remove
/// or replace (WATTLE_RE_ENTRANCY).
pub type wattle_drop_fn = Option<unsafe extern "C-unwind" fn(user_data: *mut c_void)>;

/// Makes an error, for a function of the host's or of a plugin's that reports as the library's do:
/// `return wattle_error_new(status, subject, message, error);`
///
/// `status`: one of this header, but WATTLE_OK.
/// `subject`, `message`: copied; what is not UTF-8 in them is replaced; one at NULL is the empty text.
/// `error`: where the owned error is stored; NULL: nothing is.
/// Returns: `status`; WATTLE_INVALID_ARGUMENT (subject "status") if that is no failure that the library knows;
/// WATTLE_OUT_OF_MEMORY if there is no memory for the error.
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_error_new(
    status: wattle_status,
    subject: wattle_str,
    message: wattle_str,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the texts and `error` are what the header asks for.
    unsafe {
        guard(error, || {
            let Some(kind) = Kind::ALL.iter().find(|kind| **kind as i32 == status.0) else {
                let wattle_status(number) = status;
                return Err(Error::new(Kind::InvalidArgument, "status", format_args!("{number} is no failure; a status of the header is")));
            };
            let lossy = |text| bytes(text, "").map(Lossy).unwrap_or_default();
            let subject = text::try_format(format_args!("{}", lossy(subject)))?;
            Err(Error::new(*kind, &subject, format_args!("{}", lossy(message))))
        })
    }
}

/// The status an error stands for; it is the one the failing function returned.
///
/// `error`: borrowed. NULL or not an error of this library: WATTLE_OK, as there is no error.
/// Errors: none. Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_error_status(error: *const wattle_error) -> wattle_status {
    // SAFETY: the caller's pointer is NULL or a live handle.
    unsafe { read(error, wattle_status::OK, |object| wattle_status(object.kind as i32)) }
}

/// What was wrong, with which id, and what is allowed, in English. Of input that it quotes, what is not seen is escaped: control
/// characters, marks of direction, blanks of no width. What a callback said stands in it as it was said.
///
/// `error`: borrowed. NULL or not an error of this library: the empty text.
/// Returns: a view owned by the error, valid until it is freed; a NUL is behind it; `data` is never NULL.
/// Errors: none. Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_error_message(error: *const wattle_error) -> wattle_str {
    // SAFETY: the caller's pointer is NULL or a live handle.
    unsafe { read(error, EMPTY, |object| wattle_str::terminated(&object.message)) }
}

/// The culprit: the refused id, the plugin's name, the field or the parameter; the statuses say which. Not escaped.
///
/// `error`: borrowed. NULL or not an error of this library: the empty text.
/// Returns: a view owned by the error, valid until it is freed; a NUL is behind it; `data` is never NULL.
/// Errors: none. Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_error_subject(error: *const wattle_error) -> wattle_str {
    // SAFETY: the caller's pointer is NULL or a live handle.
    unsafe { read(error, EMPTY, |object| wattle_str::terminated(&object.subject)) }
}

/// What a callback attached with wattle_call_fail_with, if it was attached under this tag.
///
/// `error`: borrowed. NULL or not an error of this library: NULL.
/// `tag`: compared by address only, never read; the address of something of your own. NULL is a tag like any other.
/// Returns: the payload, owned by the error and valid until that is freed, which runs the payload's drop; NULL if there is none or
/// the tag is another.
/// Errors: none. Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_error_payload(error: *const wattle_error, tag: *const c_void) -> *mut c_void {
    // SAFETY: the caller's pointer is NULL or a live handle.
    unsafe {
        read(error, std::ptr::null_mut(), |object| {
            object
                .payload
                .as_ref()
                .and_then(|payload| payload.downcast_ref::<ForeignPayload>())
                .map_or(std::ptr::null_mut(), |payload| payload.under(tag))
        })
    }
}

/// Frees an error, and runs the drop of its payload.
///
/// `error`: owned by the caller, dead afterwards. NULL, or not an error of this library: nothing happens.
/// Errors: none. Threads: any, but nobody else may be using the error.
#[no_mangle]
pub unsafe extern "C" fn wattle_error_free(error: *mut wattle_error) {
    guard_value((), || {
        if !std::ptr::eq(error.cast_const().cast(), &raw const OUT_OF_MEMORY) {
            // SAFETY: the caller's pointer is NULL or a live handle that it gives up.
            drop(unsafe { take(error) });
        }
    });
}

pub(super) const EMPTY: wattle_str = wattle_str::constant("\0");

/// What stands behind a `wattle_error`. Texts have a NUL behind them.
pub(super) struct ErrorObject {
    kind: Kind,
    subject: Cow<'static, str>,
    message: Cow<'static, str>,
    payload: Option<Payload>,
}

impl Opaque for wattle_error {
    type Inner = ErrorObject;
    const MARK: Mark = mark!();
    const NAME: &'static str = "wattle_error";
}

/// Given out where there is no memory for another.
static OUT_OF_MEMORY: Marked<ErrorObject> = Marked {
    mark: wattle_error::MARK,
    value: ErrorObject { kind: Kind::OutOfMemory, subject: Cow::Borrowed("\0"), message: Cow::Borrowed("out of memory\0"), payload: None },
};

/// Something a callback attached to its failure.
struct ForeignPayload {
    tag: *const c_void,
    payload: UserData,
}

// SAFETY: the tag is only compared; the payload is the host's, which says it may travel.
unsafe impl Send for ForeignPayload {}
// SAFETY: as above.
unsafe impl Sync for ForeignPayload {}

impl ForeignPayload {
    fn under(&self, tag: *const c_void) -> *mut c_void {
        if self.tag == tag {
            self.payload.pointer
        } else {
            std::ptr::null_mut()
        }
    }
}

pub(super) fn foreign_payload(tag: *const c_void, payload: UserData) -> Payload {
    Box::new(ForeignPayload { tag, payload })
}

/// A host's pointer that the library owns, with what ends its life.
pub(super) struct UserData {
    pointer: *mut c_void,
    drop: wattle_drop_fn,
}

// SAFETY: the header makes it the host's duty that callbacks and drops may run on any thread.
unsafe impl Send for UserData {}
// SAFETY: as above.
unsafe impl Sync for UserData {}

impl UserData {
    pub(super) fn take(pointer: *mut c_void, drop: wattle_drop_fn) -> UserData {
        UserData { pointer, drop }
    }

    pub(super) fn pointer(&self) -> *mut c_void {
        self.pointer
    }

    pub(super) fn has_drop(&self) -> bool {
        self.drop.is_some()
    }

    /// Kept for its drop alone, if it has one.
    pub(super) fn attachment(self) -> Option<Attachment> {
        self.drop.is_some().then(|| Box::new(self) as Attachment)
    }
}

impl Drop for UserData {
    fn drop(&mut self) {
        if let Some(drop) = self.drop.take() {
            let (_inside, _outside) = (callback::enter(), outside());
            // SAFETY: the host gave both together, and this runs once.
            unsafe { drop(self.pointer) };
        }
    }
}

/// Stores an owned error where the caller asked for it, and gives its status.
///
/// # Safety
/// `to` is NULL or points to where an error may be stored.
#[cold]
#[inline(never)]
pub(super) unsafe fn report(to: *mut *mut wattle_error, error: Error) -> wattle_status {
    let status = wattle_status(error.kind() as i32);
    if to.is_null() {
        return status;
    }
    let (handle, status) = match object(error).and_then(give::<wattle_error>) {
        Ok(handle) => (handle, status),
        Err(_) => ((&raw const OUT_OF_MEMORY).cast_mut().cast(), wattle_status::OUT_OF_MEMORY),
    };
    // SAFETY: not NULL, and as this function asks.
    unsafe { to.write(handle) };
    status
}

#[cold]
#[inline(never)]
fn object(error: Error) -> Result<ErrorObject> {
    if error.kind() == Kind::OutOfMemory {
        return Err(error);
    }
    let (kind, mut subject, mut message, payload) = error.into_parts();
    for text in [&mut subject, &mut message] {
        text::try_push_str(text, "\0")?;
    }
    Ok(ErrorObject { kind, subject: subject.into(), message: message.into(), payload })
}

/// Reads an error, or gives what stands for none.
unsafe fn read<T: Copy>(error: *const wattle_error, none: T, get: impl FnOnce(&ErrorObject) -> T) -> T {
    // SAFETY: the callers' pointer is NULL or a live handle.
    guard_getter(none, || unsafe { peek(error) }.map_or(none, get))
}
