//! Guidance: what is said of a tool, chosen by its name, with the tool's most recent errors behind it (semantics 7).

mod entry;
mod shape;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use entry::{GuidanceEntry, MatchMode};

use crate::document;
use crate::error::Result;
use crate::sections::{RecentToolErrors, ToolError};
use crate::text::{self, Text, SEPARATOR};
use shape::Document;

/// An ordered list of entries. It may be used from any number of threads: resolving works, without a lock, on the entries that
/// were there when it began.
#[derive(Default)]
pub struct Guidance(Mutex<Held>);

/// What a guidance holds.
#[derive(Default)]
struct Held {
    batches: Vec<Batch>,
    /// The same for readers, if one has asked since they changed.
    snapshot: Option<Snapshot>,
    /// How many entries there are.
    len: usize,
}

/// The entries that were added together.
type Batch = Arc<Vec<GuidanceEntry>>;

type Snapshot = Arc<Vec<Batch>>;

impl Guidance {
    /// Guidance without entries.
    pub fn new() -> Guidance {
        Guidance::default()
    }

    /// Adds entries behind those that are there, in order: all of them or none. The same pattern may be added again.
    ///
    /// # Errors
    /// [`crate::Kind::OutOfMemory`].
    pub fn add(&self, entries: Vec<GuidanceEntry>) -> Result<()> {
        if entries.is_empty() {
            return Ok(());
        }
        let mut held = self.lock();
        held.batches.try_reserve(1)?;
        held.len += entries.len();
        held.batches.push(Arc::new(entries));
        held.snapshot = None;
        Ok(())
    }

    /// Adds the entries of a JSON document behind those that are there, in order: all of them or none. What it looks like is in
    /// `schemas/guidance.schema.json`; nothing unknown and nothing twice.
    ///
    /// # Errors
    /// [`crate::Kind::InvalidJson`], the subject being the JSON path (`$.entries[3].mode`), the message giving line and column;
    /// [`crate::Kind::LimitExceeded`] over [`crate::JSON_MAX_BYTES`]; [`crate::Kind::OutOfMemory`].
    pub fn load_json(&self, json: &str) -> Result<()> {
        self.add(document::read(json).and_then(Document::into_entries)?)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.lock().len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is to be said of a tool: the text of every entry that matches its name, in order, then the last of `errors` that are
    /// exactly this tool's, which are given oldest first; joined by blank lines. Empty where there is nothing to say.
    ///
    /// # Errors
    /// [`crate::Kind::OutOfMemory`].
    pub fn resolve(&self, tool_name: &str, errors: &[ToolError<'_>]) -> Result<String> {
        self.resolve_recent(tool_name, &of_tool(tool_name, errors))
    }

    /// How many chars [`Guidance::resolve`] would give.
    ///
    /// # Errors
    /// As [`Guidance::resolve`].
    pub fn estimate_chars(&self, tool_name: &str, errors: &[ToolError<'_>]) -> Result<u64> {
        self.estimate_recent_chars(tool_name, &of_tool(tool_name, errors))
    }

    /// What there is to say, of errors that are the tool's and were gone through already.
    pub(crate) fn resolve_recent(&self, tool_name: &str, errors: &RecentToolErrors<'_>) -> Result<String> {
        Parts::new(&self.snapshot()?, tool_name, errors)?.join()
    }

    /// How many chars that is.
    pub(crate) fn estimate_recent_chars(&self, tool_name: &str, errors: &RecentToolErrors<'_>) -> Result<u64> {
        Ok(Parts::new(&self.snapshot()?, tool_name, errors)?.chars())
    }

    /// The entries as they are now.
    fn snapshot(&self) -> Result<Snapshot> {
        let mut held = self.lock();
        if let Some(snapshot) = &held.snapshot {
            return Ok(Arc::clone(snapshot));
        }
        let mut batches = text::try_vec(held.batches.len())?;
        batches.extend(held.batches.iter().map(Arc::clone));
        let snapshot = Arc::new(batches);
        held.snapshot = Some(Arc::clone(&snapshot));
        Ok(snapshot)
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What there is to say of a tool, before it is joined.
struct Parts<'a> {
    texts: Vec<&'a Text>,
    /// The tool's recent errors; empty where there is none.
    block: String,
}

impl<'a> Parts<'a> {
    fn new(batches: &'a [Batch], tool_name: &str, errors: &RecentToolErrors<'_>) -> Result<Parts<'a>> {
        let mut texts = Vec::new();
        for entry in batches.iter().flat_map(|batch| batch.iter()).filter(|entry| entry.matches(tool_name)) {
            text::try_push(&mut texts, &entry.text)?;
        }
        Ok(Parts { texts, block: errors.block()? })
    }

    /// Each that is not empty, and its chars.
    fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        let block = (self.block.as_str(), text::chars(&self.block));
        self.texts.iter().map(|text| (text.as_str(), text.chars())).chain([block]).filter(|(text, _)| !text.is_empty())
    }

    fn separators(&self) -> usize {
        self.iter().count().saturating_sub(1)
    }

    fn chars(&self) -> u64 {
        self.iter().map(|(_, chars)| chars).sum::<u64>() + (self.separators() * SEPARATOR.len()) as u64
    }

    fn join(&self) -> Result<String> {
        let bytes = self.iter().map(|(text, _)| text.len()).sum::<usize>() + self.separators() * SEPARATOR.len();
        let mut joined = String::new();
        // And room for the NUL that C wants.
        joined.try_reserve_exact(bytes + 1)?;
        for (n, (text, _)) in self.iter().enumerate() {
            if n > 0 {
                joined.push_str(SEPARATOR);
            }
            joined.push_str(text);
        }
        Ok(joined)
    }
}

fn of_tool<'a>(tool_name: &str, errors: &[ToolError<'a>]) -> RecentToolErrors<'a> {
    errors.iter().copied().filter(|error| error.tool == tool_name).collect()
}
