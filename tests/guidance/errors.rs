//! The recent errors of tools: which are shown, in which order, one line each, and their wording.

use wattle::{render_recent_tool_errors, MatchMode, ToolError, RECENT_TOOL_ERRORS_LIMIT};

use crate::{entry, golden, guidance};

fn error<'a>(tool: &'a str, error: &'a str) -> ToolError<'a> {
    ToolError { tool, error, time_text: None }
}

/// What is shown of errors, by both ways: line for line the same where all are of one tool.
fn lines(errors: &[ToolError<'_>]) -> Vec<String> {
    let body = render_recent_tool_errors(errors).unwrap();
    let shown = |text: &str| -> Vec<String> { text.split('\n').filter(|line| line.starts_with("- ")).map(str::to_owned).collect() };
    if errors.iter().all(|error| error.tool == errors[0].tool) && !errors.is_empty() {
        let block = guidance(&[]).resolve(errors[0].tool, errors).unwrap();
        assert_eq!(shown(&block), shown(&body));
        // A line is a line.
        assert_eq!(block.split('\n').count(), 1 + shown(&block).len(), "{block}");
        assert_eq!(body.split('\n').count(), 4 + shown(&body).len(), "{body}");
    }
    shown(&body)
}

#[test]
fn rule_7_the_last_five_of_exactly_that_tool_newest_first() {
    let texts: Vec<String> = (0..12).map(|n| n.to_string()).collect();
    let tools = ["search_web", "search", "Search_web", "search_web "];
    let errors: Vec<_> =
        texts.iter().zip(tools.iter().cycle()).flat_map(|(text, tool)| [error("search_web", text), error(tool, "x")]).collect();
    let guidance = guidance(&[entry(MatchMode::Prefix, "search_*", "Cite sources.")]);
    let text = guidance.resolve("search_web", &errors).unwrap();
    // The tool's own are every second one, and every fourth of the others is its own too.
    assert_eq!(
        text,
        "Cite sources.\n\nRecent errors, newest first:\n- `search_web`: 11\n- `search_web`: 10\n- `search_web`: 9\n- `search_web`: x\n- `search_web`: 8"
    );
    assert_eq!(guidance.estimate_chars("search_web", &errors).unwrap(), text.len() as u64);
    assert_eq!(guidance.resolve("search_we", &errors).unwrap(), "Cite sources.");
    assert_eq!(guidance.resolve("search", &errors).unwrap(), "Recent errors, newest first:\n- `search`: x\n- `search`: x\n- `search`: x");
}

#[test]
fn rule_8_the_last_five_of_all_tools_newest_first() {
    let texts: Vec<String> = (0..40).map(|n| n.to_string()).collect();
    for count in 0..texts.len() {
        let errors: Vec<_> = texts[..count].iter().map(|text| error(if text.len() == 1 { "a" } else { "b" }, text)).collect();
        let shown: Vec<_> = lines(&errors).iter().map(|line| line.split(": ").nth(1).unwrap().to_owned()).collect();
        let newest: Vec<_> = texts[..count].iter().rev().take(RECENT_TOOL_ERRORS_LIMIT).cloned().collect();
        assert_eq!(shown, newest);
    }
}

#[test]
fn rule_8_without_an_error_the_text_is_empty() {
    assert_eq!(render_recent_tool_errors(&[]).unwrap(), "");
    assert_eq!(guidance(&[]).resolve("a", &[error("b", "x")]).unwrap(), "");
}

#[test]
fn line_breaks_do_not_break_the_line() {
    for (text, line) in [
        ("a\nb", "- `t`: a b"),
        ("\r\n\r\na\r\n\n\rb\n", "- `t`: a b"),
        ("a\u{b}b\u{c}c\u{85}d\u{2028}e\u{2029}f", "- `t`: a b c d e f"),
        ("  a \n b  ", "- `t`:   a   b  "),
        ("- a\n- b", "- `t`: - a - b"),
        ("", "- `t`"),
        ("\n\r\n", "- `t`"),
        (" ", "- `t`:  "),
        ("a\0\tb", "- `t`: a\0\tb"),
    ] {
        assert_eq!(lines(&[error("t", text)]), [line], "{text:?}");
    }
    for (time, line) in [
        (None, "- `t`: x"),
        (Some(""), "- `t`: x"),
        (Some("\n"), "- `t`: x"),
        (Some("12:05"), "- `t` (12:05): x"),
        (Some("today,\n12:05\n"), "- `t` (today, 12:05): x"),
    ] {
        assert_eq!(lines(&[ToolError { time_text: time, ..error("t", "x") }]), [line]);
    }
    assert_eq!(lines(&[ToolError { tool: "a\nb\n", error: "\n", time_text: Some("now") }]), ["- `a b` (now)"]);
    assert_eq!(lines(&[error("", "x")]), ["- ``: x"]);
}

/// The name is compared as it is, also where it is shown otherwise.
#[test]
fn a_tool_is_its_whole_name() {
    let errors = [error("a\nb", "1"), error("a b", "2"), error("a\0", "3"), error("a", "4")];
    for (tool, shown) in [("a\nb", "- `a b`: 1"), ("a b", "- `a b`: 2"), ("a\0", "- `a\0`: 3"), ("a", "- `a`: 4")] {
        assert_eq!(guidance(&[]).resolve(tool, &errors).unwrap(), format!("Recent errors, newest first:\n{shown}"));
    }
}

#[test]
fn a_million_errors() {
    let texts: Vec<String> = (0..1_000_000).map(|n| n.to_string()).collect();
    let errors: Vec<_> = texts.iter().enumerate().map(|(n, text)| error(if n == 7 { "once" } else { "often" }, text)).collect();
    let guidance = guidance(&[]);
    assert_eq!(guidance.resolve("once", &errors).unwrap(), "Recent errors, newest first:\n- `once`: 7");
    assert_eq!(guidance.estimate_chars("often", &errors).unwrap(), 28 + 5 * (4 + 5 + 3 + 6));
    assert_eq!(lines(&errors)[4], "- `often`: 999995");
}

/// `WATTLE_BLESS=1 cargo test --test guidance` writes the golden anew; a changed byte is a breaking change and goes into the
/// changelog.
#[test]
fn the_wording() {
    let timed = |tool, error, time| ToolError { tool, error, time_text: Some(time) };
    let one = [error("search_web", "timeout after 30 s")];
    let several = [
        error("shell", "exit status 1"),
        timed("search_web", "rate limit; retry after 20 s", "14:02"),
        error("fetch", ""),
        timed("search_web", "timeout after 30 s\n  at resolver\n", "14:05"),
        timed("shell", "command not found: jq", "2 minutes ago"),
        error("ツール", "見つかりません 🚀"),
        timed("search_web", "no such host", "14:09"),
    ];
    let mut all = String::new();
    for (name, errors) in [("none", &[][..]), ("one", &one), ("several", &several)] {
        let guidance = guidance(&[entry(MatchMode::Prefix, "search_*", "Always cite sources.")]);
        let body = render_recent_tool_errors(errors).unwrap();
        let guided = guidance.resolve("search_web", errors).unwrap();
        let block = guidance.resolve("shell", errors).unwrap();
        all.push_str(&format!("==== {name}, body\n{body}\n==== {name}, behind guidance\n{guided}\n==== {name}, alone\n{block}\n"));
    }
    golden::check("recent-tool-errors.txt", &all);
}
