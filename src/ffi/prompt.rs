//! The prompt: what composing gives.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::wattle_error;
use super::error::EMPTY;
use super::guard::{guard, guard_getter, guard_value};
use super::handle::{borrow, give, mark, peek, take, Mark, Opaque};
use super::probes::{announce, wattle_probes};
use super::section::no_such_index;
use super::section::{wattle_section, wattle_summary};
use super::status::wattle_status;
use super::structs::{check_fillable, fill, fill_with};
use super::text::wattle_str;
use crate::compose::Prompt;
use crate::error::Result;
use crate::modules::{ModulePrompt, Report};

/// What composing, or building modules, gives: the text, and what became of every candidate. Immutable but for wattle_compose_into and
/// wattle_registry_compose_into, and valid after its registry is freed.
/// Owner: the caller, who frees it with wattle_prompt_free. Threads: any, also at the same time.
pub struct wattle_prompt {
    _private: [u8; 0],
}

/// The text: what was included, joined by a blank line.
///
/// `prompt`: borrowed. NULL or not a prompt of this library: the empty text.
/// Returns: a view owned by the prompt, valid until it is freed; a NUL is behind it; `data` is never NULL.
/// Errors: none. Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_prompt_text(prompt: *const wattle_prompt) -> wattle_str {
    // SAFETY: the caller's pointer is NULL or a live handle.
    guard_getter(EMPTY, || unsafe { peek(prompt) }.map_or(EMPTY, |prompt| wattle_str::terminated(prompt.terminated_text())))
}

/// A prompt's figures.
///
/// `prompt`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `summary`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: only the general ones. Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_prompt_summary(
    prompt: *const wattle_prompt,
    summary: *mut wattle_summary,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            let prompt = borrow(prompt, "prompt")?;
            check_fillable(summary, "summary")?;
            fill(summary, &wattle_summary::from(prompt.summary()));
            Ok(())
        })
    }
}

/// One candidate, kept or dropped; `index` is the candidate's own, in a registry composition its section's in the bundle.
///
/// `prompt`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `index`: from 0; at or over the number of candidates is WATTLE_INVALID_ARGUMENT.
/// `section`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure. The views in it are owned by
/// the prompt and valid until it is freed.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (the index, a size that is too small). Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_prompt_section(
    prompt: *const wattle_prompt,
    index: usize,
    section: *mut wattle_section,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            let prompt = borrow(prompt, "prompt")?;
            check_fillable(section, "section")?;
            let found = prompt.section(index).ok_or_else(|| no_such_index(index, prompt.summary().sections))?;
            fill_with(section, || found.into());
            Ok(())
        })
    }
}

/// The built event as JSON (semantics 6.8): one line, a fixed key order, the same bytes everywhere. Made at the first
/// call and kept.
///
/// `prompt`: borrowed. NULL or not a prompt of this library: the empty text.
/// Returns: a view owned by the prompt, valid until it is freed; a NUL is behind it; `data` is never NULL. Empty if there
/// was no memory to make it: the event itself never is.
/// Errors: none. Threads: any, also at the same time.
#[no_mangle]
pub unsafe extern "C" fn wattle_prompt_event_json(prompt: *const wattle_prompt) -> wattle_str {
    // SAFETY: the caller's pointer is NULL or a live handle.
    guard_value(EMPTY, || unsafe { borrow(prompt, "prompt") }.and_then(|prompt| prompt.event_json()).map_or(EMPTY, wattle_str::view))
}

/// A prompt as JSON of one line: the keys of the case files (composed, totalChars, ...) and sections, with the verdict, the total
/// before and the limit of every candidate. Made at the first call and kept.
///
/// `prompt`: borrowed. NULL or not a prompt of this library: the empty text.
/// Returns: a view owned by the prompt, valid until it is freed; a NUL is behind it; `data` is never NULL. Empty if there
/// was no memory to make it: the JSON itself never is.
/// Errors: none. Threads: any, also at the same time.
#[no_mangle]
pub unsafe extern "C" fn wattle_prompt_json(prompt: *const wattle_prompt) -> wattle_str {
    guard_value(EMPTY, || {
        // SAFETY: the caller's pointer is NULL or a live handle.
        let json = unsafe { borrow(prompt, "prompt") }.and_then(|prompt| prompt.json());
        json.map_or(EMPTY, wattle_str::view)
    })
}

/// A prompt as a table for people: a line a figure (total, budget, ...), then a row for every candidate, kept or dropped: its
/// index, id, origin, plugin, tier, whether it is static, its verdict, its length in the unit, the running total before it, the
/// limit, and which bytes of the text it has. Printable ASCII and line feeds, in columns: what else is in an id or a plugin's name is
/// escaped, and one over 40 columns is cut, ends in "..." and stands below the rows as a whole. None of the texts is in it. Made
/// at the first call and kept.
///
/// `prompt`: borrowed. NULL or not a prompt of this library: the empty text.
/// Returns: a view owned by the prompt, valid until it is freed; a NUL is behind it; `data` is never NULL. Empty if there
/// was no memory to make it: the table itself never is.
/// Errors: none. Threads: any, also at the same time.
#[no_mangle]
pub unsafe extern "C" fn wattle_prompt_table(prompt: *const wattle_prompt) -> wattle_str {
    guard_value(EMPTY, || {
        // SAFETY: the caller's pointer is NULL or a live handle.
        let table = unsafe { borrow(prompt, "prompt") }.and_then(|prompt| prompt.table());
        table.map_or(EMPTY, wattle_str::view)
    })
}

/// Frees a prompt.
///
/// `prompt`: owned by the caller, dead afterwards, as is all that was borrowed from it. NULL, not a prompt of this library, or, in a
/// callback, the prompt that its call is composing: nothing happens.
/// Errors: none. Threads: any, but nobody else may be using the prompt.
#[no_mangle]
pub unsafe extern "C" fn wattle_prompt_free(prompt: *mut wattle_prompt) {
    guard_value((), || {
        // SAFETY: the caller's pointer is NULL or a live handle.
        if unsafe { peek(prompt.cast_const()) }.is_some_and(|held| !held.is_claimed()) {
            // SAFETY: no call has it, and the caller gives it up.
            drop(unsafe { take(prompt) });
        }
    });
}

/// What stands behind a `wattle_prompt`: a prompt, and what a module builder reports beside it.
pub(super) struct HeldPrompt {
    pub(super) prompt: Prompt,
    pub(super) modules: Option<Report>,
    /// Whether a call under way has it: the one that made it and tells the probe of it, or one that composes into it.
    claimed: AtomicBool,
}

impl HeldPrompt {
    /// Takes it for one call. Says whether no other has it.
    pub(super) fn claim(&self) -> bool {
        !self.claimed.swap(true, Ordering::Acquire)
    }

    fn is_claimed(&self) -> bool {
        self.claimed.load(Ordering::Acquire)
    }

    /// Gives it to the caller.
    pub(super) fn release(&self) {
        self.claimed.store(false, Ordering::Release);
    }

    /// Puts another prompt in the place of this one.
    pub(super) fn replace(&mut self, mut by: HeldPrompt) -> HeldPrompt {
        std::mem::swap(&mut self.prompt, &mut by.prompt);
        std::mem::swap(&mut self.modules, &mut by.modules);
        by
    }
}

impl Deref for HeldPrompt {
    type Target = Prompt;

    fn deref(&self) -> &Prompt {
        &self.prompt
    }
}

impl From<Prompt> for HeldPrompt {
    fn from(prompt: Prompt) -> HeldPrompt {
        HeldPrompt { prompt, modules: None, claimed: AtomicBool::new(true) }
    }
}

impl From<ModulePrompt> for HeldPrompt {
    fn from(ModulePrompt { prompt, report }: ModulePrompt) -> HeldPrompt {
        HeldPrompt { prompt, modules: Some(report), claimed: AtomicBool::new(true) }
    }
}

/// Hands a prompt to the caller, after its probe was told of it.
///
/// # Safety
/// `to` is where a prompt may be stored.
pub(super) unsafe fn deliver(made: impl Into<HeldPrompt>, probes: Option<&wattle_probes>, to: *mut *mut wattle_prompt) -> Result<()> {
    let handle = give(made.into())?;
    if let Err(error) = announce(probes, handle) {
        // SAFETY: the handle is ours until it is delivered.
        drop(unsafe { take::<wattle_prompt>(handle) });
        return Err(error);
    }
    // SAFETY: as above, and as this function asks.
    unsafe {
        borrow::<wattle_prompt>(handle, "prompt")?.release();
        to.write(handle);
    }
    Ok(())
}

impl Opaque for wattle_prompt {
    type Inner = HeldPrompt;
    const MARK: Mark = mark!();
    const NAME: &'static str = "wattle_prompt";
}
