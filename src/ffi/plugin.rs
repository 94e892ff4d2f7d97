//! Plugins: contributions, policies and a per-turn hook that come and go as one unit.

use std::ffi::c_void;
use std::sync::Arc;

use super::call::wattle_call;
use super::content;
use super::context::{wattle_context, wattle_state};
use super::contribution::{take_contributions, wattle_contribution};
use super::error::{wattle_drop_fn, wattle_error, UserData};
use super::guard::guard;
use super::registry::{registry_of, wattle_registry};
use super::safety::{take_policies, wattle_safety_policy};
use super::status::wattle_status;
use super::structs::{read_owner, Prefixed};

use super::text::{bytes as read_bytes, required, wattle_str};
use crate::contribution::Plugin;
use crate::error::Result;
use crate::text;

/// Collects a plugin's contributions for one turn, through wattle_call_emit (semantics 3.0).
///
/// `user_data`: the plugin's. `call`, `context`, `state`: the library's, valid until the callback returns, never NULL.
/// Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED.
/// Threads: that of the call; from several at once if the registry is used from several.
pub type wattle_hook_fn = Option<
    unsafe extern "C-unwind" fn(
        user_data: *mut c_void,
        call: *mut wattle_call,
        context: *const wattle_context,
        state: *const wattle_state,
    ) -> wattle_status,
>;

/// Looks at the bytes of a stream, as the host hands them on with wattle_registry_emit_stream.
///
/// `user_data`: the plugin's. `call`: the library's, valid until the callback returns, never NULL.
/// `bytes`: a view, valid until the callback returns; any bytes, not only UTF-8.
/// Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED.
/// Threads: that of the call; from several at once if the registry is used from several.
pub type wattle_stream_observer_fn =
    Option<unsafe extern "C-unwind" fn(user_data: *mut c_void, call: *mut wattle_call, bytes: wattle_str) -> wattle_status>;

/// A plugin (semantics 2). Fill it with WATTLE_PLUGIN(...) in C, or from WATTLE_PLUGIN_INIT.
/// The arrays are borrowed and copied; in each, element 0's struct_size is the stride and all must agree.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_plugin {
    /// sizeof(wattle_plugin).
    pub struct_size: usize,
    /// Required: its name, which is also its namespace. At most WATTLE_PLUGIN_NAME_MAX_BYTES, without ".", white
    /// space and control characters, neither "core" nor "safety".
    pub name: wattle_str,
    /// Its version, for people; may be empty.
    pub version: wattle_str,
    /// Its static contributions, or NULL with a length of 0.
    pub prompts: *const wattle_contribution,
    /// How many static contributions.
    pub prompts_len: usize,
    /// Its runtime-aware contributions, or NULL with a length of 0.
    pub runtime_prompts: *const wattle_contribution,
    /// How many runtime-aware contributions.
    pub runtime_prompts_len: usize,
    /// Its safety policies, or NULL with a length of 0.
    pub safety_policies: *const wattle_safety_policy,
    /// How many safety policies.
    pub safety_policies_len: usize,
    /// Optional: collects contributions for each turn.
    pub hook: wattle_hook_fn,
    /// Optional: looks at what the host emits.
    pub stream_observer: wattle_stream_observer_fn,
    /// Passed to both. Taken, with `drop`, whatever is returned, unless the struct's size is refused.
    pub user_data: *mut c_void,
    /// Runs once with `user_data`: at refusal, at removal, or when the registry and the last call that
    /// can still use it are gone. May be NULL.
    pub drop: wattle_drop_fn,
}

/// Registers a plugin: all of it or none of it.
///
/// `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `plugin`: borrowed and copied; NULL is WATTLE_NULL_ARGUMENT. Its user_data and its elements' are taken whatever
/// is returned; the elements of an array whose stride is refused, and all of a plugin whose size is refused, are not.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (the name, an enumeration, an origin that is not the list's), WATTLE_DUPLICATE_PLUGIN,
/// and for a row those of wattle_registry_register, WATTLE_FOREIGN_NAMESPACE, and those of
/// wattle_registry_register_safety_policy.
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_register_plugin(
    registry: *mut wattle_registry,
    plugin: *const wattle_plugin,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            // Held first: the drop of what is refused may free the handle.
            let registry = registry_of(registry);
            let plugin = take_plugin(plugin);
            registry?.register_plugin(plugin?)
        })
    }
}

/// Replaces the plugin of the same name in one step, all or none: the new contributions stand where the old
/// plugin's first one stood, its policies likewise, and other plugins' sections do not move (semantics 2).
/// When it returns WATTLE_OK, no callback of the old plugin is running or will run, and all its drops have run.
///
/// `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `plugin`: as in wattle_registry_register_plugin.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: those of wattle_registry_register_plugin with WATTLE_UNKNOWN_PLUGIN in the place of
/// WATTLE_DUPLICATE_PLUGIN, and WATTLE_RE_ENTRANCY.
/// Threads: any; waits for calls that other threads have in flight. Inside a callback: refused.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_replace_plugin(
    registry: *mut wattle_registry,
    plugin: *const wattle_plugin,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            // Held first: the drop of what is refused may free the handle.
            let registry = registry_of(registry);
            let plugin = take_plugin(plugin);
            registry?.replace_plugin(plugin?)
        })
    }
}

/// Removes all that a plugin registered. When it returns WATTLE_OK, no callback of the plugin is running or
/// will run, and all its drops have run: its code may be unmapped.
///
/// `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `name`: required.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_UNKNOWN_PLUGIN, WATTLE_RE_ENTRANCY.
/// Threads: any; waits for calls that other threads have in flight. Inside a callback: refused.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_unregister_plugin(
    registry: *mut wattle_registry,
    name: wattle_str,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe { guard(error, || registry_of(registry)?.unregister_plugin(required(name, "name")?)) }
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_plugin {
    const NAME: &'static str = "wattle_plugin";
}

/// Reads a plugin and takes its user_data and its elements', whatever comes of it.
unsafe fn take_plugin(from: *const wattle_plugin) -> Result<Plugin> {
    // SAFETY: `from` is what the header asks for.
    unsafe {
        let read = read_owner(from, "plugin")?;
        let taken = &read.fields;
        let user_data = UserData::take(taken.user_data, taken.drop);
        // All three lists are taken before the first refusal is reported.
        let prompts = take_contributions(taken.prompts, taken.prompts_len, "prompts");
        let runtime_prompts = take_contributions(taken.runtime_prompts, taken.runtime_prompts_len, "runtime_prompts");
        let safety_policies = take_policies(taken.safety_policies, taken.safety_policies_len, "safety_policies");
        let fields = read.checked()?;
        let name = text::try_string(required(fields.name, "name")?)?;
        let version = text::try_string(required(fields.version, "version")?)?;
        let user_data = Arc::new(user_data);
        let hook = fields.hook.map(|run| content::hook(run, Arc::clone(&user_data)));
        let observer = fields.stream_observer.map(|observe| content::stream_observer(observe, Arc::clone(&user_data)));
        let attachment = user_data.has_drop().then(|| Box::new(user_data) as _);
        Ok(Plugin {
            name,
            version,
            prompts: prompts?,
            runtime_prompts: runtime_prompts?,
            safety_policies: safety_policies?,
            hook,
            observer,
            attachment,
        })
    }
}

/// Hands bytes of a stream to the observers of all plugins, in plugin registration order. What the bytes are is between the host
/// and its plugins; the library does not look at them.
///
/// `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT. A callback may even free it.
/// `bytes`: any bytes, borrowed for the call; (NULL, 0) is none, and the observers are called all the same.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_CALLBACK_FAILED (subject the plugin; the observers after it are not called).
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_emit_stream(
    registry: *const wattle_registry,
    bytes: wattle_str,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe { guard(error, || registry_of(registry)?.emit_stream(read_bytes(bytes, "bytes")?)) }
}
