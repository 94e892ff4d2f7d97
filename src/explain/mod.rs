//! Explaining results: one as a table for people, and what differs between two. Neither has any of the texts in it, so that both may
//! be pasted into a report: ids, plugins' names and figures are all there is.

mod change;
mod compare;
mod diff;
mod diff_json;
mod first_difference;
mod pairing;
mod shown;
mod table;

pub use change::{Change, Changes};
pub use diff::{Diff, DiffSummary, Difference, FirstDifference, Side};

use crate::error::Result;
use crate::section::{Section, Sections, Summary};

/// A bundle or a prompt, as this module looks at both.
pub(crate) struct Report<'a> {
    pub(crate) text: &'a str,
    pub(crate) sections: &'a Sections,
    pub(crate) summary: Summary,
}

impl<'a> Report<'a> {
    /// What its result says of itself as a table.
    pub(crate) fn table(&self) -> Result<String> {
        table::table(self)
    }

    /// Every section, in order, with its index.
    fn sections(&self) -> impl Iterator<Item = (usize, Section<'a>)> + '_ {
        (0..self.sections.len()).filter_map(|index| Some((index, self.section(index)?)))
    }

    fn section(&self, index: usize) -> Option<Section<'a>> {
        self.sections.get(index, self.text)
    }
}
