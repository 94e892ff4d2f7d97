//! Static sections joined, as a snapshot remembers them.

use std::ops::Range;

use super::{Label, Limits, Outcome, Sections, Verdict};
use crate::contribution::Tier;
use crate::error::Result;
use crate::text::{self, try_push_str, SEPARATOR};

/// Static sections and their text: prepends, then appends, then safety. Results of the same context share them.
#[derive(Default)]
pub(crate) struct Joined {
    pub(crate) text: String,
    pub(crate) sections: Sections,
    /// Where the appended sections and where the safety sections begin.
    pub(crate) appends: usize,
    pub(crate) safety: usize,
    /// The sum of the chars of all sections in the text, and of those of them in the core tier.
    pub(crate) chars: u64,
    pub(crate) core_chars: u64,
    /// How many of them are there by their condensed text, and how many are not.
    pub(crate) condensed: usize,
    pub(crate) dropped: usize,
    /// How many at the head are there by their full text.
    included_head: usize,
    /// The record of the snapshot's lineup that has the condensed text of each section, if one has.
    pub(crate) condensed_of: Vec<Option<usize>>,
}

impl Joined {
    /// With room for so many sections, and so many bytes of their names.
    pub(crate) fn with_capacity(sections: usize, names: usize) -> Result<Joined> {
        let (sections, condensed_of) = (Sections::with_capacity(sections, names)?, text::try_vec(sections)?);
        Ok(Joined { sections, condensed_of, ..Joined::default() })
    }

    /// Adds a section, and the text that is in by its verdict.
    pub(crate) fn add(&mut self, label: &Label<'_>, outcome: Outcome, said: Option<&str>, condensed_of: Option<usize>) -> Result<()> {
        self.condensed_of.push(condensed_of);
        self.condensed += usize::from(outcome.verdict == Verdict::Condensed);
        if self.included_head == self.sections.len() && outcome.verdict == Verdict::Included {
            self.included_head += 1;
        }
        self.sections.push(label, outcome)?;
        let Some(said) = said else {
            self.dropped += 1;
            return Ok(());
        };
        if self.sections.len() - 1 > self.dropped {
            try_push_str(&mut self.text, SEPARATOR)?;
        }
        let start = self.text.len();
        try_push_str(&mut self.text, said)?;
        self.sections.place_last(start..self.text.len());
        self.chars += outcome.chars;
        if label.tier == Tier::Core {
            self.core_chars += outcome.chars;
        }
        Ok(())
    }

    /// Where the text of some of the sections stands, with what is between them; nowhere if none of them is there.
    pub(crate) fn span(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let first = range.clone().find_map(|index| self.sections.range(index))?;
        let last = range.clone().rev().find_map(|index| self.sections.range(index))?;
        Some(first.start..last.end)
    }

    /// The total before a section, or after all of them.
    pub(crate) fn total_before(&self, index: usize) -> u64 {
        self.sections.outcome(index).map_or(self.chars, |outcome| outcome.total_before)
    }

    /// Up to where the text is that of the first so many sections, if each is included.
    pub(crate) fn end_of_included(&self, sections: usize) -> usize {
        let head = sections.min(self.included_head);
        head.checked_sub(1).and_then(|last| self.sections.range(last)).map_or(0, |range| range.end)
    }
}

/// What a snapshot remembers decided.
pub(crate) type Decided = (Limits, std::sync::Arc<Joined>);
