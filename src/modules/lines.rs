//! What a module renders into: lines.

use std::fmt;

use crate::callback::Sink;
use crate::error::{Error, Result};

/// The lines of one rendering. A line may hold line breaks, and is then as many lines: what counts is the text of them all,
/// joined by a line break, and whether there is any.
#[derive(Default)]
pub struct Lines {
    sink: Sink,
    any: bool,
}

impl Lines {
    /// Adds a line, which may be empty.
    ///
    /// # Errors
    /// [`crate::Kind::LimitExceeded`] over [`crate::TEXT_MAX_BYTES`] in all, [`crate::Kind::OutOfMemory`]. Every later line fails the same way, and
    /// so does the rendering, whatever it returns.
    pub fn line(&mut self, line: &str) -> Result<()> {
        self.line_bytes(line.as_bytes())
    }

    /// Adds a line of bytes, which must be UTF-8; that is checked when the rendering is over.
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

    /// Begins another rendering, in the same memory.
    pub(super) fn clear(&mut self) {
        self.sink.clear();
        self.any = false;
    }

    /// The lines of a rendering that is over, joined; none if there is none.
    pub(super) fn settle(&mut self, outcome: Result<()>, what: &str, module: &str) -> Result<Option<&str>> {
        let any = self.any;
        self.sink.settle(outcome, what, module).map(|text| any.then_some(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled(run: impl FnOnce(&mut Lines) -> Result<()>) -> Option<String> {
        let mut lines = Lines::default();
        let outcome = run(&mut lines);
        lines.settle(outcome, "the rendering of", "m").unwrap().map(str::to_owned)
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
