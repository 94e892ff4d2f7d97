//! The bundle: what resolving gives.

use std::ops::Range;

use super::bundle_json::bundle_json;
use super::resolution::{Part, Resolution};
use crate::error::Result;
use crate::explain::{Diff, Report};
use crate::json;
use crate::section::{Joined, Outcome, Section, Sections, Summary, Unit, Verdict};
use crate::text::SEPARATOR;

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

/// A bundle on the way: room for everything is made once.
pub(super) struct BundleBuilder {
    bundle: Bundle,
}

impl BundleBuilder {
    /// Room for remembered sections and those of a resolution.
    pub(super) fn with_room(fixed: &Joined, resolution: &Resolution<'_>) -> Result<BundleBuilder> {
        let parts = &resolution.parts;
        let bytes = parts.iter().map(|part| resolution.text(part).len() + SEPARATOR.len()).sum::<usize>() + fixed.text.len();
        let names = parts.iter().map(|part| Sections::names_len(&part.label)).sum::<usize>() + fixed.sections.all_names_len();
        let sections = Sections::with_capacity(fixed.sections.len() + parts.len(), names)?;
        let mut text = String::new();
        text.try_reserve_exact(bytes + SEPARATOR.len() + 1)?;
        let (json, table) = Default::default();
        Ok(BundleBuilder { bundle: Bundle { text, sections, chars: 0, stable_prefix: 0, static_only: false, json, table } })
    }

    /// Adds sections of a resolution.
    pub(super) fn add_parts(&mut self, resolution: &Resolution<'_>, parts: &[Part<'_>]) -> Result<()> {
        for part in parts {
            let start = self.begin();
            self.bundle.text.push_str(resolution.text(part));
            let chars = resolution.chars(part);
            self.bundle.chars += chars;
            self.bundle.sections.push_placed(&part.label, outcome(chars), start..self.bundle.text.len())?;
        }
        Ok(())
    }

    /// Adds remembered sections, with what stands between them; the first `stable` of all are part of the stable prefix.
    pub(super) fn add_fixed(&mut self, fixed: &Joined, range: Range<usize>, stable: usize) {
        let Some(last) = range.clone().last() else { return };
        let (Some(Range { start: from, .. }), Some(Range { end: to, .. })) =
            (fixed.sections.range(range.start), fixed.sections.range(last))
        else {
            return;
        };
        let start = self.begin();
        self.bundle.text.push_str(&fixed.text[from..to]);
        self.bundle.chars += fixed.chars(&range);
        if range.end <= stable {
            self.bundle.stable_prefix = self.bundle.text.len();
        }
        self.bundle.sections.extend(&fixed.sections, range, from, start);
    }

    pub(super) fn finish(mut self, static_only: bool) -> Bundle {
        self.bundle.text.push('\0');
        self.bundle.static_only = static_only;
        self.bundle
    }

    /// Puts a separator where one is due, and gives the place of the next section.
    fn begin(&mut self) -> usize {
        if self.bundle.sections.len() > 0 {
            self.bundle.text.push_str(SEPARATOR);
            self.bundle.chars += SEPARATOR.len() as u64;
        }
        self.bundle.text.len()
    }
}

/// A section of a bundle has no budget.
pub(super) fn outcome(chars: u64) -> Outcome {
    Outcome { verdict: Verdict::Included, chars, total_before: 0, limit: None }
}

impl Bundle {
    pub(super) fn new(resolution: &Resolution<'_>) -> Result<Bundle> {
        let mut builder = BundleBuilder::with_room(&Joined::default(), resolution)?;
        builder.add_parts(resolution, &resolution.parts)?;
        let mut bundle = builder.finish(resolution.static_only);
        let last_stable = resolution.stable_parts.checked_sub(1);
        bundle.stable_prefix = last_stable.and_then(|last| bundle.sections.range(last)).map_or(0, |range| range.end);
        Ok(bundle)
    }

    /// All sections' texts, joined by a blank line.
    pub fn text(&self) -> &str {
        &self.text[..self.text.len() - 1]
    }

    /// One section.
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
