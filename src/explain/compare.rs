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
        let mut entry = Entry { changes: Changes::default(), before: pairs[index], after: Some(index), first_differing_byte: None };
        match pairs[index].and_then(|earlier| before.section(earlier)) {
            None => entry.changes = entry.changes.with(Change::Added, true),
            Some(was) => {
                entry.changes = changes(&was, &section).with(Change::Moved, moved[index]);
                entry.first_differing_byte =
                    was.text.zip(section.text).and_then(|(was, is)| first_differing_byte(was.as_bytes(), is.as_bytes()));
            }
        }
        if let Some(earlier) = entry.before {
            stayed[earlier] = true;
        }
        if !entry.changes.is_empty() {
            try_push(&mut entries, entry)?;
        }
    }
    for index in (0..stayed.len()).filter(|index| !stayed[*index]) {
        let changes = Changes::default().with(Change::Removed, true);
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
