//! The bridge to the composer: a builder's modules as candidates.

use super::agent_context::agent_context;
use super::agent_context::wattle_agent_context;
use super::compose::wattle_candidate;
use super::enums::wattle_tier;
use super::error::wattle_error;
use super::guard::{guard, guard_getter, guard_value};
use super::handle::{borrow, give, mark, peek, take, Mark, Opaque};
use super::module_builder::builder_of;
use super::module_builder::wattle_module_builder;
use super::section::no_such_index;
use super::status::wattle_status;
use super::structs::{check_fillable, fill};
use super::text::check_out;
use super::text::wattle_str;
use crate::compose::Candidate;
use crate::modules::Renderings;

/// What the modules of a builder rendered, as candidates for wattle_compose. Immutable, and valid after its builder is freed.
/// Owner: the caller, who frees it with wattle_renderings_free. Threads: any, also at the same time.
pub struct wattle_renderings {
    _private: [u8; 0],
}

/// Renders the modules of a builder, in full and, if they are optional, minimally, without a budget: to be composed by the rules
/// of wattle_compose, alone or among other candidates.
///
/// `builder`: borrowed; NULL is WATTLE_NULL_ARGUMENT. A callback may even free it.
/// `context`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `renderings`: where the new renderings are stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: those of wattle_module_builder_build that modules and the context cause.
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_module_builder_render(
    builder: *const wattle_module_builder,
    context: *const wattle_agent_context,
    renderings: *mut *mut wattle_renderings,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            check_out(renderings, "renderings")?;
            let held = agent_context(context)?;
            let rendered = builder_of(builder)?.render(&held.context())?;
            renderings.write(give(rendered)?);
            Ok(())
        })
    }
}

/// How many candidates there are: one for each included module whose full rendering has a line.
///
/// `renderings`: borrowed. NULL or not renderings of this library: 0.
/// Errors: none. Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_renderings_len(renderings: *const wattle_renderings) -> usize {
    // SAFETY: the caller's pointer is NULL or a live handle.
    guard_getter(0, || unsafe { peek(renderings) }.map_or(0, Renderings::len))
}

/// One candidate: of tier core for a required module, active for an optional one, with the minimal rendering as its condensed
/// text; `has_chars` is 0.
///
/// `renderings`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `index`: from 0, by priority; at or over the length is WATTLE_INVALID_ARGUMENT.
/// `candidate`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure. The views in it are owned by the
/// renderings and valid until they are freed. In an array, set struct_size to sizeof(wattle_candidate) again before it is handed on,
/// as an older library has written its own.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (the index, a size that is too small). Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_renderings_at(
    renderings: *const wattle_renderings,
    index: usize,
    candidate: *mut wattle_candidate,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            let renderings = borrow(renderings, "renderings")?;
            check_fillable(candidate, "candidate")?;
            let found = renderings.get(index).ok_or_else(|| no_such_index(index, renderings.len()))?;
            fill(candidate, &found.into());
            Ok(())
        })
    }
}

/// Frees renderings.
///
/// `renderings`: owned by the caller, dead afterwards, as is all that was borrowed from them. NULL, or not renderings of this
/// library: nothing happens.
/// Errors: none. Threads: any, but nobody else may be using them.
#[no_mangle]
pub unsafe extern "C" fn wattle_renderings_free(renderings: *mut wattle_renderings) {
    // SAFETY: the caller's pointer is NULL or a live handle that it gives up.
    guard_value((), || drop(unsafe { take(renderings) }));
}

impl Opaque for wattle_renderings {
    type Inner = Renderings;
    const MARK: Mark = mark!();
    const NAME: &'static str = "wattle_renderings";
}

impl From<Candidate<'_>> for wattle_candidate {
    fn from(candidate: Candidate<'_>) -> wattle_candidate {
        wattle_candidate {
            struct_size: size_of::<wattle_candidate>(),
            id: wattle_str::view(candidate.id),
            content: wattle_str::view(candidate.content),
            condensed: wattle_str::optional_view(candidate.condensed),
            tier: wattle_tier(candidate.tier as u32),
            has_chars: candidate.chars.is_some().into(),
            reserved: [0; 3],
            chars: candidate.chars.unwrap_or(0),
        }
    }
}
