//! That the turn before had tool calls.

use crate::context::State;
use crate::error::Result;
use crate::sink::Sink;

const NOTICE: &str = "\
## Tool calls of the turn before

The turn before this one called tools. Read what came back before you act: do not repeat a call whose result is there and still holds, \
and do not take for done what failed or has not answered.";

/// Nothing either where it is not known.
pub(super) fn write(state: &State<'_>, out: &mut Sink<'_>) -> Result<()> {
    match state.prior_turn_had_tool_calls {
        Some(true) => out.write(NOTICE),
        Some(false) | None => Ok(()),
    }
}
