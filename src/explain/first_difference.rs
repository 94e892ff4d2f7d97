//! Where two texts part, and in which sections.

use super::Report;

/// Where two texts part.
#[derive(Clone, Copy)]
pub(super) struct Parting {
    /// The first byte, counted from the beginning of both, that is another one or that one of them does not have.
    pub(super) byte: usize,
    /// The index of the section that it is in, on each side: the one that has the byte, or that ends there while the other side's
    /// goes on. Where one ends there on both sides it is the one that follows, which only one side has.
    pub(super) before: Option<usize>,
    pub(super) after: Option<usize>,
}

/// The first so many bytes of a result's text, which are whole sections.
#[derive(Clone, Copy)]
pub(super) struct Head<'a> {
    pub(super) report: &'a Report<'a>,
    pub(super) len: usize,
}

/// Where two texts part, if they do.
pub(super) fn part(before: Head<'_>, after: Head<'_>) -> Option<Parting> {
    let byte = first_differing_byte(before.bytes(), after.bytes())?;
    let mut found = [before.reaching(byte, 0), after.reaching(byte, 0)];
    if let [Some(one), Some(other)] = found {
        if one.end == byte && other.end == byte {
            found = [before.reaching(byte, one.index + 1), after.reaching(byte, other.index + 1)];
        }
    }
    let [before, after] = found.map(|found| found.map(|found| found.index));
    Some(Parting { byte, before, after })
}

/// A section, and where its text ends.
#[derive(Clone, Copy)]
struct Ending {
    index: usize,
    end: usize,
}

impl Head<'_> {
    fn bytes(&self) -> &[u8] {
        &self.report.text.as_bytes()[..self.len]
    }

    /// The first section from an index on that ends at the byte or behind it, if it is one of these.
    fn reaching(&self, byte: usize, from: usize) -> Option<Ending> {
        let sections = self.report.sections;
        let mut endings = (from..sections.len()).filter_map(|index| Some(Ending { index, end: sections.range(index)?.end }));
        endings.find(|ending| ending.end >= byte).filter(|ending| ending.end <= self.len)
    }
}

/// None if they are the same.
pub(super) fn first_differing_byte(before: &[u8], after: &[u8]) -> Option<usize> {
    // Whole blocks are compared at the speed of memory, and only the first that differs byte by byte.
    const BLOCK: usize = 4096;
    let blocks = before.chunks(BLOCK).zip(after.chunks(BLOCK));
    let same = BLOCK * blocks.take_while(|(before, after)| before == after).count();
    let rest = before.iter().zip(after).skip(same);
    let byte = same + rest.take_while(|(before, after)| before == after).count();
    (byte < before.len().max(after.len())).then_some(byte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_first_differing_byte_is_the_first(same in 0usize..10_000, before in "[ab]{0,3}", after in "[ab]{0,3}") {
            let (before, after) = ("x".repeat(same) + &before, "x".repeat(same) + &after);
            let naive = (0..before.len().max(after.len())).find(|at| before.as_bytes().get(*at) != after.as_bytes().get(*at));
            prop_assert_eq!(first_differing_byte(before.as_bytes(), after.as_bytes()), naive);
        }
    }
}
