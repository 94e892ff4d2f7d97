//! What the built-in modules say, byte for byte. `WATTLE_BLESS=1 cargo test --test modules_goldens` writes the goldens anew; a changed
//! byte is a breaking change and goes into the changelog.

#[path = "support/golden.rs"]
mod golden;
mod module_support;

use module_support::contexts;
use wattle::{BuildOptions, ModuleBuilder};

const BUILTINS: [&str; 11] = [
    "identity",
    "injection-defense",
    "security",
    "tool-style",
    "memory-recall",
    "skills",
    "commands",
    "delegation",
    "heartbeat",
    "runtime",
    "reply-gate",
];

/// Each built-in alone, in full and minimally, in every context; `(none)` where there is no such rendering.
#[test]
fn each_builtin() {
    for name in BUILTINS {
        let builder = ModuleBuilder::new();
        // Optional, so that those that are required show their minimal form too.
        builder.add_builtin(name, Some(true)).unwrap();
        let mut all = String::new();
        for (context_name, context) in contexts() {
            let renderings = builder.render(&context).unwrap();
            let candidate = renderings.get(0);
            let full = candidate.map_or("(none)", |candidate| candidate.content);
            let minimal = candidate.and_then(|candidate| candidate.condensed).unwrap_or("(none)");
            all.push_str(&format!("==== {context_name}, full\n{full}\n==== {context_name}, minimal\n{minimal}\n"));
        }
        golden::check(&format!("modules/{name}.txt"), &all);
    }
}

#[test]
fn whole_prompts() {
    let builder = ModuleBuilder::new();
    builder.add_builtins().unwrap();
    for (name, context) in contexts() {
        let built = builder.build(&context, &BuildOptions::default()).unwrap();
        golden::check(&format!("modules/prompt.{name}.txt"), built.prompt().text());
        golden::check(&format!("modules/prompt.{name}.json"), built.metadata_json().unwrap());
    }
}

#[test]
fn headings_are_of_level_two() {
    let builder = ModuleBuilder::new();
    builder.add_builtins().unwrap();
    for (name, context) in contexts().into_iter().filter(|(name, _)| *name != "bootstrap") {
        let context = wattle::AgentContext { skills: &[], ..context };
        let built = builder.build(&context, &BuildOptions::default()).unwrap();
        for section in built.prompt().sections().skip(1) {
            // A module that has nothing to tell says nothing.
            let Some(text) = section.text else { continue };
            let first = text.lines().find(|line| !line.starts_with('<')).unwrap();
            assert!(first.starts_with("## ") && !text.contains("\n### ") && !text.ends_with('\n'), "{name} {}: {text}", section.id);
        }
    }
}
