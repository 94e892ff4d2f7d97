//! The fast road of resolving. Where no runtime-aware contribution touches a static section, the static sections of a context are
//! the same every turn: the snapshot remembers them joined, and a turn's result shares them and copies their text around what the
//! turn evaluates. It gives what the walk gives, byte for byte; a test compares the two on random registries.

use std::ops::Range;
use std::sync::Arc;

use super::bundle::outcome;
use super::evaluation::{Evaluation, Turn};
use super::resolution::{Part, Resolution};
use crate::context::Tools;
use crate::contribution::{Mode, Tier};
use crate::error::Result;
use crate::registry::{CallLineup, Lineup, Remembered};
use crate::section::{Ahead, Joined, Label, Limits, Outcome, Sections, Verdict};
use crate::text::{self, try_push_str, Counted, SEPARATOR};

/// A turn in layers: the static sections of its context, and its own runtime-aware ones.
pub(crate) struct Layers<'t> {
    remembered: &'t Remembered,
    fixed: &'t Arc<Joined>,
    /// Prepends, then appends.
    own: Resolution<'t>,
    prepended: usize,
    /// How many of the static sections, at the head, have nothing of the turn before them.
    stable: usize,
    static_first: bool,
}

/// Sections of a turn that follow each other.
enum Run {
    Fixed(Range<usize>),
    Own(Range<usize>),
}

/// What layers come to when they are put together.
pub(crate) struct Assembled {
    pub(crate) text: String,
    pub(crate) sections: Sections,
    /// The sum of the chars of all sections in the text.
    pub(crate) total: u64,
    /// How many sections are there by their condensed text, and how many are not.
    pub(crate) condensed: usize,
    pub(crate) dropped: usize,
    pub(crate) stable_prefix: usize,
}

/// Room for what a turn's callbacks write, to begin with: enough for some short texts.
const WRITTEN_BYTES: usize = 4000;

/// Whether the static sections of a turn are those of every turn of its context. Probes are told of each record, so with them
/// the walk is walked.
pub(super) fn apply(lineup: &CallLineup<'_>, turn: &Turn<'_>) -> bool {
    lineup.is_snapshots_own() && !lineup.runtime_meets_static && turn.probes.is_none()
}

/// The static sections of a resolution for which layers [`apply`], joined.
pub(super) fn joined(resolution: &Resolution<'_>) -> Result<Joined> {
    let fixed = || resolution.parts.iter().filter(|part| part.label.is_static);
    let mut joined = Joined::with_capacity(fixed().count(), fixed().map(|part| Sections::names_len(&part.label)).sum())?;
    joined.appends = fixed().filter(|part| part.label.mode == Some(Mode::Prepend)).count();
    joined.safety = fixed().count() - resolution.policies;
    for part in fixed() {
        let outcome = Outcome { total_before: joined.chars, ..outcome(resolution.chars(part)) };
        joined.add(&part.label, outcome, Some(resolution.text(part)), part.condensed)?;
    }
    Ok(joined)
}

impl<'t> Layers<'t> {
    /// Evaluates the runtime-aware layer. As nothing of it is replaced or replaces, each active record is a section.
    pub(super) fn of(remembered: &'t Remembered, fixed: &'t Arc<Joined>, lineup: &'t Lineup, turn: &'t Turn<'t>) -> Result<Layers<'t>> {
        let (mut evaluation, mut prepends, mut appends) = (Evaluation::new(turn, WRITTEN_BYTES)?, Vec::new(), Vec::new());
        let (mut any, mut any_prepend) = (false, false);
        let tools = Tools::new(turn.loaded_tools().unwrap_or_default())?;
        let visible = if turn.state.is_some() { lineup.runtime_start..lineup.records.len() } else { 0..0 };
        for index in visible {
            let record = &lineup.records[index];
            if !record.contribution.is_active(turn.context, &tools) {
                continue;
            }
            let (mode, body) = (record.contribution.mode, evaluation.evaluate(record)?);
            any = true;
            any_prepend |= mode == Mode::Prepend;
            if !body.is_empty() {
                let condensed = record.contribution.condensed.is_some().then_some(index);
                let parts = if mode == Mode::Prepend { &mut prepends } else { &mut appends };
                text::try_push(parts, Part { label: record.label(mode, false), body, condensed })?;
            }
        }
        // The static-only resolution goes on with its appends where the turn has a prepend of its own, be it empty.
        let stable = match (any, any_prepend && !turn.static_first) {
            (false, _) => fixed.sections.len(),
            (true, true) => fixed.appends,
            (true, false) => fixed.safety,
        };
        let prepended = prepends.len();
        let parts = if prepended == 0 { appends } else { chained(prepends, appends)? };
        let (static_only, written) = (turn.state.is_none(), evaluation.written);
        let own = Resolution { lineup, parts, stable_parts: 0, policies: 0, static_only, written };
        Ok(Layers { remembered, fixed, own, prepended, stable, static_first: turn.static_first })
    }

    pub(crate) fn static_only(&self) -> bool {
        self.own.static_only
    }

    /// How many sections there are.
    pub(crate) fn len(&self) -> usize {
        self.fixed.sections.len() + self.own.parts.len()
    }

    /// How many of them, at the head, do not depend on the turn.
    pub(crate) fn stable(&self) -> usize {
        self.stable
    }

    /// How many bytes the names of all sections take.
    pub(crate) fn names_len(&self) -> usize {
        self.fixed.sections.all_names_len() + self.own.names_len()
    }

    /// The sum of the chars of all sections.
    pub(crate) fn chars(&self) -> u64 {
        self.fixed.chars + self.own.parts.iter().map(|part| self.own.chars(part)).sum::<u64>()
    }

    /// The same of those in the core tier.
    pub(crate) fn core_chars(&self) -> u64 {
        let core = self.own.parts.iter().filter(|part| part.label.tier == Tier::Core);
        self.fixed.core_chars + core.map(|part| self.own.chars(part)).sum::<u64>()
    }

    /// Tells of every section in order: who it is, its text, and its condensed text.
    pub(super) fn each<'s>(&'s self, mut tell: impl FnMut(&Label<'s>, Counted<'s>, Option<Counted<'s>>) -> Result<()>) -> Result<()> {
        for run in self.runs() {
            match run {
                Run::Fixed(range) => {
                    for index in range {
                        let Some(section) = self.fixed.sections.get(index, &self.fixed.text) else { continue };
                        let text = Counted { text: section.text.unwrap_or_default(), chars: section.chars };
                        tell(&section.label(), text, self.own.condensed_of(self.fixed.condensed_of[index]))?;
                    }
                }
                Run::Own(range) => {
                    for part in &self.own.parts[range] {
                        tell(&part.label, self.own.counted(part), self.own.condensed_of(part.condensed))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether the static sections, safety aside, come before all others, so that these have no say in what becomes of them.
    pub(crate) fn fixed_first(&self) -> bool {
        self.prepended == 0 || self.static_first
    }

    /// The static sections, all in.
    pub(crate) fn fixed(&self) -> &'t Arc<Joined> {
        self.fixed
    }

    /// The static sections under these limits, each decided on by `decide` unless they are remembered; none if others are.
    pub(crate) fn fixed_within(
        &self,
        limits: Limits,
        mut decide: impl FnMut(Tier, u64, Option<u64>) -> Result<Outcome>,
    ) -> Result<Option<&'t Arc<Joined>>> {
        let all = &self.fixed.sections;
        self.remembered.decided(limits, || {
            let mut decided = Joined::with_capacity(all.len(), all.all_names_len())?;
            (decided.appends, decided.safety) = (self.fixed.appends, self.fixed.safety);
            for index in 0..all.len() {
                let Some(section) = all.get(index, &self.fixed.text) else { continue };
                let record = self.fixed.condensed_of[index];
                let condensed = self.own.condensed_of(record);
                let outcome = decide(section.tier, section.chars, condensed.map(|text| text.chars))?;
                let said = outcome.verdict.said(section.text.unwrap_or_default(), condensed);
                decided.add(&section.label(), outcome, said, record)?;
            }
            Ok(decided)
        })
    }

    /// Puts the sections together around static ones, in the memory of these two. With limits they are those of a prompt. `decide` is
    /// asked of each own section, with the total before it.
    pub(crate) fn assemble(
        &self,
        fixed: &Arc<Joined>,
        (mut text, mut sections): (String, Sections),
        limits: Option<Limits>,
        mut decide: impl FnMut(u64, Tier, u64, Option<u64>) -> Result<Outcome>,
    ) -> Result<Assembled> {
        let own_bytes = self.own.parts.iter().map(|part| self.own.text(part).len() + SEPARATOR.len()).sum::<usize>();
        text.clear();
        text.try_reserve(fixed.text.len() + own_bytes + 2 * SEPARATOR.len() + 1)?;
        sections.clear_for(self.own.parts.len(), self.own.names_len())?;
        sections.share(fixed, limits);
        let (mut total, mut condensed, mut dropped) = (0, fixed.condensed, fixed.dropped);
        // Not the text says whether there is a section: a condensed one may be empty, and is joined all the same (semantics 6.6).
        let mut any = false;
        let mut begin = |text: &mut String| {
            if std::mem::replace(&mut any, true) {
                text.push_str(SEPARATOR);
            }
            text.len()
        };
        for run in self.runs() {
            match run {
                Run::Fixed(range) => {
                    let mut ahead = Ahead { bytes: 0, chars: total - fixed.total_before(range.start) };
                    if let Some(span) = fixed.span(&range) {
                        ahead.bytes = begin(&mut text) - span.start;
                        text.push_str(&fixed.text[span]);
                    }
                    total = fixed.total_before(range.end) + ahead.chars;
                    sections.push_shared(range, ahead);
                }
                Run::Own(range) => {
                    for part in &self.own.parts[range] {
                        let shorter = self.own.condensed_of(part.condensed);
                        let outcome = decide(total, part.label.tier, self.own.chars(part), shorter.map(|text| text.chars))?;
                        sections.push(&part.label, outcome)?;
                        condensed += usize::from(outcome.verdict == Verdict::Condensed);
                        let Some(said) = outcome.verdict.said(self.own.text(part), shorter) else {
                            dropped += 1;
                            continue;
                        };
                        let start = begin(&mut text);
                        try_push_str(&mut text, said)?;
                        sections.place_last(start..text.len());
                        total += outcome.chars;
                    }
                }
            }
        }
        try_push_str(&mut text, "\0")?;
        Ok(Assembled { text, sections, total, condensed, dropped, stable_prefix: fixed.end_of_included(self.stable) })
    }

    /// All sections in their order (semantics 3.5, 3.10).
    fn runs(&self) -> [Run; 5] {
        let Joined { appends, safety, .. } = **self.fixed;
        let (own, all) = (self.own.parts.len(), self.fixed.sections.len());
        let (first, prepended) = if self.static_first { (safety, own) } else { (appends, self.prepended) };
        [Run::Fixed(0..first), Run::Own(0..prepended), Run::Fixed(first..safety), Run::Own(prepended..own), Run::Fixed(safety..all)]
    }
}

/// One list behind the other.
fn chained<T>(mut first: Vec<T>, mut second: Vec<T>) -> Result<Vec<T>> {
    first.try_reserve(second.len())?;
    first.append(&mut second);
    Ok(first)
}
