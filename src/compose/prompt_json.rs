//! A prompt as JSON, with the keys of the case files: the text, the figures, and what became of every candidate and why.

use super::prompt::Prompt;
use crate::error::Result;
use crate::json::{Bracket, JsonWriter};
use crate::section::{Section, Verdict};

pub(super) fn prompt_json(prompt: &Prompt) -> Result<String> {
    let summary = prompt.summary();
    let mut json = JsonWriter::default();
    json.begin(Bracket::Object)?;
    json.field("composed", prompt.text())?;
    json.field("unit", summary.unit.name())?;
    json.field("totalChars", summary.total_chars)?;
    json.field("totalTokensEst", summary.total_tokens_est)?;
    json.field("effectiveBudget", summary.effective_budget)?;
    json.field("overBudget", summary.over_budget)?;
    json.field("budgetUsedPct", summary.budget_used_pct)?;
    json.field("stablePrefix", summary.stable_prefix)?;
    json.field("staticOnly", summary.static_only)?;
    json.list("sections", prompt.sections().enumerate(), |json, (index, section)| section_json(json, index, &section))?;
    json.end(Bracket::Object)?;
    Ok(json.finish())
}

fn section_json(json: &mut JsonWriter, index: usize, section: &Section<'_>) -> Result<()> {
    let range = section.text.map(|_| section.range.clone());
    json.within(Bracket::Object, |json| {
        json.field("index", index)?;
        json.field("id", section.id)?;
        json.field("origin", section.origin.map(|origin| origin.name()))?;
        json.field("plugin", section.plugin)?;
        json.field("mode", section.mode.map(|mode| mode.name()))?;
        json.field("tier", section.tier.name())?;
        json.field("static", section.is_static)?;
        json.field("verdict", section.verdict.name())?;
        json.field("condensed", section.verdict == Verdict::Condensed)?;
        json.field("start", range.as_ref().map(|range| range.start))?;
        json.field("end", range.as_ref().map(|range| range.end))?;
        json.field("chars", section.chars)?;
        json.field("totalBefore", section.total_before)?;
        json.field("limit", section.limit)
    })
}
