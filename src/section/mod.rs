//! Sections as a result reports them: one shape for bundles and prompts.

mod joined;
mod list;
mod unit;

pub(crate) use joined::{Decided, Joined};
pub(crate) use list::{Ahead, Sections};
pub use unit::{Unit, UnitName};

use std::ops::Range;

use crate::contribution::{Mode, Origin, Tier};
use crate::error::Result;
use crate::json::{Bracket, JsonWriter};
use crate::text::{self, Counted};

/// What became of a candidate under the budget (semantics 6.3, 6.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Verdict {
    /// Its full text is in the prompt.
    Included = 1,
    /// Its condensed text is in the prompt.
    Condensed = 2,
    /// It is not in the prompt.
    Dropped = 3,
}

impl Verdict {
    /// Which of a section's texts is in the prompt by it.
    pub(crate) fn said<'a>(self, content: &'a str, condensed: Option<Counted<'a>>) -> Option<&'a str> {
        match self {
            Verdict::Included => Some(content),
            Verdict::Condensed => condensed.map(|condensed| condensed.text),
            Verdict::Dropped => None,
        }
    }
}

text::names! { Verdict { Included = "included", Condensed = "condensed", Dropped = "dropped" } }

/// One section of a bundle, or one candidate of a prompt, kept or dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section<'a> {
    /// Its id.
    pub id: &'a str,
    /// The plugin that registered it.
    pub plugin: Option<&'a str>,
    /// Where it comes from; none for a raw candidate.
    pub origin: Option<Origin>,
    /// How it combines; none for a raw candidate.
    pub mode: Option<Mode>,
    /// The tier it was held to.
    pub tier: Tier,
    /// What became of it.
    pub verdict: Verdict,
    /// Whether nothing runtime-aware had a part in it (semantics 3.8).
    pub is_static: bool,
    /// Its text within the whole text; none if dropped, or if it is a module whose rendering has no line.
    pub text: Option<&'a str>,
    /// Where its text stands in the whole text, in bytes; empty where there is none.
    pub range: Range<usize>,
    /// Its length in the result's unit, or as its giver measured it: of the text that is there, or of the full one if dropped.
    pub chars: u64,
    /// The running total before it was decided on.
    pub total_before: u64,
    /// The limit it was held against.
    pub limit: Option<u64>,
}

impl<'a> Section<'a> {
    /// Who it is.
    pub(crate) fn label(&self) -> Label<'a> {
        Label { id: self.id, plugin: self.plugin, origin: self.origin, mode: self.mode, tier: self.tier, is_static: self.is_static }
    }

    /// What became of it.
    pub(crate) fn outcome(&self) -> Outcome {
        Outcome { verdict: self.verdict, chars: self.chars, total_before: self.total_before, limit: self.limit }
    }

    /// All of it but the text, as an object. `range` is where the text stands, if it is there.
    pub(crate) fn write_json(&self, json: &mut JsonWriter, index: usize, range: Option<&Range<usize>>) -> Result<()> {
        json.within(Bracket::Object, |json| {
            json.field("index", index)?;
            json.field("id", self.id)?;
            json.field("origin", self.origin.map(|origin| origin.name()))?;
            json.field("plugin", self.plugin)?;
            json.field("mode", self.mode.map(|mode| mode.name()))?;
            json.field("tier", self.tier.name())?;
            json.field("static", self.is_static)?;
            json.field("verdict", self.verdict.name())?;
            json.field("condensed", self.verdict == Verdict::Condensed)?;
            json.field("start", range.map(|range| range.start))?;
            json.field("end", range.map(|range| range.end))?;
            json.field("chars", self.chars)?;
            json.field("totalBefore", self.total_before)?;
            json.field("limit", self.limit)
        })
    }
}

/// The figures of a bundle or a prompt (semantics 3.9, 6.7).
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// How many sections there are to ask for, kept or dropped.
    pub sections: usize,
    /// How many are in the text, condensed ones among them.
    pub included: usize,
    /// How many are in the text by their condensed text.
    pub condensed: usize,
    /// How many are not in the text.
    pub dropped: usize,
    /// How many leading bytes of the text do not depend on the turn.
    pub stable_prefix: usize,
    /// The length of what is in the text, in the unit.
    pub total_chars: u64,
    /// A quarter of that, rounded up; the same if the unit is tokens.
    pub total_tokens_est: u64,
    /// The budget held against; none is unlimited.
    pub effective_budget: Option<u64>,
    /// Used of the budget, in per cent.
    pub budget_used_pct: f64,
    /// Whether the total is over the budget.
    pub over_budget: bool,
    /// Whether it comes from a static-only resolution.
    pub static_only: bool,
    /// What lengths, totals and limits are counted in.
    pub unit: Unit,
}

/// Who a section is: what a bundle and a prompt know about it alike.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Label<'a> {
    pub(crate) id: &'a str,
    pub(crate) plugin: Option<&'a str>,
    pub(crate) origin: Option<Origin>,
    pub(crate) mode: Option<Mode>,
    pub(crate) tier: Tier,
    pub(crate) is_static: bool,
}

/// What became of a candidate, as its [`Section`] says it too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What became of it.
    pub verdict: Verdict,
    /// Its length in the result's unit, or as its giver measured it: of the text that is there, or of the full one if dropped.
    pub chars: u64,
    /// The running total before it was decided on.
    pub total_before: u64,
    /// The limit it was held against.
    pub limit: Option<u64>,
}

/// What each tier is held against: core is held against nothing.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Limits {
    pub(crate) active: Option<u64>,
    pub(crate) informational: Option<u64>,
}

impl Limits {
    pub(crate) fn of(&self, tier: Tier) -> Option<u64> {
        match tier {
            Tier::Core => None,
            Tier::Active => self.active,
            Tier::Informational => self.informational,
        }
    }

    /// Whether all that comes to so much is within all of them.
    pub(crate) fn hold(&self, total: u64) -> bool {
        [self.active, self.informational].into_iter().flatten().all(|limit| total <= limit)
    }
}
