//! Resolving: a registry, a context and a turn's state give ordered sections.

use super::bundle::wattle_bundle;
use super::context::{wattle_context, wattle_state};
use super::error::{wattle_error, wattle_status};
use super::probes::wattle_probes;
use super::registry::wattle_registry;

use std::ffi::c_char;

/// How to resolve. Fill it with WATTLE_RESOLVE_OPTIONS(...) in C, or from WATTLE_RESOLVE_OPTIONS_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_resolve_options {
    /// sizeof(wattle_resolve_options).
    pub struct_size: usize,
    /// 1: static sections first, then the rest, safety last (semantics 3.10): the longest cacheable prefix.
    pub static_first: u8,
    /// 1: the static-only resolution: no runtime-aware contribution and no hook runs; a given state is ignored.
    pub static_only: u8,
    /// Zero.
    pub reserved: [u8; 6],
    /// Optional: observers, borrowed for the call.
    pub probes: *const wattle_probes,
}

/// Resolves a registry for a call (semantics 3): hooks and contents run, and their texts stand in order, safety last.
///
/// `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT. A callback may even free it.
/// `context`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `state`: borrowed; NULL is a root turn with nothing loaded.
/// `options`: borrowed; NULL means defaults.
/// `bundle`: where the new bundle is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_UNKNOWN_SAFETY_POLICY (an enabled one, checked before anything runs), WATTLE_CALLBACK_FAILED (a content, hook
/// or probe; with its message and payload), the first refusal of a hook's emission.
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_resolve(
    registry: *const wattle_registry,
    context: *const wattle_context,
    state: *const wattle_state,
    options: *const wattle_resolve_options,
    bundle: *mut *mut wattle_bundle,
    error: *mut *mut wattle_error,
) -> wattle_status {
    unimplemented!()
}

/// The fingerprint of a registry for a context (semantics 5): SHA-256 over the context and the sections of the
/// static-only resolution, which this runs without probes. The same in every language and on every machine.
///
/// `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `context`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `hex`: 65 bytes of the caller's: 64 lowercase hex digits and a NUL; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_UNKNOWN_SAFETY_POLICY, WATTLE_CALLBACK_FAILED.
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_fingerprint(
    registry: *const wattle_registry,
    context: *const wattle_context,
    hex: *mut c_char,
    error: *mut *mut wattle_error,
) -> wattle_status {
    unimplemented!()
}
