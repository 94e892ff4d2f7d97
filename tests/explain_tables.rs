//! Tables of prompts and bundles, byte for byte: `WATTLE_BLESS=1 cargo test --test explain_tables` writes the goldens anew; a changed
//! byte is a breaking change and goes into the changelog.

mod module_support;
mod support;

use std::path::Path;

use module_support::contexts;
use proptest::prelude::*;
use support::*;
use wattle::*;

fn check(file: &str, actual: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/tables").join(file);
    if std::env::var_os("WATTLE_BLESS").is_some() {
        std::fs::write(&path, actual).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(actual, golden, "{file} says something else");
}

/// The host's own contributions, a plugin's, and a policy.
fn filled() -> Registry {
    let registry = registry_of(vec![
        prepend("agent.persona", "You are a careful agent.").tier(Tier::Core),
        append("agent.rules", "Run the tests before you claim success.").condensed("Run the tests."),
        append("agent.notes", "This may go.").tier(Tier::Informational).runtime(),
        replace("ci.pipeline", "Push early."),
    ]);
    registry
        .register_plugin(plugin("workspace", vec![append("workspace.guide", "Stay inside of the workspace: d\u{e9}j\u{e0} vu.")]))
        .unwrap();
    registry.register_safety_policy(policy("safety.secrets", "Tell no secrets.")).unwrap();
    registry
}

/// Ids that would wreck a terminal, a table, or whoever reads it.
const HOSTILE: [&str; 14] = [
    "",
    "-",
    "two words",
    "a  static  -  core",
    "\x1b[2J\x1b[1;1H\x07",
    "\u{9b}31m",
    "line\nbreak\r\u{b}\u{c}\u{85}\u{2028}\u{2029}",
    "nul\0nul",
    "\u{202e}evil\u{2066}\u{200f}",
    "\u{5d0}\u{5d1}\u{5d2}.\u{627}\u{644}",
    "\u{65e5}\u{672c}\u{8a9e}",
    "zalgo\u{301}\u{302}\u{200b}\u{feff}\u{e0041}",
    "\"quoted\"\\",
    "tab\there\u{8}\u{7f}",
];

#[test]
fn of_a_registry() {
    let registry = filled();
    let state = State::default();
    let compose = |options: &ComposeOptions<'_>| registry.compose(&CONTEXT, Some(&state), false, options).unwrap();
    check("registry.txt", compose(&strict(85)).table().unwrap());
    check("unlimited.txt", compose(&ComposeOptions::default()).table().unwrap());
    check("over-budget.txt", compose(&budget(0)).table().unwrap());
    check("bundle.txt", resolve(&registry).table().unwrap());
    check("static-only.txt", resolve_static(&registry).table().unwrap());
}

#[test]
fn of_raw_candidates() {
    let long = "long.".repeat(20);
    let candidates: Vec<_> = HOSTILE
        .into_iter()
        .chain([long.as_str(), "\u{1f680}\u{1f680}\u{1f680}\u{1f680}\u{1f680}"])
        .map(|id| candidate(id, Tier::Active, "x"))
        .collect();
    check("hostile.txt", compose(&candidates, &budget(12)).unwrap().table().unwrap());
    check("nothing.txt", compose(&[], &budget(0)).unwrap().table().unwrap());
    let largest = measured("largest", Tier::Informational, (1 << 53) - 1);
    check("largest.txt", compose(&[largest], &budget((1 << 53) - 2)).unwrap().table().unwrap());
}

#[test]
fn of_modules() {
    let builder = ModuleBuilder::new();
    builder.add_builtins().unwrap();
    let (_, context) = contexts().into_iter().find(|(name, _)| *name == "normal").unwrap();
    let registry = filled();
    let safety = Some(Safety { registry: &registry, context: &CONTEXT });
    let build = |context: &AgentContext<'_>| builder.build(context, &BuildOptions { safety, ..BuildOptions::default() }).unwrap();
    check("modules.txt", build(&context).prompt().table().unwrap());
    check("modules-without-room.txt", build(&AgentContext { max_tokens: 5000, ..context }).prompt().table().unwrap());
}

#[test]
fn a_plugins_name_is_shown_as_an_id_is() {
    let registry = registry();
    let (long, odd) = ("p".repeat(100), "q\u{202e}\u{200d}");
    for name in [long.as_str(), odd] {
        registry.register_plugin(plugin(name, vec![append(&format!("{name}.{}", "i".repeat(120)), "x")])).unwrap();
    }
    check("plugins.txt", resolve(&registry).table().unwrap());
}

#[test]
fn it_is_made_once_and_ends_in_a_line_break() {
    let bundle = resolve(&filled());
    assert!(std::ptr::eq(bundle.table().unwrap(), bundle.table().unwrap()));
    let prompt = compose(&[candidate("a", Tier::Core, "x")], &ComposeOptions::default()).unwrap();
    assert!(std::ptr::eq(prompt.table().unwrap(), prompt.table().unwrap()));
    assert!(prompt.table().unwrap().ends_with("0-1\n"));
}

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    /// Whatever the ids are: one line a row, printable ASCII, columns where the head has them, and no id is lost.
    #[test]
    fn tables_are_printable_and_in_columns(ids in prop::collection::vec(prop_oneof![any::<String>(), "[ -~]{0,60}", "\\PC{0,60}"], 0..12), limit in 0u64..10) {
        let candidates: Vec<_> = ids.iter().map(|id| candidate(id, Tier::Active, "\u{1b}[x")).collect();
        let prompt = compose(&candidates, &budget(limit)).unwrap();
        let table = prompt.table().unwrap();
        prop_assert!(table.bytes().all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte)));
        let mut lines = table.split('\n').skip(7);
        let head = lines.next().unwrap();
        prop_assert!(head.trim_start().starts_with("#  id"), "{}", head);
        let column = |title: &str| head.find(&format!("  {title}")).unwrap() + 2;
        let cut: Vec<_> = table.split('\n').filter_map(|line| line.strip_prefix('#')?.split_once(" id: ")).collect();
        for (index, section) in prompt.sections().enumerate() {
            let row = lines.next().unwrap();
            prop_assert_eq!(row[..column("id")].trim(), index.to_string());
            prop_assert!(row[column("verdict")..].starts_with(section.verdict.name()), "{}", row);
            prop_assert_eq!(&row[column("origin") - 2..column("origin") + 1], "  -");
            let shown = row[column("id")..column("origin")].trim_end();
            let whole = cut.iter().find(|(number, _)| *number == index.to_string()).map_or(shown, |(_, whole)| whole);
            prop_assert!(shown.len() <= 40);
            prop_assert_eq!(read_back(whole), section.id);
        }
        prop_assert_eq!(lines.next(), Some(""));
    }
}

/// The name that is shown so.
fn read_back(shown: &str) -> String {
    let Some(inner) = shown.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else { return shown.to_owned() };
    let mut name = String::new();
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        name.push(match c {
            '\\' => match rest.next().unwrap() {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'u' => {
                    let digits: String = rest.by_ref().skip(1).take_while(|c| *c != '}').collect();
                    char::from_u32(u32::from_str_radix(&digits, 16).unwrap()).unwrap()
                }
                other => other,
            },
            c => c,
        });
    }
    name
}
