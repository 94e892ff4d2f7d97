//! The prompt: what composing gives (semantics 6.4, 6.7).

use super::budget::ComposeOptions;
use super::candidates::Candidates;
use super::decide::{decide, Totals};
use super::event;
use super::prompt_json::prompt_json;
use super::spare::Spare;
use crate::error::Result;
use crate::exact::percent;
use crate::explain::{Diff, Report};
use crate::json;
use crate::section::{Section, Sections, Summary, Unit, Verdict};
use crate::text::{without_nul, SEPARATOR};

/// A text, and what became of every candidate. Immutable, and of its registry's life independent.
pub struct Prompt {
    /// With a NUL behind the last byte of the text.
    text: String,
    sections: Sections,
    summary: Summary,
    event: json::Once,
    json: json::Once,
    table: json::Once,
    /// What the next one is made in, where prompts are composed into this one.
    spare: Option<Box<Spare>>,
}

/// Where the inputs come from.
#[derive(Clone, Copy, Default)]
pub(crate) struct Source {
    /// How many leading inputs do not depend on the turn.
    pub(crate) stable: usize,
    pub(crate) static_only: bool,
}

impl Prompt {
    /// Made of candidates, whose sections are the prompt's if it succeeds, in the text and the unit of `spare`.
    pub(super) fn build(
        candidates: &mut Candidates<'_>,
        options: &ComposeOptions<'_>,
        budget: Option<u64>,
        source: Source,
        spare: &mut Spare,
    ) -> Result<Prompt> {
        let totals = decide(candidates, options, budget, std::mem::take(&mut spare.unit))?;
        let Candidates { sections, texts } = candidates;
        join(sections, |index, verdict| verdict.said(texts[index].content, texts[index].condensed), &mut spare.text)?;
        Ok(Prompt::of_decided(std::mem::take(&mut spare.text), std::mem::take(sections), totals, source))
    }

    /// A prompt of what was decided and joined; `text` has its NUL behind it.
    pub(crate) fn of_decided(text: String, sections: Sections, totals: Totals, source: Source) -> Prompt {
        let counts = Counts::of(&sections, source.stable);
        Prompt::finish(text, sections, totals, counts, source.static_only)
    }

    pub(super) fn finish(text: String, sections: Sections, totals: Totals, counts: Counts, static_only: bool) -> Prompt {
        let (event, json, table) = Default::default();
        Prompt { text, sections, summary: summarize(totals, counts, static_only), event, json, table, spare: None }
    }

    /// Lends what the next prompt is made in, which [`Prompt::give_spare`] gives back.
    pub(crate) fn take_spare(&mut self) -> Option<Box<Spare>> {
        self.spare.take()
    }

    pub(crate) fn give_spare(&mut self, spare: Box<Spare>) {
        self.spare = Some(spare);
    }

    /// Ends this prompt, whose memory is the next one's.
    pub(crate) fn retire(self, spare: &mut Spare) {
        spare.text = self.text;
        spare.sections = self.sections;
        spare.unit = self.summary.unit;
    }

    /// The included texts, joined by a blank line.
    pub fn text(&self) -> &str {
        without_nul(&self.text)
    }

    /// The same with a NUL behind it.
    pub(crate) fn terminated_text(&self) -> &str {
        &self.text
    }

    /// One candidate, kept or dropped.
    #[inline(always)]
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

/// Joins what is in the text, and places the sections in it: one allocation at most, one copy. `said` gives it of a section by its
/// verdict.
pub(crate) fn join<'a>(sections: &mut Sections, said: impl Fn(usize, Verdict) -> Option<&'a str>, joined: &mut String) -> Result<()> {
    let bytes: usize = sections.verdicts().enumerate().filter_map(|(index, verdict)| said(index, verdict)).map(str::len).sum();
    joined.clear();
    joined.try_reserve(bytes + sections.len().saturating_sub(1) * SEPARATOR.len() + 1)?;
    let mut first = true;
    for (index, draft) in sections.drafts().enumerate() {
        let Some(said) = said(index, draft.verdict()) else { continue };
        if !std::mem::take(&mut first) {
            joined.push_str(SEPARATOR);
        }
        let start = joined.len();
        joined.push_str(said);
        draft.place(start..joined.len());
    }
    joined.push('\0');
    Ok(())
}

/// How many sections there are, and what became of them.
pub(super) struct Counts {
    pub(super) sections: usize,
    pub(super) condensed: usize,
    pub(super) dropped: usize,
    pub(super) stable_prefix: usize,
}

impl Counts {
    /// Of sections of which so many, at the head, do not depend on the turn.
    pub(super) fn of(sections: &Sections, stable: usize) -> Counts {
        let (mut condensed, mut dropped) = (0, 0);
        for verdict in sections.verdicts() {
            condensed += usize::from(verdict == Verdict::Condensed);
            dropped += usize::from(verdict == Verdict::Dropped);
        }
        let last_stable = sections.verdicts().take(stable).take_while(|verdict| *verdict == Verdict::Included).count().checked_sub(1);
        Counts {
            sections: sections.len(),
            condensed,
            dropped,
            stable_prefix: last_stable.and_then(|index| sections.range(index)).map_or(0, |range| range.end),
        }
    }
}

pub(super) fn summarize(totals: Totals, counts: Counts, static_only: bool) -> Summary {
    let Totals { unit, total, budget, over_budget } = totals;
    Summary {
        sections: counts.sections,
        included: counts.sections - counts.dropped,
        condensed: counts.condensed,
        dropped: counts.dropped,
        stable_prefix: counts.stable_prefix,
        total_chars: total,
        total_tokens_est: if unit == Unit::Tokens { total } else { total.div_ceil(4) },
        effective_budget: budget,
        budget_used_pct: used_pct(total, budget),
        over_budget,
        static_only,
        unit,
    }
}

/// 0 of 0 is 0, and more of 0 infinite.
fn used_pct(total: u64, budget: Option<u64>) -> f64 {
    match (total, budget) {
        (_, None) | (0, Some(0)) => 0.0,
        (_, Some(0)) => f64::INFINITY,
        (total, Some(budget)) => percent(total, budget).to_f64(),
    }
}
