//! How to call tools and what to say of it.

use super::{always, Builtin};

pub(super) const MODULE: Builtin = Builtin {
    name: "tool-style",
    priority: 12,
    optional: false,
    in_bootstrap: false,
    applies: always,
    render: |_, lines| lines.line(FULL),
    minimal: Some(|_, lines| lines.line(MINIMAL)),
};

const FULL: &str = "\
## Tool calls

- Do not narrate routine calls. Make them.
- Say what you are doing when it takes several steps, is sensitive, or you are asked to.
- Make calls that do not depend on each other together.
- When a call fails, try another way before you ask.
- When it keeps failing, report what you tried, what came back and what is missing.";

const MINIMAL: &str = "\
## Tool calls

Make routine calls without narrating them, independent ones together, and report with details only what keeps failing.";
