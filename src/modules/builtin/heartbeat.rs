//! What to do on a heartbeat.

use super::{AgentContext, Builtin, Lines};
use crate::error::Result;

pub(super) const MODULE: Builtin = Builtin {
    name: "heartbeat",
    priority: 80,
    optional: true,
    in_bootstrap: false,
    applies: |context| !context.heartbeat_content.trim().is_empty(),
    render,
    minimal: Some(minimal),
};

const HEADING: &str = "Heartbeat";

const PROTOCOL: &str = "\
On each heartbeat, review the checklist and act on what is overdue.

- Nothing is overdue: answer `HEARTBEAT_OK` and nothing else.
- You have acted and told the user through a channel already: answer `HEARTBEAT_SILENT` and nothing else.
- Otherwise answer with what you did and what needs a decision.

Checklist:
";

const SCHEDULER: &str = "
Scheduler, by verb:

- Add a recurring task: `add \"0 9 * * 1\" \"list open reviews\"`.
- Add a single one: `once \"2030-01-31 08:00\" \"send the report\"`.
- See what is there: `list`.
- Take one out: `remove 3`.";

const MINIMAL_PROTOCOL: &str = "\
On each heartbeat, act on what is overdue in the checklist.
Answer only `HEARTBEAT_OK` if nothing is, only `HEARTBEAT_SILENT` if you acted and told the user through a channel.
";

fn render(context: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<()> {
    lines.heading(HEADING)?;
    lines.line(PROTOCOL)?;
    lines.line(context.heartbeat_content)?;
    lines.line(SCHEDULER)
}

fn minimal(context: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<()> {
    lines.heading(HEADING)?;
    lines.line(MINIMAL_PROTOCOL)?;
    lines.line(context.heartbeat_content)?;
    lines.line("\nScheduler: `add`, `once`, `list`, `remove`.")
}
