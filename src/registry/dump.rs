//! A registry as JSON, for people who look into a running service. The keys are those of the case files, null is absent.

use super::record::{PolicyRecord, Record};
use super::Registry;
use crate::contribution::{Content, PolicyContent};
use crate::error::Result;
use crate::json::{Bracket, JsonWriter};

impl Registry {
    /// All that is registered, as JSON of one line, with the keys `runtimeId`, `frozen`, `counts`, `plugins`, `contributions`, `safetyPolicies`.
    ///
    /// # Errors
    /// [`crate::Kind::OutOfMemory`].
    pub fn to_json(&self) -> Result<String> {
        let snapshot = self.snapshot()?;
        let mut json = JsonWriter::default();
        json.begin(Bracket::Object)?;
        json.field("runtimeId", self.0.runtime_id.as_str())?;
        json.field("frozen", self.0.frozen.is_some())?;
        json.key("counts")?;
        json.within(Bracket::Object, |json| {
            json.field("contributions", snapshot.registered.len())?;
            json.field("plugins", snapshot.all_plugins.len())?;
            json.field("safetyPolicies", snapshot.all_policies.len())?;
            json.field("activeSafetyPolicies", snapshot.policies.len())
        })?;
        json.list("plugins", &snapshot.all_plugins, |json, (identity, hook, observer)| {
            json.within(Bracket::Object, |json| {
                json.field("name", identity.name.as_str())?;
                json.field("version", identity.version.as_str())?;
                json.field("hook", *hook)?;
                json.field("streamObserver", *observer)
            })
        })?;
        json.list("contributions", snapshot.registered.iter().enumerate(), |json, (rank, record)| contribution(json, rank, record))?;
        json.list("safetyPolicies", &snapshot.all_policies, |json, (record, enabled)| policy(json, record, *enabled))?;
        json.end(Bracket::Object)?;
        Ok(json.finish())
    }
}

fn contribution(json: &mut JsonWriter, rank: usize, record: &Record) -> Result<()> {
    let contribution = &record.contribution;
    let (content, text) = match &contribution.content {
        Content::Text(text) => ("text", Some(text.as_str())),
        Content::Static(_) => ("static", None),
        Content::Runtime(_) => ("runtime-aware", None),
        Content::Gated(_, text) => ("gated", Some(text.as_str())),
    };
    json.within(Bracket::Object, |json| {
        json.field("registrationOrder", rank)?;
        json.field("id", record.id())?;
        json.field("origin", record.origin.name())?;
        json.field("plugin", record.registrant.plugin())?;
        json.field("mode", contribution.mode.name())?;
        json.field("tier", record.tier().name())?;
        json.key("scope")?;
        json.within(Bracket::Object, |json| {
            let scope = contribution.scope.as_deref();
            json.field("callClass", scope.and_then(|scope| scope.call_class).map(|class| class.name()))?;
            json.field("family", scope.and_then(|scope| scope.family.as_deref()))?;
            json.field("tenantId", scope.and_then(|scope| scope.tenant_id.as_deref()))?;
            json.field("runtimeRole", scope.and_then(|scope| scope.runtime_role.as_deref()))
        })?;
        match &contribution.requires_tools {
            Some(tools) => json.list("requiresTools", tools, |json, tool| json.string(tool))?,
            None => json.field("requiresTools", None::<&str>)?,
        }
        json.field("content", content)?;
        json.field("text", text)?;
        json.field("condensed", contribution.condensed.as_ref().map(|text| text.as_str()))
    })
}

fn policy(json: &mut JsonWriter, record: &PolicyRecord, enabled: bool) -> Result<()> {
    let (content, text) = match &record.policy.content {
        PolicyContent::Text(text) => ("text", Some(text.as_str())),
        PolicyContent::Static(_) => ("static", None),
    };
    json.within(Bracket::Object, |json| {
        json.field("id", record.id())?;
        json.field("plugin", record.registrant.plugin())?;
        json.field("enabledByDefault", record.policy.enabled_by_default)?;
        json.field("enabled", enabled)?;
        json.field("content", content)?;
        json.field("text", text)
    })
}
