//! A module as C fills it, and the callbacks it carries.

use std::ffi::c_void;

use super::agent_context::agent_view;
use super::agent_context::wattle_agent_context;
use super::call::wattle_call;
use super::call::{invoke, Role};
use super::compose::WATTLE_NOT_SET;
use super::contribution::about;
use super::enums::flag;
use super::error::wattle_drop_fn;
use super::error::UserData;
use super::handle::null;
use super::status::wattle_status;
use super::structs::{read_owner, Prefixed};
use super::text::required;
use super::text::wattle_str;
use crate::error::{Error, Result};
use crate::modules::{AgentContext, Lines, Module};
use crate::text;

/// Decides whether a module has a part in the prompt. Called once per build.
///
/// `user_data`: the module's. `call`, `context`: the library's, valid until the callback returns, never NULL.
/// `answer`: where to store 1 (it has) or 0 (it has not); 0 if left alone; any other value is a failure.
/// Returns: WATTLE_OK, or anything else to fail the build with WATTLE_CALLBACK_FAILED.
/// Threads: that of the call; from several at once if the builder is used from several.
pub type wattle_should_include_fn = Option<
    unsafe extern "C-unwind" fn(
        user_data: *mut c_void,
        call: *mut wattle_call,
        context: *const wattle_agent_context,
        answer: *mut u8,
    ) -> wattle_status,
>;

/// Renders a module, line by line, through wattle_call_write_line. The full rendering is called once per build, the minimal one only
/// where the full one does not fit.
///
/// `user_data`: the module's. `call`, `context`: the library's, valid until the callback returns, never NULL.
/// Returns: WATTLE_OK, or anything else to fail the build with WATTLE_CALLBACK_FAILED.
/// Threads: that of the call; from several at once if the builder is used from several.
pub type wattle_render_fn = Option<
    unsafe extern "C-unwind" fn(user_data: *mut c_void, call: *mut wattle_call, context: *const wattle_agent_context) -> wattle_status,
>;

/// Estimates the tokens of a module's full rendering, for the budget alone: reports count the real text. Called once per build,
/// after the rendering.
///
/// `user_data`: the module's. `call`, `context`: the library's, valid until the callback returns, never NULL.
/// `tokens`: where to store the estimate, up to WATTLE_CHARS_MAX; if left alone, WATTLE_NOT_SET: the library counts.
/// Returns: WATTLE_OK, or anything else to fail the build with WATTLE_CALLBACK_FAILED.
/// Threads: that of the call; from several at once if the builder is used from several.
pub type wattle_estimate_fn = Option<
    unsafe extern "C-unwind" fn(
        user_data: *mut c_void,
        call: *mut wattle_call,
        context: *const wattle_agent_context,
        tokens: *mut u64,
    ) -> wattle_status,
>;

/// A module of an agent's prompt (semantics 9.1). Fill it with WATTLE_MODULE(...) in C, or from WATTLE_MODULE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_module {
    /// sizeof(wattle_module).
    pub struct_size: usize,
    /// Required: its name, not empty and unique in the builder; copied.
    pub name: wattle_str,
    /// From 0, which comes first, to WATTLE_PRIORITY_MAX. Modules of one priority stand in the order of their adding.
    pub priority: u32,
    /// 1 if it may be shortened or dropped where the window is short, 0 if it is always in, in full.
    pub optional: u8,
    /// Zero.
    pub reserved: [u8; 3],
    /// Optional: whether it has a part in the prompt; NULL: always.
    pub should_include: wattle_should_include_fn,
    /// Required: the full rendering.
    pub render: wattle_render_fn,
    /// Optional: a shorter rendering, tried where the full one of an optional module does not fit.
    pub render_minimal: wattle_render_fn,
    /// Optional: its own estimate of the full rendering's tokens.
    pub estimate: wattle_estimate_fn,
    /// Passed to each. Taken, with `drop`, whatever is returned, unless the struct's size is refused.
    pub user_data: *mut c_void,
    /// Runs once with `user_data`: at refusal, at removal, or when the builder and the last build that can still use it are
    /// gone. May be NULL.
    pub drop: wattle_drop_fn,
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_module {
    const NAME: &'static str = "wattle_module";

    fn used_reserve(&self) -> Option<&'static str> {
        (self.reserved != [0; 3]).then_some("reserved")
    }
}

type ShouldIncludeFn = unsafe extern "C-unwind" fn(*mut c_void, *mut wattle_call, *const wattle_agent_context, *mut u8) -> wattle_status;
type RenderFn = unsafe extern "C-unwind" fn(*mut c_void, *mut wattle_call, *const wattle_agent_context) -> wattle_status;
type EstimateFn = unsafe extern "C-unwind" fn(*mut c_void, *mut wattle_call, *const wattle_agent_context, *mut u64) -> wattle_status;

/// A module of the host, as the core calls it.
struct HostModule {
    name: String,
    priority: u32,
    optional: bool,
    should_include: Option<ShouldIncludeFn>,
    render: RenderFn,
    render_minimal: Option<RenderFn>,
    estimate: Option<EstimateFn>,
    user_data: UserData,
}

/// Reads a module and takes its user_data, whatever comes of it.
///
/// # Safety
/// `from` is what the header asks for.
pub(super) unsafe fn take_module(from: *const wattle_module) -> Result<Box<dyn Module>> {
    // SAFETY: as this function asks.
    unsafe {
        let (fields, user_data) = read_owner(from, "module")?.take(|fields| UserData::take(fields.user_data, fields.drop))?;
        let name = required(fields.name, "name")?;
        let checked = || Ok((flag(fields.optional, "optional")?, fields.render.ok_or_else(|| null("render"))?));
        let (optional, render) = checked().map_err(|error| about(error, name))?;
        Ok(Box::new(HostModule {
            name: text::try_string(name)?,
            priority: fields.priority,
            optional,
            should_include: fields.should_include,
            render,
            render_minimal: fields.render_minimal,
            estimate: fields.estimate,
            user_data,
        }))
    }
}

impl HostModule {
    fn run(&self, render: RenderFn, context: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<()> {
        let view = agent_view(context)?;
        // SAFETY: the host gave the function and its user_data together; the rest lives until it returns.
        invoke(Role::rendering(lines), |call| unsafe { render(self.user_data.pointer(), call, view) })
    }
}

impl Module for HostModule {
    fn name(&self) -> &str {
        &self.name
    }

    fn priority(&self) -> u32 {
        self.priority
    }

    fn is_optional(&self) -> bool {
        self.optional
    }

    fn should_include(&self, context: &AgentContext<'_>) -> Result<bool> {
        let Some(ask) = self.should_include else { return Ok(true) };
        let view = agent_view(context)?;
        let mut answer = 0;
        // SAFETY: as above.
        invoke(Role::Observer, |call| unsafe { ask(self.user_data.pointer(), call, view, &mut answer) })?;
        match answer {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(Error::from_callback(format_args!("it answered {other}; 0 and 1 are allowed"), None)),
        }
    }

    fn render(&self, context: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<()> {
        self.run(self.render, context, lines)
    }

    fn render_minimal(&self, context: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<bool> {
        self.render_minimal.map_or(Ok(false), |render| self.run(render, context, lines).map(|()| true))
    }

    fn estimate(&self, context: &AgentContext<'_>) -> Result<Option<u64>> {
        let Some(estimate) = self.estimate else { return Ok(None) };
        let view = agent_view(context)?;
        let mut tokens = WATTLE_NOT_SET;
        // SAFETY: as above.
        invoke(Role::Observer, |call| unsafe { estimate(self.user_data.pointer(), call, view, &mut tokens) })?;
        Ok((tokens != WATTLE_NOT_SET).then_some(tokens))
    }
}
