//! Composing: candidates and a budget give a prompt.

use super::compose_options::{wattle_compose_options, Options};
use super::context::{context as read_context, state as read_state, wattle_context, wattle_state};
use super::contribution::about;
use super::enums::{flag, required_tier, wattle_tier};
use super::error::wattle_error;
use super::guard::guard;
use super::prompt::deliver;
use super::prompt::wattle_prompt;
use super::registry::{view_of, wattle_registry};
use super::status::wattle_status;
use super::structs::{Elements, Prefixed};
use super::text::wattle_str;
use super::text::{check_out, optional_counted, required, required_counted};
use crate::compose::{compose_unannounced, prompt_of, Budget, Candidate, Candidates, Prompt, Spare};
use crate::error::{Error, Kind, Result};
use crate::registry::{Registry, RegistryOptions};

/// No limit: as a budget, and as a reported limit.
pub const WATTLE_UNLIMITED: u64 = u64::MAX;

/// A number that was not given. Only where it is named as allowed.
pub const WATTLE_NOT_SET: u64 = u64::MAX - 1;

/// The largest budget and number of chars: the largest whole number below which a double holds every one, 2^53 - 1.
pub const WATTLE_CHARS_MAX: u64 = 9007199254740991;

/// The share of what core leaves that the active tier may use, unless the options say otherwise.
pub const WATTLE_DEFAULT_ACTIVE_BUDGET_FRACTION: f64 = 0.95;

/// A candidate for a prompt (semantics 6). Fill it with WATTLE_CANDIDATE(...) in C, or from WATTLE_CANDIDATE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_candidate {
    /// sizeof(wattle_candidate).
    pub struct_size: usize,
    /// Required: any text, also empty, also several times.
    pub id: wattle_str,
    /// Required: the text; it may be empty.
    pub content: wattle_str,
    /// Optional: a shorter text, tried where the full one does not fit; it is always counted, or measured. Even an empty one counts,
    /// and then stands as an empty section with its separator.
    pub condensed: wattle_str,
    /// Required.
    pub tier: wattle_tier,
    /// 1 if `chars` counts, 0 if the library is to count, or to have it measured as the options say.
    pub has_chars: u8,
    /// Zero.
    pub reserved: [u8; 3],
    /// The caller's own measure of `content`, at most WATTLE_CHARS_MAX; zero unless `has_chars`.
    pub chars: u64,
}

/// Composes a prompt from candidates, in their order (semantics 6). Nothing is reordered or cut. One pass decides: what comes
/// first has the room first, so an early long section can starve a later short one; the core tier and the order are the cure.
///
/// `candidates`: an array of `n`, borrowed for the call; element 0's struct_size is the stride and all must agree. NULL is
/// WATTLE_NULL_ARGUMENT unless `n` is 0.
/// `n`: how many.
/// `options`: borrowed; NULL means defaults.
/// `prompt`: where the new prompt is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (subject "activeBudgetFraction", "measure_unit", "totalBudget", "resolveBudget", a field of a
/// candidate, the candidate whose measure passes WATTLE_CHARS_MAX or with which the sum does, or "measure" for the separator),
/// WATTLE_CALLBACK_FAILED (subject "resolveBudget", the candidate that is measured, "measure" for the separator, or "onBuilt").
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_compose(
    candidates: *const wattle_candidate,
    n: usize,
    options: *const wattle_compose_options,
    prompt: *mut *mut wattle_prompt,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            check_out(prompt, "prompt")?;
            let options = Options::read(options)?;
            let composed = prompt_of_candidates(candidates, n, &options, &mut Spare::default())?;
            deliver(composed, options.probes.as_ref(), prompt)
        })
    }
}

/// Resolves a registry and composes its sections in one call (semantics 6.10): the main road.
///
/// `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT. A callback may even free it.
/// `context`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `state`: borrowed; NULL is a root turn with nothing loaded.
/// `options`: borrowed; NULL means defaults.
/// `prompt`: where the new prompt is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: those of wattle_registry_resolve and of wattle_compose.
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_compose(
    registry: *const wattle_registry,
    context: *const wattle_context,
    state: *const wattle_state,
    options: *const wattle_compose_options,
    prompt: *mut *mut wattle_prompt,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            check_out(prompt, "prompt")?;
            let options = Options::read(options)?;
            let composed = prompt_of_registry(registry, context, state, &options, &mut Spare::default())?;
            deliver(composed, options.probes.as_ref(), prompt)
        })
    }
}

/// Composes what the library says when the host says nothing: the bundled baseline and the default safety policies, as a new
/// registry with default options would.
///
/// `context`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `options`: borrowed; NULL means defaults; it is a static-only resolution whatever they say.
/// `prompt`: where the new prompt is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: those of wattle_compose.
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_compose_default_system_prompt(
    context: *const wattle_context,
    options: *const wattle_compose_options,
    prompt: *mut *mut wattle_prompt,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            check_out(prompt, "prompt")?;
            let context = read_context(context)?;
            let options = Options::read(options)?;
            let view = Registry::new(RegistryOptions::default())?.view()?;
            let composed = options.with_core(|core| prompt_of(&view, &context, None, options.static_first, core, &mut Spare::default()))?;
            deliver(composed, options.probes.as_ref(), prompt)
        })
    }
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_candidate {
    const NAME: &'static str = "wattle_candidate";

    fn used_reserve(&self) -> Option<&'static str> {
        (self.reserved != [0; 3]).then_some("reserved")
    }
}

/// Composes raw candidates, in the memory of `spare`.
///
/// # Safety
/// The pointers are what the header asks for.
pub(super) unsafe fn prompt_of_candidates(
    candidates: *const wattle_candidate,
    n: usize,
    options: &Options<'_>,
    spare: &mut Spare,
) -> Result<Prompt> {
    // SAFETY: as this function asks.
    let elements = unsafe { Elements::new(candidates, n, "candidates") }?;
    // SAFETY: as this function asks.
    options.with_core(|core| compose_unannounced(n, |into| unsafe { read_candidates(&elements, into) }, core, spare))
}

/// Resolves and composes a registry, in the memory of `spare`.
///
/// # Safety
/// The pointers are what the header asks for.
pub(super) unsafe fn prompt_of_registry(
    registry: *const wattle_registry,
    context: *const wattle_context,
    state: *const wattle_state,
    options: &Options<'_>,
    spare: &mut Spare,
) -> Result<Prompt> {
    // SAFETY: as this function asks.
    unsafe {
        let context = read_context(context)?;
        let held = (!options.static_only).then(|| read_state(state)).transpose()?;
        let state = held.as_ref().map(|held| held.state());
        let view = view_of(registry)?;
        options.with_core(|core| prompt_of(&view, &context, state.as_ref(), options.static_first, core, spare))
    }
}

/// Reads candidates, one after the other.
///
/// # Safety
/// The texts are what the header asks for and stay while `'a` lasts.
pub(super) unsafe fn read_candidates<'a>(elements: &Elements<wattle_candidate>, into: &mut Candidates<'a>) -> Result<()> {
    for index in 0..elements.len() {
        // SAFETY: as this function asks.
        let read = elements.read(index, |fields| unsafe { read_candidate(fields, into) });
        read.map_err(|error| error.within("candidates", index))?;
    }
    Ok(())
}

#[inline(always)]
unsafe fn read_candidate<'a>(fields: &wattle_candidate, into: &mut Candidates<'a>) -> Result<()> {
    // SAFETY: the texts are what the header asks for.
    unsafe {
        let id = required(fields.id, "id")?;
        let mut rest = || {
            let has_chars = flag(fields.has_chars, "has_chars")?;
            if !has_chars && fields.chars != 0 {
                return Err(chars_unasked(fields.chars));
            }
            let content = required_counted(fields.content, "content")?;
            let tier = required_tier(fields.tier)?;
            let condensed = optional_counted(fields.condensed, "condensed")?;
            let chars = has_chars.then_some(fields.chars);
            let candidate = Candidate { id, content: content.text, tier, chars, condensed: condensed.map(|condensed| condensed.text) };
            into.add_raw(&candidate, content.chars, condensed)
        };
        rest().map_err(|error| about(error, id))
    }
}

#[cold]
#[inline(never)]
fn chars_unasked(chars: u64) -> Error {
    Error::new(Kind::InvalidArgument, "chars", format_args!("chars is {chars} without has_chars"))
}

pub(super) fn core_budget(budget: u64) -> Budget {
    match budget {
        WATTLE_UNLIMITED => Budget::Unlimited,
        chars => Budget::Chars(chars),
    }
}
