//! Which sections of two results are the same ones, and which of them changed places.

use std::collections::HashMap;

use super::Report;
use crate::error::Result;
use crate::text::{try_filled, try_push, try_vec};

/// For each section of `after`, the one of `before` that it was: of the same id and origin, the first with the first, the second
/// with the second. In time that grows with the number of sections.
pub(super) fn pair(before: &Report<'_>, after: &Report<'_>) -> Result<Vec<Option<usize>>> {
    // From each id and origin the first section not paired yet, and from each section the next one of the same.
    let mut first = HashMap::new();
    first.try_reserve(before.sections.len())?;
    let mut next = try_filled(None, before.sections.len())?;
    for index in (0..before.sections.len()).rev() {
        let Some(section) = before.section(index) else { continue };
        next[index] = first.insert((section.id, section.origin), Some(index)).flatten();
    }
    let mut pairs = try_vec(after.sections.len())?;
    for (_, section) in after.sections() {
        pairs.push(first.get_mut(&(section.id, section.origin)).and_then(|first| {
            let paired = (*first)?;
            *first = next[paired];
            Some(paired)
        }));
    }
    Ok(pairs)
}

/// For each section of `after`, whether it changed places: one of a smallest set without which the pairs stand in the same order
/// on both sides. What stays is a longest increasing subsequence, so the time is that of sorting.
pub(super) fn moved(pairs: &[Option<usize>]) -> Result<Vec<bool>> {
    // By length, the last pair of the increasing run of that length that ends lowest; and from each pair the one before it.
    let mut ends = try_vec(0)?;
    let mut previous = try_filled(None, pairs.len())?;
    for (index, before) in pairs.iter().enumerate().filter(|(_, before)| before.is_some()) {
        let shorter = ends.partition_point(|end| pairs[*end] < *before);
        previous[index] = shorter.checked_sub(1).map(|last| ends[last]);
        match ends.get_mut(shorter) {
            Some(end) => *end = index,
            None => try_push(&mut ends, index)?,
        }
    }
    let mut moved = try_vec(pairs.len())?;
    moved.extend(pairs.iter().map(Option::is_some));
    let mut stays = ends.last().copied();
    while let Some(index) = stays {
        moved[index] = false;
        stays = previous[index];
    }
    Ok(moved)
}
