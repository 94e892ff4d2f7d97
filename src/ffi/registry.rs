//! The registry: what is said, by whom, in which order.

use super::contribution::take_contributions;
use super::contribution::wattle_contribution;
use super::enums::required_origin;
use super::enums::wattle_origin;
use super::error::{wattle_error, wattle_status};
use super::guard::{guard, guard_value};
use super::handle::{borrow, give, take, Mark, Opaque};
use super::structs::{read_optional, Prefixed};
use super::text::{check_out, optional_list, owned, required};
use super::text::{wattle_str, wattle_str_list};
use crate::error::Result;
use crate::registry::{Registry, RegistryOptions, View};
use crate::text;

/// A registry of contributions: one embedding of the library. Owner: the caller, who frees it with
/// wattle_registry_free. Threads: any number at once, also to change it; a call works on the registry as it was
/// when the call began.
pub struct wattle_registry {
    _private: [u8; 0],
}

/// How a registry is made. Fill it from WATTLE_REGISTRY_OPTIONS_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_registry_options {
    /// sizeof(wattle_registry_options).
    pub struct_size: usize,
    /// The runtime id that globals name. Empty: only those for "*" reach this registry.
    pub runtime_id: wattle_str,
    /// Optional: the ids of the enabled safety policies. Absent: the policies' own defaults; empty: none.
    pub enabled_safety_policies: wattle_str_list,
}

/// Makes an empty registry.
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
            let contributions = take_contributions(contributions, n, "contributions");
            registry_of(registry)?.register(contributions?)
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

impl Opaque for wattle_registry {
    type Inner = Registry;
    const MARK: Mark = Mark::of(2);
    const NAME: &'static str = "wattle_registry";
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_registry_options {
    const NAME: &'static str = "wattle_registry_options";
}

unsafe fn core_options(fields: &wattle_registry_options) -> Result<RegistryOptions> {
    // SAFETY: the texts are what the header asks for.
    unsafe {
        Ok(RegistryOptions {
            runtime_id: text::try_string(required(fields.runtime_id, "runtime_id")?)?,
            enabled_safety_policies: optional_list(fields.enabled_safety_policies, "enabled_safety_policies")?
                .map(|ids| owned(&ids))
                .transpose()?,
        })
    }
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
