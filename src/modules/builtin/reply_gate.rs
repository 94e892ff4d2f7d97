//! Whether to reply at all, where silence is allowed.

use super::Builtin;

pub(super) const MODULE: Builtin = Builtin {
    name: "reply-gate",
    priority: 95,
    optional: false,
    in_bootstrap: false,
    applies: |context| context.reply_optional,
    render: |_, lines| lines.line(FULL),
    minimal: None,
};

const FULL: &str = "\
<reply-gate>
## Whether to reply

You may stay silent.

- Reply when you are addressed, asked or corrected, or when you know something that matters and nobody has said.
- Do not reply when others talk to each other, when the answer is there already, or only to agree or to thank.
- In doubt, stay silent.

Silence is an empty output: no text, and no word about staying silent.
</reply-gate>";
