//! Rendering: each module renders to the end of one text, which is the prompt's if all of it is wanted.

use std::ops::Range;
use std::sync::Arc;

use super::allocation::tokens;
use super::{AgentContext, Entry, Lines};
use crate::callback;
use crate::compose::CHARS_MAX;
use crate::error::{Error, Kind, Quoted, Result};
use crate::sink::Written;
use crate::text::{self, SEPARATOR};

/// Renders modules for one context, and keeps the texts.
pub(super) struct Renderer<'c> {
    context: &'c AgentContext<'c>,
    /// All that was rendered, in order, joined by blank lines as in a prompt.
    text: String,
    any: bool,
}

/// What a module rendered: its lines, joined, which the [`Renderer`] has.
pub(super) struct Rendering {
    /// None if there is not a single line.
    pub(super) text: Option<Range<usize>>,
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
    pub(super) optional: bool,
    pub(super) full: Rendering,
    /// Its own estimate, or the tokens of the full rendering: what is held against the room.
    pub(super) weight: u64,
}

impl<'c> Renderer<'c> {
    /// `bytes` is a guess of how much it comes to; where there is no memory for so much, there may be for what it really is.
    pub(super) fn new(context: &'c AgentContext<'c>, bytes: usize) -> Renderer<'c> {
        let mut text = String::new();
        let _ = text.try_reserve_exact(bytes);
        Renderer { context, text, any: false }
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
        let full = self.keep(name, |context, lines| module.render(context, lines).map(|()| true))?;
        let full = full.unwrap_or(Rendering { text: None, chars: 0 });
        let weight = module.estimate(self.context).map_err(|error| ask("the estimate of", error))?.unwrap_or_else(|| full.tokens());
        if weight > CHARS_MAX {
            return Err(Error::new(
                Kind::InvalidArgument,
                name,
                format_args!("module {} estimates {weight} tokens; at most {CHARS_MAX} is allowed", Quoted(name)),
            ));
        }
        Ok(Some(Rendered { entry, name, optional: entry.optional, full, weight }))
    }

    /// The minimal rendering of a module, if it has one.
    pub(super) fn minimal(&mut self, entry: &Entry) -> Result<Option<Rendering>> {
        let _inside = callback::enter();
        self.keep(entry.name(), |context, lines| entry.module.render_minimal(context, lines))
    }

    /// Keeps what is rendered, if there is such a rendering.
    fn keep(&mut self, name: &str, render: impl FnOnce(&AgentContext<'_>, &mut Lines<'_>) -> Result<bool>) -> Result<Option<Rendering>> {
        let before = self.text.len();
        self.separate()?;
        let mut lines = Lines::new(&mut self.text);
        let outcome = render(self.context, &mut lines);
        let there = !matches!(outcome, Ok(false));
        let written = lines.settle(outcome.map(|_| ()), "the rendering of", name)?.filter(|_| there);
        match &written {
            Some(_) => self.any = true,
            None => self.text.truncate(before),
        }
        let (text, chars) = written.map_or((None, 0), |Written { range, chars }| (Some(range), chars));
        Ok(there.then_some(Rendering { text, chars }))
    }

    /// The text of a rendering of this renderer, if it has a line.
    pub(super) fn text(&self, rendering: &Rendering) -> Option<&str> {
        rendering.text.clone().map(|range| &self.text[range])
    }

    /// Adds a text that no module renders.
    pub(super) fn add(&mut self, text: &str) -> Result<Range<usize>> {
        self.separate()?;
        let start = self.text.len();
        text::try_push_str(&mut self.text, text)?;
        self.any = true;
        Ok(start..self.text.len())
    }

    fn separate(&mut self) -> Result<()> {
        if self.any {
            text::try_push_str(&mut self.text, SEPARATOR)?;
        }
        Ok(())
    }

    /// All that was rendered and added, joined.
    pub(super) fn into_text(self) -> String {
        self.text
    }
}
