//! An allocator whose n-th large allocation fails, and the check that a call that met it ended as it should.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering::SeqCst};

use wattle::ffi::*;

use crate::face::read;

/// From here on, in bytes, a size is taken as decided by the input.
const MIN: usize = 8 << 10;

/// The number of the allocation to fail; 0: none.
static FAIL_AT: AtomicUsize = AtomicUsize::new(0);
/// Whether all further ones fail too.
static ONWARD: AtomicBool = AtomicBool::new(false);
static COUNTED: AtomicUsize = AtomicUsize::new(0);

struct Failing;

#[global_allocator]
static ALLOCATOR: Failing = Failing;

fn fails(size: usize) -> bool {
    let at = FAIL_AT.load(SeqCst);
    if at == 0 || size < MIN {
        return false;
    }
    let n = COUNTED.fetch_add(1, SeqCst) + 1;
    n == at || (n > at && ONWARD.load(SeqCst))
}

// SAFETY: it is the system's allocator, which may fail.
unsafe impl GlobalAlloc for Failing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if fails(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if fails(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if fails(size) {
            return std::ptr::null_mut();
        }
        // SAFETY: as the caller promises.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// One n of a sweep.
pub struct Trial {
    n: usize,
    onward: bool,
    /// In the last call, and in any.
    fired: AtomicBool,
    ever: AtomicBool,
}

/// A call, with what it is called.
pub type Case = (&'static str, fn(&Trial));

/// What no call stores: an out-parameter that still has it was not written.
pub fn untouched<T>() -> *mut T {
    std::ptr::without_provenance_mut(0x5a5a_5a50)
}

impl Trial {
    pub fn new(n: usize, onward: bool) -> Trial {
        Trial { n, onward, fired: AtomicBool::new(false), ever: AtomicBool::new(false) }
    }

    /// Whether an allocation of the last call failed.
    pub fn fired(&self) -> bool {
        self.fired.load(SeqCst)
    }

    /// Whether one of any call failed.
    pub fn ever_fired(&self) -> bool {
        self.ever.load(SeqCst)
    }

    /// Runs something while memory runs out.
    pub fn armed<T>(&self, run: impl FnOnce() -> T) -> T {
        COUNTED.store(0, SeqCst);
        ONWARD.store(self.onward, SeqCst);
        FAIL_AT.store(self.n, SeqCst);
        let result = run();
        FAIL_AT.store(0, SeqCst);
        let fired = COUNTED.load(SeqCst) >= self.n;
        self.fired.store(fired, SeqCst);
        self.ever.fetch_or(fired, SeqCst);
        result
    }

    /// Runs a call while memory runs out, and checks how it ended. Says whether it failed for that.
    pub fn fails(&self, else_status: wattle_status, call: impl FnOnce(*mut *mut wattle_error) -> wattle_status) -> bool {
        static STATIC_ERROR: AtomicPtr<wattle_error> = AtomicPtr::new(std::ptr::null_mut());
        let mut error = untouched();
        let status = self.armed(|| call(&mut error));
        // SAFETY: the error is what the call stored, if it failed.
        unsafe {
            if status == wattle_status::OK {
                assert_eq!(error, untouched(), "an error was stored on success");
                assert!(!self.fired(), "an allocation failed, and the call succeeded");
            } else {
                assert_eq!(wattle_error_status(error), status);
            }
            if !self.fired() {
                assert_eq!(status, else_status, "{}", read(wattle_error_message(error)));
                free_other(error);
                return false;
            }
            assert_eq!(status, wattle_status::OUT_OF_MEMORY, "{}", read(wattle_error_message(error)));
            assert_eq!((read(wattle_error_message(error)), read(wattle_error_subject(error))), ("out of memory", ""));
            let first = STATIC_ERROR.swap(error, SeqCst);
            assert!(first.is_null() || first == error, "the error is not the static one");
            // Its free does nothing, any number of times.
            wattle_error_free(error);
            wattle_error_free(error);
        }
        true
    }
}

unsafe fn free_other(error: *mut wattle_error) {
    if error != untouched() {
        // SAFETY: a call stored it.
        unsafe { wattle_error_free(error) };
    }
}
