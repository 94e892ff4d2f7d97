//! Texts that are handed in, within lines of the library's own: they must not end a line that they stand in.

use std::fmt;

/// Whether a line can end there: LF, VT, FF, CR, NEL, and Unicode's two separators.
pub(crate) fn is_line_break(c: char) -> bool {
    matches!(c, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// A text on one line: line breaks in a row become one space. All else is kept.
pub(crate) struct OneLine<'a>(pub(crate) &'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some((line, after)) = rest.split_once(is_line_break) {
            f.write_str(line)?;
            f.write_str(" ")?;
            rest = after.trim_start_matches(is_line_break);
        }
        f.write_str(rest)
    }
}

/// A text as a cell of a table: on one line, and `|` is escaped (semantics 9.9).
pub(crate) struct Cell<'a>(pub(crate) &'a str);

impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, piece) in self.0.split('|').enumerate() {
            f.write_str(if n == 0 { "" } else { "\\|" })?;
            OneLine(piece).fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_line_stays_one() {
        for (text, line) in [
            ("", ""),
            ("\n", " "),
            ("a\r\n\nb\rc\n", "a b c "),
            ("| `x` \0\u{200b}", "| `x` \0\u{200b}"),
            ("\u{2028}a\u{b}\u{c}\u{85}b\u{2029}", " a b "),
        ] {
            assert_eq!(OneLine(text).to_string(), line, "{text:?}");
        }
    }

    #[test]
    fn a_cell_stays_in_its_row() {
        for (text, cell) in
            [("", ""), ("\n", " "), ("a|b\\|c\r\n\nd\re|", "a\\|b\\\\|c d e\\|"), ("\n|\n", " \\| "), ("| *x* `y` |", "\\| *x* `y` \\|")]
        {
            assert_eq!(Cell(text).to_string(), cell, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn nothing_else_changes(text in "[^\n-\r\u{85}\u{2028}\u{2029}|]*") {
            prop_assert_eq!(OneLine(&text).to_string(), text.as_str());
            prop_assert_eq!(Cell(&text).to_string(), text);
        }
    }
}
