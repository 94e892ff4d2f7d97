//! Reading a registry: its records and safety policies as they are now, copied, so that they hold nothing up.

use std::ops::Range;

use super::record::{Identity, PolicyRecord, Record, Registrant};
use super::Registry;
use crate::contribution::{Content, Mode, Origin, PolicyContent, Tier};
use crate::error::Result;
use crate::text::{try_push, try_push_str, Text};

/// What kind of content a record has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum ContentKind {
    /// A text.
    Text = 1,
    /// A function of the context.
    Static = 2,
    /// A function of the context and the state.
    RuntimeAware = 3,
    /// A text behind a predicate.
    Gated = 4,
}

/// A registered contribution or safety policy, as a list shows it. Names and texts have a NUL behind them in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordView<'a> {
    /// Its id.
    pub id: &'a str,
    /// The plugin that registered it.
    pub plugin: Option<&'a str>,
    /// That plugin's version.
    pub plugin_version: Option<&'a str>,
    /// Where it comes from.
    pub origin: Origin,
    /// How it combines.
    pub mode: Mode,
    /// The tier that holds for it.
    pub tier: Tier,
    /// What kind of content it has.
    pub content: ContentKind,
    /// The text, where the content has one.
    pub text: Option<&'a str>,
    /// The shorter text.
    pub condensed: Option<&'a str>,
    /// Its rank among all that the registry has of its kind.
    pub registration_order: usize,
    /// Of a policy: whether it is enabled. A contribution always is.
    pub enabled: bool,
}

/// A list of records, copied out of a registry.
#[derive(Default)]
pub struct Records {
    texts: String,
    entries: Vec<Entry>,
}

struct Entry {
    id: Range<usize>,
    plugin: Option<(Range<usize>, Range<usize>)>,
    origin: Origin,
    mode: Mode,
    tier: Tier,
    content: ContentKind,
    text: Option<Range<usize>>,
    condensed: Option<Range<usize>>,
    registration_order: usize,
    enabled: bool,
}

impl Registry {
    /// The contributions, in registration order; those of an origin or an id only, if one is given.
    ///
    /// # Errors
    /// [`crate::Kind::OutOfMemory`].
    pub fn list(&self, origin: Option<Origin>, id: Option<&str>) -> Result<Records> {
        let snapshot = self.snapshot()?;
        let mut records = Records::default();
        for (rank, record) in snapshot.registered.iter().enumerate() {
            if origin.is_none_or(|origin| record.origin == origin) && id.is_none_or(|id| record.id() == id) {
                records.add_contribution(rank, record)?;
            }
        }
        Ok(records)
    }

    /// The safety policies, in registration order: all available ones, or the active ones only (semantics 4).
    ///
    /// # Errors
    /// [`crate::Kind::OutOfMemory`].
    pub fn list_safety_policies(&self, active_only: bool) -> Result<Records> {
        let snapshot = self.snapshot()?;
        let mut records = Records::default();
        for (rank, (policy, enabled)) in snapshot.all_policies.iter().enumerate() {
            if *enabled || !active_only {
                records.add_policy(rank, policy, *enabled)?;
            }
        }
        Ok(records)
    }
}

impl Records {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// One of them.
    pub fn get(&self, index: usize) -> Option<RecordView<'_>> {
        let entry = self.entries.get(index)?;
        let text = |range: &Range<usize>| &self.texts[range.clone()];
        Some(RecordView {
            id: text(&entry.id),
            plugin: entry.plugin.as_ref().map(|(name, _)| text(name)),
            plugin_version: entry.plugin.as_ref().map(|(_, version)| text(version)),
            origin: entry.origin,
            mode: entry.mode,
            tier: entry.tier,
            content: entry.content,
            text: entry.text.as_ref().map(text),
            condensed: entry.condensed.as_ref().map(text),
            registration_order: entry.registration_order,
            enabled: entry.enabled,
        })
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = RecordView<'_>> {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    fn add_contribution(&mut self, rank: usize, record: &Record) -> Result<()> {
        let (content, text) = match &record.contribution.content {
            Content::Text(text) => (ContentKind::Text, Some(text)),
            Content::Static(_) => (ContentKind::Static, None),
            Content::Runtime(_) => (ContentKind::RuntimeAware, None),
            Content::Gated(_, text) => (ContentKind::Gated, Some(text)),
        };
        let entry = Entry {
            id: self.copy(record.id())?,
            plugin: self.copy_plugin(&record.registrant)?,
            origin: record.origin,
            mode: record.contribution.mode,
            tier: record.tier(),
            content,
            text: self.copy_text(text)?,
            condensed: self.copy_text(record.contribution.condensed.as_ref())?,
            registration_order: rank,
            enabled: true,
        };
        try_push(&mut self.entries, entry)
    }

    /// A policy shows origin static, mode append, tier core, as its section does (semantics 3.8).
    fn add_policy(&mut self, rank: usize, record: &PolicyRecord, enabled: bool) -> Result<()> {
        let (content, text) = match &record.policy.content {
            PolicyContent::Text(text) => (ContentKind::Text, Some(text)),
            PolicyContent::Static(_) => (ContentKind::Static, None),
        };
        let entry = Entry {
            id: self.copy(record.id())?,
            plugin: self.copy_plugin(&record.registrant)?,
            origin: Origin::Static,
            mode: Mode::Append,
            tier: Tier::Core,
            content,
            text: self.copy_text(text)?,
            condensed: None,
            registration_order: rank,
            enabled,
        };
        try_push(&mut self.entries, entry)
    }

    fn copy(&mut self, text: &str) -> Result<Range<usize>> {
        let start = self.texts.len();
        try_push_str(&mut self.texts, text)?;
        let end = self.texts.len();
        try_push_str(&mut self.texts, "\0")?;
        Ok(start..end)
    }

    fn copy_text(&mut self, text: Option<&Text>) -> Result<Option<Range<usize>>> {
        text.map(|text| self.copy(text.as_str())).transpose()
    }

    fn copy_plugin(&mut self, registrant: &Registrant) -> Result<Option<(Range<usize>, Range<usize>)>> {
        let Registrant::Plugin(identity) = registrant else { return Ok(None) };
        let Identity { name, version } = &**identity;
        Ok(Some((self.copy(name)?, self.copy(version)?)))
    }
}
