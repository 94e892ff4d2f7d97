//! What differs between two prompts, or bundles: which sections, how, and from which byte on.

mod support;

#[allow(dead_code)]
#[path = "support/model.rs"]
mod model;
#[allow(dead_code)]
#[path = "support/random.rs"]
mod random;

use std::time::{Duration, Instant};

use proptest::prelude::*;
use random::{apply, context, ops, parts, Calls, Part};
use support::*;
use wattle::*;

fn prompt_of(candidates: &[Candidate<'_>]) -> Prompt {
    compose(candidates, &ComposeOptions::default()).unwrap()
}

/// A prompt of these ids and texts.
fn prompt(sections: &[(&str, &str)]) -> Prompt {
    prompt_of(&sections.iter().map(|(id, text)| candidate(id, Tier::Active, text)).collect::<Vec<_>>())
}

fn changes(difference: &Difference<'_>) -> String {
    difference.changes.iter().map(Change::name).collect::<Vec<_>>().join(" ")
}

/// The ids of what differs, each with how.
fn told(diff: &Diff) -> Vec<String> {
    diff.differences().map(|difference| format!("{}: {}", difference.id, changes(&difference))).collect()
}

/// Where texts part: the byte, and the ids on both sides.
fn parting<'a>(first: &Option<FirstDifference<'a>>) -> Option<(usize, &'a str, &'a str)> {
    let id = |side: &Option<Side<'a>>| side.as_ref().map_or("-", |side| side.section.id);
    first.as_ref().map(|first| (first.byte, id(&first.before), id(&first.after)))
}

#[test]
fn one_word_of_one_section_is_named_with_its_byte() {
    let sections = [("a", "one two"), ("b", "three four five"), ("c", "six")];
    let before = prompt(&sections);
    for (changed, own_byte) in [("three FOUR five", 6), ("three four", 10), ("three four five six", 15), ("", 0), ("\u{e9}", 0)] {
        let after = prompt(&[sections[0], ("b", changed), sections[2]]);
        for (before, after) in [(&before, &after), (&after, &before)] {
            let diff = before.diff(after).unwrap();
            let difference = diff.difference(0).unwrap();
            assert_eq!((diff.summary().differences, difference.id), (1, "b"), "{changed}");
            assert_eq!(difference.first_differing_byte, Some(own_byte), "{changed}");
            assert!(difference.changes.has(Change::Text) && !difference.changes.has(Change::Moved));
            assert_eq!(parting(&diff.summary().text), Some((9 + own_byte, "b", "b")), "{changed}");
        }
    }
    // Within a character: both begin with the byte C3.
    let diff = prompt(&[("a", "\u{e9}")]).diff(&prompt(&[("a", "\u{e8}")])).unwrap();
    assert_eq!((diff.difference(0).unwrap().first_differing_byte, parting(&diff.summary().text)), (Some(1), Some((1, "a", "a"))));
}

#[test]
fn added_and_removed_sections_are_where_the_texts_part() {
    let (a, b, c) = (("a", "A"), ("b", "B"), ("c", "C"));
    for (before, after, expected, part) in [
        (&[a][..], &[a, b][..], "b: added", (1, "-", "b")),
        (&[a, b], &[a], "b: removed", (1, "b", "-")),
        (&[a, c], &[a, b, c], "b: added", (3, "c", "b")),
        (&[b, c], &[a, b, c], "a: added", (0, "b", "a")),
        (&[], &[a], "a: added", (0, "-", "a")),
        (&[a, ("b", "")], &[a], "b: removed", (1, "b", "-")),
        (&[("b", ""), a], &[a], "b: removed", (0, "b", "a")),
    ] {
        let diff = prompt(before).diff(&prompt(after)).unwrap();
        assert_eq!(told(&diff), [expected]);
        assert_eq!(parting(&diff.summary().text), Some(part), "{expected}");
    }
    // The same bytes from other sections: the texts do not differ.
    let diff = prompt(&[a, b]).diff(&prompt(&[("a", "A\n\nB")])).unwrap();
    assert_eq!((told(&diff), parting(&diff.summary().text)), (vec!["a: text chars".to_owned(), "b: removed".to_owned()], None));
    assert!(!diff.summary().equal);
}

#[test]
fn what_moved_is_a_smallest_set() {
    let prompt_of_ids = |ids: &str| {
        let ids: Vec<_> = ids.split(' ').map(|id| (id, id)).collect();
        prompt(&ids)
    };
    for (before, after, expected) in [
        ("a b c d", "d a b c", "d: moved"),
        ("a b c d", "b c d a", "a: moved"),
        ("a b c d", "a c d x", "x: added, b: removed"),
        ("a b c d e", "a x d b c", "x: added, d: moved, e: removed"),
        ("a b", "b a", "b: moved"),
    ] {
        assert_eq!(told(&prompt_of_ids(before).diff(&prompt_of_ids(after)).unwrap()).join(", "), expected, "{before} -> {after}");
    }
}

#[test]
fn repeated_ids_are_paired_in_order_within_their_origin() {
    let diff = prompt(&[("a", "1"), ("a", "2"), ("b", "B")]).diff(&prompt(&[("a", "1"), ("b", "B"), ("a", "3"), ("a", "4")])).unwrap();
    assert_eq!(told(&diff), ["b: moved", "a: text", "a: added"]);
    let indices: Vec<_> = diff.differences().map(|d| (d.before.map(|side| side.index), d.after.map(|side| side.index))).collect();
    assert_eq!(indices, [(Some(2), Some(1)), (Some(1), Some(2)), (None, Some(3))]);

    // The same id in two origins is two sections.
    let both = registry_of(vec![append("a.b", "static"), append("a.b", "runtime").runtime()]);
    let one = registry_of(vec![append("a.b", "runtime").runtime()]);
    let diff = resolve(&both).diff(&resolve(&one)).unwrap();
    assert_eq!(told(&diff), ["a.b: removed"]);
    assert_eq!(diff.difference(0).unwrap().origin, Some(Origin::Static));
}

#[test]
fn verdicts_tiers_and_measures_are_told() {
    let candidates = [candidate("a", Tier::Core, "12345"), candidate("b", Tier::Active, "67890"), candidate("c", Tier::Active, "x")];
    let wide = compose(&candidates, &budget(100)).unwrap();
    let diff = wide.diff(&compose(&candidates, &budget(8)).unwrap()).unwrap();
    assert_eq!(told(&diff), ["b: text verdict"]);
    let b = diff.difference(0).unwrap();
    let (before, after) = (b.before.unwrap(), b.after.unwrap());
    assert_eq!((before.section.verdict, before.range, before.section.text), (Verdict::Included, Some(7..12), None));
    assert_eq!((after.section.verdict, after.range, after.section.limit), (Verdict::Dropped, None, Some(7)));
    assert_eq!(b.first_differing_byte, None, "one side has no text");
    assert_eq!((diff.summary().texts_changed, diff.summary().verdicts_changed), (1, 1));

    // A limit alone is no difference; a tier is, and so is the length of what is dropped on both sides.
    assert!(compose(&candidates, &budget(101)).unwrap().diff(&wide).unwrap().summary().equal);
    let other = [Candidate { tier: Tier::Informational, ..candidates[0] }, candidates[1], candidates[2]];
    assert_eq!(told(&prompt_of(&candidates).diff(&prompt_of(&other)).unwrap()), ["a: label"]);
    let longer = [candidates[0], candidate("b", Tier::Active, "678901"), candidates[2]];
    let narrow = |candidates| compose(candidates, &budget(8)).unwrap();
    let diff = narrow(&candidates).diff(&narrow(&longer)).unwrap();
    assert_eq!((told(&diff), parting(&diff.summary().text)), (vec!["b: chars".to_owned()], None));
}

/// Why a cache missed: which part of what it could serve is another, or not there any more.
#[test]
fn the_stable_prefixes_part_where_a_cache_misses() {
    let registry = |rules: &str| {
        registry_of(vec![
            append("host.persona", "You are careful."),
            append("host.rules", rules),
            append("host.now", "NOW").runtime(),
            append("host.tail", "Tail."),
        ])
    };
    let before = resolve(&registry("Rules."));
    let stable = |after: &Bundle| {
        let diff = before.diff(after).unwrap();
        let summary = diff.summary();
        (parting(&summary.stable_prefix).map(|(byte, was, is)| (byte, was.to_owned(), is.to_owned())), summary.equal)
    };
    let at = |byte, was: &str, is: &str| Some((byte, was.to_owned(), is.to_owned()));
    assert_eq!(stable(&resolve(&registry("Rules."))), (None, true));
    assert_eq!(stable(&resolve(&registry("Rulez."))), (at(22, "host.rules", "host.rules"), false));
    assert_eq!(stable(&resolve(&registry("Rules"))), (at(23, "host.rules", "host.rules"), false));

    // What is runtime-aware may change as it likes.
    let other = registry("Rules.");
    other.register(vec![append("host.more", "More.").runtime()]).unwrap();
    assert_eq!(stable(&resolve(&other)), (None, false));

    // A section that became runtime-aware: the same text, but the prefix ends before it.
    let other = registry("Rules.");
    other.register(vec![replace("host.tail", "Tail.").runtime()]).unwrap();
    let after = resolve(&other);
    assert_eq!(after.text(), before.text());
    assert_eq!(stable(&after), (at(24, "host.tail", "-"), false));
    let diff = before.diff(&after).unwrap();
    assert_eq!((told(&diff), parting(&diff.summary().text)), (vec!["host.tail: label".to_owned()], None));
}

/// The time is that of sorting: none of these would end if it were quadratic.
#[test]
fn a_hundred_thousand_sections() {
    const MANY: usize = 100_000;
    let ids: Vec<_> = (0..MANY).map(|i| format!("id{i}")).collect();
    let candidates: Vec<_> = ids.iter().map(|id| candidate(id, Tier::Active, "x")).collect();
    let same: Vec<_> = (0..MANY).map(|_| candidate("same", Tier::Active, "x")).collect();
    let reversed: Vec<_> = candidates.iter().rev().copied().collect();
    let [forward, reversed, same] = [&candidates, &reversed, &same].map(|candidates| prompt_of(candidates));
    let started = Instant::now();
    for (before, after, moved, added) in
        [(&forward, &forward, 0, 0), (&forward, &reversed, MANY - 1, 0), (&same, &same, 0, 0), (&forward, &same, 0, MANY)]
    {
        let diff = before.diff(after).unwrap();
        assert_eq!((diff.summary().moved, diff.summary().added), (moved, added));
        assert_eq!(diff.differences().count(), diff.summary().differences);
    }
    assert_eq!(forward.diff(&reversed).unwrap().json().unwrap().matches("\"changes\"").count(), MANY - 1);
    assert_eq!(forward.table().unwrap().lines().count(), MANY + 8);
    assert!(started.elapsed() < Duration::from_secs(60), "it took {:?}", started.elapsed());
}

/// The length of a longest increasing subsequence, by trying all.
fn longest_increasing(numbers: &[usize]) -> usize {
    let mut best = vec![1; numbers.len()];
    for i in 0..numbers.len() {
        best[i] = (0..i).filter(|j| numbers[*j] < numbers[i]).map(|j| best[j] + 1).max().unwrap_or(1);
    }
    best.into_iter().max().unwrap_or(0)
}

/// What a section is to a comparison: not where it stands, nor what it was held against.
fn seen<'a>(section: &Section<'a>) -> Section<'a> {
    Section { range: 0..0, total_before: 0, limit: None, ..section.clone() }
}

/// That a comparison explains all that differs, and nothing else.
fn explains(diff: &Diff, before: &[Section<'_>], after: &[Section<'_>]) {
    let (mut removed, mut added, mut moved) = (vec![], vec![], vec![]);
    for difference in diff.differences() {
        let (was, is) = (difference.before.as_ref().map(|side| side.index), difference.after.as_ref().map(|side| side.index));
        match (was, is) {
            (Some(was), None) => removed.push(was),
            (None, Some(is)) => added.push(is),
            _ => (),
        }
        assert_eq!(difference.changes.has(Change::Added), was.is_none());
        assert_eq!(difference.changes.has(Change::Removed), is.is_none());
        if difference.changes.has(Change::Moved) {
            moved.push(is.unwrap());
        }
        for (side, sections) in [(&difference.before, before), (&difference.after, after)] {
            let Some(side) = side else { continue };
            let section = &sections[side.index];
            assert_eq!(side.section, Section { text: None, ..section.clone() });
            assert_eq!(side.range, section.text.map(|_| section.range.clone()));
        }
    }
    // What stayed is paired by id and origin, in order; each pair differs in what is told of it, and in nothing else.
    let left: Vec<_> = (0..before.len()).filter(|index| !removed.contains(index)).collect();
    let mut pairs = vec![];
    for is in (0..after.len()).filter(|index| !added.contains(index)) {
        let key = |section: &Section<'_>| (section.id.to_owned(), section.origin);
        let nth = (0..is).filter(|index| key(&after[*index]) == key(&after[is])).count();
        let was = *left.iter().filter(|index| key(&before[**index]) == key(&after[is])).nth(nth).expect("it is paired");
        pairs.push(was);
        let told = diff.differences().find(|difference| difference.after.as_ref().is_some_and(|side| side.index == is));
        let (b, a) = (&before[was], &after[is]);
        let Some(told) = told else {
            assert_eq!(seen(b), seen(a), "a difference that is not told");
            continue;
        };
        assert_eq!(told.before.as_ref().map(|side| side.index), Some(was));
        assert_eq!(told.changes.has(Change::Text), b.text != a.text);
        assert_eq!(told.changes.has(Change::Verdict), b.verdict != a.verdict);
        assert_eq!(told.changes.has(Change::Chars), b.chars != a.chars);
        assert_eq!(told.changes.has(Change::Label), (b.plugin, b.mode, b.tier, b.is_static) != (a.plugin, a.mode, a.tier, a.is_static));
        assert!(!told.changes.is_empty(), "what does not differ is told");
        let naive = b.text.zip(a.text).and_then(|(b, a)| naive_first_difference(b, a));
        assert_eq!(told.first_differing_byte, naive);
    }
    // Nothing is left over: what was not removed is paired.
    let mut sorted = pairs.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, left);
    // Without what moved the order is the same, and fewer would not do.
    assert_eq!(moved.len(), pairs.len() - longest_increasing(&pairs));
    let kept: Vec<_> = (0..after.len()).filter(|is| !added.contains(is)).zip(&pairs).filter(|(is, _)| !moved.contains(is)).collect();
    assert!(kept.windows(2).all(|two| two[0].1 < two[1].1));

    let summary = diff.summary();
    assert_eq!((summary.added, summary.removed, summary.moved), (added.len(), removed.len(), moved.len()));
}

fn naive_first_difference(before: &str, after: &str) -> Option<usize> {
    (0..before.len().max(after.len())).find(|at| before.as_bytes().get(*at) != after.as_bytes().get(*at))
}

/// That the texts part where it is told, and in the sections that are told.
fn parts_there(first: &Option<FirstDifference<'_>>, (before, was): (&str, &[Section<'_>]), (after, is): (&str, &[Section<'_>])) {
    let naive = naive_first_difference(before, after);
    assert_eq!(first.as_ref().map(|first| first.byte), naive);
    let Some(first) = first else { return };
    for (side, sections, text) in [(&first.before, was, before), (&first.after, is, after)] {
        match side {
            Some(side) => {
                // The byte is in it, at its end, or in the separator before it.
                let range = &sections[side.index].range;
                assert!(sections[side.index].text.is_some() && range.end <= text.len());
                assert!(range.start.saturating_sub(2) <= first.byte && first.byte <= range.end, "{} is not in {range:?}", first.byte);
            }
            None => assert_eq!(first.byte, text.len(), "a section has the byte, and none is told"),
        }
    }
}

fn sections(prompt: &Prompt) -> Vec<Section<'_>> {
    prompt.sections().collect()
}

/// A prompt changed a little: parts left out, doubled, changed, moved.
fn edited(parts: &[Part], edits: &[(usize, u8, String)]) -> Vec<Part> {
    let mut parts = parts.to_vec();
    for (at, edit, text) in edits {
        if parts.is_empty() {
            break;
        }
        let at = at % parts.len();
        match edit {
            0 => drop(parts.remove(at)),
            1 => parts.insert(at, Part { content: text.clone(), ..parts[at].clone() }),
            2 => parts[at].content.clone_from(text),
            3 => {
                let part = parts.remove(at);
                parts.push(part);
            }
            _ => parts[at].tier = Tier::Core,
        }
    }
    parts
}

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_diff_explains_all_that_differs(
        before in parts(true),
        edits in prop::collection::vec((any::<usize>(), 0u8..5, random::text()), 0..5),
        limits in (prop::option::of(0u64..60), prop::option::of(0u64..60)),
    ) {
        let options = |limit: Option<u64>| limit.map_or(ComposeOptions::default(), budget);
        let compose = |parts: &[Part], limit| {
            let candidates: Vec<_> = parts.iter().map(Part::candidate).collect();
            compose(&candidates, &options(limit)).unwrap()
        };
        let after = compose(&edited(&before, &edits), limits.1);
        let before = compose(&before, limits.0);
        let diff = before.diff(&after).unwrap();
        explains(&diff, &sections(&before), &sections(&after));
        parts_there(&diff.summary().text, (before.text(), &sections(&before)), (after.text(), &sections(&after)));
        prop_assert_eq!(&diff.summary().stable_prefix, &None);
        let equal = before.diff(&before).unwrap();
        prop_assert!(equal.summary().equal && equal.differences().next().is_none());
        // The other way round it is the same, but that what was added is removed.
        let back = after.diff(&before).unwrap();
        let (there, here) = (diff.summary(), back.summary());
        prop_assert_eq!((there.added, there.removed, there.moved, there.texts_changed), (here.removed, here.added, here.moved, here.texts_changed));
    }

    #[test]
    fn a_diff_of_bundles_explains_all_that_differs(first in ops(), second in ops(), context in context()) {
        let (registry, calls) = (registry(), Calls::default());
        let mut bundles = vec![];
        for ops in [first, second] {
            for op in &ops {
                let _ = apply(&registry, op, &calls);
            }
            // A hook may emit what is refused.
            let Ok(bundle) = registry.resolve(&context, Some(&State::default()), &ResolveOptions::default()) else { return Ok(()) };
            bundles.push(bundle);
        }
        let [before, after] = &bundles[..] else { unreachable!() };
        let diff = before.diff(after).unwrap();
        let (was, is): (Vec<_>, Vec<_>) = (before.sections().collect(), after.sections().collect());
        explains(&diff, &was, &is);
        parts_there(&diff.summary().text, (before.text(), &was), (after.text(), &is));
        let stable = |bundle: &Bundle| bundle.text()[..bundle.summary().stable_prefix].to_owned();
        parts_there(&diff.summary().stable_prefix, (&stable(before), &was), (&stable(after), &is));
        let same = before.summary().stable_prefix == after.summary().stable_prefix && stable(before) == stable(after);
        prop_assert_eq!(diff.summary().stable_prefix.is_none(), same);
        prop_assert_eq!(diff.summary().equal, diff.differences().next().is_none() && before.text() == after.text() && same);
    }
}
