//! Probes: what an observer is told while a prompt is made.

use std::ffi::c_void;

use super::call::{invoke, wattle_call, Role};
use super::enums::wattle_origin;
use super::prompt::wattle_prompt;
use super::status::wattle_status;
use super::structs::{read_optional, Prefixed};
use super::text::wattle_str;
use crate::contribution::Origin;
use crate::error::Result;
use crate::resolve::{fire, Probes};
use crate::text;

/// Told of an active contribution or safety policy whose content is empty.
///
/// `user_data`: as given. `call`: the library's. `id`: a view, valid until the callback returns.
/// `origin`: the contribution's own; WATTLE_ORIGIN_STATIC for a policy.
/// Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED.
/// Threads: that of the call.
pub type wattle_on_empty_content_fn = Option<
    unsafe extern "C-unwind" fn(user_data: *mut c_void, call: *mut wattle_call, id: wattle_str, origin: wattle_origin) -> wattle_status,
>;

/// Told of a replace whose target is missing, once per id, before its content is evaluated.
///
/// `user_data`: as given. `call`: the library's. `id`: a view, valid until the callback returns.
/// Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED.
/// Threads: that of the call.
pub type wattle_on_replace_target_missing_fn =
    Option<unsafe extern "C-unwind" fn(user_data: *mut c_void, call: *mut wattle_call, id: wattle_str) -> wattle_status>;

/// Told once, at the end of the walk, of all ids with two or more active replaces, in the order of their first.
///
/// `user_data`: as given. `call`: the library's. `ids`: an array of `n` views, valid until the callback returns. `n`: how many.
/// Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED.
/// Threads: that of the call.
pub type wattle_on_duplicate_replace_fn =
    Option<unsafe extern "C-unwind" fn(user_data: *mut c_void, call: *mut wattle_call, ids: *const wattle_str, n: usize) -> wattle_status>;

/// Told once of each prompt composed, before the caller gets it (semantics 6.8). wattle_prompt_event_json gives the event.
///
/// `user_data`: as given. `call`: the library's. `prompt`: the library's until the callback returns, so that freeing it does nothing.
/// Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED; the prompt is then freed, or, where it was
/// composed into one that there was, that one has again what was in it.
/// Threads: that of the call.
pub type wattle_on_built_fn =
    Option<unsafe extern "C-unwind" fn(user_data: *mut c_void, call: *mut wattle_call, prompt: *const wattle_prompt) -> wattle_status>;

/// Observers of one call (semantics 3.3, 6.8). Borrowed for the call; every field but the size may be zero. Fill it with
/// WATTLE_PROBES(...) in C, or from WATTLE_PROBES_INIT. A probe that fails fails the call; the subject is the id it was fired
/// for, the first id for on_duplicate_replace, "onBuilt" for on_built.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_probes {
    /// sizeof(wattle_probes).
    pub struct_size: usize,
    /// Passed to each; stays the caller's.
    pub user_data: *mut c_void,
    /// Optional.
    pub on_empty_content: wattle_on_empty_content_fn,
    /// Optional.
    pub on_replace_target_missing: wattle_on_replace_target_missing_fn,
    /// Optional.
    pub on_duplicate_replace: wattle_on_duplicate_replace_fn,
    /// Optional; fired by compositions only.
    pub on_built: wattle_on_built_fn,
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_probes {
    const NAME: &'static str = "wattle_probes";
}

/// Reads the observers of a call.
///
/// # Safety
/// `from` is what the header asks for, and stays while the call lasts.
pub(super) unsafe fn probes(from: *const wattle_probes) -> Result<Option<wattle_probes>> {
    // SAFETY: as this function asks.
    unsafe { read_optional(from, "probes") }
}

/// Those that are told while a call resolves, if there are any: with none to tell, what a snapshot remembers can be shared.
pub(super) fn of_resolving(probes: Option<&wattle_probes>) -> Option<&dyn Probes> {
    let told = |probes: &&wattle_probes| {
        probes.on_empty_content.is_some() || probes.on_replace_target_missing.is_some() || probes.on_duplicate_replace.is_some()
    };
    probes.filter(told).map(|probes| probes as _)
}

/// As the core fires them; `on_built` gets a handle, and is fired where there is one.
impl Probes for wattle_probes {
    fn on_empty_content(&self, id: &str, origin: Origin) -> Result<()> {
        let Some(tell) = self.on_empty_content else { return Ok(()) };
        // SAFETY: the host gave the function and its user_data together; the rest lives until it returns.
        invoke(Role::Observer, |call| unsafe { tell(self.user_data, call, wattle_str::view(id), wattle_origin(origin as u32)) })
    }

    fn on_replace_target_missing(&self, id: &str) -> Result<()> {
        let Some(tell) = self.on_replace_target_missing else { return Ok(()) };
        // SAFETY: as above.
        invoke(Role::Observer, |call| unsafe { tell(self.user_data, call, wattle_str::view(id)) })
    }

    fn on_duplicate_replace(&self, ids: &[&str]) -> Result<()> {
        let Some(tell) = self.on_duplicate_replace else { return Ok(()) };
        let mut views = text::try_vec(ids.len())?;
        views.extend(ids.iter().map(|id| wattle_str::view(id)));
        // SAFETY: as above.
        invoke(Role::Observer, |call| unsafe { tell(self.user_data, call, views.as_ptr(), views.len()) })
    }
}

/// Tells of a prompt that its caller does not have yet (semantics 6.8).
pub(super) fn announce(probes: Option<&wattle_probes>, prompt: *const wattle_prompt) -> Result<()> {
    let Some((probes, tell)) = probes.and_then(|probes| Some((probes, probes.on_built?))) else { return Ok(()) };
    fire(Some(probes), "the probe", "onBuilt", |_| {
        // SAFETY: the host gave the function and its user_data together; the rest lives until it returns.
        invoke(Role::Observer, |call| unsafe { tell(probes.user_data, call, prompt) })
    })
}
