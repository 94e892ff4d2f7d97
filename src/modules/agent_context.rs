//! What an agent's prompt is made for: everything a module may look at.

use std::any::Any;

use super::time_text::Time;
use crate::compose::CHARS_MAX;
use crate::error::{Error, Kind, Result};
use crate::exact::{is_magnitude, rank};

/// What an agent's prompt is made for (semantics 9). An empty text is one that the host does not have.
#[derive(Clone, Copy, Default)]
pub struct AgentContext<'a> {
    /// Which runner the agent is, from an open set.
    pub agent_type: &'a str,
    /// The path of its workspace; shown without user and host names (semantics 9.10).
    pub workspace: &'a str,
    /// Its sandbox, from an open set.
    pub sandbox_type: &'a str,
    /// How freely it may act: `paranoid`, `yolo`, or any other.
    pub profile: &'a str,
    /// The share of the session that comes from outside, usually 0 to 1; finite and not negative.
    pub taint_ratio: f64,
    /// Above it, strictly, the session counts as tainted; finite and not negative.
    pub taint_threshold: f64,
    /// Who the agent is.
    pub identity_files: IdentityFiles<'a>,
    /// What the operator says of the surroundings.
    pub context_content: &'a str,
    /// The texts of the skills.
    pub skills: &'a [&'a str],
    /// The commands that plugins bring.
    pub commands: &'a [Command<'a>],
    /// The checklist of the heartbeat.
    pub heartbeat_content: &'a str,
    /// The context window, in tokens, up to [`CHARS_MAX`].
    pub max_tokens: u64,
    /// What the conversation so far takes of it, in tokens, up to [`CHARS_MAX`].
    pub history_tokens: u64,
    /// Whether the agent may stay silent.
    pub reply_optional: bool,
    /// Which agent of several this is.
    pub agent_id: Option<&'a str>,
    /// The time to show: the host's value, never a clock's.
    pub time: Option<Time>,
    /// Whether the agent has tools for a workspace (semantics 9.11).
    pub has_workspace: bool,
    /// Whether the agent has tools for governance (semantics 9.11).
    pub has_governance: bool,
    /// For callbacks' use: passed on, never read.
    pub host: Option<&'a dyn Any>,
}

/// The files that make an agent who it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IdentityFiles<'a> {
    /// The operator's instructions.
    pub agents: &'a str,
    /// The agent's values and voice.
    pub soul: &'a str,
    /// The agent's name and role.
    pub identity: &'a str,
    /// What is known of the user.
    pub user: &'a str,
    /// How to find an identity at the first run.
    pub bootstrap: &'a str,
}

/// A command that a plugin brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Command<'a> {
    /// Its name, with or without the slash.
    pub name: &'a str,
    /// The plugin.
    pub plugin: &'a str,
    /// A text, of which one line is shown (semantics 9.9).
    pub description: &'a str,
}

impl AgentContext<'_> {
    /// Whether this is a first run: there is no soul yet and there is a bootstrap text (semantics 9.6). White space is a text.
    pub fn is_bootstrap(&self) -> bool {
        self.identity_files.soul.is_empty() && !self.identity_files.bootstrap.is_empty()
    }

    /// Whether the taint is strictly above its threshold.
    pub fn is_elevated(&self) -> bool {
        rank(self.taint_ratio) > rank(self.taint_threshold)
    }

    /// Refuses what no prompt can be made for (semantics 9.8).
    pub(super) fn check(&self) -> Result<()> {
        for (field, value) in [("taintRatio", self.taint_ratio), ("taintThreshold", self.taint_threshold)] {
            if !is_magnitude(value) {
                return Err(Error::new(
                    Kind::InvalidArgument,
                    field,
                    format_args!("{field} is {value}; a finite number that is not negative is allowed"),
                ));
            }
        }
        for (field, value) in [("maxTokens", self.max_tokens), ("historyTokens", self.history_tokens)] {
            if value > CHARS_MAX {
                return Err(Error::new(Kind::InvalidArgument, field, format_args!("{field} is {value}; at most {CHARS_MAX} is allowed")));
            }
        }
        self.time.as_ref().map_or(Ok(()), Time::check)
    }
}
