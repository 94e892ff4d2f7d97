//! The bundle: what resolving gives.

use super::error::{wattle_error, wattle_status};
use super::section::{wattle_section, wattle_summary};
use super::text::wattle_str;

/// What resolving gives: ordered sections and their joined text. Immutable, and valid after its registry is freed.
/// Owner: the caller, who frees it with wattle_bundle_free. Threads: any, also at the same time.
pub struct wattle_bundle {
    _private: [u8; 0],
}

/// The text: all sections joined by a blank line.
///
/// `bundle`: borrowed. NULL or not a bundle of this library: the empty text.
/// Returns: a view owned by the bundle, valid until it is freed; a NUL is behind it; `data` is never NULL.
/// Errors: none. Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_bundle_text(bundle: *const wattle_bundle) -> wattle_str {
    unimplemented!()
}

/// A bundle's figures.
///
/// `bundle`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `summary`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: only the general ones. Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_bundle_summary(
    bundle: *const wattle_bundle,
    summary: *mut wattle_summary,
    error: *mut *mut wattle_error,
) -> wattle_status {
    unimplemented!()
}

/// One section.
///
/// `bundle`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `index`: from 0; at or over the number of sections is WATTLE_INVALID_ARGUMENT.
/// `section`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure. The views in it are owned by
/// the bundle and valid until it is freed.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (the index, a size that is too small). Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_bundle_section(
    bundle: *const wattle_bundle,
    index: usize,
    section: *mut wattle_section,
    error: *mut *mut wattle_error,
) -> wattle_status {
    unimplemented!()
}

/// Frees a bundle.
///
/// `bundle`: owned by the caller, dead afterwards, as is all that was borrowed from it. NULL, or not a bundle of this
/// library: nothing happens.
/// Errors: none. Threads: any, but nobody else may be using the bundle.
#[no_mangle]
pub unsafe extern "C" fn wattle_bundle_free(bundle: *mut wattle_bundle) {
    unimplemented!()
}
