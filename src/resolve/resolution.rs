//! What a walk gives: sections that have text, in their final order.

use crate::error::Result;
use crate::registry::Lineup;
use crate::section::{Label, Sections};
use crate::text::{Counted, Text};

/// A text that belongs to a record, or one that was written during the walk.
#[derive(Clone, Copy)]
pub(super) enum Body<'t> {
    Own(&'t Text),
    Written { start: usize, end: usize, chars: u64 },
}

impl Body<'_> {
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Body::Own(text) => text.as_str().is_empty(),
            Body::Written { start, end, .. } => start == end,
        }
    }
}

/// One section of a resolution that has text.
pub(crate) struct Part<'t> {
    pub(crate) label: Label<'t>,
    pub(super) body: Body<'t>,
    /// The record that contributes it, if that is exactly one and has a condensed text (semantics 6.10).
    pub(super) condensed: Option<usize>,
}

/// What a walk gives: the sections in their final order.
pub(crate) struct Resolution<'t> {
    pub(super) lineup: &'t Lineup,
    pub(crate) parts: Vec<Part<'t>>,
    /// How many of them, at the head, do not depend on the turn.
    pub(crate) stable_parts: usize,
    /// How many of them, at the end, are safety policies.
    pub(super) policies: usize,
    pub(crate) static_only: bool,
    pub(super) written: String,
}

impl<'t> Resolution<'t> {
    /// The condensed text of a record that has one.
    pub(super) fn condensed_of(&self, record: Option<usize>) -> Option<Counted<'t>> {
        self.lineup.records[record?].contribution.condensed.as_ref().map(Text::counted)
    }

    /// Tells of every section in order: who it is, its text, and its condensed text.
    pub(super) fn each<'s>(&'s self, mut tell: impl FnMut(&Label<'s>, Counted<'s>, Option<Counted<'s>>) -> Result<()>) -> Result<()> {
        self.parts.iter().try_for_each(|part| tell(&part.label, self.counted(part), self.condensed_of(part.condensed)))
    }

    /// How many bytes the names of all sections take.
    pub(super) fn names_len(&self) -> usize {
        self.parts.iter().map(|part| Sections::names_len(&part.label)).sum()
    }

    pub(super) fn counted<'p>(&'p self, part: &Part<'p>) -> Counted<'p> {
        Counted { text: self.text(part), chars: self.chars(part) }
    }

    pub(crate) fn text<'p>(&'p self, part: &Part<'p>) -> &'p str {
        match part.body {
            Body::Own(text) => text.as_str(),
            Body::Written { start, end, .. } => &self.written[start..end],
        }
    }

    pub(crate) fn chars(&self, part: &Part<'_>) -> u64 {
        match part.body {
            Body::Own(text) => text.chars(),
            Body::Written { chars, .. } => chars,
        }
    }
}

pub(super) const NOTHING: Body<'static> = Body::Written { start: 0, end: 0, chars: 0 };
