//! Sections as a result reports them: one shape for bundles and prompts.

use std::ops::Range;
use std::sync::Arc;

use crate::contribution::{Mode, Origin, Tier};
use crate::error::Result;
use crate::json::{Bracket, JsonWriter};
use crate::text;

/// What became of a candidate under the budget (semantics 6.3, 6.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Verdict {
    /// Its full text is in the prompt.
    Included = 1,
    /// Its condensed text is in the prompt.
    Condensed = 2,
    /// It is not in the prompt.
    Dropped = 3,
}

text::names! { Verdict { Included = "included", Condensed = "condensed", Dropped = "dropped" } }

/// What the lengths of a result are counted in.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub enum Unit {
    /// UTF-16 code units.
    #[default]
    Chars,
    /// Tokens: a quarter of the chars, rounded up, in the module builder (semantics 9.2); elsewhere as a measure says.
    Tokens,
    /// What a measure counts in, under the name that it has (semantics 6.11).
    Named(UnitName),
}

/// The name of a unit that the library does not know.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct UnitName(Arc<String>);

impl Unit {
    /// The unit of a name; `old`, if it is that, which allocates nothing.
    pub(crate) fn named(name: &str, old: Unit) -> Result<Unit> {
        match name {
            _ if old.name() == name => Ok(old),
            "chars" => Ok(Unit::Chars),
            "tokens" => Ok(Unit::Tokens),
            _ => Ok(Unit::Named(UnitName(Arc::new(text::try_format(format_args!("{name}\0"))?)))),
        }
    }

    /// The name: `chars`, `tokens`, or what the measure calls it.
    pub fn name(&self) -> &str {
        let terminated = self.terminated_name();
        &terminated[..terminated.len() - 1]
    }

    /// The same with a NUL behind it.
    pub(crate) fn terminated_name(&self) -> &str {
        match self {
            Unit::Chars => "chars\0",
            Unit::Tokens => "tokens\0",
            Unit::Named(UnitName(name)) => name,
        }
    }
}

/// One section of a bundle, or one candidate of a prompt, kept or dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section<'a> {
    /// Its id.
    pub id: &'a str,
    /// The plugin that registered it.
    pub plugin: Option<&'a str>,
    /// Where it comes from; none for a raw candidate.
    pub origin: Option<Origin>,
    /// How it combines; none for a raw candidate.
    pub mode: Option<Mode>,
    /// The tier it was held to.
    pub tier: Tier,
    /// What became of it.
    pub verdict: Verdict,
    /// Whether nothing runtime-aware had a part in it (semantics 3.8).
    pub is_static: bool,
    /// Its text within the whole text; none if dropped, or if it is a module whose rendering has no line.
    pub text: Option<&'a str>,
    /// Where its text stands in the whole text, in bytes; empty where there is none.
    pub range: Range<usize>,
    /// Its length in the result's unit, or as its giver measured it: of the text that is there, or of the full one if dropped.
    pub chars: u64,
    /// The running total before it was decided on.
    pub total_before: u64,
    /// The limit it was held against.
    pub limit: Option<u64>,
}

impl<'a> Section<'a> {
    /// Who it is.
    pub(crate) fn label(&self) -> Label<'a> {
        Label { id: self.id, plugin: self.plugin, origin: self.origin, mode: self.mode, tier: self.tier, is_static: self.is_static }
    }

    /// What became of it.
    pub(crate) fn outcome(&self) -> Outcome {
        Outcome { verdict: self.verdict, chars: self.chars, total_before: self.total_before, limit: self.limit }
    }

    /// All of it but the text, as an object. `range` is where the text stands, if it is there.
    pub(crate) fn write_json(&self, json: &mut JsonWriter, index: usize, range: Option<&Range<usize>>) -> Result<()> {
        json.within(Bracket::Object, |json| {
            json.field("index", index)?;
            json.field("id", self.id)?;
            json.field("origin", self.origin.map(|origin| origin.name()))?;
            json.field("plugin", self.plugin)?;
            json.field("mode", self.mode.map(|mode| mode.name()))?;
            json.field("tier", self.tier.name())?;
            json.field("static", self.is_static)?;
            json.field("verdict", self.verdict.name())?;
            json.field("condensed", self.verdict == Verdict::Condensed)?;
            json.field("start", range.map(|range| range.start))?;
            json.field("end", range.map(|range| range.end))?;
            json.field("chars", self.chars)?;
            json.field("totalBefore", self.total_before)?;
            json.field("limit", self.limit)
        })
    }
}

/// The figures of a bundle or a prompt (semantics 3.9, 6.7).
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// How many sections there are to ask for, kept or dropped.
    pub sections: usize,
    /// How many are in the text, condensed ones among them.
    pub included: usize,
    /// How many are in the text by their condensed text.
    pub condensed: usize,
    /// How many are not in the text.
    pub dropped: usize,
    /// How many leading bytes of the text do not depend on the turn.
    pub stable_prefix: usize,
    /// The length of what is in the text, in the unit.
    pub total_chars: u64,
    /// A quarter of that, rounded up; the same if the unit is tokens.
    pub total_tokens_est: u64,
    /// The budget held against; none is unlimited.
    pub effective_budget: Option<u64>,
    /// Used of the budget, in per cent.
    pub budget_used_pct: f64,
    /// Whether the total is over the budget.
    pub over_budget: bool,
    /// Whether it comes from a static-only resolution.
    pub static_only: bool,
    /// What lengths, totals and limits are counted in.
    pub unit: Unit,
}

/// Who a section is: what a bundle and a prompt know about it alike.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Label<'a> {
    pub(crate) id: &'a str,
    pub(crate) plugin: Option<&'a str>,
    pub(crate) origin: Option<Origin>,
    pub(crate) mode: Option<Mode>,
    pub(crate) tier: Tier,
    pub(crate) is_static: bool,
}

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
}

/// What became of a candidate, as its [`Section`] says it too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What became of it.
    pub verdict: Verdict,
    /// Its length in the result's unit, or as its giver measured it: of the text that is there, or of the full one if dropped.
    pub chars: u64,
    /// The running total before it was decided on.
    pub total_before: u64,
    /// The limit it was held against.
    pub limit: Option<u64>,
}

/// Static sections joined, as a snapshot remembers them: prepends, then appends, then safety.
#[derive(Default)]
pub(crate) struct Joined {
    pub(crate) text: String,
    pub(crate) sections: Sections,
    /// Where the appended sections and where the safety sections begin.
    pub(crate) appends: usize,
    pub(crate) safety: usize,
    /// How many chars the text has up to the end of each section.
    pub(crate) chars_to: Vec<u64>,
}

impl Joined {
    /// The chars of some of the sections, with what stands between them.
    pub(crate) fn chars(&self, range: &Range<usize>) -> u64 {
        match range.clone().last() {
            Some(last) => self.chars_to[last] - self.chars_to[range.start] + self.sections.chars(range.start),
            None => 0,
        }
    }
}

/// The sections of a result, in two allocations whatever their number.
#[derive(Default)]
pub(crate) struct Sections {
    names: String,
    entries: Vec<Entry>,
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
        self.place(self.entries.len() - 1, range);
        Ok(())
    }

    /// Says where a section's text stands.
    pub(crate) fn place(&mut self, index: usize, range: Range<usize>) {
        let entry = &mut self.entries[index];
        (entry.start, entry.end) = (range.start, range.end);
    }

    /// Says how long a section is.
    pub(crate) fn set_chars(&mut self, index: usize, chars: u64) {
        self.entries[index].chars = chars;
    }

    /// Says what became of a section.
    pub(crate) fn decide(&mut self, index: usize, outcome: Outcome) {
        let entry = &mut self.entries[index];
        entry.verdict = outcome.verdict;
        entry.chars = outcome.chars;
        entry.total_before = outcome.total_before;
        entry.limit = outcome.limit.unwrap_or(u64::MAX);
    }

    /// Adds sections of another result, whose texts stand so many bytes further on or back here; the capacity was asked for.
    pub(crate) fn extend(&mut self, other: &Sections, range: Range<usize>, from: usize, to: usize) {
        let Some(first) = other.entries.get(range.start).filter(|_| !range.is_empty()) else { return };
        let names_end = other.entries.get(range.end).map_or(other.names.len(), |entry| entry.name_at);
        let (names_from, names_to) = (first.name_at, self.names.len());
        self.names.push_str(&other.names[names_from..names_end]);
        let added = self.entries.len();
        self.entries.extend_from_slice(&other.entries[range]);
        // Where the names and the text begin alike, as at the head of a bundle, the entries are right as they are.
        if (names_from, from) != (names_to, to) {
            for entry in &mut self.entries[added..] {
                entry.name_at = entry.name_at - names_from + names_to;
                entry.start = entry.start - from + to;
                entry.end = entry.end - from + to;
            }
        }
    }

    /// All of them again.
    pub(crate) fn copied(&self) -> Result<Sections> {
        let mut copy = Sections { names: text::try_string(&self.names)?, entries: text::try_vec(self.entries.len())? };
        copy.entries.extend_from_slice(&self.entries);
        Ok(copy)
    }

    /// How many bytes the names take.
    pub(crate) fn all_names_len(&self) -> usize {
        self.names.len()
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn id(&self, index: usize) -> &str {
        let entry = &self.entries[index];
        &self.names[entry.name_at..entry.name_at + entry.id_len as usize]
    }

    pub(crate) fn verdict(&self, index: usize) -> Verdict {
        self.entries[index].verdict
    }

    pub(crate) fn chars(&self, index: usize) -> u64 {
        self.entries[index].chars
    }

    pub(crate) fn tier(&self, index: usize) -> Tier {
        self.entries[index].tier
    }

    /// What became of a section.
    pub(crate) fn outcome(&self, index: usize) -> Option<Outcome> {
        self.entries.get(index).map(|entry| Outcome {
            verdict: entry.verdict,
            chars: entry.chars,
            total_before: entry.total_before,
            limit: entry.limit(),
        })
    }

    /// Where a section's text stands, if it is there.
    pub(crate) fn range(&self, index: usize) -> Option<Range<usize>> {
        self.entries[index].range()
    }

    /// One section, with its text taken out of the whole; without it where that is not the whole it stands in.
    pub(crate) fn get<'a>(&'a self, index: usize, whole: &'a str) -> Option<Section<'a>> {
        let entry = self.entries.get(index)?;
        let id_end = entry.name_at + entry.id_len as usize;
        let plugin_at = id_end + 1;
        Some(Section {
            id: &self.names[entry.name_at..id_end],
            plugin: (entry.plugin_len != NONE).then(|| &self.names[plugin_at..plugin_at + entry.plugin_len as usize]),
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
