//! The bundled baseline, for those who list, replace or show it.

use super::error::wattle_error;
use super::guard::guard;
use super::section::no_such_index;
use super::status::wattle_status;
use super::structs::{check_fillable, fill, Prefixed};
use super::text::wattle_str;
use crate::baseline::{self, Fragment};
use crate::error::{Error, Kind, Result};

/// A part of what the library brings.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct wattle_fragment_set(pub u32);

impl wattle_fragment_set {
    /// The base of the baseline.
    pub const BASE: wattle_fragment_set = wattle_fragment_set(1);
    /// What the baseline says of work in the background, after the base.
    pub const EXTENSION: wattle_fragment_set = wattle_fragment_set(2);
    /// Scaffolds that a host opts in to.
    pub const TEMPLATES: wattle_fragment_set = wattle_fragment_set(3);
    /// The library's own safety policies.
    pub const SAFETY: wattle_fragment_set = wattle_fragment_set(4);
}

/// A bundled text. Start from WATTLE_FRAGMENT_INIT; the library fills what fits into struct_size. Views are of static text,
/// valid for ever, each with a NUL behind it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_fragment {
    /// Going in: sizeof(wattle_fragment). Coming out: how many bytes were filled; WATTLE_HAS asks.
    pub struct_size: usize,
    /// Its id.
    pub id: wattle_str,
    /// What it says.
    pub text: wattle_str,
    /// 1 if it is there unless the options or the list of enabled policies say otherwise; 0 for templates and the policies that
    /// are off by default.
    pub is_default: u8,
    /// Zero.
    pub reserved: [u8; 7],
}

/// How many fragments a set has; 0 for an unknown set.
///
/// Errors: none. Threads: any.
#[no_mangle]
pub extern "C" fn wattle_fragment_count(set: wattle_fragment_set) -> usize {
    super::guard::guard_value(0, || fragments(set).map_or(0, |set| set.len()))
}

/// One fragment of a set, in the set's order, which is the order in which it is seeded.
///
/// `set`: required.
/// `index`: from 0; at or over the count is WATTLE_INVALID_ARGUMENT.
/// `fragment`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (the set, the index). Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_fragment_at(
    set: wattle_fragment_set,
    index: usize,
    fragment: *mut wattle_fragment,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            let set = fragments(set)?;
            check_fillable(fragment, "fragment")?;
            let (found, is_default) = set.get(index).ok_or_else(|| no_such_index(index, set.len()))?;
            let (id, text) = found.terminated();
            fill(
                fragment,
                &wattle_fragment {
                    struct_size: size_of::<wattle_fragment>(),
                    id: wattle_str::terminated(id),
                    text: wattle_str::terminated(text),
                    is_default: is_default.into(),
                    reserved: [0; 7],
                },
            );
            Ok(())
        })
    }
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_fragment {
    const NAME: &'static str = "wattle_fragment";
}

/// The fragments of a set, each with whether it is there by default.
enum Set {
    Same(&'static [Fragment], bool),
    Policies(&'static [(Fragment, bool)]),
}

impl Set {
    fn len(&self) -> usize {
        match self {
            Set::Same(fragments, _) => fragments.len(),
            Set::Policies(policies) => policies.len(),
        }
    }

    fn get(&self, index: usize) -> Option<(Fragment, bool)> {
        match self {
            Set::Same(fragments, is_default) => fragments.get(index).map(|fragment| (*fragment, *is_default)),
            Set::Policies(policies) => policies.get(index).copied(),
        }
    }
}

fn fragments(set: wattle_fragment_set) -> Result<Set> {
    match set {
        wattle_fragment_set::BASE => Ok(Set::Same(baseline::BASE, true)),
        wattle_fragment_set::EXTENSION => Ok(Set::Same(baseline::EXTENSION, true)),
        wattle_fragment_set::TEMPLATES => Ok(Set::Same(baseline::TEMPLATES, false)),
        wattle_fragment_set::SAFETY => Ok(Set::Policies(baseline::SAFETY)),
        wattle_fragment_set(other) => Err(Error::new(
            Kind::InvalidArgument,
            "set",
            format_args!("set is {other}; WATTLE_FRAGMENT_SET_BASE, _EXTENSION, _TEMPLATES and _SAFETY are allowed"),
        )),
    }
}
