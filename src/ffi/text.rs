//! Text and lists of text as they cross the ABI, and the checks on their way in.

use std::ffi::c_char;

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
    pub(super) const fn constant(text: &'static str) -> wattle_str {
        wattle_str { data: text.as_ptr().cast(), len: text.len() - 1 }
    }
}
