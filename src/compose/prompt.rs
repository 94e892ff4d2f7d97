//! The prompt: what composing gives (semantics 6.4, 6.7).

use std::sync::OnceLock;

use super::budget::ComposeOptions;
use super::gate::{Core, Gate, SEPARATOR_CHARS};
use super::{event, CHARS_MAX};
use crate::contribution::Tier;
use crate::error::{Error, Kind, Quoted, Result};
use crate::section::{Label, Outcome, Section, Sections, Summary, Verdict};
use crate::text::{self, SEPARATOR};

/// A text, and what became of every candidate. Immutable, and of its registry's life independent.
pub struct Prompt {
    /// With a NUL behind the last byte of the text.
    text: String,
    sections: Sections,
    summary: Summary,
    /// Made at the first request, with a NUL behind the last byte.
    event: OnceLock<String>,
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

impl Prompt {
    pub(super) fn build(inputs: &[Input<'_>], options: &ComposeOptions<'_>, source: Source) -> Result<Prompt> {
        options.check_fraction()?;
        let budget = options.effective_budget()?;
        let (mut sections, core) = weigh(inputs, options.strict)?;
        let mut gate = Gate::new(budget, options.active_budget_fraction, options.strict, core);
        let bytes = decide(inputs, &mut gate, &mut sections);
        let text = join(inputs, &mut sections, bytes)?;
        let summary = summarize(&sections, &gate, budget, source);
        Ok(Prompt { text, sections, summary, event: OnceLock::new() })
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

    /// The built event as JSON (semantics 6.8), made once.
    ///
    /// # Errors
    /// [`Kind::OutOfMemory`].
    pub fn event_json(&self) -> Result<&str> {
        if self.event.get().is_none() {
            let mut json = event::event_json(self)?;
            text::try_push_str(&mut json, "\0")?;
            // Another thread may have been first; both made the same bytes.
            let _ = self.event.set(json);
        }
        self.event.get().map(|json| &json[..json.len() - 1]).ok_or_else(Error::out_of_memory)
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
        sections.push(&input.label, Outcome { verdict: Verdict::Dropped, range: 0..0, chars, total_before: 0, limit: None });
    }
    Ok((sections, core))
}

/// Lets the gate decide on each, and gives the bytes of what is in, separators aside.
fn decide(inputs: &[Input<'_>], gate: &mut Gate, sections: &mut Sections) -> usize {
    let mut bytes = 0;
    for (index, input) in inputs.iter().enumerate() {
        let tier = sections.tier(index);
        let outcome = sections.outcome_mut(index);
        let decision = gate.decide(tier, outcome.chars, || input.condensed.map(|(text, chars)| chars.unwrap_or_else(|| text::chars(text))));
        *outcome = Outcome {
            verdict: decision.verdict,
            range: 0..0,
            chars: decision.chars,
            total_before: decision.total_before,
            limit: decision.limit,
        };
        bytes += input.said(decision.verdict).map_or(0, str::len);
    }
    bytes
}

/// One allocation, one copy.
fn join(inputs: &[Input<'_>], sections: &mut Sections, bytes: usize) -> Result<String> {
    let mut joined = String::new();
    joined.try_reserve_exact(bytes + inputs.len().saturating_sub(1) * SEPARATOR.len() + 1)?;
    let mut first = true;
    for (index, input) in inputs.iter().enumerate() {
        let outcome = sections.outcome_mut(index);
        let Some(said) = input.said(outcome.verdict) else { continue };
        if !std::mem::take(&mut first) {
            joined.push_str(SEPARATOR);
        }
        let start = joined.len();
        joined.push_str(said);
        outcome.range = start..joined.len();
    }
    joined.push('\0');
    Ok(joined)
}

fn summarize(sections: &Sections, gate: &Gate, budget: Option<u64>, source: Source) -> Summary {
    let outcomes = || (0..sections.len()).map(|index| sections.outcome(index));
    let count = |verdict| outcomes().filter(|outcome| outcome.verdict == verdict).count();
    let (condensed, dropped) = (count(Verdict::Condensed), count(Verdict::Dropped));
    let stable = outcomes().take(source.stable).take_while(|outcome| outcome.verdict == Verdict::Included).last();
    let total = gate.total();
    Summary {
        sections: sections.len(),
        included: sections.len() - dropped,
        condensed,
        dropped,
        stable_prefix: stable.map_or(0, |outcome| outcome.range.end),
        total_chars: total,
        total_tokens_est: total.div_ceil(4),
        effective_budget: budget,
        budget_used_pct: used_pct(total, budget),
        over_budget: budget.is_some_and(|budget| total > budget),
        static_only: source.static_only,
    }
}

/// Total / budget × 100 in double, in that order; 0 of 0 is 0, and more of 0 infinite.
fn used_pct(total: u64, budget: Option<u64>) -> f64 {
    match budget {
        None => 0.0,
        Some(0) if total == 0 => 0.0,
        Some(budget) => total as f64 / budget as f64 * 100.0,
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
