//! In what a section differs.

use crate::text;

/// What is different about a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Change {
    /// Only the later result has it.
    Added = 1,
    /// Only the earlier result has it.
    Removed = 2,
    /// It changed places with others: it is one of a smallest set without which all others stand in the order they stood in.
    Moved = 4,
    /// Its text in the whole text: other bytes, or there in one only.
    Text = 8,
    /// What became of it.
    Verdict = 16,
    /// Its length, as it is reported.
    Chars = 32,
    /// Its plugin, mode or tier, or whether it is static.
    Label = 64,
}

text::names! { Change {
    Added = "added", Removed = "removed", Moved = "moved", Text = "text", Verdict = "verdict", Chars = "chars", Label = "label"
} }

impl Change {
    /// All of them, in the order of their numbers.
    pub const ALL: [Change; 7] =
        [Change::Added, Change::Removed, Change::Moved, Change::Text, Change::Verdict, Change::Chars, Change::Label];
}

/// Everything that is different about a section: a sum of the numbers of [`Change`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Changes(u32);

impl Changes {
    /// Whether this is among them.
    pub fn has(self, change: Change) -> bool {
        self.0 & change as u32 != 0
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The sum of their numbers.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Each of them, in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Change> {
        Change::ALL.into_iter().filter(move |change| self.has(*change))
    }

    /// This one alone.
    pub(super) fn of(change: Change) -> Changes {
        Changes(change as u32)
    }

    /// These and, if so, one more.
    #[must_use]
    pub(super) fn with(self, change: Change, if_so: bool) -> Changes {
        Changes(self.0 | if if_so { change as u32 } else { 0 })
    }
}
