//! The bundle: what resolving gives.

use super::walk::Resolution;
use crate::error::Result;
use crate::section::{Outcome, Section, Sections, Summary, Unit, Verdict};
use crate::text::SEPARATOR;

/// Ordered sections and their joined text (semantics 3.7, 3.8). Immutable, and of its registry's life independent.
pub struct Bundle {
    /// With a NUL behind the last byte of the text.
    text: String,
    sections: Sections,
    chars: u64,
    stable_prefix: usize,
    static_only: bool,
}

impl Bundle {
    pub(super) fn new(resolution: &Resolution<'_>) -> Result<Bundle> {
        let parts = &resolution.parts;
        let separators = parts.len().saturating_sub(1) * SEPARATOR.len();
        let bytes = parts.iter().map(|part| resolution.text(part).len()).sum::<usize>() + separators;
        let names = parts.iter().map(|part| Sections::names_len(&part.label)).sum();
        let mut bundle = Bundle {
            text: String::new(),
            sections: Sections::with_capacity(parts.len(), names)?,
            chars: separators as u64,
            stable_prefix: 0,
            static_only: resolution.static_only,
        };
        bundle.text.try_reserve_exact(bytes + 1)?;
        for (n, part) in parts.iter().enumerate() {
            if n > 0 {
                bundle.text.push_str(SEPARATOR);
            }
            let start = bundle.text.len();
            bundle.text.push_str(resolution.text(part));
            if n < resolution.stable_parts {
                bundle.stable_prefix = bundle.text.len();
            }
            let chars = resolution.chars(part);
            bundle.chars += chars;
            let range = Some(start..bundle.text.len());
            bundle.sections.push(&part.label, Outcome { verdict: Verdict::Included, range, chars, total_before: 0, limit: None });
        }
        bundle.text.push('\0');
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
