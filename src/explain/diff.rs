//! What differs between two results: why a cache missed.

use std::ops::Range;

use super::change::{Change, Changes};
use super::compare::{compare, Entry};
use super::diff_json::diff_json;
use super::first_difference::{part, Head, Parting};
use super::Report;
use crate::contribution::Origin;
use crate::error::Result;
use crate::json;
use crate::section::{Section, Sections, Summary};

/// What differs between an earlier and a later bundle, or prompt. It owns what it says, and has none of the texts. Immutable.
///
/// A section of the one is a section of the other if it has the same id and origin; of several such, the first is the first, the
/// second the second. A section whose running total or limit alone is another one does not differ.
pub struct Diff {
    entries: Vec<Entry>,
    /// How many entries have each change, in the order of [`Change::ALL`].
    counts: [usize; Change::ALL.len()],
    text: Option<Parting>,
    stable_prefix: Option<Parting>,
    pub(super) before: Remembered,
    pub(super) after: Remembered,
    json: json::Once,
}

/// A section that differs.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference<'a> {
    /// Its id.
    pub id: &'a str,
    /// Where it comes from; none for a raw candidate.
    pub origin: Option<Origin>,
    /// All that is different about it; never empty.
    pub changes: Changes,
    /// What it was; none if it was added.
    pub before: Option<Side<'a>>,
    /// What it is; none if it was removed.
    pub after: Option<Side<'a>>,
    /// The first byte of its own text that is another one, or that one side does not have; none where the texts are the same, or
    /// one side has no text of it.
    pub first_differing_byte: Option<usize>,
}

/// A section on one side of a comparison.
#[derive(Clone, PartialEq, Debug)]
pub struct Side<'a> {
    /// Its index in its result.
    pub index: usize,
    /// Where its text stands in the whole text of its result, in bytes; none if it is not there.
    pub range: Option<Range<usize>>,
    /// All that its result says of it, but for the text, which is left out.
    pub section: Section<'a>,
}

/// Where two texts part.
#[derive(Clone, PartialEq, Debug)]
pub struct FirstDifference<'a> {
    /// The first byte, counted from the beginning of both, that is another one or that one of them does not have. It may stand
    /// within a character.
    pub byte: usize,
    /// The section that it is in, before: the one that has the byte, or that ends there while the other side's goes on. Where one
    /// ends there on both sides it is the one that follows, which only one side has.
    pub before: Option<Side<'a>>,
    /// The section that it is in, after.
    pub after: Option<Side<'a>>,
}

/// The figures of a comparison.
#[derive(Clone, PartialEq, Debug)]
pub struct DiffSummary<'a> {
    /// Whether nothing differs: no section, no byte of the texts, and not the stable prefixes.
    pub equal: bool,
    /// How many sections differ.
    pub differences: usize,
    /// How many of them were added.
    pub added: usize,
    /// How many were removed.
    pub removed: usize,
    /// How many changed places.
    pub moved: usize,
    /// How many have another text.
    pub texts_changed: usize,
    /// How many have another verdict.
    pub verdicts_changed: usize,
    /// Where the texts part; none if they are the same.
    pub text: Option<FirstDifference<'a>>,
    /// Where the stable prefixes part: up to there a provider's cache can serve both. None if they are the same.
    pub stable_prefix: Option<FirstDifference<'a>>,
}

/// What a comparison keeps of a result, so that it outlives it.
pub(super) struct Remembered {
    pub(super) bytes: usize,
    pub(super) summary: Summary,
    sections: Sections,
}

impl Diff {
    pub(crate) fn between(before: &Report<'_>, after: &Report<'_>) -> Result<Diff> {
        let part_of =
            |len: fn(&Report<'_>) -> usize| part(Head { report: before, len: len(before) }, Head { report: after, len: len(after) });
        let entries = compare(before, after)?;
        Ok(Diff {
            counts: Change::ALL.map(|change| entries.iter().filter(|entry| entry.changes.has(change)).count()),
            entries,
            text: part_of(|report| report.text.len()),
            stable_prefix: part_of(|report| report.summary.stable_prefix),
            before: Remembered::new(before)?,
            after: Remembered::new(after)?,
            json: json::Once::default(),
        })
    }

    /// The figures.
    pub fn summary(&self) -> DiffSummary<'_> {
        let count = |change| self.counts[Change::ALL.iter().position(|known| *known == change).unwrap_or_default()];
        DiffSummary {
            equal: self.entries.is_empty() && self.text.is_none() && self.stable_prefix.is_none(),
            differences: self.entries.len(),
            added: count(Change::Added),
            removed: count(Change::Removed),
            moved: count(Change::Moved),
            texts_changed: count(Change::Text),
            verdicts_changed: count(Change::Verdict),
            text: self.first_difference(self.text),
            stable_prefix: self.first_difference(self.stable_prefix),
        }
    }

    /// One section that differs.
    pub fn difference(&self, index: usize) -> Option<Difference<'_>> {
        let entry = self.entries.get(index)?;
        let (before, after) = (self.before.side(entry.before), self.after.side(entry.after));
        let Section { id, origin, .. } = after.as_ref().or(before.as_ref())?.section;
        Some(Difference { id, origin, changes: entry.changes, before, after, first_differing_byte: entry.first_differing_byte })
    }

    /// Every section that differs: first those that the later result has, in its order, then the removed ones in theirs.
    pub fn differences(&self) -> impl Iterator<Item = Difference<'_>> {
        (0..self.entries.len()).filter_map(|index| self.difference(index))
    }

    /// All of it as JSON of one line, made once.
    ///
    /// # Errors
    /// [`crate::Kind::OutOfMemory`].
    pub fn json(&self) -> Result<&str> {
        self.json.get(|| diff_json(self))
    }

    fn first_difference(&self, parting: Option<Parting>) -> Option<FirstDifference<'_>> {
        parting.map(|parting| FirstDifference {
            byte: parting.byte,
            before: self.before.side(parting.before),
            after: self.after.side(parting.after),
        })
    }
}

impl Remembered {
    fn new(report: &Report<'_>) -> Result<Remembered> {
        Ok(Remembered { bytes: report.text.len(), summary: report.summary.clone(), sections: report.sections.copied()? })
    }

    fn side(&self, index: Option<usize>) -> Option<Side<'_>> {
        let index = index?;
        let section = Section { text: None, ..self.sections.get(index, "")? };
        Some(Side { index, range: self.sections.range(index), section })
    }
}
