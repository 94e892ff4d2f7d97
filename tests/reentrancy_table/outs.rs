//! Where the functions store what they give, which nobody reads: it is freed after the call, as there are many.

use std::cell::RefCell;
use std::ffi::c_char;

use wattle::ffi::*;

/// Room for whatever a function stores.
type Room = [u64; 64];

/// Frees what is in a room.
type Free = unsafe fn(*mut Room);

thread_local! {
    static ROOMS: RefCell<Vec<(*mut Room, Free)>> = RefCell::default();
}

/// What a function stores.
pub trait Stored: Copy {
    /// Nothing to do, but for a handle.
    unsafe fn free(self) {}
}

macro_rules! stored {
    ($($handle:ty: $free:ident;)*) => {
        $(impl Stored for *mut $handle {
            unsafe fn free(self) {
                // SAFETY: it is NULL, or this thread's.
                unsafe { $free(self) };
            }
        })*
    };
}

stored! {
    wattle_registry: wattle_registry_free;
    wattle_records: wattle_records_free;
    wattle_bundle: wattle_bundle_free;
    wattle_prompt: wattle_prompt_free;
    wattle_diff: wattle_diff_free;
    wattle_text: wattle_text_free;
    wattle_error: wattle_error_free;
    wattle_module_builder: wattle_module_builder_free;
    wattle_renderings: wattle_renderings_free;
    wattle_guidance: wattle_guidance_free;
}

impl Stored for c_char {}
impl Stored for u64 {}
impl Stored for usize {}

fn room<T>(free: Free) -> *mut T {
    let room = Box::into_raw(Box::new([0; 64]));
    ROOMS.with_borrow_mut(|rooms| rooms.push((room, free)));
    room.cast()
}

/// Somewhere to store a result.
pub fn out<T: Stored>() -> *mut T {
    // SAFETY: a T, or zeros, is what is there.
    room(|room| unsafe { room.cast::<T>().read().free() })
}

/// A handle that is freed as if it had been stored.
pub fn brief<T: Stored>(handle: T) -> T {
    // SAFETY: there is room for a handle.
    unsafe { out::<T>().write(handle) };
    handle
}

/// A struct to be filled.
pub fn sized<T>() -> *mut T {
    let to = room::<usize>(|_| ());
    // SAFETY: there is room for more than a size.
    unsafe { *to = size_of::<T>() };
    to.cast()
}

/// Makes calls, and frees what they have stored.
pub fn unread<T>(calls: impl FnOnce() -> T) -> T {
    let before = ROOMS.with_borrow(Vec::len);
    let result = calls();
    for (room, free) in ROOMS.with_borrow_mut(|rooms| rooms.split_off(before)) {
        // SAFETY: each room is freed once, and so is what is in it.
        unsafe {
            free(room);
            drop(Box::from_raw(room));
        }
    }
    result
}
