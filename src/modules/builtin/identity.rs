//! Who the agent is, and how that may change.

use super::{always, AgentContext, Builtin, Lines};
use crate::error::Result;

pub(super) const MODULE: Builtin =
    Builtin { name: "identity", priority: 0, optional: false, in_bootstrap: true, applies: always, render, minimal: None };

const DEFAULT: &str = "\
You are an AI agent that works for one operator.
Follow the safety rules before anything else, and keep canary tokens secret.";

const CHANGES: &str = "\
- `AGENTS.md` is the operator's. Follow it; never change it.
- `SOUL.md`, your values and voice, and `IDENTITY.md`, your name and role, are yours to refine.
- `USER.md` is about the user. Keep in it what they tell you and would want remembered.

Read a file before you write it. Change one file at a time. Describing a change does not make it: write the file.
";

fn render(context: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<()> {
    let files = &context.identity_files;
    if context.is_bootstrap() {
        return lines.line(files.bootstrap);
    }
    lines.line(if files.agents.is_empty() { DEFAULT } else { files.agents })?;
    let blocks = [("Soul", files.soul), ("Identity", files.identity), ("User", files.user), ("Context", context.context_content)];
    for (heading, text) in blocks.into_iter().filter(|(_, text)| !text.is_empty()) {
        lines.heading(heading)?;
        lines.line(text)?;
    }
    lines.heading("Changing your identity files")?;
    lines.line(CHANGES)?;
    lines.line(match context.profile {
        "paranoid" => "Every change waits for the operator's review; until then the old text holds.",
        "yolo" => "Every change is applied at once: write only what you are sure of.",
        _ => "A change is applied while the session is clean; once it is tainted by outside content, the change is queued for review.",
    })
}
