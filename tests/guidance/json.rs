//! Documents of guidance: what they add, and what they are refused for and where. The reader is that of manifests, whose tests
//! have more of what is no JSON.

use serde_json::{json, Value};
use wattle::{Guidance, Kind, MatchMode, JSON_MAX_BYTES};

use crate::{entry, guidance, schema};

const GOOD: &str = r#"{
  "entries": [
    { "toolName": "search_*", "mode": "prefix", "text": "Always cite sources." },
    { "text": "Ask before you delete.", "toolName": "*_delete", "mode": "glob" },
    { "toolName": "a\u0000b", "mode": "exact", "text": "\ud83d\ude80\u0000\r\n" }
  ]
}"#;

/// A guidance with something in it, so that a change would show.
fn base() -> Guidance {
    guidance(&[entry(MatchMode::Glob, "*", "base")])
}

/// Kind, subject and message of what a document is refused for; nothing of it stays.
fn refused(json: &str) -> (Kind, String, String) {
    let guidance = base();
    let error = guidance.load_json(json).expect_err(&json.chars().take(200).collect::<String>());
    assert_eq!((guidance.len(), guidance.resolve("search_web", &[]).unwrap().as_str()), (1, "base"));
    (error.kind(), error.subject().to_owned(), error.message().to_owned())
}

/// The same for what must be invalid JSON with that path and, after it, that message.
fn invalid(json: &str, path: &str, message: &str) {
    assert_eq!(refused(json), (Kind::InvalidJson, path.to_owned(), format!("{path}: {message}")));
}

#[test]
fn a_document_is_added_behind_what_is_there() {
    let guidance = base();
    guidance.load_json(GOOD).unwrap();
    guidance.load_json(r#"{"entries":[{"toolName":"","mode":"prefix","text":"last"}]}"#).unwrap();
    assert_eq!(guidance.len(), 5);
    assert_eq!(guidance.resolve("search_delete", &[]).unwrap(), "base\n\nAlways cite sources.\n\nAsk before you delete.\n\nlast");
    assert_eq!(guidance.resolve("a\0b", &[]).unwrap(), "base\n\n🚀\0\r\n\n\nlast");
}

#[test]
fn entries_may_be_left_out() {
    for json in ["{}", r#"{"entries":null}"#, r#" {"entries":[]} "#] {
        let guidance = base();
        guidance.load_json(json).unwrap();
        assert_eq!(guidance.len(), 1);
    }
}

/// The words of a document are those of the cases: an entry of theirs is one of ours.
#[test]
fn cases_are_the_same_by_documents() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/bindings-tests/cases/guidance.json");
    let cases: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for case in &cases {
        let guidance = Guidance::new();
        guidance.load_json(&json!({ "entries": case["entries"] }).to_string()).unwrap();
        let (tool, expect) = (case["toolName"].as_str().unwrap(), &case["expect"]);
        assert_eq!(guidance.resolve(tool, &[]).unwrap(), expect["text"], "{}", case["name"]);
        assert_eq!(guidance.estimate_chars(tool, &[]).unwrap(), expect["chars"], "{}", case["name"]);
    }
    assert!(cases.len() > 300);
}

#[test]
fn the_schema_says_what_the_library_does() {
    schema::check("guidance.schema.json", &|json| Guidance::new().load_json(json), 8, 40);
}

#[test]
fn the_headers_example_is_loaded() {
    let header = include_str!("../../include/wattle.h");
    let start = header.find("{ \"entries\"").expect("an example");
    let end = header[start..].find("\n *\n").expect("a blank line after it");
    let guidance = Guidance::new();
    guidance.load_json(&header[start..start + end].replace("\n *", "\n")).unwrap();
    assert_eq!(guidance.len(), 2);
}

#[test]
fn bad_documents_are_told_with_path_and_place() {
    let second = |fields: &str| format!("{{\"entries\": [{{\"toolName\": \"a\", \"mode\": \"exact\", \"text\": \"\"}},\n{fields}]}}");
    invalid("", "$", "EOF while parsing a value (line 1, column 0)");
    invalid("[]", "$", "invalid type: array, expected an object (line 1, column 0)");
    invalid("\u{feff}{}", "$", "a byte order mark; JSON begins without one (line 1, column 1)");
    invalid("{\"entries\": []}, {}", "$", "trailing characters (line 1, column 16)");
    invalid("{\"entries\": [],\n}", "$", "trailing comma (line 2, column 1)");
    invalid("{\"entries\": {}}", "$.entries", "invalid type: object, expected an array (line 1, column 12)");
    invalid("{\"entries\": [], \"entries\": []}", "$", "duplicate field `entries` (line 1, column 25)");
    invalid("{\"plugins\": []}", "$.plugins", "unknown field `plugins`, expected `entries` (line 1, column 10)");
    invalid(&second("null"), "$.entries[1]", "invalid type: null, expected an object (line 2, column 4)");
    invalid(&second("[\"a\", \"exact\", \"\"]"), "$.entries[1]", "invalid type: array, expected an object (line 2, column 0)");
    invalid(&second("{\"toolName\": 7}"), "$.entries[1].toolName", "invalid type: integer `7`, expected a string (line 2, column 14)");
    invalid(&second("{\"text\": null}"), "$.entries[1].text", "invalid type: null, expected a string (line 2, column 13)");
    invalid(&second("{\"toolName\": \"a\", \"text\": \"\"}"), "$.entries[1]", "missing field `mode` (line 2, column 29)");
    invalid(&second("{\"mode\": \"glob\", \"mode\": \"glob\"}"), "$.entries[1]", "duplicate field `mode` (line 2, column 23)");
    invalid(
        &second("{\"mode\": \"Glob\"}"),
        "$.entries[1].mode",
        "invalid value: string \"Glob\", expected one of \"exact\", \"prefix\", \"glob\" (line 2, column 15)",
    );
    invalid(
        &second("{\"match\": {\"toolName\": \"a\"}}"),
        "$.entries[1].match",
        "unknown field `match`, expected one of `toolName`, `mode`, `text` (line 2, column 8)",
    );
    invalid(&second("{\"text\": \"\\ud800\"}"), "$.entries[1].text", "a \\u escape that is half a surrogate pair (line 2, column 17)");
}

#[test]
fn every_truncation_is_refused() {
    for end in 0..GOOD.len() {
        let (kind, subject, message) = refused(&GOOD[..end]);
        assert_eq!(kind, Kind::InvalidJson, "{end}");
        assert!(message.starts_with(&format!("{subject}: EOF while parsing")), "{end}: {message}");
    }
}

#[test]
fn sizes() {
    let padded = |bytes: usize| "{}".to_owned() + &" ".repeat(bytes - 2);
    base().load_json(&padded(JSON_MAX_BYTES)).unwrap();
    let (kind, subject, _) = refused(&padded(JSON_MAX_BYTES + 1));
    assert_eq!((kind, subject.as_str()), (Kind::LimitExceeded, "json"));
    assert_eq!(refused(&"[".repeat(10_000)).0, Kind::InvalidJson);
    let many = json!({ "entries": vec![json!({ "toolName": "t", "mode": "exact", "text": "x" }); 100_000] }).to_string();
    let guidance = Guidance::new();
    guidance.load_json(&many).unwrap();
    assert_eq!(guidance.estimate_chars("t", &[]).unwrap(), 3 * 100_000 - 2);
    refused(&many[..many.len() - 3]);
}
