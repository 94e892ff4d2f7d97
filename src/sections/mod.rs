//! Bodies of the sections that most agents have, of what a turn's state says and of a host's background jobs (semantics 8). The
//! wording is the library's own and pinned by goldens. A text that is handed in stays on the line that it stands in.

mod async_jobs;
mod detected_intents;
mod loaded_tools;
mod prior_turn_tool_calls;
mod recent_tool_errors;
mod subagent_depth;

pub use async_jobs::{render_async_jobs, AsyncJob};
pub(crate) use recent_tool_errors::RecentToolErrors;
pub use recent_tool_errors::{render_recent_tool_errors, ToolError, RECENT_TOOL_ERRORS_LIMIT};

use crate::context::State;
use crate::contribution::{Content, Contribution, Mode};
use crate::error::Result;
use crate::one_line::OneLine;
use crate::sink::Sink;

/// A section whose body says what a turn's state says; nothing where there is nothing to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StateSection {
    /// The loaded tools, by name.
    LoadedTools,
    /// The detected intents.
    DetectedIntents,
    /// That this is a sub-agent, how deep it runs, and what follows from that.
    SubagentDepth,
    /// That the turn before had tool calls, whose results come first.
    PriorTurnToolCalls,
}

impl StateSection {
    /// All of them.
    pub const ALL: [StateSection; 4] =
        [StateSection::LoadedTools, StateSection::DetectedIntents, StateSection::SubagentDepth, StateSection::PriorTurnToolCalls];

    /// Its body.
    ///
    /// # Errors
    /// [`crate::Kind::LimitExceeded`] over [`crate::TEXT_MAX_BYTES`], [`crate::Kind::OutOfMemory`].
    pub fn render(self, state: &State<'_>) -> Result<String> {
        let subject = match self {
            StateSection::LoadedTools => "loaded_tools",
            StateSection::DetectedIntents => "detected_intents",
            StateSection::SubagentDepth => "turn_depth",
            StateSection::PriorTurnToolCalls => "prior_turn_had_tool_calls",
        };
        rendered(subject, |out| self.write(state, out))
    }

    /// Writes its body, for a content of the host's own that says more.
    ///
    /// # Errors
    /// Those of [`Sink::write`].
    pub fn write(self, state: &State<'_>, out: &mut Sink<'_>) -> Result<()> {
        // After a write that failed even nothing fails to be written.
        out.write("")?;
        match self {
            StateSection::LoadedTools => loaded_tools::write(state, out),
            StateSection::DetectedIntents => detected_intents::write(state, out),
            StateSection::SubagentDepth => subagent_depth::write(state, out),
            StateSection::PriorTurnToolCalls => prior_turn_tool_calls::write(state, out),
        }
    }

    /// A runtime-aware contribution that appends it.
    ///
    /// # Errors
    /// [`crate::Kind::OutOfMemory`].
    pub fn prompt(self, id: &str) -> Result<Contribution> {
        Contribution::new(id, Mode::Append, Content::Runtime(Box::new(move |_, state, out| self.write(state, out))))
    }
}

/// What a writer writes, as a text of its own.
fn rendered(subject: &str, write: impl FnOnce(&mut Sink<'_>) -> Result<()>) -> Result<String> {
    let mut text = String::new();
    let mut sink = Sink::new(&mut text);
    let outcome = write(&mut sink);
    sink.settle(outcome, "the rendering of", subject)?;
    Ok(text)
}

/// Texts as a list between what comes before and after it; nothing without a text.
fn write_list(out: &mut Sink<'_>, before: &str, items: Option<&[&str]>, after: &str) -> Result<()> {
    let items = items.unwrap_or_default();
    if items.is_empty() {
        return Ok(());
    }
    out.write(before)?;
    for item in items {
        out.format(format_args!("- {}\n", OneLine(item)))?;
    }
    out.write(after)
}
