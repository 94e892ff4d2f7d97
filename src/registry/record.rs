//! What the registry keeps: contributions, policies and plugins, each with who registered it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::lease::{Latch, Lease};
use crate::contribution::{Attachment, Contribution, Hook, Mode, Origin, SafetyPolicy, StreamObserver, Tier};
use crate::error::Result;
use crate::section::Label;

/// A plugin's name and version.
#[derive(Debug)]
pub(crate) struct Identity {
    pub(crate) name: String,
    pub(crate) version: String,
}

/// Who registered a record.
#[derive(Clone, Debug)]
pub(crate) enum Registrant {
    /// The host, directly, or as a global.
    Host,
    /// The library itself: its baseline and its own policies.
    Library,
    /// A plugin, as part of its unit or by its hook.
    Plugin(Arc<Identity>),
}

impl Registrant {
    pub(crate) fn plugin(&self) -> Option<&str> {
        match self {
            Registrant::Host | Registrant::Library => None,
            Registrant::Plugin(identity) => Some(&identity.name),
        }
    }

    pub(crate) fn is_plugin(&self, name: &str) -> bool {
        self.plugin() == Some(name)
    }
}

/// A registered contribution.
pub(crate) struct Record {
    pub(crate) contribution: Contribution,
    pub(crate) origin: Origin,
    pub(crate) registrant: Registrant,
    /// A place without content of its own, for a replacement to fill: a bundled template that is not seeded, or the baseline as
    /// a whole.
    pub(crate) is_placeholder: bool,
    /// Last, so that it outlives the callbacks above.
    pub(crate) lease: Option<Lease>,
}

impl Record {
    /// `latch` is the unit's, where the record is not a unit of its own.
    pub(crate) fn new(contribution: Contribution, origin: Origin, registrant: Registrant, latch: Option<&Arc<Latch>>) -> Record {
        let lease = lease_for(contribution.holds_host_code(), latch);
        Record { contribution, origin, registrant, is_placeholder: false, lease }
    }

    /// The library's own: a fragment of the baseline.
    pub(crate) fn bundled(id: &str, origin: Origin, text: &str) -> Result<Record> {
        Ok(Record::new(Contribution::text(id, Mode::Append, text)?, origin, Registrant::Library, None))
    }

    pub(crate) fn placeholder(id: &str, origin: Origin) -> Result<Record> {
        Ok(Record { is_placeholder: true, ..Record::bundled(id, origin, "")? })
    }

    pub(crate) fn id(&self) -> &str {
        &self.contribution.id
    }

    pub(crate) fn is_replace(&self) -> bool {
        self.contribution.mode == Mode::Replace
    }

    pub(crate) fn tier(&self) -> Tier {
        self.contribution.tier.unwrap_or(self.origin.default_tier())
    }

    /// What is reported of its section, which combines so.
    pub(crate) fn label(&self, mode: Mode, is_static: bool) -> Label<'_> {
        let (plugin, origin) = (self.registrant.plugin(), Some(self.origin));
        Label { id: self.id(), plugin, origin, mode: Some(mode), tier: self.tier(), is_static }
    }
}

/// A registered safety policy.
pub(crate) struct PolicyRecord {
    pub(crate) policy: SafetyPolicy,
    pub(crate) registrant: Registrant,
    /// Last, so that it outlives the callback above.
    pub(crate) lease: Option<Lease>,
}

impl PolicyRecord {
    pub(crate) fn new(policy: SafetyPolicy, registrant: Registrant, latch: Option<&Arc<Latch>>) -> PolicyRecord {
        let lease = lease_for(policy.holds_host_code(), latch);
        PolicyRecord { policy, registrant, lease }
    }

    pub(crate) fn id(&self) -> &str {
        &self.policy.id
    }
}

/// A registered plugin, its rows aside.
pub(crate) struct PluginRecord {
    pub(crate) identity: Arc<Identity>,
    pub(crate) hook: Option<Box<Hook>>,
    pub(crate) observer: Option<Box<StreamObserver>>,
    /// Held for its Drop alone.
    _attachment: Option<Attachment>,
    /// What removing the unit waits for: its own callbacks and those of its rows.
    pub(crate) latch: Arc<Latch>,
    /// Last, so that it outlives the callbacks above; none if there are none, as then nothing waits for the record.
    pub(crate) lease: Option<Lease>,
}

impl PluginRecord {
    pub(crate) fn new(
        identity: Arc<Identity>,
        hook: Option<Box<Hook>>,
        observer: Option<Box<StreamObserver>>,
        attachment: Option<Attachment>,
        latch: &Arc<Latch>,
    ) -> PluginRecord {
        let holds_host_code = hook.is_some() || observer.is_some() || attachment.is_some();
        PluginRecord {
            identity,
            hook,
            observer,
            _attachment: attachment,
            latch: Arc::clone(latch),
            lease: lease_for(holds_host_code, Some(latch)),
        }
    }
}

fn lease_for(holds_host_code: bool, latch: Option<&Arc<Latch>>) -> Option<Lease> {
    holds_host_code.then(|| match latch {
        Some(latch) => Lease::of(latch),
        None => Lease::of(&Arc::new(Latch::default())),
    })
}

/// A record seen as what must be unique (semantics 2): within an origin, an append or prepend by its id, a replace by its id and
/// its plugin. It keeps its hash: a set that grows need not look at every record again.
pub(crate) struct Key {
    record: Arc<Record>,
    hash: u64,
}

impl Key {
    pub(crate) fn new(record: &Arc<Record>) -> Key {
        let mut hasher = DefaultHasher::new();
        parts(record).hash(&mut hasher);
        Key { record: Arc::clone(record), hash: hasher.finish() }
    }
}

fn parts(record: &Record) -> (Origin, &str, bool, Option<&str>) {
    let replace = record.is_replace();
    (record.origin, record.id(), replace, if replace { record.registrant.plugin() } else { None })
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.hash == other.hash && parts(&self.record) == parts(&other.record)
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}
