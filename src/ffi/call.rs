//! The callback under way: what a callback writes to, emits through and fails by.

use std::ffi::c_void;

use super::contribution::{take_contribution, wattle_contribution};
use super::counting::counted;
use super::error::{foreign_payload, wattle_drop_fn, wattle_error, UserData};
use super::guard::{guard, guard_value, outside};
use super::handle::{mark, null, Mark, Marked};
use super::status::wattle_status;
use super::text::{bytes, wattle_str, Lossy};
use crate::error::{Error, Kind, Result};
use crate::modules::Lines;
use crate::resolve::Emitter;
use crate::sink::Sink;

/// The callback under way. Owner: the library; valid until the callback returns, on the thread it was called on.
/// A callback may use every function of the library on any registry, and sees what that is now, not the
/// snapshot its own call works on; only removals and replacements are refused (WATTLE_RE_ENTRANCY).
pub struct wattle_call {
    _private: [u8; 0],
}

/// Adds to the text that this callback gives. For content callbacks; in others it is WATTLE_INVALID_ARGUMENT and changes nothing.
/// The text may come in pieces of any size, even within a character; whether the whole is UTF-8 is checked
/// when the callback returns. A failed write need not be looked at: every further one fails the same way, and so does the
/// callback, whatever it returns.
///
/// `call`: the callback under way; NULL is WATTLE_NULL_ARGUMENT.
/// `text`: the bytes to add, copied; (NULL, 0) adds nothing.
/// Errors: WATTLE_NULL_ARGUMENT, WATTLE_INVALID_HANDLE, WATTLE_INVALID_ARGUMENT (not a content callback),
/// WATTLE_LIMIT_EXCEEDED (more than WATTLE_TEXT_MAX_BYTES in all), WATTLE_OUT_OF_MEMORY.
/// Threads: the callback's own.
#[no_mangle]
pub unsafe extern "C" fn wattle_call_write(call: *mut wattle_call, text: wattle_str) -> wattle_status {
    // SAFETY: `call` is NULL or the call under way, `text` as the header asks.
    unsafe {
        guard(std::ptr::null_mut(), || {
            write_content(call, |sink| match bytes(text, "text") {
                Ok(bytes) => match counted(bytes) {
                    Ok(text) => sink.write_counted(text),
                    Err(_) => sink.write_bytes(bytes),
                },
                Err(refused) => sink.refuse(refused),
            })
        })
    }
}

/// Adds a line to what this callback renders. For a module's `render` and `render_minimal`; in others it is
/// WATTLE_INVALID_ARGUMENT. A line may be empty and may hold NUL bytes. It may also hold line breaks, which are kept as they are,
/// so that several lines, or a whole text, can be written at once. A rendering without any line is no section; one empty line is a
/// section of no text. Whether all is UTF-8 is checked when the callback returns; a failed write is treated as by wattle_call_write.
///
/// `call`: the callback under way; NULL is WATTLE_NULL_ARGUMENT.
/// `line`: the line without the break at its end, copied; (NULL, 0) is the empty line.
/// Errors: WATTLE_NULL_ARGUMENT, WATTLE_INVALID_HANDLE, WATTLE_INVALID_ARGUMENT (not a rendering callback),
/// WATTLE_LIMIT_EXCEEDED (more than WATTLE_TEXT_MAX_BYTES in all), WATTLE_OUT_OF_MEMORY.
/// Threads: the callback's own.
#[no_mangle]
pub unsafe extern "C" fn wattle_call_write_line(call: *mut wattle_call, line: wattle_str) -> wattle_status {
    // SAFETY: `call` is NULL or the call under way, `line` as the header asks.
    unsafe {
        guard(std::ptr::null_mut(), || match frame(call)?.role {
            Role::Rendering(lines) => match bytes(line, "line") {
                Ok(bytes) => match counted(bytes) {
                    Ok(text) => (*lines).line_counted(text),
                    Err(_) => (*lines).line_bytes(bytes),
                },
                Err(refused) => (*lines).refuse(refused),
            },
            _ => Err(Error::new(Kind::InvalidArgument, "call", format_args!("only a module's rendering writes lines"))),
        })
    }
}

/// Adds a contribution to this turn, as the hook's plugin and as runtime-aware (semantics 3.0). For per-turn
/// hooks; in other callbacks it is WATTLE_INVALID_ARGUMENT and changes nothing. A refused one makes the resolution fail with the
/// first refusal, whatever the hook does afterwards.
///
/// `call`: the callback under way; NULL is WATTLE_NULL_ARGUMENT.
/// `contribution`: borrowed and copied; NULL is WATTLE_NULL_ARGUMENT. Its user_data is taken whatever is
/// returned (unless its size is refused) and dropped when the turn is over.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: those of wattle_registry_register, WATTLE_FOREIGN_NAMESPACE, and WATTLE_INVALID_HANDLE.
/// Threads: the callback's own.
#[no_mangle]
pub unsafe extern "C" fn wattle_call_emit(
    call: *mut wattle_call,
    contribution: *const wattle_contribution,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: `call` is NULL or the call under way, the others as the header asks.
    unsafe {
        guard(error, || {
            let contribution = take_contribution(contribution, "contribution");
            let frame = frame(call)?;
            match frame.role {
                Role::Hook(emitter) => {
                    // A refused contribution's drop is host code: the emitter is busy until it has run.
                    frame.role = Role::Observer;
                    let emitted = match contribution {
                        Ok(contribution) => (*emitter).emit(contribution),
                        Err(refused) => {
                            (*emitter).refuse(&refused);
                            Err(refused)
                        }
                    };
                    restore(call, Role::Hook(emitter));
                    emitted
                }
                _ => Err(Error::new(Kind::InvalidArgument, "call", format_args!("only a per-turn hook emits"))),
            }
        })
    }
}

/// Says why this callback fails. The last of several counts. To be used as `return wattle_call_fail(call, ...)`: a callback
/// that returns WATTLE_OK all the same succeeds, and what was said is dropped.
///
/// `call`: the callback under way. NULL, or not one: nothing is stored.
/// `message`: for people, copied; what is not UTF-8 in it is replaced; one at NULL is the empty text.
/// Returns: always WATTLE_CALLBACK_FAILED.
/// Threads: the callback's own.
#[no_mangle]
pub unsafe extern "C" fn wattle_call_fail(call: *mut wattle_call, message: wattle_str) -> wattle_status {
    // SAFETY: `call` is NULL or the call under way, `message` as the header asks.
    unsafe { fail(call, message, None) }
}

/// Says why this callback fails and attaches a payload, which travels in the error to whoever started the
/// call: how C++ exceptions and Go errors cross. The last of several counts.
///
/// `call`: the callback under way. NULL, or not one: nothing is stored, `drop` runs at once.
/// `message`: as in wattle_call_fail.
/// `tag`: says what kind of payload this is; only its address is used, also if it is NULL; wattle_error_payload asks for
/// it.
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
    // Taken first: it is dropped whatever happens.
    let payload = UserData::take(payload, drop);
    // SAFETY: `call` is NULL or the call under way, `message` as the header asks.
    unsafe { fail(call, message, Some((tag, payload))) }
}

/// What stands behind a `wattle_call`, on the stack of the call.
struct Frame {
    role: Role,
    failure: Option<Error>,
}

/// What the callback under way may do, besides failing.
#[derive(Clone, Copy)]
pub(super) enum Role {
    /// Nothing more: probes, budgets, predicates.
    Observer,
    /// Write a text.
    Content(*mut Sink<'static>),
    /// Write lines.
    Rendering(*mut Lines<'static>),
    /// Emit contributions.
    Hook(*mut Emitter<'static>),
}

/// What a role points to lives as long as the call; how long what that borrows lives cannot be said in a type of one size for all.
impl Role {
    pub(super) fn content(sink: &mut Sink<'_>) -> Role {
        Role::Content(std::ptr::from_mut(sink).cast())
    }

    pub(super) fn rendering(lines: &mut Lines<'_>) -> Role {
        Role::Rendering(std::ptr::from_mut(lines).cast())
    }

    pub(super) fn hook(emitter: &mut Emitter<'_>) -> Role {
        Role::Hook(std::ptr::from_mut(emitter).cast())
    }
}

const MARK: Mark = mark!();

/// Runs a callback of the host with a `wattle_call` of its own.
pub(super) fn invoke(role: Role, run: impl FnOnce(*mut wattle_call) -> wattle_status) -> Result<()> {
    let mut marked = Marked { mark: MARK, value: Frame { role, failure: None } };
    let call: *mut Marked<Frame> = &raw mut marked;
    let status = {
        let _outside = outside();
        run(call.cast())
    };
    marked.mark = Mark::DEAD;
    if status == wattle_status::OK {
        return Ok(());
    }
    Err(marked.value.failure.unwrap_or_else(|| match Kind::ALL.iter().find(|kind| **kind as i32 == status.0) {
        Some(Kind::CallbackFailed) => Error::from_callback(format_args!(""), None),
        Some(kind) => Error::from_callback(format_args!("it returned {}", kind.name()), None),
        None => Error::from_callback(format_args!("it returned status {}", status.0), None),
    }))
}

/// The frame of a call under way.
unsafe fn frame<'a>(call: *mut wattle_call) -> Result<&'a mut Frame> {
    if call.is_null() {
        return Err(null("call"));
    }
    let marked = call.cast::<Marked<Frame>>();
    // SAFETY: every handle begins with a mark, and the frame is touched only if the mark says it is there.
    unsafe {
        if !marked.is_aligned() || (&raw const (*marked).mark).read() != MARK {
            return Err(Error::new(Kind::InvalidHandle, "call", format_args!("call is not a callback under way")));
        }
        Ok(&mut (*marked).value)
    }
}

/// Lets a writer write to the text of the content callback under way.
///
/// # Safety
/// `call` is what the header asks for, and the writer runs no host code.
pub(super) unsafe fn write_content(call: *mut wattle_call, write: impl FnOnce(&mut Sink<'_>) -> Result<()>) -> Result<()> {
    // SAFETY: as this function asks; the sink lives as long as the call.
    unsafe {
        match frame(call)?.role {
            Role::Content(sink) => write(&mut *sink),
            _ => Err(Error::new(Kind::InvalidArgument, "call", format_args!("only a content callback writes"))),
        }
    }
}

/// Gives a frame its role back, through the handle: what ran meanwhile may have used it.
unsafe fn restore(call: *mut wattle_call, role: Role) {
    // SAFETY: as the header asks of the callers.
    if let Ok(frame) = unsafe { frame(call) } {
        frame.role = role;
    }
}

unsafe fn fail(call: *mut wattle_call, message: wattle_str, payload: Option<(*const c_void, UserData)>) -> wattle_status {
    guard_value((), || {
        // SAFETY: as the header asks of the callers.
        let Ok(frame) = (unsafe { frame(call) }) else { return };
        // SAFETY: as the header asks of the callers.
        let bytes = unsafe { bytes(message, "message") }.unwrap_or_default();
        let payload = payload.map(|(tag, payload)| foreign_payload(tag, payload));
        let failure = Error::from_callback(format_args!("{}", Lossy(bytes)), payload);
        // The old failure goes after the new one stands: dropping its payload runs host code.
        drop(frame.failure.replace(failure));
    });
    wattle_status::CALLBACK_FAILED
}
