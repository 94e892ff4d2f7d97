//! Ids and names as a table shows them: printable ASCII whatever is in them, so that none moves a terminal's cursor, turns the
//! direction of its text, or looks like another column.

use crate::error::Result;
use crate::text::try_push_str;

/// How many columns a name may take in a table.
pub(super) const NAME_COLUMNS: usize = 40;

/// What stands where there is nothing.
pub(super) const ABSENT: &str = "-";

/// What a name that takes more columns ends in.
const CUT: &str = "...";

/// Writes a name: as it is if it is made of printable ASCII without blanks, quotes and backslashes, else in quotes and with escapes. Of
/// one that takes more columns than `most` the beginning, without a part of an escape. Says whether it is all there.
pub(super) fn push_name(out: &mut String, name: &str, most: usize) -> Result<bool> {
    let (start, mut cut_at) = (out.len(), out.len());
    let quote = if is_plain(name) { "" } else { "\"" };
    try_push_str(out, quote)?;
    for c in name.chars() {
        let escaped = c.escape_default();
        out.try_reserve(escaped.len())?;
        out.extend(escaped);
        let columns = out.len() - start;
        if columns + CUT.len() <= most {
            cut_at = out.len();
        }
        if columns + quote.len() > most {
            out.truncate(cut_at);
            try_push_str(out, CUT)?;
            return Ok(false);
        }
    }
    try_push_str(out, quote)?;
    Ok(true)
}

fn is_plain(name: &str) -> bool {
    !name.is_empty() && name != ABSENT && name.chars().all(|c| c != ' ' && c.escape_default().len() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(name: &str, most: usize) -> (String, bool) {
        let mut out = "before".to_owned();
        let whole = push_name(&mut out, name, most).unwrap();
        (out.strip_prefix("before").unwrap().to_owned(), whole)
    }

    #[test]
    fn names_are_shown() {
        for (name, expected) in [
            ("agent.persona", "agent.persona"),
            ("", "\"\""),
            ("-", "\"-\""),
            ("two words", "\"two words\""),
            ("it's", "\"it\\'s\""),
            ("a\"b\\c", "\"a\\\"b\\\\c\""),
            ("\x1b[2J\0\r\n\t\x7f\u{9b}", "\"\\u{1b}[2J\\u{0}\\r\\n\\t\\u{7f}\\u{9b}\""),
            (
                "\u{202e}x\u{2066}\u{200f}\u{feff}\u{2028}\u{2029}\u{85}",
                "\"\\u{202e}x\\u{2066}\\u{200f}\\u{feff}\\u{2028}\\u{2029}\\u{85}\"",
            ),
            ("\u{5d0}\u{65e5}🚀e\u{301}", "\"\\u{5d0}\\u{65e5}\\u{1f680}e\\u{301}\""),
        ] {
            assert_eq!(shown(name, usize::MAX), (expected.to_owned(), true));
        }
    }

    #[test]
    fn long_names_are_cut_and_say_so() {
        let fits = "x".repeat(NAME_COLUMNS);
        assert_eq!(shown(&fits, NAME_COLUMNS), (fits, true));
        assert_eq!(shown(&"x".repeat(NAME_COLUMNS + 1), NAME_COLUMNS), ("x".repeat(NAME_COLUMNS - 3) + "...", false));
        // An escape is there or not, and the quotes count.
        assert_eq!(shown("abc\n\n", 9), ("\"abc\\n\\n\"".to_owned(), true));
        assert_eq!(shown("abc\n\n", 8), ("\"abc...".to_owned(), false));
        assert_eq!(shown("abcdefg ", 8), ("\"abcd...".to_owned(), false));
    }

    proptest! {
        #[test]
        fn names_are_printable_and_as_short_as_they_must_be(name in any::<String>(), most in 8usize..50) {
            let (cut, whole) = shown(&name, most);
            let (all, _) = shown(&name, usize::MAX);
            prop_assert!(all.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
            prop_assert!(cut.len() <= most);
            prop_assert_eq!(whole, all.len() <= most);
            if whole {
                prop_assert_eq!(cut, all);
            } else {
                prop_assert!(all.starts_with(cut.strip_suffix("...").unwrap()));
            }
        }
    }
}
