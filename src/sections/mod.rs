//! Bodies for the sections that tell of the state of a run, each empty where there is nothing to say (semantics 8).

mod recent_tool_errors;

pub(crate) use recent_tool_errors::RecentToolErrors;
pub use recent_tool_errors::{render_recent_tool_errors, ToolError, RECENT_TOOL_ERRORS_LIMIT};
