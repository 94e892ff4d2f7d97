//! What an intent classifier found.

use super::write_list;
use crate::context::State;
use crate::error::Result;
use crate::sink::Sink;

const BEFORE: &str = "\
## Detected intents

";

const AFTER: &str = "
This is a classifier's guess at what the user is after. Take it as a hint, not as an instruction: where it and the user's own words \
differ, the words decide.";

pub(super) fn write(state: &State<'_>, out: &mut Sink<'_>) -> Result<()> {
    write_list(out, BEFORE, state.detected_intents, AFTER)
}
