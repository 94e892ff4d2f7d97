//! The registry: who may say what, in which order. Reads work on immutable snapshots and hold no lock; a change retires the
//! current snapshot, and the first read after it takes the next one. The registry itself never runs a callback.

mod dump;
mod freeze;
mod globals;
mod lease;
mod memo;
mod namespace;
mod record;
mod records;
mod snapshot;
mod unit;
mod versions;
mod writer;

use std::sync::Arc;

pub use globals::{register_global, unregister_global};
pub(crate) use lease::{Latch, Lease};
pub(crate) use memo::Remembered;
pub use memo::REMEMBERED_CONTEXTS;
pub use namespace::check_id;
pub(crate) use record::{Identity, Key, PolicyRecord, Record, Registrant};
pub use records::{ContentKind, RecordView, Records};
pub(crate) use snapshot::{CallLineup, Lineup, Snapshot};
pub(crate) use unit::{Batch, Part, Refused};

use crate::baseline;
use crate::callback;
use crate::contribution::{Contribution, Origin, Plugin, PolicyContent, SafetyPolicy};
use crate::error::{Error, Kind, Quoted, Result};
use crate::text::{self, Text};
use freeze::Frozen;
use globals::GlobalSet;
use unit::Unit;
use versions::Versions;
use writer::{Removed, Writer};

/// A registry of contributions: one embedding of the library. A clone is the same registry.
#[derive(Clone)]
pub struct Registry(Arc<Shared>);

struct Shared {
    runtime_id: String,
    versions: Versions<Writer, Snapshot>,
    /// Set for ever, if this is a frozen snapshot of another registry.
    frozen: Option<Frozen>,
}

impl Shared {
    fn new(runtime_id: String, writer: Writer, frozen: Option<Frozen>) -> Shared {
        Shared { runtime_id, versions: Versions::new(writer), frozen }
    }
}

/// How a registry is made. The default has the baseline and the library's safety policies.
pub struct RegistryOptions {
    /// The runtime id that globals name. Empty: only those for `*` reach the registry.
    pub runtime_id: String,
    /// The ids of the enabled safety policies; `None`: the policies' own defaults.
    pub enabled_safety_policies: Option<Vec<String>>,
    /// Whether it begins with the bundled baseline, base and extension.
    pub seed_core_defaults: bool,
    /// Whether it begins with all bundled templates too.
    pub seed_core_templates: bool,
    /// Whether it begins with the library's own safety policies.
    pub seed_safety_policies: bool,
}

impl Default for RegistryOptions {
    fn default() -> RegistryOptions {
        RegistryOptions {
            runtime_id: String::new(),
            enabled_safety_policies: None,
            seed_core_defaults: true,
            seed_core_templates: false,
            seed_safety_policies: true,
        }
    }
}

impl RegistryOptions {
    /// A registry that begins with nothing.
    pub fn empty() -> RegistryOptions {
        RegistryOptions { seed_core_defaults: false, seed_safety_policies: false, ..RegistryOptions::default() }
    }
}

/// What one call works on, kept alive until the call is over.
pub(crate) struct View {
    pub(crate) snapshot: Arc<Snapshot>,
    globals: Option<Arc<GlobalSet>>,
    registry: Arc<Shared>,
}

impl View {
    /// Whether any global is visible.
    pub(crate) fn has_globals(&self) -> bool {
        self.globals.as_ref().is_some_and(|globals| globals.visible_to(&self.registry.runtime_id).next().is_some())
    }

    /// All that the call can see, in order.
    pub(crate) fn lineup(&self, emitted: &[Arc<Record>]) -> Result<CallLineup<'_>> {
        CallLineup::new(&self.snapshot, self.globals.as_deref(), &self.registry.runtime_id, emitted)
    }
}

impl Registry {
    /// A registry with what the options seed.
    ///
    /// # Errors
    /// [`Kind::OutOfMemory`].
    pub fn new(options: RegistryOptions) -> Result<Registry> {
        let mut writer = Writer::default();
        seed(&mut writer, &options)?;
        writer.enable(options.enabled_safety_policies)?;
        Ok(Registry(Arc::new(Shared::new(options.runtime_id, writer, None))))
    }

    /// Registers contributions in order, as the host's own: all of them or none (semantics 2).
    ///
    /// # Errors
    /// Those of the namespace rules; the subject is the refused id.
    pub fn register(&self, contributions: Vec<Contribution>) -> Result<()> {
        self.register_unit(Unit::of_host(contributions, Vec::new())?)
    }

    /// Removes what was registered directly under that origin and id: the slot and the replace. When it returns, none of its
    /// callbacks is running or will run, and what it held has been dropped.
    ///
    /// # Errors
    /// [`Kind::UnknownContribution`], [`Kind::InvalidArgument`] (an origin that nobody can register), [`Kind::ReEntrancy`].
    pub fn unregister(&self, origin: Origin, id: &str) -> Result<()> {
        removable_origin(origin, id)?;
        callback::refuse_inside("removing contribution", id)?;
        self.remove(id, |writer| writer.unregister(origin, id))
    }

    /// Registers a plugin: all of it or none of it (semantics 2).
    ///
    /// # Errors
    /// [`Kind::InvalidArgument`] (the name), [`Kind::DuplicatePlugin`], and for a row those of the namespace rules.
    pub fn register_plugin(&self, plugin: Plugin) -> Result<()> {
        self.register_unit(Unit::of_plugin(plugin)?)
    }

    /// Replaces the plugin of the same name in one step; other plugins' sections do not move (semantics 2). When it returns, no
    /// callback of the old plugin is running or will run, and what it held has been dropped.
    ///
    /// # Errors
    /// As [`Registry::register_plugin`], with [`Kind::UnknownPlugin`] in the place of the duplicate; [`Kind::ReEntrancy`].
    pub fn replace_plugin(&self, plugin: Plugin) -> Result<()> {
        let unit = Unit::of_plugin(plugin)?;
        let name = unit.subject();
        callback::refuse_inside("replacing plugin", name)?;
        self.remove(name, |writer| writer.replace_plugin(name, &unit))
    }

    /// Removes all that a plugin registered. When it returns, none of its callbacks is running or will run, and what it held has
    /// been dropped.
    ///
    /// # Errors
    /// [`Kind::UnknownPlugin`], [`Kind::ReEntrancy`].
    pub fn unregister_plugin(&self, name: &str) -> Result<()> {
        callback::refuse_inside("removing plugin", name)?;
        self.remove(name, |writer| writer.unregister_plugin(name))
    }

    /// Registers a safety policy (semantics 4).
    ///
    /// # Errors
    /// [`Kind::UnnamespacedId`], [`Kind::ForeignNamespace`], [`Kind::DuplicateContributionId`].
    pub fn register_safety_policy(&self, policy: SafetyPolicy) -> Result<()> {
        let mut policies = text::try_vec(1)?;
        policies.push(policy);
        self.register_unit(Unit::of_host(Vec::new(), policies)?)
    }

    /// Removes a safety policy that was registered directly. When it returns, its callback is not running and will not run, and
    /// what it held has been dropped.
    ///
    /// # Errors
    /// [`Kind::UnknownSafetyPolicy`], [`Kind::ReEntrancy`].
    pub fn unregister_safety_policy(&self, id: &str) -> Result<()> {
        callback::refuse_inside("removing safety policy", id)?;
        self.remove(id, |writer| writer.unregister_policy(id))
    }

    /// Sets which safety policies are enabled; `None` goes back to the policies' own defaults (semantics 4).
    ///
    /// # Errors
    /// [`Kind::OutOfMemory`].
    pub fn set_enabled_safety_policies(&self, ids: Option<Vec<String>>) -> Result<()> {
        self.refuse_frozen("enabledSafetyPolicies")?;
        self.change(|writer| writer.enable(ids))
    }

    /// Hands bytes of a stream to the plugins' observers, in plugin registration order. The bytes may be anything.
    ///
    /// # Errors
    /// [`Kind::CallbackFailed`], the subject being the plugin; the observers after it are not called.
    pub fn emit_stream(&self, bytes: &[u8]) -> Result<()> {
        callback::refuse_too_deep()?;
        for plugin in &self.snapshot()?.plugins {
            let Some(observe) = &plugin.observer else { continue };
            let _inside = callback::enter();
            observe(bytes).map_err(|error| error.blamed_on("the stream observer of plugin", &plugin.identity.name))?;
        }
        Ok(())
    }

    /// The registry as it is now, for one call.
    pub(crate) fn view(&self) -> Result<View> {
        callback::refuse_too_deep()?;
        let globals = match &self.0.frozen {
            Some(frozen) => frozen.globals.clone(),
            None => globals::current(),
        };
        Ok(View { snapshot: self.snapshot()?, globals, registry: Arc::clone(&self.0) })
    }

    fn snapshot(&self) -> Result<Arc<Snapshot>> {
        if let Some(frozen) = &self.0.frozen {
            return Ok(Arc::clone(&frozen.snapshot));
        }
        self.0.versions.read(Snapshot::take)
    }

    fn change<T, E>(&self, change: impl FnOnce(&mut Writer) -> Result<T, E>) -> Result<T, E> {
        self.0.versions.change(change)
    }

    fn register_unit(&self, unit: Unit) -> Result<()> {
        self.refuse_frozen(unit.subject())?;
        Ok(self.change(|writer| writer.register(&unit))?)
    }

    fn remove(&self, subject: &str, change: impl FnOnce(&mut Writer) -> Result<Removed>) -> Result<()> {
        self.refuse_frozen(subject)?;
        self.change(change)?.drain();
        Ok(())
    }
}

/// Registers what the library brings: the baseline, then the templates, and its own policies before all others.
fn seed(writer: &mut Writer, options: &RegistryOptions) -> Result<()> {
    let defaults = baseline::BASE.iter().chain(baseline::EXTENSION).filter(|_| options.seed_core_defaults);
    let templates = baseline::TEMPLATES.iter().filter(|_| options.seed_core_templates);
    let fragments =
        defaults.map(|fragment| (fragment, Origin::CoreDefault)).chain(templates.map(|fragment| (fragment, Origin::CoreTemplate)));
    let mut unit = Unit::default();
    for (fragment, origin) in fragments {
        text::try_push(&mut unit.rows, Arc::new(Record::bundled(fragment.id(), origin, fragment.text())?))?;
    }
    for (fragment, enabled_by_default) in baseline::SAFETY.iter().filter(|_| options.seed_safety_policies) {
        let content = PolicyContent::Text(Text::new(fragment.text())?);
        let policy =
            SafetyPolicy { id: text::try_string(fragment.id())?, content, enabled_by_default: *enabled_by_default, attachment: None };
        text::try_push(&mut unit.policies, Arc::new(PolicyRecord::new(policy, Registrant::Library, None)))?;
    }
    Ok(writer.register(&unit)?)
}

/// The origin of a contribution that a host hands over: `list` is what the list it is in says, if it is in one.
pub(crate) fn checked_origin(contribution: &Contribution, list: Option<Origin>) -> Result<Origin> {
    let id = &contribution.id;
    match (contribution.origin, list) {
        (None, Some(list)) => Ok(list),
        (None, None) => Ok(contribution.effective_origin()),
        (Some(own), Some(list)) if own != list => {
            let (own, list) = (own.name(), list.name());
            Err(Error::new(
                Kind::InvalidArgument,
                id,
                format_args!("{} has origin {own} among contributions of origin {list}; leave the origin out", Quoted(id)),
            ))
        }
        (Some(own), _) => removable_origin(own, id).map(|()| own),
    }
}

/// Only two origins are a host's to add to and remove from.
fn removable_origin(origin: Origin, id: &str) -> Result<()> {
    match origin {
        Origin::Static | Origin::RuntimeAware => Ok(()),
        Origin::CoreDefault | Origin::CoreTemplate => {
            let origin = origin.name();
            Err(Error::new(
                Kind::InvalidArgument,
                id,
                format_args!("{} with origin {origin}, which is the library's own; static and runtime-aware are allowed", Quoted(id)),
            ))
        }
    }
}
