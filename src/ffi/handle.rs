//! Handles: opaque pointers that begin with a mark of their type and of this copy of the library.

use crate::error::{Error, Kind, Result};
use crate::text;

/// An address that is only ever compared.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct Mark(*const u8);

// SAFETY: the address is compared and never read through.
unsafe impl Send for Mark {}
// SAFETY: as above.
unsafe impl Sync for Mark {}

impl Mark {
    pub(super) const fn at(place: &'static u8) -> Mark {
        Mark(place)
    }

    /// No handle's.
    pub(super) const DEAD: Mark = Mark(std::ptr::null());
}

/// A mark of its own for every type of handle: the address of a byte that only this place, of this copy of the library, has.
macro_rules! mark {
    () => {{
        static PLACE: u8 = 0;
        $crate::ffi::handle::Mark::at(&PLACE)
    }};
}
pub(super) use mark;

/// What stands behind a handle.
#[repr(C)]
pub(super) struct Marked<T> {
    pub(super) mark: Mark,
    pub(super) value: T,
}

/// A type that the header shows as opaque.
pub(super) trait Opaque {
    type Inner;
    const MARK: Mark;
    const NAME: &'static str;
}

/// Gives a handle to the caller, who owns it.
pub(super) fn give<H: Opaque>(value: H::Inner) -> Result<*mut H> {
    let mut one = text::try_vec(1)?;
    one.push(Marked { mark: H::MARK, value });
    Ok(Box::into_raw(one.into_boxed_slice()).cast())
}

/// The value behind a handle, if it is one: for exports that report no error.
///
/// # Safety
/// `handle` is NULL or points to a live handle of any type of any copy of the library, and nobody frees it while `'a` lasts.
pub(super) unsafe fn peek<'a, H: Opaque>(handle: *const H) -> Option<&'a H::Inner> {
    let marked = handle.cast::<Marked<H::Inner>>();
    // SAFETY: every handle begins with a mark; the value is touched only if the mark says it is there.
    if marked.is_null() || !marked.is_aligned() || unsafe { (&raw const (*marked).mark).read() } != H::MARK {
        return None;
    }
    // SAFETY: the mark says so, and the caller keeps it alive.
    Some(unsafe { &(*marked).value })
}

/// The value behind a handle.
///
/// # Safety
/// As [`peek`].
pub(super) unsafe fn borrow<'a, H: Opaque>(handle: *const H, parameter: &str) -> Result<&'a H::Inner> {
    // SAFETY: as this function asks.
    unsafe { peek(handle) }.ok_or_else(|| if handle.is_null() { null(parameter) } else { foreign(parameter, H::NAME) })
}

/// The same, to be changed.
///
/// # Safety
/// As [`borrow`], and nothing else refers to the value while `'a` lasts.
pub(super) unsafe fn borrow_mut<'a, H: Opaque>(handle: *mut H, parameter: &str) -> Result<&'a mut H::Inner> {
    // SAFETY: as this function asks.
    unsafe { borrow(handle.cast_const(), parameter) }?;
    // SAFETY: the mark says that it is there, and nobody else has it.
    Ok(unsafe { &mut (*handle.cast::<Marked<H::Inner>>()).value })
}

/// Takes a handle back from the caller; the mark dies first, so that a second free of memory not yet reused does nothing.
///
/// # Safety
/// As [`borrow`], and nobody else uses the handle any more.
pub(super) unsafe fn take<H: Opaque>(handle: *mut H) -> Option<Box<[Marked<H::Inner>]>> {
    // SAFETY: as this function asks.
    unsafe { peek(handle.cast_const()) }?;
    let marked = handle.cast::<Marked<H::Inner>>();
    // SAFETY: the mark says that `give` made it, as a slice of one.
    unsafe {
        (*marked).mark = Mark::DEAD;
        Some(Box::from_raw(std::ptr::slice_from_raw_parts_mut(marked, 1)))
    }
}

#[cold]
#[inline(never)]
fn foreign(parameter: &str, name: &str) -> Error {
    Error::new(Kind::InvalidHandle, parameter, format_args!("{parameter} is not a {name} of this library"))
}

#[cold]
#[inline(never)]
pub(super) fn null(parameter: &str) -> Error {
    Error::new(Kind::NullArgument, parameter, format_args!("{parameter} is NULL; a value is required"))
}
