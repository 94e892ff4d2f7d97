//! The gate alone: what would become of candidates (semantics 6.9).

use super::candidates::Candidates;
use super::decide::decide;
use super::prompt::{summarize, Counts};
use super::{Candidate, ComposeOptions, Spare, USUAL_ID_BYTES};
use crate::callback;
use crate::contribution::Tier;
use crate::error::Result;
use crate::section::{Outcome, Sections, Summary, Unit};

/// What [`super::compose`] would do with candidates: every verdict, and the figures of the prompt.
pub struct Verdicts {
    sections: Sections,
    summary: Summary,
}

/// Decides on candidates and builds no text (semantics 6.2 to 6.6). Probes are not told.
///
/// # Errors
/// Those of [`super::compose`], but for `onBuilt`.
pub fn apply_budget_gate(candidates: &[Candidate<'_>], options: &ComposeOptions<'_>) -> Result<Verdicts> {
    verdicts_of(candidates.len(), |into| into.add_all(candidates), options)
}

/// As [`apply_budget_gate`], of so many candidates that `read` adds.
pub(crate) fn verdicts_of<'a>(
    len: usize,
    read: impl FnOnce(&mut Candidates<'a>) -> Result<()>,
    options: &ComposeOptions<'_>,
) -> Result<Verdicts> {
    callback::refuse_too_deep()?;
    let mut candidates = Spare::default().take(len, len * USUAL_ID_BYTES)?;
    read(&mut candidates)?;
    let totals = decide(&mut candidates, options, options.effective_budget()?, Unit::default())?;
    let sections = candidates.sections;
    Ok(Verdicts { summary: summarize(totals, Counts::of(&sections, 0), false), sections })
}

impl Verdicts {
    /// What became of one candidate.
    pub fn outcome(&self, index: usize) -> Option<Outcome> {
        self.sections.outcome(index)
    }

    /// What became of every candidate, in their order.
    pub fn outcomes(&self) -> impl Iterator<Item = Outcome> + '_ {
        (0..self.sections.len()).filter_map(|index| self.outcome(index))
    }

    pub(crate) fn tier(&self, index: usize) -> Tier {
        self.sections.tier(index)
    }

    /// The figures.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }
}
