//! JSON out (semantics 6.8): no white space, keys in the order written, numbers as ECMAScript prints them, strings with the
//! escapes of JSON.stringify. The order of everything is the caller's.

use std::sync::OnceLock;

use crate::compose::CHARS_MAX;
use crate::error::{Error, Result};
use crate::exact::Double;
use crate::text::{try_push_fmt, try_push_str, without_nul};

/// The longest JSON that is read, in bytes: 16 MiB.
pub const JSON_MAX_BYTES: usize = 16 << 20;

/// Writes JSON into memory that may run out.
#[derive(Default)]
pub(crate) struct JsonWriter {
    out: String,
    /// Whether a value was written at this depth, so that the next one needs a comma.
    needs_comma: bool,
}

impl JsonWriter {
    pub(crate) fn finish(self) -> String {
        self.out
    }

    pub(crate) fn begin(&mut self, bracket: Bracket) -> Result<()> {
        self.separate()?;
        self.needs_comma = false;
        try_push_str(&mut self.out, bracket.open())
    }

    pub(crate) fn end(&mut self, bracket: Bracket) -> Result<()> {
        self.needs_comma = true;
        try_push_str(&mut self.out, bracket.close())
    }

    /// The key of the next value.
    pub(crate) fn key(&mut self, key: &str) -> Result<()> {
        self.string(key)?;
        self.needs_comma = false;
        try_push_str(&mut self.out, ":")
    }

    pub(crate) fn string(&mut self, text: &str) -> Result<()> {
        self.separate()?;
        try_push_str(&mut self.out, "\"")?;
        let mut plain = 0;
        for (at, byte) in text.bytes().enumerate().filter(|(_, byte)| needs_escape(*byte)) {
            try_push_str(&mut self.out, &text[plain..at])?;
            self.escape(byte)?;
            plain = at + 1;
        }
        try_push_str(&mut self.out, &text[plain..])?;
        try_push_str(&mut self.out, "\"")
    }

    /// A double; infinite is null.
    pub(crate) fn number(&mut self, number: f64) -> Result<()> {
        self.separate()?;
        if !number.is_finite() {
            return try_push_str(&mut self.out, "null");
        }
        try_push_str(&mut self.out, ryu_js::Buffer::new().format_finite(number))
    }

    /// A whole number: up to 2^53 - 1 ECMAScript prints it as everybody does, and what is more as the double next to it.
    fn whole(&mut self, number: u64) -> Result<()> {
        if number > CHARS_MAX {
            return self.number(Double::of_whole(number.into()).to_f64());
        }
        self.separate()?;
        try_push_fmt(&mut self.out, format_args!("{number}"))
    }

    pub(crate) fn null(&mut self) -> Result<()> {
        self.separate()?;
        try_push_str(&mut self.out, "null")
    }

    pub(crate) fn boolean(&mut self, value: bool) -> Result<()> {
        self.separate()?;
        try_push_str(&mut self.out, if value { "true" } else { "false" })
    }

    /// JSON that is JSON already, on one line: as it is but for the white space between its parts.
    pub(crate) fn compacted(&mut self, json: &str) -> Result<()> {
        self.separate()?;
        let blank = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r');
        let mut rest = json;
        while let Some(quote) = rest.find('"') {
            let (between, text) = rest.split_at(quote);
            between.split(blank).try_for_each(|part| try_push_str(&mut self.out, part))?;
            let end = string_end(text);
            try_push_str(&mut self.out, &text[..end])?;
            rest = &text[end..];
        }
        rest.split(blank).try_for_each(|part| try_push_str(&mut self.out, part))
    }

    /// A key and its value.
    pub(crate) fn field(&mut self, key: &str, value: impl Value) -> Result<()> {
        self.key(key)?;
        value.write(self)
    }

    /// An object, or an array, and what is in it.
    pub(crate) fn within(&mut self, bracket: Bracket, fill: impl FnOnce(&mut JsonWriter) -> Result<()>) -> Result<()> {
        self.begin(bracket)?;
        fill(self)?;
        self.end(bracket)
    }

    /// A key, and an array of what is written for each item.
    pub(crate) fn list<T>(
        &mut self,
        key: &str,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut JsonWriter, T) -> Result<()>,
    ) -> Result<()> {
        self.key(key)?;
        self.within(Bracket::Array, |json| items.into_iter().try_for_each(|item| write(json, item)))
    }

    fn separate(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.needs_comma, true) {
            try_push_str(&mut self.out, ",")?;
        }
        Ok(())
    }

    fn escape(&mut self, byte: u8) -> Result<()> {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let short = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            8 => "\\b",
            9 => "\\t",
            10 => "\\n",
            12 => "\\f",
            13 => "\\r",
            _ => {
                try_push_str(&mut self.out, "\\u00")?;
                self.out.try_reserve(2)?;
                self.out.push(DIGITS[usize::from(byte >> 4)].into());
                self.out.push(DIGITS[usize::from(byte & 15)].into());
                return Ok(());
            }
        };
        try_push_str(&mut self.out, short)
    }
}

/// A text that tells of an immutable result, its JSON or its table: made at the first request, with a NUL behind the last byte.
#[derive(Default)]
pub(crate) struct Once(OnceLock<String>);

impl Once {
    pub(crate) fn get(&self, make: impl FnOnce() -> Result<String>) -> Result<&str> {
        if self.0.get().is_none() {
            let mut text = make()?;
            try_push_str(&mut text, "\0")?;
            // Another thread may have been first; both made the same bytes.
            let _ = self.0.set(text);
        }
        self.0.get().map(|text| without_nul(text)).ok_or_else(Error::out_of_memory)
    }
}

/// Checks that a text is a JSON object; the fault is for people.
pub(crate) fn check_object(text: &str) -> std::result::Result<(), String> {
    if text.len() > JSON_MAX_BYTES {
        return Err(format!("it has {} bytes; at most {JSON_MAX_BYTES} are allowed", text.len()));
    }
    serde_json::from_str::<serde::de::IgnoredAny>(text).map_err(|error| error.to_string())?;
    if !text.trim_start().starts_with('{') {
        return Err("it is another kind of value".to_owned());
    }
    Ok(())
}

/// What JSON can be written of.
pub(crate) trait Value {
    fn write(self, json: &mut JsonWriter) -> Result<()>;
}

impl Value for &str {
    fn write(self, json: &mut JsonWriter) -> Result<()> {
        json.string(self)
    }
}

impl Value for bool {
    fn write(self, json: &mut JsonWriter) -> Result<()> {
        json.boolean(self)
    }
}

impl Value for f64 {
    fn write(self, json: &mut JsonWriter) -> Result<()> {
        json.number(self)
    }
}

impl Value for u64 {
    fn write(self, json: &mut JsonWriter) -> Result<()> {
        json.whole(self)
    }
}

impl Value for usize {
    fn write(self, json: &mut JsonWriter) -> Result<()> {
        json.whole(self as u64)
    }
}

/// Absent is null.
impl<T: Value> Value for Option<T> {
    fn write(self, json: &mut JsonWriter) -> Result<()> {
        match self {
            Some(value) => value.write(json),
            None => json.null(),
        }
    }
}

/// What holds values: an object or an array.
#[derive(Clone, Copy)]
pub(crate) enum Bracket {
    Object,
    Array,
}

impl Bracket {
    fn open(self) -> &'static str {
        match self {
            Bracket::Object => "{",
            Bracket::Array => "[",
        }
    }

    fn close(self) -> &'static str {
        match self {
            Bracket::Object => "}",
            Bracket::Array => "]",
        }
    }
}

fn needs_escape(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// Where the string ends with which a text begins.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    let closing = text.bytes().skip(1).position(|byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    });
    closing.map_or(text.len(), |at| at + 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn string(text: &str) -> String {
        let mut json = JsonWriter::default();
        json.string(text).unwrap();
        json.finish()
    }

    fn number(number: f64) -> String {
        let mut json = JsonWriter::default();
        json.number(number).unwrap();
        json.finish()
    }

    #[test]
    fn escapes_are_those_of_json_stringify() {
        assert_eq!(string("\u{8}\t\n\u{c}\r\"\\/\0\u{1f}\u{7f}é\u{2028}🚀"), "\"\\b\\t\\n\\f\\r\\\"\\\\/\\u0000\\u001f\u{7f}é\u{2028}🚀\"");
    }

    #[test]
    fn numbers_are_those_of_ecmascript() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (95.0, "95"),
            (1e21, "1e+21"),
            (1e20, "100000000000000000000"),
            (1e-6, "0.000001"),
            (1e-7, "1e-7"),
            (33.333333333333336, "33.333333333333336"),
            (9007199254740991.0, "9007199254740991"),
            (f64::INFINITY, "null"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn compacted_json_is_the_same_on_one_line() {
        let compacted = |text: &str| {
            let mut json = JsonWriter::default();
            json.compacted(text).unwrap();
            json.finish()
        };
        let text = "{ \n\t\"a \\\" b\" :\r\n [ 1 , \"\\\\\" , \" c\\n \", {} ] , \"é\":-1e9 }\n";
        assert_eq!(compacted(text), "{\"a \\\" b\":[1,\"\\\\\",\" c\\n \",{}],\"é\":-1e9}");
        for text in ["\"open", "\"open\\", "", "1"] {
            assert_eq!(compacted(text), text);
        }
    }

    proptest! {
        #[test]
        fn whole_numbers_are_as_doubles_are(value in prop_oneof![0..1000u64, (CHARS_MAX - 9)..(CHARS_MAX + 9), any::<u64>()]) {
            let mut json = JsonWriter::default();
            json.field("n", value).unwrap();
            prop_assert_eq!(json.finish(), format!("\"n\":{}", number(value as f64)));
        }

        #[test]
        fn strings_read_back(text in any::<String>()) {
            prop_assert_eq!(serde_json::from_str::<String>(&string(&text)).unwrap(), text);
        }
    }
}
