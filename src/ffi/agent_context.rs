//! What an agent's prompt is made for, as C fills it.

use std::ffi::c_void;

use super::enums::flag;
use super::structs::{read, read_all, Prefixed};
use super::text::{optional, optional_list, required, wattle_str, wattle_str_list};
use crate::error::{Error, Kind, Result};
use crate::modules::{AgentContext, Command, IdentityFiles, Time};

/// A command that a plugin brings. Fill it with WATTLE_COMMAND(...) in C, or from WATTLE_COMMAND_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_command {
    /// sizeof(wattle_command).
    pub struct_size: usize,
    /// Required: its name, with or without the slash.
    pub name: wattle_str,
    /// Required: the plugin; it may be empty.
    pub plugin: wattle_str,
    /// Required: any text; its first line that is not blank and does not start with "#" is shown (semantics 9.9).
    pub description: wattle_str,
}

/// What an agent's prompt is made for (semantics 9). All texts but agent_id are required ones: what the host does not have is
/// empty. Fill it with WATTLE_AGENT_CONTEXT(...) in C, or from WATTLE_AGENT_CONTEXT_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_agent_context {
    /// sizeof(wattle_agent_context).
    pub struct_size: usize,
    /// Which runner the agent is, from an open set.
    pub agent_type: wattle_str,
    /// The path of its workspace, of any system; shown without the name of a user or host, as far as the layouts of known systems
    /// tell what one is (semantics 9.10).
    pub workspace: wattle_str,
    /// Its sandbox ("docker", "k8s", ...), from an open set.
    pub sandbox_type: wattle_str,
    /// How freely it may act: "paranoid", "yolo", or any other.
    pub profile: wattle_str,
    /// The share of the session that comes from outside, usually 0 to 1; finite and not negative.
    pub taint_ratio: f64,
    /// Strictly above it the session counts as tainted; finite and not negative.
    pub taint_threshold: f64,
    /// Identity: the operator's instructions.
    pub agents: wattle_str,
    /// Identity: the agent's values and voice. While it is empty and `bootstrap` is not, this is a first run (semantics 9.6).
    pub soul: wattle_str,
    /// Identity: the agent's name and role.
    pub identity: wattle_str,
    /// Identity: what is known of the user.
    pub user: wattle_str,
    /// Identity: how to find one at the first run.
    pub bootstrap: wattle_str,
    /// What the operator says of the surroundings.
    pub context_content: wattle_str,
    /// The texts of the skills.
    pub skills: wattle_str_list,
    /// The commands that plugins bring, or NULL with a length of 0; element 0's struct_size is the stride and all must agree.
    pub commands: *const wattle_command,
    /// How many commands.
    pub commands_len: usize,
    /// The checklist of the heartbeat.
    pub heartbeat_content: wattle_str,
    /// The context window, in tokens, up to WATTLE_CHARS_MAX.
    pub max_tokens: u64,
    /// What the conversation so far takes of it, in tokens, up to WATTLE_CHARS_MAX.
    pub history_tokens: u64,
    /// Optional: which agent of several this is.
    pub agent_id: wattle_str,
    /// The time to show if `has_time`, floored to five minutes: seconds since 1970-01-01 00:00 UTC, in the years 0 to 9999. It
    /// is the host's value: the library reads no clock.
    pub time_seconds: i64,
    /// How far the clock that is shown is ahead of UTC, in minutes: less than a day either way.
    pub time_offset_minutes: i32,
    /// 1 if there is a time to show, else 0.
    pub has_time: u8,
    /// 1 if the agent may stay silent, else 0.
    pub reply_optional: u8,
    /// 1 if the agent has tools for a workspace, else 0 (semantics 9.11).
    pub has_workspace: u8,
    /// 1 if the agent has tools for governance, else 0 (semantics 9.11).
    pub has_governance: u8,
    /// For callbacks' use (a request, a connection): passed on, never read. May be NULL.
    pub host: *mut c_void,
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_command {
    const NAME: &'static str = "wattle_command";
}

// SAFETY: as above.
unsafe impl Prefixed for wattle_agent_context {
    const NAME: &'static str = "wattle_agent_context";
}

/// A context as it was read, with what callbacks are shown of it.
pub(super) struct HeldAgent<'a> {
    /// The lists and the host aside.
    plain: AgentContext<'a>,
    skills: Vec<&'a str>,
    commands: Vec<Command<'a>>,
    view: AgentView,
}

/// The struct that callbacks get. It travels to them as the context's host.
struct AgentView(wattle_agent_context);

impl HeldAgent<'_> {
    pub(super) fn context(&self) -> AgentContext<'_> {
        AgentContext { skills: &self.skills, commands: &self.commands, host: Some(&self.view), ..self.plain }
    }
}

/// What a callback is shown of a context: every build of the C face brings one.
pub(super) fn agent_view(context: &AgentContext<'_>) -> Result<*const wattle_agent_context> {
    match context.host.and_then(|host| host.downcast_ref()) {
        Some(AgentView(view)) => Ok(view),
        None => Err(Error::new(Kind::Internal, "", format_args!("a module of C was built with a context that is not of C"))),
    }
}

/// Reads the context of a build.
///
/// # Safety
/// `from` is what the header asks for, and stays while `'a` lasts.
pub(super) unsafe fn agent_context<'a>(from: *const wattle_agent_context) -> Result<HeldAgent<'a>> {
    // SAFETY: as this function asks.
    unsafe {
        let fields = read(from, "context")?;
        let has_time = flag(fields.has_time, "has_time")?;
        if !has_time && (fields.time_seconds, fields.time_offset_minutes) != (0, 0) {
            return Err(Error::new(Kind::InvalidArgument, "has_time", format_args!("a time is given without has_time")));
        }
        let plain = AgentContext {
            agent_type: required(fields.agent_type, "agent_type")?,
            workspace: required(fields.workspace, "workspace")?,
            sandbox_type: required(fields.sandbox_type, "sandbox_type")?,
            profile: required(fields.profile, "profile")?,
            taint_ratio: fields.taint_ratio,
            taint_threshold: fields.taint_threshold,
            identity_files: IdentityFiles {
                agents: required(fields.agents, "agents")?,
                soul: required(fields.soul, "soul")?,
                identity: required(fields.identity, "identity")?,
                user: required(fields.user, "user")?,
                bootstrap: required(fields.bootstrap, "bootstrap")?,
            },
            context_content: required(fields.context_content, "context_content")?,
            skills: &[],
            commands: &[],
            heartbeat_content: required(fields.heartbeat_content, "heartbeat_content")?,
            max_tokens: fields.max_tokens,
            history_tokens: fields.history_tokens,
            reply_optional: flag(fields.reply_optional, "reply_optional")?,
            agent_id: optional(fields.agent_id, "agent_id")?,
            time: has_time.then_some(Time { epoch_seconds: fields.time_seconds, utc_offset_minutes: fields.time_offset_minutes }),
            has_workspace: flag(fields.has_workspace, "has_workspace")?,
            has_governance: flag(fields.has_governance, "has_governance")?,
            host: None,
        };
        Ok(HeldAgent {
            plain,
            skills: optional_list(fields.skills, "skills")?.unwrap_or_default(),
            commands: commands(fields.commands, fields.commands_len)?,
            view: AgentView(wattle_agent_context { struct_size: size_of::<wattle_agent_context>(), ..fields }),
        })
    }
}

unsafe fn commands<'a>(from: *const wattle_command, len: usize) -> Result<Vec<Command<'a>>> {
    // SAFETY: the array and its texts are what the header asks for.
    unsafe {
        read_all(from, len, "commands", |fields| {
            Ok(Command {
                name: required(fields.name, "name")?,
                plugin: required(fields.plugin, "plugin")?,
                description: required(fields.description, "description")?,
            })
        })
    }
}
