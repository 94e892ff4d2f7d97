//! What one resolution works on: an immutable view of a registry, and the order of everything visible in it.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use super::globals::GlobalSet;
use super::namespace;
use super::record::{Key, PluginRecord, PolicyRecord, Record};
use super::writer::Writer;
use crate::contribution::Origin;
use crate::error::{Error, Kind, Quoted, Result};
use crate::text;

/// A registry as it was when a call began.
pub(crate) struct Snapshot {
    order: Order,
    /// Plugins with a per-turn hook, in registration order.
    pub(crate) hooked: Vec<Arc<PluginRecord>>,
    /// The known enabled policies, in registration order.
    pub(crate) policies: Vec<Arc<PolicyRecord>>,
    /// The first id on the list of enabled policies that is not known.
    unknown_policy: Option<String>,
    /// What a hook's emissions are checked against; made when the first hook emits.
    runtime_keys: OnceLock<HashSet<Key>>,
}

/// Records in the order of the layers (semantics 3.1), safety aside.
struct Order {
    records: Vec<Arc<Record>>,
    /// Where the runtime-aware layer begins.
    runtime_start: usize,
    groups: Groups,
}

/// Which records meet in one section: those whose id has a replace. Record i is in group `of[i]`, or in none.
#[derive(Clone, Default)]
pub(crate) struct Groups {
    /// Empty if no record has mode replace.
    of: Vec<u32>,
    pub(crate) count: usize,
}

const NO_GROUP: u32 = u32::MAX;

impl Groups {
    fn assign(records: &[Arc<Record>]) -> Result<Groups> {
        let mut by_id: HashMap<&str, u32> = HashMap::new();
        for record in records.iter().filter(|record| record.is_replace()) {
            by_id.try_reserve(1)?;
            let next = by_id.len() as u32;
            by_id.entry(record.id()).or_insert(next);
        }
        if by_id.is_empty() {
            return Ok(Groups::default());
        }
        let mut of = text::try_vec(records.len())?;
        of.extend(records.iter().map(|record| by_id.get(record.id()).copied().unwrap_or(NO_GROUP)));
        Ok(Groups { of, count: by_id.len() })
    }

    /// The group of record `i`.
    pub(crate) fn of(&self, i: usize) -> Option<usize> {
        self.of.get(i).filter(|group| **group != NO_GROUP).map(|group| *group as usize)
    }
}

impl Snapshot {
    pub(super) fn take(writer: &Writer) -> Result<Snapshot> {
        let mut records = text::try_vec(writer.records.len())?;
        for layer in [Origin::CoreDefault, Origin::CoreTemplate, Origin::Static, Origin::RuntimeAware] {
            records.extend(writer.records.iter().filter(|record| record.origin == layer).cloned());
        }
        let mut hooked = text::try_vec(writer.plugins.len())?;
        hooked.extend(writer.plugins.iter().filter(|plugin| plugin.hook.is_some()).cloned());
        let mut policies = text::try_vec(writer.policies.len())?;
        policies.extend(writer.policies.iter().filter(|policy| writer.is_enabled(policy)).cloned());
        Ok(Snapshot {
            order: Order { runtime_start: runtime_start(&records), groups: Groups::assign(&records)?, records },
            hooked,
            policies,
            unknown_policy: writer.first_unknown_policy().map(text::try_string).transpose()?,
            runtime_keys: OnceLock::new(),
        })
    }

    /// Refuses to resolve while an enabled policy is not known (semantics 4): a misspelt policy is never a silent gap.
    pub(crate) fn check_policies(&self) -> Result<()> {
        self.unknown_policy.as_deref().map_or(Ok(()), |id| Err(unknown_policy(id, "is enabled but not registered")))
    }

    /// Checks a hook's emission against the runtime-aware records and what was emitted before (semantics 3.0).
    pub(crate) fn admit_emission(&self, row: &Arc<Record>, emitted: &mut HashSet<Key>) -> Result<()> {
        namespace::check(row)?;
        if self.runtime_keys()?.contains(&Key(Arc::clone(row))) {
            return Err(namespace::duplicate(row));
        }
        namespace::enter(row, emitted)
    }

    fn runtime_keys(&self) -> Result<&HashSet<Key>> {
        if let Some(keys) = self.runtime_keys.get() {
            return Ok(keys);
        }
        let rows = &self.order.records[self.order.runtime_start..];
        let mut keys = HashSet::new();
        keys.try_reserve(rows.len())?;
        keys.extend(rows.iter().map(|row| Key(Arc::clone(row))));
        Ok(self.runtime_keys.get_or_init(|| keys))
    }
}

pub(super) fn unknown_policy(id: &str, fault: &str) -> Error {
    Error::new(Kind::UnknownSafetyPolicy, id, format_args!("safety policy {} {fault}", Quoted(id)))
}

fn runtime_start(records: &[Arc<Record>]) -> usize {
    records.partition_point(|record| record.origin != Origin::RuntimeAware)
}

/// All that one resolution can see, in order: the registry's records, the globals for it, and what hooks emitted.
#[derive(Default)]
pub(crate) struct Lineup<'s> {
    pub(crate) records: Cow<'s, [Arc<Record>]>,
    /// Where the runtime-aware layer begins.
    pub(crate) runtime_start: usize,
    pub(crate) groups: Cow<'s, Groups>,
}

impl<'s> Lineup<'s> {
    /// Layer by layer: the registry's own, then globals, then emissions (semantics 3.1).
    pub(crate) fn of(snapshot: &'s Snapshot, globals: Option<&GlobalSet>, runtime_id: &str, emitted: &[Arc<Record>]) -> Result<Lineup<'s>> {
        let order = &snapshot.order;
        let global = |layer: Origin| {
            globals.into_iter().flat_map(move |set| set.visible_to(runtime_id)).filter(move |record| record.origin == layer)
        };
        let extra = global(Origin::Static).count() + global(Origin::RuntimeAware).count() + emitted.len();
        if extra == 0 {
            return Ok(Lineup {
                records: Cow::Borrowed(&order.records),
                runtime_start: order.runtime_start,
                groups: Cow::Borrowed(&order.groups),
            });
        }
        let (fixed, runtime) = order.records.split_at(order.runtime_start);
        let mut records: Vec<Arc<Record>> = text::try_vec(order.records.len() + extra)?;
        records.extend(fixed.iter().chain(global(Origin::Static)).cloned());
        let runtime_start = records.len();
        records.extend(runtime.iter().chain(global(Origin::RuntimeAware)).chain(emitted).cloned());
        let groups = Cow::Owned(Groups::assign(&records)?);
        Ok(Lineup { records: Cow::Owned(records), runtime_start, groups })
    }
}
