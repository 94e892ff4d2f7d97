//! Global contributions: visible to several registries of the process.

use super::contribution::{take_contribution, wattle_contribution};
use super::enums::{required_origin, wattle_origin};
use super::error::wattle_error;
use super::guard::guard;
use super::status::wattle_status;
use super::text::{optional_list, required, wattle_str, wattle_str_list};
use crate::registry::{register_global, unregister_global};

/// Registers a contribution with every registry, present and to come, whose runtime id is listed, or with all
/// (semantics 2). This is the rare path: it is state that the whole process shares.
///
/// `contribution`: borrowed and copied; NULL is WATTLE_NULL_ARGUMENT. Its user_data is taken whatever is returned.
/// `target_runtimes`: the runtime ids, or "*" for all; an id that no registry has is fine; none at all is
/// WATTLE_INVALID_ARGUMENT with the contribution's id as the subject.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: those of wattle_registry_register, checked among the globals alone.
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_register_global(
    contribution: *const wattle_contribution,
    target_runtimes: wattle_str_list,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            let contribution = take_contribution(contribution, "contribution");
            let targets = optional_list(target_runtimes, "target_runtimes")?.unwrap_or_default();
            register_global(contribution?, &targets)
        })
    }
}

/// Removes every global of that origin and id. When it returns WATTLE_OK, their callbacks are not running and
/// will not run in any registry, and their drops have run.
///
/// `origin`: WATTLE_ORIGIN_STATIC or WATTLE_ORIGIN_RUNTIME_AWARE.
/// `id`: required.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (the origin), WATTLE_UNKNOWN_CONTRIBUTION, WATTLE_RE_ENTRANCY.
/// Threads: any; waits for calls that other threads have in flight. Inside a callback: refused.
#[no_mangle]
pub unsafe extern "C" fn wattle_unregister_global(origin: wattle_origin, id: wattle_str, error: *mut *mut wattle_error) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe { guard(error, || unregister_global(required_origin(origin)?, required(id, "id")?)) }
}
