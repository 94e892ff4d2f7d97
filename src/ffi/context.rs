//! What a resolution is for: the context, the turn's state, and a scope that a contribution may carry.

use std::ffi::c_void;

use super::enums::{wattle_call_class, wattle_maybe};
use super::text::{wattle_str, wattle_str_list};

/// What the call that the prompt is for looks like (semantics 1.2). Every field is part of the fingerprint.
/// Fill it with WATTLE_CONTEXT(...) in C, or from WATTLE_CONTEXT_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_context {
    /// sizeof(wattle_context).
    pub struct_size: usize,
    /// Required.
    pub call_class: wattle_call_class,
    /// Zero.
    pub reserved: u32,
    /// Required: the model family ("anthropic", "openai", "google", ...), an open set.
    pub family: wattle_str,
    /// Optional: the tenant.
    pub tenant_id: wattle_str,
    /// Optional: the role, from an open set that the host defines.
    pub runtime_role: wattle_str,
}

/// What is true of this turn only (semantics 1.3). Never part of the fingerprint. All zero is a root turn
/// with nothing loaded. Fill it with WATTLE_STATE(...) in C, or from WATTLE_STATE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_state {
    /// sizeof(wattle_state).
    pub struct_size: usize,
    /// Optional: the names of the tools loaded for this turn.
    pub loaded_tools: wattle_str_list,
    /// Optional: what an intent classifier found.
    pub detected_intents: wattle_str_list,
    /// 0 at the root turn, more inside sub-agents.
    pub turn_depth: u32,
    /// Whether the turn before had tool calls, if known.
    pub prior_turn_had_tool_calls: wattle_maybe,
    /// Optional: a JSON object keyed by plugin, passed on to callbacks byte for byte and not looked into.
    pub plugin_metadata: wattle_str,
    /// For callbacks' use (a request, a connection): passed on, never read; not seen by static functions. May be NULL.
    pub host: *mut c_void,
}

/// Which contexts a contribution is for (semantics 1.4): all fields that are set must equal the context's.
/// All zero is every context. A field that the context lacks equals nothing. This struct never grows.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_scope {
    /// Optional: 0 means any.
    pub call_class: wattle_call_class,
    /// Zero.
    pub reserved: u32,
    /// Optional.
    pub family: wattle_str,
    /// Optional.
    pub tenant_id: wattle_str,
    /// Optional.
    pub runtime_role: wattle_str,
}
