//! What must not change under those who are linked to the library: the exports, the table's order, every struct's layout and every
//! number. `abi/exports.txt` and `abi/layout.txt` have them as they were committed; a change that does not raise the version or the
//! revision is refused, also where `make header` would write it anew.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use wattle::ffi::{FUNCTIONS, WATTLE_ABI_REVISION, WATTLE_ABI_VERSION};

use crate::rust_layout::rust_layout;

const EXPORT: &str = "export ";

/// The structs of the header, in its order, each with its fields.
pub fn structs(header: &str) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for (at, _) in header.match_indices("typedef struct wattle_") {
        let Some((name, rest)) = header[at + "typedef struct ".len()..].split_once(" {\n") else { continue };
        if name.contains([' ', ';']) {
            continue;
        }
        let body = rest.split_once("\n} ").unwrap().0;
        let fields = body.lines().filter(|line| line.starts_with("  ") && line.ends_with(';'));
        let names = fields.map(|line| line.trim_end_matches(';').split('[').next().unwrap().rsplit([' ', '*']).next().unwrap().to_owned());
        found.push((name.to_owned(), names.collect()));
    }
    found
}

/// The constants of the header that are numbers.
fn numbers(header: &str) -> Vec<&str> {
    let defines = header.lines().filter_map(|line| line.strip_prefix("#define WATTLE_")?.split_once(' '));
    let values = defines
        .filter(|(name, value)| !name.contains('(') && !value.trim().starts_with(['"', '{', '\\', '_']) && !value.contains("wattle_"));
    values.map(|(name, _)| name).filter(|name| !["FMT", "API", "TABLE_OF_ITS_OWN", "PLUGIN_ENTRY"].contains(name)).collect()
}

/// The layout as a C compiler sees it: a line each of a struct's size, of a field's offset and size, of a number.
fn c_layout() -> &'static str {
    static LAYOUT: OnceLock<String> = OnceLock::new();
    LAYOUT.get_or_init(|| compiled_layout(&crate::header()))
}

fn compiled_layout(header: &str) -> String {
    let mut program =
        String::from("#include <stdio.h>\n#include <wattle.h>\n#define SIZE(type) printf(#type \" %zu\\n\", sizeof(type));\n");
    program.push_str(
        "#define FIELD(type, field) printf(#type \".\" #field \" %zu %zu\\n\", offsetof(type, field), sizeof(((type *)0)->field));\n",
    );
    program
        .push_str("#define NUMBER(name) printf(#name \" %llu %.17g\\n\", (unsigned long long)(name), (double)(name));\nint main(void) {\n");
    for (name, fields) in structs(header) {
        writeln!(program, "SIZE({name})").unwrap();
        for field in fields {
            writeln!(program, "FIELD({name}, {field})").unwrap();
        }
    }
    for function in FUNCTIONS {
        writeln!(program, "FIELD(wattle_api, {})", function.strip_prefix("wattle_").unwrap()).unwrap();
    }
    for name in numbers(header) {
        writeln!(program, "NUMBER(WATTLE_{name})").unwrap();
    }
    program.push_str("}\n");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (source, binary) = (root.join("target/layout.c"), root.join("target/layout"));
    std::fs::write(&source, program).unwrap();
    let compiled =
        Command::new("cc").arg("-std=c99").arg("-I").arg(root.join("include")).arg(&source).arg("-o").arg(&binary).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    String::from_utf8(Command::new(&binary).output().unwrap().stdout).unwrap()
}

/// What the ABI is: its numbers and a line for everything in it.
fn current() -> String {
    let mut exports: Vec<&str> = FUNCTIONS.iter().copied().chain(["wattle_get_api", "wattle_abi"]).collect();
    exports.sort_unstable();
    let exports = exports.iter().map(|export| format!("{EXPORT}{export}\n")).collect::<String>();
    format!("abi {WATTLE_ABI_VERSION} {WATTLE_ABI_REVISION}\n{exports}{}", c_layout())
}

/// The two files of an ABI as one text, and the other way round: the exports have a file of their own, which `nm` can be held against.
fn joined(layout: &str, exports: &str) -> String {
    let (abi, layout) = layout.split_once('\n').unwrap_or_default();
    let exports = exports.lines().map(|export| format!("{EXPORT}{export}\n")).collect::<String>();
    format!("{abi}\n{exports}{layout}")
}

fn parted(text: &str) -> (String, String) {
    let (exports, layout): (Vec<_>, Vec<_>) = text.lines().partition(|line| line.starts_with(EXPORT));
    let lines = |lines: &[&str]| lines.iter().map(|line| format!("{}\n", line.strip_prefix(EXPORT).unwrap_or(line))).collect();
    (lines(&layout), lines(&exports))
}

/// The lines by their first word, which says what they are about; of an export, by both.
fn entries(text: &str) -> BTreeMap<&str, &str> {
    text.lines().skip(1).map(|line| if line.starts_with(EXPORT) { (line, "") } else { line.split_once(' ').unwrap() }).collect()
}

/// The version and the revision.
fn numbered(text: &str) -> (u32, u32) {
    let mut words = text.lines().next().unwrap().split(' ').skip(1).map(|word| word.parse().unwrap());
    (words.next().unwrap(), words.next().unwrap())
}

/// What is wrong with going from one ABI to another.
fn objection(old: &str, new: &str) -> Option<String> {
    let (was, is) = (entries(old), entries(new));
    // A struct that begins with its size may grow: its fields say where they are.
    let grows = |name: &str, old: &str, new: Option<&&str>| {
        let sized = was.contains_key(format!("{name}.struct_size").as_str()) && name != "wattle_abi_data";
        let bytes = |text: &str| text.parse::<usize>().ok();
        sized && new.is_some_and(|new| bytes(old) < bytes(new))
    };
    let allowed = |name: &str| ["WATTLE_ABI_VERSION", "WATTLE_ABI_REVISION"].contains(&name);
    let changed = was.iter().find(|(name, old)| is.get(*name) != Some(old) && !allowed(name) && !grows(name, old, is.get(*name)));
    let added = is.keys().find(|name| !was.contains_key(*name));
    let ((version, revision), (new_version, new_revision)) = (numbered(old), numbered(new));
    match (changed, added) {
        (Some((name, old)), _) if new_version <= version => Some(format!(
            "{name} {}: what is compiled against it breaks. Take the change back, or raise WATTLE_ABI_VERSION over {version} in \
             src/ffi/version.rs; then `make header`",
            is.get(name).map_or("is gone".to_owned(), |new| format!("was {old} and is {new}"))
        )),
        (None, Some(name)) if (new_version, new_revision) <= (version, revision) => Some(format!(
            "{name} is new, and programs that need it must be able to ask for it: raise WATTLE_ABI_REVISION over {revision} in \
             src/ffi/version.rs; then `make header`"
        )),
        _ => None,
    }
}

#[test]
fn nothing_changes_under_those_who_are_linked() {
    let abi = Path::new(env!("CARGO_MANIFEST_DIR")).join("abi");
    let read = |file: &str| std::fs::read_to_string(abi.join(file)).unwrap_or_default();
    let (committed, current) = (joined(&read("layout.txt"), &read("exports.txt")), current());
    if committed == current {
        return;
    }
    if let Some(objection) = Some(&committed).filter(|old| !old.trim().is_empty()).and_then(|old| objection(old, &current)) {
        panic!("{objection}");
    }
    assert!(std::env::var_os("WATTLE_BLESS").is_some(), "abi/layout.txt or abi/exports.txt is stale: `make header` writes them anew");
    let (layout, exports) = parted(&current);
    std::fs::write(abi.join("layout.txt"), layout).unwrap();
    std::fs::write(abi.join("exports.txt"), exports).unwrap();
}

#[test]
fn rust_and_c_agree_on_every_layout() {
    let c: Vec<_> = c_layout().lines().filter(|line| !line.starts_with("WATTLE_") && !line.starts_with("wattle_api.")).collect();
    assert_eq!(c, rust_layout());
}

#[test]
fn a_change_must_raise_a_number() {
    let old = "abi 1 5\nexport wattle_a\nwattle_x 16\nwattle_x.struct_size 0 8\nwattle_x.n 8 8\nwattle_str 16\nWATTLE_N 3\n";
    let with = |from: &str, to: &str| objection(old, &old.replacen(from, to, 1));
    assert_eq!(with("", ""), None);
    for (from, to) in
        [("export wattle_a\n", ""), ("n 8 8", "n 12 4"), ("wattle_str 16", "wattle_str 24"), ("N 3", "N 4"), ("wattle_x 16", "wattle_x 8")]
    {
        assert!(with(from, to).unwrap().contains("WATTLE_ABI_VERSION"), "{from}");
        let raised = old.replacen(from, to, 1).replacen("abi 1 5", "abi 2 0", 1);
        assert_eq!(objection(old, &raised), None);
        assert!(objection(old, &old.replacen(from, to, 1).replacen("abi 1 5", "abi 1 6", 1)).is_some());
    }
    for (from, to) in [("export wattle_a", "export wattle_a\nexport wattle_b"), ("wattle_x 16", "wattle_x 24\nwattle_x.m 16 8")] {
        assert!(with(from, to).unwrap().contains("WATTLE_ABI_REVISION"), "{from}");
        assert_eq!(objection(old, &old.replacen(from, to, 1).replacen("abi 1 5", "abi 1 6", 1)), None);
    }
}

/// The Rust side's list of structs and fields, which is generated: Rust cannot go through its own fields.
pub fn rust_list(header: &str) -> String {
    let mut out = String::from(
        "//! Generated by tests/header from the header; never edited by hand.\n\nuse crate::layout_lines;\nuse wattle::ffi::*;\n\n",
    );
    out.push_str("/// Every struct's size, and every field's offset and size, as Rust has them.\n#[rustfmt::skip]\npub fn rust_layout() -> Vec<String> {\n    let mut lines = Vec::new();\n");
    for (name, fields) in structs(header) {
        writeln!(out, "    layout_lines!(lines, {name} {{ {} }});", fields.join(", ")).unwrap();
    }
    out.push_str("    lines\n}\n");
    out
}
