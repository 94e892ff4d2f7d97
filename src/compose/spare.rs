//! The memory of a prompt that is over, for the next one: composing into a prompt again and again allocates nothing.

use super::decide::Input;
use crate::error::Result;
use crate::section::{Sections, Unit};

/// What a prompt is made in. The default has no memory yet.
#[derive(Default)]
pub(crate) struct Spare {
    pub(super) text: String,
    pub(super) sections: Sections,
    pub(super) unit: Unit,
    inputs: Vec<Input<'static>>,
}

impl Spare {
    /// A list with room for so many inputs, which [`Spare::keep_inputs`] takes back.
    pub(super) fn take_inputs<'a>(&mut self, len: usize) -> Result<Vec<Input<'a>>> {
        let mut inputs: Vec<Input<'a>> = std::mem::take(&mut self.inputs);
        inputs.try_reserve(len)?;
        Ok(inputs)
    }

    /// Collecting what an emptied list gives reuses its memory, and forgets what the inputs borrowed.
    pub(super) fn keep_inputs(&mut self, mut inputs: Vec<Input<'_>>) {
        inputs.clear();
        self.inputs = inputs.into_iter().map_while(|_| None).collect();
    }
}
