//! How long a text is: in chars, or as a measure of the host's says (semantics 6.11).

use super::budget::{ComposeOptions, CHARS_MAX};
use super::gate::SEPARATOR_CHARS;
use crate::callback;
use crate::error::{Error, Kind, Quoted, Result};
use crate::section::Unit;
use crate::text::{Counted, SEPARATOR};

/// Gives the length of a text, up to [`CHARS_MAX`].
pub type LengthOf<'a> = dyn Fn(&str) -> Result<u64> + 'a;

/// What takes the place of counting chars, for instance a tokenizer.
#[derive(Clone, Copy)]
pub struct Measure<'a> {
    /// What it counts in, as reports name it; not empty. With `tokens`, a prompt's estimate of tokens is its total.
    pub unit: &'a str,
    /// The measure itself.
    pub length_of: &'a LengthOf<'a>,
}

impl Measure<'_> {
    pub(super) fn check(&self) -> Result<()> {
        if !self.unit.is_empty() {
            return Ok(());
        }
        Err(Error::new(
            Kind::InvalidArgument,
            "measure_unit",
            format_args!("measure_unit is empty; a measure says what it counts in, such as tokens"),
        ))
    }

    /// The length of a text, which is that of `subject`. Kept apart, so that counting stays small where texts are counted.
    #[cold]
    pub(super) fn length(&self, text: &str, what: &str, subject: &str) -> Result<u64> {
        let length = {
            let _inside = callback::enter();
            (self.length_of)(text).map_err(|error| error.blamed_on(what, subject))?
        };
        if length <= CHARS_MAX {
            return Ok(length);
        }
        Err(Error::new(
            Kind::InvalidArgument,
            subject,
            format_args!("{what} {} gives {length}; at most {CHARS_MAX} is allowed", Quoted(subject)),
        ))
    }
}

impl ComposeOptions<'_> {
    /// The length of a candidate's text.
    #[inline]
    pub(super) fn length<'s>(&self, id: impl FnOnce() -> &'s str, text: Counted<'_>) -> Result<u64> {
        match &self.measure {
            None => Ok(text.chars),
            Some(measure) => measure.length(text.text, "the measure of", id()),
        }
    }

    /// What a separator costs: nothing in source mode.
    pub(super) fn separator(&self) -> Result<u64> {
        match &self.measure {
            _ if !self.strict => Ok(0),
            None => Ok(SEPARATOR_CHARS),
            Some(measure) => measure.length(SEPARATOR, "the callback", "measure"),
        }
    }

    /// What lengths are counted in, in the memory of another unit where it is the same.
    pub(super) fn unit(&self, old: Unit) -> Result<Unit> {
        self.measure.map_or(Ok(Unit::Chars), |measure| Unit::named(measure.unit, old))
    }
}
