//! When to hand a task to a sub-agent, and how.

use super::{always, Builtin};

pub(super) const MODULE: Builtin = Builtin {
    name: "delegation",
    priority: 75,
    optional: true,
    in_bootstrap: false,
    applies: always,
    render: |_, lines| lines.line(FULL),
    minimal: Some(|_, lines| lines.line(MINIMAL)),
};

const FULL: &str = "\
## Delegation

Delegate a task that stands alone and is long, or can run beside your own work. Do yourself what is small or needs this conversation.

- The coding runner suits changing, testing, building and debugging code.
- The general runner suits research, writing, analysis and everything else.

Give the sub-agent a short, self-contained task and context, and say what you want back: it sees nothing else, neither this conversation \
nor your memory.

Depth and number of sub-agents are limited. At a limit the call returns an error: then do the task yourself.";

const MINIMAL: &str = "\
## Delegation

Delegate tasks that stand alone: code to the coding runner, the rest to the general one.
Keep task and context short and complete; the sub-agent sees nothing else.
If a limit returns an error, do the task yourself.";
