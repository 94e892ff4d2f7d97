//! What one resolution works on: an immutable view of a registry, and the order of everything visible in it.

use std::collections::{HashMap, HashSet};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::globals::GlobalSet;
use super::lease::Latch;
use super::memo::{Memo, Remembered};
use super::namespace;
use super::record::{Identity, Key, PluginRecord, PolicyRecord, Record};
use super::writer::Writer;
use crate::baseline;
use crate::context::Context;
use crate::contribution::{Content, Origin, PolicyContent};
use crate::error::{Error, Kind, Quoted, Result};
use crate::text;

/// A registry as it was when a call began.
pub(crate) struct Snapshot {
    lineup: Lineup,
    /// The same in registration order, across origins.
    pub(crate) registered: Vec<Arc<Record>>,
    /// Those that it can call, in registration order.
    pub(crate) plugins: Vec<Arc<PluginRecord>>,
    /// All plugins, in registration order, each with whether it has a hook and a stream observer.
    pub(crate) all_plugins: Vec<(Arc<Identity>, bool, bool)>,
    /// The enabled policies, in registration order.
    pub(crate) policies: Vec<Arc<PolicyRecord>>,
    /// All policies, in registration order, each with whether it is enabled.
    pub(crate) all_policies: Vec<(Arc<PolicyRecord>, bool)>,
    /// The first id on the list of enabled policies that is not known.
    unknown_policy: Option<String>,
    /// The addresses of all records and policies whose content is a static function, in order: what is remembered of them is
    /// found by their rank here.
    static_functions: Vec<usize>,
    memo: Memo,
    /// What a hook's emissions are checked against; made when the first hook emits.
    runtime_keys: OnceLock<HashSet<Key>>,
}

/// All that a resolution can see, in the order of the layers (semantics 3.1), safety aside.
#[derive(Default)]
pub(crate) struct Lineup {
    pub(crate) records: Vec<Arc<Record>>,
    /// Where the runtime-aware layer begins.
    pub(crate) runtime_start: usize,
    pub(crate) groups: Groups,
    /// Whether any runtime-aware record shares an id with a replace, or is one.
    pub(crate) runtime_meets_static: bool,
}

impl Lineup {
    /// Takes records in the order of the layers and adds the places that only a replacement fills.
    fn new(records: Vec<Arc<Record>>) -> Result<Lineup> {
        let records = with_placeholders(records)?;
        let runtime_start = records.partition_point(|record| record.origin != Origin::RuntimeAware);
        let groups = Groups::assign(&records)?;
        let runtime_meets_static = (runtime_start..records.len()).any(|i| groups.of(i).is_some());
        Ok(Lineup { groups, runtime_start, records, runtime_meets_static })
    }
}

/// Puts in a place for the baseline as a whole (semantics 3.11), and one for each bundled template that is not seeded (3.12), if a
/// replace names them.
fn with_placeholders(mut records: Vec<Arc<Record>>) -> Result<Vec<Arc<Record>>> {
    let defaults = records.partition_point(|record| record.origin == Origin::CoreDefault);
    let templates = records[defaults..].partition_point(|record| record.origin == Origin::CoreTemplate);
    let mut whole_baseline = false;
    let mut wanted = Vec::new();
    for record in records.iter().filter(|record| record.is_replace()) {
        if record.id() == baseline::DEFAULT_SYSTEM_PROMPT_ID {
            whole_baseline = defaults > 0;
        } else if let Some(place) = baseline::template_place(record.id()).filter(|_| templates == 0) {
            text::try_push(&mut wanted, place)?;
        }
    }
    wanted.sort_unstable();
    wanted.dedup();
    let mut places = text::try_vec(wanted.len())?;
    for place in wanted {
        places.push(Arc::new(Record::placeholder(baseline::TEMPLATES[place].id(), Origin::CoreTemplate)?));
    }
    records.try_reserve(places.len() + usize::from(whole_baseline))?;
    records.splice(defaults..defaults, places);
    if whole_baseline {
        records.insert(0, Arc::new(Record::placeholder(baseline::DEFAULT_SYSTEM_PROMPT_ID, Origin::CoreDefault)?));
    }
    Ok(records)
}

/// Which records meet in one section: those whose id has a replace. Record i is in group `of[i]`, or in none.
#[derive(Default)]
pub(crate) struct Groups {
    /// Empty if no record has mode replace.
    of: Vec<u32>,
    pub(crate) count: usize,
    /// The group that replaces the whole baseline, if there is one.
    pub(crate) whole_baseline: Option<usize>,
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
        let mut groups = Groups { of, count: by_id.len(), whole_baseline: None };
        groups.whole_baseline =
            records.first().filter(|first| first.is_placeholder && first.origin == Origin::CoreDefault).and(groups.of(0));
        Ok(groups)
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
        let mut registered = text::try_vec(writer.records.len())?;
        registered.extend(writer.records.iter().cloned());
        let mut plugins = text::try_vec(writer.plugins.len())?;
        plugins.extend(writer.plugins.iter().filter(|plugin| plugin.hook.is_some() || plugin.observer.is_some()).cloned());
        let mut all_plugins = text::try_vec(writer.plugins.len())?;
        all_plugins
            .extend(writer.plugins.iter().map(|plugin| (Arc::clone(&plugin.identity), plugin.hook.is_some(), plugin.observer.is_some())));
        let mut all_policies = text::try_vec(writer.policies.len())?;
        all_policies.extend(writer.policies.iter().map(|policy| (Arc::clone(policy), writer.is_enabled(policy))));
        let mut policies = text::try_vec(writer.policies.len())?;
        policies.extend(writer.policies.iter().filter(|policy| writer.is_enabled(policy)).cloned());
        let mut static_functions = Vec::new();
        for record in records.iter().filter(|record| matches!(record.contribution.content, Content::Static(_))) {
            text::try_push(&mut static_functions, address(&**record))?;
        }
        for policy in policies.iter().filter(|policy| matches!(policy.policy.content, PolicyContent::Static(_))) {
            text::try_push(&mut static_functions, address(&**policy))?;
        }
        static_functions.sort_unstable();
        Ok(Snapshot {
            lineup: Lineup::new(records)?,
            static_functions,
            memo: Memo::default(),
            registered,
            plugins,
            all_plugins,
            policies,
            all_policies,
            unknown_policy: writer.first_unknown_policy().map(text::try_string).transpose()?,
            runtime_keys: OnceLock::new(),
        })
    }

    /// What is remembered of a context.
    pub(crate) fn remembered(&self, context: &Context<'_>) -> Option<&Remembered> {
        self.memo.of(context, self.static_functions.len())
    }

    /// The rank of a record or policy among the static functions; none for what is not this snapshot's own.
    pub(crate) fn static_function<T>(&self, owner: &T) -> Option<usize> {
        self.static_functions.binary_search(&address(owner)).ok()
    }

    /// The latches of all that it can call.
    pub(super) fn latches(&self) -> Result<Vec<Arc<Latch>>> {
        let records = self.registered.iter().filter_map(|record| record.lease.as_ref());
        let policies = self.all_policies.iter().filter_map(|(policy, _)| policy.lease.as_ref());
        let plugins = self.plugins.iter().filter_map(|plugin| plugin.lease.as_ref());
        let mut latches = Vec::new();
        for lease in records.chain(policies).chain(plugins) {
            text::try_push(&mut latches, lease.latch())?;
        }
        Ok(latches)
    }

    /// Refuses to resolve while an enabled policy is not known (semantics 4): a misspelt policy is never a silent gap.
    pub(crate) fn check_policies(&self) -> Result<()> {
        self.unknown_policy.as_deref().map_or(Ok(()), |id| Err(unknown_policy(id, "is enabled but not registered")))
    }

    /// Checks a hook's emission against the runtime-aware records and what was emitted before (semantics 3.0).
    pub(crate) fn admit_emission(&self, row: &Arc<Record>, emitted: &mut HashSet<Key>) -> Result<()> {
        namespace::check(row)?;
        if self.runtime_keys()?.contains(&Key::new(row)) {
            return Err(namespace::duplicate(row));
        }
        namespace::enter(row, emitted)
    }

    fn runtime_keys(&self) -> Result<&HashSet<Key>> {
        if let Some(keys) = self.runtime_keys.get() {
            return Ok(keys);
        }
        let rows = &self.lineup.records[self.lineup.runtime_start..];
        let mut keys = HashSet::new();
        keys.try_reserve(rows.len())?;
        keys.extend(rows.iter().map(Key::new));
        Ok(self.runtime_keys.get_or_init(|| keys))
    }
}

fn address<T>(owner: &T) -> usize {
    std::ptr::from_ref(owner) as usize
}

pub(super) fn unknown_policy(id: &str, fault: &str) -> Error {
    Error::new(Kind::UnknownSafetyPolicy, id, format_args!("safety policy {} {fault}", Quoted(id)))
}

/// The lineup of a call: the snapshot's own, or one with what only the call can see.
pub(crate) enum CallLineup<'s> {
    Own(&'s Lineup),
    Wider(Box<Lineup>),
}

impl<'s> CallLineup<'s> {
    /// Layer by layer: the registry's own, then globals, then emissions (semantics 3.1).
    pub(crate) fn new(
        snapshot: &'s Snapshot,
        globals: Option<&GlobalSet>,
        runtime_id: &str,
        emitted: &[Arc<Record>],
    ) -> Result<CallLineup<'s>> {
        let own = &snapshot.lineup;
        let global = |layer: Origin| {
            globals.into_iter().flat_map(move |set| set.visible_to(runtime_id)).filter(move |record| record.origin == layer)
        };
        let extra = global(Origin::Static).count() + global(Origin::RuntimeAware).count() + emitted.len();
        if extra == 0 {
            return Ok(CallLineup::Own(own));
        }
        let (fixed, runtime) = own.records.split_at(own.runtime_start);
        let registered = |record: &&Arc<Record>| !record.is_placeholder;
        let mut records: Vec<Arc<Record>> = text::try_vec(own.records.len() + extra)?;
        records.extend(fixed.iter().filter(registered).chain(global(Origin::Static)).cloned());
        records.extend(runtime.iter().chain(global(Origin::RuntimeAware)).chain(emitted).cloned());
        Ok(CallLineup::Wider(Box::new(Lineup::new(records)?)))
    }

    /// Whether there is nothing in it but the snapshot's records.
    pub(crate) fn is_snapshots_own(&self) -> bool {
        matches!(self, CallLineup::Own(_))
    }
}

impl Deref for CallLineup<'_> {
    type Target = Lineup;

    fn deref(&self) -> &Lineup {
        match self {
            CallLineup::Own(lineup) => lineup,
            CallLineup::Wider(lineup) => lineup,
        }
    }
}
