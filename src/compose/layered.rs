//! The fast road of composing a registry. Where the budget has room for all sections of a turn in layers, or where no section of the
//! turn's own has a say in what becomes of the static ones, these are shared as the snapshot remembers them. It gives what deciding on
//! each gives; tests compare the two.

use super::budget::{ComposeOptions, CHARS_MAX};
use super::decide::Totals;
use super::gate::{Core, Gate};
use super::prompt::{Counts, Prompt};
use super::spare::Spare;
use crate::error::Result;
use crate::resolve::Layers;
use crate::section::Unit;

/// The prompt, if sections are counted in chars, in the source mode, and remembered static ones can be shared.
pub(super) fn prompt_around_fixed(
    layers: &Layers<'_>,
    options: &ComposeOptions<'_>,
    budget: Option<u64>,
    spare: &mut Spare,
) -> Result<Option<Prompt>> {
    let all = layers.chars();
    if options.strict || options.measure.is_some() || all > CHARS_MAX {
        return Ok(None);
    }
    // How many core sections there are matters to the strict mode alone.
    let core = Core { chars: layers.core_chars(), count: 0 };
    let mut gate = Gate::new(budget, options.active_budget_fraction, false, 0, core);
    let limits = gate.limits();
    let fixed = if limits.hold(all) {
        layers.fixed()
    } else if layers.fixed_first() {
        let mut gate = gate.clone();
        match layers.fixed_within(limits, |tier, chars, condensed| gate.decide(tier, chars, || Ok(condensed)))? {
            Some(decided) => decided,
            None => return Ok(None),
        }
    } else {
        return Ok(None);
    };
    let memory = (std::mem::take(&mut spare.text), std::mem::take(&mut spare.sections));
    let assembled = layers.assemble(fixed, memory, Some(limits), |total, tier, chars, condensed| {
        gate.go_on_from(total);
        gate.decide(tier, chars, || Ok(condensed))
    })?;
    let sections = assembled.sections.len();
    let counts = Counts { sections, condensed: assembled.condensed, dropped: assembled.dropped, stable_prefix: assembled.stable_prefix };
    let total = assembled.total;
    let totals = Totals { unit: Unit::Chars, total, budget, over_budget: budget.is_some_and(|budget| total > budget) };
    Ok(Some(Prompt::finish(assembled.text, assembled.sections, totals, counts, layers.static_only())))
}
