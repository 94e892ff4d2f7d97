//! Which budget holds (semantics 6.1), and what hosts ask of depths and limits (6.9).

use super::gate::fits;
use super::measure::Measure;
use crate::callback;
use crate::error::{Error, Kind, Result};
use crate::resolve::Probes;

/// The largest budget and number of chars: a double holds every whole number up to it.
pub const CHARS_MAX: u64 = (1 << 53) - 1;

/// The share of what core leaves that the active tier may use, unless the options say otherwise.
pub const DEFAULT_ACTIVE_BUDGET_FRACTION: f64 = 0.95;

/// From this depth on, [`should_condense`] says so.
pub const CONDENSE_FROM_DEPTH: u32 = 1;

/// From this depth on, [`skip_informational`] says so.
pub const SKIP_INFORMATIONAL_FROM_DEPTH: u32 = 2;

/// A budget in chars, or in what a measure counts in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Everything is included.
    Unlimited,
    /// So many, up to [`CHARS_MAX`].
    Chars(u64),
}

/// Gives the budget for a depth and a role.
pub type BudgetResolver<'a> = dyn Fn(u32, Option<&str>) -> Result<Budget> + 'a;

/// How to compose (semantics 6.1 to 6.5, 6.11). The default has no budget and is the source mode.
#[derive(Clone, Copy)]
pub struct ComposeOptions<'a> {
    /// The budget; if `None`, `resolve_budget` gives it, and without that it is unlimited.
    pub total_budget: Option<Budget>,
    /// Gives the budget where `total_budget` does not.
    pub resolve_budget: Option<&'a BudgetResolver<'a>>,
    /// From 0 to 1: the share of what core leaves that the active tier may use.
    pub active_budget_fraction: f64,
    /// The depth of the turn, for `resolve_budget`.
    pub depth: u32,
    /// The role, for `resolve_budget`.
    pub runtime_role: Option<&'a str>,
    /// The budget is a promise about the text's length, separators included (semantics 6.5).
    pub strict: bool,
    /// What lengths are measured with; if `None`, chars are counted.
    pub measure: Option<Measure<'a>>,
    /// Observers.
    pub probes: Option<&'a dyn Probes>,
}

impl Default for ComposeOptions<'_> {
    fn default() -> Self {
        ComposeOptions {
            total_budget: None,
            resolve_budget: None,
            active_budget_fraction: DEFAULT_ACTIVE_BUDGET_FRACTION,
            depth: 0,
            runtime_role: None,
            strict: false,
            measure: None,
            probes: None,
        }
    }
}

/// The budget that a composition with these options is held to (semantics 6.9). It runs `resolve_budget`, if that gives it.
///
/// # Errors
/// [`Kind::InvalidArgument`] (subject `activeBudgetFraction`, `measure_unit`, `totalBudget` or `resolveBudget`),
/// [`Kind::CallbackFailed`] (subject `resolveBudget`): those with which the composition fails.
pub fn effective_budget(options: &ComposeOptions<'_>) -> Result<Budget> {
    callback::refuse_too_deep()?;
    Ok(options.effective_budget()?.map_or(Budget::Unlimited, Budget::Chars))
}

/// Whether a turn of this depth is better told the condensed texts: from [`CONDENSE_FROM_DEPTH`] on.
pub fn should_condense(depth: u32) -> bool {
    depth >= CONDENSE_FROM_DEPTH
}

/// Whether a turn of this depth is better spared the informational tier: from [`SKIP_INFORMATIONAL_FROM_DEPTH`] on.
pub fn skip_informational(depth: u32) -> bool {
    depth >= SKIP_INFORMATIONAL_FROM_DEPTH
}

/// Whether so many chars more fit a limit: the test that the gate makes.
pub fn would_fit(total: u64, chars: u64, limit: Budget) -> bool {
    match limit {
        Budget::Unlimited => true,
        Budget::Chars(limit) => fits(total, chars, limit),
    }
}

impl ComposeOptions<'_> {
    /// `None` is unlimited. What else the options say is checked before (semantics 6.1).
    pub(super) fn effective_budget(&self) -> Result<Option<u64>> {
        self.check_fraction()?;
        self.measure.map_or(Ok(()), |measure| measure.check())?;
        let (budget, giver) = match (self.total_budget, self.resolve_budget) {
            (Some(budget), _) => (budget, "totalBudget"),
            (None, Some(resolve)) => {
                let _inside = callback::enter();
                (resolve(self.depth, self.runtime_role).map_err(|error| error.blamed_on("the callback", "resolveBudget"))?, "resolveBudget")
            }
            (None, None) => return Ok(None),
        };
        match budget {
            Budget::Unlimited => Ok(None),
            Budget::Chars(chars) if chars <= CHARS_MAX => Ok(Some(chars)),
            Budget::Chars(chars) => Err(Error::new(
                Kind::InvalidArgument,
                giver,
                format_args!("{giver} gives {chars} chars; at most {CHARS_MAX}, or unlimited, is allowed"),
            )),
        }
    }

    fn check_fraction(&self) -> Result<()> {
        let fraction = self.active_budget_fraction;
        if (0.0..=1.0).contains(&fraction) {
            return Ok(());
        }
        Err(Error::new(
            Kind::InvalidArgument,
            "activeBudgetFraction",
            format_args!("activeBudgetFraction is {fraction}; 0 to 1 is allowed"),
        ))
    }
}
