//! Semantics 6.1 to 6.7: the budget, the gate in both modes, condensing, and what a prompt reports.

mod support;

use std::cell::Cell;

use support::*;
use wattle::*;

use Tier::{Active, Core, Informational};

fn options<'a>(fraction: f64, chars: u64, strict: bool) -> ComposeOptions<'a> {
    ComposeOptions { active_budget_fraction: fraction, strict, ..budget(chars) }
}

#[test]
fn rule_6_1_the_budget_is_given_or_resolved_or_unlimited() {
    let calls = Cell::new(0);
    let resolver = |depth: u32, role: Option<&str>| {
        calls.set(calls.get() + 1);
        Ok(Budget::Chars(u64::from(depth) * 10 + role.map_or(0, |role| role.len() as u64)))
    };
    let base = ComposeOptions { resolve_budget: Some(&resolver), depth: 3, runtime_role: Some("four"), ..ComposeOptions::default() };
    let effective = |options: &ComposeOptions<'_>| compose(&[], options).unwrap().summary().effective_budget;
    assert_eq!(effective(&base), Some(34));
    assert_eq!(effective(&ComposeOptions { runtime_role: None, depth: 0, ..base }), Some(0));
    assert_eq!(calls.get(), 2);
    // A given budget wins, an explicit unlimited too, and the resolver does not run.
    assert_eq!(effective(&ComposeOptions { total_budget: Some(Budget::Chars(0)), ..base }), Some(0));
    assert_eq!(effective(&ComposeOptions { total_budget: Some(Budget::Unlimited), ..base }), None);
    assert_eq!(calls.get(), 2);
    let unlimited = |_: u32, _: Option<&str>| Ok(Budget::Unlimited);
    assert_eq!(effective(&ComposeOptions { resolve_budget: Some(&unlimited), ..base }), None);
    assert_eq!(effective(&ComposeOptions::default()), None);
}

#[test]
fn rule_6_1_a_failing_resolver_is_callback_failed() {
    let resolver = |_: u32, _: Option<&str>| failure("no");
    let options = ComposeOptions { resolve_budget: Some(&resolver), ..ComposeOptions::default() };
    assert_eq!(refused(compose(&[], &options)), refusal(Kind::CallbackFailed, "resolveBudget"));
}

#[test]
fn rule_6_1_report_6_limits_are_2_to_the_53() {
    assert_eq!(CHARS_MAX, 9_007_199_254_740_991);
    let most = compose(&[measured("a", Informational, CHARS_MAX)], &budget(CHARS_MAX)).unwrap();
    assert_eq!((most.text(), most.summary().total_chars, most.summary().over_budget), ("x", CHARS_MAX, false));
    for over in [CHARS_MAX + 1, u64::MAX - 2, u64::MAX] {
        assert_eq!(refused(compose(&[], &budget(over))), refusal(Kind::InvalidArgument, "totalBudget"));
        let resolver = move |_: u32, _: Option<&str>| Ok(Budget::Chars(over));
        let options = ComposeOptions { resolve_budget: Some(&resolver), ..ComposeOptions::default() };
        assert_eq!(refused(compose(&[], &options)), refusal(Kind::InvalidArgument, "resolveBudget"));
        assert_eq!(refused(compose(&[measured("a", Core, over)], &budget(1))), refusal(Kind::InvalidArgument, "a"));
    }
}

#[test]
fn rule_6_1_the_sum_of_all_candidates_is_limited_too() {
    let two = |last| [measured("a", Core, CHARS_MAX - 10), measured("b", Informational, last)];
    assert!(compose(&two(10), &budget(0)).is_ok());
    assert_eq!(refused(compose(&two(11), &budget(0))), refusal(Kind::InvalidArgument, "b"));
    // In strict mode each candidate counts two more.
    assert!(compose(&two(6), &strict(0)).is_ok());
    assert_eq!(refused(compose(&two(7), &strict(0))), refusal(Kind::InvalidArgument, "b"));
    assert!(compose(&[measured("a", Core, CHARS_MAX - 2)], &strict(0)).is_ok());
    assert_eq!(refused(compose(&[measured("a", Core, CHARS_MAX - 1)], &strict(0))), refusal(Kind::InvalidArgument, "a"));
    let many = vec![measured("a", Active, u64::MAX); 40];
    assert_eq!(refused(compose(&many, &strict(CHARS_MAX))), refusal(Kind::InvalidArgument, "a"));
}

#[test]
fn rule_6_1_fraction_then_budget_then_candidates() {
    let ran = Cell::new(false);
    let resolver = |_: u32, _: Option<&str>| {
        ran.set(true);
        Ok(Budget::Chars(u64::MAX))
    };
    let bad = [measured("a", Core, u64::MAX)];
    let all = ComposeOptions { active_budget_fraction: 2.0, resolve_budget: Some(&resolver), ..ComposeOptions::default() };
    assert_eq!(refused(compose(&bad, &all)), refusal(Kind::InvalidArgument, "activeBudgetFraction"));
    assert!(!ran.get());
    assert_eq!(refused(compose(&bad, &ComposeOptions { active_budget_fraction: 1.0, ..all })).1, "resolveBudget");
    assert_eq!(refused(compose(&bad, &ComposeOptions::default())).1, "a");
}

#[test]
fn rule_6_2_the_fraction_is_from_0_to_1() {
    assert_eq!(DEFAULT_ACTIVE_BUDGET_FRACTION, 0.95);
    for fraction in [-0.1, 1.000_000_1, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -f64::MIN_POSITIVE] {
        assert_eq!(refused(compose(&[], &options(fraction, 1, false))), refusal(Kind::InvalidArgument, "activeBudgetFraction"));
        // Even where no budget would use it.
        let unlimited = ComposeOptions { active_budget_fraction: fraction, ..ComposeOptions::default() };
        assert_eq!(refused(compose(&[], &unlimited)).0, Kind::InvalidArgument);
    }
    for fraction in [0.0, -0.0, 1.0] {
        assert!(compose(&[], &options(fraction, 1, false)).is_ok());
    }
}

#[test]
fn rule_6_2_the_ceiling_is_in_double_and_floored_toward_minus_infinity() {
    let limit = |core, chars, fraction| {
        let prompt = compose(&[measured("c", Core, core), measured("a", Active, 0)], &options(fraction, chars, false)).unwrap();
        let limit = prompt.section(1).unwrap().limit.unwrap();
        limit
    };
    assert_eq!(limit(40, 100, 0.95), 97);
    assert_eq!(limit(0, 100, 0.29), 28); // 100 × 0.29 is 28.999999999999996
    assert_eq!(limit(10, 0, 0.25), 7); // 10 + floor(-2.5)
    assert_eq!(limit(10, 9, 0.95), 9); // 10 + floor(-0.95)
    assert_eq!(limit(5, 0, 1.0), 0);
    assert_eq!(limit(5, 0, 0.0), 5);
    assert_eq!(limit(0, CHARS_MAX, 1.0), CHARS_MAX);
    assert_eq!(limit(CHARS_MAX, 0, 0.5), CHARS_MAX / 2);
}

#[test]
fn rule_6_3_core_always_active_to_the_ceiling_informational_to_the_budget() {
    let run = |tier, chars| compose(&[measured("c", Core, 40), measured("x", tier, chars)], &budget(100)).unwrap().summary().included;
    assert_eq!((run(Active, 57), run(Active, 58)), (2, 1));
    assert_eq!((run(Informational, 60), run(Informational, 61)), (2, 1));
    assert_eq!(run(Core, 1000), 2);
    let unlimited = compose(&[measured("a", Active, CHARS_MAX)], &ComposeOptions::default()).unwrap();
    assert_eq!((unlimited.summary().included, unlimited.section(0).unwrap().limit), (1, None));
}

#[test]
fn rule_6_3_report_8_9_core_wins_whatever_its_position_and_one_oversized_section_alone_is_dropped() {
    let parts =
        [measured("big", Active, 1000), measured("small", Active, 5), measured("core", Core, 80), measured("info", Informational, 10)];
    for rotation in 0..4 {
        let mut parts = parts;
        parts.rotate_left(rotation);
        let prompt = compose(&parts, &strict(100)).unwrap();
        assert_eq!(dropped(&prompt), ["big"], "{rotation}");
    }
    assert_eq!(dropped(&compose(&parts, &budget(100)).unwrap()), ["big"]);
}

#[test]
fn rule_6_4_source_mode_joins_without_counting_separators() {
    let parts = [candidate("a", Core, "aa"), candidate("b", Core, ""), candidate("c", Active, "cc"), candidate("d", Informational, "")];
    let prompt = compose(&parts, &budget(4)).unwrap();
    // The ceiling is 2 + floor(2 × 0.95) = 3.
    assert_eq!((prompt.text(), dropped(&prompt)), ("aa\n\n\n\n", vec!["c"]));
    assert_eq!(prompt.summary().total_chars, 2);
    let prompt = compose(&parts, &ComposeOptions::default()).unwrap();
    assert_eq!((prompt.text(), prompt.summary().total_chars), ("aa\n\n\n\ncc\n\n", 4));
}

#[test]
fn rule_6_4_source_mode_tests_an_active_one_before_core_weighs() {
    let parts = [measured("a", Active, 95), measured("c", Core, 90)];
    let prompt = compose(&parts, &budget(100)).unwrap();
    // The ceiling is 90 + floor(9.5) = 99, and nothing weighs yet.
    assert_eq!((included(&prompt), prompt.summary().total_chars, prompt.summary().over_budget), (vec!["a", "c"], 185, true));
    let prompt = compose(&parts, &strict(100)).unwrap();
    assert_eq!((included(&prompt), prompt.summary().total_chars), (vec!["c"], 90));
}

#[test]
fn rule_6_5_report_3_strict_mode_promises_the_length_of_the_text() {
    let parts =
        [candidate("i", Informational, "iiii"), candidate("a", Core, "aaa"), candidate("b", Core, "bbb"), candidate("c", Active, "cc")];
    let run = |chars| {
        let prompt = compose(&parts, &options(1.0, chars, true)).unwrap();
        assert_eq!(prompt.summary().total_chars, units(prompt.text()));
        let ids: Vec<_> = included(&prompt).into_iter().map(str::to_owned).collect();
        (ids.concat(), prompt.summary().total_chars)
    };
    assert_eq!(run(18), ("iabc".into(), 18));
    assert_eq!(run(17), ("iab".into(), 14));
    assert_eq!(run(13), ("abc".into(), 12));
    assert_eq!(run(11), ("ab".into(), 8));
    assert_eq!(run(0), ("ab".into(), 8));
}

#[test]
fn rule_6_5_the_first_section_without_core_costs_no_separator() {
    let parts = [candidate("a", Informational, "aaaa"), candidate("b", Informational, "b"), candidate("c", Informational, "")];
    let run = |chars| compose(&parts, &strict(chars)).unwrap();
    assert_eq!(run(4).text(), "aaaa");
    assert_eq!(run(6).text(), "aaaa\n\n");
    assert_eq!((run(7).text(), run(7).summary().total_chars), ("aaaa\n\nb", 7));
    assert_eq!((run(9).text(), run(9).summary().total_chars), ("aaaa\n\nb\n\n", 9));
    assert_eq!((run(3).text(), run(3).summary().total_chars), ("b\n\n", 3));
    // Even an empty core one makes the next one pay.
    let parts = [candidate("c", Core, ""), candidate("a", Informational, "aaaa")];
    assert_eq!(compose(&parts, &strict(5)).unwrap().text(), "");
    assert_eq!(compose(&parts, &strict(6)).unwrap().text(), "\n\naaaa");
}

#[test]
fn rule_6_5_the_strict_ceiling_starts_at_what_is_reserved() {
    let parts = [measured("1", Core, 10), measured("2", Core, 10), measured("a", Active, 0)];
    let prompt = compose(&parts, &options(0.5, 100, true)).unwrap();
    let section = prompt.section(2).unwrap();
    // 22 + floor((100 − 22) × 0.5).
    assert_eq!((section.limit, section.total_before, prompt.summary().total_chars), (Some(61), 22, 24));
}

#[test]
fn rule_6_6_condensed_is_tried_where_the_full_one_does_not_fit() {
    let with = |condensed| {
        [Candidate { condensed: Some(condensed), ..candidate("a", Informational, "aaaaaa") }, candidate("b", Informational, "b")]
    };
    let run = |condensed, chars| {
        let prompt = compose(&with(condensed), &budget(chars)).unwrap();
        let section = prompt.section(0).unwrap();
        (prompt.text().to_owned(), section.verdict, section.chars)
    };
    assert_eq!(run("é", 7), ("aaaaaa\n\nb".into(), Verdict::Included, 6));
    assert_eq!(run("é", 5), ("é\n\nb".into(), Verdict::Condensed, 1));
    assert_eq!(run("", 1), ("\n\nb".into(), Verdict::Condensed, 0));
    assert_eq!(run("aaaaaaaaaa", 5), ("b".into(), Verdict::Dropped, 6));
    // Tried by the same test, a longer one may still fit where the full one brings its own measure.
    let heavy = Candidate { chars: Some(100), condensed: Some("longer"), ..candidate("a", Informational, "x") };
    let prompt = compose(&[heavy], &budget(6)).unwrap();
    assert_eq!((prompt.text(), prompt.summary().condensed, prompt.summary().total_chars), ("longer", 1, 6));
    let core = Candidate { condensed: Some(""), ..candidate("c", Core, "core") };
    assert_eq!(compose(&[core], &budget(0)).unwrap().text(), "core");
}

#[test]
fn rule_6_6_a_candidates_own_chars_measure_the_full_content_only() {
    let own = Candidate { chars: Some(3), condensed: Some("🚀🚀"), ..candidate("a", Informational, "a long content") };
    assert_eq!(compose(&[own], &budget(3)).unwrap().summary().total_chars, 3);
    let heavy = Candidate { chars: Some(9), ..own };
    assert_eq!(compose(&[heavy], &budget(4)).unwrap().summary().total_chars, 4);
    assert_eq!(compose(&[heavy], &budget(3)).unwrap().summary().dropped, 1);
}

#[test]
fn rule_6_7_report_1_core_is_kept_whole_and_the_result_says_over_budget() {
    let prompt = compose(&[candidate("c", Core, "too long"), candidate("a", Active, "")], &strict(3)).unwrap();
    let summary = prompt.summary();
    assert_eq!((prompt.text(), summary.total_chars, summary.effective_budget, summary.over_budget), ("too long", 8, Some(3), true));
    assert!(!compose(&[candidate("c", Core, "abc")], &strict(3)).unwrap().summary().over_budget);
    assert!(!compose(&[candidate("c", Core, "abc")], &ComposeOptions::default()).unwrap().summary().over_budget);
}

#[test]
fn rule_6_7_figures() {
    let figures = |total, chars| {
        let prompt = compose(&[measured("c", Core, total)], &budget(chars)).unwrap();
        (prompt.summary().total_tokens_est, prompt.summary().budget_used_pct)
    };
    assert_eq!(figures(0, 0), (0, 0.0));
    assert_eq!(figures(1, 0), (1, f64::INFINITY));
    assert_eq!(figures(4, 8), (1, 50.0));
    assert_eq!(figures(5, 3), (2, 5.0 / 3.0 * 100.0));
    // The division comes first: 7 / 25 × 100 is 28.000000000000004.
    assert_eq!(figures(7, 25).1.to_bits(), (7.0 / 25.0 * 100.0f64).to_bits());
    assert_eq!(compose(&[measured("c", Core, 9)], &ComposeOptions::default()).unwrap().summary().budget_used_pct, 0.0);
}

#[test]
fn rule_6_7_report_10_11_every_dropped_one_says_why() {
    let parts = [
        measured("c", Core, 10),
        measured("a", Active, 90),
        measured("i", Informational, 41),
        measured("b", Active, 38),
        measured("i", Informational, 3),
    ];
    let why = |options| {
        let prompt = compose(&parts, &options).unwrap();
        let sections = prompt.sections().enumerate().filter(|(_, section)| section.verdict == Verdict::Dropped);
        sections.map(|(n, section)| (n, section.chars, section.total_before, section.limit)).collect::<Vec<_>>()
    };
    assert_eq!(why(budget(50)), [(1, 90, 10, Some(48)), (2, 41, 10, Some(50)), (4, 3, 48, Some(50))]);
    // 10 + 2 + 38 is over the ceiling of 48.
    assert_eq!(why(strict(50)), [(1, 90, 10, Some(48)), (2, 41, 10, Some(50)), (3, 38, 10, Some(48))]);
    let prompt = compose(&parts, &budget(50)).unwrap();
    let section = prompt.section(2).unwrap();
    assert_eq!(
        (section.text, section.range, section.tier, section.origin, section.mode, section.is_static),
        (None, 0..0, Informational, None, None, false)
    );
}

#[test]
fn rule_6_7_report_4_24_no_section_is_partially_there() {
    let texts = ["🚀🚀🚀", "é", "漢字", "abc"];
    let parts: Vec<_> = texts.iter().map(|text| candidate("x.y", Informational, text)).collect();
    for chars in 0..30 {
        for options in [budget(chars), strict(chars)] {
            let prompt = compose(&parts, &options).unwrap();
            let kept: Vec<_> = prompt.sections().filter_map(|section| section.text.map(str::to_owned)).collect();
            assert_eq!(kept.join("\n\n"), prompt.text());
            assert!(kept.iter().all(|text| texts.contains(&text.as_str())));
        }
    }
}

#[test]
fn report_47_one_more_char_of_budget_moves_whole_sections_only() {
    let parts: Vec<_> = ["aaaa", "bb", "ccccc", "d"].iter().map(|text| candidate(text, Informational, text)).collect();
    for chars in 0..25 {
        let (less, more) = (compose(&parts, &strict(chars)).unwrap(), compose(&parts, &strict(chars + 1)).unwrap());
        for prompt in [&less, &more] {
            assert_eq!(included(prompt).join("\n\n"), prompt.text());
        }
    }
}
