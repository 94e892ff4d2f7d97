//! Text and lists of text as they cross the ABI, and the checks on their way in.

use std::ffi::c_char;
use std::fmt;

use super::counting::counted;
use super::handle::null;
use crate::error::{Error, Kind, Result};
use crate::text::{self, Counted};

/// A piece of UTF-8 text: a pointer and a length in bytes. It may hold NUL bytes.
///
/// Going in: the bytes are the caller's and are copied before the call returns. In a *required* place
/// `(NULL, 0)` and `(non-NULL, 0)` both mean the empty text. In an *optional* place `(NULL, 0)` means
/// absent and `(non-NULL, 0)` means the empty text. `(NULL, n > 0)` is WATTLE_NULL_ARGUMENT; bytes that
/// are not UTF-8 are WATTLE_INVALID_UTF8.
///
/// Coming out: the bytes are the library's; each function says how long they stay. Whole texts (of a
/// prompt, a bundle, a message, an id) have a NUL behind the last byte that `len` does not count; texts of
/// single sections and everything a callback is handed are views and have none.
///
/// This struct never grows.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_str {
    /// The first byte, or NULL.
    pub data: *const c_char,
    /// Length in bytes.
    pub len: usize,
}

/// A list of texts. In an optional place `(NULL, 0)` means absent and `(non-NULL, 0)` the empty list;
/// `(NULL, n > 0)` is WATTLE_NULL_ARGUMENT. Each item is a required text. This struct never grows.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_str_list {
    /// The first item, or NULL.
    pub items: *const wattle_str,
    /// How many items.
    pub len: usize,
}

impl wattle_str {
    pub(super) const ABSENT: wattle_str = wattle_str { data: std::ptr::null(), len: 0 };

    /// A static text with a NUL behind it.
    pub(super) const fn constant(terminated: &'static str) -> wattle_str {
        wattle_str::terminated(terminated)
    }

    /// A view of a text whose last byte is a NUL, which the length leaves out.
    pub(super) const fn terminated(text: &str) -> wattle_str {
        wattle_str { data: text.as_ptr().cast(), len: text.len() - 1 }
    }

    /// A view without a NUL. An empty one points at a byte too: some runtimes look at pointers.
    pub(super) const fn view(text: &str) -> wattle_str {
        match text.len() {
            0 => wattle_str::terminated("\0"),
            _ => wattle_str::part(text),
        }
    }

    /// A view of a part of a larger text, to which it points even where it is empty.
    pub(super) const fn part(text: &str) -> wattle_str {
        wattle_str { data: text.as_ptr().cast(), len: text.len() }
    }

    pub(super) fn optional_view(text: Option<&str>) -> wattle_str {
        text.map_or(wattle_str::ABSENT, wattle_str::view)
    }
}

impl wattle_str_list {
    pub(super) const ABSENT: wattle_str_list = wattle_str_list { items: std::ptr::null(), len: 0 };
}

/// The bytes of a text in a required place.
///
/// # Safety
/// `text.data` is NULL or points to `text.len` readable bytes, which stay unchanged while `'a` lasts.
#[inline]
pub(super) unsafe fn bytes<'a>(text: wattle_str, place: &str) -> Result<&'a [u8]> {
    match (text.data.is_null(), text.len) {
        (_, 0) => Ok(&[]),
        // SAFETY: not NULL, and as this function asks.
        (false, 1..=text::TEXT_MAX_BYTES) => Ok(unsafe { std::slice::from_raw_parts(text.data.cast(), text.len) }),
        (is_null, len) => Err(no_bytes(is_null, len, place)),
    }
}

#[cold]
fn no_bytes(is_null: bool, len: usize, place: &str) -> Error {
    let most = text::TEXT_MAX_BYTES;
    if is_null {
        return Error::new(Kind::NullArgument, place, format_args!("{place} is a text of {len} bytes at NULL"));
    }
    Error::new(Kind::LimitExceeded, place, format_args!("{place} has {len} bytes; at most {most} are allowed"))
}

#[cold]
fn not_utf8(at: usize, place: &str) -> Error {
    Error::new(Kind::InvalidUtf8, place, format_args!("{place} is not UTF-8 at byte {at}"))
}

/// A text in a required place: absent is empty.
///
/// # Safety
/// As [`bytes`].
pub(super) unsafe fn required<'a>(text: wattle_str, place: &str) -> Result<&'a str> {
    // SAFETY: as this function asks.
    Ok(unsafe { required_counted(text, place) }?.text)
}

/// The same with its chars.
///
/// # Safety
/// As [`bytes`].
#[inline]
pub(super) unsafe fn required_counted<'a>(text: wattle_str, place: &str) -> Result<Counted<'a>> {
    // SAFETY: as this function asks.
    let bytes = unsafe { bytes(text, place) }?;
    counted(bytes).map_err(|at| not_utf8(at, place))
}

/// A text in an optional place.
///
/// # Safety
/// As [`bytes`].
pub(super) unsafe fn optional<'a>(text: wattle_str, place: &str) -> Result<Option<&'a str>> {
    // SAFETY: as this function asks.
    Ok(unsafe { optional_counted(text, place) }?.map(|counted| counted.text))
}

/// The same with its chars.
///
/// # Safety
/// As [`bytes`].
#[inline]
pub(super) unsafe fn optional_counted<'a>(text: wattle_str, place: &str) -> Result<Option<Counted<'a>>> {
    if text.data.is_null() && text.len == 0 {
        return Ok(None);
    }
    // SAFETY: as this function asks.
    unsafe { required_counted(text, place) }.map(Some)
}

/// An owned copy of a text in an optional place.
///
/// # Safety
/// As [`bytes`].
pub(super) unsafe fn optional_owned(text: wattle_str, place: &str) -> Result<Option<String>> {
    // SAFETY: as this function asks.
    unsafe { optional(text, place) }?.map(text::try_string).transpose()
}

/// A list in an optional place.
///
/// # Safety
/// `list.items` is NULL or points to `list.len` texts, each as [`bytes`] asks.
pub(super) unsafe fn optional_list<'a>(list: wattle_str_list, place: &str) -> Result<Option<Vec<&'a str>>> {
    if list.items.is_null() {
        return match list.len {
            0 => Ok(None),
            len => Err(Error::new(Kind::NullArgument, place, format_args!("{place} is a list of {len} texts at NULL"))),
        };
    }
    let mut texts = text::try_vec(list.len)?;
    for i in 0..list.len {
        // SAFETY: as this function asks.
        let item = unsafe { required(list.items.add(i).read_unaligned(), place) };
        texts.push(item.map_err(|error| error.item(i))?);
    }
    Ok(Some(texts))
}

/// Owned copies of texts.
pub(super) fn owned(texts: &[&str]) -> Result<Vec<String>> {
    let mut copies = text::try_vec(texts.len())?;
    for text in texts {
        copies.push(text::try_string(text)?);
    }
    Ok(copies)
}

/// An out-parameter that must be there.
pub(super) fn check_out<T>(out: *mut T, parameter: &str) -> Result<()> {
    if out.is_null() {
        return Err(null(parameter));
    }
    Ok(())
}

/// Bytes as text, what is not UTF-8 replaced, without a copy of its own.
#[derive(Default)]
pub(super) struct Lossy<'a>(pub(super) &'a [u8]);

impl fmt::Display for Lossy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            f.write_str(chunk.valid())?;
            if !chunk.invalid().is_empty() {
                f.write_str("\u{fffd}")?;
            }
        }
        Ok(())
    }
}
