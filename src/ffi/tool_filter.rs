//! Which tools an agent is offered: those that its prompt explains.

use super::enums::flag;
use super::error::wattle_error;
use super::guard::guard;
use super::status::wattle_status;
use super::structs::{read, Elements, Prefixed};
use super::text::wattle_str;
use super::text::{check_out, required};
use crate::error::Result;
use crate::modules::ToolFilter;
use crate::text;

/// What decides on the categories of a catalogue of tools (semantics 9.11): each field is 1 if tools of its category are offered,
/// else 0. wattle_prompt_tool_filter fills it; a host may fill or change it too. Fill it with WATTLE_TOOL_FILTER(...) in C, or
/// from WATTLE_TOOL_FILTER_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_tool_filter {
    /// sizeof(wattle_tool_filter). Filled by the library: how many bytes were filled; WATTLE_HAS asks.
    pub struct_size: usize,
    /// Category "scheduler": the module heartbeat is in the prompt.
    pub has_heartbeat: u8,
    /// Category "skill": the module skills is in the prompt.
    pub has_skills: u8,
    /// Category "delegation": the module delegation is in the prompt.
    pub has_delegation: u8,
    /// Category "command": the module commands is in the prompt.
    pub has_commands: u8,
    /// Category "memory": the module memory-recall is in the prompt.
    pub has_memory: u8,
    /// Category "workspace": the context's has_workspace.
    pub has_workspace: u8,
    /// Category "governance": the context's has_governance.
    pub has_governance: u8,
    /// Zero.
    pub reserved: u8,
}

/// A tool of a catalogue. Fill it with WATTLE_TOOL(...) in C, or from WATTLE_TOOL_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_tool {
    /// sizeof(wattle_tool).
    pub struct_size: usize,
    /// Required: its name.
    pub name: wattle_str,
    /// Required: its category, from an open set; one that wattle_tool_filter does not know, the empty one too, is always offered.
    pub category: wattle_str,
}

/// Says which tools of a catalogue are offered, in its order.
///
/// `filter`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `tools`: an array of `n`, borrowed for the call; element 0's struct_size is the stride and all must agree. NULL is
/// WATTLE_NULL_ARGUMENT unless `n` is 0.
/// `n`: how many.
/// `kept`: the caller's array with room for `n`, where the indices of the tools that are offered are stored; NULL is
/// WATTLE_NULL_ARGUMENT unless `n` is 0; not written on failure.
/// `kept_len`: where their number is stored; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (a flag that is neither 0 nor 1). Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_filter_tools(
    filter: *const wattle_tool_filter,
    tools: *const wattle_tool,
    n: usize,
    kept: *mut usize,
    kept_len: *mut usize,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            let filter = core_filter(&read(filter, "filter")?)?;
            let elements = Elements::new(tools, n, "tools")?;
            if n > 0 {
                check_out(kept, "kept")?;
            }
            check_out(kept_len, "kept_len")?;
            let mut indices = text::try_vec(n)?;
            for index in 0..n {
                let category = elements.read(index, |tool| {
                    required(tool.name, "name")?;
                    required(tool.category, "category")
                });
                if filter.keeps(category.map_err(|error| error.within("tools", index))?) {
                    indices.push(index);
                }
            }
            if !indices.is_empty() {
                std::ptr::copy_nonoverlapping(indices.as_ptr(), kept, indices.len());
            }
            kept_len.write(indices.len());
            Ok(())
        })
    }
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_tool_filter {
    const NAME: &'static str = "wattle_tool_filter";

    fn used_reserve(&self) -> Option<&'static str> {
        (self.reserved != 0).then_some("reserved")
    }
}

// SAFETY: as above.
unsafe impl Prefixed for wattle_tool {
    const NAME: &'static str = "wattle_tool";
}

impl From<&ToolFilter> for wattle_tool_filter {
    fn from(filter: &ToolFilter) -> wattle_tool_filter {
        wattle_tool_filter {
            struct_size: size_of::<wattle_tool_filter>(),
            has_heartbeat: filter.has_heartbeat.into(),
            has_skills: filter.has_skills.into(),
            has_delegation: filter.has_delegation.into(),
            has_commands: filter.has_commands.into(),
            has_memory: filter.has_memory.into(),
            has_workspace: filter.has_workspace.into(),
            has_governance: filter.has_governance.into(),
            reserved: 0,
        }
    }
}

fn core_filter(fields: &wattle_tool_filter) -> Result<ToolFilter> {
    Ok(ToolFilter {
        has_heartbeat: flag(fields.has_heartbeat, "has_heartbeat")?,
        has_skills: flag(fields.has_skills, "has_skills")?,
        has_delegation: flag(fields.has_delegation, "has_delegation")?,
        has_commands: flag(fields.has_commands, "has_commands")?,
        has_memory: flag(fields.has_memory, "has_memory")?,
        has_workspace: flag(fields.has_workspace, "has_workspace")?,
        has_governance: flag(fields.has_governance, "has_governance")?,
    })
}
