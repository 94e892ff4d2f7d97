//! The common shapes of contributions and plugins: each is the raw form, spelt shorter.

use std::cell::RefCell;

use wattle::{
    baseline, CallClass, Content, Context, Contribution, Kind, Mode, Origin, Plugin, Probes, Registry, RegistryOptions, ResolveOptions,
    Result, Scope, State,
};

const CONTEXT: Context<'static> = Context { call_class: CallClass::Converse, family: "anthropic", tenant_id: None, runtime_role: None };

fn empty_registry() -> Registry {
    Registry::new(RegistryOptions::empty()).unwrap()
}

/// All that can be seen of a contribution.
fn fields(contribution: &Contribution) -> String {
    let Contribution { id, mode, origin, tier, scope, content, condensed, requires_tools, attachment } = contribution;
    let (kind, text) = match content {
        Content::Text(text) => ("text", text.as_str()),
        Content::Static(_) => ("static", ""),
        Content::Runtime(_) => ("runtime", ""),
        Content::Gated(_, text) => ("gated", text.as_str()),
    };
    let condensed = condensed.as_ref().map(wattle::Text::as_str);
    let attached = attachment.is_some();
    format!("{id} {mode:?} {origin:?} {tier:?} {scope:?} {kind} {text} {condensed:?} {requires_tools:?} {attached}")
}

fn check(shape: &Contribution, raw: &Contribution) {
    assert_eq!(fields(shape), fields(raw));
}

fn loaded(tool: &'static str) -> impl Fn(&Context<'_>, &State<'_>) -> Result<bool> + Send + Sync + 'static {
    move |_, state| Ok(state.loaded_tools.unwrap_or_default().contains(&tool))
}

#[test]
fn shapes_are_the_raw_form() {
    let scope = Scope { family: Some("google".into()), call_class: Some(CallClass::Utility), ..Scope::default() };
    check(&Contribution::append_prompt("a.b", "x").unwrap(), &Contribution::text("a.b", Mode::Append, "x").unwrap());
    check(&Contribution::prepend_persona("a.b", "x").unwrap(), &Contribution::text("a.b", Mode::Prepend, "x").unwrap());
    check(&Contribution::replace_core("core.b", "x").unwrap(), &Contribution::text("core.b", Mode::Replace, "x").unwrap());
    let raw = Contribution { scope: scope.clone().boxed(), ..Contribution::text("a.b", Mode::Append, "x").unwrap() };
    check(&Contribution::scoped_prompt("a.b", scope, "x").unwrap(), &raw);
    let gated = Content::Gated(Box::new(loaded("edit")), wattle::Text::new("x").unwrap());
    let raw = Contribution::new("a.b", Mode::Append, gated).unwrap();
    check(&Contribution::gated_prompt("a.b", loaded("edit"), "x").unwrap(), &raw);
}

#[test]
fn replace_core_is_for_core_alone() {
    for id in ["core.role-template", "core.nobody-knows", baseline::DEFAULT_SYSTEM_PROMPT_ID, baseline::BASE[0].id()] {
        assert_eq!(Contribution::replace_core(id, "x").unwrap().id, id);
    }
    for (id, kind) in [
        ("host.rules", Kind::ForeignNamespace),
        ("cores.rules", Kind::ForeignNamespace),
        ("Core.rules", Kind::ForeignNamespace),
        ("safety.secret-handling", Kind::ReservedNamespace),
        ("core", Kind::UnnamespacedId),
        ("core.", Kind::UnnamespacedId),
        ("core.a b", Kind::UnnamespacedId),
        ("", Kind::UnnamespacedId),
    ] {
        let error = Contribution::replace_core(id, "x").err().unwrap();
        assert_eq!((error.kind(), error.subject()), (kind, id));
    }
}

/// What the probes of a resolution were told.
#[derive(Default)]
struct Empty(RefCell<Vec<(String, Origin)>>);

impl Probes for Empty {
    fn on_empty_content(&self, id: &str, origin: Origin) -> Result<()> {
        self.0.borrow_mut().push((id.to_owned(), origin));
        Ok(())
    }
}

#[test]
fn a_closed_gate_gives_nothing_and_tells() {
    let registry = empty_registry();
    registry.register(vec![Contribution::gated_prompt("host.edit", loaded("edit"), "Edit with care.").unwrap()]).unwrap();
    let resolve = |tools: &[&str]| {
        let probes = Empty::default();
        let state = State { loaded_tools: Some(tools), ..State::default() };
        let options = ResolveOptions { probes: Some(&probes), ..ResolveOptions::default() };
        let bundle = registry.resolve(&CONTEXT, Some(&state), &options).unwrap();
        (bundle.text().to_owned(), probes.0.into_inner())
    };
    assert_eq!(resolve(&["shell"]), (String::new(), vec![("host.edit".to_owned(), Origin::RuntimeAware)]));
    assert_eq!(resolve(&["shell", "edit"]), ("Edit with care.".to_owned(), Vec::new()));
    let bundle = registry.resolve(&CONTEXT, None, &ResolveOptions::default()).unwrap();
    assert_eq!(bundle.text(), "");
}

#[test]
fn a_plugin_is_sorted_into_its_lists() {
    let needs_edit = Contribution { requires_tools: Some(vec!["edit".into()]), ..Contribution::append_prompt("p.tool", "tool").unwrap() };
    let by_name = Contribution { origin: Some(Origin::RuntimeAware), ..Contribution::append_prompt("p.now", "now").unwrap() };
    let contributions = vec![
        Contribution::gated_prompt("p.gated", loaded("edit"), "gated").unwrap(),
        Contribution::append_prompt("p.first", "first").unwrap(),
        needs_edit,
        Contribution::replace_core("core.core-directives", "mine").unwrap(),
        by_name,
    ];
    let plugin = Plugin::create("p", "1.2", contributions).unwrap();
    let ids = |list: &[Contribution]| list.iter().map(|contribution| contribution.id.clone()).collect::<Vec<_>>();
    assert_eq!((plugin.name.as_str(), plugin.version.as_str()), ("p", "1.2"));
    assert_eq!(ids(&plugin.prompts), ["p.first", "core.core-directives"]);
    assert_eq!(ids(&plugin.runtime_prompts), ["p.gated", "p.tool", "p.now"]);
    assert!(plugin.safety_policies.is_empty() && plugin.hook.is_none() && plugin.observer.is_none() && plugin.attachment.is_none());
    let registry = empty_registry();
    registry.register_plugin(plugin).unwrap();
    assert_eq!(registry.list(None, None).unwrap().len(), 5);
}
