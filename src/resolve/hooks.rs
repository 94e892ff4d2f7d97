//! Per-turn hooks: what plugins add to one turn (semantics 3.0).

use std::collections::HashSet;
use std::sync::Arc;

use crate::callback;
use crate::context::{Context, State};
use crate::contribution::{Contribution, Origin};
use crate::error::{Error, Result};
use crate::registry::{checked_origin, Identity, Key, Record, Registrant, Snapshot};

/// What a hook emits through.
pub struct Emitter<'t> {
    snapshot: &'t Snapshot,
    plugin: Arc<Identity>,
    keys: HashSet<Key>,
    emitted: Vec<Arc<Record>>,
    refusal: Option<Error>,
}

impl Emitter<'_> {
    /// Adds a contribution to this turn, as the hook's plugin and as runtime-aware.
    ///
    /// # Errors
    /// Those of the namespace rules, checked against the registry's runtime-aware records and what was emitted before. The first
    /// one fails the resolution, whatever the hook does afterwards.
    pub fn emit(&mut self, contribution: Contribution) -> Result<()> {
        self.admit(contribution).inspect_err(|error| {
            self.refusal.get_or_insert_with(|| error.twin());
        })
    }

    /// Makes the resolution fail for an emission that could not even be read.
    pub(crate) fn refuse(&mut self, error: &Error) {
        self.refusal.get_or_insert_with(|| error.twin());
    }

    fn admit(&mut self, contribution: Contribution) -> Result<()> {
        let origin = checked_origin(&contribution, Some(Origin::RuntimeAware))?;
        let row = Arc::new(Record::new(contribution, origin, Registrant::Plugin(Arc::clone(&self.plugin)), None));
        self.emitted.try_reserve(1)?;
        self.snapshot.admit_emission(&row, &mut self.keys)?;
        self.emitted.push(row);
        Ok(())
    }
}

/// Runs all hooks, in plugin registration order, and gives what they emitted.
pub(super) fn collect(snapshot: &Snapshot, context: &Context<'_>, state: &State<'_>) -> Result<Vec<Arc<Record>>> {
    let mut keys = HashSet::new();
    let mut emitted = Vec::new();
    for plugin in &snapshot.plugins {
        let Some(hook) = &plugin.hook else { continue };
        let mut emitter = Emitter { snapshot, plugin: Arc::clone(&plugin.identity), keys, emitted, refusal: None };
        let outcome = {
            let _inside = callback::enter();
            hook(context, state, &mut emitter)
        };
        if let Some(refusal) = emitter.refusal {
            return Err(refusal.emitted_by(&plugin.identity.name).with_payload_of(outcome));
        }
        outcome.map_err(|error| error.blamed_on("the hook of plugin", &plugin.identity.name))?;
        (keys, emitted) = (emitter.keys, emitter.emitted);
    }
    Ok(emitted)
}
