//! The C face: each file turns C values into core values, calls the core, and turns the result back. Only here is code unsafe.
//! Files that hold header declarations come first, in the order of the header.

#![deny(unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]
// What an export asks of its caller is said of each parameter, for those who read the header.
#![allow(clippy::missing_safety_doc)]

mod version;
mod limits;
mod text;
mod status;
mod error;
mod enums;
mod context;
mod call;
mod contribution;
mod counting;
mod registry;
mod plugin;
mod safety;
mod manifest;
mod globals;
mod records;
mod owned_text;
mod baseline;
mod section;
mod probes;
mod resolve;
mod bundle;
mod compose_options;
mod compose;
mod compose_into;
mod budget;
mod prompt;
mod restore;
mod diff;
mod agent_context;
mod module;
mod module_builder;
mod renderings;
mod module_prompt;
mod tool_filter;
mod state_section;
mod async_job;
mod recent_tool_errors;
mod guidance;
mod table;

mod content;
mod guard;
mod handle;
#[cfg(feature = "panic-injection")]
mod injection;
mod structs;

#[cfg(feature = "panic-injection")]
pub use injection::inject_panics;

pub use agent_context::{wattle_agent_context, wattle_command};
pub use async_job::{wattle_async_job, wattle_render_async_jobs};
pub use baseline::{wattle_fragment, wattle_fragment_at, wattle_fragment_count, wattle_fragment_set};
pub use budget::*;
pub use bundle::*;
pub use call::{wattle_call, wattle_call_emit, wattle_call_fail, wattle_call_fail_with, wattle_call_write, wattle_call_write_line};
pub use compose::{
    wattle_candidate, wattle_compose, wattle_compose_default_system_prompt, wattle_registry_compose, WATTLE_CHARS_MAX,
    WATTLE_DEFAULT_ACTIVE_BUDGET_FRACTION, WATTLE_NOT_SET, WATTLE_UNLIMITED,
};
pub use compose_into::{wattle_compose_into, wattle_registry_compose_into};
pub use compose_options::{wattle_compose_options, wattle_measure_fn, wattle_resolve_budget_fn};
pub use context::{wattle_context, wattle_scope, wattle_state};
pub use contribution::{wattle_contribution, wattle_replace_core, wattle_runtime_content_fn, wattle_static_content_fn, wattle_when_fn};
pub use diff::*;
pub use enums::{
    wattle_call_class, wattle_call_class_name, wattle_change, wattle_change_name, wattle_content_kind, wattle_match_mode,
    wattle_match_mode_name, wattle_maybe, wattle_mode, wattle_mode_name, wattle_origin, wattle_origin_name, wattle_tier, wattle_tier_name,
    wattle_verdict, wattle_verdict_name,
};
pub use error::{
    wattle_drop_fn, wattle_error, wattle_error_free, wattle_error_message, wattle_error_new, wattle_error_payload, wattle_error_status,
    wattle_error_subject,
};
pub use globals::*;
pub use guidance::*;
pub use limits::*;
pub use manifest::*;
pub use module::{wattle_estimate_fn, wattle_module, wattle_render_fn, wattle_should_include_fn};
pub use module_builder::{
    wattle_build_options, wattle_clock_fn, wattle_module_builder, wattle_module_builder_add, wattle_module_builder_add_builtin,
    wattle_module_builder_add_builtins, wattle_module_builder_build, wattle_module_builder_free, wattle_module_builder_new,
    wattle_module_builder_remove,
};
pub use module_prompt::*;
pub use owned_text::{wattle_text, wattle_text_free, wattle_text_view};
pub use plugin::*;
pub use probes::{
    wattle_on_built_fn, wattle_on_duplicate_replace_fn, wattle_on_empty_content_fn, wattle_on_replace_target_missing_fn, wattle_probes,
};
pub use prompt::{
    wattle_prompt, wattle_prompt_event_json, wattle_prompt_free, wattle_prompt_json, wattle_prompt_section, wattle_prompt_summary,
    wattle_prompt_table, wattle_prompt_text,
};
pub use recent_tool_errors::{wattle_render_recent_tool_errors, wattle_tool_error};
pub use records::*;
pub use registry::{
    wattle_check_id, wattle_registry, wattle_registry_free, wattle_registry_new, wattle_registry_options, wattle_registry_register,
    wattle_registry_snapshot, wattle_registry_unregister,
};
pub use renderings::*;
pub use resolve::*;
pub use restore::wattle_prompt_restore;
pub use safety::*;
pub use section::{wattle_section, wattle_summary};
pub use state_section::*;
pub use status::{wattle_status, wattle_status_name};
pub use table::{wattle_api, wattle_get_api, FUNCTIONS};
pub use text::{wattle_str, wattle_str_list};
pub use tool_filter::*;
pub use version::*;
