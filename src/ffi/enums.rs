//! The enumerations. They cross the ABI as fixed-width integers, so that an unknown value is an error and never undefined.

/// How a contribution combines (semantics 1.1, 3.3). Required where it is asked for: 0 is an error.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct wattle_mode(pub u32);

impl wattle_mode {
    /// A section of its own, after what was registered before it.
    pub const APPEND: wattle_mode = wattle_mode(1);
    /// A section of its own, before every appended one; the first registered is the very top.
    pub const PREPEND: wattle_mode = wattle_mode(2);
    /// Takes the place of the section with the same id, whoever registered that.
    pub const REPLACE: wattle_mode = wattle_mode(3);
}

/// What the call that the prompt is for does (semantics 1.2). In a scope, 0 means any.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct wattle_call_class(pub u32);

impl wattle_call_class {
    /// A small auxiliary call: naming, routing, classifying.
    pub const UTILITY: wattle_call_class = wattle_call_class(1);
    /// A planning or thinking call.
    pub const REASONING: wattle_call_class = wattle_call_class(2);
    /// A turn of the conversation.
    pub const CONVERSE: wattle_call_class = wattle_call_class(3);
    /// A call that writes the final result.
    pub const SYNTHESIZE: wattle_call_class = wattle_call_class(4);
}

/// Where a contribution comes from (semantics 1.5); this is also the layer it resolves in (3.1).
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct wattle_origin(pub u32);

impl wattle_origin {
    /// The library's own baseline. A host cannot register with this origin.
    pub const CORE_DEFAULT: wattle_origin = wattle_origin(1);
    /// The library's own templates. A host cannot register with this origin.
    pub const CORE_TEMPLATE: wattle_origin = wattle_origin(2);
    /// A function of the context alone; part of the fingerprint.
    pub const STATIC: wattle_origin = wattle_origin(3);
    /// May depend on the state; collected anew each turn and never part of the fingerprint.
    pub const RUNTIME_AWARE: wattle_origin = wattle_origin(4);
}

/// How a section fares when the budget is short (semantics 6.3). In a contribution, 0 means: by origin
/// (semantics 6.10).
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct wattle_tier(pub u32);

impl wattle_tier {
    /// Always included, even over the budget.
    pub const CORE: wattle_tier = wattle_tier(1);
    /// Included up to the active ceiling.
    pub const ACTIVE: wattle_tier = wattle_tier(2);
    /// Included while the whole budget allows.
    pub const INFORMATIONAL: wattle_tier = wattle_tier(3);
}

/// What became of a candidate under the budget (semantics 6.3, 6.6).
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct wattle_verdict(pub u32);

impl wattle_verdict {
    /// Its full text is in the prompt.
    pub const INCLUDED: wattle_verdict = wattle_verdict(1);
    /// Its condensed text is in the prompt.
    pub const CONDENSED: wattle_verdict = wattle_verdict(2);
    /// It is not in the prompt.
    pub const DROPPED: wattle_verdict = wattle_verdict(3);
}

/// A boolean that may be unknown. 0 means not known.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct wattle_maybe(pub u32);

impl wattle_maybe {
    /// Known to be false.
    pub const NO: wattle_maybe = wattle_maybe(1);
    /// Known to be true.
    pub const YES: wattle_maybe = wattle_maybe(2);
}
