//! From JSON to a document: where it is not one, which place, what is there, and what is allowed.

use serde::Deserialize;
use serde_path_to_error::{Path, Segment, Track};

use super::shape::{Document, Object};
use crate::error::{Error, Excerpt, Kind, Quoted, Result};
use crate::json::JSON_MAX_BYTES;

/// The document as a whole, in a JSON path.
const ROOT: &str = "$";

pub(super) fn document(json: &str) -> Result<Document> {
    if json.len() > JSON_MAX_BYTES {
        let bytes = json.len();
        return Err(Error::new(Kind::LimitExceeded, "json", format_args!("json has {bytes} bytes; at most {JSON_MAX_BYTES} are allowed")));
    }
    if json.starts_with('\u{feff}') {
        return Err(invalid(ROOT, "a byte order mark; JSON begins without one", 1, 1));
    }
    let mut reader = serde_json::Deserializer::from_str(json);
    let mut track = Track::new();
    let read = Object::deserialize(serde_path_to_error::Deserializer::new(&mut reader, &mut track));
    let Object(document) = read.map_err(|error| refused(&json_path(&track.path()), &error))?;
    reader.end().map_err(|error| refused(ROOT, &error))?;
    Ok(document)
}

fn refused(path: &str, error: &serde_json::Error) -> Error {
    let (line, column) = (error.line(), error.column());
    let whole = error.to_string();
    let what = whole.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&whole);
    invalid(path, &in_terms_of_json(what), line, column)
}

/// The reader speaks of sequences and maps, and of a surrogate without its other half in two ways.
fn in_terms_of_json(what: &str) -> String {
    const LONE_SURROGATE: [&str; 2] = ["lone leading surrogate in hex escape", "unexpected end of hex escape"];
    if LONE_SURROGATE.contains(&what) {
        return "a \\u escape that is half a surrogate pair".to_owned();
    }
    let what = what.strip_suffix("expected a sequence").map_or(what.to_owned(), |what| format!("{what}expected an array"));
    let found = |word: &str| what.strip_prefix("invalid type: ").and_then(|found| found.strip_prefix(word));
    match (found("map,"), found("sequence,")) {
        (Some(rest), _) => format!("invalid type: object,{rest}"),
        (_, Some(rest)) => format!("invalid type: array,{rest}"),
        _ => what,
    }
}

fn invalid(path: &str, what: &str, line: usize, column: usize) -> Error {
    Error::new(Kind::InvalidJson, path, format_args!("{path}: {} (line {line}, column {column})", Excerpt(what)))
}

/// The place as a JSON path: `$.contributions[3].mode`. A key that could not be read has none.
fn json_path(path: &Path) -> String {
    path.iter().fold(ROOT.to_owned(), |whole, segment| match segment {
        Segment::Seq { index } => format!("{whole}[{index}]"),
        Segment::Map { key } if is_plain(key) => format!("{whole}.{key}"),
        Segment::Map { key } => format!("{whole}[{}]", Quoted(key)),
        Segment::Enum { .. } | Segment::Unknown => whole,
    })
}

fn is_plain(key: &str) -> bool {
    (1..=100).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
