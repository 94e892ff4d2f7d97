//! include/wattle.h is what src/ffi says it is, and the ids of the bundled baseline have their constants in C and in Go.
//! `WATTLE_BLESS=1 cargo test --test header` writes both anew.

mod contents;
mod documented;
mod frozen;
mod lock;
mod rust_layout;
mod statuses;
mod table;

use std::fmt::Write;
use std::path::Path;
use std::sync::OnceLock;

use wattle::baseline::{self, Fragment};

use contents::{title, with_contents, with_short_comments, with_titles, FIRST_TYPES};

/// Enumerators whose bare word is clear enough drop their type's name.
const BARE: [&str; 5] = ["WATTLE_STATUS_", "WATTLE_MODE_", "WATTLE_CALL_CLASS_", "WATTLE_VERDICT_", "WATTLE_MAYBE_"];

#[test]
fn header_is_what_the_sources_say() {
    check_or_bless("include/wattle.h", &header());
}

#[test]
fn go_knows_the_ids_of_the_baseline() {
    check_or_bless("bindings/go/ids.go", &go_ids());
}

#[test]
fn rust_lists_the_structs_of_the_header() {
    check_or_bless("tests/header/rust_layout.rs", &lock::rust_list(&header()));
}

/// A struct's size, and its fields' offsets and sizes, a line each.
macro_rules! layout_lines {
    ($lines:ident, $type:ident { $($field:ident),* }) => {
        $lines.push(format!("{} {}", stringify!($type), size_of::<$type>()));
        $({
            fn size_of_field<T, F>(_: impl Fn(&T) -> &F) -> usize {
                size_of::<F>()
            }
            let size = size_of_field(|value: &$type| &value.$field);
            $lines.push(format!("{}.{} {} {size}", stringify!($type), stringify!($field), std::mem::offset_of!($type, $field)));
        })*
    };
}
pub(crate) use layout_lines;

fn check_or_bless(file: &str, generated: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("WATTLE_BLESS").is_some() {
        std::fs::write(&path, generated).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap();
    if let Some((line, (old, new))) = committed.lines().zip(generated.lines()).enumerate().find(|(_, (old, new))| old != new) {
        panic!("{file} is stale at line {}: it says {old:?}, the sources {new:?}; run `make header`", line + 1);
    }
    assert_eq!(committed.len(), generated.len(), "{file} is stale at its end; run `make header`");
}

/// The header as the sources say it, made once.
fn header() -> String {
    static HEADER: OnceLock<String> = OnceLock::new();
    HEADER.get_or_init(generated).clone()
}

fn generated() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let bindings = cbindgen::Builder::new().with_config(config).with_src(root.join("src/ffi/mod.rs")).generate().unwrap();
    let mut bytes = Vec::new();
    bindings.write(&mut bytes);
    let mut text = String::from_utf8(bytes).unwrap();
    for prefix in BARE {
        text = text.replace(prefix, "WATTLE_");
    }
    text = text.replace("extern const struct", "extern WATTLE_API const struct");
    let text = with_titles(&with_short_comments(&without_struct_keyword(&text)));
    with_contents(&table::with_table(&with_ids(&statuses::with_statuses(&text))))
}

/// `struct wattle_x` becomes `wattle_x` wherever it is used and not defined.
fn without_struct_keyword(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if line.starts_with("typedef struct") {
            out.push_str(line);
        } else {
            out.push_str(&line.replace("struct wattle_", "wattle_"));
        }
    }
    out
}

/// The sets of the baseline: what they are, and their fragments.
fn sets() -> [(&'static str, Vec<&'static Fragment>); 4] {
    [
        ("The base of the baseline.", baseline::BASE.iter().collect()),
        ("The extension of the baseline.", baseline::EXTENSION.iter().collect()),
        ("Templates: a host opts in to one by replacing it.", baseline::TEMPLATES.iter().collect()),
        ("The library's own safety policies.", baseline::SAFETY.iter().map(|(policy, _)| policy).collect()),
    ]
}

/// `core.role-template` is called ROLE_TEMPLATE, `safety.secret-handling` SAFETY_SECRET_HANDLING.
fn constant_name(id: &str) -> String {
    id.strip_prefix("core.").unwrap_or(id).replace(['.', '-'], "_").to_uppercase()
}

/// Puts a constant for each id before the types.
fn with_ids(header: &str) -> String {
    let mut ids = title("Ids of the bundled baseline") + "\n\n";
    let whole = baseline::DEFAULT_SYSTEM_PROMPT_ID;
    writeln!(ids, "/** Replacing this id replaces the seeded baseline as a whole. */").unwrap();
    writeln!(ids, "#define WATTLE_{}_ID \"{whole}\"\n", constant_name(whole)).unwrap();
    for (what, fragments) in sets() {
        writeln!(ids, "/** {what} */").unwrap();
        for fragment in fragments {
            writeln!(ids, "#define WATTLE_{}_ID \"{}\"", constant_name(fragment.id()), fragment.id()).unwrap();
        }
        ids.push('\n');
    }
    let types = title(FIRST_TYPES);
    header.replacen(&types, &(ids + &types), 1)
}

/// `core.role-template` is called RoleTemplateID in Go.
fn go_ids() -> String {
    let name = |id: &str| -> String {
        let words = constant_name(id);
        let camel = words.split('_').map(|word| word[..1].to_owned() + &word[1..].to_lowercase());
        camel.collect::<String>() + "ID"
    };
    let mut out = String::from("// Generated by tests/header.rs from src/baseline; never edited by hand.\n\npackage wattle\n\n");
    let whole = baseline::DEFAULT_SYSTEM_PROMPT_ID;
    writeln!(out, "// {} is the id whose replacement replaces the seeded baseline as a whole.", name(whole)).unwrap();
    writeln!(out, "const {} = \"{whole}\"", name(whole)).unwrap();
    for (what, fragments) in sets() {
        writeln!(out, "\n// {what}\nconst (").unwrap();
        let width = fragments.iter().map(|fragment| name(fragment.id()).len()).max().unwrap_or(0);
        for fragment in fragments {
            writeln!(out, "\t{:width$} = \"{}\"", name(fragment.id()), fragment.id()).unwrap();
        }
        out.push_str(")\n");
    }
    out
}
