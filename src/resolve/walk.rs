//! The walk: contents are evaluated and probes fire, in the order of the layers; then the sections get their final order.

use std::sync::Arc;

use super::evaluation::{Evaluation, Turn};
use super::plan::{Place, Plan, Role};
use super::probes::fire;
use super::resolution::{Body, Part, Resolution, NOTHING};
use crate::contribution::{Mode, Origin, Tier};
use crate::error::Result;
use crate::registry::{Lineup, PolicyRecord};
use crate::section::Label;
use crate::text::{self, SEPARATOR};

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
    evaluation: Evaluation<'t>,
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

impl<'t> Walk<'t> {
    fn new(lineup: &'t Lineup, plan: &'t Plan<'t>, turn: &'t Turn<'t>) -> Result<Walk<'t>> {
        Ok(Walk {
            lineup,
            plan,
            turn,
            evaluation: Evaluation::new(turn, WRITTEN_BYTES)?,
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
            _ => Some(self.evaluation.evaluate(record)?),
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
            let body = self.evaluation.policy(policy)?;
            if !body.is_empty() {
                parts.push(Part { label: policy_label(policy), body, condensed: None });
                stable_parts += usize::from(same);
                shown_policies += 1;
            }
        }
        let (static_only, written) = (self.turn.state.is_none(), self.evaluation.written);
        Ok(Resolution { lineup: self.lineup, parts, stable_parts, policies: shown_policies, static_only, written })
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
        let written = &mut self.evaluation.written;
        let start = written.len();
        let mut next = Some(first);
        while let Some(link) = next {
            if link != first {
                text::try_push_str(written, SEPARATOR)?;
            }
            match self.links[link].0 {
                Body::Own(text) => text::try_push_str(written, text.as_str())?,
                Body::Written { start, end, .. } => {
                    let body = text::try_string(&written[start..end])?;
                    text::try_push_str(written, &body)?;
                }
            }
            next = self.links[link].1;
        }
        let end = written.len();
        Ok(Body::Written { start, end, chars: text::chars(&written[start..end]) })
    }

    fn label(&self, place: &Place) -> Label<'t> {
        self.lineup.records[place.record].label(self.plan.mode(place), self.plan.is_static(place))
    }

    /// The one contributing record, if it has a condensed text (semantics 6.10).
    fn condensed(&self, place: &Place) -> Option<usize> {
        let contributing = match place.replacement {
            None => place.record,
            Some(group) if self.plan.replacements[group].replaces == 1 => self.bodies[group].first?,
            Some(_) => return None,
        };
        self.lineup.records[contributing].contribution.condensed.is_some().then_some(contributing)
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
