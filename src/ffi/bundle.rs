//! The bundle: what resolving gives.

use super::error::{wattle_error, EMPTY};
use super::guard::{guard, guard_getter, guard_value};
use super::handle::{borrow, mark, peek, take, Mark, Opaque};
use super::section::{no_such_index, wattle_section, wattle_summary};
use super::status::wattle_status;
use super::structs::{check_fillable, fill, fill_with};
use super::text::wattle_str;
use crate::resolve::Bundle;

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
    // SAFETY: the caller's pointer is NULL or a live handle.
    guard_getter(EMPTY, || unsafe { peek(bundle) }.map_or(EMPTY, |bundle| wattle_str::terminated(bundle.terminated_text())))
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
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            let bundle = borrow(bundle, "bundle")?;
            check_fillable(summary, "summary")?;
            fill(summary, &wattle_summary::from(&bundle.summary()));
            Ok(())
        })
    }
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
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            let bundle = borrow(bundle, "bundle")?;
            check_fillable(section, "section")?;
            let found = bundle.section(index).ok_or_else(|| no_such_index(index, bundle.summary().sections))?;
            fill_with(section, || found.into());
            Ok(())
        })
    }
}

/// A bundle as JSON of one line: keys text, chars, stablePrefix, staticOnly, and sections, those inside as in the case
/// files. Made at the first call and kept.
///
/// `bundle`: borrowed. NULL or not a bundle of this library: the empty text.
/// Returns: a view owned by the bundle, valid until it is freed; a NUL is behind it; `data` is never NULL. Empty if there
/// was no memory to make it: the JSON itself never is.
/// Errors: none. Threads: any, also at the same time.
#[no_mangle]
pub unsafe extern "C" fn wattle_bundle_json(bundle: *const wattle_bundle) -> wattle_str {
    guard_value(EMPTY, || {
        // SAFETY: the caller's pointer is NULL or a live handle.
        let json = unsafe { borrow(bundle, "bundle") }.and_then(|bundle| bundle.json());
        json.map_or(EMPTY, wattle_str::view)
    })
}

/// A bundle as a table for people, like that of a prompt: wattle_prompt_table. Made at the first call and kept.
///
/// `bundle`: borrowed. NULL or not a bundle of this library: the empty text.
/// Returns: a view owned by the bundle, valid until it is freed; a NUL is behind it; `data` is never NULL. Empty if there
/// was no memory to make it: the table itself never is.
/// Errors: none. Threads: any, also at the same time.
#[no_mangle]
pub unsafe extern "C" fn wattle_bundle_table(bundle: *const wattle_bundle) -> wattle_str {
    guard_value(EMPTY, || {
        // SAFETY: the caller's pointer is NULL or a live handle.
        let table = unsafe { borrow(bundle, "bundle") }.and_then(|bundle| bundle.table());
        table.map_or(EMPTY, wattle_str::view)
    })
}

/// Frees a bundle.
///
/// `bundle`: owned by the caller, dead afterwards, as is all that was borrowed from it. NULL, or not a bundle of this
/// library: nothing happens.
/// Errors: none. Threads: any, but nobody else may be using the bundle.
#[no_mangle]
pub unsafe extern "C" fn wattle_bundle_free(bundle: *mut wattle_bundle) {
    // SAFETY: the caller's pointer is NULL or a live handle that it gives up.
    guard_value((), || drop(unsafe { take(bundle) }));
}

impl Opaque for wattle_bundle {
    type Inner = Bundle;
    const MARK: Mark = mark!();
    const NAME: &'static str = "wattle_bundle";
}
