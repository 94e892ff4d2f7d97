//! The prompt: what composing gives (semantics 6.4, 6.7).

use super::budget::ComposeOptions;
use super::exact::percent;
use super::gate::{Core, Gate, SEPARATOR_CHARS};
use super::prompt_json::prompt_json;
use super::{event, CHARS_MAX};
use crate::contribution::Tier;
use crate::error::{Error, Kind, Quoted, Result};
use crate::explain::{Diff, Report};
use crate::json;
use crate::section::{Label, Outcome, Section, Sections, Summary, Unit, Verdict};
use crate::text::{self, SEPARATOR};

/// A text, and what became of every candidate. Immutable, and of its registry's life independent.
pub struct Prompt {
    /// With a NUL behind the last byte of the text.
    text: String,
    sections: Sections,
    summary: Summary,
    event: json::Once,
    json: json::Once,
    table: json::Once,
}

/// A candidate with all that a prompt reports of it.
pub(crate) struct Input<'a> {
    pub(crate) label: Label<'a>,
    pub(crate) content: &'a str,
    /// Its own measure; if none, it is counted.
    pub(crate) chars: Option<u64>,
    /// A shorter text, and its chars if they are known.
    pub(crate) condensed: Option<(&'a str, Option<u64>)>,
}

/// Where the inputs come from.
#[derive(Clone, Copy, Default)]
pub(crate) struct Source {
    /// How many leading inputs do not depend on the turn.
    pub(crate) stable: usize,
    pub(crate) static_only: bool,
}

/// A section whose fate is decided already, by rules other than the composer's.
pub(crate) struct Decided<'a> {
    pub(crate) label: Label<'a>,
    /// What is in the text of it, if anything is.
    pub(crate) said: Option<&'a str>,
    pub(crate) verdict: Verdict,
    pub(crate) chars: u64,
    pub(crate) total_before: u64,
    pub(crate) limit: Option<u64>,
}

/// What all sections together come to.
#[derive(Clone, Copy)]
pub(crate) struct Totals {
    pub(crate) unit: Unit,
    pub(crate) total: u64,
    pub(crate) budget: Option<u64>,
    pub(crate) over_budget: bool,
}

impl Prompt {
    pub(super) fn build(inputs: &[Input<'_>], options: &ComposeOptions<'_>, source: Source) -> Result<Prompt> {
        options.check_fraction()?;
        let budget = options.effective_budget()?;
        let (mut sections, core) = weigh(inputs, options.strict)?;
        let mut gate = Gate::new(budget, options.active_budget_fraction, options.strict, core);
        decide(inputs, &mut gate, &mut sections);
        let total = gate.total();
        let totals = Totals { unit: Unit::Chars, total, budget, over_budget: budget.is_some_and(|budget| total > budget) };
        Prompt::finish(sections, |index, verdict| inputs[index].said(verdict), totals, source)
    }

    /// A prompt of what was decided elsewhere.
    pub(crate) fn of_decided(decided: &[Decided<'_>], totals: Totals) -> Result<Prompt> {
        let names = decided.iter().map(|section| Sections::names_len(&section.label)).sum();
        let mut sections = Sections::with_capacity(decided.len(), names)?;
        for section in decided {
            let Decided { verdict, chars, total_before, limit, .. } = *section;
            sections.push(&section.label, Outcome { verdict, chars, total_before, limit });
        }
        Prompt::finish(sections, |index, _| decided[index].said, totals, Source::default())
    }

    pub(super) fn finish<'a>(
        mut sections: Sections,
        said: impl Fn(usize, Verdict) -> Option<&'a str>,
        totals: Totals,
        source: Source,
    ) -> Result<Prompt> {
        let text = join(&mut sections, said)?;
        let summary = summarize(&sections, totals, source);
        let (event, json, table) = Default::default();
        Ok(Prompt { text, sections, summary, event, json, table })
    }

    /// The included texts, joined by a blank line.
    pub fn text(&self) -> &str {
        &self.text[..self.text.len() - 1]
    }

    /// One candidate, kept or dropped.
    pub fn section(&self, index: usize) -> Option<Section<'_>> {
        self.sections.get(index, self.text())
    }

    /// Every candidate, in order.
    pub fn sections(&self) -> impl Iterator<Item = Section<'_>> {
        (0..self.sections.len()).filter_map(|index| self.section(index))
    }

    /// The figures.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// All of it as JSON of one line: the text, the figures, and every candidate with its verdict; made once.
    ///
    /// # Errors
    /// [`Kind::OutOfMemory`].
    pub fn json(&self) -> Result<&str> {
        self.json.get(|| prompt_json(self))
    }

    /// The built event as JSON (semantics 6.8), made once.
    ///
    /// # Errors
    /// [`Kind::OutOfMemory`].
    pub fn event_json(&self) -> Result<&str> {
        self.event.get(|| event::event_json(self))
    }

    /// The figures, and what became of every candidate, as a table of printable ASCII for people, made once.
    ///
    /// # Errors
    /// [`Kind::OutOfMemory`].
    pub fn table(&self) -> Result<&str> {
        self.table.get(|| self.report().table())
    }

    /// What a later prompt has that this one has not, and the other way round.
    ///
    /// # Errors
    /// [`Kind::OutOfMemory`].
    pub fn diff(&self, after: &Prompt) -> Result<Diff> {
        Diff::between(&self.report(), &after.report())
    }

    fn report(&self) -> Report<'_> {
        Report { text: self.text(), sections: &self.sections, summary: self.summary.clone() }
    }
}

/// Counts and sums all candidates (semantics 6.1), and enters them as dropped until the gate decides.
fn weigh(inputs: &[Input<'_>], strict: bool) -> Result<(Sections, Core)> {
    let names = inputs.iter().map(|input| Sections::names_len(&input.label)).sum();
    let mut sections = Sections::with_capacity(inputs.len(), names)?;
    let mut core = Core::default();
    let mut sum = 0;
    for input in inputs {
        let chars = input.chars.unwrap_or_else(|| text::chars(input.content));
        sum += chars.min(CHARS_MAX + 1) + if strict { SEPARATOR_CHARS } else { 0 };
        if sum > CHARS_MAX {
            let id = input.label.id;
            return Err(Error::new(
                Kind::InvalidArgument,
                id,
                format_args!("with the {chars} chars of {} the candidates pass {CHARS_MAX} chars in all", Quoted(id)),
            ));
        }
        if input.label.tier == Tier::Core {
            core.chars += chars;
            core.count += 1;
        }
        sections.push(&input.label, Outcome { verdict: Verdict::Dropped, chars, total_before: 0, limit: None });
    }
    Ok((sections, core))
}

/// Lets the gate decide on each.
fn decide(inputs: &[Input<'_>], gate: &mut Gate, sections: &mut Sections) {
    for (index, input) in inputs.iter().enumerate() {
        let measure = || input.condensed.map(|(text, chars)| chars.unwrap_or_else(|| text::chars(text)));
        sections.decide(index, gate.decide(sections.tier(index), sections.chars(index), measure));
    }
}

/// One allocation, one copy. `said` gives what is in the text of a section by its verdict.
fn join<'a>(sections: &mut Sections, said: impl Fn(usize, Verdict) -> Option<&'a str>) -> Result<String> {
    let bytes: usize = (0..sections.len()).filter_map(|index| said(index, sections.verdict(index))).map(str::len).sum();
    let mut joined = String::new();
    joined.try_reserve_exact(bytes + sections.len().saturating_sub(1) * SEPARATOR.len() + 1)?;
    let mut first = true;
    for index in 0..sections.len() {
        let Some(said) = said(index, sections.verdict(index)) else { continue };
        if !std::mem::take(&mut first) {
            joined.push_str(SEPARATOR);
        }
        let start = joined.len();
        joined.push_str(said);
        sections.place(index, start..joined.len());
    }
    joined.push('\0');
    Ok(joined)
}

fn summarize(sections: &Sections, totals: Totals, source: Source) -> Summary {
    let count = |verdict| (0..sections.len()).filter(|index| sections.verdict(*index) == verdict).count();
    let (condensed, dropped) = (count(Verdict::Condensed), count(Verdict::Dropped));
    let stable = (0..source.stable).take_while(|index| sections.verdict(*index) == Verdict::Included).last();
    let Totals { unit, total, budget, over_budget } = totals;
    Summary {
        sections: sections.len(),
        included: sections.len() - dropped,
        condensed,
        dropped,
        stable_prefix: stable.and_then(|index| sections.range(index)).map_or(0, |range| range.end),
        total_chars: total,
        total_tokens_est: match unit {
            Unit::Chars => total.div_ceil(4),
            Unit::Tokens => total,
        },
        effective_budget: budget,
        budget_used_pct: used_pct(total, budget),
        over_budget,
        static_only: source.static_only,
        unit,
    }
}

/// 0 of 0 is 0, and more of 0 infinite.
fn used_pct(total: u64, budget: Option<u64>) -> f64 {
    match (total, budget) {
        (_, None) | (0, Some(0)) => 0.0,
        (_, Some(0)) => f64::INFINITY,
        (total, Some(budget)) => percent(total, budget),
    }
}

impl<'a> Input<'a> {
    /// The text that is in the prompt by this verdict.
    fn said(&self, verdict: Verdict) -> Option<&'a str> {
        match verdict {
            Verdict::Included => Some(self.content),
            Verdict::Condensed => self.condensed.map(|(text, _)| text),
            Verdict::Dropped => None,
        }
    }
}
