//! A second, naive reading of the rules: quadratic, written from the numbered paragraphs alone, with nothing of the library but
//! its plain nouns. properties.rs compares the two.

use wattle::{Context, Kind, Mode, Origin, Scope, Tier};

/// What a contribution says.
#[derive(Clone, Debug)]
pub enum Body {
    Text(String),
    /// The text and the family.
    Static(String),
    /// The text and the depth.
    Runtime(String),
    /// The text at even depths.
    Gated(String),
}

#[derive(Clone, Debug)]
pub struct Row {
    pub id: String,
    pub mode: Mode,
    pub aware: bool,
    pub tier: Option<Tier>,
    pub scope: Scope,
    pub body: Body,
    pub condensed: Option<String>,
    pub tools: Option<Vec<String>>,
}

#[derive(Clone, Debug)]
pub struct Unit {
    pub name: String,
    pub statics: Vec<Row>,
    pub awares: Vec<Row>,
    pub hook: Option<Vec<Row>>,
    pub policies: Vec<(String, String)>,
}

#[derive(Clone, Debug)]
pub enum Op {
    Host(Row),
    Policy(String, String),
    Register(Unit),
    Replace(Unit),
    Remove(String),
    Unregister(bool, String),
}

#[derive(Clone, Debug)]
pub struct Turn {
    pub depth: u32,
    pub tools: Vec<String>,
}

pub type Refusal = (Kind, String);

/// A row, who registered it, and a number that no other has.
#[derive(Clone, Debug)]
struct Entry {
    row: Row,
    plugin: Option<String>,
    number: usize,
}

/// Everything registered.
#[derive(Default)]
pub struct World {
    entries: Vec<Entry>,
    /// Id, text, who registered it.
    policies: Vec<(String, String, Option<String>)>,
    plugins: Vec<Unit>,
    next: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    pub id: String,
    pub plugin: Option<String>,
    pub origin: Origin,
    pub mode: Mode,
    pub tier: Tier,
    pub is_static: bool,
    pub text: String,
    pub condensed: Option<String>,
}

pub struct Resolved {
    pub parts: Vec<Part>,
    pub stable_prefix: usize,
    pub probes: Vec<String>,
}

fn origin(row: &Row) -> Origin {
    if row.aware {
        Origin::RuntimeAware
    } else {
        Origin::Static
    }
}

/// The table of semantics 2, in its order.
fn check(row: &Row, plugin: Option<&str>, among: &[Entry]) -> Result<(), Refusal> {
    let refuse = |kind| Err((kind, row.id.clone()));
    let adds = row.mode != Mode::Replace;
    let namespace = row.id.split('.').next().unwrap();
    if !row.aware && (row.tools.is_some() || matches!(row.body, Body::Runtime(_) | Body::Gated(_))) {
        return refuse(Kind::InvalidArgument);
    }
    if namespace == "safety" || (namespace == "core" && adds) {
        return refuse(Kind::ReservedNamespace);
    }
    if plugin.is_some_and(|plugin| adds && plugin != namespace) {
        return refuse(Kind::ForeignNamespace);
    }
    let taken = among.iter().any(|other| {
        let same = other.row.aware == row.aware && other.row.id == row.id;
        let other_adds = other.row.mode != Mode::Replace;
        same && adds == other_adds && (adds || other.plugin.as_deref() == plugin)
    });
    if taken {
        return refuse(Kind::DuplicateContributionId);
    }
    Ok(())
}

impl World {
    pub fn apply(&mut self, op: &Op) -> Result<(), Refusal> {
        match op {
            Op::Host(row) => {
                check(row, None, &self.entries)?;
                let entry = self.entry(row, None);
                self.entries.push(entry);
            }
            Op::Policy(id, text) => {
                self.check_policy(id)?;
                self.policies.push((id.clone(), text.clone(), None));
            }
            Op::Register(unit) => {
                if self.plugins.iter().any(|plugin| plugin.name == unit.name) {
                    return Err((Kind::DuplicatePlugin, unit.name.clone()));
                }
                self.add(unit, None)?;
            }
            Op::Replace(unit) => {
                let Some(place) = self.plugins.iter().position(|plugin| plugin.name == unit.name) else {
                    return Err((Kind::UnknownPlugin, unit.name.clone()));
                };
                self.add(unit, Some(place))?;
            }
            Op::Remove(name) => {
                if !self.plugins.iter().any(|plugin| plugin.name == *name) {
                    return Err((Kind::UnknownPlugin, name.clone()));
                }
                self.plugins.retain(|plugin| plugin.name != *name);
                self.entries.retain(|entry| entry.plugin.as_ref() != Some(name));
                self.policies.retain(|policy| policy.2.as_ref() != Some(name));
            }
            Op::Unregister(aware, id) => {
                let wanted = |entry: &Entry| entry.plugin.is_none() && entry.row.aware == *aware && entry.row.id == *id;
                if !self.entries.iter().any(wanted) {
                    return Err((Kind::UnknownContribution, id.clone()));
                }
                self.entries.retain(|entry| !wanted(entry));
            }
        }
        Ok(())
    }

    fn entry(&mut self, row: &Row, plugin: Option<&str>) -> Entry {
        self.next += 1;
        Entry { row: row.clone(), plugin: plugin.map(str::to_owned), number: self.next }
    }

    fn check_policy(&self, id: &str) -> Result<(), Refusal> {
        match self.policies.iter().any(|policy| policy.0 == id) {
            true => Err((Kind::DuplicateContributionId, id.to_owned())),
            false => Ok(()),
        }
    }

    /// Puts a plugin at the end, or in the place of the old one of its name.
    fn add(&mut self, unit: &Unit, place: Option<usize>) -> Result<(), Refusal> {
        let old = |plugin: &Option<String>| plugin.as_ref() == Some(&unit.name);
        let entry_at = self.entries.iter().position(|entry| old(&entry.plugin));
        let policy_at = self.policies.iter().position(|policy| old(&policy.2));
        let mut next = World {
            entries: self.entries.iter().filter(|entry| !old(&entry.plugin)).cloned().collect(),
            policies: self.policies.iter().filter(|policy| !old(&policy.2)).cloned().collect(),
            plugins: self.plugins.clone(),
            next: self.next,
        };
        let entry_at = entry_at.unwrap_or(next.entries.len());
        for (n, row) in unit.statics.iter().chain(&unit.awares).enumerate() {
            check(row, Some(&unit.name), &next.entries)?;
            let entry = next.entry(row, Some(&unit.name));
            next.entries.insert(entry_at + n, entry);
        }
        let policy_at = policy_at.unwrap_or(next.policies.len());
        for (n, (id, text)) in unit.policies.iter().enumerate() {
            next.check_policy(id)?;
            next.policies.insert(policy_at + n, (id.clone(), text.clone(), Some(unit.name.clone())));
        }
        match place {
            Some(place) => next.plugins[place] = unit.clone(),
            None => next.plugins.push(unit.clone()),
        }
        *self = next;
        Ok(())
    }

    /// Semantics 3.0 to 3.10.
    pub fn resolve(&self, context: &Context<'_>, turn: Option<&Turn>, static_first: bool) -> Result<Resolved, Refusal> {
        let mut emitted: Vec<Entry> = Vec::new();
        if turn.is_some() {
            for plugin in &self.plugins {
                for row in plugin.hook.iter().flatten() {
                    let among: Vec<Entry> = self.entries.iter().chain(&emitted).cloned().collect();
                    check(row, Some(&plugin.name), &among)?;
                    let number = self.next + 1 + emitted.len();
                    emitted.push(Entry { row: row.clone(), plugin: Some(plugin.name.clone()), number });
                }
            }
        }
        let mut probes = Vec::new();
        let places = self.places(context, turn, static_first, &emitted, &mut probes);
        let fixed = self.places(context, None, static_first, &[], &mut Vec::new());
        let same = |place: &Place, other: &Place| place.record == other.record && place.contributing == other.contributing;
        let stable = places.iter().zip(&fixed).take_while(|(place, other)| same(place, other)).count();
        let joined = |places: &[Place]| {
            let texts: Vec<_> = places.iter().map(|place| place.part.text.as_str()).filter(|text| !text.is_empty()).collect();
            texts.join("\n\n").len()
        };
        let stable_prefix = joined(&places[..stable]);
        let parts = places.into_iter().map(|place| place.part).filter(|part| !part.text.is_empty()).collect();
        Ok(Resolved { parts, stable_prefix, probes })
    }

    fn places(
        &self,
        context: &Context<'_>,
        turn: Option<&Turn>,
        static_first: bool,
        emitted: &[Entry],
        probes: &mut Vec<String>,
    ) -> Vec<Place> {
        let layer = |aware: bool| self.entries.iter().filter(move |entry| entry.row.aware == aware);
        let active: Vec<&Entry> =
            layer(false).chain(layer(true)).chain(emitted).filter(|entry| is_active(&entry.row, context, turn)).collect();
        let of_id = |id: &str, replaces: bool| -> Vec<&Entry> {
            active.iter().copied().filter(|entry| entry.row.id == id && (entry.row.mode == Mode::Replace) == replaces).collect()
        };
        let mut texts: Vec<(usize, String)> = Vec::new();
        let mut doubles: Vec<&str> = Vec::new();
        let mut places: Vec<Place> = Vec::new();
        for entry in &active {
            let (slots, replaces) = (of_id(&entry.row.id, false), of_id(&entry.row.id, true));
            let is_replace = entry.row.mode == Mode::Replace;
            let is_first = replaces.first().is_some_and(|first| first.number == entry.number);
            if is_first && slots.is_empty() {
                probes.push(format!("missing {}", entry.row.id));
            }
            if is_first && replaces.len() > 1 {
                doubles.push(&entry.row.id);
            }
            if is_replace || replaces.is_empty() {
                let text = said(&entry.row, context, turn);
                if text.is_empty() {
                    probes.push(format!("empty {} {}", entry.row.id, origin(&entry.row).name()));
                }
                texts.push((entry.number, text));
            }
        }
        if !doubles.is_empty() {
            probes.push(format!("duplicate {}", doubles.join(" ")));
        }
        for mode in [Mode::Prepend, Mode::Append] {
            for entry in &active {
                let (slots, replaces) = (of_id(&entry.row.id, false), of_id(&entry.row.id, true));
                let has_place = match (entry.row.mode, replaces.is_empty()) {
                    (Mode::Replace, _) => slots.is_empty() && replaces[0].number == entry.number,
                    (_, false) => slots[0].number == entry.number,
                    (_, true) => true,
                };
                let own_mode = if entry.row.mode == Mode::Replace { Mode::Append } else { entry.row.mode };
                if has_place && own_mode == mode {
                    let contributing = if replaces.is_empty() { vec![*entry] } else { replaces };
                    places.push(place(entry, mode, &contributing, &texts));
                }
            }
        }
        if static_first {
            places.sort_by_key(|place| !place.part.is_static);
        }
        for (n, (id, text, plugin)) in self.policies.iter().enumerate() {
            if text.is_empty() {
                probes.push(format!("empty {id} static"));
            }
            let part = Part {
                id: id.clone(),
                plugin: plugin.clone(),
                origin: Origin::Static,
                mode: Mode::Append,
                tier: Tier::Core,
                is_static: true,
                text: text.clone(),
                condensed: None,
            };
            places.push(Place { record: usize::MAX - n, contributing: Vec::new(), part });
        }
        places
    }
}

/// A line of a plan: the place's record and the contributing ones, by number.
struct Place {
    record: usize,
    contributing: Vec<usize>,
    part: Part,
}

fn place(slot: &Entry, mode: Mode, contributing: &[&Entry], texts: &[(usize, String)]) -> Place {
    let bodies: Vec<&str> = contributing
        .iter()
        .map(|entry| texts.iter().find(|(number, _)| *number == entry.number).unwrap().1.as_str())
        .filter(|body| !body.is_empty())
        .collect();
    let condensed = match contributing {
        [one] => one.row.condensed.clone(),
        _ => None,
    };
    let part = Part {
        id: slot.row.id.clone(),
        plugin: slot.plugin.clone(),
        origin: origin(&slot.row),
        mode,
        tier: slot.row.tier.unwrap_or(Tier::Active),
        is_static: !slot.row.aware && contributing.iter().all(|entry| !entry.row.aware),
        text: bodies.join("\n\n"),
        condensed,
    };
    Place { record: slot.number, contributing: contributing.iter().map(|entry| entry.number).collect(), part }
}

fn is_active(row: &Row, context: &Context<'_>, turn: Option<&Turn>) -> bool {
    let fits = |wanted: &Option<String>, given: Option<&str>| wanted.is_none() || wanted.as_deref() == given;
    let scope = &row.scope;
    let in_scope = scope.call_class.is_none_or(|class| class == context.call_class)
        && fits(&scope.family, Some(context.family))
        && fits(&scope.tenant_id, context.tenant_id)
        && fits(&scope.runtime_role, context.runtime_role);
    let has_tools = |turn: &Turn| row.tools.iter().flatten().all(|tool| turn.tools.contains(tool));
    in_scope && (!row.aware || turn.is_some_and(has_tools))
}

/// What a row says. The functions of the tests say nothing where their text is empty.
pub fn said(row: &Row, context: &Context<'_>, turn: Option<&Turn>) -> String {
    let depth = turn.map_or(0, |turn| turn.depth);
    match &row.body {
        Body::Static(text) if !text.is_empty() => format!("{text}{}", context.family),
        Body::Runtime(text) if !text.is_empty() => format!("{text}{depth}"),
        Body::Gated(_) if depth % 2 == 1 => String::new(),
        Body::Text(text) | Body::Static(text) | Body::Runtime(text) | Body::Gated(text) => text.clone(),
    }
}
