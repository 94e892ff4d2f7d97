//! The sections of a result, kept small: its own, and those that it shares with the snapshot that remembers them.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::{Joined, Label, Limits, Outcome, Section, Verdict};
use crate::contribution::{Mode, Origin, Tier};
use crate::error::Result;
use crate::text;

/// A section in a result: its label, with the names in the result's own memory, and what became of it. It fills a cache line: a
/// result has thousands.
#[derive(Clone, Copy)]
struct Entry {
    /// Its names begin here: the id, then the plugin's.
    name_at: usize,
    id_len: u32,
    /// [`NONE`] if no plugin registered it.
    plugin_len: u32,
    /// Its text in the whole text; both [`usize::MAX`] if it is not there.
    start: usize,
    end: usize,
    chars: u64,
    total_before: u64,
    /// [`u64::MAX`] if there is none.
    limit: u64,
    origin: Option<Origin>,
    mode: Option<Mode>,
    tier: Tier,
    verdict: Verdict,
    is_static: bool,
}

const NONE: u32 = u32::MAX;

const _: () = assert!(size_of::<Entry>() == 64);

impl Entry {
    fn range(&self) -> Option<Range<usize>> {
        (self.start != usize::MAX).then_some(self.start..self.end)
    }

    fn limit(&self) -> Option<u64> {
        (self.limit != u64::MAX).then_some(self.limit)
    }

    /// As it is in a result that shares it.
    fn shared(mut self, ahead: Ahead, limits: Option<Limits>) -> Entry {
        if let Some(range) = self.range() {
            (self.start, self.end) = (range.start + ahead.bytes, range.end + ahead.bytes);
        }
        self.total_before = limits.map_or(0, |_| self.total_before + ahead.chars);
        self.limit = limits.and_then(|limits| limits.of(self.tier)).unwrap_or(u64::MAX);
        self
    }
}

/// What stands before remembered sections in a result, and not where they are remembered.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ahead {
    pub(crate) bytes: usize,
    pub(crate) chars: u64,
}

/// The remembered sections of a result.
#[derive(Clone)]
struct Shared {
    joined: Arc<Joined>,
    /// Of a prompt. A bundle has no budget: its sections report no limit, and no total before them.
    limits: Option<Limits>,
    /// In the order of the list; between them are the result's own sections.
    runs: [Run; RUNS],
}

/// Before, between and after what a turn prepends and what it appends.
const RUNS: usize = 3;

/// Remembered sections that follow each other in a result.
#[derive(Clone, Default)]
struct Run {
    /// Where in the list they begin.
    at: usize,
    /// Which of the remembered ones they are.
    range: Range<usize>,
    ahead: Ahead,
}

/// The sections of a result: its own, in two allocations whatever their number, and among them those that it shares. While they are
/// being made and decided on there are own ones only.
#[derive(Default)]
pub(crate) struct Sections {
    names: String,
    entries: Vec<Entry>,
    shared: Option<Shared>,
}

impl Sections {
    /// `names` is the sum of the lengths of all ids and plugins' names, in bytes; every name has a NUL behind it.
    pub(crate) fn with_capacity(sections: usize, names: usize) -> Result<Sections> {
        let mut made = Sections::default();
        made.clear_for(sections, names)?;
        Ok(made)
    }

    /// Forgets all sections, and makes room for others in the memory that there is.
    pub(crate) fn clear_for(&mut self, sections: usize, names: usize) -> Result<()> {
        self.names.clear();
        self.entries.clear();
        self.shared = None;
        self.entries.try_reserve(sections)?;
        self.names.try_reserve(names + 2 * sections)?;
        Ok(())
    }

    /// How many bytes the names of a label take.
    pub(crate) fn names_len(label: &Label<'_>) -> usize {
        label.id.len() + label.plugin.map_or(0, str::len)
    }

    /// Adds a section whose text is not placed yet. Inlined always, or the outcome would pass through memory, be written in small
    /// pieces and read at once in larger ones, which a processor waits for.
    #[inline(always)]
    pub(crate) fn push(&mut self, label: &Label<'_>, outcome: Outcome) -> Result<()> {
        self.entries.try_reserve(1)?;
        self.names.try_reserve(Sections::names_len(label) + 2)?;
        let name_at = self.names.len();
        self.names.push_str(label.id);
        self.names.push('\0');
        if let Some(plugin) = label.plugin {
            self.names.push_str(plugin);
            self.names.push('\0');
        }
        // A text has at most TEXT_MAX_BYTES, which fits.
        self.entries.push(Entry {
            name_at,
            id_len: label.id.len() as u32,
            plugin_len: label.plugin.map_or(NONE, |plugin| plugin.len() as u32),
            start: usize::MAX,
            end: usize::MAX,
            chars: outcome.chars,
            total_before: outcome.total_before,
            limit: outcome.limit.unwrap_or(u64::MAX),
            origin: label.origin,
            mode: label.mode,
            tier: label.tier,
            verdict: outcome.verdict,
            is_static: label.is_static,
        });
        Ok(())
    }

    /// The same of a section whose text stands there.
    #[inline(always)]
    pub(crate) fn push_placed(&mut self, label: &Label<'_>, outcome: Outcome, range: Range<usize>) -> Result<()> {
        self.push(label, outcome)?;
        self.place_last(range);
        Ok(())
    }

    /// Says where the text of the own section that was added last stands.
    pub(crate) fn place_last(&mut self, range: Range<usize>) {
        if let Some(draft) = self.drafts().next_back() {
            draft.place(range);
        }
    }

    /// The own sections, in order, to be decided on and placed.
    pub(crate) fn drafts(&mut self) -> impl DoubleEndedIterator<Item = Draft<'_>> + ExactSizeIterator {
        let names = self.names.as_str();
        self.entries.iter_mut().map(move |entry| Draft { entry, names })
    }

    /// What became of the own sections, in order.
    pub(crate) fn verdicts(&self) -> impl Iterator<Item = Verdict> + '_ {
        self.entries.iter().map(|entry| entry.verdict)
    }

    /// Lets remembered sections be added.
    pub(crate) fn share(&mut self, joined: &Arc<Joined>, limits: Option<Limits>) {
        self.shared = Some(Shared { joined: Arc::clone(joined), limits, runs: Default::default() });
    }

    /// Adds remembered sections, of which there may be [`RUNS`] runs.
    pub(crate) fn push_shared(&mut self, range: Range<usize>, ahead: Ahead) {
        let at = self.len();
        let runs = self.shared.as_mut().map(|shared| &mut shared.runs);
        if let Some(run) = runs.and_then(|runs| runs.iter_mut().find(|run| run.range.is_empty())) {
            *run = Run { at, range, ahead };
        }
    }

    /// All of them again.
    pub(crate) fn copied(&self) -> Result<Sections> {
        let (names, entries) = (text::try_string(&self.names)?, text::try_vec(self.entries.len())?);
        let mut copy = Sections { names, entries, shared: self.shared.clone() };
        copy.entries.extend_from_slice(&self.entries);
        Ok(copy)
    }

    /// How many bytes the names of own sections take.
    pub(crate) fn all_names_len(&self) -> usize {
        self.names.len()
    }

    pub(crate) fn len(&self) -> usize {
        let shared = self.shared.iter().flat_map(|shared| &shared.runs).map(|run| run.range.len()).sum::<usize>();
        self.entries.len() + shared
    }

    /// A section, own or shared, and the names that it has its own from. An own one is read where it stands. Inlined always, as `push` is.
    #[inline(always)]
    fn find(&self, index: usize) -> Option<(Cow<'_, Entry>, &str)> {
        let mut own = index;
        if let Some(Shared { joined, limits, runs }) = &self.shared {
            for Run { at, range, ahead } in runs.iter().take_while(|run| run.at <= index) {
                if index - at < range.len() {
                    let entry = joined.sections.entries[range.start + index - at];
                    return Some((Cow::Owned(entry.shared(*ahead, *limits)), &joined.sections.names));
                }
                own -= range.len();
            }
        }
        Some((Cow::Borrowed(self.entries.get(own)?), &self.names))
    }

    /// The tier of an own section.
    pub(crate) fn tier(&self, index: usize) -> Tier {
        self.entries[index].tier
    }

    /// What became of a section.
    #[inline]
    pub(crate) fn outcome(&self, index: usize) -> Option<Outcome> {
        self.find(index).map(|(entry, _)| Outcome {
            verdict: entry.verdict,
            chars: entry.chars,
            total_before: entry.total_before,
            limit: entry.limit(),
        })
    }

    /// Where a section's text stands, if it is there.
    pub(crate) fn range(&self, index: usize) -> Option<Range<usize>> {
        self.find(index)?.0.range()
    }

    /// One section, with its text taken out of the whole; without it where that is not the whole it stands in.
    #[inline(always)]
    pub(crate) fn get<'a>(&'a self, index: usize, whole: &'a str) -> Option<Section<'a>> {
        let (entry, names) = self.find(index)?;
        let id_end = entry.name_at + entry.id_len as usize;
        let plugin_at = id_end + 1;
        Some(Section {
            id: &names[entry.name_at..id_end],
            plugin: (entry.plugin_len != NONE).then(|| &names[plugin_at..plugin_at + entry.plugin_len as usize]),
            origin: entry.origin,
            mode: entry.mode,
            tier: entry.tier,
            verdict: entry.verdict,
            is_static: entry.is_static,
            text: entry.range().and_then(|range| whole.get(range)),
            range: entry.range().unwrap_or_default(),
            chars: entry.chars,
            total_before: entry.total_before,
            limit: entry.limit(),
        })
    }
}

/// An own section that is not finished.
pub(crate) struct Draft<'a> {
    entry: &'a mut Entry,
    names: &'a str,
}

impl<'a> Draft<'a> {
    pub(crate) fn id(&self) -> &'a str {
        &self.names[self.entry.name_at..self.entry.name_at + self.entry.id_len as usize]
    }

    pub(crate) fn tier(&self) -> Tier {
        self.entry.tier
    }

    pub(crate) fn verdict(&self) -> Verdict {
        self.entry.verdict
    }

    pub(crate) fn chars(&self) -> u64 {
        self.entry.chars
    }

    /// Says how long it is.
    pub(crate) fn measured(&mut self, chars: u64) {
        self.entry.chars = chars;
    }

    /// Says what became of it.
    pub(crate) fn decided(self, outcome: Outcome) {
        self.entry.verdict = outcome.verdict;
        self.entry.chars = outcome.chars;
        self.entry.total_before = outcome.total_before;
        self.entry.limit = outcome.limit.unwrap_or(u64::MAX);
    }

    /// Says where its text stands.
    pub(crate) fn place(self, range: Range<usize>) {
        (self.entry.start, self.entry.end) = (range.start, range.end);
    }
}
