//! Composing: candidates and a budget give a prompt.

use std::ffi::c_void;

use super::call::{invoke, wattle_call, Role};
use super::context::{context as read_context, state as read_state, wattle_context, wattle_state};
use super::contribution::about;
use super::enums::{flag, required_tier, wattle_tier};
use super::error::{wattle_error, wattle_status};
use super::guard::guard;
use super::probes::probes as read_probes;
use super::probes::wattle_probes;
use super::prompt::deliver;
use super::prompt::wattle_prompt;
use super::registry::{view_of, wattle_registry};
use super::structs::{read_all, read_optional, Prefixed};
use super::text::wattle_str;
use super::text::{check_out, optional, required};
use crate::compose::{compose_unannounced, prompt_of, Budget, Candidate, ComposeOptions};
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

/// Gives the budget where the options have none (semantics 6.1). Borrowed for the call.
///
/// `user_data`: the options' resolve_budget_data. `call`: the library's. `depth`: the options' own.
/// `runtime_role`: the options' own, a view valid until the callback returns; (NULL, 0) if absent.
/// `budget`: where to store chars up to WATTLE_CHARS_MAX, or WATTLE_UNLIMITED, which it is if left alone.
/// Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED, subject "resolveBudget".
/// Threads: that of the call.
pub type wattle_resolve_budget_fn = Option<
    unsafe extern "C-unwind" fn(
        user_data: *mut c_void,
        call: *mut wattle_call,
        depth: u32,
        runtime_role: wattle_str,
        budget: *mut u64,
    ) -> wattle_status,
>;

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
    /// Optional: a shorter text, tried where the full one does not fit. Even an empty one counts, and then stands as an empty
    /// section with its separator.
    pub condensed: wattle_str,
    /// Required.
    pub tier: wattle_tier,
    /// 1 if `chars` counts, 0 if the library is to count.
    pub has_chars: u8,
    /// Zero.
    pub reserved: [u8; 3],
    /// The caller's own measure of `content`, at most WATTLE_CHARS_MAX; zero unless `has_chars`.
    pub chars: u64,
}

/// How to compose (semantics 6.1 to 6.5). Start from WATTLE_COMPOSE_OPTIONS_INIT: no budget, source mode.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_compose_options {
    /// sizeof(wattle_compose_options).
    pub struct_size: usize,
    /// Chars up to WATTLE_CHARS_MAX, WATTLE_UNLIMITED, or WATTLE_NOT_SET: then `resolve_budget` gives it, and
    /// without that it is unlimited.
    pub total_budget: u64,
    /// From 0 to 1: how much of what all of core leaves the running total may use for the active tier (semantics 6.2).
    pub active_budget_fraction: f64,
    /// The depth of the turn, for `resolve_budget`. It is not taken from a state.
    pub depth: u32,
    /// 0, source mode: separators are not counted, and core that comes later (safety policies always do) is not in the running
    /// total yet, so the text may pass the budget by both (semantics 6.4). 1, strict mode: the text is at most the budget unless
    /// core alone is over it (semantics 6.5); what a new host wants.
    pub strict: u8,
    /// 1: as in wattle_resolve_options. Registry compositions only.
    pub static_first: u8,
    /// 1: as in wattle_resolve_options. Registry compositions only.
    pub static_only: u8,
    /// Zero.
    pub reserved: u8,
    /// Optional: the role, for `resolve_budget`. It is not taken from a context.
    pub runtime_role: wattle_str,
    /// Optional: gives the budget where `total_budget` is WATTLE_NOT_SET.
    pub resolve_budget: wattle_resolve_budget_fn,
    /// Passed to `resolve_budget`; stays the caller's.
    pub resolve_budget_data: *mut c_void,
    /// Optional: observers, borrowed for the call.
    pub probes: *const wattle_probes,
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
/// Errors: WATTLE_INVALID_ARGUMENT (subject "activeBudgetFraction", "totalBudget", "resolveBudget", a field of a
/// candidate, or the candidate with which chars pass WATTLE_CHARS_MAX), WATTLE_CALLBACK_FAILED (subject "resolveBudget" or "onBuilt").
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
            let candidates = read_all(candidates, n, "candidates", |fields| candidate(fields))?;
            let composed = options.with_core(|core| compose_unannounced(&candidates, core))?;
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
            let context = read_context(context)?;
            let options = Options::read(options)?;
            let held = (!options.static_only).then(|| read_state(state)).transpose()?;
            let state = held.as_ref().map(|held| held.state());
            let view = view_of(registry)?;
            let composed = options.with_core(|core| prompt_of(&view, &context, state.as_ref(), options.static_first, core))?;
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
            let composed = options.with_core(|core| prompt_of(&view, &context, None, options.static_first, core))?;
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

// SAFETY: as above.
unsafe impl Prefixed for wattle_compose_options {
    const NAME: &'static str = "wattle_compose_options";

    fn used_reserve(&self) -> Option<&'static str> {
        (self.reserved != 0).then_some("reserved")
    }
}

const DEFAULTS: wattle_compose_options = wattle_compose_options {
    struct_size: size_of::<wattle_compose_options>(),
    total_budget: WATTLE_NOT_SET,
    active_budget_fraction: WATTLE_DEFAULT_ACTIVE_BUDGET_FRACTION,
    depth: 0,
    strict: 0,
    static_first: 0,
    static_only: 0,
    reserved: 0,
    runtime_role: wattle_str::ABSENT,
    resolve_budget: None,
    resolve_budget_data: std::ptr::null_mut(),
    probes: std::ptr::null(),
};

/// Options as they were read.
struct Options<'a> {
    fields: wattle_compose_options,
    runtime_role: Option<&'a str>,
    strict: bool,
    static_first: bool,
    static_only: bool,
    probes: Option<wattle_probes>,
}

impl Options<'_> {
    /// # Safety
    /// `from` is what the header asks for, and stays while the call lasts.
    unsafe fn read(from: *const wattle_compose_options) -> Result<Self> {
        // SAFETY: as this function asks.
        unsafe {
            let fields = read_optional(from, "options")?.unwrap_or(DEFAULTS);
            Ok(Options {
                runtime_role: optional(fields.runtime_role, "runtime_role")?,
                strict: flag(fields.strict, "strict")?,
                static_first: flag(fields.static_first, "static_first")?,
                static_only: flag(fields.static_only, "static_only")?,
                probes: read_probes(fields.probes)?,
                fields,
            })
        }
    }

    /// Runs a composition with what the core makes of these.
    fn with_core<T>(&self, run: impl FnOnce(&ComposeOptions<'_>) -> Result<T>) -> Result<T> {
        let resolve = self.fields.resolve_budget.map(|resolve| {
            move |depth: u32, role: Option<&str>| {
                let mut budget = WATTLE_UNLIMITED;
                let role = wattle_str::optional_view(role);
                // SAFETY: the host gave the function and its data together; the rest lives until it returns.
                invoke(Role::Observer, |call| unsafe { resolve(self.fields.resolve_budget_data, call, depth, role, &mut budget) })?;
                Ok(core_budget(budget))
            }
        });
        run(&ComposeOptions {
            total_budget: (self.fields.total_budget != WATTLE_NOT_SET).then(|| core_budget(self.fields.total_budget)),
            resolve_budget: resolve.as_ref().map(|resolve| resolve as _),
            active_budget_fraction: self.fields.active_budget_fraction,
            depth: self.fields.depth,
            runtime_role: self.runtime_role,
            strict: self.strict,
            probes: self.probes.as_ref().map(|probes| probes as _),
        })
    }
}

fn core_budget(budget: u64) -> Budget {
    match budget {
        WATTLE_UNLIMITED => Budget::Unlimited,
        chars => Budget::Chars(chars),
    }
}

unsafe fn candidate<'a>(fields: &wattle_candidate) -> Result<Candidate<'a>> {
    // SAFETY: the texts are what the header asks for.
    unsafe {
        let id = required(fields.id, "id")?;
        let rest = || {
            let has_chars = flag(fields.has_chars, "has_chars")?;
            if !has_chars && fields.chars != 0 {
                return Err(Error::new(Kind::InvalidArgument, "chars", format_args!("chars is {} without has_chars", fields.chars)));
            }
            Ok(Candidate {
                id,
                content: required(fields.content, "content")?,
                tier: required_tier(fields.tier)?,
                chars: has_chars.then_some(fields.chars),
                condensed: optional(fields.condensed, "condensed")?,
            })
        };
        rest().map_err(|error| about(error, id))
    }
}
