//! A document is what the calls are that register its parts in order: the same bytes, or the same refusal.

use proptest::prelude::*;
use serde_json::{json, Value};
use wattle::*;

use crate::example;
use crate::view::{empty, everything, load};

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn named<T: Copy>(value: &Value, all: &[(&str, T)]) -> Option<T> {
    value.as_str().map(|name| all.iter().find(|(known, _)| *known == name).unwrap().1)
}

fn contribution(row: &Value) -> Contribution {
    let scope = &row["scope"];
    let mode = named(&row["mode"], &[("append", Mode::Append), ("prepend", Mode::Prepend), ("replace", Mode::Replace)]).unwrap();
    let classes = [
        ("utility", CallClass::Utility),
        ("reasoning", CallClass::Reasoning),
        ("converse", CallClass::Converse),
        ("synthesize", CallClass::Synthesize),
    ];
    Contribution {
        origin: named(&row["origin"], &[("static", Origin::Static), ("runtime-aware", Origin::RuntimeAware)]),
        tier: named(&row["tier"], &[("core", Tier::Core), ("active", Tier::Active), ("informational", Tier::Informational)]),
        scope: Scope {
            call_class: named(&scope["callClass"], &classes),
            family: text(&scope["family"]),
            tenant_id: text(&scope["tenantId"]),
            runtime_role: text(&scope["runtimeRole"]),
        }
        .boxed(),
        condensed: row["condensed"].as_str().map(|text| Text::new(text).unwrap()),
        requires_tools: row["requiresTools"].as_array().map(|tools| tools.iter().filter_map(text).collect()),
        ..Contribution::text(row["id"].as_str().unwrap(), mode, row["content"]["text"].as_str().unwrap()).unwrap()
    }
}

fn policy(row: &Value) -> SafetyPolicy {
    SafetyPolicy {
        id: text(&row["id"]).unwrap(),
        content: PolicyContent::Text(Text::new(row["content"]["text"].as_str().unwrap()).unwrap()),
        enabled_by_default: row["enabledByDefault"] == true,
        attachment: None,
    }
}

fn each<T>(list: &Value, convert: fn(&Value) -> T) -> Vec<T> {
    list.as_array().into_iter().flatten().map(convert).collect()
}

/// Registers a document's parts by calls, up to the first refusal.
pub fn by_calls(registry: &Registry, document: &Value) -> Result<()> {
    for plugin in document["plugins"].as_array().into_iter().flatten() {
        registry.register_plugin(Plugin {
            name: text(&plugin["name"]).unwrap(),
            version: text(&plugin["version"]).unwrap_or_default(),
            prompts: each(&plugin["prompts"], contribution),
            runtime_prompts: each(&plugin["runtimePrompts"], contribution),
            safety_policies: each(&plugin["safetyPolicies"], policy),
            ..Plugin::default()
        })?;
    }
    registry.register(each(&document["contributions"], contribution))?;
    each(&document["safetyPolicies"], policy).into_iter().try_for_each(|policy| registry.register_safety_policy(policy))
}

#[test]
fn the_example_is_the_same_by_calls() {
    let (loaded, called) = (empty(), empty());
    load(&loaded, &example()).unwrap();
    by_calls(&called, &example()).unwrap();
    assert_eq!(everything(&loaded), everything(&called));
}

fn maybe(values: &'static [&'static str]) -> impl Strategy<Value = Value> {
    prop_oneof![2 => Just(Value::Null), 1 => prop::sample::select(values).prop_map(Value::from)]
}

fn rows(ids: &'static [&'static str]) -> impl Strategy<Value = Vec<Value>> {
    let tools = prop_oneof![6 => Just(Value::Null), 1 => Just(json!([])), 1 => Just(json!(["grep"])), 1 => Just(json!(["grep", "absent"]))];
    let origin = prop_oneof![6 => Just(Value::Null), 1 => Just(json!("static")), 1 => Just(json!("runtime-aware"))];
    let scope = (maybe(&["converse", "utility"]), maybe(&["openai"]), maybe(&["t1"]), maybe(&["reviewer"]))
        .prop_map(|(class, family, tenant, role)| json!({ "callClass": class, "family": family, "tenantId": tenant, "runtimeRole": role }));
    let row = (
        prop::sample::select(ids),
        prop::sample::select(&["append", "prepend", "replace", "replace"]),
        origin,
        maybe(&["core", "informational"]),
        scope,
        prop::sample::select(&["", "one", "two\n", "é🚀"]),
        maybe(&["short"]),
        tools,
    );
    let row = row.prop_map(|(id, mode, origin, tier, scope, text, condensed, tools)| {
        json!({ "id": id, "mode": mode, "origin": origin, "tier": tier, "scope": scope, "content": { "text": text },
            "condensed": condensed, "requiresTools": tools })
    });
    prop::collection::vec(row, 0..4)
}

fn policies(ids: &'static [&'static str]) -> impl Strategy<Value = Vec<Value>> {
    let policy = (prop::sample::select(ids), any::<bool>())
        .prop_map(|(id, enabled)| json!({ "id": id, "content": { "text": id }, "enabledByDefault": enabled }));
    prop::collection::vec(policy, 0..3)
}

fn documents() -> impl Strategy<Value = Value> {
    const PLUGIN_IDS: &[&str] = &["p.a", "p.b", "p.c", "p.d", "q.a", "q.b", "core.base", "h.a"];
    const HOST_IDS: &[&str] = &["h.a", "h.b", "h.c", "h.d", "h.e", "p.a", "q.x", "core.base", "safety.x", "nodot"];
    const POLICY_IDS: &[&str] = &["safety.a", "safety.b", "safety.c", "safety.d", "safety.e", "safety.f", "h.p"];
    let plugin = (prop::sample::select(&["p", "p", "q", "q", "core"]), rows(PLUGIN_IDS), rows(PLUGIN_IDS), policies(POLICY_IDS)).prop_map(
        |(name, prompts, runtime, policies)| {
            json!({ "name": name, "version": "1", "prompts": prompts, "runtimePrompts": runtime, "safetyPolicies": policies })
        },
    );
    (prop::collection::vec(plugin, 0..3), rows(HOST_IDS), policies(POLICY_IDS)).prop_map(
        |(plugins, contributions, policies)| json!({ "plugins": plugins, "contributions": contributions, "safetyPolicies": policies }),
    )
}

/// Random documents over few ids, so that many collide: each is what its calls are, and a refused one leaves nothing.
#[test]
fn documents_are_the_same_by_calls() {
    let (taken, refused) = (std::cell::Cell::new(0), std::cell::Cell::new(std::collections::BTreeSet::new()));
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig { cases: 600, failure_persistence: None, ..Default::default() });
    let outcome = runner.run(&(documents(), documents()), |(first, second)| {
        let (loaded, called) = (empty(), empty());
        for document in [&first, &second] {
            let before = everything(&loaded);
            match (load(&loaded, document), by_calls(&called, document)) {
                (Ok(()), Ok(())) => taken.set(taken.get() + 1),
                (Err(by_load), Err(by_call)) => {
                    prop_assert_eq!((by_load.kind(), by_load.subject()), (by_call.kind(), by_call.subject()));
                    let placed = by_load.message().ends_with(&format!(": {}", by_call.message()));
                    prop_assert!(placed);
                    prop_assert_eq!(everything(&loaded), before);
                    let mut kinds = refused.take();
                    kinds.insert(by_load.kind().name());
                    refused.set(kinds);
                    return Ok(());
                }
                (by_load, by_calls) => prop_assert!(false, "{by_load:?} {by_calls:?}"),
            }
            prop_assert_eq!(everything(&loaded), everything(&called));
        }
        Ok(())
    });
    outcome.unwrap();
    let refused = refused.take();
    assert!(taken.get() > 50 && refused.len() >= 6, "{} taken; refused for {refused:?}", taken.get());
}
