//! bindings-tests/goldens.txt pins what the bundled texts resolve to, in every kind of context (semantics 10). The C and Go
//! harnesses check the same lines. `WATTLE_BLESS=1 cargo test --test goldens` writes it anew; a change of an existing line is a
//! breaking change and needs an entry tagged [bytes] in CHANGELOG.md.

use std::fmt::Write;
use std::path::Path;

use sha2::{Digest, Sha256};
use wattle::{baseline, CallClass, Context, Contribution, Registry, RegistryOptions, ResolveOptions, Scope, State};

const HEAD: &str = "\
# What the bundled texts resolve to: variant, call class, family, role, state, SHA-256 of the text, fingerprint; \"-\" is absent.
# Written by WATTLE_BLESS=1 cargo test --test goldens. A change of an existing line needs an entry tagged [bytes] in CHANGELOG.md.
";

const VARIANTS: [&str; 5] = ["defaults", "templates", "replace-one", "replace-all", "opt-in"];
const FAMILIES: [&str; 3] = ["anthropic", "openai", "google"];

/// The registry of a variant: what is seeded, and in the last three what a host replaces and adds.
fn registry(variant: &str) -> Registry {
    let options = RegistryOptions { seed_core_templates: variant == "templates", ..RegistryOptions::default() };
    let registry = Registry::new(options).unwrap();
    let replaced = match variant {
        "replace-one" => baseline::BASE[1].id(),
        "replace-all" => baseline::DEFAULT_SYSTEM_PROMPT_ID,
        "opt-in" => baseline::TEMPLATES[2].id(),
        _ => return registry,
    };
    let shell = Contribution::append_prompt("host.shell", "Say what a command will change before you run it.").unwrap();
    let scoped = |id, scope, text| Contribution::scoped_prompt(id, scope, text).unwrap();
    registry
        .register(vec![
            Contribution::replace_core(replaced, "The host says this in its own words: d\u{e9}j\u{e0} vu, \u{1f680}.").unwrap(),
            Contribution::prepend_persona("host.persona", "You are the orchard's gardener.").unwrap(),
            scoped("host.reviewer", Scope { runtime_role: Some("reviewer".into()), ..Scope::default() }, "Review; change nothing."),
            scoped("host.google", Scope { family: Some("google".into()), ..Scope::default() }, "Use short function calls."),
            scoped("host.synthesis", Scope { call_class: Some(CallClass::Synthesize), ..Scope::default() }, "Write the whole report."),
            Contribution { requires_tools: Some(vec!["shell".into()]), ..shell },
        ])
        .unwrap();
    registry
}

fn lines() -> String {
    let mut lines = String::new();
    for variant in VARIANTS {
        let registry = registry(variant);
        for call_class in CallClass::ALL {
            for family in FAMILIES {
                for runtime_role in [None, Some("reviewer")] {
                    for with_state in [false, true] {
                        let context = Context { call_class, family, tenant_id: None, runtime_role };
                        line(&mut lines, variant, &registry, &context, with_state);
                    }
                }
            }
        }
    }
    lines
}

fn line(lines: &mut String, variant: &str, registry: &Registry, context: &Context<'_>, with_state: bool) {
    let state = State {
        loaded_tools: Some(&["search", "shell"]),
        detected_intents: Some(&["repair"]),
        turn_depth: 1,
        prior_turn_had_tool_calls: Some(true),
        plugin_metadata: Some("{\"orchard\":{\"trees\":3}}"),
        host: None,
    };
    let bundle = registry.resolve(context, with_state.then_some(&state), &ResolveOptions::default()).unwrap();
    let fingerprint = registry.fingerprint(context).unwrap();
    let (class, family) = (context.call_class.name(), context.family);
    let role = context.runtime_role.unwrap_or("-");
    let state = if with_state { "state" } else { "-" };
    write!(lines, "{variant:<11} {class:<10} {family:<9} {role:<8} {state:<5} ").unwrap();
    Sha256::digest(bundle.text()).iter().for_each(|byte| write!(lines, "{byte:02x}").unwrap());
    writeln!(lines, " {}", std::str::from_utf8(&fingerprint).unwrap()).unwrap();
}

#[test]
fn bundled_texts_resolve_to_the_committed_bytes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("bindings-tests/goldens.txt");
    let computed = HEAD.to_owned() + &lines();
    if std::env::var_os("WATTLE_BLESS").is_some() {
        std::fs::write(&path, &computed).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap();
    let changelog = std::fs::read_to_string(path.with_file_name("../CHANGELOG.md")).unwrap();
    let digest: String = Sha256::digest(&committed).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    assert!(
        changelog.contains(&format!("goldens {digest}")),
        "the goldens changed: CHANGELOG.md wants a [bytes] entry with `goldens {digest}`"
    );
    let changed: Vec<_> = committed.lines().zip(computed.lines()).filter(|(old, new)| old != new).collect();
    if let Some((old, new)) = changed.first() {
        panic!("{} lines changed; the first was\n  {old}\nand is\n  {new}", changed.len());
    }
    assert_eq!(committed.lines().count(), computed.lines().count(), "there are more or fewer lines than committed");
}
