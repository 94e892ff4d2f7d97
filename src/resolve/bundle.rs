//! The bundle: what resolving gives.

use super::bundle_json::bundle_json;
use super::layers::{Assembled, Layers};
use super::resolution::Resolution;
use crate::error::Result;
use crate::explain::{Diff, Report};
use crate::json;
use crate::section::{Outcome, Section, Sections, Summary, Unit, Verdict};
use crate::text::{without_nul, SEPARATOR};

/// Ordered sections and their joined text (semantics 3.7, 3.8). Immutable, and of its registry's life independent.
pub struct Bundle {
    /// With a NUL behind the last byte of the text.
    text: String,
    sections: Sections,
    chars: u64,
    stable_prefix: usize,
    static_only: bool,
    json: json::Once,
    table: json::Once,
}

/// A section of a bundle has no budget.
pub(super) fn outcome(chars: u64) -> Outcome {
    Outcome { verdict: Verdict::Included, chars, total_before: 0, limit: None }
}

impl Bundle {
    /// Of all sections of a walk.
    pub(super) fn walked(resolution: &Resolution<'_>) -> Result<Bundle> {
        let parts = &resolution.parts;
        let bytes = parts.iter().map(|part| resolution.text(part).len() + SEPARATOR.len()).sum::<usize>();
        let (mut text, mut sections, mut chars) = (String::new(), Sections::with_capacity(parts.len(), resolution.names_len())?, 0);
        text.try_reserve_exact(bytes + 1)?;
        for part in parts {
            if sections.len() > 0 {
                text.push_str(SEPARATOR);
            }
            let start = text.len();
            text.push_str(resolution.text(part));
            sections.push_placed(&part.label, outcome(resolution.chars(part)), start..text.len())?;
            chars += resolution.chars(part);
        }
        text.push('\0');
        let last_stable = resolution.stable_parts.checked_sub(1);
        let stable_prefix = last_stable.and_then(|last| sections.range(last)).map_or(0, |range| range.end);
        Ok(Bundle::of(text, sections, chars, stable_prefix, resolution.static_only))
    }

    /// Of a turn in layers.
    pub(super) fn layered(layers: &Layers<'_>) -> Result<Bundle> {
        let all = |_, _, chars, _| Ok(outcome(chars));
        let Assembled { text, sections, total, stable_prefix, .. } = layers.assemble(layers.fixed(), Default::default(), None, all)?;
        Ok(Bundle::of(text, sections, total, stable_prefix, layers.static_only()))
    }

    fn of(text: String, sections: Sections, total: u64, stable_prefix: usize, static_only: bool) -> Bundle {
        let chars = total + sections.len().saturating_sub(1) as u64 * SEPARATOR.len() as u64;
        let (json, table) = Default::default();
        Bundle { text, sections, chars, stable_prefix, static_only, json, table }
    }

    /// All sections' texts, joined by a blank line.
    pub fn text(&self) -> &str {
        without_nul(&self.text)
    }

    /// The same with a NUL behind it.
    pub(crate) fn terminated_text(&self) -> &str {
        &self.text
    }

    /// One section.
    #[inline(always)]
    pub fn section(&self, index: usize) -> Option<Section<'_>> {
        self.sections.get(index, self.text())
    }

    /// All sections, in order.
    pub fn sections(&self) -> impl Iterator<Item = Section<'_>> {
        (0..self.sections.len()).filter_map(|index| self.section(index))
    }

    /// All of it as JSON of one line (`text`, `chars`, `stablePrefix`, `staticOnly`, `sections`), made once.
    ///
    /// # Errors
    /// [`crate::Kind::OutOfMemory`].
    pub fn json(&self) -> Result<&str> {
        self.json.get(|| bundle_json(self))
    }

    /// The figures and all sections as a table of printable ASCII for people, made once.
    ///
    /// # Errors
    /// [`crate::Kind::OutOfMemory`].
    pub fn table(&self) -> Result<&str> {
        self.table.get(|| self.report().table())
    }

    /// What a later bundle has that this one has not, and the other way round.
    ///
    /// # Errors
    /// [`crate::Kind::OutOfMemory`].
    pub fn diff(&self, after: &Bundle) -> Result<Diff> {
        Diff::between(&self.report(), &after.report())
    }

    fn report(&self) -> Report<'_> {
        Report { text: self.text(), sections: &self.sections, summary: self.summary() }
    }

    /// Its figures; a bundle has no budget.
    pub fn summary(&self) -> Summary {
        Summary {
            sections: self.sections.len(),
            included: self.sections.len(),
            condensed: 0,
            dropped: 0,
            stable_prefix: self.stable_prefix,
            total_chars: self.chars,
            total_tokens_est: self.chars.div_ceil(4),
            effective_budget: None,
            budget_used_pct: 0.0,
            over_budget: false,
            static_only: self.static_only,
            unit: Unit::Chars,
        }
    }
}
