//! Being inside a callback of the library.

use std::cell::Cell;

use crate::error::{Error, Kind, Quoted, Result};

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
