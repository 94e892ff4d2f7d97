//! Sections and figures as C sees them: one shape for bundles and prompts.

use super::compose::WATTLE_UNLIMITED;
use super::enums::{wattle_mode, wattle_origin, wattle_tier, wattle_verdict};
use super::structs::Prefixed;
use super::text::wattle_str;
use crate::error::{Error, Kind};
use crate::section::{Section, Summary};

/// One section of a bundle, or one candidate of a prompt, kept or dropped. Start from WATTLE_SECTION_INIT; the
/// library fills what fits into struct_size. Views are owned by the bundle or prompt and valid until it is freed. An array of them
/// makes a prompt again: wattle_prompt_restore.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_section {
    /// Going in: sizeof(wattle_section). Coming out: how many bytes were filled; WATTLE_HAS asks.
    pub struct_size: usize,
    /// Its id.
    pub id: wattle_str,
    /// Who registered its place: a plugin's name, or (NULL, 0) for the host, globals and the library. A replacement's text stands
    /// under the name of what it replaces.
    pub plugin: wattle_str,
    /// 0 for a raw candidate.
    pub origin: wattle_origin,
    /// 0 for a raw candidate.
    pub mode: wattle_mode,
    /// The tier it was held to; never 0.
    pub tier: wattle_tier,
    /// What became of it. In a bundle always WATTLE_INCLUDED.
    pub verdict: wattle_verdict,
    /// 1 if nothing runtime-aware had a part in it (semantics 3.8), else 0; 0 for a raw candidate.
    pub is_static: u8,
    /// Zero.
    pub reserved: [u8; 7],
    /// Its text within the whole text; (NULL, 0) if dropped, and for a module whose rendering has no line.
    pub text: wattle_str,
    /// Where its text begins in the whole text, in bytes; 0 if it has none.
    pub start: usize,
    /// Where its text ends in the whole text, in bytes; 0 if it has none.
    pub end: usize,
    /// Its length in the summary's unit, chars (UTF-16 units) or a module's tokens, or as measured by whoever gave the
    /// candidate: of the text that is there, or of the full one if dropped.
    pub chars: u64,
    /// The running total at the moment it was decided on, before it; in strict mode all of core is in it from the start; 0 in a
    /// bundle.
    pub total_before: u64,
    /// The limit it was held against; WATTLE_UNLIMITED for the core tier, without a budget, and in a bundle.
    pub limit: u64,
}

/// The figures of a bundle or a prompt (semantics 3.9, 6.7). Start from WATTLE_SUMMARY_INIT; the library fills what fits
/// into struct_size. A bundle counts everything as included, without a budget.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_summary {
    /// Going in: sizeof(wattle_summary). Coming out: how many bytes were filled; WATTLE_HAS asks.
    pub struct_size: usize,
    /// How many sections there are to ask for, kept or dropped.
    pub sections: usize,
    /// How many are in the text, condensed ones among them.
    pub included: usize,
    /// How many are in the text by their condensed text.
    pub condensed: usize,
    /// How many are not in the text.
    pub dropped: usize,
    /// How many leading bytes of the text do not depend on the turn: where a provider's cache breakpoint goes. Always at the
    /// end of a section, or 0; 0 for raw candidates.
    pub stable_prefix: usize,
    /// The length of what is in the text, in the unit: in source mode the sections' sum, in strict mode with separators; in a
    /// bundle all of the text's; of modules the tokens they were held to.
    pub total_chars: u64,
    /// A quarter of total_chars, rounded up; total_chars itself if the unit is tokens.
    pub total_tokens_est: u64,
    /// The budget held against, or WATTLE_UNLIMITED.
    pub effective_budget: u64,
    /// total_chars / effective_budget * 100; 0 when unlimited or when both are 0; infinite when only the budget is 0.
    pub budget_used_pct: f64,
    /// 1 if total_chars is over effective_budget, else 0. In strict mode only core can bring that about. Of modules: if what they use
    /// is over what was available, which may be less than nothing (semantics 9.5).
    pub over_budget: u8,
    /// 1 if it comes from a static-only resolution, else 0.
    pub static_only: u8,
    /// Zero.
    pub reserved: [u8; 6],
    /// What lengths, totals and limits are counted in: "chars", "tokens" where the prompt is made of modules, or what the host
    /// named where it measured. A view, owned by the bundle or prompt and valid until it is freed; a NUL is behind it.
    pub unit: wattle_str,
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_section {
    const NAME: &'static str = "wattle_section";

    fn used_reserve(&self) -> Option<&'static str> {
        (self.reserved != [0; 7]).then_some("reserved")
    }
}

// SAFETY: as above.
unsafe impl Prefixed for wattle_summary {
    const NAME: &'static str = "wattle_summary";

    fn used_reserve(&self) -> Option<&'static str> {
        (self.reserved != [0; 6]).then_some("reserved")
    }
}

impl From<Section<'_>> for wattle_section {
    #[inline(always)]
    fn from(section: Section<'_>) -> wattle_section {
        wattle_section {
            struct_size: size_of::<wattle_section>(),
            id: wattle_str::view(section.id),
            plugin: wattle_str::optional_view(section.plugin),
            origin: wattle_origin(section.origin.map_or(0, |origin| origin as u32)),
            mode: wattle_mode(section.mode.map_or(0, |mode| mode as u32)),
            tier: wattle_tier(section.tier as u32),
            verdict: wattle_verdict(section.verdict as u32),
            is_static: section.is_static.into(),
            reserved: [0; 7],
            text: section.text.map_or(wattle_str::ABSENT, wattle_str::part),
            start: section.range.start,
            end: section.range.end,
            chars: section.chars,
            total_before: section.total_before,
            limit: section.limit.unwrap_or(WATTLE_UNLIMITED),
        }
    }
}

impl From<&Summary> for wattle_summary {
    fn from(summary: &Summary) -> wattle_summary {
        wattle_summary {
            struct_size: size_of::<wattle_summary>(),
            sections: summary.sections,
            included: summary.included,
            condensed: summary.condensed,
            dropped: summary.dropped,
            stable_prefix: summary.stable_prefix,
            total_chars: summary.total_chars,
            total_tokens_est: summary.total_tokens_est,
            effective_budget: summary.effective_budget.unwrap_or(WATTLE_UNLIMITED),
            budget_used_pct: summary.budget_used_pct,
            over_budget: summary.over_budget.into(),
            static_only: summary.static_only.into(),
            reserved: [0; 6],
            unit: wattle_str::terminated(summary.unit.terminated_name()),
        }
    }
}

pub(super) fn no_such_index(index: usize, sections: usize) -> Error {
    Error::new(Kind::InvalidArgument, "index", format_args!("index is {index}; there are {sections}, counted from 0"))
}
