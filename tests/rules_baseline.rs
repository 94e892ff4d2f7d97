//! The bundled baseline (semantics 3.11, 3.12, 4): seeded or not, replaced as a whole, opted in to by template.

use wattle::baseline::{self, DEFAULT_SYSTEM_PROMPT_ID};
use wattle::*;

const CONTEXT: Context<'static> = Context { call_class: CallClass::Converse, family: "anthropic", tenant_id: None, runtime_role: None };

fn registry(change: impl FnOnce(&mut RegistryOptions)) -> Registry {
    let mut options = RegistryOptions { seed_safety_policies: false, ..RegistryOptions::default() };
    change(&mut options);
    Registry::new(options).unwrap()
}

fn replace(id: &str, text: &str) -> Contribution {
    Contribution::text(id, Mode::Replace, text).unwrap()
}

fn runtime(mut contribution: Contribution) -> Contribution {
    contribution.origin = Some(Origin::RuntimeAware);
    contribution
}

fn resolve(registry: &Registry, state: Option<&State<'_>>) -> Bundle {
    registry.resolve(&CONTEXT, state, &ResolveOptions::default()).unwrap()
}

fn ids(bundle: &Bundle) -> Vec<String> {
    bundle.sections().map(|section| section.id.to_owned()).collect()
}

fn baseline_text() -> String {
    baseline::BASE.iter().chain(baseline::EXTENSION).map(|fragment| fragment.text()).collect::<Vec<_>>().join("\n\n")
}

#[test]
fn the_lists_have_their_lengths_and_no_id_twice() {
    let policies = baseline::SAFETY.iter().map(|(policy, _)| policy);
    let mut all: Vec<_> =
        baseline::BASE.iter().chain(baseline::EXTENSION).chain(baseline::TEMPLATES).chain(policies).map(|f| f.id()).collect();
    assert_eq!((baseline::BASE.len(), baseline::EXTENSION.len(), baseline::TEMPLATES.len(), baseline::SAFETY.len()), (11, 4, 40, 5));
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 60);
}

#[test]
fn the_default_registry_says_the_baseline_then_the_policies() {
    let bundle = resolve(&Registry::new(RegistryOptions::default()).unwrap(), None);
    let policies = baseline::SAFETY.iter().filter(|(_, on)| *on).map(|(policy, _)| policy.text());
    let text: Vec<_> = std::iter::once(baseline_text()).chain(policies.map(str::to_owned)).collect();
    assert_eq!(bundle.text(), text.join("\n\n"));
    let first = bundle.section(0).unwrap();
    assert_eq!((first.origin, first.mode, first.tier, first.plugin), (Some(Origin::CoreDefault), Some(Mode::Append), Tier::Core, None));
}

#[test]
fn templates_are_seeded_on_request_only_and_come_after_the_defaults() {
    let all = ids(&resolve(&registry(|options| options.seed_core_templates = true), None));
    assert_eq!(all.len(), 55);
    assert_eq!(all[15..], baseline::TEMPLATES.iter().map(|template| template.id().to_owned()).collect::<Vec<_>>());
    assert_eq!(ids(&resolve(&registry(|_| ()), None)).len(), 15);
}

#[test]
fn rule_3_11_replacing_the_default_system_prompt_replaces_all_defaults_at_once() {
    let registry = registry(|_| ());
    registry.register(vec![Contribution::text("host.a", Mode::Prepend, "A").unwrap(), replace(DEFAULT_SYSTEM_PROMPT_ID, "MINE")]).unwrap();
    // A replace of a single default is swallowed: not evaluated, no probe.
    let fails = Content::Static(Box::new(|_, _| panic!("a swallowed replace was evaluated")));
    registry.register(vec![Contribution::new(baseline::BASE[0].id(), Mode::Replace, fails).unwrap()]).unwrap();
    let bundle = resolve(&registry, None);
    assert_eq!(bundle.text(), "A\n\nMINE");
    let section = bundle.section(1).unwrap();
    assert_eq!((section.id, section.origin, section.plugin), (DEFAULT_SYSTEM_PROMPT_ID, Some(Origin::CoreDefault), None));
    assert_eq!((section.mode, section.tier, section.is_static), (Some(Mode::Append), Tier::Core, true));
    assert_eq!(bundle.summary().stable_prefix, bundle.text().len());
}

#[test]
fn rule_3_11_an_empty_replacement_removes_the_baseline() {
    let registry = registry(|_| ());
    registry.register(vec![replace(DEFAULT_SYSTEM_PROMPT_ID, "")]).unwrap();
    assert_eq!(resolve(&registry, None).text(), "");
}

#[test]
fn rule_3_11_two_replacements_join() {
    let registry = registry(|_| ());
    registry.register(vec![replace(DEFAULT_SYSTEM_PROMPT_ID, "one"), runtime(replace(DEFAULT_SYSTEM_PROMPT_ID, "two"))]).unwrap();
    assert_eq!(resolve(&registry, Some(&State::default())).text(), "one\n\ntwo");
    assert_eq!(resolve(&registry, None).text(), "one");
}

#[test]
fn rule_3_11_a_runtime_aware_replacement_ends_the_stable_prefix_at_the_prepends() {
    let registry = registry(|_| ());
    registry
        .register(vec![Contribution::text("host.p", Mode::Prepend, "P").unwrap(), Contribution::text("host.s", Mode::Append, "S").unwrap()])
        .unwrap();
    registry.register(vec![runtime(replace(DEFAULT_SYSTEM_PROMPT_ID, "MINE"))]).unwrap();
    let bundle = resolve(&registry, Some(&State::default()));
    assert_eq!((bundle.text(), bundle.summary().stable_prefix), ("P\n\nMINE\n\nS", 1));
    assert!(!bundle.section(1).unwrap().is_static);
    let fixed = resolve(&registry, None);
    assert_eq!(fixed.text(), format!("P\n\n{}\n\nS", baseline_text()));
    assert!(fixed.text().starts_with(&bundle.text()[..bundle.summary().stable_prefix]));
}

#[test]
fn rule_3_11_without_the_baseline_it_is_a_missing_target() {
    let registry = registry(|options| options.seed_core_defaults = false);
    registry.register(vec![Contribution::text("host.a", Mode::Append, "A").unwrap(), replace(DEFAULT_SYSTEM_PROMPT_ID, "MINE")]).unwrap();
    let bundle = resolve(&registry, None);
    assert_eq!(bundle.text(), "A\n\nMINE");
    assert_eq!(bundle.section(1).unwrap().origin, Some(Origin::Static));
}

#[test]
fn rule_3_12_replacing_a_template_that_is_not_seeded_opts_in_at_its_place() {
    let registry = registry(|_| ());
    let (early, late) = (&baseline::TEMPLATES[2], &baseline::TEMPLATES[30]);
    registry
        .register(vec![replace(late.id(), "LATE"), Contribution::text("host.a", Mode::Append, "A").unwrap(), replace(early.id(), "EARLY")])
        .unwrap();
    struct NothingMissing;
    impl Probes for NothingMissing {
        fn on_replace_target_missing(&self, id: &str) -> Result<()> {
            panic!("{id} was told as missing")
        }
    }
    let options = ResolveOptions { probes: Some(&NothingMissing), ..ResolveOptions::default() };
    let bundle = registry.resolve(&CONTEXT, None, &options).unwrap();
    assert_eq!(bundle.text(), format!("{}\n\nEARLY\n\nLATE\n\nA", baseline_text()));
    let section = bundle.section(15).unwrap();
    assert_eq!((section.id, section.origin, section.plugin), (early.id(), Some(Origin::CoreTemplate), None));
    assert_eq!((section.mode, section.tier, section.is_static), (Some(Mode::Append), Tier::Core, true));
}

#[test]
fn rule_3_12_a_runtime_aware_opt_in_keeps_the_defaults_stable() {
    let registry = registry(|_| ());
    registry
        .register(vec![runtime(replace(baseline::TEMPLATES[0].id(), "T")), Contribution::text("host.a", Mode::Append, "A").unwrap()])
        .unwrap();
    let bundle = resolve(&registry, Some(&State::default()));
    assert_eq!(bundle.summary().stable_prefix, baseline_text().len());
    assert_eq!(bundle.text(), format!("{}\n\nT\n\nA", baseline_text()));
    assert_eq!(resolve(&registry, None).text(), format!("{}\n\nA", baseline_text()));
}

#[test]
fn rule_3_12_a_hook_may_opt_in_for_a_turn() {
    let registry = registry(|_| ());
    let hook: Box<Hook> = Box::new(|_, _, emitter| emitter.emit(Contribution::text(baseline::TEMPLATES[0].id(), Mode::Replace, "T")?));
    registry.register_plugin(Plugin { name: "p".into(), hook: Some(hook), ..Plugin::default() }).unwrap();
    assert_eq!(resolve(&registry, Some(&State::default())).text(), format!("{}\n\nT", baseline_text()));
    assert_eq!(resolve(&registry, None).text(), baseline_text());
}

#[test]
fn the_librarys_own_is_not_the_hosts_to_remove() {
    let registry = Registry::new(RegistryOptions::default()).unwrap();
    let policy = baseline::SAFETY[0].0.id();
    assert_eq!(registry.unregister_safety_policy(policy).unwrap_err().kind(), Kind::UnknownSafetyPolicy);
    assert_eq!(registry.unregister(Origin::Static, baseline::BASE[0].id()).unwrap_err().kind(), Kind::UnknownContribution);
    registry.set_enabled_safety_policies(Some(vec![policy.to_owned()])).unwrap();
    assert_eq!(registry.list_safety_policies(true).unwrap().len(), 1);
}

#[test]
fn one_call_composes_the_default_system_prompt() {
    let prompt = compose_default_system_prompt(&CONTEXT, &ComposeOptions::default()).unwrap();
    let registry = Registry::new(RegistryOptions::default()).unwrap();
    assert_eq!(prompt.text(), resolve(&registry, None).text());
    let tight = ComposeOptions { total_budget: Some(Budget::Chars(100)), ..ComposeOptions::default() };
    let prompt = compose_default_system_prompt(&CONTEXT, &tight).unwrap();
    assert!(prompt.summary().over_budget && prompt.summary().dropped == 0, "all of it is core");
}

#[test]
fn a_refused_emission_names_plugin_and_id() {
    let registry = registry(|_| ());
    let hook: Box<Hook> = Box::new(|_, _, emitter| emitter.emit(Contribution::text("other.a", Mode::Append, "x")?));
    registry.register_plugin(Plugin { name: "p".into(), hook: Some(hook), ..Plugin::default() }).unwrap();
    let error = registry.resolve(&CONTEXT, Some(&State::default()), &ResolveOptions::default()).err().unwrap();
    assert_eq!((error.kind(), error.subject()), (Kind::ForeignNamespace, "other.a"));
    assert!(error.message().starts_with("emitted by the hook of plugin \"p\": "), "{}", error.message());
}
