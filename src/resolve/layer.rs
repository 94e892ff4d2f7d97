//! The fast road of resolving. Where no runtime-aware contribution touches a static section, the static sections of a context are
//! the same every turn: the snapshot remembers them joined, and a turn copies them around what it evaluates. It gives what the
//! walk gives, byte for byte; a test compares the two on random registries.

use super::bundle::{outcome, Bundle, BundleBuilder};
use super::plan::Plan;
use super::resolution::Resolution;
use super::walk::{walk_runtime, Turn};
use crate::contribution::Mode;
use crate::error::Result;
use crate::registry::{CallLineup, Lineup};
use crate::section::{Joined, Sections};
use crate::text::{self, try_push_str, SEPARATOR};

/// Whether the static sections of a turn are those of every turn of its context. Probes are told of each record, so with them
/// the walk is walked.
pub(super) fn applies(lineup: &CallLineup<'_>, turn: &Turn<'_>) -> bool {
    lineup.is_snapshots_own() && !lineup.runtime_meets_static && turn.probes.is_none()
}

/// The static sections of a resolution that [`applies`], joined.
pub(super) fn joined(resolution: &Resolution<'_>) -> Result<Joined> {
    let fixed = || resolution.parts.iter().filter(|part| part.label.is_static);
    let names = fixed().map(|part| Sections::names_len(&part.label)).sum();
    let mut joined = Joined {
        text: String::new(),
        sections: Sections::with_capacity(fixed().count(), names)?,
        appends: fixed().filter(|part| part.label.mode == Some(Mode::Prepend)).count(),
        safety: fixed().count() - resolution.policies,
        chars_to: text::try_vec(fixed().count())?,
    };
    let mut chars = 0;
    for (n, part) in fixed().enumerate() {
        if n > 0 {
            try_push_str(&mut joined.text, SEPARATOR)?;
            chars += SEPARATOR.len() as u64;
        }
        let start = joined.text.len();
        try_push_str(&mut joined.text, resolution.text(part))?;
        joined.sections.push_placed(&part.label, outcome(resolution.chars(part)), start..joined.text.len())?;
        chars += resolution.chars(part);
        joined.chars_to.push(chars);
    }
    Ok(joined)
}

/// Resolves a turn around the static sections of its context.
pub(super) fn resolve(fixed: &Joined, lineup: &Lineup, turn: &Turn<'_>) -> Result<Bundle> {
    let plan = Plan::of_runtime(lineup, turn.context, turn.loaded_tools())?;
    let runtime = walk_runtime(lineup, &plan, turn)?;
    let all = fixed.sections.len();
    // The static-only resolution goes on with its appends where the turn has a prepend of its own, be it empty.
    let stable = match (runtime.places, runtime.prepend_places) {
        (0, _) => all,
        (_, prepends) if prepends > 0 && !turn.static_first => fixed.appends,
        _ => fixed.safety,
    };
    let parts = &runtime.resolution.parts;
    let (prepends, appends) = parts.split_at(parts.partition_point(|part| part.label.mode == Some(Mode::Prepend)));
    let mut bundle = BundleBuilder::with_room(fixed, &runtime.resolution)?;
    bundle.add_fixed(fixed, 0..fixed.appends, stable);
    if !turn.static_first {
        bundle.add_parts(&runtime.resolution, prepends)?;
    }
    bundle.add_fixed(fixed, fixed.appends..fixed.safety, stable);
    if turn.static_first {
        bundle.add_parts(&runtime.resolution, prepends)?;
    }
    bundle.add_parts(&runtime.resolution, appends)?;
    bundle.add_fixed(fixed, fixed.safety..all, stable);
    Ok(bundle.finish(turn.state.is_none()))
}
