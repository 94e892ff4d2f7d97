//! Who gets the room: required modules always, then optional ones by priority, shortened or dropped (semantics 9.3).

use crate::error::Result;
use crate::section::Verdict;

/// The tokens of a number of chars (semantics 9.2).
pub(super) fn tokens(chars: u64) -> u64 {
    chars.div_ceil(4)
}

/// What the optional modules are held against.
pub(super) struct Allocation {
    /// Negative where the history and the output leave nothing.
    available: i64,
    used: u64,
}

impl Allocation {
    /// `required` is what is in whatever the room: used from the start. All numbers are up to 2^53.
    pub(super) fn new(available: i64, required: u64) -> Allocation {
        Allocation { available, used: required }
    }

    pub(super) fn used(&self) -> u64 {
        self.used
    }

    /// Decides on an optional module; `minimal` is asked for only where the full rendering does not fit.
    pub(super) fn decide(&mut self, full: u64, minimal: impl FnOnce() -> Result<Option<u64>>) -> Result<Verdict> {
        if self.take(full) {
            return Ok(Verdict::Included);
        }
        Ok(match minimal()? {
            Some(minimal) if self.take(minimal) => Verdict::Condensed,
            _ => Verdict::Dropped,
        })
    }

    fn take(&mut self, tokens: u64) -> bool {
        let used = self.used + tokens;
        let fits = i64::try_from(used).is_ok_and(|used| used <= self.available);
        if fits {
            self.used = used;
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(allocation: &mut Allocation, tokens: u64) -> Verdict {
        allocation.decide(tokens, || Ok(None)).unwrap()
    }

    #[test]
    fn a_later_smaller_one_still_fits() {
        let mut allocation = Allocation::new(10, 4);
        assert_eq!(full(&mut allocation, 7), Verdict::Dropped);
        assert_eq!(allocation.decide(7, || Ok(Some(5))).unwrap(), Verdict::Condensed);
        assert_eq!(
            (full(&mut allocation, 2), full(&mut allocation, 1), full(&mut allocation, 0)),
            (Verdict::Dropped, Verdict::Included, Verdict::Included)
        );
        assert_eq!(allocation.used(), 10);
    }

    #[test]
    fn over_a_budget_not_even_nothing_fits() {
        assert_eq!(full(&mut Allocation::new(3, 4), 0), Verdict::Dropped);
        assert_eq!(full(&mut Allocation::new(-1, 0), 0), Verdict::Dropped);
        assert_eq!(full(&mut Allocation::new(0, 0), 0), Verdict::Included);
    }
}
