//! Probes: what an observer is told while a prompt is made.

use crate::callback;
use crate::compose::Prompt;
use crate::contribution::Origin;
use crate::error::Result;

/// An observer of one call. Every method may be left out; one that fails fails the call (semantics 3.3, 3.4, 6.8).
pub trait Probes {
    /// An active contribution or safety policy is empty.
    fn on_empty_content(&self, id: &str, origin: Origin) -> Result<()> {
        let _ = (id, origin);
        Ok(())
    }

    /// A replace has no target; told once per id, before its content is evaluated.
    fn on_replace_target_missing(&self, id: &str) -> Result<()> {
        let _ = id;
        Ok(())
    }

    /// These ids have two or more active replaces, in the order of their first.
    fn on_duplicate_replace(&self, ids: &[&str]) -> Result<()> {
        let _ = ids;
        Ok(())
    }

    /// A prompt was composed; its caller does not have it yet.
    fn on_built(&self, prompt: &Prompt) -> Result<()> {
        let _ = prompt;
        Ok(())
    }
}

/// Fires a probe, if there are any, and blames its failure on the id it was fired for.
pub(crate) fn fire(probes: Option<&dyn Probes>, name: &str, subject: &str, tell: impl FnOnce(&dyn Probes) -> Result<()>) -> Result<()> {
    let Some(probes) = probes else { return Ok(()) };
    let _inside = callback::enter();
    tell(probes).map_err(|error| error.blamed_on(name, subject))
}
