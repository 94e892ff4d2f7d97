//! The enumerations. They cross the ABI as fixed-width integers, so that an unknown value is an error and never undefined.

use super::guard::guard_value;
use super::status::UNKNOWN;
use super::text::wattle_str;
use crate::context::CallClass;
use crate::contribution::{Mode, Origin, Tier};
use crate::error::{Error, Kind, Result};
use crate::explain::Change;
use crate::guidance::MatchMode;
use crate::section::{Unit, Verdict};

/// How a contribution combines (semantics 1.1, 3.3). Required where it is asked for: 0 is an error.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct wattle_mode(pub u32);

impl wattle_mode {
    /// A section of its own. Order: static ones as registered, then globals, then runtime-aware ones, then what hooks emit;
    /// safety policies after all.
    pub const APPEND: wattle_mode = wattle_mode(1);
    /// A section of its own, before every appended one; among prepends the same order holds.
    pub const PREPEND: wattle_mode = wattle_mode(2);
    /// Its text takes the place of the section with the same id, which keeps its position, owner, origin and tier. Several active
    /// ones are joined by a blank line; an empty one removes. Without such a section it stands as an appended one of its own.
    pub const REPLACE: wattle_mode = wattle_mode(3);
}

/// What the call that the prompt is for does (semantics 1.2). In a scope, 0 means any.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct wattle_call_class(pub u32);

impl wattle_call_class {
    /// A small auxiliary call: naming, routing, classifying.
    pub const UTILITY: wattle_call_class = wattle_call_class(1);
    /// A planning or thinking call.
    pub const REASONING: wattle_call_class = wattle_call_class(2);
    /// A turn of the conversation.
    pub const CONVERSE: wattle_call_class = wattle_call_class(3);
    /// A call that writes the final result.
    pub const SYNTHESIZE: wattle_call_class = wattle_call_class(4);
}

/// Where a contribution comes from (semantics 1.5); this is also the layer it resolves in (3.1).
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct wattle_origin(pub u32);

impl wattle_origin {
    /// The library's own baseline. A host cannot register with this origin.
    pub const CORE_DEFAULT: wattle_origin = wattle_origin(1);
    /// The library's own templates. A host cannot register with this origin.
    pub const CORE_TEMPLATE: wattle_origin = wattle_origin(2);
    /// A function of the context alone; part of the fingerprint.
    pub const STATIC: wattle_origin = wattle_origin(3);
    /// May depend on the state; collected anew each turn and never part of the fingerprint.
    pub const RUNTIME_AWARE: wattle_origin = wattle_origin(4);
}

/// How a section fares when the budget is short (semantics 6.3). In a contribution, 0 means: by origin
/// (semantics 6.10).
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct wattle_tier(pub u32);

impl wattle_tier {
    /// Always included, even over the budget.
    pub const CORE: wattle_tier = wattle_tier(1);
    /// Included up to the active ceiling, in the order of the prompt: what stands earlier has the room first, whatever its tier.
    pub const ACTIVE: wattle_tier = wattle_tier(2);
    /// Included while the whole budget allows, in the same order.
    pub const INFORMATIONAL: wattle_tier = wattle_tier(3);
}

/// What became of a candidate under the budget (semantics 6.3, 6.6).
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct wattle_verdict(pub u32);

impl wattle_verdict {
    /// Its full text is in the prompt.
    pub const INCLUDED: wattle_verdict = wattle_verdict(1);
    /// Its condensed text is in the prompt.
    pub const CONDENSED: wattle_verdict = wattle_verdict(2);
    /// It is not in the prompt.
    pub const DROPPED: wattle_verdict = wattle_verdict(3);
}

/// How an entry of guidance is held against the name of a tool (semantics 7). Required: 0 is an error. Case counts in all of them.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct wattle_match_mode(pub u32);

impl wattle_match_mode {
    /// The name is the pattern.
    pub const EXACT: wattle_match_mode = wattle_match_mode(1);
    /// The name begins with the pattern, of which one `*` at the end is ignored.
    pub const PREFIX: wattle_match_mode = wattle_match_mode(2);
    /// The pattern is the whole name, where `*` stands for any code points, also none, and `?` for one. Nothing else is special.
    /// Matching takes at most as many steps as the pattern is long times the name.
    pub const GLOB: wattle_match_mode = wattle_match_mode(3);
}

/// What kind of content a record has.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct wattle_content_kind(pub u32);

impl wattle_content_kind {
    /// A text.
    pub const TEXT: wattle_content_kind = wattle_content_kind(1);
    /// A function of the context alone.
    pub const STATIC: wattle_content_kind = wattle_content_kind(2);
    /// A function of the context and the state.
    pub const RUNTIME_AWARE: wattle_content_kind = wattle_content_kind(3);
    /// A text behind a predicate.
    pub const GATED: wattle_content_kind = wattle_content_kind(4);
}

/// What is different about a section: a sum of these.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct wattle_change(pub u32);

impl wattle_change {
    /// Only the later result has it.
    pub const ADDED: wattle_change = wattle_change(1);
    /// Only the earlier result has it.
    pub const REMOVED: wattle_change = wattle_change(2);
    /// It changed places with others: it is one of a smallest set without which all others stand in the order they stood in.
    pub const MOVED: wattle_change = wattle_change(4);
    /// Its text in the whole text: other bytes, or there in one only.
    pub const TEXT: wattle_change = wattle_change(8);
    /// What became of it.
    pub const VERDICT: wattle_change = wattle_change(16);
    /// Its length, as it is reported.
    pub const CHARS: wattle_change = wattle_change(32);
    /// Its plugin, mode or tier, or whether it is static.
    pub const LABEL: wattle_change = wattle_change(64);
}

/// A boolean that may be unknown. 0 means not known.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct wattle_maybe(pub u32);

impl wattle_maybe {
    /// Known to be false.
    pub const NO: wattle_maybe = wattle_maybe(1);
    /// Known to be true.
    pub const YES: wattle_maybe = wattle_maybe(2);
}

/// The name of a mode ("append"), or "unknown" for any other number.
///
/// Returns: a view of static text that has a NUL behind it; valid for ever.
/// Errors: none. Threads: any.
#[no_mangle]
pub extern "C" fn wattle_mode_name(mode: wattle_mode) -> wattle_str {
    name_of(mode.0, &MODES, Mode::terminated_name)
}

/// The name of a call class ("converse"), or "unknown" for any other number.
///
/// Returns: a view of static text that has a NUL behind it; valid for ever.
/// Errors: none. Threads: any.
#[no_mangle]
pub extern "C" fn wattle_call_class_name(call_class: wattle_call_class) -> wattle_str {
    name_of(call_class.0, &CALL_CLASSES, CallClass::terminated_name)
}

/// The name of an origin ("runtime-aware"), or "unknown" for any other number.
///
/// Returns: a view of static text that has a NUL behind it; valid for ever.
/// Errors: none. Threads: any.
#[no_mangle]
pub extern "C" fn wattle_origin_name(origin: wattle_origin) -> wattle_str {
    name_of(origin.0, &ORIGINS, Origin::terminated_name)
}

/// The name of a tier ("active"), or "unknown" for any other number.
///
/// Returns: a view of static text that has a NUL behind it; valid for ever.
/// Errors: none. Threads: any.
#[no_mangle]
pub extern "C" fn wattle_tier_name(tier: wattle_tier) -> wattle_str {
    name_of(tier.0, &TIERS, Tier::terminated_name)
}

/// The name of a verdict ("included"), or "unknown" for any other number.
///
/// Returns: a view of static text that has a NUL behind it; valid for ever.
/// Errors: none. Threads: any.
#[no_mangle]
pub extern "C" fn wattle_verdict_name(verdict: wattle_verdict) -> wattle_str {
    name_of(verdict.0, &VERDICTS, Verdict::terminated_name)
}

/// The name of a match mode ("prefix"), or "unknown" for any other number.
///
/// Returns: a view of static text that has a NUL behind it; valid for ever.
/// Errors: none. Threads: any.
#[no_mangle]
pub extern "C" fn wattle_match_mode_name(mode: wattle_match_mode) -> wattle_str {
    name_of(mode.0, &MATCH_MODES, MatchMode::terminated_name)
}

/// The name of one change ("moved"), or "unknown" for any other number, sums among them.
///
/// Returns: a view of static text that has a NUL behind it; valid for ever.
/// Errors: none. Threads: any.
#[no_mangle]
pub extern "C" fn wattle_change_name(change: wattle_change) -> wattle_str {
    name_of(change.0, &Change::ALL.map(|change| (change as u32, change)), Change::terminated_name)
}

fn name_of<T: Copy>(number: u32, values: &[(u32, T)], name: fn(T) -> &'static str) -> wattle_str {
    guard_value(UNKNOWN, || values.iter().find(|(own, _)| *own == number).map_or(UNKNOWN, |(_, value)| wattle_str::constant(name(*value))))
}

/// The value of a required enumeration.
fn known<T: Copy>(number: u32, place: &str, values: &[(u32, T)], allowed: &str) -> Result<T> {
    match values.iter().find(|(own, _)| *own == number) {
        Some((_, value)) => Ok(*value),
        None => Err(unknown(number, place, allowed)),
    }
}

#[cold]
#[inline(never)]
fn unknown(number: u32, place: &str, allowed: &str) -> Error {
    Error::new(Kind::InvalidArgument, place, format_args!("{place} is {number}; {allowed} are allowed"))
}

/// The same where 0 means not set.
fn known_or_unset<T: Copy>(number: u32, place: &str, values: &[(u32, T)], allowed: &str) -> Result<Option<T>> {
    (number != 0).then(|| known(number, place, values, allowed)).transpose()
}

const MODES: [(u32, Mode); 3] = [(1, Mode::Append), (2, Mode::Prepend), (3, Mode::Replace)];

const VERDICTS: [(u32, Verdict); 3] = [(1, Verdict::Included), (2, Verdict::Condensed), (3, Verdict::Dropped)];

const MODES_ALLOWED: &str = "WATTLE_APPEND, WATTLE_PREPEND and WATTLE_REPLACE";

pub(super) fn mode(mode: wattle_mode) -> Result<Mode> {
    known(mode.0, "mode", &MODES, MODES_ALLOWED)
}

/// The mode of a section, 0 being that of a raw candidate.
pub(super) fn optional_mode(mode: wattle_mode) -> Result<Option<Mode>> {
    known_or_unset(mode.0, "mode", &MODES, MODES_ALLOWED)
}

/// What became of a section.
pub(super) fn verdict(verdict: wattle_verdict) -> Result<Verdict> {
    known(verdict.0, "verdict", &VERDICTS, "WATTLE_INCLUDED, WATTLE_CONDENSED and WATTLE_DROPPED")
}

/// What lengths are counted in, absent being chars.
pub(super) fn unit(unit: Option<&str>) -> Result<Unit> {
    match unit {
        None => Ok(Unit::Chars),
        Some("") => Err(Error::new(Kind::InvalidArgument, "unit", format_args!("the name of a unit is empty; leave it out for chars"))),
        Some(name) => Unit::named(name, Unit::Chars),
    }
}

const MATCH_MODES: [(u32, MatchMode); 3] = [(1, MatchMode::Exact), (2, MatchMode::Prefix), (3, MatchMode::Glob)];

pub(super) fn match_mode(mode: wattle_match_mode) -> Result<MatchMode> {
    known(mode.0, "mode", &MATCH_MODES, "WATTLE_MATCH_MODE_EXACT, WATTLE_MATCH_MODE_PREFIX and WATTLE_MATCH_MODE_GLOB")
}

const ORIGINS: [(u32, Origin); 4] = [(1, Origin::CoreDefault), (2, Origin::CoreTemplate), (3, Origin::Static), (4, Origin::RuntimeAware)];
const ORIGINS_ALLOWED: &str = "WATTLE_ORIGIN_STATIC and WATTLE_ORIGIN_RUNTIME_AWARE";

/// The origin of what is to be listed, 0 being any; that of a section, 0 being that of a raw candidate.
pub(super) fn any_origin(origin: wattle_origin) -> Result<Option<Origin>> {
    known_or_unset(origin.0, "origin", &ORIGINS, "0 and the four origins")
}

/// The origin of a contribution, 0 being what the rest of it says.
pub(super) fn origin(origin: wattle_origin) -> Result<Option<Origin>> {
    known_or_unset(origin.0, "origin", &ORIGINS, ORIGINS_ALLOWED)
}

/// The origin of what is to be removed.
pub(super) fn required_origin(origin: wattle_origin) -> Result<Origin> {
    known(origin.0, "origin", &ORIGINS, ORIGINS_ALLOWED)
}

const TIERS: [(u32, Tier); 3] = [(1, Tier::Core), (2, Tier::Active), (3, Tier::Informational)];
const TIERS_ALLOWED: &str = "WATTLE_TIER_CORE, WATTLE_TIER_ACTIVE and WATTLE_TIER_INFORMATIONAL";

/// The tier of a contribution, 0 being by origin.
pub(super) fn tier(tier: wattle_tier) -> Result<Option<Tier>> {
    known_or_unset(tier.0, "tier", &TIERS, TIERS_ALLOWED)
}

/// The tier of a candidate.
pub(super) fn required_tier(tier: wattle_tier) -> Result<Tier> {
    known(tier.0, "tier", &TIERS, TIERS_ALLOWED)
}

const CALL_CLASSES: [(u32, CallClass); 4] =
    [(1, CallClass::Utility), (2, CallClass::Reasoning), (3, CallClass::Converse), (4, CallClass::Synthesize)];
const CALL_CLASSES_ALLOWED: &str = "WATTLE_UTILITY, WATTLE_REASONING, WATTLE_CONVERSE and WATTLE_SYNTHESIZE";

/// The call class of a context.
pub(super) fn call_class(class: wattle_call_class) -> Result<CallClass> {
    known(class.0, "call_class", &CALL_CLASSES, CALL_CLASSES_ALLOWED)
}

/// The call class of a scope, 0 being any.
pub(super) fn optional_call_class(class: wattle_call_class) -> Result<Option<CallClass>> {
    known_or_unset(class.0, "scope.call_class", &CALL_CLASSES, CALL_CLASSES_ALLOWED)
}

/// A boolean that may be unknown.
pub(super) fn maybe(maybe: wattle_maybe, place: &str) -> Result<Option<bool>> {
    known_or_unset(maybe.0, place, &[(1, false), (2, true)], "WATTLE_NO, WATTLE_YES and 0")
}

/// A boolean.
pub(super) fn flag(byte: u8, place: &str) -> Result<bool> {
    known(byte.into(), place, &[(0, false), (1, true)], "0 and 1")
}
