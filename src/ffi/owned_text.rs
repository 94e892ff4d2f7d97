//! A text that the caller owns.

use super::error::EMPTY;
use super::guard::{guard_getter, guard_value};
use super::handle::{give, mark, peek, take, Mark, Opaque};
use super::text::{check_out, wattle_str};
use crate::error::Result;
use crate::text;

/// A text made for the caller. Immutable. Owner: the caller, who frees it with wattle_text_free. Threads: any, also at the same
/// time.
pub struct wattle_text {
    _private: [u8; 0],
}

/// What a text says.
///
/// `text`: borrowed. NULL or not a text of this library: the empty text.
/// Returns: a view owned by the text, valid until it is freed; a NUL is behind it; `data` is never NULL.
/// Errors: none. Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_text_view(text: *const wattle_text) -> wattle_str {
    // SAFETY: the caller's pointer is NULL or a live handle.
    guard_getter(EMPTY, || unsafe { peek(text) }.map_or(EMPTY, |text| wattle_str::terminated(&text.0)))
}

/// Frees a text.
///
/// `text`: owned by the caller, dead afterwards, as is all that was borrowed from it. NULL, or not a text of this library:
/// nothing happens.
/// Errors: none. Threads: any, but nobody else may be using the text.
#[no_mangle]
pub unsafe extern "C" fn wattle_text_free(text: *mut wattle_text) {
    // SAFETY: the caller's pointer is NULL or a live handle that it gives up.
    guard_value((), || drop(unsafe { take(text) }));
}

/// What stands behind a `wattle_text`, with a NUL behind the last byte.
pub(super) struct OwnedText(String);

/// Makes a text, and stores it where the caller wants it.
///
/// # Safety
/// `to` is NULL or points to where a text may be stored.
pub(super) unsafe fn store_text(to: *mut *mut wattle_text, make: impl FnOnce() -> Result<String>) -> Result<()> {
    check_out(to, "text")?;
    let mut text = make()?;
    text::try_push_str(&mut text, "\0")?;
    let text = give(OwnedText(text))?;
    // SAFETY: not NULL, and as this function asks.
    unsafe { to.write(text) };
    Ok(())
}

impl Opaque for wattle_text {
    type Inner = OwnedText;
    const MARK: Mark = mark!();
    const NAME: &'static str = "wattle_text";
}
