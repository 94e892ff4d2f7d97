//! The commands that plugins bring, as a table.

use super::{AgentContext, Builtin, Count, Lines};
use crate::error::Result;
use crate::one_line::Cell;

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
        let name = command.name.strip_prefix('/').unwrap_or(command.name);
        let (name, plugin, summary) = (Cell(name), Cell(command.plugin), Cell(summary(command.description)));
        lines.format(format_args!("| /{name} | {plugin} | {summary} |"))?;
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

#[cfg(test)]
mod tests {
    use super::*;

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
