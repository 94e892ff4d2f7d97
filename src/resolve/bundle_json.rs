//! A bundle as JSON, with the keys of the case files; and what belongs to a fingerprint in a log (semantics 5.4).

use sha2::{Digest, Sha256};

use super::bundle::Bundle;
use super::fingerprint::hex;
use super::resolution::Resolution;
use crate::context::{Context, State};
use crate::error::{Error, Kind, Result};
use crate::json::{check_object, Bracket, JsonWriter};
use crate::section::Section;

pub(super) fn bundle_json(bundle: &Bundle) -> Result<String> {
    let summary = bundle.summary();
    let mut json = JsonWriter::default();
    json.begin(Bracket::Object)?;
    json.field("text", bundle.text())?;
    json.field("chars", summary.total_chars)?;
    json.field("stablePrefix", summary.stable_prefix)?;
    json.field("staticOnly", summary.static_only)?;
    json.list("sections", bundle.sections(), |json, section| section_json(json, &section))?;
    json.end(Bracket::Object)?;
    Ok(json.finish())
}

fn section_json(json: &mut JsonWriter, section: &Section<'_>) -> Result<()> {
    json.within(Bracket::Object, |json| {
        json.field("id", section.id)?;
        json.field("origin", section.origin.map(|origin| origin.name()))?;
        json.field("plugin", section.plugin)?;
        json.field("mode", section.mode.map(|mode| mode.name()))?;
        json.field("tier", section.tier.name())?;
        json.field("static", section.is_static)?;
        json.field("start", section.range.start)?;
        json.field("end", section.range.end)?;
        json.field("chars", section.chars)
    })
}

/// For logs, never part of the key: the fingerprint, the context, the state as given, and every static section.
pub(super) fn fingerprint_json(
    fingerprint: &str,
    context: &Context<'_>,
    state: Option<&State<'_>>,
    resolution: &Resolution<'_>,
) -> Result<String> {
    let mut json = JsonWriter::default();
    json.begin(Bracket::Object)?;
    json.field("fingerprint", fingerprint)?;
    json.key("context")?;
    json.within(Bracket::Object, |json| {
        json.field("callClass", context.call_class.name())?;
        json.field("family", context.family)?;
        json.field("tenantId", context.tenant_id)?;
        json.field("runtimeRole", context.runtime_role)
    })?;
    json.key("state")?;
    match state {
        Some(state) => state_json(&mut json, state)?,
        None => json.null()?,
    }
    json.list("sections", &resolution.parts, |json, part| {
        let digest: [u8; 32] = Sha256::digest(resolution.text(part)).into();
        let digits = hex(&digest);
        json.within(Bracket::Object, |json| {
            json.field("id", part.label.id)?;
            json.field("chars", resolution.chars(part))?;
            json.field("sha256", std::str::from_utf8(&digits).unwrap_or_default())
        })
    })?;
    json.end(Bracket::Object)?;
    Ok(json.finish())
}

fn state_json(json: &mut JsonWriter, state: &State<'_>) -> Result<()> {
    let list = |json: &mut JsonWriter, key: &str, texts: Option<&[&str]>| match texts {
        Some(texts) => json.list(key, texts, |json, text| json.string(text)),
        None => json.field(key, None::<&str>),
    };
    json.within(Bracket::Object, |json| {
        list(json, "loadedTools", state.loaded_tools)?;
        list(json, "detectedIntents", state.detected_intents)?;
        json.field("turnDepth", u64::from(state.turn_depth))?;
        json.field("priorTurnHadToolCalls", state.prior_turn_had_tool_calls)?;
        json.key("pluginMetadata")?;
        match state.plugin_metadata {
            Some(metadata) => json.compacted(metadata),
            None => json.null(),
        }
    })
}

/// Plugin metadata is a JSON object, handed in as text; here alone it is looked into.
pub(super) fn check_plugin_metadata(metadata: &str) -> Result<()> {
    check_object(metadata)
        .map_err(|fault| Error::new(Kind::InvalidArgument, "pluginMetadata", format_args!("pluginMetadata is not a JSON object: {fault}")))
}
