//! Resolving: a registry, a context and a turn's state give ordered sections.

use super::bundle::wattle_bundle;
use super::context::{context as read_context, state as read_state, wattle_context, wattle_state};
use super::error::wattle_error;
use super::owned_text::{store_text, wattle_text};
use super::probes::{of_resolving, probes as read_probes, wattle_probes};
use super::registry::{view_of, wattle_registry};
use super::status::wattle_status;

use super::enums::flag;
use super::guard::guard;
use super::handle::give;
use super::structs::{read_optional, Prefixed};
use super::text::check_out;
use crate::resolve::{bundle_of, fingerprint_json_of, fingerprint_of, ResolveOptions};
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
/// or probe; with its message and payload), WATTLE_LIMIT_EXCEEDED (a content's text; subject its id), the first refusal of a
/// hook's emission.
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
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            check_out(bundle, "bundle")?;
            let context = read_context(context)?;
            let options = read_optional(options, "options")?.unwrap_or(DEFAULTS);
            let static_only = flag(options.static_only, "static_only")?;
            let static_first = flag(options.static_first, "static_first")?;
            let held = (!static_only).then(|| read_state(state)).transpose()?;
            let state = held.as_ref().map(|held| held.state());
            let probes = read_probes(options.probes)?;
            let options = ResolveOptions { static_first, probes: of_resolving(probes.as_ref()) };
            let resolved = bundle_of(&view_of(registry)?, &context, state.as_ref(), &options)?;
            bundle.write(give(resolved)?);
            Ok(())
        })
    }
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
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            check_out(hex, "hex")?;
            let digits = fingerprint_of(&view_of(registry)?, &read_context(context)?)?;
            std::ptr::copy_nonoverlapping(digits.as_ptr().cast(), hex, digits.len());
            hex.add(digits.len()).write(0);
            Ok(())
        })
    }
}

/// The fingerprint with what it was made of, as JSON of one line, for logs and never as a key (semantics 5.4): keys fingerprint,
/// context, state (as given; null without one), and sections (id, chars and sha256 of each static section).
///
/// `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `context`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `state`: borrowed, shown and not used; NULL is shown as null.
/// `text`: where the new text is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_UNKNOWN_SAFETY_POLICY, WATTLE_CALLBACK_FAILED, WATTLE_INVALID_ARGUMENT (subject "pluginMetadata": it is not a JSON
/// object, or over WATTLE_JSON_MAX_BYTES).
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_fingerprint_json(
    registry: *const wattle_registry,
    context: *const wattle_context,
    state: *const wattle_state,
    text: *mut *mut wattle_text,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            store_text(text, || {
                let context = read_context(context)?;
                let held = (!state.is_null()).then(|| read_state(state)).transpose()?;
                let state = held.as_ref().map(|held| held.state());
                fingerprint_json_of(&view_of(registry)?, &context, state.as_ref())
            })
        })
    }
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_resolve_options {
    const NAME: &'static str = "wattle_resolve_options";

    fn used_reserve(&self) -> Option<&'static str> {
        (self.reserved != [0; 6]).then_some("reserved")
    }
}

const DEFAULTS: wattle_resolve_options = wattle_resolve_options {
    struct_size: size_of::<wattle_resolve_options>(),
    static_first: 0,
    static_only: 0,
    reserved: [0; 6],
    probes: std::ptr::null(),
};
