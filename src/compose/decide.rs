//! From candidates to verdicts: their lengths are measured where a measure says so (semantics 6.11), the sum is checked (6.1), and
//! the gate decides (6.2 to 6.6). No text is built.

use super::candidates::Candidates;
use super::gate::{Core, Gate};
use super::{ComposeOptions, CHARS_MAX};
use crate::contribution::Tier;
use crate::error::{Error, Excerpt, Kind, Quoted, Result};
use crate::section::Unit;

/// What all sections together come to.
pub(crate) struct Totals {
    pub(crate) unit: Unit,
    pub(crate) total: u64,
    pub(crate) budget: Option<u64>,
    pub(crate) over_budget: bool,
}

/// Decides on every candidate. `budget` is that of the options, and `unit` one whose memory may be used.
pub(super) fn decide(candidates: &mut Candidates<'_>, options: &ComposeOptions<'_>, budget: Option<u64>, unit: Unit) -> Result<Totals> {
    let separator = options.separator()?;
    let core = weigh(candidates, options, separator)?;
    let mut gate = Gate::new(budget, options.active_budget_fraction, options.strict, separator, core);
    let Candidates { sections, texts } = candidates;
    for (draft, texts) in sections.drafts().zip(texts) {
        let condensed = || texts.condensed.map(|text| options.length(|| draft.id(), text)).transpose();
        let outcome = gate.decide(draft.tier(), draft.chars(), condensed)?;
        draft.decided(outcome);
    }
    let total = gate.total();
    Ok(Totals { unit: options.unit(unit)?, total, budget, over_budget: budget.is_some_and(|budget| total > budget) })
}

/// Measures the contents where they are to be measured, and sums them.
fn weigh(candidates: &mut Candidates<'_>, options: &ComposeOptions<'_>, separator: u64) -> Result<Core> {
    let Candidates { sections, texts } = candidates;
    let mut core = Core::default();
    let mut sum = 0;
    for (mut draft, texts) in sections.drafts().zip(texts) {
        if let (Some(measure), false) = (&options.measure, texts.has_own_length) {
            draft.measured(measure.length(texts.content, "the measure of", draft.id())?);
        }
        sum += draft.chars().min(CHARS_MAX + 1) + separator;
        if sum > CHARS_MAX {
            return Err(too_much(draft.id(), draft.chars(), options));
        }
        if draft.tier() == Tier::Core {
            core.chars += draft.chars();
            core.count += 1;
        }
    }
    Ok(core)
}

#[cold]
fn too_much(id: &str, chars: u64, options: &ComposeOptions<'_>) -> Error {
    let unit = Excerpt(options.measure.map_or("chars", |measure| measure.unit));
    Error::new(
        Kind::InvalidArgument,
        id,
        format_args!("with the {chars} {unit} of {} the candidates pass {CHARS_MAX} {unit} in all", Quoted(id)),
    )
}
