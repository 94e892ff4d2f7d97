//! Section by section: what is different about each.

use super::change::{Change, Changes};
use super::first_difference::first_differing_byte;
use super::pairing::{moved, pair};
use super::Report;
use crate::error::Result;
use crate::section::Section;
use crate::text::{try_filled, try_push};

/// A section that differs, by its indices.
pub(super) struct Entry {
    pub(super) changes: Changes,
    pub(super) before: Option<usize>,
    pub(super) after: Option<usize>,
    pub(super) first_differing_byte: Option<usize>,
}

/// Those that differ: first what the later result has, in its order, then what it has not any more, in the order of the earlier one.
pub(super) fn compare(before: &Report<'_>, after: &Report<'_>) -> Result<Vec<Entry>> {
    let pairs = pair(before, after)?;
    let moved = moved(&pairs)?;
    let mut stayed = try_filled(false, before.sections.len())?;
    let mut entries = Vec::new();
    for (index, section) in after.sections() {
        let (changes, first_differing_byte) = match pairs[index].and_then(|earlier| before.section(earlier)) {
            None => (Changes::of(Change::Added), None),
            Some(was) => (changes(&was, &section).with(Change::Moved, moved[index]), first_byte(&was, &section)),
        };
        if let Some(earlier) = pairs[index] {
            stayed[earlier] = true;
        }
        if !changes.is_empty() {
            try_push(&mut entries, Entry { changes, before: pairs[index], after: Some(index), first_differing_byte })?;
        }
    }
    for index in (0..stayed.len()).filter(|index| !stayed[*index]) {
        let changes = Changes::of(Change::Removed);
        try_push(&mut entries, Entry { changes, before: Some(index), after: None, first_differing_byte: None })?;
    }
    Ok(entries)
}

/// What is different about a section that both have, its place aside.
fn changes(before: &Section<'_>, after: &Section<'_>) -> Changes {
    Changes::default()
        .with(Change::Text, before.text != after.text)
        .with(Change::Verdict, before.verdict != after.verdict)
        .with(Change::Chars, before.chars != after.chars)
        .with(Change::Label, before.label() != after.label())
}

/// Where its own text parts, if both have one.
fn first_byte(before: &Section<'_>, after: &Section<'_>) -> Option<usize> {
    first_differing_byte(before.text?.as_bytes(), after.text?.as_bytes())
}
