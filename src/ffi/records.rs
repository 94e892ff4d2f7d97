//! Lists of what is registered.

use super::enums::{any_origin, flag, wattle_content_kind, wattle_mode, wattle_origin, wattle_tier};
use super::error::wattle_error;
use super::guard::{guard, guard_getter, guard_value};
use super::handle::{borrow, give, mark, peek, take, Mark, Opaque};
use super::owned_text::{store_text, wattle_text};
use super::registry::{registry_of, wattle_registry};
use super::section::no_such_index;
use super::status::wattle_status;
use super::structs::{check_fillable, fill, Prefixed};
use super::text::{check_out, optional, wattle_str};
use crate::registry::{RecordView, Records};

/// A list of records, copied out of a registry: immutable, and valid after the registry has changed or is freed.
/// Owner: the caller, who frees it with wattle_records_free. Threads: any, also at the same time.
pub struct wattle_records {
    _private: [u8; 0],
}

/// A registered contribution or safety policy (semantics 1.5). Start from WATTLE_RECORD_INIT; the library fills what fits into
/// struct_size. Views are owned by the list and valid until it is freed; each has a NUL behind it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_record {
    /// Going in: sizeof(wattle_record). Coming out: how many bytes were filled; WATTLE_HAS asks.
    pub struct_size: usize,
    /// Its id.
    pub id: wattle_str,
    /// The plugin that registered it, or (NULL, 0) for the host.
    pub plugin: wattle_str,
    /// That plugin's version, or (NULL, 0) for the host.
    pub plugin_version: wattle_str,
    /// The text, or (NULL, 0) where the content is a function.
    pub text: wattle_str,
    /// The condensed text, or (NULL, 0).
    pub condensed: wattle_str,
    /// Where it comes from; WATTLE_ORIGIN_STATIC for a policy.
    pub origin: wattle_origin,
    /// How it combines; WATTLE_APPEND for a policy.
    pub mode: wattle_mode,
    /// The tier that holds for it, its own or by origin; WATTLE_TIER_CORE for a policy.
    pub tier: wattle_tier,
    /// What kind of content it has.
    pub content_kind: wattle_content_kind,
    /// Its rank, from 0, among the registry's contributions or among its policies; removals and replacements re-rank.
    pub registration_order: usize,
    /// Of a policy: 1 if it is enabled, else 0. Of a contribution: 1.
    pub enabled: u8,
    /// Zero.
    pub reserved: [u8; 7],
}

/// Lists the contributions of a registry, in registration order. Globals are not the registry's own and are not listed.
///
/// `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `origin`: 0 for all, or the one to list.
/// `id`: absent for all, or the one to list.
/// `records`: where the new list is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (the origin).
/// Threads: any; waits for a change under way. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_list(
    registry: *const wattle_registry,
    origin: wattle_origin,
    id: wattle_str,
    records: *mut *mut wattle_records,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            check_out(records, "records")?;
            let listed = registry_of(registry)?.list(any_origin(origin)?, optional(id, "id")?)?;
            records.write(give(listed)?);
            Ok(())
        })
    }
}

/// Lists the safety policies of a registry, in registration order (semantics 4).
///
/// `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `active_only`: 1 for the known enabled ones, 0 for all available ones.
/// `records`: where the new list is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (active_only).
/// Threads: any; waits for a change under way. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_list_safety_policies(
    registry: *const wattle_registry,
    active_only: u8,
    records: *mut *mut wattle_records,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            check_out(records, "records")?;
            let listed = registry_of(registry)?.list_safety_policies(flag(active_only, "active_only")?)?;
            records.write(give(listed)?);
            Ok(())
        })
    }
}

/// How many records a list has.
///
/// `records`: borrowed. NULL or not a list of this library: 0.
/// Errors: none. Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_records_len(records: *const wattle_records) -> usize {
    // SAFETY: the caller's pointer is NULL or a live handle.
    guard_getter(0, || unsafe { peek(records) }.map_or(0, Records::len))
}

/// One record.
///
/// `records`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `index`: from 0; at or over the length is WATTLE_INVALID_ARGUMENT.
/// `record`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure. The views in it are owned by the
/// list and valid until it is freed.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (the index, a size that is too small). Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_records_at(
    records: *const wattle_records,
    index: usize,
    record: *mut wattle_record,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            let records = borrow(records, "records")?;
            check_fillable(record, "record")?;
            let found = records.get(index).ok_or_else(|| no_such_index(index, records.len()))?;
            fill(record, &found.into());
            Ok(())
        })
    }
}

/// Frees a list of records.
///
/// `records`: owned by the caller, dead afterwards, as is all that was borrowed from it. NULL, or not a list of this library:
/// nothing happens.
/// Errors: none. Threads: any, but nobody else may be using the list.
#[no_mangle]
pub unsafe extern "C" fn wattle_records_free(records: *mut wattle_records) {
    // SAFETY: the caller's pointer is NULL or a live handle that it gives up.
    guard_value((), || drop(unsafe { take(records) }));
}

/// All that is registered, as JSON of one line, for people who look into a running service: keys runtimeId, frozen, counts,
/// plugins, contributions and safetyPolicies, those inside as in the case files, absent as null.
///
/// `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `text`: where the new text is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: only the general ones.
/// Threads: any; waits for a change under way. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_json(
    registry: *const wattle_registry,
    text: *mut *mut wattle_text,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe { guard(error, || store_text(text, || registry_of(registry)?.to_json())) }
}

impl Opaque for wattle_records {
    type Inner = Records;
    const MARK: Mark = mark!();
    const NAME: &'static str = "wattle_records";
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_record {
    const NAME: &'static str = "wattle_record";
}

impl From<RecordView<'_>> for wattle_record {
    fn from(view: RecordView<'_>) -> wattle_record {
        wattle_record {
            struct_size: size_of::<wattle_record>(),
            id: wattle_str::view(view.id),
            plugin: wattle_str::optional_view(view.plugin),
            plugin_version: wattle_str::optional_view(view.plugin_version),
            text: wattle_str::optional_view(view.text),
            condensed: wattle_str::optional_view(view.condensed),
            origin: wattle_origin(view.origin as u32),
            mode: wattle_mode(view.mode as u32),
            tier: wattle_tier(view.tier as u32),
            content_kind: wattle_content_kind(view.content as u32),
            registration_order: view.registration_order,
            enabled: view.enabled.into(),
            reserved: [0; 7],
        }
    }
}
