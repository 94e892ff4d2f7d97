//! The statuses: what src/ffi/status.rs says of each, as tables in the header and in ABI.md, and that C++ and Go have all of them.

use std::fmt::Write;
use std::path::Path;

use wattle::Kind;

/// What the header says of a status: its constant and number, and of a failure what is in its comment.
struct Status {
    constant: String,
    number: i32,
    name: String,
    what: String,
    subject: String,
    from: String,
}

/// A failure's comment: `"name": what. Subject: subject. From: from.`
fn failure(constant: &str, number: i32, comment: &str) -> Status {
    let parts = || {
        let (name, rest) = comment.strip_prefix('"')?.split_once("\": ")?;
        let (what, rest) = rest.split_once(". Subject: ")?;
        let (subject, from) = rest.split_once(". From: ")?;
        Some([name, what, subject, from.strip_suffix('.')?].map(str::to_owned))
    };
    let [name, what, subject, from] = parts().unwrap_or_else(|| panic!("WATTLE_{constant} says {comment:?}"));
    Status { constant: constant.to_owned(), number, name, what, subject, from }
}

fn statuses(header: &str) -> Vec<Status> {
    let (_, rest) = header.split_once("typedef int32_t wattle_status;\n").unwrap();
    let (list, _) = rest.split_once("\ntypedef ").unwrap();
    let defined = list.split("/**").skip(1).filter_map(|one| one.split_once("*/\n#define WATTLE_"));
    let all = defined.map(|(comment, define)| {
        let (constant, number) = define.lines().next().unwrap().split_once(' ').unwrap();
        let comment = comment.split_whitespace().filter(|word| *word != "*").collect::<Vec<_>>().join(" ");
        (constant, number.parse().unwrap(), comment)
    });
    all.filter(|(constant, ..)| *constant != "OK").map(|(constant, number, comment)| failure(constant, number, &comment)).collect()
}

/// Puts the table before what it is of.
pub fn with_statuses(header: &str) -> String {
    let mut table = String::from(
        "/*\n * The statuses, whose constants are their names with WATTLE_: number, name, subject, and from what it comes\n *\n",
    );
    writeln!(table, " *   {:>2}  ok", 0).unwrap();
    for status in statuses(header) {
        let lines = [wrapped(&status.subject, 44), wrapped(&status.from, 42)];
        for row in 0..lines[0].len().max(lines[1].len()) {
            let [subject, from] = [0, 1].map(|column: usize| lines[column].get(row).map_or("", String::as_str));
            let (number, name) = if row == 0 { (status.number.to_string(), status.name.as_str()) } else { Default::default() };
            writeln!(table, "{}", format!(" *   {number:>2}  {name:26}{subject:46}{from}").trim_end()).unwrap();
        }
    }
    table.push_str(" */\n\n/**\n * What a fallible function returns.");
    assert_eq!(header.matches("/**\n * What a fallible function returns.").count(), 1);
    header.replacen("/**\n * What a fallible function returns.", &table, 1)
}

fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().unwrap();
        if line.is_empty() {
            line.push_str(word);
        } else if line.len() + 1 + word.len() <= width {
            *line += " ";
            *line += word;
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// The table as it is in ABI.md, between its heading and the blank line behind it.
fn in_markdown(header: &str) -> String {
    let mut table = String::from("| | status | is | subject | from |\n|---|---|---|---|---|\n");
    for Status { number, name, what, subject, from, .. } in statuses(header) {
        writeln!(table, "| {number} | `{name}` | {what} | {subject} | {from} |").unwrap();
    }
    table
}

#[test]
fn the_law_has_every_status() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ABI.md");
    let law = std::fs::read_to_string(&path).unwrap();
    let start = law.find("| | status |").expect("ABI.md has the table of statuses");
    let end = start + law[start..].find("\n\n").unwrap() + 1;
    let table = in_markdown(&crate::header());
    if std::env::var_os("WATTLE_BLESS").is_some() {
        std::fs::write(&path, law[..start].to_owned() + &table + &law[end..]).unwrap();
    } else {
        assert_eq!(law[start..end], table, "ABI.md is stale; run `make header`");
    }
}

/// The header's numbers and names are the core's, and each has its constant.
#[test]
fn every_status_is_a_kind() {
    let header = crate::header();
    let said: Vec<_> = statuses(&header).into_iter().map(|status| (status.number, status.name, status.constant)).collect();
    let kinds: Vec<_> =
        Kind::ALL.iter().map(|kind| (*kind as i32, kind.name().to_owned(), kind.name().replace('-', "_").to_uppercase())).collect();
    assert_eq!(said, kinds);
}

/// C++ calls re-entrancy re_entrancy, Go ErrReEntrancy, and both have the header's constants and no others.
#[test]
fn every_language_has_every_status() {
    let read = |file: &str| std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let statuses = statuses(&crate::header());
    let hpp = read("include/wattle.hpp");
    let (_, cpp) = hpp.split_once("enum class status : wattle_status {\n").unwrap();
    let cpp: Vec<_> = cpp.lines().take_while(|line| *line != "};").skip(1).collect();
    let in_cpp: Vec<_> =
        statuses.iter().map(|status| format!("  {} = WATTLE_{},", status.name.replace('-', "_"), status.constant)).collect();
    assert_eq!(cpp, in_cpp);

    let go = read("bindings/go/status.go");
    let mut go: Vec<_> = go.lines().map(str::trim).filter(|line| line.starts_with("Err") && line.contains(" Status = ")).collect();
    let mut in_go: Vec<_> =
        statuses.iter().map(|status| format!("Err{} Status = C.WATTLE_{}", in_camel_case(&status.name), status.constant)).collect();
    go.sort_unstable();
    in_go.sort_unstable();
    assert_eq!(go, in_go);
}

fn in_camel_case(name: &str) -> String {
    let words = name.split('-').map(|word| match word {
        "id" | "json" | "utf8" => word.to_uppercase(),
        _ => word[..1].to_uppercase() + &word[1..],
    });
    words.collect()
}
