//! What makes the header readable in one sitting: titles, short comments on one line, and contents at the top.

/// A title, and the declaration that it stands before.
const TITLES: [(&str, &str); 42] = [
    ("Versions and limits", "#define WATTLE_ABI_VERSION"),
    (FIRST_TYPES, "typedef struct wattle_bundle wattle_bundle;"),
    ("Types: texts and statuses", "typedef struct wattle_str {"),
    ("Types: enumerations", "typedef uint32_t wattle_mode;"),
    ("Types: contexts and contributions", "typedef struct wattle_scope {"),
    ("Types: registries, policies and plugins", "typedef struct wattle_registry_options {"),
    ("Types: records and fragments", "typedef uint32_t wattle_content_kind;"),
    ("Types: probes and resolving", "typedef wattle_status (*wattle_on_empty_content_fn)("),
    ("Types: results", "typedef struct wattle_summary {"),
    ("Types: composing", "typedef struct wattle_candidate {"),
    ("Types: what differs", "typedef struct wattle_first_difference {"),
    ("Types: modules", "typedef struct wattle_command {"),
    ("Types: sections and guidance", "typedef struct wattle_async_job {"),
    ("Types: the library", "typedef struct wattle_abi_data {"),
    ("Versions", "wattle_version("),
    ("Errors", "wattle_status_name("),
    ("Names", "wattle_mode_name("),
    ("Inside a callback", "wattle_call_write("),
    ("Contributions", "wattle_replace_core("),
    ("Registry", "wattle_registry_new("),
    ("Plugins", "wattle_registry_register_plugin("),
    ("Safety policies", "wattle_registry_register_safety_policy("),
    ("Manifests", "wattle_registry_load_json("),
    ("Globals", "wattle_register_global("),
    ("Lists of what is registered", "wattle_registry_list("),
    ("A text of the caller's", "wattle_text_view("),
    ("The bundled baseline", "wattle_fragment_count("),
    ("Resolving", "wattle_registry_resolve("),
    ("Bundle", "wattle_bundle_text("),
    ("Composing", "wattle_compose("),
    ("Budgets without a prompt", "wattle_effective_budget("),
    ("Prompt", "wattle_prompt_text("),
    ("What differs", "wattle_bundle_diff("),
    ("Module builder", "wattle_module_builder_new("),
    ("Modules as candidates", "wattle_module_builder_render("),
    ("Prompts of modules", "wattle_prompt_module_metadata("),
    ("Which tools are offered", "wattle_filter_tools("),
    ("Reference sections", "wattle_render_loaded_tools("),
    ("Bodies of sections", "wattle_render_recent_tool_errors("),
    ("Guidance", "wattle_guidance_new("),
    ("Loading the library", "wattle_get_api("),
    ("Types: the table", "typedef struct wattle_api wattle_api;"),
];

/// The title before which the ids stand.
pub const FIRST_TYPES: &str = "Types: handles";

const WIDTH: usize = 132;

/// A title as it stands in the header.
pub fn title(text: &str) -> String {
    format!("/* ==== {text} ==== */")
}

/// Puts each title before the comment of the declaration it belongs to.
pub fn with_titles(header: &str) -> String {
    let mut lines: Vec<String> = header.lines().map(str::to_owned).collect();
    for (text, declaration) in TITLES {
        let at = lines
            .iter()
            .position(|line| line.contains(declaration) && !line.starts_with([' ', '*']))
            .unwrap_or_else(|| panic!("no declaration {declaration}"));
        let comment = lines[..at].iter().rposition(|line| line.starts_with("/*")).expect("every declaration has a comment");
        lines.splice(comment..comment, [title(text), String::new()]);
    }
    lines.join("\n") + "\n"
}

/// Puts a comment of one line on one line.
pub fn with_short_comments(header: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in header.lines() {
        if let (" */", [.., open, text]) = (line.trim_start_matches("  "), lines.as_slice()) {
            let (indent, words) = (open.len() - open.trim_start().len(), text.trim_start().strip_prefix("* "));
            if let (true, Some(words)) = (open.trim_start() == "/**" && indent + text.len() + 6 <= WIDTH, words) {
                let short = format!("{}/** {words} */", &open[..indent]);
                lines.truncate(lines.len() - 2);
                lines.push(short);
                continue;
            }
        }
        lines.push(line.to_owned());
    }
    lines.join("\n") + "\n"
}

/// Puts the titles, with what is declared below each, behind the first comment.
pub fn with_contents(header: &str) -> String {
    let mut contents =
        String::from("\n/*\n * Contents: the titles, in their order, and what is declared below each, without \"wattle_\"\n *\n");
    let mut sections = header.split("/* ==== ").skip(1).map(|section| section.split_once(" ==== */").unwrap()).peekable();
    assert!(sections.peek().is_some(), "the header has titles");
    for (text, section) in sections {
        let mut line = format!(" *   {text:40}");
        for name in declared(section) {
            if line.len() + name.len() + 2 > WIDTH {
                contents.push_str(line.trim_end());
                contents.push('\n');
                line = format!(" *   {:40}", "");
            }
            line.push_str(name);
            line.push_str(", ");
        }
        contents.push_str(line.trim_end().trim_end_matches(','));
        contents.push('\n');
    }
    contents.push_str(" */\n");
    header.replacen("\n#ifndef WATTLE_H\n", &(contents + "#ifndef WATTLE_H\n"), 1)
}

/// The types and functions of a section.
fn declared(section: &str) -> impl Iterator<Item = &str> {
    let lines = section.lines().map(|line| line.strip_prefix("WATTLE_API ").unwrap_or(line));
    lines.filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase())).filter_map(|line| {
        let head = match line.split_once(" (*") {
            Some((_, name)) => name.split(')').next()?,
            None if line.starts_with("typedef ") || line.starts_with("extern ") => line.trim_end_matches([' ', '{', ';']),
            None => line.split_once('(')?.0,
        };
        head[head.rfind("wattle_")?..].strip_prefix("wattle_")
    })
}

#[test]
fn the_contents_have_every_function() {
    let header = crate::header();
    let contents = header.split("#ifndef WATTLE_H\n").next().unwrap();
    let words: Vec<_> = contents.split([' ', ',', '\n']).collect();
    let missing: Vec<_> = wattle::ffi::FUNCTIONS.iter().filter(|name| !words.contains(&&name["wattle_".len()..])).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
