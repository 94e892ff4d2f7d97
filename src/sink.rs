//! What a callback writes to: the end of a text that others write to as well.

use std::fmt;
use std::ops::Range;

use crate::error::{Error, Kind, Quoted, Result};
use crate::text::{self, Counted};

/// What a content callback writes to. The bytes may come in any pieces; whether they are UTF-8 is told at the end.
pub struct Sink<'t> {
    /// The text that is added to. It is text at any time: what is not, or not yet, stays out.
    text: &'t mut String,
    /// Where what this callback writes begins.
    start: usize,
    /// How many bytes it has written, and how many chars of them are in the text.
    written: usize,
    chars: u64,
    cut: Cut,
    /// Whether what comes after the text so far is not UTF-8. Nothing is added from there on.
    malformed: bool,
    fault: Option<Error>,
}

impl<'t> Sink<'t> {
    /// Writes to the end of `text`.
    pub(crate) fn new(text: &'t mut String) -> Sink<'t> {
        Sink { start: text.len(), text, written: 0, chars: 0, cut: Cut::default(), malformed: false, fault: None }
    }

    /// Adds text.
    ///
    /// # Errors
    /// [`Kind::LimitExceeded`] over [`crate::TEXT_MAX_BYTES`] in all, [`Kind::OutOfMemory`]. Every later write fails the same way, and
    /// so does the callback, whatever it returns.
    pub fn write(&mut self, text: &str) -> Result<()> {
        self.write_counted(Counted::of(text))
    }

    /// Adds bytes, which together with what comes before and after must be UTF-8.
    ///
    /// # Errors
    /// As [`Sink::write`].
    pub fn write_bytes(&mut self, bytes: &[u8]) -> Result<()> {
        match text::check_utf8(bytes) {
            Ok(text) => self.write(text),
            Err(_) => self.attempt(bytes.len(), |sink| sink.append_pieces(bytes)),
        }
    }

    /// Adds text that was counted already.
    pub(crate) fn write_counted(&mut self, text: Counted<'_>) -> Result<()> {
        self.attempt(text.text.len(), |sink| match sink.is_whole() {
            true => sink.append(text),
            false => sink.append_pieces(text.text.as_bytes()),
        })
    }

    /// Adds so many bytes, unless that is too much or a write has failed before.
    fn attempt(&mut self, bytes: usize, append: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        if self.fault.is_none() {
            self.written = self.written.saturating_add(bytes);
            let fits = if self.written > text::TEXT_MAX_BYTES { Err(text::too_long(self.written)) } else { Ok(()) };
            self.fault = fits.and_then(|()| append(self)).err();
        }
        self.outcome()
    }

    /// Adds text made of values.
    pub(crate) fn format(&mut self, text: fmt::Arguments<'_>) -> Result<()> {
        fmt::Write::write_fmt(self, text).map_err(|_| self.write("").err().unwrap_or_else(Error::out_of_memory))
    }

    /// Makes this write and all later ones fail, for what was to be written could not be read.
    pub(crate) fn refuse(&mut self, refused: Error) -> Result<()> {
        self.fault.get_or_insert(refused);
        self.outcome()
    }

    fn outcome(&self) -> Result<()> {
        self.fault.as_ref().map_or(Ok(()), |fault| Err(fault.twin()))
    }

    fn append(&mut self, text: Counted<'_>) -> Result<()> {
        text::try_push_str(self.text, text.text)?;
        self.chars += text.chars;
        Ok(())
    }

    /// Whether what was written so far is text.
    fn is_whole(&self) -> bool {
        self.cut.is_empty() && !self.malformed
    }

    /// The slow road: characters that the end of a write has cut, and bytes that are no text.
    #[cold]
    fn append_pieces(&mut self, mut bytes: &[u8]) -> Result<()> {
        // A character that was cut takes bytes until it is whole, or until none could make it so.
        while let (false, false, Some((first, rest))) = (self.malformed, self.cut.is_empty(), bytes.split_first()) {
            bytes = rest;
            self.cut.push(*first);
            let cut = self.cut;
            match std::str::from_utf8(cut.bytes()) {
                Ok(character) => {
                    self.cut = Cut::default();
                    self.append(Counted::of(character))?;
                }
                Err(error) => self.malformed = error.error_len().is_some(),
            }
        }
        let Some(chunk) = bytes.utf8_chunks().next().filter(|_| !self.malformed) else { return Ok(()) };
        self.append(Counted::of(chunk.valid()))?;
        let rest = &bytes[chunk.valid().len()..];
        self.malformed = std::str::from_utf8(rest).is_err_and(|error| error.error_len().is_some());
        if !self.malformed {
            rest.iter().for_each(|byte| self.cut.push(*byte));
        }
        Ok(())
    }

    /// Where in the text it is what a callback has written, given how it ended; if not well, the text is as it was. What broke
    /// here explains more than the callback's own failure after it; that one is blamed on `what` of `subject`.
    pub(crate) fn settle(&mut self, outcome: Result<()>, what: &str, subject: &str) -> Result<Written> {
        if let (true, None, Ok(())) = (self.is_whole(), &self.fault, &outcome) {
            return Ok(Written { range: self.start..self.text.len(), chars: self.chars });
        }
        let malformed_at = self.text.len() - self.start;
        self.text.truncate(self.start);
        Err(match (self.fault.take(), outcome) {
            (Some(fault), _) if fault.kind() == Kind::OutOfMemory => fault,
            // What the callback attached, an exception for instance, reaches its caller all the same.
            (Some(fault), outcome) => {
                Error::new(fault.kind(), subject, format_args!("{what} {}: {}", Quoted(subject), fault.message())).with_payload_of(outcome)
            }
            (None, Err(error)) => error.blamed_on(what, subject),
            (None, Ok(())) => {
                Error::new(Kind::CallbackFailed, subject, format_args!("{what} {} is not UTF-8 at byte {malformed_at}", Quoted(subject)))
            }
        })
    }
}

impl fmt::Write for Sink<'_> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        self.write(piece).map_err(|_| fmt::Error)
    }
}

/// What a callback has written: where in the text it is, and its length in chars.
pub(crate) struct Written {
    pub(crate) range: Range<usize>,
    pub(crate) chars: u64,
}

/// The bytes of a character that is not whole yet.
#[derive(Clone, Copy, Default)]
struct Cut {
    bytes: [u8; 4],
    len: usize,
}

impl Cut {
    fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Adds a byte to at most three: four are a character, or none.
    fn push(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Texts, and what looks like text to begin with.
    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![any::<String>().prop_map(String::into_bytes), prop::collection::vec(any::<u8>(), 0..4)];
        prop::collection::vec(piece, 0..4).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn pieces_are_read_as_the_whole_is(bytes in bytes(), sizes in prop::collection::vec(1usize..6, 1..4)) {
            let mut text = "before".to_owned();
            let mut sink = Sink::new(&mut text);
            let (mut rest, mut sizes) = (&bytes[..], sizes.iter().cycle());
            while !rest.is_empty() {
                let (piece, after) = rest.split_at(rest.len().min(*sizes.next().unwrap()));
                sink.write_bytes(piece).unwrap();
                rest = after;
            }
            let settled = sink.settle(Ok(()), "the content of", "x.y");
            match std::str::from_utf8(&bytes) {
                Ok(whole) => {
                    let Written { range, chars } = settled.unwrap();
                    prop_assert_eq!((&text[range], chars), (whole, whole.encode_utf16().count() as u64));
                }
                Err(error) => {
                    let expected = format!("the content of \"x.y\" is not UTF-8 at byte {}", error.valid_up_to());
                    prop_assert_eq!(settled.map(|_| ()).map_err(|refused| refused.message().to_owned()), Err(expected));
                    prop_assert_eq!(text, "before");
                }
            }
        }
    }
}
