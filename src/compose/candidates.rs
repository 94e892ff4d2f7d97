//! The candidates of a composition, as they are read: what is reported of each, and its texts.

use super::Candidate;
use crate::error::Result;
use crate::section::{Label, Outcome, Sections, Verdict};
use crate::text::Counted;

/// Candidates in their order. Until the gate decides they are all dropped.
#[derive(Default)]
pub(crate) struct Candidates<'a> {
    pub(super) sections: Sections,
    pub(super) texts: Vec<Texts<'a>>,
}

/// The texts of a candidate.
pub(super) struct Texts<'a> {
    pub(super) content: &'a str,
    pub(super) condensed: Option<Counted<'a>>,
    /// Whether the length of the content is the caller's own measure, which no other replaces.
    pub(super) has_own_length: bool,
}

impl<'a> Candidates<'a> {
    /// A raw candidate whose content is counted.
    #[inline(always)]
    pub(crate) fn add_raw(&mut self, candidate: &Candidate<'a>, counted: u64, condensed: Option<Counted<'a>>) -> Result<()> {
        let Candidate { id, content, tier, chars, .. } = *candidate;
        let label = Label { id, plugin: None, origin: None, mode: None, tier, is_static: false };
        self.add(&label, chars.unwrap_or(counted), Texts { content, condensed, has_own_length: chars.is_some() })
    }

    /// A candidate of so many chars.
    #[inline(always)]
    pub(super) fn add(&mut self, label: &Label<'_>, chars: u64, texts: Texts<'a>) -> Result<()> {
        self.texts.try_reserve(1)?;
        self.texts.push(texts);
        self.sections.push(label, Outcome { verdict: Verdict::Dropped, chars, total_before: 0, limit: None })
    }

    /// Candidates given as values.
    pub(super) fn add_all(&mut self, candidates: &[Candidate<'a>]) -> Result<()> {
        candidates.iter().try_for_each(|candidate| {
            let counted = Counted::of(candidate.content).chars;
            self.add_raw(candidate, counted, candidate.condensed.map(Counted::of))
        })
    }
}
