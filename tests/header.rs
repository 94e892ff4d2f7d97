//! include/wattle.h is what src/ffi says it is. `WATTLE_BLESS=1 cargo test --test header` writes it anew.

use std::path::Path;

/// Enumerators whose bare word is clear enough drop their type's name.
const BARE: [&str; 5] = ["WATTLE_STATUS_", "WATTLE_MODE_", "WATTLE_CALL_CLASS_", "WATTLE_VERDICT_", "WATTLE_MAYBE_"];

/// A title, and the declaration that it stands before.
const TITLES: [(&str, &str); 19] = [
    ("Versions and limits", "#define WATTLE_ABI_VERSION"),
    ("Types", "typedef struct wattle_bundle wattle_bundle;"),
    ("Versions", "wattle_version("),
    ("Errors", "wattle_status_name("),
    ("Names", "wattle_mode_name("),
    ("Inside a callback", "wattle_call_write("),
    ("Registry", "wattle_registry_new("),
    ("Plugins", "wattle_registry_register_plugin("),
    ("Safety policies", "wattle_registry_register_safety_policy("),
    ("Globals", "wattle_register_global("),
    ("Lists of what is registered", "wattle_registry_list("),
    ("Resolving", "wattle_registry_resolve("),
    ("Bundle", "wattle_bundle_text("),
    ("Composing", "wattle_compose("),
    ("Prompt", "wattle_prompt_text("),
    ("Module builder", "wattle_module_builder_new("),
    ("Modules as candidates", "wattle_module_builder_render("),
    ("Prompts of modules", "wattle_prompt_module_metadata("),
    ("Which tools are offered", "wattle_filter_tools("),
];

#[test]
fn header_is_what_the_sources_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = generate(root);
    let path = root.join("include/wattle.h");
    if std::env::var_os("WATTLE_BLESS").is_some() {
        std::fs::write(&path, &header).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap();
    if let Some((line, (old, new))) = committed.lines().zip(header.lines()).enumerate().find(|(_, (old, new))| old != new) {
        panic!("include/wattle.h is stale at line {}: it says {old:?}, the sources {new:?}; run `make header`", line + 1);
    }
    assert_eq!(committed.len(), header.len(), "include/wattle.h is stale at its end; run `make header`");
}

fn generate(root: &Path) -> String {
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let bindings = cbindgen::Builder::new().with_config(config).with_src(root.join("src/ffi/mod.rs")).generate().unwrap();
    let mut bytes = Vec::new();
    bindings.write(&mut bytes);
    let mut text = String::from_utf8(bytes).unwrap();
    for prefix in BARE {
        text = text.replace(prefix, "WATTLE_");
    }
    let text = without_struct_keyword(&text);
    with_titles(&text)
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

/// Puts each title before the comment of the declaration it belongs to.
fn with_titles(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (title, declaration) in TITLES {
        let at = lines
            .iter()
            .position(|line| line.contains(declaration) && !line.starts_with([' ', '*']))
            .unwrap_or_else(|| panic!("no declaration {declaration}"));
        let comment = lines[..at].iter().rposition(|line| line.starts_with("/*")).expect("every declaration has a comment");
        lines.splice(comment..comment, [format!("/* ==== {title} ==== */"), String::new()]);
    }
    lines.join("\n") + "\n"
}
