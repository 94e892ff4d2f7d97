//! The writer's side of a registry: what is registered, in order. Every change is all or none, and runs no host code: what it
//! takes out is handed back, to be dropped when no lock is held.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::freeze::refuse_in_use;
use super::lease::{Latch, Lease};
use super::namespace;
use super::record::{Identity, Key, PluginRecord, PolicyRecord, Record, Registrant};
use super::snapshot::unknown_policy;
use super::unit::{Part, Refusal, Unit};
use crate::contribution::Origin;
use crate::error::{Error, Kind, Quoted, Result};
use crate::text;

/// Everything registered with one registry.
#[derive(Default)]
pub(super) struct Writer {
    /// In registration order, across origins.
    pub(super) records: Vec<Arc<Record>>,
    keys: HashSet<Key>,
    pub(super) plugins: Vec<Arc<PluginRecord>>,
    pub(super) policies: Vec<Arc<PolicyRecord>>,
    plugin_names: HashSet<ByName<Identity>>,
    policy_ids: HashSet<ByName<PolicyRecord>>,
    enabled: Option<HashSet<String>>,
    /// The list as it was given: its first unknown id is reported.
    enabled_in_order: Vec<String>,
}

/// A policy or a plugin's identity seen as what must be unique.
struct ByName<T>(Arc<T>);

trait Named {
    fn name(&self) -> &str;
}

impl Named for PolicyRecord {
    fn name(&self) -> &str {
        self.id()
    }
}

impl Named for Identity {
    fn name(&self) -> &str {
        &self.name
    }
}

impl<T: Named> PartialEq for ByName<T> {
    fn eq(&self, other: &ByName<T>) -> bool {
        self.0.name() == other.0.name()
    }
}

impl<T: Named> Eq for ByName<T> {}

impl<T: Named> Hash for ByName<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name().hash(state);
    }
}

impl<T: Named> Borrow<str> for ByName<T> {
    fn borrow(&self) -> &str {
        self.0.name()
    }
}

/// What a change took out: dropped outside the lock, then waited for.
#[derive(Default)]
pub(super) struct Removed {
    records: Vec<Arc<Record>>,
    policies: Vec<Arc<PolicyRecord>>,
    plugin: Option<Arc<PluginRecord>>,
    latches: Vec<Arc<Latch>>,
}

impl Removed {
    /// Lets go of everything and waits until no call in flight can run any of it.
    pub(super) fn drain(self) {
        let Removed { records, policies, plugin, latches } = self;
        drop((records, policies, plugin));
        latches.iter().for_each(|latch| latch.wait());
    }

    fn latch(&mut self, lease: Option<&Lease>) -> Result<()> {
        lease.map_or(Ok(()), |lease| text::try_push(&mut self.latches, lease.latch()))
    }
}

impl Writer {
    /// Registers a unit: all of it or none of it.
    pub(super) fn register(&mut self, unit: &Unit) -> Result<(), Refusal> {
        if let Some(plugin) = &unit.plugin {
            self.check_new(plugin).map_err(Refusal::of(Part::Whole))?;
            self.plugins.try_reserve(1)?;
            self.plugin_names.try_reserve(1)?;
        }
        self.records.try_reserve(unit.rows.len())?;
        self.policies.try_reserve(unit.policies.len())?;
        self.admit(unit)?;
        self.plugin_names.extend(unit.plugin.iter().map(|plugin| ByName(Arc::clone(&plugin.identity))));
        self.plugins.extend(unit.plugin.iter().cloned());
        self.records.extend(unit.rows.iter().cloned());
        self.policies.extend(unit.policies.iter().cloned());
        Ok(())
    }

    /// Registers units in order: all of them or none. `unfit` is what could not even be made a unit, and comes after them. Says
    /// which one is refused.
    pub(super) fn register_all(&mut self, units: &[Unit], unfit: Option<Refusal>) -> Result<(), (usize, Refusal)> {
        let mut numbered = units.iter().enumerate();
        let refused = numbered.find_map(|(i, unit)| self.register(unit).err().map(|refusal| (i, refusal)));
        let Some((i, refusal)) = refused.or(unfit.map(|refusal| (units.len(), refusal))) else { return Ok(()) };
        units[..i].iter().rev().for_each(|unit| self.take_back(unit));
        Err((i, refusal))
    }

    /// Undoes the latest [`Writer::register`].
    fn take_back(&mut self, unit: &Unit) {
        namespace::expel(&unit.rows, &mut self.keys);
        self.expel_policies(&unit.policies);
        if let Some(plugin) = &unit.plugin {
            self.plugin_names.remove(plugin.identity.name.as_str());
            self.plugins.pop();
        }
        self.records.truncate(self.records.len() - unit.rows.len());
        self.policies.truncate(self.policies.len() - unit.policies.len());
    }

    /// Takes out what was registered directly under that origin and id.
    pub(super) fn unregister(&mut self, origin: Origin, id: &str) -> Result<Removed> {
        let wanted = |record: &Record| record.origin == origin && record.id() == id && matches!(record.registrant, Registrant::Host);
        let mut removed = Removed::default();
        for record in self.records.iter().filter(|record| wanted(record)) {
            text::try_push(&mut removed.records, Arc::clone(record))?;
            removed.latch(record.lease.as_ref())?;
        }
        if removed.records.is_empty() {
            let origin = origin.name();
            return Err(Error::new(
                Kind::UnknownContribution,
                id,
                format_args!("nothing was registered directly as {} with origin {origin}", Quoted(id)),
            ));
        }
        refuse_in_use(&removed.latches, id)?;
        self.records.retain(|record| !wanted(record));
        namespace::expel(&removed.records, &mut self.keys);
        Ok(removed)
    }

    /// Puts a new plugin in the place of the old one of its name (semantics 2).
    pub(super) fn replace_plugin(&mut self, name: &str, unit: &Unit) -> Result<Removed> {
        let index = self.plugin_index(name)?;
        self.plugin_names.try_reserve(1)?;
        let records = replaced(&self.records, &unit.rows, |record| record.registrant.is_plugin(name))?;
        let policies = replaced(&self.policies, &unit.policies, |policy| policy.registrant.is_plugin(name))?;
        let mut removed = self.of_plugin(index)?;
        refuse_in_use(&removed.latches, name)?;
        // Room for both, so that after a refusal the old keys go back without needing memory.
        self.keys.try_reserve(removed.records.len() + unit.rows.len())?;
        self.policy_ids.try_reserve(removed.policies.len() + unit.policies.len())?;
        self.expel(&removed);
        if let Err(refusal) = self.admit(unit) {
            self.readmit(&removed);
            return Err(refusal.error);
        }
        self.records = records;
        self.policies = policies;
        removed.plugin = unit.plugin.clone().map(|plugin| {
            self.plugin_names.replace(ByName(Arc::clone(&plugin.identity)));
            std::mem::replace(&mut self.plugins[index], plugin)
        });
        Ok(removed)
    }

    pub(super) fn unregister_plugin(&mut self, name: &str) -> Result<Removed> {
        let index = self.plugin_index(name)?;
        let mut removed = self.of_plugin(index)?;
        refuse_in_use(&removed.latches, name)?;
        self.expel(&removed);
        self.records.retain(|record| !record.registrant.is_plugin(name));
        self.policies.retain(|policy| !policy.registrant.is_plugin(name));
        self.plugin_names.remove(name);
        removed.plugin = Some(self.plugins.remove(index));
        Ok(removed)
    }

    /// Takes out a policy that was registered directly.
    pub(super) fn unregister_policy(&mut self, id: &str) -> Result<Removed> {
        let wanted = |policy: &PolicyRecord| policy.id() == id && matches!(policy.registrant, Registrant::Host);
        let Some(index) = self.policies.iter().position(|policy| wanted(policy)) else {
            return Err(unknown_policy(id, "was not registered directly"));
        };
        let mut removed = Removed::default();
        removed.policies.try_reserve(1)?;
        removed.latch(self.policies[index].lease.as_ref())?;
        refuse_in_use(&removed.latches, id)?;
        self.policy_ids.remove(id);
        removed.policies.push(self.policies.remove(index));
        Ok(removed)
    }

    /// Sets the list of enabled policies; `None` goes back to the policies' defaults.
    pub(super) fn enable(&mut self, ids: Option<Vec<String>>) -> Result<()> {
        let mut set = HashSet::new();
        for id in ids.iter().flatten() {
            set.try_reserve(1)?;
            set.insert(text::try_string(id)?);
        }
        self.enabled = ids.is_some().then_some(set);
        self.enabled_in_order = ids.unwrap_or_default();
        Ok(())
    }

    pub(super) fn is_enabled(&self, policy: &PolicyRecord) -> bool {
        self.enabled.as_ref().map_or(policy.policy.enabled_by_default, |enabled| enabled.contains(policy.id()))
    }

    pub(super) fn first_unknown_policy(&self) -> Option<&str> {
        self.enabled_in_order.iter().map(String::as_str).find(|id| !self.policy_ids.contains(*id))
    }

    fn plugin_index(&self, name: &str) -> Result<usize> {
        self.plugins
            .iter()
            .position(|plugin| plugin.identity.name == name)
            .ok_or_else(|| Error::new(Kind::UnknownPlugin, name, format_args!("no plugin {} is registered", Quoted(name))))
    }

    fn of_plugin(&self, index: usize) -> Result<Removed> {
        let name = &self.plugins[index].identity.name;
        let mut removed = Removed::default();
        for record in self.records.iter().filter(|record| record.registrant.is_plugin(name)) {
            text::try_push(&mut removed.records, Arc::clone(record))?;
        }
        for policy in self.policies.iter().filter(|policy| policy.registrant.is_plugin(name)) {
            text::try_push(&mut removed.policies, Arc::clone(policy))?;
        }
        text::try_push(&mut removed.latches, Arc::clone(&self.plugins[index].latch))?;
        Ok(removed)
    }

    /// Enters the keys of a unit's rows and policies, all or none.
    fn admit(&mut self, unit: &Unit) -> Result<(), Refusal> {
        namespace::admit(&unit.rows, &mut self.keys).map_err(|(i, error)| Refusal { part: Part::Row(i), error })?;
        for (i, policy) in unit.policies.iter().enumerate() {
            if let Err(error) = self.admit_policy(policy) {
                self.expel_policies(&unit.policies[..i]);
                namespace::expel(&unit.rows, &mut self.keys);
                return Err(Refusal { part: Part::Policy(i), error });
            }
        }
        Ok(())
    }

    fn check_new(&self, plugin: &PluginRecord) -> Result<()> {
        let name = plugin.identity.name.as_str();
        if self.plugin_names.contains(name) {
            return Err(Error::new(
                Kind::DuplicatePlugin,
                name,
                format_args!("a plugin {} is registered already; replace or unregister it", Quoted(name)),
            ));
        }
        Ok(())
    }

    fn admit_policy(&mut self, policy: &Arc<PolicyRecord>) -> Result<()> {
        let id = policy.id();
        namespace::check_policy_id(id)?;
        self.policy_ids.try_reserve(1)?;
        if !self.policy_ids.insert(ByName(Arc::clone(policy))) {
            return Err(Error::new(
                Kind::DuplicateContributionId,
                id,
                format_args!("a safety policy {} is registered already", Quoted(id)),
            ));
        }
        Ok(())
    }

    fn expel(&mut self, removed: &Removed) {
        namespace::expel(&removed.records, &mut self.keys);
        self.expel_policies(&removed.policies);
    }

    fn expel_policies(&mut self, policies: &[Arc<PolicyRecord>]) {
        for policy in policies {
            self.policy_ids.remove(policy.id());
        }
    }

    /// The other way round; the room was made before.
    fn readmit(&mut self, removed: &Removed) {
        self.keys.extend(removed.records.iter().map(Key::new));
        self.policy_ids.extend(removed.policies.iter().map(|policy| ByName(Arc::clone(policy))));
    }
}

/// The list with the new items where the first old one stood, or at the end if there was none.
fn replaced<T>(list: &[Arc<T>], new: &[Arc<T>], is_old: impl Fn(&T) -> bool) -> Result<Vec<Arc<T>>> {
    let first = list.iter().position(|item| is_old(item)).unwrap_or(list.len());
    let mut out = text::try_vec(list.len() + new.len())?;
    out.extend(list[..first].iter().chain(new).cloned());
    out.extend(list[first..].iter().filter(|item| !is_old(item)).cloned());
    Ok(out)
}
