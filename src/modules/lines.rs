//! What a module renders into: lines.

use std::fmt;

use crate::error::{Error, Result};
use crate::sink::{Sink, Written};
use crate::text::Counted;

/// The lines of one rendering. A line may hold line breaks, and is then as many lines: what counts is the text of them all,
/// joined by a line break, and whether there is any.
pub struct Lines<'t> {
    sink: Sink<'t>,
    any: bool,
}

impl<'t> Lines<'t> {
    /// Adds lines to the end of `text`.
    pub(super) fn new(text: &'t mut String) -> Lines<'t> {
        Lines { sink: Sink::new(text), any: false }
    }

    /// Adds a line, which may be empty.
    ///
    /// # Errors
    /// [`crate::Kind::LimitExceeded`] over [`crate::TEXT_MAX_BYTES`] in all, [`crate::Kind::OutOfMemory`]. Every later line fails the same way, and
    /// so does the rendering, whatever it returns.
    pub fn line(&mut self, line: &str) -> Result<()> {
        self.begin()?;
        self.sink.write(line)
    }

    /// Adds a line that was counted already.
    pub(crate) fn line_counted(&mut self, line: Counted<'_>) -> Result<()> {
        self.begin()?;
        self.sink.write_counted(line)
    }

    /// Adds a line of bytes, which must be UTF-8; that is told when the rendering is over.
    pub(crate) fn line_bytes(&mut self, line: &[u8]) -> Result<()> {
        self.begin()?;
        self.sink.write_bytes(line)
    }

    /// Makes this line and all later ones fail, for what was to be written could not be read.
    pub(crate) fn refuse(&mut self, refused: Error) -> Result<()> {
        self.sink.refuse(refused)
    }

    /// Begins a line, for [`Lines::push`].
    pub(super) fn begin(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.any, true) {
            return self.sink.write("\n");
        }
        Ok(())
    }

    /// Adds to the line.
    pub(super) fn push(&mut self, text: &str) -> Result<()> {
        self.sink.write(text)
    }

    /// Adds a line made of values.
    pub(super) fn format(&mut self, line: fmt::Arguments<'_>) -> Result<()> {
        self.begin()?;
        self.sink.format(line)
    }

    /// Adds a blank line, a heading, and a blank line; the first heading of a rendering has no blank line above it.
    pub(super) fn heading(&mut self, heading: &str) -> Result<()> {
        if self.any {
            self.line("")?;
        }
        self.begin()?;
        self.push("## ")?;
        self.push(heading)?;
        self.line("")
    }

    /// Where in the text the lines of a rendering that is over are, joined; none if there is none.
    pub(super) fn settle(&mut self, outcome: Result<()>, what: &str, module: &str) -> Result<Option<Written>> {
        let any = self.any;
        self.sink.settle(outcome, what, module).map(|written| any.then_some(written))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled(run: impl FnOnce(&mut Lines<'_>) -> Result<()>) -> Option<String> {
        let mut text = String::new();
        let mut lines = Lines::new(&mut text);
        let outcome = run(&mut lines);
        let written = lines.settle(outcome, "the rendering of", "m").unwrap();
        written.map(|written| text[written.range].to_owned())
    }

    #[test]
    fn no_line_is_not_an_empty_line() {
        assert_eq!(settled(|_| Ok(())), None);
        assert_eq!(settled(|lines| lines.line("")), Some(String::new()));
        assert_eq!(settled(|lines| lines.line("").and_then(|()| lines.line(""))), Some("\n".into()));
    }

    #[test]
    fn breaks_and_nuls_are_kept() {
        assert_eq!(settled(|lines| lines.line("a\r\nb\0\n").and_then(|()| lines.line("c"))), Some("a\r\nb\0\n\nc".into()));
    }
}
