//! The memory of a prompt that is over, for the next one: composing into a prompt again and again allocates nothing.

use super::candidates::{Candidates, Texts};
use crate::error::Result;
use crate::section::{Sections, Unit};

/// What a prompt is made in. The default has no memory yet.
#[derive(Default)]
pub(crate) struct Spare {
    pub(super) text: String,
    pub(super) sections: Sections,
    pub(super) unit: Unit,
    texts: Vec<Texts<'static>>,
}

impl Spare {
    /// No candidates yet, with room for so many and for so many bytes of their names; [`Spare::keep`] takes the room back.
    pub(super) fn take<'a>(&mut self, len: usize, names: usize) -> Result<Candidates<'a>> {
        self.sections.clear_for(len, names)?;
        self.texts.try_reserve(len)?;
        Ok(Candidates { sections: std::mem::take(&mut self.sections), texts: std::mem::take(&mut self.texts) })
    }

    /// Collecting what an emptied list gives reuses its memory, and forgets what the texts borrowed.
    pub(super) fn keep(&mut self, candidates: Candidates<'_>) {
        let Candidates { sections, mut texts } = candidates;
        texts.clear();
        self.sections = sections;
        self.texts = texts.into_iter().map_while(|_| None).collect();
    }
}
