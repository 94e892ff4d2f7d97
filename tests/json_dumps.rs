//! Dumps: a registry, a bundle, a prompt and a fingerprint as JSON, with stable keys and contents that read back.

mod support;

use serde_json::{json, Value};
use support::*;
use wattle::*;

fn read(text: &str) -> Value {
    assert!(!text.contains('\n'), "a dump is one line");
    serde_json::from_str(text).unwrap()
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn filled() -> Registry {
    let registry = registry();
    let scoped = Contribution {
        scope: Scope { call_class: Some(CallClass::Converse), tenant_id: Some("t \"1\"".into()), ..Scope::default() }.boxed(),
        condensed: Some(Text::new("short").unwrap()),
        requires_tools: Some(vec!["grep".into()]),
        tier: Some(Tier::Informational),
        ..append("host.a", "line\n\u{1}")
    };
    registry
        .register(vec![scoped, Contribution::new("host.f", Mode::Prepend, Content::Static(Box::new(|_, sink| sink.write("F")))).unwrap()])
        .unwrap();
    let hook: Box<Hook> = Box::new(|_, _, _| Ok(()));
    registry.register_plugin(Plugin { version: "1.2".into(), hook: Some(hook), ..plugin("p", vec![append("p.a", "PA")]) }).unwrap();
    registry.register_plugin(plugin("texts", vec![])).unwrap();
    registry.register_safety_policy(policy("safety.a", "S")).unwrap();
    registry
}

#[test]
fn a_registry_tells_all_that_is_registered() {
    let dump = read(&filled().to_json().unwrap());
    assert_eq!(keys(&dump), ["runtimeId", "frozen", "counts", "plugins", "contributions", "safetyPolicies"]);
    assert_eq!(dump["counts"], json!({ "contributions": 3, "plugins": 2, "safetyPolicies": 1, "activeSafetyPolicies": 1 }));
    assert_eq!(dump["plugins"][0], json!({ "name": "p", "version": "1.2", "hook": true, "streamObserver": false }));
    assert_eq!(
        dump["contributions"][0],
        json!({
            "registrationOrder": 0, "id": "host.a", "origin": "runtime-aware", "plugin": null, "mode": "append", "tier": "informational",
            "scope": { "callClass": "converse", "family": null, "tenantId": "t \"1\"", "runtimeRole": null },
            "requiresTools": ["grep"], "content": "text", "text": "line\n\u{1}", "condensed": "short",
        })
    );
    assert_eq!(dump["contributions"][1]["content"], "static");
    assert_eq!(dump["contributions"][2]["plugin"], "p");
    assert_eq!(
        dump["safetyPolicies"],
        json!([{ "id": "safety.a", "plugin": null, "enabledByDefault": true, "enabled": true, "content": "text", "text": "S" }])
    );
    assert_eq!(read(&filled().freeze().unwrap().to_json().unwrap())["frozen"], true);
}

#[test]
fn a_bundle_tells_its_sections() {
    let registry = filled();
    let bundle = registry.resolve(&CONTEXT, Some(&State::default()), &ResolveOptions::default()).unwrap();
    let dump = read(bundle.json().unwrap());
    assert_eq!(keys(&dump), ["text", "chars", "stablePrefix", "staticOnly", "sections"]);
    assert_eq!(dump["text"], bundle.text());
    assert_eq!(dump["chars"], bundle.summary().total_chars);
    assert_eq!(
        dump["sections"][0],
        json!({ "id": "host.f", "origin": "static", "plugin": null, "mode": "prepend", "tier": "active", "static": true, "start": 0, "end": 1, "chars": 1 })
    );
    assert!(std::ptr::eq(bundle.json().unwrap(), bundle.json().unwrap()), "it is made once");
}

#[test]
fn a_prompt_tells_what_became_of_every_candidate() {
    let options = ComposeOptions { total_budget: Some(Budget::Chars(3)), ..ComposeOptions::default() };
    let candidates = [
        Candidate { id: "a", content: "AAA", tier: Tier::Core, chars: None, condensed: None },
        Candidate { id: "b", content: "BBB", tier: Tier::Informational, chars: None, condensed: None },
    ];
    let prompt = compose(&candidates, &options).unwrap();
    let dump = read(prompt.json().unwrap());
    assert_eq!(dump["composed"], "AAA");
    assert_eq!((&dump["unit"], &dump["effectiveBudget"], &dump["totalChars"]), (&json!("chars"), &json!(3), &json!(3)));
    assert_eq!(
        dump["sections"],
        json!([
            { "index": 0, "id": "a", "origin": null, "plugin": null, "mode": null, "tier": "core", "static": false, "verdict": "included",
              "condensed": false, "start": 0, "end": 3, "chars": 3, "totalBefore": 0, "limit": null },
            { "index": 1, "id": "b", "origin": null, "plugin": null, "mode": null, "tier": "informational", "static": false, "verdict": "dropped",
              "condensed": false, "start": null, "end": null, "chars": 3, "totalBefore": 3, "limit": 3 },
        ])
    );
}

#[test]
fn rule_5_4_fingerprint_metadata_shows_the_state_as_given_and_every_static_section() {
    let registry = filled();
    let state = State {
        loaded_tools: Some(&["grep"]),
        turn_depth: 2,
        prior_turn_had_tool_calls: Some(false),
        plugin_metadata: Some("{ \"p\": [1, 2.50] }"),
        ..State::default()
    };
    let text = registry.fingerprint_json(&CONTEXT, Some(&state)).unwrap();
    assert!(text.contains("\"pluginMetadata\":{\"p\":[1,2.50]}"), "as given, on one line: {text}");
    let dump = read(&text);
    assert_eq!(keys(&dump), ["fingerprint", "context", "state", "sections"]);
    let fingerprint = registry.fingerprint(&CONTEXT).unwrap();
    assert_eq!(dump["fingerprint"], std::str::from_utf8(&fingerprint).unwrap());
    assert_eq!(dump["state"]["loadedTools"], json!(["grep"]));
    assert_eq!((&dump["state"]["detectedIntents"], &dump["state"]["turnDepth"]), (&Value::Null, &json!(2)));
    assert_eq!(dump["sections"].as_array().unwrap().len(), 3);
    assert_eq!(
        dump["sections"][0],
        json!({ "id": "host.f", "chars": 1, "sha256": "f67ab10ad4e4c53121b6a5fe4da9c10ddee905b978d3788d2723d7bfacbe28a9" })
    );
    assert_eq!(read(&registry.fingerprint_json(&CONTEXT, None).unwrap())["state"], Value::Null);
}

#[test]
fn rule_5_4_metadata_that_is_no_json_object_is_refused_there_and_passed_on_elsewhere() {
    let registry = filled();
    for bad in ["", "{", "[]", "1", "{\"a\":}", "{} x"] {
        let state = State { plugin_metadata: Some(bad), ..State::default() };
        let error = registry.fingerprint_json(&CONTEXT, Some(&state)).unwrap_err();
        assert_eq!((error.kind(), error.subject()), (Kind::InvalidArgument, "pluginMetadata"), "{bad}");
        registry.resolve(&CONTEXT, Some(&state), &ResolveOptions::default()).unwrap();
    }
    // Nesting is no fault; it is read without recursion.
    let deep = "{\"a\":".repeat(10_000) + "1" + &"}".repeat(10_000);
    let state = State { plugin_metadata: Some(&deep), ..State::default() };
    assert!(registry.fingerprint_json(&CONTEXT, Some(&state)).unwrap().contains(&deep));
    let long = format!("{{\"a\":\"{}\"}}", "x".repeat(16 << 20));
    let state = State { plugin_metadata: Some(&long), ..State::default() };
    assert!(registry.fingerprint_json(&CONTEXT, Some(&state)).is_err_and(|error| error.kind() == Kind::InvalidArgument));
}
