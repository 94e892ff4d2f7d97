//! The walk: contents are evaluated and probes fire, in the order of the layers; then the sections get their final order.

use std::ops::Range;
use std::sync::Arc;

use super::plan::{Place, Plan, Role};
use super::probes::{fire, Probes};
use super::resolution::{Body, Part, Resolution, NOTHING};
use crate::callback;
use crate::context::{Context, State};
use crate::contribution::{Content, Mode, Origin, PolicyContent, StaticContent, Tier};
use crate::error::Result;
use crate::registry::{Lineup, PolicyRecord, Record, Remembered, Snapshot};
use crate::section::Label;
use crate::sink::{Sink, Written};
use crate::text::{self, Text, SEPARATOR};

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

/// The bodies of one replacement, as they come.
#[derive(Clone, Copy, Default)]
struct Bodies {
    /// The first and the last of its non-empty bodies, in the list of all.
    chain: Option<(usize, usize)>,
    /// The only contributing record, if there is no other.
    first: Option<usize>,
}

struct Walk<'t> {
    lineup: &'t Lineup,
    plan: &'t Plan<'t>,
    turn: &'t Turn<'t>,
    written: String,
    /// Places with the text of their own content, in the order of the walk.
    prepends: Vec<(Place, Option<Body<'t>>)>,
    appends: Vec<(Place, Option<Body<'t>>)>,
    bodies: Vec<Bodies>,
    /// All non-empty bodies of replacements, each with the next one of its own replacement.
    links: Vec<(Body<'t>, Option<usize>)>,
}

/// Walks over everything.
pub(super) fn walk<'t>(lineup: &'t Lineup, plan: &'t Plan<'t>, turn: &'t Turn<'t>) -> Result<Resolution<'t>> {
    let mut walk = Walk::new(lineup, plan, turn)?;
    for i in 0..lineup.records.len() {
        walk.visit(i)?;
    }
    walk.report_duplicates()?;
    let places = walk.places()?;
    let stable = plan.stable_places(places.iter().map(|(place, _)| place));
    walk.finish(&places, stable, &turn.snapshot.policies)
}

/// The runtime-aware sections of a turn, and how many places they had before empty ones went.
pub(super) struct Runtime<'t> {
    pub(super) resolution: Resolution<'t>,
    pub(super) places: usize,
    pub(super) prepend_places: usize,
}

/// Walks over the runtime-aware layer alone, where it touches no static section.
pub(super) fn walk_runtime<'t>(lineup: &'t Lineup, plan: &'t Plan<'t>, turn: &'t Turn<'t>) -> Result<Runtime<'t>> {
    let mut walk = Walk::new(lineup, plan, turn)?;
    for i in lineup.runtime_start..lineup.records.len() {
        walk.visit(i)?;
    }
    let prepend_places = walk.prepends.len();
    let places = walk.places()?;
    // What of it is stable is no question: nothing is.
    Ok(Runtime { resolution: walk.finish(&places, (0, false), &[])?, places: places.len(), prepend_places })
}

impl<'t> Walk<'t> {
    fn new(lineup: &'t Lineup, plan: &'t Plan<'t>, turn: &'t Turn<'t>) -> Result<Walk<'t>> {
        let mut written = String::new();
        written.try_reserve_exact(WRITTEN_BYTES)?;
        Ok(Walk {
            lineup,
            plan,
            turn,
            written,
            prepends: Vec::new(),
            appends: Vec::new(),
            bodies: text::try_filled(Bodies::default(), plan.replacements.len())?,
            links: Vec::new(),
        })
    }

    fn visit(&mut self, i: usize) -> Result<()> {
        let (role, replacement) = self.plan.role(i);
        if role == Role::Nothing {
            return Ok(());
        }
        let record = &self.lineup.records[i];
        if role == Role::MissingTarget {
            fire(self.turn.probes, "onReplaceTargetMissing for", record.id(), |probes| probes.on_replace_target_missing(record.id()))?;
        }
        let own = match role {
            Role::ReplacedSlot => None,
            _ => Some(self.evaluate(record)?),
        };
        if role == Role::Slot || role == Role::ReplacedSlot || role == Role::MissingTarget {
            let place = Place { record: i, replacement };
            let places = if self.plan.mode(&place) == Mode::Prepend { &mut self.prepends } else { &mut self.appends };
            text::try_push(places, (place, own.filter(|_| role == Role::Slot)))?;
        }
        match (role, replacement, own) {
            (Role::Replace | Role::MissingTarget, Some(group), Some(body)) => self.add_body(group, i, body),
            _ => Ok(()),
        }
    }

    /// Adds a body to its replacement; several are joined when the walk is over.
    fn add_body(&mut self, group: usize, record: usize, body: Body<'t>) -> Result<()> {
        self.bodies[group].first.get_or_insert(record);
        if body.is_empty() {
            return Ok(());
        }
        let link = self.links.len();
        text::try_push(&mut self.links, (body, None))?;
        let bodies = &mut self.bodies[group];
        bodies.chain = match bodies.chain {
            None => Some((link, link)),
            Some((first, last)) => {
                self.links[last].1 = Some(link);
                Some((first, link))
            }
        };
        Ok(())
    }

    /// The text of a record's content. An empty one fires its probe.
    fn evaluate(&mut self, record: &'t Record) -> Result<Body<'t>> {
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

    /// At the end of the walk, all ids with two or more active replaces, in the order of their first (semantics 3.3).
    fn report_duplicates(&self) -> Result<()> {
        if self.turn.probes.is_none() {
            return Ok(());
        }
        let mut firsts = Vec::new();
        for (group, replacement) in self.plan.replacements.iter().enumerate() {
            if replacement.replaces > 1 {
                if let Some(first) = self.bodies[group].first {
                    text::try_push(&mut firsts, first)?;
                }
            }
        }
        firsts.sort_unstable();
        let mut ids = text::try_vec(firsts.len())?;
        ids.extend(firsts.iter().map(|first| self.lineup.records[*first].id()));
        let Some(subject) = ids.first() else { return Ok(()) };
        fire(self.turn.probes, "onDuplicateReplace for", subject, |probes| probes.on_duplicate_replace(&ids))
    }

    /// The places in their final order (semantics 3.5, 3.10).
    fn places(&mut self) -> Result<Vec<(Place, Option<Body<'t>>)>> {
        let mut places = std::mem::take(&mut self.prepends);
        if places.is_empty() {
            places = std::mem::take(&mut self.appends);
        } else {
            places.try_reserve(self.appends.len())?;
            places.append(&mut self.appends);
        }
        match self.turn.static_first {
            true => self.static_first(places),
            false => Ok(places),
        }
    }

    /// Joins the bodies of replacements, appends the safety policies, and leaves out what is empty (semantics 3.6). Of the places,
    /// so many at the head stand in the static-only resolution too; `same` if it has no others.
    fn finish(
        mut self,
        places: &[(Place, Option<Body<'t>>)],
        (stable_places, same): (usize, bool),
        policies: &'t [Arc<PolicyRecord>],
    ) -> Result<Resolution<'t>> {
        let mut parts = text::try_vec(places.len() + policies.len())?;
        let (mut stable_parts, mut shown_policies) = (0, 0);
        for (n, (place, own)) in places.iter().enumerate() {
            let body = match (own, place.replacement) {
                (Some(body), _) => *body,
                (None, Some(group)) => self.join(group)?,
                (None, None) => NOTHING,
            };
            if !body.is_empty() {
                parts.push(Part { label: self.label(place), body, condensed: self.condensed(place) });
                stable_parts += usize::from(n < stable_places);
            }
        }
        for policy in policies {
            let body = self.evaluate_policy(policy)?;
            if !body.is_empty() {
                parts.push(Part { label: policy_label(policy), body, condensed: None });
                stable_parts += usize::from(same);
                shown_policies += 1;
            }
        }
        Ok(Resolution { parts, stable_parts, policies: shown_policies, static_only: self.turn.state.is_none(), written: self.written })
    }

    fn static_first(&self, places: Vec<(Place, Option<Body<'t>>)>) -> Result<Vec<(Place, Option<Body<'t>>)>> {
        let mut sorted = text::try_vec(places.len())?;
        for wanted in [true, false] {
            sorted.extend(places.iter().filter(|(place, _)| self.plan.is_static(place) == wanted).copied());
        }
        Ok(sorted)
    }

    /// The non-empty bodies of a replacement, joined by a blank line, in order.
    fn join(&mut self, group: usize) -> Result<Body<'t>> {
        let Some((first, last)) = self.bodies[group].chain else { return Ok(NOTHING) };
        if first == last {
            return Ok(self.links[first].0);
        }
        let start = self.written.len();
        let mut next = Some(first);
        while let Some(link) = next {
            if link != first {
                text::try_push_str(&mut self.written, SEPARATOR)?;
            }
            match self.links[link].0 {
                Body::Own(text) => text::try_push_str(&mut self.written, text.as_str())?,
                Body::Written { start, end, .. } => {
                    let body = text::try_string(&self.written[start..end])?;
                    text::try_push_str(&mut self.written, &body)?;
                }
            }
            next = self.links[link].1;
        }
        let end = self.written.len();
        Ok(Body::Written { start, end, chars: text::chars(&self.written[start..end]) })
    }

    fn label(&self, place: &Place) -> Label<'t> {
        let record = &self.lineup.records[place.record];
        Label {
            id: record.id(),
            plugin: record.registrant.plugin(),
            origin: Some(record.origin),
            mode: Some(self.plan.mode(place)),
            tier: record.tier(),
            is_static: self.plan.is_static(place),
        }
    }

    fn condensed(&self, place: &Place) -> Option<&'t Text> {
        let contributing = match place.replacement {
            None => place.record,
            Some(group) if self.plan.replacements[group].replaces == 1 => self.bodies[group].first?,
            Some(_) => return None,
        };
        self.lineup.records[contributing].contribution.condensed.as_ref()
    }

    fn evaluate_policy(&mut self, record: &'t PolicyRecord) -> Result<Body<'t>> {
        let body = match &record.policy.content {
            PolicyContent::Text(text) => Body::Own(text),
            PolicyContent::Static(write) => self.write_static(record.id(), self.turn.snapshot.static_function(record), write)?,
        };
        self.report_empty(body, record.id(), Origin::Static)?;
        Ok(body)
    }
}

/// Room for what callbacks write, to begin with: as much as allocators have at hand, and enough for a few short texts.
const WRITTEN_BYTES: usize = 1000;

/// A safety section shows origin static, mode append, tier core, and who registered it (semantics 3.8).
fn policy_label(record: &PolicyRecord) -> Label<'_> {
    Label {
        id: record.id(),
        plugin: record.registrant.plugin(),
        origin: Some(Origin::Static),
        mode: Some(Mode::Append),
        tier: Tier::Core,
        is_static: true,
    }
}
