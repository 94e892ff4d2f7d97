//! The built event (semantics 6.8): what an observer logs of a composition, with exact bytes.

use std::collections::HashMap;

use super::prompt::Prompt;
use crate::error::Result;
use crate::json::{Bracket, JsonWriter};
use crate::section::{Section, Verdict};
use crate::text;

pub(super) fn event_json(prompt: &Prompt) -> Result<String> {
    let summary = prompt.summary();
    let mut json = JsonWriter::default();
    json.begin(Bracket::Object)?;
    json.field("sections", summary.included)?;
    json.field("totalChars", summary.total_chars)?;
    json.field("totalTokensEst", summary.total_tokens_est)?;
    json.field("budgetUsedPct", summary.budget_used_pct)?;
    json.field("effectiveBudget", summary.effective_budget)?;
    json.key("sectionChars")?;
    chars_by_id(prompt, false, &mut json)?;
    if summary.dropped > 0 {
        let dropped = prompt.sections().filter(|section| section.verdict == Verdict::Dropped);
        json.list("dropped", dropped, |json, section| json.string(section.id))?;
        json.key("droppedChars")?;
        chars_by_id(prompt, true, &mut json)?;
    }
    json.end(Bracket::Object)?;
    Ok(json.finish())
}

/// An object from id to chars, in the order of first occurrence, summed where an id is repeated.
fn chars_by_id(prompt: &Prompt, dropped: bool, json: &mut JsonWriter) -> Result<()> {
    let mut sums: Vec<(&str, u64)> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    // What is included without a text, a module that renders no line, has no entry (semantics 9.4).
    let listed = |section: &Section<'_>| if dropped { section.verdict == Verdict::Dropped } else { section.text.is_some() };
    for section in prompt.sections().filter(listed) {
        places.try_reserve(1)?;
        let place = *places.entry(section.id).or_insert(sums.len());
        match sums.get_mut(place) {
            Some((_, sum)) => *sum = sum.saturating_add(section.chars),
            None => text::try_push(&mut sums, (section.id, section.chars))?,
        }
    }
    json.begin(Bracket::Object)?;
    for (id, sum) in sums {
        json.field(id, sum)?;
    }
    json.end(Bracket::Object)
}
