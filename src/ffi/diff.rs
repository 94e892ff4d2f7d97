//! What differs between two bundles, or two prompts.

use super::bundle::wattle_bundle;
use super::compose::WATTLE_NOT_SET;
use super::enums::{wattle_change, wattle_origin, wattle_verdict};
use super::error::{wattle_error, EMPTY};
use super::guard::{guard, guard_value};
use super::handle::{borrow, give, mark, take, Mark, Opaque};
use super::prompt::wattle_prompt;
use super::section::no_such_index;
use super::status::wattle_status;
use super::structs::{check_fillable, fill, Prefixed};
use super::text::{check_out, wattle_str};
use crate::explain::{Diff, DiffSummary, Difference, FirstDifference, Side};

/// What differs between an earlier and a later bundle, or prompt: why a cache missed. It has the ids, not the texts. Immutable, and
/// valid after what it compared is freed. Owner: the caller, who frees it with wattle_diff_free. Threads: any, also at the same
/// time.
///
/// A section of the one is a section of the other if it has the same id and origin; of several such, the first is the first, the
/// second the second, and so on.
pub struct wattle_diff {
    _private: [u8; 0],
}

/// Where two texts part. This struct never grows.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_first_difference {
    /// The first byte, counted from the beginning of both, that is another one or that one of them does not have; WATTLE_NOT_SET
    /// if they are the same. It may stand within a character.
    pub byte: u64,
    /// The index of the section that it is in, in the earlier result: the one that has the byte, or that ends there while the later
    /// one's goes on. Where one ends there in both it is the one that follows, which only one of them has. WATTLE_NOT_SET if none.
    pub before: u64,
    /// The same in the later result.
    pub after: u64,
    /// The id of the section before, or (NULL, 0).
    pub before_id: wattle_str,
    /// The id of the section after, or (NULL, 0).
    pub after_id: wattle_str,
}

/// The figures of a comparison. Start from WATTLE_DIFF_FIGURES_INIT; the library fills what fits into struct_size. Views are owned by
/// the comparison and valid until it is freed; each has a NUL behind it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_diff_figures {
    /// Going in: sizeof(wattle_diff_figures). Coming out: how many bytes were filled; WATTLE_HAS asks.
    pub struct_size: usize,
    /// How many sections differ: what wattle_diff_at can be asked for.
    pub differences: usize,
    /// How many of them were added.
    pub added: usize,
    /// How many were removed.
    pub removed: usize,
    /// How many changed places.
    pub moved: usize,
    /// How many have another text.
    pub texts_changed: usize,
    /// How many have another verdict; 0 between bundles.
    pub verdicts_changed: usize,
    /// Where the texts part.
    pub text: wattle_first_difference,
    /// Where the stable prefixes part: up to there a provider's cache can serve both.
    pub stable_prefix: wattle_first_difference,
    /// 1 if nothing differs: no section, no byte of the texts, and not the stable prefixes; else 0.
    pub equal: u8,
    /// Zero.
    pub reserved: [u8; 7],
}

/// A section that differs. Start from WATTLE_DIFFERENCE_INIT; the library fills what fits into struct_size. Views are owned by the
/// comparison and valid until it is freed; each has a NUL behind it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_difference {
    /// Going in: sizeof(wattle_difference). Coming out: how many bytes were filled; WATTLE_HAS asks.
    pub struct_size: usize,
    /// Its id.
    pub id: wattle_str,
    /// 0 for a raw candidate.
    pub origin: wattle_origin,
    /// All that is different about it: a sum of WATTLE_CHANGE_...; never 0. Its running total and limit do not count.
    pub changes: wattle_change,
    /// Its index in the earlier result; WATTLE_NOT_SET if it was added.
    pub before: u64,
    /// Its index in the later result; WATTLE_NOT_SET if it was removed.
    pub after: u64,
    /// What became of it earlier; 0 if it was added.
    pub before_verdict: wattle_verdict,
    /// What became of it later; 0 if it was removed.
    pub after_verdict: wattle_verdict,
    /// The first byte of its own text that is another one or that one side does not have; WATTLE_NOT_SET where the texts are the
    /// same, or one side has no text of it.
    pub first_differing_byte: u64,
}

/// Compares two bundles. It takes time in proportion to the texts, and n log n in the number of sections.
///
/// `before`: the earlier one, borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `after`: the later one, borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `diff`: where the new comparison is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: only the general ones. Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_bundle_diff(
    before: *const wattle_bundle,
    after: *const wattle_bundle,
    diff: *mut *mut wattle_diff,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            check_out(diff, "diff")?;
            diff.write(give(borrow(before, "before")?.diff(borrow(after, "after")?)?)?);
            Ok(())
        })
    }
}

/// Compares two prompts. It takes time in proportion to the texts, and n log n in the number of sections.
///
/// `before`: the earlier one, borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `after`: the later one, borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `diff`: where the new comparison is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: only the general ones. Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_prompt_diff(
    before: *const wattle_prompt,
    after: *const wattle_prompt,
    diff: *mut *mut wattle_diff,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            check_out(diff, "diff")?;
            diff.write(give(borrow(before, "before")?.diff(borrow(after, "after")?)?)?);
            Ok(())
        })
    }
}

/// A comparison's figures.
///
/// `diff`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `figures`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: only the general ones. Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_diff_summary(
    diff: *const wattle_diff,
    figures: *mut wattle_diff_figures,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            let diff = borrow(diff, "diff")?;
            check_fillable(figures, "figures")?;
            fill(figures, &diff.summary().into());
            Ok(())
        })
    }
}

/// One section that differs: first those that the later result has, in its order, then the removed ones in theirs.
///
/// `diff`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `index`: from 0; at or over the number of differences is WATTLE_INVALID_ARGUMENT.
/// `difference`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure. The views in it are owned by the
/// comparison and valid until it is freed.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (the index, a size that is too small). Threads: any.
#[no_mangle]
pub unsafe extern "C" fn wattle_diff_at(
    diff: *const wattle_diff,
    index: usize,
    difference: *mut wattle_difference,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            let diff = borrow(diff, "diff")?;
            check_fillable(difference, "difference")?;
            let found = diff.difference(index).ok_or_else(|| no_such_index(index, diff.summary().differences))?;
            fill(difference, &found.into());
            Ok(())
        })
    }
}

/// A comparison as JSON of one line; docs/explain.md tells its keys. Made at the first call and kept.
///
/// `diff`: borrowed. NULL or not a comparison of this library: the empty text.
/// Returns: a view owned by the comparison, valid until it is freed; a NUL is behind it; `data` is never NULL. Empty if there
/// was no memory to make it: the JSON itself never is.
/// Errors: none. Threads: any, also at the same time.
#[no_mangle]
pub unsafe extern "C" fn wattle_diff_json(diff: *const wattle_diff) -> wattle_str {
    // SAFETY: the caller's pointer is NULL or a live handle.
    guard_value(EMPTY, || unsafe { borrow(diff, "diff") }.and_then(Diff::json).map_or(EMPTY, wattle_str::view))
}

/// Frees a comparison.
///
/// `diff`: owned by the caller, dead afterwards, as is all that was borrowed from it. NULL, or not a comparison of this library:
/// nothing happens.
/// Errors: none. Threads: any, but nobody else may be using the comparison.
#[no_mangle]
pub unsafe extern "C" fn wattle_diff_free(diff: *mut wattle_diff) {
    // SAFETY: the caller's pointer is NULL or a live handle that it gives up.
    guard_value((), || drop(unsafe { take(diff) }));
}

impl Opaque for wattle_diff {
    type Inner = Diff;
    const MARK: Mark = mark!();
    const NAME: &'static str = "wattle_diff";
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_diff_figures {
    const NAME: &'static str = "wattle_diff_figures";
}

// SAFETY: as above.
unsafe impl Prefixed for wattle_difference {
    const NAME: &'static str = "wattle_difference";
}

impl From<DiffSummary<'_>> for wattle_diff_figures {
    fn from(summary: DiffSummary<'_>) -> wattle_diff_figures {
        wattle_diff_figures {
            struct_size: size_of::<wattle_diff_figures>(),
            differences: summary.differences,
            added: summary.added,
            removed: summary.removed,
            moved: summary.moved,
            texts_changed: summary.texts_changed,
            verdicts_changed: summary.verdicts_changed,
            text: summary.text.into(),
            stable_prefix: summary.stable_prefix.into(),
            equal: summary.equal.into(),
            reserved: [0; 7],
        }
    }
}

impl From<Option<FirstDifference<'_>>> for wattle_first_difference {
    fn from(first: Option<FirstDifference<'_>>) -> wattle_first_difference {
        let (before, after) = first.as_ref().map_or((None, None), |first| (first.before.as_ref(), first.after.as_ref()));
        let id = |side: Option<&Side<'_>>| wattle_str::optional_view(side.map(|side| side.section.id));
        wattle_first_difference {
            byte: number(first.as_ref().map(|first| first.byte)),
            before: index(before),
            after: index(after),
            before_id: id(before),
            after_id: id(after),
        }
    }
}

impl From<Difference<'_>> for wattle_difference {
    fn from(difference: Difference<'_>) -> wattle_difference {
        let Difference { before, after, .. } = &difference;
        let verdict = |side: &Option<Side<'_>>| wattle_verdict(side.as_ref().map_or(0, |side| side.section.verdict as u32));
        wattle_difference {
            struct_size: size_of::<wattle_difference>(),
            id: wattle_str::view(difference.id),
            origin: wattle_origin(difference.origin.map_or(0, |origin| origin as u32)),
            changes: wattle_change(difference.changes.bits()),
            before: index(before.as_ref()),
            after: index(after.as_ref()),
            before_verdict: verdict(before),
            after_verdict: verdict(after),
            first_differing_byte: number(difference.first_differing_byte),
        }
    }
}

fn index(side: Option<&Side<'_>>) -> u64 {
    number(side.map(|side| side.index))
}

fn number(number: Option<usize>) -> u64 {
    number.map_or(WATTLE_NOT_SET, |number| number as u64)
}
