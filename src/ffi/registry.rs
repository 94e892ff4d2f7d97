//! The registry: what is said, by whom, in which order.

use super::contribution::{take_contributions, wattle_contribution};
use super::enums::{maybe, mode as core_mode, required_origin, wattle_maybe, wattle_mode, wattle_origin};
use super::error::wattle_error;
use super::guard::{guard, guard_value};
use super::handle::{borrow, give, mark, take, Mark, Opaque};
use super::status::wattle_status;
use super::structs::{read_optional, Prefixed};
use super::text::{check_out, optional, optional_list, owned, required, wattle_str, wattle_str_list};
use crate::error::Result;
use crate::registry::{check_id, Registry, RegistryOptions, View};
use crate::text;

/// A registry of contributions: one embedding of the library. Owner: the caller, who frees it with
/// wattle_registry_free. Threads: any number at once, also to change it; a call works on the registry as it was
/// when the call began.
pub struct wattle_registry {
    _private: [u8; 0],
}

/// How a registry is made. Fill it with WATTLE_REGISTRY_OPTIONS(...) in C, or from WATTLE_REGISTRY_OPTIONS_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_registry_options {
    /// sizeof(wattle_registry_options).
    pub struct_size: usize,
    /// The runtime id that globals name. Empty: only those for "*" reach this registry.
    pub runtime_id: wattle_str,
    /// Optional: the ids of the enabled safety policies. Absent: the policies' own defaults; empty: none.
    pub enabled_safety_policies: wattle_str_list,
    /// Whether it begins with the bundled baseline (semantics 3.11); 0 means yes.
    pub seed_core_defaults: wattle_maybe,
    /// Whether it begins with all bundled templates (semantics 3.12); 0 means no.
    pub seed_core_templates: wattle_maybe,
    /// Whether it begins with the library's own safety policies (semantics 4); 0 means yes.
    pub seed_safety_policies: wattle_maybe,
    /// Zero.
    pub reserved: u32,
}

/// Makes a registry that begins with what the options seed.
///
/// `options`: borrowed and copied; NULL means defaults.
/// `registry`: where the new registry is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: only the general ones.
/// Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_new(
    options: *const wattle_registry_options,
    registry: *mut *mut wattle_registry,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            check_out(registry, "registry")?;
            let options = read_optional(options, "options")?.map(|fields| core_options(&fields)).transpose()?.unwrap_or_default();
            registry.write(give(Registry::new(options)?)?);
            Ok(())
        })
    }
}

/// Frees a registry. Bundles and prompts made from it stay. Calls in flight (the callback that calls this, other
/// threads) finish on the registry as it was; the drops of what was registered run now, or after the last such
/// call. It does not wait: unregister plugins before unmapping their code.
///
/// `registry`: owned by the caller, dead afterwards. NULL, or not a registry of this library: nothing happens.
/// Errors: none. Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_free(registry: *mut wattle_registry) {
    // SAFETY: the caller's pointer is NULL or a live handle that it gives up.
    guard_value((), || drop(unsafe { take(registry) }));
}

/// Registers contributions in order, as the host's own: all of them or none (semantics 2).
///
/// `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `contributions`: an array of `n`, borrowed and copied; element 0's struct_size is the stride and all must agree.
/// NULL is WATTLE_NULL_ARGUMENT unless `n` is 0. The user_data of every readable element is taken whatever is returned.
/// `n`: how many; 0 does nothing.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (an enumeration; no content or more than one; what only runtime-aware ones may carry),
/// WATTLE_UNNAMESPACED_ID, WATTLE_RESERVED_NAMESPACE, WATTLE_DUPLICATE_CONTRIBUTION_ID.
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_register(
    registry: *mut wattle_registry,
    contributions: *const wattle_contribution,
    n: usize,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            // Held first: the drop of what is refused may free the handle.
            let registry = registry_of(registry);
            let contributions = take_contributions(contributions, n, "contributions");
            registry?.register(contributions?)
        })
    }
}

/// Removes every contribution of that origin and id that was registered directly: the slot and the replace. A
/// plugin's are not touched. When it returns WATTLE_OK, their callbacks are not running and will not run, and
/// their drops have run.
///
/// `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `origin`: WATTLE_ORIGIN_STATIC or WATTLE_ORIGIN_RUNTIME_AWARE.
/// `id`: required.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (the origin), WATTLE_UNKNOWN_CONTRIBUTION, WATTLE_RE_ENTRANCY.
/// Threads: any; waits for calls that other threads have in flight. Inside a callback: refused.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_unregister(
    registry: *mut wattle_registry,
    origin: wattle_origin,
    id: wattle_str,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe { guard(error, || registry_of(registry)?.unregister(required_origin(origin)?, required(id, "id")?)) }
}

/// A frozen snapshot: what the registry is now, as a registry of its own that nothing changes any more, whatever becomes of the
/// live one. It may be resolved, composed, fingerprinted and listed; changing it is WATTLE_FROZEN. While it can call
/// something, removing that from its own registry is WATTLE_PLUGIN_IN_USE: free the snapshot first.
///
/// `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT. Of a frozen snapshot, another handle of the same is made.
/// `snapshot`: where the new handle is stored, owned by the caller, who frees it with wattle_registry_free; NULL is
/// WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: only the general ones.
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_snapshot(
    registry: *const wattle_registry,
    snapshot: *mut *mut wattle_registry,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            check_out(snapshot, "snapshot")?;
            snapshot.write(give(registry_of(registry)?.freeze()?)?);
            Ok(())
        })
    }
}

/// Checks an id by the namespace rules (semantics 2), without a registry: whether it could be registered in that mode by the host,
/// or by a plugin of that name, duplicates aside.
///
/// `id`: required.
/// `mode`: required.
/// `plugin`: optional: absent is the host.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_UNNAMESPACED_ID, WATTLE_RESERVED_NAMESPACE, WATTLE_FOREIGN_NAMESPACE, WATTLE_INVALID_ARGUMENT (the mode).
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_check_id(
    id: wattle_str,
    mode: wattle_mode,
    plugin: wattle_str,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe { guard(error, || check_id(required(id, "id")?, core_mode(mode)?, optional(plugin, "plugin")?)) }
}

impl Opaque for wattle_registry {
    type Inner = Registry;
    const MARK: Mark = mark!();
    const NAME: &'static str = "wattle_registry";
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_registry_options {
    const NAME: &'static str = "wattle_registry_options";

    fn used_reserve(&self) -> Option<&'static str> {
        (self.reserved != 0).then_some("reserved")
    }
}

unsafe fn core_options(fields: &wattle_registry_options) -> Result<RegistryOptions> {
    // SAFETY: the texts are what the header asks for.
    let enabled = unsafe { optional_list(fields.enabled_safety_policies, "enabled_safety_policies") }?;
    Ok(RegistryOptions {
        // SAFETY: as above.
        runtime_id: text::try_string(unsafe { required(fields.runtime_id, "runtime_id") }?)?,
        enabled_safety_policies: enabled.map(|ids| owned(&ids)).transpose()?,
        seed_core_defaults: maybe(fields.seed_core_defaults, "seed_core_defaults")?.unwrap_or(true),
        seed_core_templates: maybe(fields.seed_core_templates, "seed_core_templates")?.unwrap_or(false),
        seed_safety_policies: maybe(fields.seed_safety_policies, "seed_safety_policies")?.unwrap_or(true),
    })
}

/// The registry behind a handle, as one of its owners: it stays when a callback frees the handle.
///
/// # Safety
/// `registry` is what the header asks for.
pub(super) unsafe fn registry_of(registry: *const wattle_registry) -> Result<Registry> {
    // SAFETY: as this function asks.
    unsafe { borrow(registry, "registry") }.cloned()
}

/// The registry behind a handle as it is now.
///
/// # Safety
/// As [`registry_of`].
pub(super) unsafe fn view_of(registry: *const wattle_registry) -> Result<View> {
    // SAFETY: as this function asks.
    unsafe { borrow(registry, "registry") }?.view()
}
