//! Evaluating contents: their callbacks run, each once, and write to one text.

use std::ops::Range;

use super::probes::{fire, Probes};
use super::resolution::{Body, NOTHING};
use crate::callback;
use crate::context::{Context, State};
use crate::contribution::{Content, Origin, PolicyContent, StaticContent};
use crate::error::Result;
use crate::registry::{PolicyRecord, Record, Remembered, Snapshot};
use crate::sink::{Sink, Written};
use crate::text::Text;

/// What a resolution is asked for, its context aside.
pub(super) struct Turn<'t> {
    pub(super) context: &'t Context<'t>,
    /// None: the static-only resolution.
    pub(super) state: Option<&'t State<'t>>,
    pub(super) static_first: bool,
    pub(super) probes: Option<&'t dyn Probes>,
    pub(super) snapshot: &'t Snapshot,
    /// What the snapshot remembers of the context.
    pub(super) remembered: Option<&'t Remembered>,
}

impl Turn<'_> {
    /// None without a state.
    pub(super) fn loaded_tools(&self) -> Option<&[&str]> {
        self.state.map(|state| state.loaded_tools.unwrap_or_default())
    }
}

/// Contents on the way to texts.
pub(super) struct Evaluation<'t> {
    turn: &'t Turn<'t>,
    pub(super) written: String,
}

impl<'t> Evaluation<'t> {
    /// With room for so many bytes that callbacks write, to begin with.
    pub(super) fn new(turn: &'t Turn<'t>, bytes: usize) -> Result<Evaluation<'t>> {
        let mut written = String::new();
        written.try_reserve_exact(bytes)?;
        Ok(Evaluation { turn, written })
    }

    /// The text of a record's content. An empty one fires its probe.
    pub(super) fn evaluate(&mut self, record: &'t Record) -> Result<Body<'t>> {
        let id = record.id();
        let context = self.turn.context;
        let body = match (&record.contribution.content, self.turn.state) {
            (Content::Text(text), _) => Body::Own(text),
            (Content::Static(write), _) => self.write_static(id, self.turn.snapshot.static_function(record), write)?,
            (Content::Runtime(write), Some(state)) => self.write(id, |sink| write(context, state, sink))?,
            (Content::Gated(when, text), Some(state)) => {
                let _inside = callback::enter();
                match when(context, state).map_err(|error| error.blamed_on("the predicate of", id))? {
                    true => Body::Own(text),
                    false => NOTHING,
                }
            }
            // Without a state no record that reads it is active.
            (Content::Runtime(_) | Content::Gated(..), None) => NOTHING,
        };
        self.report_empty(body, id, record.origin)?;
        Ok(body)
    }

    /// A text that depends on the context alone, which may be remembered.
    fn write_static(&mut self, id: &str, function: Option<usize>, write: &StaticContent) -> Result<Body<'t>> {
        let context = self.turn.context;
        match function.and_then(|function| Some((function, self.turn.remembered?))) {
            Some((function, remembered)) => {
                let text = remembered.content(function, || {
                    let Written { range, .. } = self.run(id, |sink| write(context, sink))?;
                    let text = Text::new(&self.written[range.clone()]);
                    self.written.truncate(range.start);
                    text
                })?;
                Ok(Body::Own(text))
            }
            None => self.write(id, |sink| write(context, sink)),
        }
    }

    fn write(&mut self, id: &str, write: impl FnOnce(&mut Sink<'_>) -> Result<()>) -> Result<Body<'t>> {
        let Written { range: Range { start, end }, chars } = self.run(id, write)?;
        Ok(Body::Written { start, end, chars })
    }

    /// Runs a content callback, and tells where what it wrote is.
    fn run(&mut self, id: &str, write: impl FnOnce(&mut Sink<'_>) -> Result<()>) -> Result<Written> {
        let mut sink = Sink::new(&mut self.written);
        let outcome = {
            let _inside = callback::enter();
            write(&mut sink)
        };
        sink.settle(outcome, "the content of", id)
    }

    fn report_empty(&self, body: Body<'t>, id: &str, origin: Origin) -> Result<()> {
        if !body.is_empty() {
            return Ok(());
        }
        fire(self.turn.probes, "onEmptyContent for", id, |probes| probes.on_empty_content(id, origin))
    }

    /// The text of a safety policy.
    pub(super) fn policy(&mut self, record: &'t PolicyRecord) -> Result<Body<'t>> {
        let body = match &record.policy.content {
            PolicyContent::Text(text) => Body::Own(text),
            PolicyContent::Static(write) => self.write_static(record.id(), self.turn.snapshot.static_function(record), write)?,
        };
        self.report_empty(body, record.id(), Origin::Static)?;
        Ok(body)
    }
}
