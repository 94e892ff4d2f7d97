//! The fast road of composing a registry: where the budget has room for all sections of a turn in layers, none is decided on, and
//! those that the snapshot remembers are shared. It gives what deciding on each gives; a test compares the two on random registries.

use super::budget::{ComposeOptions, CHARS_MAX};
use super::decide::Totals;
use super::gate::{Core, Gate};
use super::prompt::{Counts, Prompt};
use super::spare::Spare;
use crate::error::Result;
use crate::resolve::Layers;
use crate::section::Unit;

/// The prompt of all sections, if they are counted in chars, in the source mode, and the budget has room for them.
pub(super) fn prompt_of_all(
    layers: &Layers<'_>,
    options: &ComposeOptions<'_>,
    budget: Option<u64>,
    spare: &mut Spare,
) -> Result<Option<Prompt>> {
    let total = layers.chars();
    if options.strict || options.measure.is_some() || total > CHARS_MAX {
        return Ok(None);
    }
    // How many core sections there are matters to the strict mode alone.
    let core = Core { chars: layers.core_chars(), count: 0 };
    let limits = Gate::new(budget, options.active_budget_fraction, false, 0, core).limits();
    if !limits.hold(total) {
        return Ok(None);
    }
    let assembled = layers.assemble(std::mem::take(&mut spare.text), std::mem::take(&mut spare.sections), Some(limits))?;
    let counts = Counts { sections: assembled.sections.len(), condensed: 0, dropped: 0, stable_prefix: assembled.stable_prefix };
    let totals = Totals { unit: Unit::Chars, total, budget, over_budget: false };
    Ok(Some(Prompt::finish(assembled.text, assembled.sections, totals, counts, layers.static_only())))
}
