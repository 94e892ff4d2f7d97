//! Guidance: what is said of a tool, chosen by its name.

use super::enums::{match_mode, wattle_match_mode};
use super::error::wattle_error;
use super::guard::{guard, guard_value};
use super::handle::{borrow, give, mark, peek, take, Mark, Opaque};
use super::owned_text::{store_text, wattle_text};
use super::recent_tool_errors::{recent_tool_errors, wattle_tool_error};
use super::status::wattle_status;
use super::structs::{Elements, Prefixed};
use super::text::{check_out, required, wattle_str};
use crate::error::Result;
use crate::guidance::{Guidance, GuidanceEntry};
use crate::sections::RecentToolErrors;
use crate::text;

/// Guidance: an ordered list of entries, each a text for the tools whose name its pattern matches. Owner: the caller, who frees
/// it with wattle_guidance_free. Threads: any number at once, also to add to it; resolving works on the entries that were there
/// when it began.
pub struct wattle_guidance {
    _private: [u8; 0],
}

/// An entry of guidance (semantics 7). Fill it with WATTLE_GUIDANCE_ENTRY(...) in C, or from WATTLE_GUIDANCE_ENTRY_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_guidance_entry {
    /// sizeof(wattle_guidance_entry).
    pub struct_size: usize,
    /// Required: the pattern. It may be empty: the exact name "", or the beginning of every name.
    pub tool_name: wattle_str,
    /// Required: how the pattern matches.
    pub mode: wattle_match_mode,
    /// Zero.
    pub reserved: u32,
    /// Required: what is said of the tools that it matches; an empty text says nothing.
    pub text: wattle_str,
}

/// Makes guidance without entries.
///
/// `guidance`: where the new handle is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: only the general ones. Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_guidance_new(guidance: *mut *mut wattle_guidance, error: *mut *mut wattle_error) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            check_out(guidance, "guidance")?;
            guidance.write(give(Guidance::new())?);
            Ok(())
        })
    }
}

/// Frees guidance. Texts that it gave stay.
///
/// `guidance`: owned by the caller, dead afterwards. NULL, or not guidance of this library: nothing happens.
/// Errors: none. Threads: any, but nobody else may be using it. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_guidance_free(guidance: *mut wattle_guidance) {
    // SAFETY: the caller's pointer is NULL or a live handle that it gives up.
    guard_value((), || drop(unsafe { take(guidance) }));
}

/// Adds entries behind those that are there, in order: all of them or none. A pattern may stand in several.
///
/// `guidance`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `entries`: an array of `n`, borrowed and copied; element 0's struct_size is the stride and all must agree. NULL is
/// WATTLE_NULL_ARGUMENT unless `n` is 0.
/// `n`: how many; 0 does nothing.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (subject "mode"). The message says which entry. Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_guidance_add(
    guidance: *mut wattle_guidance,
    entries: *const wattle_guidance_entry,
    n: usize,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            let guidance = borrow(guidance, "guidance")?;
            let elements = Elements::new(entries, n, "entries")?;
            let mut entries = text::try_vec(n)?;
            for index in 0..n {
                let entry = elements.read(index, |fields| core_entry(fields));
                entries.push(entry.map_err(|error| error.within("entries", index))?);
            }
            guidance.add(entries)
        })
    }
}

/// Adds the entries of a JSON document behind those that are there, in order: all of them or none.
///
///   { "entries": [ { "toolName": "search_*", "mode": "prefix", "text": "Always cite sources." },
///                  { "toolName": "*_delete", "mode": "glob", "text": "Ask before you delete." } ] }
///
/// An entry needs all three; the mode is "exact", "prefix" or "glob". `entries` may be left out or null, and is then empty. An
/// unknown or a repeated key is an error. There is a JSON Schema of it: schemas/guidance.schema.json.
///
/// `guidance`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `json`: required; at most WATTLE_JSON_MAX_BYTES, without a byte order mark. A text may hold `\u0000`.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_JSON (subject: the JSON path, such as $.entries[3].mode; the message says what is there, what is
/// allowed, and the line and the column, in bytes, where reading stopped), WATTLE_LIMIT_EXCEEDED.
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_guidance_load_json(
    guidance: *mut wattle_guidance,
    json: wattle_str,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe { guard(error, || borrow(guidance, "guidance")?.load_json(required(json, "json")?)) }
}

/// How many entries there are.
///
/// `guidance`: borrowed. NULL or not guidance of this library: 0.
/// Errors: none. Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_guidance_len(guidance: *const wattle_guidance) -> usize {
    // SAFETY: the caller's pointer is NULL or a live handle.
    guard_value(0, || unsafe { peek(guidance) }.map_or(0, Guidance::len))
}

/// Gives what is to be said of a tool (semantics 7): the text of every entry that matches its name, in order, joined by blank
/// lines; then, after a blank line, the last WATTLE_RECENT_TOOL_ERRORS_LIMIT errors of exactly this tool, newest first, one line
/// each. Empty where there is nothing to say.
///
/// `guidance`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `tool_name`: required: the tool's name, any text.
/// `tool_errors`: an array of `n` errors of any tools, oldest first, borrowed for the call; element 0's struct_size is the stride
/// and all must agree. NULL is WATTLE_NULL_ARGUMENT unless `n` is 0. Elements that are not shown are checked too.
/// `n`: how many.
/// `text`: where the new text is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: only the general ones. Threads: any; holds no lock while it works. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_guidance_resolve(
    guidance: *const wattle_guidance,
    tool_name: wattle_str,
    tool_errors: *const wattle_tool_error,
    n: usize,
    text: *mut *mut wattle_text,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            store_text(text, || {
                let (guidance, tool_name, recent) = asked_of(guidance, tool_name, tool_errors, n)?;
                guidance.resolve_recent(tool_name, &recent)
            })
        })
    }
}

/// Says how long the text of wattle_guidance_resolve would be.
///
/// `guidance`, `tool_name`, `tool_errors`, `n`: as in wattle_guidance_resolve.
/// `chars`: where the length in chars is stored; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: only the general ones. Threads: any; holds no lock while it works. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_guidance_estimate_chars(
    guidance: *const wattle_guidance,
    tool_name: wattle_str,
    tool_errors: *const wattle_tool_error,
    n: usize,
    chars: *mut u64,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            check_out(chars, "chars")?;
            let (guidance, tool_name, recent) = asked_of(guidance, tool_name, tool_errors, n)?;
            chars.write(guidance.estimate_recent_chars(tool_name, &recent)?);
            Ok(())
        })
    }
}

impl Opaque for wattle_guidance {
    type Inner = Guidance;
    const MARK: Mark = mark!();
    const NAME: &'static str = "wattle_guidance";
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_guidance_entry {
    const NAME: &'static str = "wattle_guidance_entry";

    fn used_reserve(&self) -> Option<&'static str> {
        (self.reserved != 0).then_some("reserved")
    }
}

/// What it takes to say what is said of a tool: the guidance, the tool's name, and its last errors.
///
/// # Safety
/// All of it is what the header asks for, and stays while `'a` lasts.
unsafe fn asked_of<'a>(
    guidance: *const wattle_guidance,
    tool_name: wattle_str,
    tool_errors: *const wattle_tool_error,
    n: usize,
) -> Result<(&'a Guidance, &'a str, RecentToolErrors<'a>)> {
    // SAFETY: as this function asks.
    unsafe {
        let guidance = borrow(guidance, "guidance")?;
        let tool_name = required(tool_name, "tool_name")?;
        Ok((guidance, tool_name, recent_tool_errors(tool_errors, n, Some(tool_name))?))
    }
}

/// # Safety
/// The texts are what the header asks for.
unsafe fn core_entry(fields: &wattle_guidance_entry) -> Result<GuidanceEntry> {
    // SAFETY: as this function asks.
    let (tool_name, text) = unsafe { (required(fields.tool_name, "tool_name")?, required(fields.text, "text")?) };
    GuidanceEntry::new(tool_name, match_mode(fields.mode)?, text)
}
