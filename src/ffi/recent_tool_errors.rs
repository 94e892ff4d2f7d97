//! The body of a section on the most recent errors of tools.

use super::error::wattle_error;
use super::guard::guard;
use super::owned_text::{store_text, wattle_text};
use super::status::wattle_status;
use super::structs::{Elements, Prefixed};
use super::text::{optional, required, wattle_str};
use crate::error::Result;
use crate::sections::{RecentToolErrors, ToolError};

/// An error that a tool ended with. Fill it with WATTLE_TOOL_ERROR(...) in C, or from WATTLE_TOOL_ERROR_INIT.
///
/// It is shown as one line: the tool, the time in parentheses, the error; an empty time or error is left out. In each of them line
/// breaks at the ends are left out and those within become one space: LF, VT, FF, CR, NEL, U+2028 and U+2029.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_tool_error {
    /// sizeof(wattle_tool_error).
    pub struct_size: usize,
    /// Required: the tool's name.
    pub tool: wattle_str,
    /// Required: what it said.
    pub error: wattle_str,
    /// Optional: when that was, as it is to be shown: the library reads no clock.
    pub time_text: wattle_str,
}

/// Renders the body of a section on the most recent errors of tools (semantics 8): a heading, and a line for each of the last
/// WATTLE_RECENT_TOOL_ERRORS_LIMIT, whatever the tool, newest first. The empty text where there is none.
///
/// `tool_errors`: an array of `n`, oldest first, borrowed for the call; element 0's struct_size is the stride and all must agree.
/// NULL is WATTLE_NULL_ARGUMENT unless `n` is 0. Elements that are not shown are checked too.
/// `n`: how many.
/// `text`: where the new text is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: only the general ones. Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_render_recent_tool_errors(
    tool_errors: *const wattle_tool_error,
    n: usize,
    text: *mut *mut wattle_text,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe { guard(error, || store_text(text, || recent_tool_errors(tool_errors, n, None)?.body())) }
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_tool_error {
    const NAME: &'static str = "wattle_tool_error";
}

/// Reads errors that come oldest first, and keeps the last of them: of exactly one tool, or of any.
///
/// # Safety
/// `tool_errors` is what the header asks for, and stays while `'a` lasts.
pub(super) unsafe fn recent_tool_errors<'a>(
    tool_errors: *const wattle_tool_error,
    n: usize,
    tool: Option<&str>,
) -> Result<RecentToolErrors<'a>> {
    // SAFETY: as this function asks.
    let elements = unsafe { Elements::new(tool_errors, n, "tool_errors") }?;
    let mut recent = RecentToolErrors::default();
    for index in 0..n {
        // SAFETY: the texts are what the header asks for.
        let read = elements.read(index, |fields| unsafe {
            Ok(ToolError {
                tool: required(fields.tool, "tool")?,
                error: required(fields.error, "error")?,
                time_text: optional(fields.time_text, "time_text")?,
            })
        });
        let tool_error = read.map_err(|error| error.within("tool_errors", index))?;
        if tool.is_none_or(|tool| tool == tool_error.tool) {
            recent.note(tool_error);
        }
    }
    Ok(recent)
}
