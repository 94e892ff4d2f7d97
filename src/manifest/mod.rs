//! Manifests: plugins, contributions and safety policies as one JSON document. Texts only: functions are registered by calls.

mod shape;

use crate::document;
use crate::error::{Error, Kind, Result};
use crate::registry::{Part, Refused, Registry};
use crate::text;
use shape::Document;

impl Registry {
    /// Registers all that a manifest has, in one step: its plugins one by one, then its contributions, then its safety policies;
    /// all of the document or none of it. What it looks like is in `schemas/manifest.schema.json`: the keys of the C structs in
    /// camelCase, `null` where a value is absent, nothing unknown and nothing twice.
    ///
    /// What the document is refused for is what the calls would be, had each plugin, then all contributions, then each policy been
    /// registered by its own; the message says where it is in the document.
    ///
    /// # Errors
    /// [`Kind::InvalidJson`], the subject being the JSON path (`$.contributions[3].mode`), the message giving line and column;
    /// [`Kind::LimitExceeded`] over [`crate::JSON_MAX_BYTES`]; and those of [`Registry::register_plugin`],
    /// [`Registry::register`] and [`Registry::register_safety_policy`], with their subjects.
    pub fn load_json(&self, json: &str) -> Result<()> {
        let batch = document::read(json).and_then(Document::into_batch)?;
        let mut prompts = text::try_vec(batch.plugins.len())?;
        prompts.extend(batch.plugins.iter().map(|plugin| plugin.prompts.len()));
        self.register_batch(batch).map_err(|refused| placed(refused, &prompts))
    }
}

/// Says where in the document it is; `prompts` are how many static rows the plugins have, after which the runtime-aware ones count.
fn placed(refused: Refused, prompts: &[usize]) -> Error {
    let Refused { plugin, part, error } = refused;
    match (plugin, part) {
        (_, _) if error.kind() == Kind::Frozen => error,
        (None, Part::Whole) => error,
        (None, Part::Row(i)) => error.within("$.contributions", i),
        (None, Part::Policy(i)) => error.within("$.safetyPolicies", i),
        (Some(plugin), Part::Whole) => error.within("$.plugins", plugin),
        (Some(plugin), Part::Row(i)) => match i.checked_sub(prompts[plugin]) {
            None => error.at(format_args!("$.plugins[{plugin}].prompts[{i}]")),
            Some(i) => error.at(format_args!("$.plugins[{plugin}].runtimePrompts[{i}]")),
        },
        (Some(plugin), Part::Policy(i)) => error.at(format_args!("$.plugins[{plugin}].safetyPolicies[{i}]")),
    }
}
