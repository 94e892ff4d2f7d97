//! Static sections joined, as a snapshot remembers them.

use std::ops::Range;

use super::Sections;

/// Static sections and their text: prepends, then appends, then safety. Results of the same context share them.
#[derive(Default)]
pub(crate) struct Joined {
    pub(crate) text: String,
    /// The total before each is the sum of the chars of those before it.
    pub(crate) sections: Sections,
    /// Where the appended sections and where the safety sections begin.
    pub(crate) appends: usize,
    pub(crate) safety: usize,
    /// The sum of the chars of all sections, and of those in the core tier.
    pub(crate) chars: u64,
    pub(crate) core_chars: u64,
    /// The record of the snapshot's lineup that has the condensed text of each section, if one has.
    pub(crate) condensed: Vec<Option<usize>>,
}

impl Joined {
    /// Where the text of some of the sections stands, with what is between them; nowhere if there are none.
    pub(crate) fn span(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let last = range.clone().last()?;
        Some(self.sections.range(range.start)?.start..self.sections.range(last)?.end)
    }

    /// The sum of the chars of the sections before one, or of all.
    pub(crate) fn chars_before(&self, index: usize) -> u64 {
        self.sections.outcome(index).map_or(self.chars, |outcome| outcome.total_before)
    }
}
