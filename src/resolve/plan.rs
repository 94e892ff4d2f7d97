//! The plan of a resolution: which records are active, which sections they make, and in which order, before texts are known.

use crate::context::{Context, Tools};
use crate::contribution::{Mode, Origin};
use crate::error::Result;
use crate::registry::{Lineup, Record};
use crate::text;

/// One section to be, in the plan of a turn.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The slot's record, or the first replacing one where the target is missing.
    pub(super) record: usize,
    /// The replacement that gives its text; none: its own content does.
    pub(super) replacement: Option<usize>,
}

/// The active records of one id that has a replace (semantics 3.3).
#[derive(Clone, Copy, Default)]
pub(super) struct Replacement {
    first_slot: Option<usize>,
    first_replace: Option<usize>,
    pub(super) replaces: usize,
    runtime_replaces: usize,
    /// The same, of the static-only resolution.
    static_slot: Option<usize>,
    static_replace: Option<usize>,
}

/// What a record does in the walk.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Not active, or a slot whose place another record has.
    Nothing,
    /// A slot with its own content.
    Slot,
    /// A slot that a replacement fills.
    ReplacedSlot,
    /// A replace of a slot.
    Replace,
    /// The first replace of a missing target: it has the section.
    MissingTarget,
}

/// Who is active, and which replacements there are.
pub(super) struct Plan<'t> {
    lineup: &'t Lineup,
    active: Vec<bool>,
    pub(super) replacements: Vec<Replacement>,
    /// Whether any runtime-aware record is active: if none is, the turn is the static-only resolution.
    runtime_active: bool,
    /// Whether the baseline is replaced as a whole, in this turn and in the static-only resolution (semantics 3.11).
    baseline_replaced: Both,
}

/// Something of the turn, and the same of the static-only resolution.
#[derive(Clone, Copy, Default)]
struct Both {
    turn: bool,
    fixed: bool,
}

impl<'t> Plan<'t> {
    /// `loaded_tools` is none without a state: then no runtime-aware record is active (semantics 3.2).
    pub(super) fn new(lineup: &'t Lineup, context: &Context<'_>, loaded_tools: Option<&[&str]>) -> Result<Plan<'t>> {
        let tools = Tools::new(loaded_tools.unwrap_or_default())?;
        let mut active = text::try_filled(false, lineup.records.len())?;
        let mut replacements = text::try_filled(Replacement::default(), lineup.groups.count)?;
        let visible = if loaded_tools.is_some() { lineup.records.len() } else { lineup.runtime_start };
        let mut runtime_active = false;
        for (i, record) in lineup.records[..visible].iter().enumerate() {
            active[i] = record.contribution.is_active(context, &tools);
        }
        let baseline_replaced = whole_baseline_replaced(lineup, &active);
        if baseline_replaced.turn {
            swallow_baseline(lineup, &mut active)?;
        }
        for (i, record) in lineup.records[..visible].iter().enumerate() {
            if !active[i] {
                continue;
            }
            let is_runtime = record.origin == Origin::RuntimeAware;
            runtime_active |= is_runtime;
            if let Some(group) = lineup.groups.of(i) {
                replacements[group].meet(i, record, is_runtime);
            }
        }
        Ok(Plan { lineup, active, replacements, runtime_active, baseline_replaced })
    }

    /// What a record does in this turn, and by which replacement.
    pub(super) fn role(&self, i: usize) -> (Role, Option<usize>) {
        if !self.active[i] {
            return (Role::Nothing, None);
        }
        let record = &self.lineup.records[i];
        let Some(group) = self.lineup.groups.of(i) else { return (Role::Slot, None) };
        let replacement = &self.replacements[group];
        let role = match (record.is_replace(), replacement.first_slot) {
            (false, _) if replacement.replaces == 0 && record.is_placeholder => Role::Nothing,
            (false, _) if replacement.replaces == 0 => return (Role::Slot, None),
            (false, Some(first)) if first == i => Role::ReplacedSlot,
            (false, _) => Role::Nothing,
            (true, None) if replacement.first_replace == Some(i) => Role::MissingTarget,
            (true, _) => Role::Replace,
        };
        (role, Some(group))
    }

    /// Whether neither the place's record nor any active replace of its id is runtime-aware (semantics 3.8).
    pub(super) fn is_static(&self, place: &Place) -> bool {
        self.lineup.records[place.record].origin != Origin::RuntimeAware
            && place.replacement.is_none_or(|group| self.replacements[group].runtime_replaces == 0)
    }

    /// How a place combines: where the target is missing, as an append.
    pub(super) fn mode(&self, place: &Place) -> Mode {
        match self.lineup.records[place.record].contribution.mode {
            Mode::Replace => Mode::Append,
            mode => mode,
        }
    }

    /// How many leading places of the turn, in their final order, stand in the plan of the static-only resolution too (semantics
    /// 3.9), and whether the two plans are the same.
    pub(super) fn stable_places<'p>(&self, turn: impl ExactSizeIterator<Item = &'p Place>) -> (usize, bool) {
        if !self.runtime_active {
            return (turn.len(), true);
        }
        let prepends = self.static_places(Mode::Prepend);
        // Where only the turn replaces the baseline, its section is the turn's first appended one, and the two plans part there.
        let comparable = self.baseline_replaced.turn == self.baseline_replaced.fixed;
        let appends = comparable.then(|| self.static_places(Mode::Append)).into_iter().flatten();
        let mut fixed = prepends.chain(appends);
        let places = turn.len();
        for (n, place) in turn.enumerate() {
            if !fixed.next().is_some_and(|other| self.same(place, &other)) {
                return (n, false);
            }
        }
        (places, comparable && fixed.next().is_none())
    }

    /// The same record in the same place, with the same contributing records. The static replaces of an id are among those of the
    /// turn, so they are the same if the turn has no others.
    fn same(&self, turn: &Place, fixed: &Place) -> bool {
        turn.record == fixed.record
            && turn.replacement == fixed.replacement
            && turn.replacement.is_none_or(|group| self.replacements[group].runtime_replaces == 0)
    }

    /// The places of the static-only resolution that combine in this mode, in order.
    fn static_places(&self, mode: Mode) -> impl Iterator<Item = Place> + '_ {
        (0..self.lineup.runtime_start)
            .filter(|&i| self.active[i])
            .filter_map(|record| self.static_place(record))
            .filter(move |place| self.mode(place) == mode)
    }

    fn static_place(&self, record: usize) -> Option<Place> {
        let own = Place { record, replacement: None };
        let Some(group) = self.lineup.groups.of(record) else { return Some(own) };
        let replacement = &self.replacements[group];
        let holder = if replacement.static_replace.is_none() {
            return (!self.lineup.records[record].is_placeholder).then_some(own);
        } else {
            replacement.static_slot.or(replacement.static_replace)
        };
        (holder == Some(record)).then_some(Place { record, replacement: Some(group) })
    }
}

/// Whether any replace of the whole baseline is active.
fn whole_baseline_replaced(lineup: &Lineup, active: &[bool]) -> Both {
    let Some(whole) = lineup.groups.whole_baseline else { return Both::default() };
    let mut replaced = Both::default();
    for (i, record) in lineup.records.iter().enumerate().filter(|(i, record)| active[*i] && record.is_replace()) {
        if lineup.groups.of(i) == Some(whole) {
            replaced.turn = true;
            replaced.fixed |= record.origin != Origin::RuntimeAware;
        }
    }
    replaced
}

/// Takes all seeded defaults out of the turn, and with them the replaces of single ones (semantics 3.11).
fn swallow_baseline(lineup: &Lineup, active: &mut [bool]) -> Result<()> {
    let mut swallowed = text::try_filled(false, lineup.groups.count)?;
    for (i, record) in lineup.records.iter().enumerate().take_while(|(_, record)| record.origin == Origin::CoreDefault) {
        if !record.is_placeholder {
            active[i] = false;
            if let Some(group) = lineup.groups.of(i) {
                swallowed[group] = true;
            }
        }
    }
    for (i, active) in active.iter_mut().enumerate() {
        *active &= !lineup.groups.of(i).is_some_and(|group| swallowed[group]);
    }
    Ok(())
}

impl Replacement {
    fn meet(&mut self, i: usize, record: &Record, is_runtime: bool) {
        let (first, fixed) = if record.is_replace() {
            self.replaces += 1;
            self.runtime_replaces += usize::from(is_runtime);
            (&mut self.first_replace, &mut self.static_replace)
        } else {
            (&mut self.first_slot, &mut self.static_slot)
        };
        first.get_or_insert(i);
        if !is_runtime {
            fixed.get_or_insert(i);
        }
    }
}
