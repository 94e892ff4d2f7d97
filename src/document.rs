//! From JSON to a document of a known shape: where it is not one, which place, what is there, and what is allowed.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Unexpected, Visitor};
use serde::Deserialize;
use serde_path_to_error::{Path, Segment, Track};

use crate::error::{Error, Excerpt, Kind, Quoted, Result};
use crate::json::JSON_MAX_BYTES;
use crate::text;

/// The document as a whole, in a JSON path.
const ROOT: &str = "$";

/// Reads a document, which is an object.
///
/// # Errors
/// [`Kind::InvalidJson`], the subject being the JSON path, the message giving line and column; [`Kind::LimitExceeded`].
pub(crate) fn read<'j, T: Deserialize<'j>>(json: &'j str) -> Result<T> {
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

/// A list that may be absent.
pub(crate) type List<T> = Option<Vec<Object<T>>>;

/// A struct as an object and nothing else: the derived code alone would also take a list of the fields in order.
pub(crate) struct Object<T>(pub(crate) T);

/// An enumeration by its name and nothing else: the derived code alone would also take an object.
pub(crate) struct Word<T>(pub(crate) T);

/// An enumeration with the names that a document may use.
pub(crate) trait Words: Copy + 'static {
    const WORDS: &'static [(&'static str, Self)];
}

macro_rules! words {
    ($($type:ident: $($variant:ident)*;)*) => {
        $(impl $crate::document::Words for $type {
            const WORDS: &'static [(&'static str, $type)] = &[$(($type::$variant.name(), $type::$variant)),*];
        })*
    };
}
pub(crate) use words;

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Object<T>, D::Error> {
        struct Reader<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Reader<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> std::result::Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }
        deserializer.deserialize_map(Reader(PhantomData))
    }
}

impl<'de, T: Words> Deserialize<'de> for Word<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Word<T>, D::Error> {
        struct Reader<T>(PhantomData<T>);
        impl<T: Words> Visitor<'_> for Reader<T> {
            type Value = Word<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("one of")?;
                T::WORDS.iter().enumerate().try_for_each(|(i, (word, _))| write!(f, "{} \"{word}\"", if i == 0 { "" } else { "," }))
            }

            fn visit_str<E: serde::de::Error>(self, given: &str) -> std::result::Result<Word<T>, E> {
                let known = T::WORDS.iter().find(|(word, _)| *word == given);
                known.map(|(_, value)| Word(*value)).ok_or_else(|| E::invalid_value(Unexpected::Str(given), &self))
            }
        }
        deserializer.deserialize_str(Reader(PhantomData))
    }
}

/// Converts what a list holds; a list that is absent holds nothing.
pub(crate) fn each<T, U>(list: List<T>, convert: impl Fn(T) -> Result<U>) -> Result<Vec<U>> {
    let list = list.unwrap_or_default();
    let mut out = text::try_vec(list.len())?;
    for Object(item) in list {
        out.push(convert(item)?);
    }
    Ok(out)
}
