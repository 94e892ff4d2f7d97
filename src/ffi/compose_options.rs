//! How to compose, as C fills it.

use std::ffi::c_void;

use super::call::{invoke, wattle_call, Role};
use super::compose::{core_budget, WATTLE_DEFAULT_ACTIVE_BUDGET_FRACTION, WATTLE_NOT_SET, WATTLE_UNLIMITED};
use super::enums::flag;
use super::probes::{of_resolving, probes as read_probes, wattle_probes};
use super::status::wattle_status;
use super::structs::{read_optional, Prefixed};
use super::text::{optional, required, wattle_str};
use crate::compose::{ComposeOptions, Measure};
use crate::error::{Error, Kind, Quoted, Result};

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

/// Measures a text in place of counting its chars (semantics 6.11), for instance in tokens. Borrowed for the call. It is asked once of
/// each content that brings no chars of its own, in their order; once of a condensed text where that is tried; and in strict mode,
/// before all of these, once of the separator, a blank line.
///
/// `user_data`: the options' measure_data. `call`: the library's.
/// `text`: a view, valid until the callback returns; it may be empty.
/// `length`: where to store the length, up to WATTLE_CHARS_MAX; a larger one is WATTLE_INVALID_ARGUMENT, and so is WATTLE_NOT_SET, which
/// it is if left alone. The subject is the candidate's id, "measure" for the separator.
/// Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED and the same subject.
/// Threads: that of the call.
pub type wattle_measure_fn = Option<
    unsafe extern "C-unwind" fn(user_data: *mut c_void, call: *mut wattle_call, text: wattle_str, length: *mut u64) -> wattle_status,
>;

/// How to compose (semantics 6.1 to 6.5, 6.11). Start from WATTLE_COMPOSE_OPTIONS_INIT: no budget, source mode.
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
    /// Optional: measures texts in place of counting their chars. Budget, limits and all that is called chars are then in its
    /// unit, and strict mode promises the sum of what it gives for the included texts and the separators between them.
    pub measure: wattle_measure_fn,
    /// Passed to `measure`; stays the caller's.
    pub measure_data: *mut c_void,
    /// What `measure` counts in, for reports: required with it, and not allowed without. With "tokens", total_tokens_est is the
    /// total itself.
    pub measure_unit: wattle_str,
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
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
    measure: None,
    measure_data: std::ptr::null_mut(),
    measure_unit: wattle_str::ABSENT,
};

/// Options as they were read.
pub(super) struct Options<'a> {
    pub(super) fields: wattle_compose_options,
    runtime_role: Option<&'a str>,
    measure_unit: &'a str,
    strict: bool,
    pub(super) static_first: bool,
    pub(super) static_only: bool,
    pub(super) probes: Option<wattle_probes>,
}

impl Options<'_> {
    /// # Safety
    /// `from` is what the header asks for, and stays while the call lasts.
    pub(super) unsafe fn read(from: *const wattle_compose_options) -> Result<Self> {
        // SAFETY: as this function asks.
        unsafe {
            let fields = read_optional(from, "options")?.unwrap_or(DEFAULTS);
            Ok(Options {
                runtime_role: optional(fields.runtime_role, "runtime_role")?,
                measure_unit: measure_unit(&fields)?,
                strict: flag(fields.strict, "strict")?,
                static_first: flag(fields.static_first, "static_first")?,
                static_only: flag(fields.static_only, "static_only")?,
                probes: read_probes(fields.probes)?,
                fields,
            })
        }
    }

    /// Runs a composition with what the core makes of these.
    pub(super) fn with_core<T>(&self, run: impl FnOnce(&ComposeOptions<'_>) -> Result<T>) -> Result<T> {
        let resolve = self.fields.resolve_budget.map(|resolve| {
            move |depth: u32, role: Option<&str>| {
                let mut budget = WATTLE_UNLIMITED;
                let role = wattle_str::optional_view(role);
                // SAFETY: the host gave the function and its data together; the rest lives until it returns.
                invoke(Role::Observer, |call| unsafe { resolve(self.fields.resolve_budget_data, call, depth, role, &mut budget) })?;
                Ok(core_budget(budget))
            }
        });
        let measure = self.fields.measure.map(|measure| {
            move |text: &str| {
                let mut length = WATTLE_NOT_SET;
                let text = wattle_str::view(text);
                // SAFETY: as above.
                invoke(Role::Observer, |call| unsafe { measure(self.fields.measure_data, call, text, &mut length) })?;
                Ok(length)
            }
        });
        run(&ComposeOptions {
            total_budget: (self.fields.total_budget != WATTLE_NOT_SET).then(|| core_budget(self.fields.total_budget)),
            resolve_budget: resolve.as_ref().map(|resolve| resolve as _),
            active_budget_fraction: self.fields.active_budget_fraction,
            depth: self.fields.depth,
            runtime_role: self.runtime_role,
            strict: self.strict,
            measure: measure.as_ref().map(|measure| Measure { unit: self.measure_unit, length_of: measure }),
            probes: of_resolving(self.probes.as_ref()),
        })
    }
}

/// A unit belongs to a measure; that the measure has one is checked by the core.
unsafe fn measure_unit<'a>(fields: &wattle_compose_options) -> Result<&'a str> {
    // SAFETY: the text is what the header asks for.
    let unit = unsafe { required(fields.measure_unit, "measure_unit") }?;
    if fields.measure.is_none() && !unit.is_empty() {
        return Err(Error::new(Kind::InvalidArgument, "measure_unit", format_args!("measure_unit is {} without measure", Quoted(unit))));
    }
    Ok(unit)
}
