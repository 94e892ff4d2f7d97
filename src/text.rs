//! Characters: counting them, checking them, and holding them in memory that may run out.

use std::fmt;

use crate::error::{Error, Kind, Result};

/// The longest single text, in bytes: 1 GiB.
pub const TEXT_MAX_BYTES: usize = 1 << 30;

/// Gives an enumeration its names: as Rust has them, and with a NUL behind, as C wants them.
macro_rules! names {
    ($type:ident { $($variant:ident = $name:literal),* }) => {
        impl $type {
            /// The name, as case files and JSON have it.
            pub const fn name(self) -> &'static str {
                match self { $($type::$variant => $name,)* }
            }

            /// The same with a NUL behind it.
            pub(crate) const fn terminated_name(self) -> &'static str {
                match self { $($type::$variant => concat!($name, "\0"),)* }
            }
        }
    };
}
pub(crate) use names;

/// What joins sections, and the bodies of a replacement: a blank line.
pub(crate) const SEPARATOR: &str = "\n\n";

/// An owned text that knows its length in chars.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    body: Box<str>,
    chars: u64,
}

impl Text {
    /// Copies and counts a text.
    ///
    /// # Errors
    /// [`Kind::LimitExceeded`] over [`TEXT_MAX_BYTES`], [`Kind::OutOfMemory`].
    pub fn new(text: &str) -> Result<Text> {
        within_limit(text)?;
        Ok(Text { chars: chars(text), body: try_string(text)?.into_boxed_str() })
    }

    /// Takes over a text whose memory is as long as it, as a JSON reader makes them, and counts it.
    pub(crate) fn of_owned(text: String) -> Result<Text> {
        within_limit(&text)?;
        Ok(Text { chars: chars(&text), body: text.into_boxed_str() })
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.body
    }

    /// Its length in UTF-16 code units.
    pub fn chars(&self) -> u64 {
        self.chars
    }

    pub(crate) fn counted(&self) -> Counted<'_> {
        Counted { text: &self.body, chars: self.chars }
    }
}

/// A text and its length in chars.
#[derive(Clone, Copy)]
pub(crate) struct Counted<'a> {
    pub(crate) text: &'a str,
    pub(crate) chars: u64,
}

impl<'a> Counted<'a> {
    pub(crate) fn of(text: &'a str) -> Counted<'a> {
        Counted { text, chars: chars(text) }
    }
}

fn within_limit(text: &str) -> Result<()> {
    if text.len() > TEXT_MAX_BYTES {
        return Err(too_long(text.len()));
    }
    Ok(())
}

pub(crate) fn too_long(bytes: usize) -> Error {
    Error::new(Kind::LimitExceeded, "", format_args!("a text of {bytes} bytes; at most {TEXT_MAX_BYTES} are allowed"))
}

/// The length of a text in UTF-16 code units: what a number called chars means everywhere.
pub(crate) fn chars(text: &str) -> u64 {
    match is_ascii(text.as_bytes()) {
        true => text.len() as u64,
        false => units_of(text),
    }
}

/// The same of a text that is no ASCII. In lanes, so that the loop becomes vector code; inlined always as [`is_ascii`] is.
#[inline(always)]
pub(crate) fn units_of(text: &str) -> u64 {
    // A byte adds at most 2 to its lane, and no lane may pass 255.
    const LANES: usize = 32;
    const BLOCK: usize = LANES * 127;
    let mut all = 0;
    for block in text.as_bytes().chunks(BLOCK) {
        let mut lanes = [0; LANES];
        let lines = block.chunks_exact(LANES);
        let rest = lines.remainder().iter().map(|byte| units(*byte)).sum::<u8>();
        lines.for_each(|line| lanes.iter_mut().zip(line).for_each(|(lane, byte)| *lane += units(*byte)));
        all += u64::from(lanes.iter().map(|lane| u16::from(*lane)).sum::<u16>() + u16::from(rest));
    }
    all
}

/// What a byte of a text adds to its length: one unit if it begins a character, one more if that has four bytes.
#[inline(always)]
fn units(byte: u8) -> u8 {
    u8::from(byte as i8 >= -64) + u8::from(byte >= 0xF0)
}

/// Whether bytes are ASCII, as most texts are. In whole blocks, of which the last one may overlap another, and short texts in words.
/// Inlined always, so that it is compiled for the registers of whoever calls it.
#[inline(always)]
pub(crate) fn is_ascii(bytes: &[u8]) -> bool {
    const BLOCK: usize = 64;
    const WORD: usize = size_of::<u64>();
    const HIGH: u64 = u64::from_ne_bytes([0x80; WORD]);
    if let Some(last) = bytes.last_chunk::<BLOCK>() {
        for block in bytes.chunks_exact(BLOCK) {
            if block.first_chunk::<BLOCK>().is_some_and(has_high) {
                return false;
            }
        }
        return !has_high(last);
    }
    match (bytes.first_chunk::<WORD>(), bytes.last_chunk::<WORD>()) {
        (Some(first), Some(last)) => {
            let mut all = u64::from_ne_bytes(*first) | u64::from_ne_bytes(*last);
            for word in bytes[WORD..].chunks_exact(WORD) {
                all |= word.first_chunk().map_or(0, |word| u64::from_ne_bytes(*word));
            }
            all & HIGH == 0
        }
        _ => bytes.iter().all(u8::is_ascii),
    }
}

/// Whether a byte is no ASCII; without a branch, so that it becomes vector code.
#[inline(always)]
fn has_high<const BYTES: usize>(block: &[u8; BYTES]) -> bool {
    const LINE: usize = 32;
    let mut lanes = [0; LINE];
    block.chunks_exact(LINE).for_each(|line| lanes.iter_mut().zip(line).for_each(|(lane, byte)| *lane |= byte));
    lanes.iter().fold(false, |any, lane| any | (*lane >= 0x80))
}

/// Checks that bytes are UTF-8; the error is the offset of the first byte that is not.
pub(crate) fn check_utf8(bytes: &[u8]) -> std::result::Result<&str, usize> {
    simdutf8::basic::from_utf8(bytes).map_err(|_| match std::str::from_utf8(bytes) {
        Err(error) => error.valid_up_to(),
        Ok(_) => 0,
    })
}

/// A copy of a text of exactly its size.
pub(crate) fn try_string(text: &str) -> Result<String> {
    let mut copy = String::new();
    copy.try_reserve_exact(text.len())?;
    copy.push_str(text);
    Ok(copy)
}

/// What stands before the NUL at the end of a text.
pub(crate) fn without_nul(terminated: &str) -> &str {
    terminated.get(..terminated.len().wrapping_sub(1)).unwrap_or_default()
}

/// Appends to a text.
pub(crate) fn try_push_str(to: &mut String, text: &str) -> Result<()> {
    to.try_reserve(text.len())?;
    to.push_str(text);
    Ok(())
}

/// Appends to a list.
pub(crate) fn try_push<T>(to: &mut Vec<T>, item: T) -> Result<()> {
    to.try_reserve(1)?;
    to.push(item);
    Ok(())
}

/// A list with room for exactly so many items.
pub(crate) fn try_vec<T>(len: usize) -> Result<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(len)?;
    Ok(list)
}

/// A list of one value, so many times.
pub(crate) fn try_filled<T: Copy>(value: T, len: usize) -> Result<Vec<T>> {
    let mut list = try_vec(len)?;
    list.resize(len, value);
    Ok(list)
}

/// What `format!` does, with memory that may run out.
pub(crate) fn try_format(arguments: fmt::Arguments<'_>) -> Result<String> {
    let mut made = String::new();
    try_push_fmt(&mut made, arguments)?;
    Ok(made)
}

/// Appends what `format!` gives.
pub(crate) fn try_push_fmt(to: &mut String, arguments: fmt::Arguments<'_>) -> Result<()> {
    struct Fallible<'a>(&'a mut String);
    impl fmt::Write for Fallible<'_> {
        fn write_str(&mut self, piece: &str) -> fmt::Result {
            try_push_str(self.0, piece).map_err(|_| fmt::Error)
        }
    }
    fmt::Write::write_fmt(&mut Fallible(to), arguments).map_err(|_| Error::out_of_memory())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn chars_are_utf16_units(text in any::<String>(), pad in 0usize..300) {
            let text = format!("{}{text}", "x".repeat(pad));
            prop_assert_eq!(chars(&text), text.encode_utf16().count() as u64);
        }

        #[test]
        fn utf8_is_checked_as_std_checks_it(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let std = std::str::from_utf8(&bytes).map_err(|error| error.valid_up_to());
            prop_assert_eq!(check_utf8(&bytes), std);
        }

        #[test]
        fn ascii_is_what_std_takes_for_it(len in 0usize..300, other in prop::option::of((0usize..300, 0x80u8..))) {
            let mut bytes = vec![0x7f; len];
            if let Some((at, byte)) = other.filter(|(at, _)| *at < len) {
                bytes[at] = byte;
            }
            prop_assert_eq!(is_ascii(&bytes), bytes.is_ascii());
        }
    }

    #[test]
    fn long_blocks_do_not_overflow() {
        for text in ["🚀".repeat(9000), "é".repeat(9000), "x".repeat(9000) + "🚀"] {
            assert_eq!(chars(&text), text.encode_utf16().count() as u64);
        }
    }
}
