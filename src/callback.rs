//! Being inside a callback of the library, and what a callback writes to.

use std::cell::Cell;
use std::fmt;

use crate::error::{Error, Kind, Quoted, Result};
use crate::text;

pub use crate::resolve::Emitter;

thread_local! {
    // A constant without Drop: the library leaves no thread-exit work behind when it is unloaded.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// The time during which host code runs; callbacks may nest.
pub(crate) struct Inside(());

/// To be held while a callback runs, so that what could wait for itself is refused there.
pub(crate) fn enter() -> Inside {
    DEPTH.set(DEPTH.get() + 1);
    Inside(())
}

impl Drop for Inside {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
    }
}

/// How deep callbacks may nest on one thread: a callback that resolves, whose callback resolves, and so on.
pub const NESTING_MAX: u32 = 128;

/// Refuses to begin another call inside so many callbacks: an error instead of a stack that overflows.
pub(crate) fn refuse_too_deep() -> Result<()> {
    let depth = DEPTH.get();
    if depth < NESTING_MAX {
        return Ok(());
    }
    Err(Error::new(
        Kind::LimitExceeded,
        "nesting",
        format_args!("a call inside {depth} nested callbacks; at most {NESTING_MAX} are allowed"),
    ))
}

/// Refuses what waits for calls in flight while this thread is inside one (semantics 2).
pub(crate) fn refuse_inside(what: &str, subject: &str) -> Result<()> {
    if DEPTH.get() == 0 {
        return Ok(());
    }
    Err(Error::new(
        Kind::ReEntrancy,
        subject,
        format_args!("{what} {} inside a callback could wait for itself; do it after the call", Quoted(subject)),
    ))
}

/// What a content callback writes to. The bytes may come in any pieces; whether they are UTF-8 is checked at the end.
#[derive(Default)]
pub struct Sink {
    bytes: Vec<u8>,
    fault: Option<Error>,
}

impl Sink {
    /// Adds text.
    ///
    /// # Errors
    /// [`Kind::LimitExceeded`] over [`crate::TEXT_MAX_BYTES`] in all, [`Kind::OutOfMemory`]. Every later write fails the same way, and
    /// so does the callback, whatever it returns.
    pub fn write(&mut self, text: &str) -> Result<()> {
        self.write_bytes(text.as_bytes())
    }

    /// Adds bytes, which together with what comes before and after must be UTF-8.
    ///
    /// # Errors
    /// As [`Sink::write`].
    pub fn write_bytes(&mut self, bytes: &[u8]) -> Result<()> {
        if self.fault.is_none() {
            self.fault = self.append(bytes).err();
        }
        self.outcome()
    }

    /// Adds text made of values.
    pub(crate) fn format(&mut self, text: fmt::Arguments<'_>) -> Result<()> {
        fmt::Write::write_fmt(self, text).map_err(|_| self.write("").err().unwrap_or_else(Error::out_of_memory))
    }

    /// Makes this write and all later ones fail, for what was to be written could not be read.
    pub(crate) fn refuse(&mut self, refused: Error) -> Result<()> {
        self.fault.get_or_insert(refused);
        self.outcome()
    }

    fn outcome(&self) -> Result<()> {
        self.fault.as_ref().map_or(Ok(()), |fault| Err(fault.twin()))
    }

    fn append(&mut self, bytes: &[u8]) -> Result<()> {
        let total = self.bytes.len().saturating_add(bytes.len());
        if total > text::TEXT_MAX_BYTES {
            return Err(text::too_long(total));
        }
        self.bytes.try_reserve(bytes.len())?;
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Begins a new text, in the same memory.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.fault = None;
    }

    /// What a callback has written, given how it ended. What broke in the sink explains more than the callback's own failure
    /// after it; that one is blamed on `what` of `subject`.
    pub(crate) fn settle(&mut self, outcome: Result<()>, what: &str, subject: &str) -> Result<&str> {
        match outcome {
            Err(error) => Err(self.fault(subject).unwrap_or_else(|| error.blamed_on(what, subject))),
            Ok(()) => self.finish(subject),
        }
    }

    /// The text written since the last [`Sink::clear`].
    fn finish(&mut self, subject: &str) -> Result<&str> {
        if let Some(fault) = self.fault(subject) {
            return Err(fault);
        }
        text::check_utf8(&self.bytes).map_err(|at| {
            Error::new(Kind::CallbackFailed, subject, format_args!("the content of {} is not UTF-8 at byte {at}", Quoted(subject)))
        })
    }

    /// Why a write failed, if one did.
    fn fault(&mut self, subject: &str) -> Option<Error> {
        let fault = self.fault.take()?;
        Some(match fault.kind() {
            Kind::OutOfMemory => fault,
            kind => Error::new(kind, subject, format_args!("the content of {}: {}", Quoted(subject), fault.message())),
        })
    }
}

impl fmt::Write for Sink {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        self.write(piece).map_err(|_| fmt::Error)
    }
}
