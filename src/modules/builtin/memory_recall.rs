//! When to search memory, and what to put there.

use super::{always, Builtin};

pub(super) const MODULE: Builtin = Builtin {
    name: "memory-recall",
    priority: 60,
    optional: false,
    in_bootstrap: true,
    applies: always,
    render: |_, lines| lines.line(FULL),
    minimal: Some(|_, lines| lines.line(MINIMAL)),
};

const FULL: &str = "\
## Memory

Search memory before you answer about past work, decisions, people or preferences. Do not guess what you could look up.

- Query by topic, name or tag. Try another wording before you conclude that nothing is there.
- Read the entries that match. Say so when they are old or disagree.
- Write when a decision is made, a preference is stated, work is finished, or you are asked to remember.

Keep entries short, one fact each, with the tags you would search for. Store no secrets.";

const MINIMAL: &str = "\
## Memory

Search memory before you answer about past work, decisions, people or preferences. Write short, tagged entries when something is decided, \
stated or finished.";
