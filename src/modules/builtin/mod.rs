//! The built-in modules (semantics 9.7), one file each. The wording is the library's own and pinned by goldens; only what a module
//! is about changes it. A new one is its file here with a `MODULE`, a line in [`ALL`], and its name in `tests/modules_goldens.rs`, which
//! writes its golden file.

mod commands;
mod delegation;
mod heartbeat;
mod identity;
mod injection_defense;
mod memory_recall;
mod reply_gate;
mod runtime;
mod security;
mod skills;
mod tool_style;

use super::{AgentContext, Lines, Module};
use crate::error::Result;

/// All of them, by priority.
pub(super) const ALL: [Builtin; 11] = [
    identity::MODULE,
    injection_defense::MODULE,
    security::MODULE,
    tool_style::MODULE,
    memory_recall::MODULE,
    skills::MODULE,
    commands::MODULE,
    delegation::MODULE,
    heartbeat::MODULE,
    runtime::MODULE,
    reply_gate::MODULE,
];

type Render = fn(&AgentContext<'_>, &mut Lines<'_>) -> Result<()>;

/// A built-in module.
#[derive(Clone, Copy)]
pub(super) struct Builtin {
    pub(super) name: &'static str,
    priority: u32,
    pub(super) optional: bool,
    /// Whether it has a part in the prompt of a first run, where only what finds an identity is of use (semantics 9.6).
    in_bootstrap: bool,
    /// Whether it has something to say.
    applies: fn(&AgentContext<'_>) -> bool,
    render: Render,
    minimal: Option<Render>,
}

fn always(_: &AgentContext<'_>) -> bool {
    true
}

impl Module for Builtin {
    fn name(&self) -> &str {
        self.name
    }

    fn priority(&self) -> u32 {
        self.priority
    }

    fn is_optional(&self) -> bool {
        self.optional
    }

    fn should_include(&self, context: &AgentContext<'_>) -> Result<bool> {
        Ok((self.in_bootstrap || !context.is_bootstrap()) && (self.applies)(context))
    }

    fn render(&self, context: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<()> {
        (self.render)(context, lines)
    }

    fn render_minimal(&self, context: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<bool> {
        self.minimal.map_or(Ok(false), |minimal| minimal(context, lines).map(|()| true))
    }
}

/// A number of things, in words.
struct Count<'a>(usize, &'a str, &'a str);

impl std::fmt::Display for Count<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { self.1 } else { self.2 })
    }
}
