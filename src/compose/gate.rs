//! The gate: which candidates the budget has room for (semantics 6.2 to 6.6).

use crate::contribution::Tier;
use crate::error::Result;
use crate::exact::floor_of_product;
use crate::section::{Limits, Outcome, Verdict};

/// What a separator costs in strict mode, unless a measure says otherwise.
pub(super) const SEPARATOR_CHARS: u64 = 2;

/// What the core tier weighs, whatever the budget.
#[derive(Clone, Copy, Default)]
pub(super) struct Core {
    pub(super) chars: u64,
    pub(super) count: u64,
}

/// Decides on candidates one by one, in order.
#[derive(Clone)]
pub(super) struct Gate {
    limits: Limits,
    strict: bool,
    separator: u64,
    total: u64,
    /// Whether the next section comes with a separator.
    joins: bool,
}

impl Gate {
    /// `separator` is what one costs: nothing in source mode.
    pub(super) fn new(budget: Option<u64>, fraction: f64, strict: bool, separator: u64, core: Core) -> Gate {
        let reserved = core.chars + core.count.saturating_sub(1) * separator;
        Gate {
            limits: Limits { active: budget.map(|budget| ceiling(budget, reserved, fraction)), informational: budget },
            strict,
            separator,
            total: if strict { reserved } else { 0 },
            joins: core.count > 0,
        }
    }

    /// `condensed` gives the chars of the condensed text, if there is one; it is asked only where the full text does not fit.
    pub(super) fn decide(&mut self, tier: Tier, chars: u64, condensed: impl FnOnce() -> Result<Option<u64>>) -> Result<Outcome> {
        let total_before = self.total;
        let limit = self.limits.of(tier);
        if tier == Tier::Core {
            if !self.strict {
                self.total += chars;
            }
            return Ok(Outcome { verdict: Verdict::Included, chars, total_before, limit });
        }
        let (verdict, chars) = if self.take(chars, limit) {
            (Verdict::Included, chars)
        } else {
            match condensed()?.filter(|condensed| self.take(*condensed, limit)) {
                Some(condensed) => (Verdict::Condensed, condensed),
                None => (Verdict::Dropped, chars),
            }
        };
        Ok(Outcome { verdict, chars, total_before, limit })
    }

    /// Goes on from a total that was come to elsewhere.
    pub(super) fn go_on_from(&mut self, total: u64) {
        self.total = total;
    }

    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    pub(super) fn total(&self) -> u64 {
        self.total
    }

    fn take(&mut self, chars: u64, limit: Option<u64>) -> bool {
        let cost = chars + if self.joins { self.separator } else { 0 };
        let fits = limit.is_none_or(|limit| fits(self.total, cost, limit));
        if fits {
            self.total += cost;
            self.joins = true;
        }
        fits
    }
}

/// Whether so much more stays within a limit.
pub(super) fn fits(total: u64, cost: u64, limit: u64) -> bool {
    total.saturating_add(cost) <= limit
}

/// What core leaves of the budget, times the fraction, in double and floored toward minus infinity: where core is over the
/// budget the term is negative. The sum is not, as the fraction is at most 1.
fn ceiling(budget: u64, reserved: u64, fraction: f64) -> u64 {
    let left = budget as i64 - reserved as i64;
    (reserved as i64 + floor_of_product(left, fraction)).max(0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ceiling_is_floored_toward_minus_infinity() {
        assert_eq!(ceiling(100, 40, 0.95), 97);
        assert_eq!(ceiling(0, 10, 0.95), 0);
        assert_eq!(ceiling(0, 10, 0.25), 7);
        assert_eq!(ceiling((1 << 53) - 1, 0, 1.0), (1 << 53) - 1);
    }
}
