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
use crate::registry::{CallLineup, Lineup};
use crate::section::{Ahead, Joined, Label, Limits, Outcome, Sections};
use crate::text::{self, try_push_str, Counted, SEPARATOR};

/// A turn in layers: the static sections of its context, and its own runtime-aware ones.
pub(crate) struct Layers<'t> {
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
    /// The sum of the chars of all sections.
    pub(crate) chars: u64,
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
    let names = fixed().map(|part| Sections::names_len(&part.label)).sum();
    let mut joined = Joined {
        sections: Sections::with_capacity(fixed().count(), names)?,
        appends: fixed().filter(|part| part.label.mode == Some(Mode::Prepend)).count(),
        safety: fixed().count() - resolution.policies,
        condensed: text::try_vec(fixed().count())?,
        ..Joined::default()
    };
    for part in fixed() {
        if joined.sections.len() > 0 {
            try_push_str(&mut joined.text, SEPARATOR)?;
        }
        let (start, chars) = (joined.text.len(), resolution.chars(part));
        try_push_str(&mut joined.text, resolution.text(part))?;
        let outcome = Outcome { total_before: joined.chars, ..outcome(chars) };
        joined.sections.push_placed(&part.label, outcome, start..joined.text.len())?;
        joined.condensed.push(part.condensed);
        joined.chars += chars;
        if part.label.tier == Tier::Core {
            joined.core_chars += chars;
        }
    }
    Ok(joined)
}

impl<'t> Layers<'t> {
    /// Evaluates the runtime-aware layer. As nothing of it is replaced or replaces, each active record is a section.
    pub(super) fn of(fixed: &'t Arc<Joined>, lineup: &'t Lineup, turn: &'t Turn<'t>) -> Result<Layers<'t>> {
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
        Ok(Layers { fixed, own, prepended, stable, static_first: turn.static_first })
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
                        let condensed = self.own.condensed_of(self.fixed.condensed[index]);
                        tell(&section.label(), text, condensed)?;
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

    /// Puts the sections together, in the memory of these two. With limits they are those of a prompt that has room for all.
    pub(crate) fn assemble(&self, mut text: String, mut sections: Sections, limits: Option<Limits>) -> Result<Assembled> {
        let own_bytes = self.own.parts.iter().map(|part| self.own.text(part).len() + SEPARATOR.len()).sum::<usize>();
        text.clear();
        text.try_reserve(self.fixed.text.len() + own_bytes + 2 * SEPARATOR.len() + 1)?;
        sections.clear_for(self.own.parts.len(), self.own.names_len())?;
        sections.share(self.fixed, limits);
        let (mut chars, mut stable_prefix) = (0, 0);
        let begin = |text: &mut String| {
            if !text.is_empty() {
                text.push_str(SEPARATOR);
            }
            text.len()
        };
        for run in self.runs() {
            match run {
                Run::Fixed(range) => {
                    let Some(span) = self.fixed.span(&range) else { continue };
                    let ahead = Ahead { bytes: begin(&mut text) - span.start, chars: chars - self.fixed.chars_before(range.start) };
                    text.push_str(&self.fixed.text[span]);
                    chars = self.fixed.chars_before(range.end) + ahead.chars;
                    if range.end <= self.stable {
                        stable_prefix = text.len();
                    }
                    sections.push_shared(range, ahead);
                }
                Run::Own(range) => {
                    for part in &self.own.parts[range] {
                        let start = begin(&mut text);
                        text.push_str(self.own.text(part));
                        let outcome = match limits {
                            None => outcome(self.own.chars(part)),
                            Some(limits) => {
                                Outcome { total_before: chars, limit: limits.of(part.label.tier), ..outcome(self.own.chars(part)) }
                            }
                        };
                        chars += outcome.chars;
                        sections.push_placed(&part.label, outcome, start..text.len())?;
                    }
                }
            }
        }
        text.push('\0');
        Ok(Assembled { text, sections, chars, stable_prefix })
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
