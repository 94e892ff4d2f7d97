//! Which tools an agent is offered: those that its prompt explains (semantics 9.11).

use crate::error::Result;
use crate::text;

/// What decides on the categories of a catalogue of tools. The default has nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ToolFilter {
    /// The heartbeat is in the prompt: `scheduler`.
    pub has_heartbeat: bool,
    /// The skills are in the prompt: `skill`.
    pub has_skills: bool,
    /// Delegation is in the prompt: `delegation`.
    pub has_delegation: bool,
    /// The commands are in the prompt: `command`.
    pub has_commands: bool,
    /// Memory recall is in the prompt: `memory`.
    pub has_memory: bool,
    /// The context says so: `workspace`.
    pub has_workspace: bool,
    /// The context says so: `governance`.
    pub has_governance: bool,
}

/// A tool of a catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tool<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its category, from an open set.
    pub category: &'a str,
}

impl ToolFilter {
    /// Whether tools of a category are offered; a category that no flag is about always is.
    pub fn keeps(&self, category: &str) -> bool {
        match category {
            "scheduler" => self.has_heartbeat,
            "skill" => self.has_skills,
            "delegation" => self.has_delegation,
            "command" => self.has_commands,
            "memory" => self.has_memory,
            "workspace" => self.has_workspace,
            "governance" => self.has_governance,
            _ => true,
        }
    }

    /// The tools that are offered, in the order of the catalogue.
    ///
    /// # Errors
    /// [`crate::Kind::OutOfMemory`].
    pub fn filter<'a>(&self, catalogue: &[Tool<'a>]) -> Result<Vec<Tool<'a>>> {
        let mut kept = text::try_vec(catalogue.iter().filter(|tool| self.keeps(tool.category)).count())?;
        kept.extend(catalogue.iter().filter(|tool| self.keeps(tool.category)));
        Ok(kept)
    }

    /// Notes that a module is in the prompt, whoever made it.
    pub(super) fn note_module(&mut self, name: &str) {
        match name {
            "heartbeat" => self.has_heartbeat = true,
            "skills" => self.has_skills = true,
            "delegation" => self.has_delegation = true,
            "commands" => self.has_commands = true,
            "memory-recall" => self.has_memory = true,
            _ => {}
        }
    }
}
