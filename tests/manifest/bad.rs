//! Bad documents: the kind, the path, what is there, what is allowed, line and column; never a crash, never a change.

use wattle::{Kind, JSON_MAX_BYTES};

use crate::view::{empty, everything};

/// Kind and subject of what a document is refused for, and the message.
fn refused(json: &str) -> (Kind, String, String) {
    let registry = empty();
    let error = registry.load_json(json).expect_err(&json.chars().take(200).collect::<String>());
    assert_eq!(everything(&registry), everything(&empty()));
    (error.kind(), error.subject().to_owned(), error.message().to_owned())
}

/// The same for what must be invalid JSON with that path and, after it, that message.
fn invalid(json: &str, path: &str, message: &str) {
    assert_eq!(refused(json), (Kind::InvalidJson, path.to_owned(), format!("{path}: {message}")));
}

/// Inside a document, on a line of its own.
fn contribution(fields: &str) -> String {
    format!("{{\n\"contributions\": [{{\"id\": \"a.b\", \"mode\": \"append\", \"content\": {{\"text\": \"\"}}}},\n{fields}\n]}}")
}

const OF_CONTRIBUTION: &str = "`id`, `mode`, `origin`, `tier`, `scope`, `content`, `condensed`, `requiresTools`";

#[test]
fn syntax() {
    invalid("", "$", "EOF while parsing a value (line 1, column 0)");
    invalid(" \n\t ", "$", "EOF while parsing a value (line 2, column 2)");
    invalid("{\n", "$", "EOF while parsing an object (line 2, column 0)");
    invalid("{}\n{}", "$", "trailing characters (line 2, column 1)");
    invalid("{}\0", "$", "trailing characters (line 1, column 3)");
    invalid("// no\n{}", "$", "expected value (line 1, column 1)");
    invalid("{'plugins': []}", "$", "key must be a string (line 1, column 2)");
    invalid("{\"plugins\": [],}", "$", "trailing comma (line 1, column 16)");
    invalid(&contribution("{\"id\": NaN}"), "$.contributions[1].id", "expected value (line 3, column 8)");
    invalid(
        &contribution("{\"id\": \"a\nb\"}"),
        "$.contributions[1].id",
        "control character (\\u0000-\\u001F) found while parsing a string (line 4, column 0)",
    );
    invalid(&contribution("{\"id\": \"\\x\"}"), "$.contributions[1].id", "invalid escape (line 3, column 10)");
    invalid(&contribution("{\"id\": \"a.b\" \"mode\": 1}"), "$.contributions[1]", "expected `,` or `}` (line 3, column 14)");
}

#[test]
fn every_truncation_is_an_error_with_a_path() {
    let whole = include_str!("../../examples/contributions/manifest.json").trim_end();
    for end in (0..whole.len()).filter(|end| whole.is_char_boundary(*end)) {
        let (kind, subject, message) = refused(&whole[..end]);
        assert_eq!(kind, Kind::InvalidJson, "{end}");
        assert!(message.starts_with(&format!("{subject}: EOF while parsing")), "{end}: {message}");
        assert!(subject.starts_with('$'), "{end}: {subject}");
    }
}

#[test]
fn byte_order_marks() {
    invalid("\u{feff}{}", "$", "a byte order mark; JSON begins without one (line 1, column 1)");
    invalid(" \u{feff}{}", "$", "expected value (line 1, column 2)");
}

#[test]
fn surrogates_and_nul() {
    let lone = "a \\u escape that is half a surrogate pair";
    for escape in ["\\ud800", "\\udc00", "\\ud800\\ud800", "\\ud800\\u0041", "\\ud800x", "\\ud800\\n"] {
        let (kind, subject, message) =
            refused(&contribution(&format!("{{\"id\": \"a.c\", \"mode\": \"append\", \"content\": {{\"text\": \"{escape}\"}}}}")));
        assert_eq!((kind, subject.as_str()), (Kind::InvalidJson, "$.contributions[1].content.text"), "{escape}");
        assert!(message.starts_with(&format!("$.contributions[1].content.text: {lone} (line 3, column ")), "{escape}: {message}");
    }
    invalid(&contribution("{\"i\\ud800d\": 1}"), "$.contributions[1]", &format!("{lone} (line 3, column 10)"));
    let (kind, subject, message) =
        refused(&contribution("{\"id\": \"a.\\u0000b\", \"mode\": \"append\", \"content\": {\"text\": \"\\u0000\"}}"));
    assert_eq!((kind, subject.as_str()), (Kind::UnnamespacedId, "a.\0b"));
    assert!(message.starts_with("$.contributions[1]: \"a.\\u{0}b\" has white space or a control character"), "{message}");
}

#[test]
fn shapes() {
    invalid("[]", "$", "invalid type: array, expected an object (line 1, column 0)");
    invalid("null", "$", "invalid type: null, expected an object (line 1, column 4)");
    invalid("\"{}\"", "$", "invalid type: string \"{}\", expected an object (line 1, column 4)");
    invalid("{\"plugins\": {}}", "$.plugins", "invalid type: object, expected an array (line 1, column 12)");
    invalid("{\"plugins\": [[\"p\", \"1\", [], [], []]]}", "$.plugins[0]", "invalid type: array, expected an object (line 1, column 13)");
    invalid(&contribution("[\"a.c\", \"append\"]"), "$.contributions[1]", "invalid type: array, expected an object (line 3, column 0)");
    invalid(&contribution("null"), "$.contributions[1]", "invalid type: null, expected an object (line 3, column 4)");
    invalid(&contribution("{\"id\": 7}"), "$.contributions[1].id", "invalid type: integer `7`, expected a string (line 3, column 8)");
    invalid(&contribution("{\"id\": null}"), "$.contributions[1].id", "invalid type: null, expected a string (line 3, column 11)");
    invalid(
        &contribution("{\"content\": \"text\"}"),
        "$.contributions[1].content",
        "invalid type: string \"text\", expected an object (line 3, column 18)",
    );
    invalid(
        &contribution("{\"content\": {\"text\": [\"a\"]}}"),
        "$.contributions[1].content.text",
        "invalid type: array, expected a string (line 3, column 21)",
    );
    invalid(
        &contribution("{\"requiresTools\": [\"a\", 1.5]}"),
        "$.contributions[1].requiresTools[1]",
        "invalid type: floating point `1.5`, expected a string (line 3, column 27)",
    );
    invalid(
        "{\"safetyPolicies\": [{\"enabledByDefault\": \"yes\"}]}",
        "$.safetyPolicies[0].enabledByDefault",
        "invalid type: string \"yes\", expected a boolean (line 1, column 46)",
    );
    invalid(
        "{\"safetyPolicies\": [{\"enabledByDefault\": 1}]}",
        "$.safetyPolicies[0].enabledByDefault",
        "invalid type: integer `1`, expected a boolean (line 1, column 42)",
    );
    invalid(&contribution("{\"id\": \"a.c\", \"mode\": \"append\"}"), "$.contributions[1]", "missing field `content` (line 3, column 31)");
    invalid("{\"plugins\": [{\"version\": \"1\"}]}", "$.plugins[0]", "missing field `name` (line 1, column 29)");
}

#[test]
fn enumerations() {
    for (field, allowed) in [
        ("mode", r#""append", "prepend", "replace""#),
        ("tier", r#""core", "active", "informational""#),
        ("origin", r#""static", "runtime-aware""#),
    ] {
        for (value, found) in [
            ("\"Append\"", "invalid value: string \"Append\""),
            ("1", "invalid type: integer `1`"),
            ("{\"append\": null}", "invalid type: object"),
        ] {
            let (kind, subject, message) = refused(&contribution(&format!("{{\"{field}\": {value}}}")));
            assert_eq!((kind, subject), (Kind::InvalidJson, format!("$.contributions[1].{field}")));
            assert!(
                message.starts_with(&format!("$.contributions[1].{field}: {found}, expected one of {allowed} (line 3, column ")),
                "{message}"
            );
        }
    }
    invalid(
        &contribution("{\"scope\": {\"callClass\": \"talk\"}}"),
        "$.contributions[1].scope.callClass",
        "invalid value: string \"talk\", expected one of \"utility\", \"reasoning\", \"converse\", \"synthesize\" (line 3, column 30)",
    );
    for origin in ["core-default", "core-template", "safety"] {
        assert_eq!(refused(&contribution(&format!("{{\"origin\": \"{origin}\"}}"))).1, "$.contributions[1].origin");
    }
}

#[test]
fn unknown_and_repeated_fields() {
    invalid(
        &contribution("{\"modee\": 1}"),
        "$.contributions[1].modee",
        &format!("unknown field `modee`, expected one of {OF_CONTRIBUTION} (line 3, column 8)"),
    );
    invalid(
        &contribution("{\"requires_tools\": 1}"),
        "$.contributions[1].requires_tools",
        &format!("unknown field `requires_tools`, expected one of {OF_CONTRIBUTION} (line 3, column 17)"),
    );
    invalid(
        &contribution("{\"content\": {\"fn\": \"x\"}}"),
        "$.contributions[1].content.fn",
        "unknown field `fn`, expected `text` (line 3, column 17)",
    );
    invalid(
        "{\"hook\": 1}",
        "$.hook",
        "unknown field `hook`, expected one of `plugins`, `contributions`, `safetyPolicies` (line 1, column 7)",
    );
    invalid(
        &contribution("{\"a\\n\\u202eb\": 1}"),
        "$.contributions[1][\"a\\u{a}\\u{202e}b\"]",
        &format!("unknown field `a\\u{{a}}\\u{{202e}}b`, expected one of {OF_CONTRIBUTION} (line 3, column 13)"),
    );
    invalid(&contribution("{\"id\": \"a.c\", \"id\": \"a.c\"}"), "$.contributions[1]", "duplicate field `id` (line 3, column 18)");
    invalid(
        &contribution("{\"tier\": null, \"\\u0074ier\": \"core\"}"),
        "$.contributions[1]",
        "duplicate field `tier` (line 3, column 26)",
    );
    invalid("{\"plugins\": [], \"plugins\": []}", "$", "duplicate field `plugins` (line 1, column 25)");
}

#[test]
fn long_input_makes_no_long_message() {
    let long = "é".repeat(1 << 20);
    for fields in [format!("{{\"{long}\": 1}}"), format!("{{\"mode\": \"{long}\"}}"), format!("{{\"content\": \"{long}\"}}")] {
        let (kind, subject, message) = refused(&contribution(&fields));
        assert_eq!(kind, Kind::InvalidJson);
        assert!(subject.len() < 1000 && message.len() < 2000, "{} {}", subject.len(), message.len());
        assert!(message.contains('…') && message.contains("expected "), "{message}");
    }
}

/// On a thread with little stack, as hosts have them.
#[test]
fn deep_nesting_is_a_clean_error() {
    let deep = |open: &str| open.repeat(10_000);
    let run = move || {
        for json in [
            deep("["),
            deep("{\"plugins\":"),
            contribution(&deep("[")),
            contribution(&deep("{\"scope\":")),
            contribution(&format!("{{\"x\": {}", deep("["))),
            contribution(&format!("{{\"requiresTools\": {}", deep("["))),
            contribution(&format!("{{\"id\": {}{}}}", deep("["), "]".repeat(10_000))),
        ] {
            assert_eq!(refused(&json).0, Kind::InvalidJson);
        }
    };
    std::thread::Builder::new().stack_size(128 << 10).spawn(run).unwrap().join().unwrap();
}

#[test]
fn sizes() {
    let padded = |bytes: usize| "{}".to_owned() + &" ".repeat(bytes - 2);
    empty().load_json(&padded(JSON_MAX_BYTES)).unwrap();
    for bytes in [JSON_MAX_BYTES + 1, 50 << 20] {
        let (kind, subject, message) = refused(&padded(bytes));
        assert_eq!((kind, subject.as_str()), (Kind::LimitExceeded, "json"));
        assert_eq!(message, format!("json has {bytes} bytes; at most 16777216 are allowed"));
    }
    // Not even looked at.
    assert_eq!(refused(&"[".repeat(50 << 20)).0, Kind::LimitExceeded);
}

#[test]
fn a_wrong_shape_comes_before_a_refused_row() {
    let json = r#"{"contributions": [{"id": "nodot", "mode": "append", "content": {"text": ""}}, {"id": 1}]}"#;
    assert_eq!(refused(json).1, "$.contributions[1].id");
}
