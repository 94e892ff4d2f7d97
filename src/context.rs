//! What a resolution is for: the context, the turn's state, and the scope a contribution may carry.

use std::any::Any;
use std::collections::HashSet;

use crate::error::Result;
use crate::text;

/// What the call that the prompt is for does (semantics 1.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u32)]
pub enum CallClass {
    /// A small auxiliary call.
    Utility = 1,
    /// A planning or thinking call.
    Reasoning = 2,
    /// A turn of the conversation.
    Converse = 3,
    /// A call that writes the final result.
    Synthesize = 4,
}

impl CallClass {
    /// All of them, in the order of their numbers.
    pub const ALL: [CallClass; 4] = [CallClass::Utility, CallClass::Reasoning, CallClass::Converse, CallClass::Synthesize];
}

text::names! { CallClass { Utility = "utility", Reasoning = "reasoning", Converse = "converse", Synthesize = "synthesize" } }

/// What a call looks like (semantics 1.2). Every field is part of the fingerprint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context<'a> {
    /// What the call does.
    pub call_class: CallClass,
    /// The model family, from an open set.
    pub family: &'a str,
    /// The tenant.
    pub tenant_id: Option<&'a str>,
    /// The role, from an open set that the host defines.
    pub runtime_role: Option<&'a str>,
}

/// What is true of this turn only (semantics 1.3). Never part of the fingerprint. The default is a root turn with nothing
/// loaded.
#[derive(Clone, Copy, Default)]
pub struct State<'a> {
    /// The tools loaded for this turn.
    pub loaded_tools: Option<&'a [&'a str]>,
    /// What an intent classifier found.
    pub detected_intents: Option<&'a [&'a str]>,
    /// 0 at the root turn, more inside sub-agents.
    pub turn_depth: u32,
    /// Whether the turn before had tool calls.
    pub prior_turn_had_tool_calls: Option<bool>,
    /// A JSON object keyed by plugin, passed on byte for byte.
    pub plugin_metadata: Option<&'a str>,
    /// For callbacks' use: passed on, never read.
    pub host: Option<&'a dyn Any>,
}

/// Which contexts a contribution is for (semantics 1.4). The default is every one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scope {
    /// What the call does, if that matters.
    pub call_class: Option<CallClass>,
    /// The family, if that matters.
    pub family: Option<String>,
    /// The tenant, if that matters.
    pub tenant_id: Option<String>,
    /// The role, if that matters.
    pub runtime_role: Option<String>,
}

impl Scope {
    /// Whether every field present equals the context's; a field that the context lacks equals nothing.
    pub fn matches(&self, context: &Context<'_>) -> bool {
        fn fits(wanted: &Option<String>, given: Option<&str>) -> bool {
            wanted.as_deref().is_none_or(|wanted| given == Some(wanted))
        }
        self.call_class.is_none_or(|wanted| wanted == context.call_class)
            && fits(&self.family, Some(context.family))
            && fits(&self.tenant_id, context.tenant_id)
            && fits(&self.runtime_role, context.runtime_role)
    }

    /// As a contribution has it: none if it matches every context.
    pub fn boxed(self) -> Option<Box<Scope>> {
        (!self.is_everything()).then(|| Box::new(self))
    }

    /// Whether it matches every context.
    pub fn is_everything(&self) -> bool {
        *self == Scope::default()
    }
}

/// The tools loaded for a turn, for looking up many of them.
pub(crate) enum Tools<'a> {
    Few(&'a [&'a str]),
    Many(HashSet<&'a str>),
}

impl<'a> Tools<'a> {
    /// From so many on a set is faster than a walk.
    const MANY: usize = 16;

    pub(crate) fn new(loaded: &'a [&'a str]) -> Result<Tools<'a>> {
        if loaded.len() < Tools::MANY {
            return Ok(Tools::Few(loaded));
        }
        let mut set = HashSet::new();
        set.try_reserve(loaded.len())?;
        set.extend(loaded);
        Ok(Tools::Many(set))
    }

    pub(crate) fn contain(&self, tool: &str) -> bool {
        match self {
            Tools::Few(few) => few.contains(&tool),
            Tools::Many(set) => set.contains(tool),
        }
    }
}
