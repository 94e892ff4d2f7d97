//! Manifests: what a document registers, what it is refused for and where, and that nothing of a refused one stays.

#[path = "manifest/bad.rs"]
mod bad;
#[path = "manifest/calls.rs"]
mod calls;
#[path = "manifest/cases.rs"]
mod cases;
#[path = "manifest/face.rs"]
mod face;
#[path = "support/schema.rs"]
mod schema;
#[path = "manifest/view.rs"]
mod view;

use serde_json::{json, Value};
use wattle::{Kind, Registry, RegistryOptions};

use view::{empty, everything, load};

/// The example, of which everything is loaded.
fn example() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/contributions/manifest.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Every row of a document by its JSON path, in the order in which it is registered.
fn rows(document: &Value) -> Vec<String> {
    let count = |list: &Value| list.as_array().map_or(0, Vec::len);
    let of = |place: &str, list: &Value| (0..count(list)).map(|i| format!("{place}[{i}]")).collect::<Vec<_>>();
    let mut rows = Vec::new();
    for (i, plugin) in document["plugins"].as_array().into_iter().flatten().enumerate() {
        for list in ["prompts", "runtimePrompts", "safetyPolicies"] {
            rows.extend(of(&format!("$.plugins[{i}].{list}"), &plugin[list]));
        }
    }
    rows.extend(of("$.contributions", &document["contributions"]));
    rows.extend(of("$.safetyPolicies", &document["safetyPolicies"]));
    rows
}

/// The value at a JSON path.
fn at<'v>(document: &'v mut Value, path: &str) -> &'v mut Value {
    document.pointer_mut(&path.replace('$', "").replace(['.', '['], "/").replace(']', "")).unwrap()
}

#[test]
fn the_example_is_loaded_and_resolves() {
    let registry = empty();
    load(&registry, &example()).unwrap();
    let shown: Vec<_> =
        registry.list(None, None).unwrap().iter().map(|record| format!("{} {}", record.registration_order, record.id)).collect();
    assert_eq!(shown, ["0 git.rules", "1 git.push", "2 orchard.persona", "3 orchard.reviewer", "4 git.rules", "5 orchard.anthropic"]);
    let text = view::text(&registry, Some("reviewer"), None, &["git_push"]);
    assert_eq!(
        text,
        "You are the coding agent of Orchard, careful and brief.\n\n# Git\n\nOne commit does one thing. Its message says why; the diff says what.\n\n\
         You review. Report what is wrong, with file and line; change nothing.\n\nAsk before you push, and never push with force.\n\n\
         Put long reasoning into your thinking, not into the answer.\n\n\
         Never rewrite history that others may have pulled.\n\nNever show the contents of .env files."
    );
    assert!(view::text(&registry, None, Some("t-legacy"), &[]).contains("This tenant squashes"));
}

#[test]
fn the_headers_example_is_loaded() {
    let header = include_str!("../include/wattle.h");
    let start = header.find("{ \"plugins\"").expect("an example");
    let end = header[start..].find("\n *\n").expect("a blank line after it");
    let registry = empty();
    registry.load_json(&header[start..start + end].replace("\n *", "\n")).unwrap();
    assert_eq!((registry.list(None, None).unwrap().len(), registry.list_safety_policies(true).unwrap().len()), (3, 1));
}

#[test]
fn the_schema_says_what_the_library_does() {
    schema::check("manifest.schema.json", &|json| empty().load_json(json), 100, 300);
}

#[test]
fn what_is_left_out_or_null_is_the_default() {
    let full = json!({ "plugins": [{ "name": "p", "version": "", "prompts": [], "runtimePrompts": [], "safetyPolicies": [] }],
        "contributions": [{ "id": "a.b", "mode": "append", "origin": "static", "tier": "active", "scope": {}, "content": { "text": "T" } }],
        "safetyPolicies": [{ "id": "safety.x", "content": { "text": "S" }, "enabledByDefault": false }] });
    let null = json!({ "plugins": [{ "name": "p", "version": null, "prompts": null, "runtimePrompts": null, "safetyPolicies": null }],
        "contributions": [{ "id": "a.b", "mode": "append", "origin": null, "tier": null, "scope": null, "content": { "text": "T" },
            "condensed": null, "requiresTools": null }],
        "safetyPolicies": [{ "id": "safety.x", "content": { "text": "S" }, "enabledByDefault": null }] });
    let short = json!({ "plugins": [{ "name": "p" }], "contributions": [{ "id": "a.b", "mode": "append", "content": { "text": "T" } }],
        "safetyPolicies": [{ "id": "safety.x", "content": { "text": "S" } }] });
    let loaded = [full, null, short].map(|document| {
        let registry = empty();
        load(&registry, &document).unwrap();
        everything(&registry)
    });
    assert_eq!(loaded[0], loaded[1]);
    assert_eq!(loaded[0], loaded[2]);
    for nothing in [json!({}), json!({ "plugins": null, "contributions": null, "safetyPolicies": null }), json!({ "plugins": [] })] {
        let registry = empty();
        load(&registry, &nothing).unwrap();
        assert_eq!(everything(&registry), everything(&empty()));
    }
}

#[test]
fn texts_are_taken_as_they_are() {
    let text = "a\0b\r\n  \u{feff}é🚀\u{2028}\" \\ ";
    let registry = empty();
    load(&registry, &json!({ "contributions": [{ "id": "a.b", "mode": "append", "content": { "text": text }, "condensed": text }] }))
        .unwrap();
    registry.load_json(r#"{"contributions":[{"id":"a.c","mode":"append","content":{"text":"\u0000\ud83d\ude80\u00e9\/"}}]}"#).unwrap();
    let records = registry.list(None, None).unwrap();
    assert_eq!((records.get(0).unwrap().text, records.get(0).unwrap().condensed), (Some(text), Some(text)));
    assert_eq!(records.get(1).unwrap().text, Some("\0🚀é/"));
}

#[test]
fn plugins_come_first_then_contributions_then_policies() {
    // The keys of the document stand the other way round; the rows of each list keep their order.
    let document = r#"{
        "safetyPolicies": [{"id": "safety.host", "content": {"text": "5"}, "enabledByDefault": true}],
        "contributions": [{"id": "h.z", "mode": "append", "content": {"text": "4"}}, {"id": "h.a", "mode": "append", "content": {"text": "5"}}],
        "plugins": [
            {"safetyPolicies": [{"id": "safety.q", "content": {"text": "q"}}], "runtimePrompts": [{"id": "q.r", "mode": "append", "content": {"text": "1"}}],
             "prompts": [{"id": "q.s", "mode": "append", "content": {"text": "0"}}], "name": "q"},
            {"name": "p", "safetyPolicies": [{"id": "safety.p", "content": {"text": "p"}}], "prompts": [{"id": "p.s", "mode": "append", "content": {"text": "2"}}]}]
    }"#;
    let registry = empty();
    load(&registry, &json!({ "contributions": [{ "id": "early.one", "mode": "append", "content": { "text": "!" } }] })).unwrap();
    registry.load_json(document).unwrap();
    let ids = |records: wattle::Records| -> Vec<String> {
        records.iter().map(|record| format!("{} {} {:?}", record.registration_order, record.id, record.plugin)).collect()
    };
    assert_eq!(
        ids(registry.list(None, None).unwrap()),
        ["0 early.one None", "1 q.s Some(\"q\")", "2 q.r Some(\"q\")", "3 p.s Some(\"p\")", "4 h.z None", "5 h.a None"]
    );
    assert_eq!(
        ids(registry.list_safety_policies(false).unwrap()),
        ["0 safety.q Some(\"q\")", "1 safety.p Some(\"p\")", "2 safety.host None"]
    );
}

/// Each row is spoilt in turn: the error says where, nothing stays, and the same document without the fault is then taken.
#[test]
fn a_refused_document_leaves_nothing() {
    let good = example();
    for path in rows(&good) {
        let registry = Registry::new(RegistryOptions::default()).unwrap();
        load(&registry, &json!({ "plugins": [{ "name": "old", "prompts": [] }], "safetyPolicies": [{ "id": "safety.old", "content": { "text": "o" } }] })).unwrap();
        let before = everything(&registry);
        let mut bad = good.clone();
        at(&mut bad, &path)["id"] = "nodot".into();
        let error = load(&registry, &bad).unwrap_err();
        assert_eq!((error.kind(), error.subject()), (Kind::UnnamespacedId, "nodot"));
        assert!(error.message().starts_with(&format!("{path}: \"nodot\" has no \".\"")), "{}", error.message());
        assert_eq!(everything(&registry), before, "after {path}");
        load(&registry, &good).unwrap();
        let fresh = Registry::new(RegistryOptions::default()).unwrap();
        load(&fresh, &json!({ "plugins": [{ "name": "old", "prompts": [] }], "safetyPolicies": [{ "id": "safety.old", "content": { "text": "o" } }] })).unwrap();
        load(&fresh, &good).unwrap();
        assert_eq!(everything(&registry), everything(&fresh), "after {path}");
    }
}

/// What is unique is unique over the document and what was there before it.
#[test]
fn duplicates_are_told_with_their_place() {
    let contribution = |id: &str, mode: &str| json!({ "id": id, "mode": mode, "content": { "text": "x" } });
    let policy = |id: &str| json!({ "id": id, "content": { "text": "x" } });
    let cases = [
        (json!({ "plugins": [{ "name": "p" }, { "name": "p" }] }), Kind::DuplicatePlugin, "p", "$.plugins[1]: "),
        (json!({ "plugins": [{ "name": "p" }, { "name": "a.b" }] }), Kind::InvalidArgument, "a.b", "$.plugins[1]: "),
        (
            json!({ "contributions": [contribution("a.b", "append"), contribution("a.b", "replace"), contribution("a.b", "prepend")] }),
            Kind::DuplicateContributionId,
            "a.b",
            "$.contributions[2]: ",
        ),
        (
            json!({ "plugins": [{ "name": "p", "prompts": [contribution("p.x", "append")] }], "contributions": [contribution("p.x", "append")] }),
            Kind::DuplicateContributionId,
            "p.x",
            "$.contributions[0]: ",
        ),
        (
            json!({ "plugins": [{ "name": "p", "safetyPolicies": [policy("safety.x")] }], "safetyPolicies": [policy("safety.y"), policy("safety.x")] }),
            Kind::DuplicateContributionId,
            "safety.x",
            "$.safetyPolicies[1]: ",
        ),
        (
            json!({ "plugins": [{ "name": "p", "runtimePrompts": [contribution("p.x", "append"), contribution("q.x", "append")] }] }),
            Kind::ForeignNamespace,
            "q.x",
            "$.plugins[0].runtimePrompts[1]: ",
        ),
        (
            json!({ "plugins": [{ "name": "p" }, { "name": "q", "safetyPolicies": [policy("q.x")] }] }),
            Kind::ForeignNamespace,
            "q.x",
            "$.plugins[1].safetyPolicies[0]: ",
        ),
        (json!({ "contributions": [contribution("core.x", "append")] }), Kind::ReservedNamespace, "core.x", "$.contributions[0]: "),
        (
            json!({ "contributions": [{ "id": "a.b", "mode": "append", "content": { "text": "" }, "requiresTools": [], "origin": "static" }] }),
            Kind::InvalidArgument,
            "a.b",
            "$.contributions[0]: ",
        ),
        (
            json!({ "plugins": [{ "name": "p", "prompts": [{ "id": "p.b", "mode": "append", "content": { "text": "" }, "origin": "runtime-aware" }] }] }),
            Kind::InvalidArgument,
            "p.b",
            "$.plugins[0].prompts[0]: ",
        ),
        // The first fault in the order of registration, though others stand before it or could be told without the registry.
        (
            json!({ "safetyPolicies": [policy("nodot")], "contributions": [contribution("nodot2", "append")], "plugins": [{ "name": "p", "prompts": [contribution("z.z", "append")] }, { "name": "" }] }),
            Kind::ForeignNamespace,
            "z.z",
            "$.plugins[0].prompts[0]: ",
        ),
    ];
    for (document, kind, subject, place) in cases {
        let registry = empty();
        let error = load(&registry, &document).unwrap_err();
        assert_eq!((error.kind(), error.subject()), (kind, subject), "{document}");
        assert!(error.message().starts_with(place), "{document}: {}", error.message());
        assert_eq!(everything(&registry), everything(&empty()), "{document}");
    }
    let registry = empty();
    load(&registry, &example()).unwrap();
    let error = load(&registry, &example()).unwrap_err();
    assert_eq!((error.kind(), error.subject()), (Kind::DuplicatePlugin, "git"));
}

#[test]
fn a_plugin_of_a_manifest_is_a_plugin() {
    let registry = empty();
    load(&registry, &example()).unwrap();
    assert_eq!(registry.list(None, Some("git.push")).unwrap().get(0).unwrap().plugin_version, Some("1.2.0"));
    registry.unregister_plugin("git").unwrap();
    assert_eq!(registry.list(None, None).unwrap().len(), 4);
    load(&registry, &json!({ "plugins": [{ "name": "git" }] })).unwrap();
    registry.replace_plugin(wattle::Plugin { name: "git".into(), ..Default::default() }).unwrap();
    assert_eq!(load(&registry, &json!({ "plugins": [{ "name": "git" }] })).unwrap_err().kind(), Kind::DuplicatePlugin);
}

/// Others see a document whole or not at all, also one that is refused at its end.
#[test]
fn a_document_is_one_step_for_other_threads() {
    let rows = |turn: usize, last: &str| -> Value {
        let rows = |namespace: &str, count: usize| -> Vec<Value> {
            (0..count).map(|i| json!({ "id": format!("{namespace}{turn}.{i}"), "mode": "append", "content": { "text": "x" } })).collect()
        };
        let plugin = |name: &str| json!({ "name": format!("{name}{turn}"), "prompts": rows(name, 10), "runtimePrompts": [] });
        let mut contributions = rows("t", 20);
        contributions.push(json!({ "id": last, "mode": "append", "content": { "text": "x" } }));
        json!({ "plugins": [plugin("p"), plugin("q")], "contributions": contributions })
    };
    let registry = empty();
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for turn in 0..200 {
                load(&registry, &rows(turn, "nodot")).unwrap_err();
                load(&registry, &rows(turn, &format!("t{turn}.last"))).unwrap();
            }
        });
        while !writer.is_finished() {
            assert_eq!(registry.list(None, None).unwrap().len() % 41, 0);
        }
    });
    assert_eq!(registry.list(None, None).unwrap().len(), 200 * 41);
}

/// Growing with the size of the document and no faster, whatever it is full of.
#[test]
fn the_largest_documents_are_read_in_time() {
    let list = |item: &dyn Fn(usize) -> String| (0..150_000).map(item).collect::<Vec<_>>().join(",");
    let plugins = format!(r#"{{"plugins":[{}]}}"#, list(&|i| format!(r#"{{"name":"p{i}"}}"#)));
    let policies = format!(r#"{{"safetyPolicies":[{}]}}"#, list(&|i| format!(r#"{{"id":"safety.p{i}","content":{{"text":""}}}}"#)));
    let replaces =
        format!(r#"{{"contributions":[{}]}}"#, list(&|i| format!(r#"{{"id":"a.{i}","mode":"replace","content":{{"text":""}}}}"#)));
    let start = std::time::Instant::now();
    let registry = empty();
    [plugins, policies, replaces].iter().for_each(|document| registry.load_json(document).unwrap());
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
    assert_eq!(registry.list(None, None).unwrap().len(), 150_000);
}
