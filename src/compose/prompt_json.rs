//! A prompt as JSON, with the keys of the case files: the text, the figures, and what became of every candidate and why.

use super::prompt::Prompt;
use crate::error::Result;
use crate::json::{Bracket, JsonWriter};

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
    json.list("sections", prompt.sections().enumerate(), |json, (index, section)| {
        section.write_json(json, index, section.text.is_some().then_some(&section.range))
    })?;
    json.end(Bracket::Object)?;
    Ok(json.finish())
}
