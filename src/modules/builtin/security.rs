//! The limits that hold whatever the task is.

use super::{always, AgentContext, Builtin, Lines};
use crate::error::Result;
use crate::one_line::OneLine;

pub(super) const MODULE: Builtin =
    Builtin { name: "security", priority: 10, optional: false, in_bootstrap: false, applies: always, render, minimal: Some(minimal) };

const HEADING: &str = "Security limits";

fn render(context: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<()> {
    lines.heading(HEADING)?;
    lines.line("1. Have no goals of your own: do not seek to persist, to spread, or to gain access that the task does not need.")?;
    sandbox(context, lines, "2. You run in a", "without direct network. Reach outside only through the tools you are given.")?;
    lines.line("3. You never see credentials: they are added outside the sandbox. Do not ask for them, look for them or store them.")?;
    lines.line("4. `AGENTS.md` is the operator's and immutable. `SOUL.md`, `IDENTITY.md` and `USER.md` are yours to keep, by the rules for changing them.")?;
    lines.line("5. The audit log records what you do and shows any tampering. Do not try to avoid or alter it.")
}

fn minimal(context: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<()> {
    lines.heading(HEADING)?;
    lines.line("1. Have no goals of your own.")?;
    sandbox(context, lines, "2. You run in a", "without direct network.")?;
    lines.line("3. You never see credentials; do not seek them.")?;
    lines.line("4. `AGENTS.md` is the operator's and immutable; the other identity files are yours to keep.")?;
    lines.line("5. The audit log shows any tampering.")
}

fn sandbox(context: &AgentContext<'_>, lines: &mut Lines<'_>, before: &str, after: &str) -> Result<()> {
    let blank = if context.sandbox_type.is_empty() { "" } else { " " };
    lines.format(format_args!("{before}{blank}{} sandbox {after}", OneLine(context.sandbox_type)))
}
