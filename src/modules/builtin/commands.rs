//! The commands that plugins bring, as a table.

use super::{AgentContext, Builtin, Count, Lines};
use crate::error::Result;

pub(super) const MODULE: Builtin = Builtin {
    name: "commands",
    priority: 72,
    optional: true,
    in_bootstrap: true,
    applies: |context| !context.commands.is_empty(),
    render,
    minimal: Some(minimal),
};

const HEADING: &str = "Commands";

fn render(context: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<()> {
    lines.heading(HEADING)?;
    lines.line("When the user's message begins with one of these, run it.")?;
    lines.line("\n| command | plugin | description |\n|---|---|---|")?;
    for command in context.commands {
        lines.begin()?;
        lines.push("| /")?;
        cell(lines, command.name.strip_prefix('/').unwrap_or(command.name))?;
        lines.push(" | ")?;
        cell(lines, command.plugin)?;
        lines.push(" | ")?;
        cell(lines, summary(command.description))?;
        lines.push(" |")?;
    }
    Ok(())
}

fn minimal(context: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<()> {
    lines.heading(HEADING)?;
    let count = Count(context.commands.len(), "command", "commands");
    lines.format(format_args!("Plugins bring {count}. When the user's message begins with a slash and a name, look it up and run it."))
}

/// The first line that is not blank and does not start with `#`, trimmed (semantics 9.9).
fn summary(description: &str) -> &str {
    description.split('\n').find(|line| !line.starts_with('#') && !line.trim().is_empty()).map_or("", str::trim)
}

/// A text as a cell of a table: `|` is escaped, and line breaks become one space (semantics 9.9).
fn cell(lines: &mut Lines<'_>, text: &str) -> Result<()> {
    let breaks = |c: char| c == '\n' || c == '\r';
    let mut rest = text;
    while let Some(at) = rest.find(|c| breaks(c) || c == '|') {
        lines.push(&rest[..at])?;
        rest = &rest[at..];
        match rest.strip_prefix('|') {
            Some(after) => {
                lines.push("\\|")?;
                rest = after;
            }
            None => {
                lines.push(" ")?;
                rest = rest.trim_start_matches(breaks);
            }
        }
    }
    lines.push(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn celled(text: &str) -> String {
        let mut rendered = String::new();
        let mut lines = Lines::new(&mut rendered);
        lines.begin().and_then(|()| cell(&mut lines, text)).unwrap();
        rendered
    }

    #[test]
    fn a_cell_stays_in_its_row() {
        assert_eq!(celled("a|b\\|c\r\n\nd\re|"), "a\\|b\\\\|c d e\\|");
        assert_eq!((celled(""), celled("\n"), celled("| *x* `y` |")), (String::new(), " ".into(), "\\| *x* `y` \\|".into()));
    }

    #[test]
    fn a_description_is_its_first_line_of_prose() {
        for (description, line) in [
            ("", ""),
            ("# Title\n\n  Does x. \r\nMore.", "Does x."),
            ("\n \t\n#\n# only headings", ""),
            ("One line", "One line"),
            ("#tag\nx # y", "x # y"),
        ] {
            assert_eq!(summary(description), line, "{description:?}");
        }
    }
}
