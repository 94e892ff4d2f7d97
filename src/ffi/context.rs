//! What a resolution is for: the context, the turn's state, and a scope that a contribution may carry.

use std::ffi::c_void;

use super::enums::{call_class, maybe, wattle_call_class, wattle_maybe};
use super::structs::{read, read_optional, Prefixed};
use super::text::{optional, optional_list, required, wattle_str, wattle_str_list};
use crate::context::{Context, State};
use crate::error::Result;
use crate::text;

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
    /// The model family ("anthropic", "openai", "google", ...), an open set; left out it is the empty one.
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

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_context {
    const NAME: &'static str = "wattle_context";

    fn used_reserve(&self) -> Option<&'static str> {
        (self.reserved != 0).then_some("reserved")
    }
}

// SAFETY: as above.
unsafe impl Prefixed for wattle_state {
    const NAME: &'static str = "wattle_state";
}

/// Reads the context of a call.
///
/// # Safety
/// `from` is what the header asks for, and stays while `'a` lasts.
pub(super) unsafe fn context<'a>(from: *const wattle_context) -> Result<Context<'a>> {
    // SAFETY: as this function asks.
    unsafe {
        let fields = read(from, "context")?;
        Ok(Context {
            call_class: call_class(fields.call_class)?,
            family: required(fields.family, "family")?,
            tenant_id: optional(fields.tenant_id, "tenant_id")?,
            runtime_role: optional(fields.runtime_role, "runtime_role")?,
        })
    }
}

/// What a callback is shown of a context.
pub(super) fn context_view(context: &Context<'_>) -> wattle_context {
    wattle_context {
        struct_size: size_of::<wattle_context>(),
        call_class: wattle_call_class(context.call_class as u32),
        reserved: 0,
        family: wattle_str::view(context.family),
        tenant_id: wattle_str::optional_view(context.tenant_id),
        runtime_role: wattle_str::optional_view(context.runtime_role),
    }
}

/// A turn's state as it was read, with what callbacks of the C face are shown of it.
pub(super) struct HeldState<'a> {
    tools: Option<Vec<&'a str>>,
    intents: Option<Vec<&'a str>>,
    plugin_metadata: Option<&'a str>,
    prior_turn_had_tool_calls: Option<bool>,
    view: StateView,
}

/// The struct that callbacks get. It travels to them as the state's host.
struct StateView(wattle_state);

/// Reads the state of a call; NULL is a root turn with nothing loaded.
///
/// # Safety
/// `from` is what the header asks for, and stays while `'a` lasts.
pub(super) unsafe fn state<'a>(from: *const wattle_state) -> Result<HeldState<'a>> {
    // SAFETY: as this function asks.
    unsafe {
        let fields = read_optional(from, "state")?.unwrap_or(ROOT_TURN);
        Ok(HeldState {
            tools: optional_list(fields.loaded_tools, "loaded_tools")?,
            intents: optional_list(fields.detected_intents, "detected_intents")?,
            plugin_metadata: optional(fields.plugin_metadata, "plugin_metadata")?,
            prior_turn_had_tool_calls: maybe(fields.prior_turn_had_tool_calls, "prior_turn_had_tool_calls")?,
            view: StateView(wattle_state { struct_size: size_of::<wattle_state>(), ..fields }),
        })
    }
}

const ROOT_TURN: wattle_state = wattle_state {
    struct_size: size_of::<wattle_state>(),
    loaded_tools: wattle_str_list::ABSENT,
    detected_intents: wattle_str_list::ABSENT,
    turn_depth: 0,
    prior_turn_had_tool_calls: wattle_maybe(0),
    plugin_metadata: wattle_str::ABSENT,
    host: std::ptr::null_mut(),
};

impl HeldState<'_> {
    pub(super) fn state(&self) -> State<'_> {
        State {
            loaded_tools: self.tools.as_deref(),
            detected_intents: self.intents.as_deref(),
            turn_depth: self.view.0.turn_depth,
            prior_turn_had_tool_calls: self.prior_turn_had_tool_calls,
            plugin_metadata: self.plugin_metadata,
            host: Some(&self.view),
        }
    }
}

/// Shows a state to a callback: what the caller filled, or, where the call came from Rust, a struct of the same content.
pub(super) fn with_state_view<T>(state: &State<'_>, run: impl FnOnce(*const wattle_state) -> Result<T>) -> Result<T> {
    if let Some(StateView(view)) = state.host.and_then(|host| host.downcast_ref()) {
        return run(view);
    }
    let (tools, intents) = (views(state.loaded_tools)?, views(state.detected_intents)?);
    run(&wattle_state {
        struct_size: size_of::<wattle_state>(),
        loaded_tools: list_view(tools.as_deref()),
        detected_intents: list_view(intents.as_deref()),
        turn_depth: state.turn_depth,
        prior_turn_had_tool_calls: wattle_maybe(state.prior_turn_had_tool_calls.map_or(0, |yes| 1 + u32::from(yes))),
        plugin_metadata: wattle_str::optional_view(state.plugin_metadata),
        host: std::ptr::null_mut(),
    })
}

fn views(texts: Option<&[&str]>) -> Result<Option<Vec<wattle_str>>> {
    let Some(texts) = texts else { return Ok(None) };
    let mut views = text::try_vec(texts.len())?;
    views.extend(texts.iter().map(|text| wattle_str::view(text)));
    Ok(Some(views))
}

fn list_view(views: Option<&[wattle_str]>) -> wattle_str_list {
    views.map_or(wattle_str_list::ABSENT, |views| wattle_str_list { items: views.as_ptr(), len: views.len() })
}
