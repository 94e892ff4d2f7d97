//! What a module builder reports of a prompt, beside what every prompt reports.

use super::compose::WATTLE_NOT_SET;
use super::error::wattle_error;
use super::error::EMPTY;
use super::guard::{guard, guard_value};
use super::handle::borrow;
use super::prompt::wattle_prompt;
use super::prompt::HeldPrompt;
use super::status::wattle_status;
use super::structs::{check_fillable, fill, Prefixed};
use super::text::wattle_str;
use super::tool_filter::wattle_tool_filter;
use crate::error::{Error, Kind, Result};
use crate::modules::{ModuleMetadata, Report};

/// The figures that only a prompt of modules has (semantics 9.5); its summary has the rest, and its sections say of each module
/// what became of it. Start from WATTLE_MODULE_METADATA_INIT; the library fills what fits into struct_size.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_module_metadata {
    /// Going in: sizeof(wattle_module_metadata). Coming out: how many bytes were filled; WATTLE_HAS asks.
    pub struct_size: usize,
    /// How many modules are included, those whose rendering has no line among them.
    pub modules: usize,
    /// How many of these by their minimal rendering.
    pub minimal: usize,
    /// How many modules are dropped.
    pub dropped: usize,
    /// A quarter of the chars of the whole text, rounded up.
    pub estimated_tokens: u64,
    /// The context window, as given.
    pub context_window: u64,
    /// What the conversation so far takes, as given.
    pub history_tokens: u64,
    /// The window less the history and WATTLE_OUTPUT_RESERVE_TOKENS; it may be negative.
    pub available: i64,
    /// How long the build took by the host's clock, in nanoseconds; WATTLE_NOT_SET if there was none.
    pub build_nanoseconds: u64,
    /// What prompt and history leave of the window, in whole per cent, not below 0; 0 if there is no window.
    pub percent_remaining: u32,
    /// Zero.
    pub reserved: u32,
}

/// The figures of a prompt of modules.
///
/// `prompt`: borrowed; NULL is WATTLE_NULL_ARGUMENT; one that no module builder made is WATTLE_INVALID_ARGUMENT.
/// `metadata`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (subject "prompt", a size that is too small). Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_prompt_module_metadata(
    prompt: *const wattle_prompt,
    metadata: *mut wattle_module_metadata,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            let report = report_of(borrow(prompt, "prompt")?)?;
            check_fillable(metadata, "metadata")?;
            fill(metadata, &wattle_module_metadata::from(&report.metadata));
            Ok(())
        })
    }
}

/// Which modules are included, minimal and dropped, with the figures, as JSON: one line, the keys in this order: moduleCount, modules
/// (the included ones' names, in order), minimal (names), dropped (name, tokens, used, limit of each), estimatedTokens, tokensByModule,
/// contextWindow, historyTokens, available, percentRemaining, buildTimeMs (null without a clock). Made at the first call and kept.
///
/// `prompt`: borrowed. NULL, not a prompt of this library, or one that no module builder made: the empty text.
/// Returns: a view owned by the prompt, valid until it is freed; a NUL is behind it; `data` is never NULL. Empty also if there
/// was no memory to make it.
/// Errors: none. Threads: any, also at the same time.
#[no_mangle]
pub unsafe extern "C" fn wattle_prompt_module_metadata_json(prompt: *const wattle_prompt) -> wattle_str {
    guard_value(EMPTY, || {
        // SAFETY: the caller's pointer is NULL or a live handle.
        let json = unsafe { borrow(prompt, "prompt") }.and_then(|prompt| report_of(prompt)?.json(prompt));
        json.map_or(EMPTY, wattle_str::view)
    })
}

/// Which tools a prompt of modules explains (semantics 9.11): what was really included counts, so a module that the budget
/// dropped takes its tools along.
///
/// `prompt`: borrowed; NULL is WATTLE_NULL_ARGUMENT; one that no module builder made is WATTLE_INVALID_ARGUMENT.
/// `filter`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (subject "prompt", a size that is too small). Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_prompt_tool_filter(
    prompt: *const wattle_prompt,
    filter: *mut wattle_tool_filter,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            let report = report_of(borrow(prompt, "prompt")?)?;
            check_fillable(filter, "filter")?;
            fill(filter, &wattle_tool_filter::from(&report.metadata.tool_filter));
            Ok(())
        })
    }
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_module_metadata {
    const NAME: &'static str = "wattle_module_metadata";
}

impl From<&ModuleMetadata> for wattle_module_metadata {
    fn from(metadata: &ModuleMetadata) -> wattle_module_metadata {
        wattle_module_metadata {
            struct_size: size_of::<wattle_module_metadata>(),
            modules: metadata.module_count,
            minimal: metadata.minimal,
            dropped: metadata.dropped,
            estimated_tokens: metadata.estimated_tokens,
            context_window: metadata.context_window,
            history_tokens: metadata.history_tokens,
            available: metadata.available,
            build_nanoseconds: metadata.build_nanoseconds.unwrap_or(WATTLE_NOT_SET),
            percent_remaining: metadata.percent_remaining,
            reserved: 0,
        }
    }
}

fn report_of(prompt: &HeldPrompt) -> Result<&Report> {
    prompt
        .modules
        .as_ref()
        .ok_or_else(|| Error::new(Kind::InvalidArgument, "prompt", format_args!("prompt was not made by a module builder")))
}
