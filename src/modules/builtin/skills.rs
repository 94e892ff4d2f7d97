//! The skills, as their texts.

use super::{AgentContext, Builtin, Count, Lines};
use crate::error::Result;

pub(super) const MODULE: Builtin = Builtin {
    name: "skills",
    priority: 70,
    optional: true,
    in_bootstrap: true,
    applies: |context| !context.skills.is_empty(),
    render,
    minimal: Some(minimal),
};

const HEADING: &str = "Skills";

fn render(context: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<()> {
    lines.heading(HEADING)?;
    lines.line("Pick at most one skill for a task: the one that fits it, or none. Read it whole before you use it.")?;
    for (n, skill) in context.skills.iter().enumerate() {
        if n > 0 {
            lines.line("\n---")?;
        }
        lines.line("")?;
        lines.line(skill)?;
    }
    Ok(())
}

fn minimal(context: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<()> {
    lines.heading(HEADING)?;
    let count = Count(context.skills.len(), "skill", "skills");
    lines.format(format_args!("You have {count}, for which there is no room here. List them with the tool for skills, load at most one, and read it whole before you use it."))
}
