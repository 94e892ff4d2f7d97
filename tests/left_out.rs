//! What a host of Rust may leave out of the traits it implements, and how an error shows itself.

mod support;

use support::{append, registry, registry_of, replace, CONTEXT};
use wattle::*;

/// Probes that look at nothing.
struct Blind;

impl Probes for Blind {}

#[test]
fn probes_may_look_at_nothing() {
    let contributions = vec![append("a.x", "x"), append("a.empty", ""), replace("a.missing", "m"), replace("a.x", "1")];
    let registry = registry_of(contributions);
    let second = Contribution { origin: Some(Origin::RuntimeAware), ..replace("a.x", "2") };
    registry.register(vec![second]).unwrap();
    let bundle =
        registry.resolve(&CONTEXT, Some(&State::default()), &ResolveOptions { static_first: false, probes: Some(&Blind) }).unwrap();
    assert_eq!(bundle.text(), "1\n\n2\n\nm");
    let options = ComposeOptions { probes: Some(&Blind), ..ComposeOptions::default() };
    assert_eq!(registry.compose(&CONTEXT, None, false, &options).unwrap().text(), "1\n\nm");
}

/// A module that says no more than it must.
struct Terse {
    optional: bool,
}

impl Module for Terse {
    fn name(&self) -> &str {
        if self.optional {
            "optional"
        } else {
            "required"
        }
    }

    fn priority(&self) -> u32 {
        1
    }

    fn is_optional(&self) -> bool {
        self.optional
    }

    fn render(&self, _: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<()> {
        lines.line(self.name())
    }
}

/// Not even whether it is optional.
struct Plain;

impl Module for Plain {
    fn name(&self) -> &str {
        "plain"
    }

    fn priority(&self) -> u32 {
        2
    }

    fn render(&self, _: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<()> {
        lines.line("plain")
    }
}

#[test]
fn a_module_may_say_only_what_it_is() {
    let builder = ModuleBuilder::new();
    for module in [Box::new(Terse { optional: true }) as Box<dyn Module>, Box::new(Terse { optional: false }), Box::new(Plain)] {
        builder.add(module).unwrap();
    }
    let context = AgentContext::default();
    let built = builder.build(&context, &BuildOptions::default()).unwrap();
    assert_eq!(built.prompt().text(), "required\n\nplain");
    assert_eq!(built.metadata().dropped, 1);
    let roomy = AgentContext { max_tokens: 5000, ..context };
    assert_eq!(builder.build(&roomy, &BuildOptions::default()).unwrap().prompt().text(), "optional\n\nrequired\n\nplain");
}

#[test]
fn an_error_shows_its_kind_and_its_message() {
    let error = registry().register(vec![append("nodot", "x")]).unwrap_err();
    assert_eq!(error.to_string(), format!("unnamespaced-id: {}", error.message()));
    let shown = format!("{error:?}");
    assert!(shown.contains("UnnamespacedId") && shown.contains("\"nodot\""), "{shown}");
}
