//! What a walk gives: sections that have text, in their final order.

use crate::section::Label;
use crate::text::Text;

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
    /// The condensed text of its contributing record, if that is exactly one (semantics 6.10).
    pub(crate) condensed: Option<&'t Text>,
}

/// What a walk gives: the sections in their final order.
pub(crate) struct Resolution<'t> {
    pub(crate) parts: Vec<Part<'t>>,
    /// How many of them, at the head, do not depend on the turn.
    pub(crate) stable_parts: usize,
    /// How many of them, at the end, are safety policies.
    pub(super) policies: usize,
    pub(crate) static_only: bool,
    pub(super) written: String,
}

impl Resolution<'_> {
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
