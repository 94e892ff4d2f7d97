//! From candidates to verdicts: every text is measured, the sum is checked (semantics 6.1, 6.11), and the gate decides (6.2 to
//! 6.6). No text is built.

use super::gate::{Core, Gate};
use super::{ComposeOptions, CHARS_MAX};
use crate::contribution::Tier;
use crate::error::{Error, Excerpt, Kind, Quoted, Result};
use crate::section::{Label, Outcome, Sections, Unit, Verdict};

/// A candidate with all that is reported of it.
pub(crate) struct Input<'a> {
    pub(crate) label: Label<'a>,
    pub(crate) content: &'a str,
    pub(crate) length: Length,
    /// A shorter text, and its chars if they were counted already.
    pub(crate) condensed: Option<(&'a str, Option<u64>)>,
}

/// What is known of a content's length.
#[derive(Clone, Copy)]
pub(crate) enum Length {
    /// The candidate brings its own.
    Own(u64),
    /// Its chars were counted already.
    Chars(u64),
    /// It is still to be found out.
    Unknown,
}

/// What all sections together come to.
pub(crate) struct Totals {
    pub(crate) unit: Unit,
    pub(crate) total: u64,
    pub(crate) budget: Option<u64>,
    pub(crate) over_budget: bool,
}

/// Decides on every input, and enters them in `sections`. `unit` is one whose memory may be used.
pub(super) fn decide(inputs: &[Input<'_>], options: &ComposeOptions<'_>, sections: &mut Sections, unit: Unit) -> Result<Totals> {
    let budget = options.effective_budget()?;
    let separator = options.separator()?;
    let core = weigh(inputs, options, separator, sections)?;
    let mut gate = Gate::new(budget, options.active_budget_fraction, options.strict, separator, core);
    for (index, input) in inputs.iter().enumerate() {
        let condensed = || input.condensed.map(|(text, chars)| options.length(input.label.id, text, chars)).transpose();
        sections.decide(index, gate.decide(sections.tier(index), sections.chars(index), condensed)?);
    }
    let total = gate.total();
    Ok(Totals { unit: options.unit(unit)?, total, budget, over_budget: budget.is_some_and(|budget| total > budget) })
}

/// Measures and sums all contents, and enters them as dropped until the gate decides.
fn weigh(inputs: &[Input<'_>], options: &ComposeOptions<'_>, separator: u64, sections: &mut Sections) -> Result<Core> {
    sections.clear_for(inputs.len(), inputs.iter().map(|input| Sections::names_len(&input.label)).sum())?;
    let mut core = Core::default();
    let mut sum = 0;
    for input in inputs {
        let id = input.label.id;
        let chars = match input.length {
            Length::Own(own) => own,
            Length::Chars(chars) => options.length(id, input.content, Some(chars))?,
            Length::Unknown => options.length(id, input.content, None)?,
        };
        sum += chars.min(CHARS_MAX + 1) + separator;
        if sum > CHARS_MAX {
            let unit = Excerpt(options.measure.map_or("chars", |measure| measure.unit));
            return Err(Error::new(
                Kind::InvalidArgument,
                id,
                format_args!("with the {chars} {unit} of {} the candidates pass {CHARS_MAX} {unit} in all", Quoted(id)),
            ));
        }
        if input.label.tier == Tier::Core {
            core.chars += chars;
            core.count += 1;
        }
        sections.push(&input.label, Outcome { verdict: Verdict::Dropped, chars, total_before: 0, limit: None });
    }
    Ok(core)
}

impl<'a> Input<'a> {
    /// The text that is in the prompt by this verdict.
    pub(super) fn said(&self, verdict: Verdict) -> Option<&'a str> {
        match verdict {
            Verdict::Included => Some(self.content),
            Verdict::Condensed => self.condensed.map(|(text, _)| text),
            Verdict::Dropped => None,
        }
    }
}
