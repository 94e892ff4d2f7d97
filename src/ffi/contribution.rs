//! A contribution as C fills it, and the callbacks it may carry.

use std::ffi::c_void;

use super::call::wattle_call;
use super::content::{gated, runtime_content, static_content};
use super::context::{wattle_context, wattle_scope, wattle_state};
use super::enums::{mode, optional_call_class, origin, tier, wattle_mode, wattle_origin, wattle_tier};
use super::error::{wattle_drop_fn, wattle_error, UserData};
use super::guard::guard;
use super::status::wattle_status;
use super::structs::{check_fillable, read_owner, Elements, Prefixed};
use super::text::{optional, optional_list, optional_owned, owned, required, wattle_str, wattle_str_list};
use crate::context::Scope;
use crate::contribution::{check_core_id, Content, Contribution};
use crate::error::{Error, Kind, Quoted, Result};
use crate::text::{self, Text};

/// Writes a text that depends on the context alone, through wattle_call_write. Its result is taken as a pure
/// function of the context and may be remembered.
///
/// `user_data`: as given. `call`, `context`: the library's, valid until the callback returns, never NULL.
/// Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED.
/// Threads: that of the call; from several at once if the registry is used from several.
pub type wattle_static_content_fn =
    Option<unsafe extern "C-unwind" fn(user_data: *mut c_void, call: *mut wattle_call, context: *const wattle_context) -> wattle_status>;

/// Writes a text that may depend on the turn's state, through wattle_call_write. Called at most once a resolution.
///
/// `user_data`: as given. `call`, `context`, `state`: the library's, valid until the callback returns, never NULL.
/// Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED.
/// Threads: that of the call; from several at once if the registry is used from several.
pub type wattle_runtime_content_fn = Option<
    unsafe extern "C-unwind" fn(
        user_data: *mut c_void,
        call: *mut wattle_call,
        context: *const wattle_context,
        state: *const wattle_state,
    ) -> wattle_status,
>;

/// Decides whether a gated contribution gives its text this turn. Called at most once a resolution.
///
/// `user_data`: as given. `call`, `context`, `state`: the library's, valid until the callback returns, never NULL.
/// `answer`: where to store 1 (the text) or 0 (nothing); 0 if left alone; any other value is a failure.
/// Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED.
/// Threads: that of the call; from several at once if the registry is used from several.
pub type wattle_when_fn = Option<
    unsafe extern "C-unwind" fn(
        user_data: *mut c_void,
        call: *mut wattle_call,
        context: *const wattle_context,
        state: *const wattle_state,
        answer: *mut u8,
    ) -> wattle_status,
>;

/// A typed piece of prompt (semantics 1.1). Fill it with WATTLE_CONTRIBUTION(...) in C, or from
/// WATTLE_CONTRIBUTION_INIT.
///
/// Its content is exactly one of: `text`; `static_content`; `runtime_content`; `when` together with `text`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_contribution {
    /// sizeof(wattle_contribution).
    pub struct_size: usize,
    /// Required: "<namespace>.<name>", unique within its origin (the same id in both origins is two sections), at most WATTLE_ID_MAX_BYTES, without white space and control characters.
    pub id: wattle_str,
    /// Required.
    pub mode: wattle_mode,
    /// 0, WATTLE_ORIGIN_STATIC or WATTLE_ORIGIN_RUNTIME_AWARE. 0 means runtime-aware if it has a `runtime_content`, a `when`
    /// or `requires_tools`, else static; in a plugin's lists and in emissions it means what the list says, and
    /// another one than that is WATTLE_INVALID_ARGUMENT.
    pub origin: wattle_origin,
    /// 0, or how it fares when the budget is short.
    pub tier: wattle_tier,
    /// Zero.
    pub reserved: u32,
    /// Which contexts it is for; all zero means every one.
    pub scope: wattle_scope,
    /// Optional: the text, copied. (non-NULL, 0) is a text that is empty. An empty text gives no section.
    pub text: wattle_str,
    /// Optional: a shorter text, copied, tried where the budget has no room for the full one (semantics 6.6).
    pub condensed: wattle_str,
    /// Optional, runtime-aware only: it is active only when every one of these is among the loaded tools
    /// (semantics 1.6).
    pub requires_tools: wattle_str_list,
    /// Optional: content that depends on the context.
    pub static_content: wattle_static_content_fn,
    /// Optional, runtime-aware only: content that depends on the context and the state.
    pub runtime_content: wattle_runtime_content_fn,
    /// Optional, runtime-aware only: whether `text` is given this turn.
    pub when: wattle_when_fn,
    /// Passed to the callback. Taken, with `drop`, by whatever function the struct is handed to, whatever it
    /// returns; only a struct whose size is refused is not read and stays the caller's.
    pub user_data: *mut c_void,
    /// Runs once with `user_data`: at refusal, at removal, or when the registry and the last call that
    /// can still use it are gone. May be NULL.
    pub drop: wattle_drop_fn,
}

/// Makes a contribution that replaces one of the library's own texts, or all of them at once (semantics 3.11, 3.12). An id outside
/// core.* is refused here and now, while registering would take it for a replace of somebody else's.
///
/// `id`: required: WATTLE_CORE_DIRECTIVES_ID, WATTLE_DEFAULT_SYSTEM_PROMPT_ID, ...
/// `text`: as in wattle_contribution; it is not looked at.
/// `contribution`: the caller's, started from WATTLE_CONTRIBUTION_INIT; NULL is WATTLE_NULL_ARGUMENT. Its id, mode and text are set,
/// as views of what was given; all else in it stays as it is. Not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_UNNAMESPACED_ID, WATTLE_RESERVED_NAMESPACE (safety.*), WATTLE_FOREIGN_NAMESPACE (any other that is not core.*),
/// WATTLE_INVALID_ARGUMENT (a size that is too small).
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_replace_core(
    id: wattle_str,
    text: wattle_str,
    contribution: *mut wattle_contribution,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used, and a struct of an allowed size has
    // all three fields.
    unsafe {
        guard(error, || {
            check_fillable(contribution, "contribution")?;
            check_core_id(required(id, "id")?)?;
            (&raw mut (*contribution).id).write_unaligned(id);
            (&raw mut (*contribution).mode).write_unaligned(wattle_mode::REPLACE);
            (&raw mut (*contribution).text).write_unaligned(text);
            Ok(())
        })
    }
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_contribution {
    const NAME: &'static str = "wattle_contribution";

    fn used_reserve(&self) -> Option<&'static str> {
        match (self.reserved, self.scope.reserved) {
            (0, 0) => None,
            (0, _) => Some("scope.reserved"),
            _ => Some("reserved"),
        }
    }
}

/// Reads a contribution and takes its user_data, whatever comes of it.
///
/// # Safety
/// `from` is what the header asks for.
pub(super) unsafe fn take_contribution(from: *const wattle_contribution, parameter: &str) -> Result<Contribution> {
    // SAFETY: as this function asks.
    unsafe {
        let (fields, user_data) = read_owner(from, parameter)?.take(|fields| UserData::take(fields.user_data, fields.drop))?;
        convert(&fields, user_data)
    }
}

/// Reads an array of contributions and takes the user_data of every readable element, whatever comes of it.
///
/// # Safety
/// `from` is what the header asks for.
pub(super) unsafe fn take_contributions(from: *const wattle_contribution, len: usize, parameter: &str) -> Result<Vec<Contribution>> {
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

/// Takes the user_data of all elements before anything can fail, and converts them one by one.
pub(super) fn take_all<T: Prefixed, U>(
    elements: &Elements<T>,
    parameter: &str,
    take: impl Fn(&T) -> UserData,
    convert: impl Fn(&T, UserData) -> Result<U>,
) -> Result<Vec<U>> {
    /// What is left to be dropped when a sibling is refused.
    struct Rest<'e, T: Prefixed, F: Fn(&T) -> UserData> {
        elements: &'e Elements<T>,
        next: usize,
        take: F,
    }
    impl<T: Prefixed, F: Fn(&T) -> UserData> Drop for Rest<'_, T, F> {
        fn drop(&mut self) {
            (self.next..self.elements.len()).filter_map(|i| self.elements.owner(i).ok()).for_each(|read| drop(read.take(&self.take)));
        }
    }
    let mut rest = Rest { elements, next: 0, take };
    let mut converted = text::try_vec(elements.len())?;
    while rest.next < elements.len() {
        let index = rest.next;
        rest.next += 1;
        let taken = elements.owner(index).and_then(|read| read.take(&rest.take));
        let one = taken.and_then(|(fields, user_data)| convert(&fields, user_data));
        converted.push(one.map_err(|error| error.within(parameter, index))?);
    }
    Ok(converted)
}

/// A core contribution of what C filled; what it is refused for drops the user_data, and is told with its id.
unsafe fn convert(fields: &wattle_contribution, user_data: UserData) -> Result<Contribution> {
    // SAFETY: the texts are what the header asks for.
    unsafe {
        let id = required(fields.id, "id")?;
        convert_rest(text::try_string(id)?, fields, user_data).map_err(|error| about(error, id))
    }
}

unsafe fn convert_rest(id: String, fields: &wattle_contribution, user_data: UserData) -> Result<Contribution> {
    // SAFETY: as above.
    unsafe {
        let scope = Scope {
            call_class: optional_call_class(fields.scope.call_class)?,
            family: optional_owned(fields.scope.family, "scope.family")?,
            tenant_id: optional_owned(fields.scope.tenant_id, "scope.tenant_id")?,
            runtime_role: optional_owned(fields.scope.runtime_role, "scope.runtime_role")?,
        };
        let mode = mode(fields.mode)?;
        let origin = origin(fields.origin)?;
        let tier = tier(fields.tier)?;
        let condensed = optional(fields.condensed, "condensed")?.map(Text::new).transpose()?;
        let requires_tools = optional_list(fields.requires_tools, "requires_tools")?.map(|tools| owned(&tools)).transpose()?;
        let text = optional(fields.text, "text")?.map(Text::new).transpose()?;
        let (content, attachment) = match (text, fields.static_content, fields.runtime_content, fields.when) {
            (Some(text), None, None, None) => (Content::Text(text), user_data.attachment()),
            (None, Some(write), None, None) => (Content::Static(static_content(write, user_data)), None),
            (None, None, Some(write), None) => (runtime_content(write, user_data), None),
            (Some(text), None, None, Some(when)) => (gated(when, user_data, text), None),
            _ => return Err(not_one_content(&id, "text, static_content, runtime_content, and when together with text")),
        };
        Ok(Contribution { id, mode, origin, tier, scope: scope.boxed(), content, condensed, requires_tools, attachment })
    }
}

/// Names the contribution, policy or candidate whose field is refused.
pub(super) fn about(error: Error, id: &str) -> Error {
    Error::new(error.kind(), error.subject(), format_args!("{}: {}", Quoted(id), error.message()))
}

/// Refuses a contribution or policy for its content; the message says whose.
pub(super) fn not_one_content(id: &str, allowed: &str) -> Error {
    Error::new(Kind::InvalidArgument, id, format_args!("it must have exactly one of {allowed}"))
}
