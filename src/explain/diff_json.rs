//! A comparison as JSON: what docs/explain.md tells the reader of.

use super::diff::{Diff, Difference, FirstDifference, Remembered, Side};
use crate::error::Result;
use crate::json::{Bracket, JsonWriter};

pub(super) fn diff_json(diff: &Diff) -> Result<String> {
    let summary = diff.summary();
    let mut json = JsonWriter::default();
    json.begin(Bracket::Object)?;
    json.field("equal", summary.equal)?;
    first_difference_json(&mut json, "text", summary.text.as_ref())?;
    first_difference_json(&mut json, "stablePrefix", summary.stable_prefix.as_ref())?;
    json.field("added", summary.added)?;
    json.field("removed", summary.removed)?;
    json.field("moved", summary.moved)?;
    json.field("textsChanged", summary.texts_changed)?;
    json.field("verdictsChanged", summary.verdicts_changed)?;
    figures_json(&mut json, "before", &diff.before)?;
    figures_json(&mut json, "after", &diff.after)?;
    json.list("differences", diff.differences(), |json, difference| difference_json(json, &difference))?;
    json.end(Bracket::Object)?;
    Ok(json.finish())
}

fn first_difference_json(json: &mut JsonWriter, key: &str, first: Option<&FirstDifference<'_>>) -> Result<()> {
    json.key(key)?;
    let Some(first) = first else { return json.null() };
    json.within(Bracket::Object, |json| {
        json.field("byte", first.byte)?;
        for (key, side) in [("before", &first.before), ("after", &first.after)] {
            json.key(key)?;
            match side {
                None => json.null(),
                Some(side) => json.within(Bracket::Object, |json| {
                    json.field("index", side.index)?;
                    json.field("id", side.section.id)
                }),
            }?;
        }
        Ok(())
    })
}

fn figures_json(json: &mut JsonWriter, key: &str, remembered: &Remembered) -> Result<()> {
    let summary = &remembered.summary;
    json.key(key)?;
    json.within(Bracket::Object, |json| {
        json.field("sections", summary.sections)?;
        json.field("bytes", remembered.bytes)?;
        json.field("unit", summary.unit.name())?;
        json.field("totalChars", summary.total_chars)?;
        json.field("effectiveBudget", summary.effective_budget)?;
        json.field("overBudget", summary.over_budget)?;
        json.field("stablePrefix", summary.stable_prefix)?;
        json.field("staticOnly", summary.static_only)
    })
}

fn difference_json(json: &mut JsonWriter, difference: &Difference<'_>) -> Result<()> {
    json.within(Bracket::Object, |json| {
        json.field("id", difference.id)?;
        json.list("changes", difference.changes.iter(), |json, change| json.string(change.name()))?;
        json.field("firstDifferingByte", difference.first_differing_byte)?;
        side_json(json, "before", difference.before.as_ref())?;
        side_json(json, "after", difference.after.as_ref())
    })
}

fn side_json(json: &mut JsonWriter, key: &str, side: Option<&Side<'_>>) -> Result<()> {
    json.key(key)?;
    match side {
        None => json.null(),
        Some(side) => side.section.write_json(json, side.index, side.range.as_ref()),
    }
}
