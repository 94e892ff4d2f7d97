//! The table of all functions, for hosts and plugins that load the library instead of linking to it.

use std::ffi::c_void;

use super::guard::guard_value;
use super::version::{WATTLE_ABI_REVISION, WATTLE_ABI_VERSION};
use super::*;

/// Every function of the library, in a struct: what a host that opens the library by its name, or a plugin that such a host opens,
/// calls it through. Members are named as the functions without "wattle_", and have their types. It is the library's, the same for
/// every caller, and never changes while the library is loaded. Members are only ever appended: WATTLE_HAS asks for one.
pub struct wattle_api {
    _private: [u8; 0],
}

/// The table of functions of an ABI version.
///
/// `abi_version`: the caller's WATTLE_ABI_VERSION.
/// Returns: a table owned by the library, valid until it is unloaded; NULL if this library does not serve that version: ask
/// wattle_abi for the one it serves.
/// Errors: none. Threads: any, at any time.
#[no_mangle]
pub extern "C" fn wattle_get_api(abi_version: u32) -> *const wattle_api {
    guard_value(std::ptr::null(), || match abi_version {
        WATTLE_ABI_VERSION => (&raw const TABLE).cast(),
        _ => std::ptr::null(),
    })
}

/// A function, whatever its type.
#[repr(transparent)]
#[derive(Clone, Copy)]
struct Function(#[allow(dead_code)] *const c_void);

// SAFETY: the address of code, which nobody changes.
unsafe impl Sync for Function {}

/// What stands behind a `wattle_api`. The header, which tests/header writes, says the type of each function.
#[repr(C)]
struct Table {
    struct_size: usize,
    abi_version: u32,
    abi_revision: u32,
    functions: [Function; FUNCTIONS.len()],
}

macro_rules! table {
    ($($function:ident,)*) => {
        /// The functions of the table, in its order.
        pub const FUNCTIONS: &[&str] = &[$(stringify!($function)),*];

        static TABLE: Table = Table {
            struct_size: size_of::<Table>(),
            abi_version: WATTLE_ABI_VERSION,
            abi_revision: WATTLE_ABI_REVISION,
            functions: [$(Function($function as *const c_void)),*],
        };
    };
}

// Only ever appended to: a function's place in the table is part of the ABI.
table! {
    wattle_version,
    wattle_status_name,
    wattle_error_new,
    wattle_error_status,
    wattle_error_message,
    wattle_error_subject,
    wattle_error_payload,
    wattle_error_free,
    wattle_mode_name,
    wattle_call_class_name,
    wattle_origin_name,
    wattle_tier_name,
    wattle_verdict_name,
    wattle_call_write,
    wattle_call_write_line,
    wattle_call_emit,
    wattle_call_fail,
    wattle_call_fail_with,
    wattle_replace_core,
    wattle_registry_new,
    wattle_registry_free,
    wattle_registry_register,
    wattle_registry_unregister,
    wattle_registry_snapshot,
    wattle_check_id,
    wattle_registry_register_plugin,
    wattle_registry_replace_plugin,
    wattle_registry_unregister_plugin,
    wattle_registry_emit_stream,
    wattle_registry_register_safety_policy,
    wattle_registry_unregister_safety_policy,
    wattle_registry_set_enabled_safety_policies,
    wattle_registry_load_json,
    wattle_register_global,
    wattle_unregister_global,
    wattle_registry_list,
    wattle_registry_list_safety_policies,
    wattle_records_len,
    wattle_records_at,
    wattle_records_free,
    wattle_registry_json,
    wattle_text_view,
    wattle_text_free,
    wattle_fragment_count,
    wattle_fragment_at,
    wattle_registry_resolve,
    wattle_registry_fingerprint,
    wattle_registry_fingerprint_json,
    wattle_bundle_text,
    wattle_bundle_summary,
    wattle_bundle_section,
    wattle_bundle_json,
    wattle_bundle_free,
    wattle_compose,
    wattle_registry_compose,
    wattle_compose_default_system_prompt,
    wattle_prompt_text,
    wattle_prompt_summary,
    wattle_prompt_section,
    wattle_prompt_event_json,
    wattle_prompt_json,
    wattle_prompt_free,
    wattle_module_builder_new,
    wattle_module_builder_free,
    wattle_module_builder_add,
    wattle_module_builder_add_builtins,
    wattle_module_builder_add_builtin,
    wattle_module_builder_remove,
    wattle_module_builder_build,
    wattle_module_builder_render,
    wattle_renderings_len,
    wattle_renderings_at,
    wattle_renderings_free,
    wattle_prompt_module_metadata,
    wattle_prompt_module_metadata_json,
    wattle_prompt_tool_filter,
    wattle_filter_tools,
    wattle_render_loaded_tools,
    wattle_render_detected_intents,
    wattle_render_subagent_depth,
    wattle_render_prior_turn_tool_calls,
    wattle_loaded_tools_content,
    wattle_detected_intents_content,
    wattle_subagent_depth_content,
    wattle_prior_turn_tool_calls_content,
    wattle_render_async_jobs,
    wattle_render_recent_tool_errors,
    wattle_match_mode_name,
    wattle_guidance_new,
    wattle_guidance_free,
    wattle_guidance_add,
    wattle_guidance_load_json,
    wattle_guidance_len,
    wattle_guidance_resolve,
    wattle_guidance_estimate_chars,
    wattle_compose_into,
    wattle_registry_compose_into,
    wattle_effective_budget,
    wattle_apply_budget_gate,
    wattle_should_condense,
    wattle_skip_informational,
    wattle_would_fit,
    wattle_prompt_table,
    wattle_bundle_table,
    wattle_prompt_diff,
    wattle_bundle_diff,
    wattle_diff_summary,
    wattle_diff_at,
    wattle_diff_json,
    wattle_diff_free,
    wattle_prompt_restore,
    wattle_change_name,
}
