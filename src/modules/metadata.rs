//! What a module builder reports beside the prompt (semantics 9.5).

use super::allocation::tokens;
use super::tool_filter::ToolFilter;
use super::AgentContext;
use crate::compose::Prompt;
use crate::error::Result;
use crate::exact::{percent, Double};
use crate::json::{Bracket, JsonWriter};
use crate::section::{Section, Verdict};

/// The figures of a prompt of modules, beside its summary. Which module is in, shortened or dropped, its sections say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModuleMetadata {
    /// How many modules are included, those whose rendering has no line among them.
    pub module_count: usize,
    /// How many of these by their minimal rendering.
    pub minimal: usize,
    /// How many are dropped.
    pub dropped: usize,
    /// A quarter of the chars of the whole text, rounded up.
    pub estimated_tokens: u64,
    /// The context window, as given.
    pub context_window: u64,
    /// What the conversation so far takes, as given.
    pub history_tokens: u64,
    /// What was there for the prompt: the window without the history and the output's reserve. It may be negative.
    pub available: i64,
    /// What the prompt and the history leave of the window, in whole per cent, never below 0; 0 if there is no window.
    pub percent_remaining: u32,
    /// How long the build took by the host's clock, if there was one.
    pub build_nanoseconds: Option<u64>,
    /// Which tools the prompt explains.
    pub tool_filter: ToolFilter,
}

impl ModuleMetadata {
    /// Before its modules are noted and its text is measured.
    pub(super) fn new(context: &AgentContext<'_>, available: i64) -> ModuleMetadata {
        ModuleMetadata {
            module_count: 0,
            minimal: 0,
            dropped: 0,
            estimated_tokens: 0,
            context_window: context.max_tokens,
            history_tokens: context.history_tokens,
            available,
            percent_remaining: 0,
            build_nanoseconds: None,
            tool_filter: ToolFilter {
                has_workspace: context.has_workspace,
                has_governance: context.has_governance,
                ..ToolFilter::default()
            },
        }
    }

    /// Enters that the whole text has so many chars.
    pub(super) fn measure(&mut self, chars: u64) {
        self.estimated_tokens = tokens(chars);
        self.percent_remaining = percent_remaining(self.context_window, self.estimated_tokens, self.history_tokens);
    }

    /// Counts a module that was decided on.
    pub(super) fn note(&mut self, module: &str, verdict: Verdict) {
        if verdict == Verdict::Dropped {
            self.dropped += 1;
            return;
        }
        self.module_count += 1;
        self.minimal += usize::from(verdict == Verdict::Condensed);
        self.tool_filter.note_module(module);
    }
}

/// The sections that are modules: a policy has an origin.
fn modules(prompt: &Prompt) -> impl Iterator<Item = Section<'_>> {
    prompt.sections().filter(|section| section.origin.is_none())
}

/// `Math.round((window - (estimated + history)) / window * 100)` in double, and not below 0. All three are at most 2^53.
fn percent_remaining(window: u64, estimated: u64, history: u64) -> u32 {
    // The sum may be rounded; the difference, where it is positive, is not.
    let spent = Double::of_whole(u128::from(estimated) + u128::from(history)).rounded_product(1);
    match u128::from(window).checked_sub(spent) {
        Some(left) if window > 0 => percent(left as u64, window).rounded_product(1) as u32,
        _ => 0,
    }
}

/// The double nearest to a whole number.
fn whole(number: i64) -> f64 {
    let magnitude = Double::of_whole(number.unsigned_abs().into()).to_f64();
    if number < 0 {
        -magnitude
    } else {
        magnitude
    }
}

pub(super) fn json(prompt: &Prompt, metadata: &ModuleMetadata) -> Result<String> {
    let mut json = JsonWriter::default();
    json.begin(Bracket::Object)?;
    json.field("moduleCount", metadata.module_count)?;
    for (key, wanted) in [("modules", [Verdict::Included, Verdict::Condensed]), ("minimal", [Verdict::Condensed; 2])] {
        let these = modules(prompt).filter(|section| wanted.contains(&section.verdict));
        json.list(key, these, |json, section| json.string(section.id))?;
    }
    let dropped = modules(prompt).filter(|section| section.verdict == Verdict::Dropped);
    json.list("dropped", dropped, |json, section| {
        json.within(Bracket::Object, |json| {
            json.field("name", section.id)?;
            json.field("tokens", section.chars)?;
            json.field("used", section.total_before)?;
            json.field("limit", section.limit.unwrap_or_default())
        })
    })?;
    json.field("estimatedTokens", metadata.estimated_tokens)?;
    json.key("tokensByModule")?;
    json.begin(Bracket::Object)?;
    for section in modules(prompt).filter(|section| section.text.is_some()) {
        json.field(section.id, section.chars)?;
    }
    json.end(Bracket::Object)?;
    for (key, number) in [
        ("contextWindow", metadata.context_window as f64),
        ("historyTokens", metadata.history_tokens as f64),
        ("available", whole(metadata.available)),
        ("percentRemaining", metadata.percent_remaining.into()),
        // Without a clock it is null, as an infinite number is.
        (
            "buildTimeMs",
            metadata
                .build_nanoseconds
                .map_or(f64::INFINITY, |nanoseconds| Double::of_whole(nanoseconds.into()).divided_by(1_000_000).to_f64()),
        ),
    ] {
        json.field(key, number)?;
    }
    json.end(Bracket::Object)?;
    Ok(json.finish())
}
