//! What a manifest looks like. schemas/manifest.schema.json says the same; tests/manifest.rs holds the two together.

use serde::Deserialize;

use crate::context::{CallClass, Scope};
use crate::contribution::{Content, Contribution, Mode, Origin, Plugin, PolicyContent, SafetyPolicy, Tier};
use crate::document::{each, words, List, Object, Word};
use crate::error::Result;
use crate::registry::Batch;
use crate::text::Text;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Document {
    plugins: List<PluginShape>,
    contributions: List<ContributionShape>,
    safety_policies: List<PolicyShape>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PluginShape {
    name: String,
    version: Option<String>,
    prompts: List<ContributionShape>,
    runtime_prompts: List<ContributionShape>,
    safety_policies: List<PolicyShape>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ContributionShape {
    id: String,
    mode: Word<Mode>,
    origin: Option<Word<Origin>>,
    tier: Option<Word<Tier>>,
    scope: Option<Object<ScopeShape>>,
    content: Object<ContentShape>,
    condensed: Option<String>,
    requires_tools: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ScopeShape {
    call_class: Option<Word<CallClass>>,
    family: Option<String>,
    tenant_id: Option<String>,
    runtime_role: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ContentShape {
    text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PolicyShape {
    id: String,
    content: Object<ContentShape>,
    enabled_by_default: Option<bool>,
}

words! {
    Mode: Append Prepend Replace;
    Origin: Static RuntimeAware;
    Tier: Core Active Informational;
    CallClass: Utility Reasoning Converse Synthesize;
}

impl Document {
    pub(super) fn into_batch(self) -> Result<Batch> {
        Ok(Batch {
            plugins: each(self.plugins, PluginShape::into_plugin)?,
            contributions: each(self.contributions, ContributionShape::into_contribution)?,
            safety_policies: each(self.safety_policies, PolicyShape::into_policy)?,
        })
    }
}

impl PluginShape {
    fn into_plugin(self) -> Result<Plugin> {
        Ok(Plugin {
            name: self.name,
            version: self.version.unwrap_or_default(),
            prompts: each(self.prompts, ContributionShape::into_contribution)?,
            runtime_prompts: each(self.runtime_prompts, ContributionShape::into_contribution)?,
            safety_policies: each(self.safety_policies, PolicyShape::into_policy)?,
            ..Plugin::default()
        })
    }
}

impl ContributionShape {
    fn into_contribution(self) -> Result<Contribution> {
        Ok(Contribution {
            id: self.id,
            mode: self.mode.0,
            origin: self.origin.map(|Word(origin)| origin),
            tier: self.tier.map(|Word(tier)| tier),
            scope: self.scope.and_then(|Object(scope)| scope.into_scope().boxed()),
            content: Content::Text(Text::of_owned(self.content.0.text)?),
            condensed: self.condensed.map(Text::of_owned).transpose()?,
            requires_tools: self.requires_tools,
            attachment: None,
        })
    }
}

impl ScopeShape {
    fn into_scope(self) -> Scope {
        Scope {
            call_class: self.call_class.map(|Word(class)| class),
            family: self.family,
            tenant_id: self.tenant_id,
            runtime_role: self.runtime_role,
        }
    }
}

impl PolicyShape {
    fn into_policy(self) -> Result<SafetyPolicy> {
        Ok(SafetyPolicy {
            id: self.id,
            content: PolicyContent::Text(Text::of_owned(self.content.0.text)?),
            enabled_by_default: self.enabled_by_default.unwrap_or(false),
            attachment: None,
        })
    }
}
