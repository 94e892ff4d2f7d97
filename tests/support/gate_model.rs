//! A second, naive reading of the budget's rules, written from the numbered paragraphs alone.

use wattle::{Tier, Verdict};

/// A candidate as the gate sees it.
pub struct Weight {
    pub tier: Tier,
    pub chars: u64,
    pub condensed: Option<u64>,
}

/// What became of a candidate: the verdict, its chars, the total before it, its limit.
pub type Fate = (Verdict, u64, u64, Option<u64>);

/// Semantics 6.2 to 6.6: the fates, and the total. In strict mode a separator costs something.
pub fn gate(candidates: &[Weight], budget: Option<u64>, fraction: f64, strict: Option<u64>) -> (Vec<Fate>, u64) {
    let cores: Vec<u64> = candidates.iter().filter(|candidate| candidate.tier == Tier::Core).map(|candidate| candidate.chars).collect();
    let separators = if cores.len() > 1 { strict.unwrap_or(0) * (cores.len() as u64 - 1) } else { 0 };
    let base = cores.iter().sum::<u64>() + separators;
    let ceiling = budget.map(|budget| (i128::from(base) + ((budget as f64 - base as f64) * fraction).floor() as i128) as u64);
    let mut total = if strict.is_some() { base } else { 0 };
    let mut fates: Vec<Fate> = Vec::new();
    for candidate in candidates {
        let limit = match candidate.tier {
            Tier::Core => None,
            Tier::Active => ceiling,
            Tier::Informational => budget,
        };
        if candidate.tier == Tier::Core {
            fates.push((Verdict::Included, candidate.chars, total, None));
            total += if strict.is_some() { 0 } else { candidate.chars };
            continue;
        }
        let is_first = cores.is_empty() && fates.iter().all(|fate| fate.0 == Verdict::Dropped);
        let cost = |chars: u64| chars + if is_first { 0 } else { strict.unwrap_or(0) };
        let fits = |chars: u64| limit.is_none_or(|limit| total + cost(chars) <= limit);
        let (verdict, chars, paid) = match candidate.condensed {
            _ if fits(candidate.chars) => (Verdict::Included, candidate.chars, cost(candidate.chars)),
            Some(condensed) if fits(condensed) => (Verdict::Condensed, condensed, cost(condensed)),
            _ => (Verdict::Dropped, candidate.chars, 0),
        };
        fates.push((verdict, chars, total, limit));
        total += paid;
    }
    (fates, total)
}
