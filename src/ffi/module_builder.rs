//! The module builder: an agent's prompt from modules, by priority, within the context window.

use std::ffi::c_void;

use super::agent_context::agent_context;
use super::agent_context::wattle_agent_context;
use super::call::wattle_call;
use super::call::{invoke, Role};
use super::context::context as read_context;
use super::context::wattle_context;
use super::enums::maybe;
use super::enums::wattle_maybe;
use super::error::wattle_error;
use super::guard::{guard, guard_value};
use super::handle::{borrow, give, mark, null, take, Mark, Opaque};
use super::module::take_module;
use super::module::wattle_module;
use super::probes::wattle_probes;
use super::probes::{of_resolving, probes as read_probes};
use super::prompt::deliver;
use super::prompt::wattle_prompt;
use super::registry::wattle_registry;
use super::status::wattle_status;
use super::structs::{read_optional, Prefixed};
use super::text::wattle_str;
use super::text::{check_out, required};
use crate::error::Result;
use crate::modules::{BuildOptions, ModuleBuilder, Safety};

/// A builder of agents' prompts: it holds modules. Owner: the caller, who frees it with wattle_module_builder_free. Threads: any
/// number at once, also to change it; a build works on the modules that were there when it began.
pub struct wattle_module_builder {
    _private: [u8; 0],
}

/// Gives the time for the build time in the metadata: called before the first and after the last callback of a build. Borrowed
/// for the call.
///
/// `user_data`: the options' clock_data. `call`: the library's.
/// `nanoseconds`: where to store the time, from any beginning; 0 if left alone.
/// Returns: WATTLE_OK, or anything else to fail the build with WATTLE_CALLBACK_FAILED, subject "clock".
/// Threads: that of the call.
pub type wattle_clock_fn =
    Option<unsafe extern "C-unwind" fn(user_data: *mut c_void, call: *mut wattle_call, nanoseconds: *mut u64) -> wattle_status>;

/// What a build adds to the modules. Fill it with WATTLE_BUILD_OPTIONS(...) in C, or from WATTLE_BUILD_OPTIONS_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_build_options {
    /// sizeof(wattle_build_options).
    pub struct_size: usize,
    /// Optional, borrowed: the registry whose enabled safety policies come last, required and counted in from the start.
    pub safety_registry: *const wattle_registry,
    /// The context that the policies are written for; required with `safety_registry`, NULL without.
    pub safety_context: *const wattle_context,
    /// Optional: the host's clock. Without one there is no build time: the library reads none.
    pub clock: wattle_clock_fn,
    /// Passed to `clock`; stays the caller's.
    pub clock_data: *mut c_void,
    /// Optional: observers, borrowed for the call; on_empty_content is fired for policies, and on_built.
    pub probes: *const wattle_probes,
}

/// Makes a builder without modules.
///
/// `builder`: where the new builder is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: only the general ones. Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_module_builder_new(
    builder: *mut *mut wattle_module_builder,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            check_out(builder, "builder")?;
            builder.write(give(ModuleBuilder::new())?);
            Ok(())
        })
    }
}

/// Frees a builder. Prompts and renderings made with it stay. Builds in flight (the callback that calls this, other threads)
/// finish; the modules' drops run now, or after the last such build. It does not wait: remove modules before unmapping their code.
///
/// `builder`: owned by the caller, dead afterwards. NULL, or not a builder of this library: nothing happens.
/// Errors: none. Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_module_builder_free(builder: *mut wattle_module_builder) {
    // SAFETY: the caller's pointer is NULL or a live handle that it gives up.
    guard_value((), || drop(unsafe { take(builder) }));
}

/// Adds a module (semantics 9.1).
///
/// `builder`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `module`: borrowed and copied; NULL is WATTLE_NULL_ARGUMENT. Its user_data is taken whatever is returned.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (an empty name, a priority over WATTLE_PRIORITY_MAX; the subject is the name),
/// WATTLE_NULL_ARGUMENT (no `render`), WATTLE_DUPLICATE_MODULE.
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_module_builder_add(
    builder: *mut wattle_module_builder,
    module: *const wattle_module,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            let module = take_module(module);
            builder_of(builder)?.add(module?)
        })
    }
}

/// Adds the eleven built-in modules: all of them or none (semantics 9.7). By priority, optional ones marked *: identity 0,
/// injection-defense 5, security 10, tool-style 12, memory-recall 60, skills 70*, commands 72*, delegation 75*, heartbeat 80*,
/// runtime 90*, reply-gate 95.
///
/// `builder`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_DUPLICATE_MODULE (the subject is the first name that is taken).
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_module_builder_add_builtins(
    builder: *mut wattle_module_builder,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe { guard(error, || builder_of(builder)?.add_builtins()) }
}

/// Adds one built-in module.
///
/// `builder`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `name`: required: the built-in's.
/// `optional`: WATTLE_YES or WATTLE_NO to make it optional or required, 0 to leave it as it is.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (`optional`), WATTLE_UNKNOWN_MODULE (no built-in has the name), WATTLE_DUPLICATE_MODULE.
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_module_builder_add_builtin(
    builder: *mut wattle_module_builder,
    name: wattle_str,
    optional: wattle_maybe,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe { guard(error, || builder_of(builder)?.add_builtin(required(name, "name")?, maybe(optional, "optional")?)) }
}

/// Removes a module, a built-in too. When it returns WATTLE_OK, its callbacks are not running and will not run, and its drop has run.
///
/// `builder`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `name`: required.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_UNKNOWN_MODULE, WATTLE_RE_ENTRANCY.
/// Threads: any; waits for builds that other threads have in flight. Inside a callback: refused.
#[no_mangle]
pub unsafe extern "C" fn wattle_module_builder_remove(
    builder: *mut wattle_module_builder,
    name: wattle_str,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe { guard(error, || builder_of(builder)?.remove(required(name, "name")?)) }
}

/// Builds a prompt (semantics 9.2 to 9.5). Required modules are always in, in full; optional ones, by priority, in full if the
/// window has room, else minimally, else dropped. What is in is joined by blank lines.
///
/// The prompt counts in tokens, a quarter of the chars rounded up: effective_budget is what the window leaves after the history and
/// WATTLE_OUTPUT_RESERVE_TOKENS, or 0 if that is negative. Each module is a section, of tier core if required and active if
/// optional, WATTLE_CONDENSED if minimal; a dropped one's `chars` are the tokens it was held to, its own estimate if it has one.
/// Policies are sections with an origin, after the modules.
///
/// `builder`: borrowed; NULL is WATTLE_NULL_ARGUMENT. A callback may even free it.
/// `context`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `options`: borrowed; NULL adds nothing.
/// `prompt`: where the new prompt is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (subject "taintRatio", "taintThreshold", "maxTokens", "historyTokens", "time", a field of the
/// context, or the module whose estimate is over WATTLE_CHARS_MAX or with which the required ones pass it), WATTLE_CALLBACK_FAILED
/// (subject the module, the policy, "clock" or "onBuilt"), WATTLE_UNKNOWN_SAFETY_POLICY.
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_module_builder_build(
    builder: *const wattle_module_builder,
    context: *const wattle_agent_context,
    options: *const wattle_build_options,
    prompt: *mut *mut wattle_prompt,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            check_out(prompt, "prompt")?;
            let held = agent_context(context)?;
            let fields = read_optional(options, "options")?.unwrap_or(NOTHING_MORE);
            let probes = read_probes(fields.probes)?;
            let registry =
                (!fields.safety_registry.is_null()).then(|| borrow(fields.safety_registry, "safety_registry").cloned()).transpose()?;
            let safety_context = (!fields.safety_context.is_null()).then(|| read_context(fields.safety_context)).transpose()?;
            let safety = match (&registry, &safety_context) {
                (Some(registry), Some(context)) => Some(Safety { registry, context }),
                (None, None) => None,
                (Some(_), None) => return Err(null("safety_context")),
                (None, Some(_)) => return Err(null("safety_registry")),
            };
            let clock = fields.clock.map(|clock| {
                move || {
                    let mut nanoseconds = 0;
                    // SAFETY: the host gave the function and its data together; the rest lives until it returns.
                    invoke(Role::Observer, |call| clock(fields.clock_data, call, &mut nanoseconds))?;
                    Ok(nanoseconds)
                }
            });
            let options = BuildOptions { safety, clock: clock.as_ref().map(|clock| clock as _), probes: of_resolving(probes.as_ref()) };
            let built = builder_of(builder)?.build_unannounced(&held.context(), &options)?;
            deliver(built, probes.as_ref(), prompt)
        })
    }
}

impl Opaque for wattle_module_builder {
    type Inner = ModuleBuilder;
    const MARK: Mark = mark!();
    const NAME: &'static str = "wattle_module_builder";
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_build_options {
    const NAME: &'static str = "wattle_build_options";
}

const NOTHING_MORE: wattle_build_options = wattle_build_options {
    struct_size: size_of::<wattle_build_options>(),
    safety_registry: std::ptr::null(),
    safety_context: std::ptr::null(),
    clock: None,
    clock_data: std::ptr::null_mut(),
    probes: std::ptr::null(),
};

/// The builder behind a handle, as one of its owners: it stays when a callback frees the handle.
///
/// # Safety
/// `builder` is what the header asks for.
pub(super) unsafe fn builder_of(builder: *const wattle_module_builder) -> Result<ModuleBuilder> {
    // SAFETY: as this function asks.
    unsafe { borrow(builder, "builder") }.cloned()
}
