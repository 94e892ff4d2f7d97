//! Rendering: each module renders into the same lines, and what it rendered is kept in one memory with all the others.

use std::ops::Range;
use std::sync::Arc;

use super::allocation::tokens;
use super::{AgentContext, Entry, Lines};
use crate::callback;
use crate::compose::CHARS_MAX;
use crate::error::{Error, Kind, Quoted, Result};
use crate::text;

/// Renders modules for one context, and keeps the texts.
pub(super) struct Renderer<'c> {
    context: &'c AgentContext<'c>,
    lines: Lines,
    kept: String,
}

/// What a module rendered: its lines, joined, which the [`Renderer`] has.
pub(super) struct Rendering {
    /// None if there is not a single line.
    text: Option<Range<usize>>,
    pub(super) chars: u64,
}

impl Rendering {
    pub(super) fn tokens(&self) -> u64 {
        tokens(self.chars)
    }
}

/// A module that has a part in the prompt, and its full rendering.
pub(super) struct Rendered<'e> {
    pub(super) entry: &'e Entry,
    pub(super) name: &'e str,
    pub(super) full: Rendering,
    /// Its own estimate, or the tokens of the full rendering: what is held against the room.
    pub(super) weight: u64,
}

impl<'c> Renderer<'c> {
    pub(super) fn new(context: &'c AgentContext<'c>) -> Renderer<'c> {
        Renderer { context, lines: Lines::default(), kept: String::new() }
    }

    /// What it renders for.
    pub(super) fn context(&self) -> &'c AgentContext<'c> {
        self.context
    }

    /// Renders in full every module that is to be included, each once, in order.
    pub(super) fn all<'e>(&mut self, entries: &'e [Arc<Entry>]) -> Result<Vec<Rendered<'e>>> {
        let mut rendered = text::try_vec(entries.len())?;
        for entry in entries {
            if let Some(module) = self.full(entry)? {
                rendered.push(module);
            }
        }
        Ok(rendered)
    }

    fn full<'e>(&mut self, entry: &'e Entry) -> Result<Option<Rendered<'e>>> {
        let (name, module) = (entry.name(), &entry.module);
        let ask = |what, error: Error| error.blamed_on(what, name);
        let _inside = callback::enter();
        if !module.should_include(self.context).map_err(|error| ask("the predicate of", error))? {
            return Ok(None);
        }
        self.lines.clear();
        let outcome = module.render(self.context, &mut self.lines);
        let full = self.keep(outcome, name)?;
        let weight = module.estimate(self.context).map_err(|error| ask("the estimate of", error))?.unwrap_or_else(|| full.tokens());
        if weight > CHARS_MAX {
            return Err(Error::new(
                Kind::InvalidArgument,
                name,
                format_args!("module {} estimates {weight} tokens; at most {CHARS_MAX} is allowed", Quoted(name)),
            ));
        }
        Ok(Some(Rendered { entry, name, full, weight }))
    }

    /// The minimal rendering of a module, if it has one.
    pub(super) fn minimal(&mut self, entry: &Entry) -> Result<Option<Rendering>> {
        let _inside = callback::enter();
        self.lines.clear();
        match entry.module.render_minimal(self.context, &mut self.lines) {
            Ok(false) => Ok(None),
            outcome => self.keep(outcome.map(|_| ()), entry.name()).map(Some),
        }
    }

    fn keep(&mut self, outcome: Result<()>, name: &str) -> Result<Rendering> {
        let Some(text) = self.lines.settle(outcome, "the rendering of", name)? else {
            return Ok(Rendering { text: None, chars: 0 });
        };
        let start = self.kept.len();
        self.kept.try_reserve(text.len())?;
        self.kept.push_str(text);
        Ok(Rendering { text: Some(start..self.kept.len()), chars: text::chars(text) })
    }

    /// The text of a rendering of this renderer, if it has a line.
    pub(super) fn text(&self, rendering: &Rendering) -> Option<&str> {
        rendering.text.clone().map(|range| &self.kept[range])
    }
}
