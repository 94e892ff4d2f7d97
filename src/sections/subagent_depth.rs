//! That this is a sub-agent.

use crate::context::State;
use crate::error::Result;
use crate::sink::Sink;

const DUTIES: &str = "\
- Do the task that you were given, and nothing beyond it.
- You cannot ask the user. Say what you assumed, and put open questions into your result.
- Start a sub-agent of your own only for what you cannot do yourself: it runs one level deeper.
- End with a result that stands on its own: the agent that started you sees nothing else of your work.";

pub(super) fn write(state: &State<'_>, out: &mut Sink<'_>) -> Result<()> {
    let depth = state.turn_depth;
    if depth == 0 {
        return Ok(());
    }
    out.format(format_args!(
        "## Sub-agent\n\nYou run at depth {depth}, started by another agent; the one that talks with the user runs at depth 0.\n\n{DUTIES}"
    ))
}
