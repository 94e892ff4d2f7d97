//! Which tools are loaded for this turn.

use super::write_list;
use crate::context::State;
use crate::error::Result;
use crate::sink::Sink;

const BEFORE: &str = "\
## Tools loaded this turn

";

const AFTER: &str = "
Call them by exactly these names. A tool that is not listed cannot be called this turn, even if an earlier turn had it.";

pub(super) fn write(state: &State<'_>, out: &mut Sink<'_>) -> Result<()> {
    write_list(out, BEFORE, state.loaded_tools, AFTER)
}
