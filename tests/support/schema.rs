//! A JSON Schema and the library take and refuse the same: the documents are generated from the schema.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use wattle::{Kind, Result};

/// One value of each type.
fn all_types() -> [(&'static str, Value); 6] {
    [
        ("null", Value::Null),
        ("boolean", true.into()),
        ("number", 7.into()),
        ("string", "x".into()),
        ("array", Value::Array(Vec::new())),
        ("object", Value::Object(Map::new())),
    ]
}

/// Walks the schema, and checks each place of a document against it.
struct Walk<'s> {
    root: &'s Value,
    /// What reads the documents.
    load: &'s dyn Fn(&str) -> Result<()>,
    /// The definitions met.
    reached: BTreeSet<&'s str>,
    taken: usize,
    refused: usize,
}

impl<'s> Walk<'s> {
    /// The schema that another one stands for, and whether null is taken too.
    fn follow(&self, schema: &'s Value) -> (&'s Value, bool) {
        if let Some(name) = schema["$ref"].as_str() {
            return (self.root.pointer(name.trim_start_matches('#')).unwrap(), false);
        }
        match schema["anyOf"].as_array() {
            Some(either) => {
                assert_eq!((either.len(), &either[1]["type"]), (2, &Value::from("null")));
                (self.follow(&either[0]).0, true)
            }
            None => (schema, false),
        }
    }

    /// The least that the schema takes.
    fn least(&self, schema: &'s Value) -> Value {
        let (schema, _) = self.follow(schema);
        if let Some(values) = schema["enum"].as_array() {
            return values[0].clone();
        }
        match schema["type"].as_str().or(schema["type"][0].as_str()).unwrap() {
            "object" => {
                let required = schema["required"].as_array().into_iter().flatten().map(|key| key.as_str().unwrap());
                required.map(|key| (key.to_owned(), self.least(&schema["properties"][key]))).collect::<Map<_, _>>().into()
            }
            "array" => Value::Array(Vec::new()),
            _ => schema["examples"][0].clone(),
        }
    }

    /// What a document is refused for by its shape; other refusals are not the schema's business.
    fn refusal(&mut self, document: &Value) -> Option<(String, String)> {
        match (self.load)(&document.to_string()) {
            Err(error) if error.kind() == Kind::InvalidJson => {
                self.refused += 1;
                Some((error.subject().to_owned(), error.message().to_owned()))
            }
            _ => {
                self.taken += 1;
                None
            }
        }
    }

    /// Checks the values of one place: `within` puts a value there, in a document that is right otherwise.
    fn check(&mut self, schema: &'s Value, path: &str, within: &dyn Fn(Value) -> Value) {
        for named in [schema, &schema["anyOf"][0]] {
            self.reached.extend(named["$ref"].as_str().map(|name| name.trim_start_matches("#/$defs/")));
        }
        let (schema, or_null) = self.follow(schema);
        assert!(schema["description"].is_string() || path.ends_with(']'), "{path} has no description");
        let types: Vec<&str> = match (&schema["enum"], &schema["type"]) {
            (Value::Array(values), _) => values.iter().map(|value| if value.is_null() { "null" } else { "" }).collect(),
            (_, Value::String(one)) => vec![one],
            (_, several) => several.as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect(),
        };
        for (name, value) in all_types() {
            let takes = types.contains(&name) || (or_null && name == "null");
            let value = if name == "object" && takes { self.least(schema) } else { value };
            let refusal = self.refusal(&within(value));
            assert_eq!(refusal.is_none(), takes, "{path} of type {name}: {refusal:?}");
            if let Some((subject, message)) = refusal {
                assert_eq!(subject, path, "{message}");
            }
        }
        if let Some(values) = schema["enum"].as_array() {
            self.check_words(values, path, within);
        }
        if types.contains(&"array") {
            let items = &schema["items"];
            self.check(items, &format!("{path}[0]"), &|value| within(Value::Array(vec![value])));
        }
        if types.contains(&"object") {
            self.check_object(schema, path, within);
        }
    }

    fn check_words(&mut self, values: &[Value], path: &str, within: &dyn Fn(Value) -> Value) {
        let words: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
        for word in &words {
            assert_eq!(self.refusal(&within((*word).into())), None, "{path} {word}");
            let other = self.refusal(&within(word.to_uppercase().into()));
            let allowed = words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
            assert!(other.is_some_and(|(_, message)| message.contains(&format!("expected one of {allowed} (line"))), "{path} {allowed}");
        }
    }

    fn check_object(&mut self, schema: &'s Value, path: &str, within: &dyn Fn(Value) -> Value) {
        assert_eq!(schema["additionalProperties"], false, "{path}");
        let least = self.least(schema);
        let with = |key: &str, value: Value| {
            let mut object = least.clone();
            object[key] = value;
            within(object)
        };
        let properties = schema["properties"].as_object().unwrap();
        for (key, property) in properties {
            self.check(property, &format!("{path}.{key}"), &|value| with(key, value));
            let mut without = least.clone();
            let required = without.as_object_mut().unwrap().remove(key).is_some();
            let refusal = self.refusal(&within(without));
            assert_eq!(refusal.is_some(), required, "{path} without {key}: {refusal:?}");
            assert!(refusal.is_none_or(|(subject, message)| subject == path && message.contains(&format!("missing field `{key}`"))));
        }
        for other in ["other", "", "ID", "Name", "$schema", "require_tools", "hook", "priority"] {
            let (subject, message) = self.refusal(&with(other, Value::Null)).unwrap_or_else(|| panic!("{path}.{other} is taken"));
            assert!(subject.starts_with(path) && message.contains(&format!("unknown field `{other}`")), "{message}");
            // The library names its fields in the message: they are the schema's.
            let mut named: Vec<&str> = message.split('`').skip(3).step_by(2).collect();
            let mut known: Vec<&str> = properties.keys().map(String::as_str).collect();
            named.sort_unstable();
            known.sort_unstable();
            assert_eq!(named, known, "{path}");
        }
    }
}

/// Checks a schema of `schemas/`, of which at least so many documents are taken and refused.
pub fn check(file: &str, load: &dyn Fn(&str) -> Result<()>, taken: usize, refused: usize) {
    let path = format!("{}/schemas/{file}", env!("CARGO_MANIFEST_DIR"));
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut walk = Walk { root: &schema, load, reached: BTreeSet::new(), taken: 0, refused: 0 };
    walk.check(&schema, "$", &|value| value);
    let defined: BTreeSet<&str> = schema["$defs"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(walk.reached, defined);
    assert!(walk.taken > taken && walk.refused > refused, "{} documents taken, {} refused", walk.taken, walk.refused);
}
