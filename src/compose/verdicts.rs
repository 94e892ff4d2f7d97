//! The gate alone: what would become of candidates (semantics 6.9).

use super::decide::decide;
use super::prompt::summarize;
use super::{list, Candidate, ComposeOptions, Source};
use crate::callback;
use crate::contribution::Tier;
use crate::error::Result;
use crate::section::{Outcome, Sections, Summary, Unit};
use crate::text;

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
    verdicts_of(candidates.iter().copied().map(Ok), options)
}

/// As [`apply_budget_gate`], of candidates that are read one by one.
pub(crate) fn verdicts_of<'a>(
    candidates: impl ExactSizeIterator<Item = Result<Candidate<'a>>>,
    options: &ComposeOptions<'_>,
) -> Result<Verdicts> {
    callback::refuse_too_deep()?;
    let (mut inputs, mut sections) = (text::try_vec(candidates.len())?, Sections::default());
    list(candidates, &mut inputs)?;
    let totals = decide(&inputs, options, &mut sections, Unit::default())?;
    Ok(Verdicts { summary: summarize(&sections, totals, Source::default()), sections })
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
