//! What is registered in one step, all or none: a plugin, the host's own, the library's own, or several of these.

use std::sync::Arc;

use super::lease::Latch;
use super::namespace;
use super::record::{Identity, PluginRecord, PolicyRecord, Record, Registrant};
use super::{checked_origin, Registry};
use crate::contribution::{Contribution, Origin, Plugin, SafetyPolicy};
use crate::error::{Error, Result};
use crate::text;

/// Rows and policies of one registrant, ready to be registered.
#[derive(Default)]
pub(super) struct Unit {
    /// Set if they are a plugin's.
    pub(super) plugin: Option<Arc<PluginRecord>>,
    /// Of a plugin: static, then runtime-aware.
    pub(super) rows: Vec<Arc<Record>>,
    pub(super) policies: Vec<Arc<PolicyRecord>>,
}

/// Which part of a unit is refused.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    /// The unit as such: its plugin's name.
    Whole,
    Row(usize),
    Policy(usize),
}

/// A unit that cannot be registered.
pub(super) struct Refusal {
    pub(super) part: Part,
    pub(super) error: Error,
}

impl Refusal {
    pub(super) fn of(part: Part) -> impl Fn(Error) -> Refusal {
        move |error| Refusal { part, error }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        refusal.error
    }
}

impl From<std::collections::TryReserveError> for Refusal {
    fn from(error: std::collections::TryReserveError) -> Refusal {
        Refusal { part: Part::Whole, error: error.into() }
    }
}

impl Unit {
    /// The host's own.
    pub(super) fn of_host(contributions: Vec<Contribution>, policies: Vec<SafetyPolicy>) -> Result<Unit, Refusal> {
        let mut unit = Unit::default();
        unit.rows.try_reserve_exact(contributions.len())?;
        unit.policies.try_reserve_exact(policies.len())?;
        for contribution in contributions {
            let origin = checked_origin(&contribution, None).map_err(Refusal::of(Part::Row(unit.rows.len())))?;
            unit.rows.push(Arc::new(Record::new(contribution, origin, Registrant::Host, None)));
        }
        unit.policies.extend(policies.into_iter().map(|policy| Arc::new(PolicyRecord::new(policy, Registrant::Host, None))));
        Ok(unit)
    }

    /// Everything of a plugin that can be made and checked without the registry.
    pub(super) fn of_plugin(plugin: Plugin) -> Result<Unit, Refusal> {
        let Plugin { name, version, prompts, runtime_prompts, safety_policies, hook, observer, attachment } = plugin;
        let latch = Arc::new(Latch::default());
        let identity = Arc::new(Identity { name, version });
        let by = || Registrant::Plugin(Arc::clone(&identity));
        // From here on the plugin's own callbacks go with the record, whatever happens.
        let record = Arc::new(PluginRecord::new(Arc::clone(&identity), hook, observer, attachment, &latch));
        namespace::check_plugin_name(&identity.name).map_err(Refusal::of(Part::Whole))?;
        let mut unit = Unit { plugin: Some(record), ..Unit::default() };
        unit.rows.try_reserve_exact(prompts.len() + runtime_prompts.len())?;
        for (list, origin) in [(prompts, Origin::Static), (runtime_prompts, Origin::RuntimeAware)] {
            for contribution in list {
                let origin = checked_origin(&contribution, Some(origin)).map_err(Refusal::of(Part::Row(unit.rows.len())))?;
                unit.rows.push(Arc::new(Record::new(contribution, origin, by(), Some(&latch))));
            }
        }
        unit.policies.try_reserve_exact(safety_policies.len())?;
        unit.policies.extend(safety_policies.into_iter().map(|policy| Arc::new(PolicyRecord::new(policy, by(), Some(&latch)))));
        Ok(unit)
    }

    /// What a refusal of the whole is about: the plugin's name, or the first id.
    pub(super) fn subject(&self) -> &str {
        let plugin = self.plugin.as_ref().map(|plugin| plugin.identity.name.as_str());
        let id = || self.rows.first().map(|row| row.id()).or_else(|| self.policies.first().map(|policy| policy.id()));
        plugin.or_else(id).unwrap_or("")
    }
}

/// Several units in one step.
#[derive(Default)]
pub(crate) struct Batch {
    pub(crate) plugins: Vec<Plugin>,
    pub(crate) contributions: Vec<Contribution>,
    pub(crate) safety_policies: Vec<SafetyPolicy>,
}

/// What of a batch is refused.
pub(crate) struct Refused {
    /// Which plugin it is of; none if it is the host's own.
    pub(crate) plugin: Option<usize>,
    pub(crate) part: Part,
    pub(crate) error: Error,
}

impl Registry {
    /// Registers plugins one by one, then contributions, then policies: all of it or none of it. What is refused is what would be
    /// refused first if each were registered by a call of its own.
    pub(crate) fn register_batch(&self, batch: Batch) -> Result<(), Refused> {
        let plugins = batch.plugins.len();
        let refused = |(unit, Refusal { part, error }): (usize, Refusal)| Refused { plugin: (unit < plugins).then_some(unit), part, error };
        let mut units = text::try_vec(plugins + 1).map_err(|error| refused((plugins, Refusal { part: Part::Whole, error })))?;
        let mut prepared = batch.plugins.into_iter().map(Unit::of_plugin);
        let mut unfit = prepared.try_for_each(|unit| unit.map(|unit| units.push(unit))).err();
        if unfit.is_none() {
            unfit = Unit::of_host(batch.contributions, batch.safety_policies).map(|unit| units.push(unit)).err();
        }
        if let Some(first) = units.first() {
            self.refuse_frozen(first.subject()).map_err(|error| refused((0, Refusal { part: Part::Whole, error })))?;
        }
        // The units outlive the lock: nothing of them is dropped under it.
        self.change(|writer| writer.register_all(&units, unfit)).map_err(refused)
    }
}
