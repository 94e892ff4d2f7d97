//! The boundary that no panic crosses. Every export runs inside [`guard`], [`guard_value`] or [`guard_getter`].

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::{Once, OnceLock};

use super::error::{report, wattle_error};
use super::status::wattle_status;
use crate::error::{Error, Excerpt, Kind, Result};

thread_local! {
    // A constant without Drop: nothing is left for thread exit after the library is unloaded.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Runs a fallible export: its error goes to `error`, and a panic becomes [`Kind::Internal`].
///
/// # Safety
/// `error` is NULL or points to where an error may be stored.
pub(super) unsafe fn guard(error: *mut *mut wattle_error, run: impl FnOnce() -> Result<()>) -> wattle_status {
    let failure = match catch(run) {
        Ok(Ok(())) => return wattle_status::OK,
        Ok(Err(failure)) => failure,
        Err(panicked) => internal(panicked),
    };
    // SAFETY: as this function asks.
    unsafe { fail(error, failure) }
}

/// Every export has a [`guard`] of its own, and all of them this.
///
/// # Safety
/// As [`guard`].
#[cold]
#[inline(never)]
unsafe fn fail(error: *mut *mut wattle_error, failure: Error) -> wattle_status {
    // Freeing a payload inside may run host code, but a panic of ours in storing the error must not escape either.
    // SAFETY: `error` is the caller's, as this function asks.
    guard_value(wattle_status::INTERNAL, || unsafe { report(error, failure) })
}

/// Runs an export that cannot fail: a panic gives `fallback`.
pub(super) fn guard_value<T>(fallback: T, run: impl FnOnce() -> T) -> T {
    catch(run).unwrap_or_else(|panicked| {
        discard(panicked);
        fallback
    })
}

/// Runs an export that only reads what is there. Nothing in it panics; if it does after all, that is caught, but printed as well: to know
/// it for the library's own there would have to be a look at thread-local storage, which costs more than all that a getter does.
pub(super) fn guard_getter<T>(fallback: T, run: impl FnOnce() -> T) -> T {
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| {
        #[cfg(feature = "panic-injection")]
        super::injection::silent_point();
        run()
    }));
    outcome.unwrap_or_else(|panicked| {
        discard(panicked);
        fallback
    })
}

fn catch<T>(run: impl FnOnce() -> T) -> std::thread::Result<T> {
    quiet_our_own_panics();
    let outer = INSIDE.replace(true);
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| {
        #[cfg(feature = "panic-injection")]
        super::injection::point();
        run()
    }));
    INSIDE.set(outer);
    outcome
}

#[cold]
#[inline(never)]
fn internal(panicked: Box<dyn Any + Send>) -> Error {
    let text = match (panicked.downcast_ref::<&str>(), panicked.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text.as_str(),
        (None, None) => "a panic without a text",
    };
    let error = Error::new(Kind::Internal, "", format_args!("a fault of the library: {}", Excerpt(text)));
    discard(panicked);
    error
}

/// Dropping what was thrown may throw again.
#[cold]
#[inline(never)]
fn discard(panicked: Box<dyn Any + Send>) {
    if let Err(again) = panic::catch_unwind(AssertUnwindSafe(|| drop(panicked))) {
        std::mem::forget(again);
    }
}

/// The time during which host code runs: its own panics are reported as ever.
pub(super) struct Outside(bool);

pub(super) fn outside() -> Outside {
    Outside(INSIDE.replace(false))
}

impl Drop for Outside {
    fn drop(&mut self) {
        INSIDE.set(self.0);
    }
}

type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Send + Sync>;

/// A panic that [`catch`] will catch prints nothing: its text goes into the error. All others go to the hook that was there.
fn quiet_our_own_panics() {
    static INSTALLED: Once = Once::new();
    static PREVIOUS: OnceLock<Hook> = OnceLock::new();
    #[cold]
    #[inline(never)]
    fn install() {
        if std::thread::panicking() {
            return;
        }
        INSTALLED.call_once(|| {
            let _ = PREVIOUS.set(panic::take_hook());
            panic::set_hook(Box::new(|info| {
                if let (false, Some(previous)) = (INSIDE.get(), PREVIOUS.get()) {
                    previous(info);
                }
            }));
        });
    }
    if !INSTALLED.is_completed() {
        install();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_told_so_that_it_can_be_shown() {
        let error = internal(catch(|| panic!("{}\x1b[2J{}", "a".repeat(300), "b".repeat(300))).unwrap_err());
        assert_eq!(error.message(), format!("a fault of the library: {}…{}", "a".repeat(200), "b".repeat(200)));
        let error = internal(catch(|| panic!("\x1b[2J\u{202e}\n")).unwrap_err());
        assert_eq!(error.message(), "a fault of the library: \\u{1b}[2J\\u{202e}\\u{a}");
    }
}
