//! Sections and figures as C sees them: one shape for bundles and prompts.

use super::enums::{wattle_mode, wattle_origin, wattle_tier, wattle_verdict};
use super::text::wattle_str;

/// One section of a bundle, or one candidate of a prompt, kept or dropped. Start from WATTLE_SECTION_INIT; the
/// library fills what fits into struct_size. Views are owned by the bundle or prompt and valid until it is freed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_section {
    /// Going in: sizeof(wattle_section). Coming out: how many bytes were filled; WATTLE_HAS asks.
    pub struct_size: usize,
    /// Its id.
    pub id: wattle_str,
    /// Who registered it: a plugin's name, or (NULL, 0) for the host, globals and the library.
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
    /// Its text within the whole text; (NULL, 0) if dropped.
    pub text: wattle_str,
    /// Where its text begins in the whole text, in bytes; 0 if dropped.
    pub start: usize,
    /// Where its text ends in the whole text, in bytes; 0 if dropped.
    pub end: usize,
    /// Its length in chars (UTF-16 units), or as measured by whoever gave the candidate: of the text that is
    /// there, or of the full one if dropped.
    pub chars: u64,
    /// The running total at the moment it was decided on, before it; 0 in a bundle.
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
    /// The chars of what is in the text: in source mode the sections' sum, in strict mode with separators; in a bundle all of
    /// the text's.
    pub total_chars: u64,
    /// A quarter of total_chars, rounded up.
    pub total_tokens_est: u64,
    /// The budget held against, or WATTLE_UNLIMITED.
    pub effective_budget: u64,
    /// total_chars / effective_budget * 100; 0 when unlimited or when both are 0; infinite when only the budget is 0.
    pub budget_used_pct: f64,
    /// 1 if total_chars is over effective_budget, else 0. In strict mode only core can bring that about.
    pub over_budget: u8,
    /// 1 if it comes from a static-only resolution, else 0.
    pub static_only: u8,
    /// Zero.
    pub reserved: [u8; 6],
}
