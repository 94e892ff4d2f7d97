//! Guidance: which entries match, what is said in which order, the errors behind it, and that documents are read whole or not
//! at all (semantics 7 and, of the recent tool errors, 8).

#[path = "guidance/errors.rs"]
mod errors;

#[path = "support/golden.rs"]
mod golden;
#[path = "guidance/json.rs"]
mod json;
#[path = "guidance/model.rs"]
mod model;
#[path = "support/schema.rs"]
mod schema;

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use wattle::{ffi, Guidance, GuidanceEntry, MatchMode};

use MatchMode::{Exact, Glob, Prefix};

pub fn entry(mode: MatchMode, tool_name: &str, text: &str) -> GuidanceEntry {
    GuidanceEntry::new(tool_name, mode, text).unwrap()
}

pub fn guidance(entries: &[GuidanceEntry]) -> Guidance {
    let guidance = Guidance::new();
    guidance.add(entries.to_vec()).unwrap();
    guidance
}

/// What is said of a tool without errors, whose estimate is checked.
fn said(guidance: &Guidance, tool_name: &str) -> String {
    let text = guidance.resolve(tool_name, &[]).unwrap();
    assert_eq!(guidance.estimate_chars(tool_name, &[]).unwrap(), text.encode_utf16().count() as u64);
    text
}

#[test]
fn rule_7_each_mode_matches_as_it_says() {
    for (mode, pattern, matching, others) in [
        (Exact, "search_*", &["search_*"][..], &["search_web", "search_", "Search_*", "search_* "][..]),
        (Exact, "", &[""], &["x", "\0"]),
        (Prefix, "search_*", &["search_", "search_web", "search_*"], &["search", "Search_web", "web_search_"]),
        (Prefix, "search_**", &["search_*", "search_*x"], &["search_", "search_web"]),
        (Prefix, "a*b", &["a*b", "a*bc"], &["ab", "axb"]),
        (Prefix, "*", &["", "x", "\u{0}"], &[]),
        (Prefix, "", &["", "x"], &[]),
        (Prefix, "s?", &["s?", "s?x"], &["sx"]),
        (Glob, "search_*", &["search_", "search_web"], &["search", "my_search_web"]),
        (Glob, "s?arch*", &["search", "s🚀arch"], &["sarch", "seearch"]),
        (Glob, "*_delete", &["_delete", "file_delete"], &["delete", "file_delete_all", "file_Delete"]),
        (Glob, "[x]", &["[x]"], &["x"]),
        (Glob, "{a,b}.c", &["{a,b}.c"], &["a.c", "{a,b}xc"]),
        (Glob, "a\\*", &["a\\", "a\\b"], &["a*", "a"]),
        (Glob, "?", &["🚀", "\u{301}", "/", "\n", "\0"], &["", "e\u{301}", "ab"]),
        (Glob, "**", &["", "a/b\n.c"], &[]),
        (Glob, "", &[""], &["x"]),
        (Glob, "a\0*", &["a\0", "a\0b"], &["a", "ab"]),
        (Glob, "ツ*", &["ツ", "ツール"], &["ッール"]),
    ] {
        let guidance = guidance(&[entry(mode, pattern, "said")]);
        matching.iter().for_each(|name| assert_eq!(said(&guidance, name), "said", "{mode:?} {pattern:?} {name:?}"));
        others.iter().for_each(|name| assert_eq!(said(&guidance, name), "", "{mode:?} {pattern:?} {name:?}"));
    }
}

#[test]
fn rule_7_every_matching_text_is_said_in_order_and_empty_ones_are_skipped() {
    let guidance = guidance(&[
        entry(Prefix, "search_*", "2"),
        entry(Exact, "search_web", ""),
        entry(Exact, "other", "no"),
        entry(Exact, "search_web", "1\r\n"),
        entry(Glob, "*", "2"),
        entry(Prefix, "search_*", "2"),
    ]);
    assert_eq!(said(&guidance, "search_web"), "2\n\n1\r\n\n\n2\n\n2");
    guidance.add(vec![entry(Glob, "*web", " later ")]).unwrap();
    assert_eq!(said(&guidance, "search_web"), "2\n\n1\r\n\n\n2\n\n2\n\n later ");
    assert_eq!((said(&guidance, "unmatched"), guidance.len()), ("2".into(), 7));
}

#[test]
fn numbers_are_the_cores() {
    use ffi::wattle_match_mode as c;
    assert_eq!(ffi::WATTLE_RECENT_TOOL_ERRORS_LIMIT, wattle::RECENT_TOOL_ERRORS_LIMIT);
    for (number, mode, name) in [(c::EXACT, Exact, "exact"), (c::PREFIX, Prefix, "prefix"), (c::GLOB, Glob, "glob")] {
        assert_eq!((number.0, mode.name()), (mode as u32, name));
    }
}

#[test]
fn without_entries_nothing_is_said() {
    let guidance = Guidance::new();
    guidance.add(Vec::new()).unwrap();
    guidance.load_json("{}").unwrap();
    assert!(guidance.is_empty());
    assert_eq!(said(&guidance, "search_web"), "");
}

/// Stars that could each take anything, against names that match nowhere and only at their end.
#[test]
fn globs_of_many_stars_end_in_time() {
    let long = "b".repeat(1 << 20);
    let started = std::time::Instant::now();
    for pattern in ["*".repeat(1 << 20) + "a", "*b".repeat(1 << 18) + "*a", "?".repeat(1 << 19) + &"*".repeat(1 << 19) + "a"] {
        let guidance = guidance(&[entry(Glob, &pattern, "said")]);
        assert_eq!(said(&guidance, &long), "");
        assert_eq!(said(&guidance, &(long.clone() + "a")), "said");
    }
    let stars = guidance(&[entry(Glob, &("a*".repeat(30) + "b"), "said")]);
    assert_eq!(said(&stars, &"a".repeat(1 << 16)), "");
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

/// Growing with the entries and no faster, added one by one or at once, with names read in between.
#[test]
fn a_hundred_thousand_entries() {
    const MANY: usize = 100_000;
    let started = std::time::Instant::now();
    let modes = [Exact, Prefix, Glob];
    let entries: Vec<_> = (0..MANY).map(|n| entry(modes[n % 3], &format!("tool_{n}"), &n.to_string())).collect();
    let (at_once, one_by_one) = (guidance(&entries), Guidance::new());
    for (n, entry) in entries.into_iter().enumerate() {
        one_by_one.add(vec![entry]).unwrap();
        if n % 5000 == 0 {
            assert_eq!(one_by_one.resolve(&format!("tool_{n}"), &[]).unwrap().rsplit('\n').next(), Some(n.to_string().as_str()));
        }
    }
    for guidance in [at_once, one_by_one] {
        assert_eq!(guidance.len(), MANY);
        // The exact one, and the prefixes of it.
        assert_eq!(said(&guidance, "tool_99999"), "99999");
        assert_eq!(said(&guidance, "tool_10000"), "1\n\n10\n\n100\n\n1000\n\n10000");
        guidance.add(vec![entry(Prefix, "*", "all")]).unwrap();
        assert!(said(&guidance, "tool_1").ends_with("all"));
    }
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

/// What is resolved is said of whole additions, and later ones never go before earlier ones.
#[test]
fn entries_are_added_in_one_step_while_others_resolve() {
    let (guidance, done) = (Guidance::new(), AtomicBool::new(false));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut longest = 0;
                while !done.load(SeqCst) {
                    let text = guidance.resolve("t", &[]).unwrap();
                    assert!(text.is_empty() || (text.starts_with("a\n\nb\n\nc") && (text.len() + 2) % 9 == 0), "{}", text.len());
                    assert!(text.len() >= longest);
                    longest = text.len();
                }
            });
        }
        for _ in 0..500 {
            guidance.add(vec![entry(Glob, "*", "a"), entry(Exact, "t", "b"), entry(Prefix, "t", "c")]).unwrap();
            std::thread::yield_now();
        }
        done.store(true, SeqCst);
    });
    assert_eq!((guidance.len(), said(&guidance, "t").len()), (1500, 500 * 9 - 2));
}
