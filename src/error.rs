//! What went wrong, with which id, and what is allowed.

use std::any::Any;
use std::fmt;

use crate::text;

/// The result of everything that may fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What a callback attached to its failure, for whoever started the call.
pub type Payload = Box<dyn Any + Send + Sync>;

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $number:literal, $dashed:literal;)*) => {
        /// The kinds of error. Numbers and names are those of the C face and of the case files.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[non_exhaustive]
        #[repr(i32)]
        pub enum Kind { $($(#[$doc])* $name = $number,)* }

        impl Kind {
            /// Every kind, in the order of their numbers.
            pub const ALL: &'static [Kind] = &[$(Kind::$name),*];

            /// The dashed name: `duplicate-plugin`.
            pub const fn name(self) -> &'static str {
                match self { $(Kind::$name => $dashed,)* }
            }

            /// The same with a NUL behind it.
            pub(crate) const fn terminated_name(self) -> &'static str {
                match self { $(Kind::$name => concat!($dashed, "\0"),)* }
            }
        }
    };
}

kinds! {
    /// A value that is not allowed.
    InvalidArgument = 1, "invalid-argument";
    /// NULL where a value is required, or a text or list of (NULL, n > 0).
    NullArgument = 2, "null-argument";
    /// A text that is not UTF-8.
    InvalidUtf8 = 3, "invalid-utf8";
    /// A handle of another type, or of another copy of the library.
    InvalidHandle = 4, "invalid-handle";
    /// A struct of a newer header sets a field that this library does not know.
    Unsupported = 5, "unsupported";
    /// A text over [`crate::TEXT_MAX_BYTES`], or JSON over [`crate::JSON_MAX_BYTES`].
    LimitExceeded = 6, "limit-exceeded";
    /// An allocation failed; nothing changed.
    OutOfMemory = 7, "out-of-memory";
    /// A fault of the library, caught.
    Internal = 8, "internal";
    /// Text that is not JSON, or JSON of another shape than what it is read for.
    InvalidJson = 9, "invalid-json";
    /// An id that is not `<namespace>.<name>` (semantics 2).
    UnnamespacedId = 20, "unnamespaced-id";
    /// `core.*` appended or prepended, or `safety.*` contributed (semantics 2).
    ReservedNamespace = 21, "reserved-namespace";
    /// A plugin's append or prepend outside its own namespace; a policy outside `safety.*` (semantics 2, 4).
    ForeignNamespace = 22, "foreign-namespace";
    /// The id is taken within its origin, or is a known policy's (semantics 2, 4).
    DuplicateContributionId = 23, "duplicate-contribution-id";
    /// A plugin of that name is registered (semantics 2).
    DuplicatePlugin = 24, "duplicate-plugin";
    /// No plugin of that name is registered (semantics 2).
    UnknownPlugin = 25, "unknown-plugin";
    /// Nothing of that origin and id can be removed (semantics 2).
    UnknownContribution = 26, "unknown-contribution";
    /// An enabled policy, or the one to remove, is not registered (semantics 2, 4).
    UnknownSafetyPolicy = 27, "unknown-safety-policy";
    /// A module of that name is in the builder (semantics 9.1).
    DuplicateModule = 28, "duplicate-module";
    /// No module of that name is in the builder, or no built-in has it (semantics 9.1).
    UnknownModule = 29, "unknown-module";
    /// A change of a frozen snapshot (semantics 2).
    Frozen = 30, "frozen";
    /// A frozen snapshot can still call what is to be removed (semantics 2).
    PluginInUse = 31, "plugin-in-use";
    /// A callback failed, or wrote what is not UTF-8.
    CallbackFailed = 40, "callback-failed";
    /// A removal or replacement inside a callback of the library; composing into a prompt that is being composed.
    ReEntrancy = 41, "re-entrancy";
}

/// A kind, the culprit, a message for people, and what a callback attached. Small, as results are moved far more often than
/// they fail.
pub struct Error {
    kind: Kind,
    /// None where there was no memory for it.
    details: Option<Box<Details>>,
}

struct Details {
    subject: String,
    message: String,
    payload: Option<Payload>,
}

impl Error {
    /// An error about `subject`. Where there is no memory for the texts, it becomes [`Kind::OutOfMemory`].
    #[cold]
    #[inline(never)]
    pub fn new(kind: Kind, subject: &str, message: fmt::Arguments<'_>) -> Error {
        let made = text::try_string(subject).and_then(|subject| Ok((subject, text::try_format(message)?)));
        match made {
            Ok((subject, message)) => Error { kind, details: Some(Box::new(Details { subject, message, payload: None })) },
            Err(error) => error,
        }
    }

    /// There is no memory. Makes no allocation of its own.
    pub const fn out_of_memory() -> Error {
        Error { kind: Kind::OutOfMemory, details: None }
    }

    /// The failure of a callback, as the callback itself reports it; whoever called it adds the subject.
    #[cold]
    #[inline(never)]
    pub fn from_callback(message: fmt::Arguments<'_>, payload: Option<Payload>) -> Error {
        Error::new(Kind::CallbackFailed, "", message).with_payload(payload)
    }

    /// Says whose callback failed, whatever its failure was; only running out of memory stays what it is.
    #[cold]
    #[inline(never)]
    pub(crate) fn blamed_on(self, what: &str, subject: &str) -> Error {
        if self.kind == Kind::OutOfMemory {
            return self;
        }
        let colon = if self.message().is_empty() { "" } else { ": " };
        let message = format_args!("{what} {} failed{colon}{}", Quoted(subject), self.message());
        Error::new(Kind::CallbackFailed, subject, message).with_payload(self.details.and_then(|details| details.payload))
    }

    /// Says in which element of a list it is.
    #[cold]
    #[inline(never)]
    pub(crate) fn within(self, list: &str, index: usize) -> Error {
        self.at(format_args!("{list}[{index}]"))
    }

    /// Says where it is; only running out of memory has no place.
    #[cold]
    #[inline(never)]
    pub(crate) fn at(self, place: fmt::Arguments<'_>) -> Error {
        if self.kind == Kind::OutOfMemory {
            return self;
        }
        let placed = Error::new(self.kind, self.subject(), format_args!("{place}: {}", self.message()));
        placed.with_payload(self.details.and_then(|details| details.payload))
    }

    /// Says which item of a list of texts it is.
    #[cold]
    #[inline(never)]
    pub(crate) fn item(self, index: usize) -> Error {
        Error::new(self.kind, self.subject(), format_args!("item {index}: {}", self.message()))
    }

    /// Says whose hook emitted what is refused.
    #[cold]
    #[inline(never)]
    pub(crate) fn emitted_by(self, plugin: &str) -> Error {
        Error::new(self.kind, self.subject(), format_args!("emitted by the hook of plugin {}: {}", Quoted(plugin), self.message()))
    }

    /// With what the failure of a callback, if it is one, carries.
    pub(crate) fn with_payload_of(self, outcome: Result<()>) -> Error {
        let details = outcome.err().and_then(|failure| failure.details);
        self.with_payload(details.and_then(|details| details.payload))
    }

    fn with_payload(mut self, payload: Option<Payload>) -> Error {
        if let Some(details) = &mut self.details {
            details.payload = payload;
        }
        self
    }

    /// What it is made of: kind, subject, message, payload; nothing but the kind where there was no memory.
    pub(crate) fn into_parts(self) -> (Kind, String, String, Option<Payload>) {
        match self.details {
            Some(details) => (self.kind, details.subject, details.message, details.payload),
            None => (self.kind, String::new(), String::new(), None),
        }
    }

    /// The same without the payload, which has one owner.
    #[cold]
    #[inline(never)]
    pub(crate) fn twin(&self) -> Error {
        match self.kind {
            Kind::OutOfMemory => Error::out_of_memory(),
            kind => Error::new(kind, self.subject(), format_args!("{}", self.message())),
        }
    }

    /// What kind of error it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The culprit: an id, a plugin's name, a field or a parameter; empty where there is none.
    pub fn subject(&self) -> &str {
        self.details.as_ref().map_or("", |details| &details.subject)
    }

    /// What was wrong, with what, and what is allowed.
    pub fn message(&self) -> &str {
        self.details.as_ref().map_or("out of memory", |details| &details.message)
    }

    /// What a callback attached, if anything.
    pub fn payload(&self) -> Option<&(dyn Any + Send + Sync)> {
        self.details.as_ref()?.payload.as_deref()
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error").field("kind", &self.kind).field("subject", &self.subject()).field("message", &self.message()).finish()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.message())
    }
}

impl std::error::Error for Error {}

impl From<std::collections::TryReserveError> for Error {
    fn from(_: std::collections::TryReserveError) -> Error {
        Error::out_of_memory()
    }
}

/// An id as a message shows it: in quotes, what is not seen escaped, cut after a hundred characters.
pub(crate) struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 100;
        f.write_str("\"")?;
        for (i, c) in self.0.chars().enumerate() {
            if i == SHOWN {
                f.write_str("…")?;
                break;
            }
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                c => write_visible(f, c)?,
            }
        }
        f.write_str("\"")
    }
}

/// A message of somebody else's that may quote input: what is not seen escaped, and the middle left out where it is long.
pub(crate) struct Excerpt<'a>(pub &'a str);

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 200;
        let middle = self.0.char_indices().nth(SHOWN).zip(self.0.char_indices().nth_back(SHOWN - 1));
        let (start, end) = match middle {
            Some(((head, _), (tail, _))) if head < tail => (&self.0[..head], &self.0[tail..]),
            _ => (self.0, ""),
        };
        start.chars().try_for_each(|c| write_visible(f, c))?;
        if !end.is_empty() {
            f.write_str("…")?;
        }
        end.chars().try_for_each(|c| write_visible(f, c))
    }
}

fn write_visible(f: &mut fmt::Formatter<'_>, c: char) -> fmt::Result {
    if c.is_control() || is_unseen(c) {
        return write!(f, "\\u{{{:x}}}", u32::from(c));
    }
    write!(f, "{c}")
}

/// Characters that no reader sees, but a terminal or a log heeds: what separates lines, and what Unicode calls default ignorable,
/// such as marks that turn the direction of the text after them, blanks of no width, and tags.
fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_escapes_and_cuts() {
        assert_eq!(Quoted("a\"b\\c\n\u{202e}").to_string(), "\"a\\\"b\\\\c\\u{a}\\u{202e}\"");
        assert_eq!(Quoted(&"x".repeat(500)).to_string().chars().count(), 103);
    }

    #[test]
    fn what_is_not_seen_is_escaped_and_what_is_is_not() {
        for unseen in [
            '\0',
            '\x07',
            '\t',
            '\r',
            '\x1b',
            '\x7f',
            '\u{85}',
            '\u{9b}',
            '\u{ad}',
            '\u{61c}',
            '\u{200b}',
            '\u{200d}',
            '\u{200f}',
            '\u{2028}',
            '\u{2029}',
            '\u{202a}',
            '\u{202e}',
            '\u{2060}',
            '\u{2066}',
            '\u{2069}',
            '\u{206f}',
            '\u{feff}',
            '\u{fff9}',
            '\u{e0041}',
        ] {
            let escaped = format!("\\u{{{:x}}}", u32::from(unseen));
            assert_eq!(Quoted(&format!("a{unseen}b")).to_string(), format!("\"a{escaped}b\""));
            assert_eq!(Excerpt(&format!("a{unseen}b")).to_string(), format!("a{escaped}b"));
        }
        let seen = "plain {x} %n \u{e9}e\u{301} \u{5d0}\u{65e5}\u{1f680} <b>|`'";
        assert_eq!(Quoted(seen).to_string(), format!("\"{seen}\""));
        assert_eq!(Excerpt(seen).to_string(), seen);
    }

    #[test]
    fn excerpts_keep_both_ends() {
        assert_eq!(Excerpt("a\"b\n").to_string(), "a\"b\\u{a}");
        for length in [0, 1, 200, 399, 400] {
            assert_eq!(Excerpt(&"é".repeat(length)).to_string(), "é".repeat(length));
        }
        assert_eq!(Excerpt(&("a".repeat(200) + "é" + &"b".repeat(200))).to_string(), "a".repeat(200) + "…" + &"b".repeat(200));
    }

    #[test]
    fn blame_keeps_message_and_payload() {
        let error = Error::from_callback(format_args!("no"), Some(Box::new(7))).blamed_on("the content of", "a.b");
        assert_eq!((error.kind(), error.subject(), error.message()), (Kind::CallbackFailed, "a.b", "the content of \"a.b\" failed: no"));
        assert_eq!(error.payload().and_then(|payload| payload.downcast_ref::<i32>()), Some(&7));
    }

    #[test]
    fn numbers_and_names_are_unique() {
        let mut names: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        let mut numbers: Vec<_> = Kind::ALL.iter().map(|kind| *kind as i32).collect();
        names.sort_unstable();
        names.dedup();
        numbers.dedup();
        assert_eq!((names.len(), numbers.len()), (Kind::ALL.len(), Kind::ALL.len()));
    }
}
