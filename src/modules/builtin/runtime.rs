//! Where the agent runs: as much of it as the host tells.

use super::super::workspace_path;
use super::{always, AgentContext, Builtin, Lines};
use crate::error::Result;
use crate::one_line::OneLine;

pub(super) const MODULE: Builtin =
    Builtin { name: "runtime", priority: 90, optional: true, in_bootstrap: false, applies: always, render, minimal: None };

fn render(context: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<()> {
    let workspace = if context.workspace.is_empty() { String::new() } else { workspace_path::shown(context.workspace)? };
    let facts =
        [("Agent type", context.agent_type), ("Sandbox", context.sandbox_type), ("Profile", context.profile), ("Workspace", &workspace)];
    let facts = facts.into_iter().filter(|(_, value)| !value.is_empty());
    if context.time.is_none() && context.agent_id.is_none() && facts.clone().next().is_none() {
        return Ok(());
    }
    lines.heading("Runtime")?;
    for (name, value) in facts {
        fact(lines, name, value)?;
    }
    if let Some(time) = &context.time {
        lines.format(format_args!("- Time: {time}"))?;
    }
    context.agent_id.map_or(Ok(()), |id| fact(lines, "Agent id", id))
}

fn fact(lines: &mut Lines<'_>, name: &str, value: &str) -> Result<()> {
    lines.format(format_args!("- {name}: {}", OneLine(value)))
}
