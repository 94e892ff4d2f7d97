//! Safety policies: texts that always come last and that nothing can move, replace or drop.

use std::ffi::c_void;

use super::content::static_content;
use super::contribution::{about, not_one_content, take_all, wattle_static_content_fn};
use super::enums::flag;
use super::error::{wattle_drop_fn, wattle_error, UserData};
use super::guard::guard;
use super::registry::{registry_of, wattle_registry};
use super::status::wattle_status;
use super::structs::{read_owner, Elements, Prefixed};
use super::text::{optional, optional_list, owned, required, wattle_str, wattle_str_list};
use crate::contribution::{PolicyContent, SafetyPolicy};
use crate::error::Result;
use crate::text::{self, Text};

/// A safety policy (semantics 4). Fill it with WATTLE_SAFETY_POLICY(...) in C, or from WATTLE_SAFETY_POLICY_INIT.
/// Its content is exactly one of `text` and `static_content`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_safety_policy {
    /// sizeof(wattle_safety_policy).
    pub struct_size: usize,
    /// Required: "safety.<name>", at most WATTLE_ID_MAX_BYTES.
    pub id: wattle_str,
    /// Optional: the text, copied. (non-NULL, 0) is a text that is empty.
    pub text: wattle_str,
    /// Optional: content that depends on the context.
    pub static_content: wattle_static_content_fn,
    /// 1 if it is enabled where the registry has no list of enabled policies, else 0.
    pub enabled_by_default: u8,
    /// Zero.
    pub reserved: [u8; 7],
    /// Passed to `static_content`. Taken, with `drop`, whatever is returned, unless the struct's size is refused.
    pub user_data: *mut c_void,
    /// Runs once with `user_data`: at refusal, at removal, or when the registry and the last call that
    /// can still use it are gone. May be NULL.
    pub drop: wattle_drop_fn,
}

/// Registers a safety policy. Enabled ones resolve last, in the order of registration.
///
/// `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `policy`: borrowed and copied; NULL is WATTLE_NULL_ARGUMENT. Its user_data is taken whatever is returned.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_UNNAMESPACED_ID, WATTLE_FOREIGN_NAMESPACE (not safety.*), WATTLE_DUPLICATE_CONTRIBUTION_ID (a known
/// policy's id), WATTLE_INVALID_ARGUMENT (no content, or two).
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_register_safety_policy(
    registry: *mut wattle_registry,
    policy: *const wattle_safety_policy,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            // Held first: the drop of what is refused may free the handle.
            let registry = registry_of(registry);
            let policy = take_policy(policy);
            registry?.register_safety_policy(policy?)
        })
    }
}

/// Removes a safety policy that was registered directly; a plugin's goes with its plugin. If it is on the list
/// of enabled ones, resolving fails until it is registered again or off the list. When it returns WATTLE_OK, its
/// callback is not running and will not run, and its drop has run.
///
/// `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `id`: required.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_UNKNOWN_SAFETY_POLICY, WATTLE_RE_ENTRANCY.
/// Threads: any; waits for calls that other threads have in flight. Inside a callback: refused.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_unregister_safety_policy(
    registry: *mut wattle_registry,
    id: wattle_str,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe { guard(error, || registry_of(registry)?.unregister_safety_policy(required(id, "id")?)) }
}

/// Sets which safety policies are enabled. An id may be registered later, but resolving while one is unknown
/// fails: a misspelt policy is never a silent gap.
///
/// `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `ids`: copied. (NULL, 0) goes back to the policies' own defaults; (non-NULL, 0) enables none. Order and
/// repeats do not matter.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: only the general ones.
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_set_enabled_safety_policies(
    registry: *mut wattle_registry,
    ids: wattle_str_list,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            let ids = optional_list(ids, "ids")?.map(|ids| owned(&ids)).transpose()?;
            registry_of(registry)?.set_enabled_safety_policies(ids)
        })
    }
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_safety_policy {
    const NAME: &'static str = "wattle_safety_policy";

    fn used_reserve(&self) -> Option<&'static str> {
        (self.reserved != [0; 7]).then_some("reserved")
    }
}

/// Reads a policy and takes its user_data, whatever comes of it.
unsafe fn take_policy(from: *const wattle_safety_policy) -> Result<SafetyPolicy> {
    // SAFETY: `from` is what the header asks for.
    unsafe {
        let (fields, user_data) = read_owner(from, "policy")?.take(|fields| UserData::take(fields.user_data, fields.drop))?;
        convert(&fields, user_data)
    }
}

/// Reads an array of policies and takes the user_data of every readable element, whatever comes of it.
///
/// # Safety
/// `from` is what the header asks for.
pub(super) unsafe fn take_policies(from: *const wattle_safety_policy, len: usize, parameter: &str) -> Result<Vec<SafetyPolicy>> {
    // SAFETY: as this function asks.
    let elements = unsafe { Elements::new(from, len, parameter) }?;
    // SAFETY: as this function asks.
    take_all(
        &elements,
        parameter,
        |fields| UserData::take(fields.user_data, fields.drop),
        |fields, user_data| unsafe { convert(fields, user_data) },
    )
}

unsafe fn convert(fields: &wattle_safety_policy, user_data: UserData) -> Result<SafetyPolicy> {
    // SAFETY: the texts are what the header asks for.
    unsafe {
        let id = required(fields.id, "id")?;
        convert_rest(text::try_string(id)?, fields, user_data).map_err(|error| about(error, id))
    }
}

unsafe fn convert_rest(id: String, fields: &wattle_safety_policy, user_data: UserData) -> Result<SafetyPolicy> {
    // SAFETY: as above.
    unsafe {
        let text = optional(fields.text, "text")?.map(Text::new).transpose()?;
        let enabled_by_default = flag(fields.enabled_by_default, "enabled_by_default")?;
        let (content, attachment) = match (text, fields.static_content) {
            (Some(text), None) => (PolicyContent::Text(text), user_data.attachment()),
            (None, Some(write)) => (PolicyContent::Static(static_content(write, user_data)), None),
            _ => return Err(not_one_content(&id, "text and static_content")),
        };
        Ok(SafetyPolicy { id, content, enabled_by_default, attachment })
    }
}
