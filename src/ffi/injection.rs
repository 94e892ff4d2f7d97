//! Tests only: a panic in every export.

use std::sync::atomic::{AtomicBool, Ordering};

static ARMED: AtomicBool = AtomicBool::new(false);

/// From now on every export panics, or none does.
pub fn inject_panics(armed: bool) {
    ARMED.store(armed, Ordering::SeqCst);
}

pub(super) fn point() {
    if ARMED.load(Ordering::SeqCst) {
        panic!("injected");
    }
}

/// In an export that prints its panics.
pub(super) fn silent_point() {
    if ARMED.load(Ordering::SeqCst) {
        std::panic::resume_unwind(Box::new("injected"));
    }
}
