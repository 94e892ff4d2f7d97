//! The shared cases, with every registration as a manifest of its own: the same status, subject and bytes.

use serde_json::{json, Value};
use wattle::{CallClass, Context, Kind, Origin, Registry, RegistryOptions, ResolveOptions, State};

use crate::view::load;

/// What a manifest cannot say: functions become texts, which are registered the same way unless they read the state.
fn texts_only(value: &mut Value, changed: &mut bool) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| texts_only(item, changed)),
        Value::Object(fields) => {
            if let Some(function) = fields.remove("fn") {
                *changed = true;
                fields.insert("text".into(), function);
            }
            *changed |= fields.remove("hook").is_some();
            fields.values_mut().for_each(|field| texts_only(field, changed));
        }
        _ => {}
    }
}

/// Whether a function that reads the state stands where only static ones may: an error that a text does not make.
fn reads_state_among_static(op: &Value) -> bool {
    let reads = |row: &Value| matches!(row["content"]["fn"].as_str(), Some("tools" | "depth"));
    let listed = |list: &Value| list.as_array().into_iter().flatten().any(reads);
    (op["origin"] == "static" && reads(&op["contribution"])) || listed(&op["plugin"]["prompts"])
}

fn strings(value: &Value) -> Option<Vec<String>> {
    value.as_array().map(|list| list.iter().map(|item| item.as_str().unwrap().to_owned()).collect())
}

#[test]
fn cases_are_the_same_by_manifests() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/bindings-tests/cases/resolve.json");
    let cases: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let (mut loaded, mut refused, mut resolved) = (0, 0, 0);
    for mut case in cases {
        let name = case["name"].as_str().unwrap().to_owned();
        let registry = Registry::new(RegistryOptions {
            runtime_id: case["runtimeId"].as_str().unwrap_or_default().to_owned(),
            enabled_safety_policies: strings(&case["enabledSafetyPolicies"]),
            ..RegistryOptions::empty()
        })
        .unwrap();
        let ops = case["ops"].as_array_mut().unwrap();
        // A later op may depend on what the refused one would have taken.
        if ops.iter().any(|op| reads_state_among_static(op) || op["op"] == "replacePlugin") {
            continue;
        }
        let mut changed = false;
        for (i, op) in ops.iter_mut().enumerate() {
            texts_only(op, &mut changed);
            let outcome = match op["op"].as_str().unwrap() {
                "register" => {
                    op["contribution"]["origin"] = op["origin"].clone();
                    load(&registry, &json!({ "contributions": [op["contribution"]] }))
                }
                "registerPlugin" => load(&registry, &json!({ "plugins": [op["plugin"]] })),
                "registerSafetyPolicy" => load(&registry, &json!({ "safetyPolicies": [op["policy"]] })),
                "unregisterPlugin" => registry.unregister_plugin(op["name"].as_str().unwrap()),
                "unregister" => {
                    let origin = if op["origin"] == "static" { Origin::Static } else { Origin::RuntimeAware };
                    registry.unregister(origin, op["id"].as_str().unwrap())
                }
                _ => {
                    changed = true;
                    continue;
                }
            };
            let status = outcome.as_ref().err().map_or("ok", |error| error.kind().name());
            assert_eq!(status, op["expect"], "{name} op {i}: {outcome:?}");
            match &outcome {
                Ok(()) => loaded += 1,
                Err(error) => {
                    refused += 1;
                    assert_eq!(error.subject(), op["subject"], "{name} op {i}");
                    assert_ne!(error.kind(), Kind::InvalidJson);
                }
            }
        }
        for (i, resolve) in case["resolves"].as_array().unwrap().iter().enumerate().filter(|_| !changed) {
            let (context, state) = (&resolve["context"], &resolve["state"]);
            let context = Context {
                call_class: *CallClass::ALL.iter().find(|class| context["callClass"] == class.name()).unwrap(),
                family: context["family"].as_str().unwrap(),
                tenant_id: context["tenantId"].as_str(),
                runtime_role: context["runtimeRole"].as_str(),
            };
            let tools = strings(&state["loadedTools"]);
            let tools: Option<Vec<&str>> = tools.as_ref().map(|tools| tools.iter().map(String::as_str).collect());
            let turn = State { loaded_tools: tools.as_deref(), ..State::default() };
            let options = ResolveOptions { static_first: resolve["staticFirst"] == true, ..ResolveOptions::default() };
            if let Ok(bundle) = registry.resolve(&context, (!state.is_null()).then_some(&turn), &options) {
                assert_eq!(bundle.text(), resolve["expect"]["text"], "{name} resolve {i}");
                resolved += 1;
            } else {
                assert!(resolve["expect"].get("error").is_some(), "{name} resolve {i}");
            }
        }
    }
    assert!(loaded > 1000 && refused > 100 && resolved > 50, "{loaded} loaded, {refused} refused, {resolved} resolved");
}
