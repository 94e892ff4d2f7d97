//! Which budget holds (semantics 6.1).

use crate::callback;
use crate::error::{Error, Kind, Result};
use crate::resolve::Probes;

/// The largest budget and number of chars: a double holds every whole number up to it.
pub const CHARS_MAX: u64 = (1 << 53) - 1;

/// The share of what core leaves that the active tier may use, unless the options say otherwise.
pub const DEFAULT_ACTIVE_BUDGET_FRACTION: f64 = 0.95;

/// A budget in chars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Everything is included.
    Unlimited,
    /// So many, up to [`CHARS_MAX`].
    Chars(u64),
}

/// Gives the budget for a depth and a role.
pub type BudgetResolver<'a> = dyn Fn(u32, Option<&str>) -> Result<Budget> + 'a;

/// How to compose (semantics 6.1 to 6.5). The default has no budget and is the source mode.
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
            probes: None,
        }
    }
}

impl ComposeOptions<'_> {
    pub(super) fn check_fraction(&self) -> Result<()> {
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

    /// `None` is unlimited.
    pub(super) fn effective_budget(&self) -> Result<Option<u64>> {
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
}
