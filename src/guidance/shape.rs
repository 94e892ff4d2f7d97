//! What a JSON document of guidance looks like. schemas/guidance.schema.json says the same; tests/guidance.rs holds the two
//! together.

use serde::Deserialize;

use super::{GuidanceEntry, MatchMode};
use crate::document::{each, words, List, Word};
use crate::error::Result;
use crate::text::Text;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    entries: List<EntryShape>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct EntryShape {
    tool_name: String,
    mode: Word<MatchMode>,
    text: String,
}

words! {
    MatchMode: Exact Prefix Glob;
}

impl Document {
    pub(super) fn into_entries(self) -> Result<Vec<GuidanceEntry>> {
        each(self.entries, |EntryShape { tool_name, mode: Word(mode), text }| {
            Ok(GuidanceEntry { tool_name, mode, text: Text::of_owned(text)? })
        })
    }
}
