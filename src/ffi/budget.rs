//! Budgets without a prompt: which one holds, and which candidates it has room for.

use super::compose::{core_budget, read_candidates, wattle_candidate, WATTLE_UNLIMITED};
use super::compose_options::{wattle_compose_options, Options};
use super::enums::{wattle_tier, wattle_verdict};
use super::error::wattle_error;
use super::guard::{guard, guard_value};
use super::section::wattle_summary;
use super::status::wattle_status;
use super::structs::{check_fillable, fill, Elements, Prefixed, Slots};
use super::text::check_out;
use crate::compose::{effective_budget, should_condense, skip_informational, verdicts_of, would_fit, Budget};
use crate::contribution::Tier;
use crate::section::{Outcome, Summary, Unit};

/// From this depth on, wattle_should_condense says so.
pub const WATTLE_CONDENSE_FROM_DEPTH: u32 = 1;

/// From this depth on, wattle_skip_informational says so.
pub const WATTLE_SKIP_INFORMATIONAL_FROM_DEPTH: u32 = 2;

/// What would become of a candidate (semantics 6.2 to 6.7): what its wattle_section would say of it. Start an array from
/// { WATTLE_OUTCOME_INIT }, of which the first element's size is what counts.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_outcome {
    /// Going in, of element 0: sizeof(wattle_outcome). Coming out, of each: how many bytes were filled; WATTLE_HAS asks.
    pub struct_size: usize,
    /// What would become of it.
    pub verdict: wattle_verdict,
    /// The candidate's own.
    pub tier: wattle_tier,
    /// Its length in the summary's unit, or as measured by whoever gave the candidate: of the text that would be there, or of the
    /// full one if dropped.
    pub chars: u64,
    /// The running total at the moment it was decided on, before it; in strict mode all of core is in it from the start.
    pub total_before: u64,
    /// The limit it was held against; WATTLE_UNLIMITED for the core tier, and without a budget.
    pub limit: u64,
}

/// The budget that a composition with these options is held to (semantics 6.1): total_budget, or what resolve_budget gives, which this
/// calls, or WATTLE_UNLIMITED.
///
/// `options`: borrowed; NULL means defaults.
/// `budget`: where the budget is stored: chars up to WATTLE_CHARS_MAX, or WATTLE_UNLIMITED; NULL is WATTLE_NULL_ARGUMENT; not written on
/// failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: those of wattle_compose that options cause, before any candidate is looked at.
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_effective_budget(
    options: *const wattle_compose_options,
    budget: *mut u64,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            check_out(budget, "budget")?;
            let effective = Options::read(options)?.with_core(effective_budget)?;
            budget.write(match effective {
                Budget::Unlimited => WATTLE_UNLIMITED,
                Budget::Chars(chars) => chars,
            });
            Ok(())
        })
    }
}

/// What wattle_compose would do with these candidates, without building a text: every verdict, and the figures (semantics 6.2 to 6.6).
///
/// `candidates`: an array of `n`, borrowed for the call; element 0's struct_size is the stride and all must agree. NULL is
/// WATTLE_NULL_ARGUMENT unless `n` is 0.
/// `n`: how many.
/// `options`: borrowed; NULL means defaults. Probes are not told.
/// `outcomes`: an array of `n`, the caller's, filled in the order of the candidates. Element 0's struct_size is the stride, to be set before
/// each call; nothing else in it is read. NULL is WATTLE_NULL_ARGUMENT unless `n` is 0; not written on failure.
/// `summary`: the caller's, filled with what the prompt's would say; stable_prefix and static_only are 0, and a unit that
/// the options name is their own view. NULL: not wanted. Not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: those of wattle_compose.
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_apply_budget_gate(
    candidates: *const wattle_candidate,
    n: usize,
    options: *const wattle_compose_options,
    outcomes: *mut wattle_outcome,
    summary: *mut wattle_summary,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            let slots = Slots::new(outcomes, n, "outcomes")?;
            if !summary.is_null() {
                check_fillable(summary, "summary")?;
            }
            let options = Options::read(options)?;
            let elements = Elements::new(candidates, n, "candidates")?;
            let verdicts = options.with_core(|core| verdicts_of(n, |into| read_candidates(&elements, into), core))?;
            for (index, outcome) in verdicts.outcomes().enumerate() {
                slots.fill(index, || outcome_of(verdicts.tier(index), outcome));
            }
            if !summary.is_null() {
                fill(summary, &figures_of(verdicts.summary(), &options));
            }
            Ok(())
        })
    }
}

/// Whether a host does well to give a turn of this depth condensed texts (semantics 6.9).
///
/// `depth`: 0 at the root turn.
/// Returns: 1 from WATTLE_CONDENSE_FROM_DEPTH on, else 0.
/// Errors: none. Threads: any.
#[no_mangle]
pub extern "C" fn wattle_should_condense(depth: u32) -> u8 {
    guard_value(0, || should_condense(depth).into())
}

/// Whether a host does well to spare a turn of this depth the informational tier (semantics 6.9).
///
/// `depth`: 0 at the root turn.
/// Returns: 1 from WATTLE_SKIP_INFORMATIONAL_FROM_DEPTH on, else 0.
/// Errors: none. Threads: any.
#[no_mangle]
pub extern "C" fn wattle_skip_informational(depth: u32) -> u8 {
    guard_value(0, || skip_informational(depth).into())
}

/// Whether so much more stays within a limit, itself included (semantics 6.9): the test that the gate makes.
///
/// `total`: what is there. `chars`: what is to be added. `limit`: WATTLE_UNLIMITED fits everything.
/// Returns: 1 if it fits, else 0; a sum that no number holds fits no limit.
/// Errors: none. Threads: any.
#[no_mangle]
pub extern "C" fn wattle_would_fit(total: u64, chars: u64, limit: u64) -> u8 {
    guard_value(0, || would_fit(total, chars, core_budget(limit)).into())
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_outcome {
    const NAME: &'static str = "wattle_outcome";
}

#[inline(always)]
fn outcome_of(tier: Tier, outcome: Outcome) -> wattle_outcome {
    wattle_outcome {
        struct_size: size_of::<wattle_outcome>(),
        verdict: wattle_verdict(outcome.verdict as u32),
        tier: wattle_tier(tier as u32),
        chars: outcome.chars,
        total_before: outcome.total_before,
        limit: outcome.limit.unwrap_or(WATTLE_UNLIMITED),
    }
}

/// The figures, which outlive what they were made of: the name of a unit is the options' own.
fn figures_of(summary: &Summary, options: &Options<'_>) -> wattle_summary {
    let figures = wattle_summary::from(summary);
    match summary.unit {
        Unit::Named(_) => wattle_summary { unit: options.fields.measure_unit, ..figures },
        _ => figures,
    }
}
