//! Frozen snapshots: a registry as it was, for any thread, whatever becomes of the live one.

use std::sync::Arc;

use super::globals::{self, GlobalSet};
use super::lease::Latch;
use super::snapshot::Snapshot;
use super::{Registry, Shared};
use crate::error::{Error, Kind, Quoted, Result};
use crate::text;

/// What a frozen registry works on, and what it keeps from being removed.
pub(super) struct Frozen {
    pub(super) snapshot: Arc<Snapshot>,
    pub(super) globals: Option<Arc<GlobalSet>>,
    held: Vec<Arc<Latch>>,
}

impl Registry {
    /// A frozen registry: what this one is now, immune to later changes, also after this one is gone. Changing it is refused
    /// ([`Kind::Frozen`]); while it can call a plugin, contribution, policy or global, removing that from its own registry is
    /// refused ([`Kind::PluginInUse`]).
    ///
    /// # Errors
    /// [`Kind::OutOfMemory`].
    pub fn freeze(&self) -> Result<Registry> {
        if self.0.frozen.is_some() {
            return Ok(self.clone());
        }
        // While the writer is locked nothing can be removed between taking the snapshot and holding on to it.
        let writer = self.0.versions.lock();
        let snapshot = self.0.versions.read_under(&writer, Snapshot::take)?;
        let held = snapshot.latches()?;
        held.iter().for_each(|latch| latch.freeze());
        let mut frozen = Frozen { snapshot, globals: None, held };
        frozen.globals = globals::hold(&self.0.runtime_id, &mut frozen.held)?;
        drop(writer);
        Ok(Registry(Arc::new(Shared::new(text::try_string(&self.0.runtime_id)?, Default::default(), Some(frozen)))))
    }

    pub(super) fn refuse_frozen(&self, subject: &str) -> Result<()> {
        if self.0.frozen.is_none() {
            return Ok(());
        }
        Err(Error::new(
            Kind::Frozen,
            subject,
            format_args!("{} cannot be changed in a frozen snapshot; change the registry it was taken of", Quoted(subject)),
        ))
    }
}

impl Drop for Frozen {
    fn drop(&mut self) {
        self.held.iter().for_each(|latch| latch.thaw());
    }
}

/// Refuses a removal while a frozen snapshot can still call what it takes out (semantics 2).
pub(super) fn refuse_in_use(latches: &[Arc<Latch>], subject: &str) -> Result<()> {
    if !latches.iter().any(|latch| latch.is_frozen()) {
        return Ok(());
    }
    Err(Error::new(Kind::PluginInUse, subject, format_args!("a frozen snapshot can still call {}; free it first", Quoted(subject))))
}
