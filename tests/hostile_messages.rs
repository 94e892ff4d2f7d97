//! Messages that quote a culprit, whatever it is called, can be shown in a terminal and written to a log; the subject is the culprit as
//! it is. SECURITY.md says so.

mod module_support;
mod support;

use module_support::{fake, normal, Fake};
use serde_json::json;
use support::*;
use wattle::*;

/// Nothing in it moves a cursor, turns a direction, ends a line, or cannot be seen.
fn is_visible(message: &str) {
    let unseen = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0041}')
    };
    assert!(!message.contains(unseen), "{message:?}");
}

/// The refusals that have a culprit of the caller's: each with the name that is handed in, as the subject as it is, and in the
/// message so that it can be shown.
#[test]
fn messages_show_a_culprit_so_that_it_can_be_seen() {
    let check = |refused: Result<()>, kind: Kind, subject: &str| {
        let error = refused.unwrap_err();
        assert_eq!((error.kind(), error.subject()), (kind, subject));
        is_visible(error.message());
        is_visible(&error.to_string());
        assert!(error.message().contains('"'), "{} quotes nothing", error.message());
    };
    let odd = "\u{202e}x\u{200b}\u{61c}\u{2066}";
    let host = format!("host.{odd}");
    let fails = |id: &str| written(id, Mode::Append, |_, _| failure("broken"));
    let turn = |registry: &Registry| registry.resolve(&CONTEXT, Some(&State::default()), &ResolveOptions::default()).map(drop);
    for name in HOSTILE_NAMES {
        check(registry().register(vec![append(name, "x")]), Kind::UnnamespacedId, name);
        check(registry().register_plugin(plugin(&format!("{name}."), vec![])), Kind::InvalidArgument, &format!("{name}."));
        check(registry().unregister(Origin::Static, name), Kind::UnknownContribution, name);
        check(registry().unregister(Origin::CoreDefault, name), Kind::InvalidArgument, name);
        check(registry().unregister_plugin(name), Kind::UnknownPlugin, name);
        check(registry().unregister_safety_policy(name), Kind::UnknownSafetyPolicy, name);
        check(unregister_global(Origin::Static, name), Kind::UnknownContribution, name);
        check(registry().freeze().unwrap().unregister_plugin(name), Kind::Frozen, name);
        let unknown = registry();
        unknown.set_enabled_safety_policies(Some(vec![name.to_owned()])).unwrap();
        check(turn(&unknown), Kind::UnknownSafetyPolicy, name);
        let builder = ModuleBuilder::new();
        check(builder.remove(name), Kind::UnknownModule, name);
        check(builder.add_builtin(name, None), Kind::UnknownModule, name);
        check(builder.add(Box::new(fake(name, 101, "x"))), Kind::InvalidArgument, name);
        builder.add(Box::new(fake(name, 1, "x"))).unwrap();
        check(builder.add(Box::new(fake(name, 1, "x"))), Kind::DuplicateModule, name);
        let failing = ModuleBuilder::new();
        failing.add(Box::new(Fake { fails: "render", ..fake(name, 1, "x") })).unwrap();
        check(failing.build(&normal(), &BuildOptions::default()).map(drop), Kind::CallbackFailed, name);
        check(compose(&[measured(name, Tier::Core, 1 << 53)], &budget(1)).map(drop), Kind::InvalidArgument, name);
        let length_of = |_: &str| Ok(1 << 53);
        let options = ComposeOptions { measure: Some(Measure { unit: name, length_of: &length_of }), ..ComposeOptions::default() };
        check(compose(&[candidate(name, Tier::Core, "x")], &options).map(drop), Kind::InvalidArgument, name);
        let length_of = |_: &str| Ok(1 << 52);
        let options = ComposeOptions { measure: Some(Measure { unit: name, length_of: &length_of }), ..ComposeOptions::default() };
        check(compose(&[candidate(name, Tier::Core, "x"); 2], &options).map(drop), Kind::InvalidArgument, name);
        let document = json!({ "contributions": [{ "id": "a.b", name: 1 }] }).to_string();
        let error = registry().load_json(&document).unwrap_err();
        is_visible(error.message());
        is_visible(error.subject());
        let error = registry().load_json(&json!({ "contributions": [{ "id": "a.b", "mode": name }] }).to_string()).unwrap_err();
        is_visible(error.message());
    }
    let (safety, core) = (format!("safety.{odd}"), format!("core.{odd}"));
    check(registry().register(vec![append(&safety, "x")]), Kind::ReservedNamespace, &safety);
    check(registry().register(vec![append(&core, "x")]), Kind::ReservedNamespace, &core);
    check(registry().register(vec![append(&host, "x").origin(Origin::Static).tools(&[])]), Kind::InvalidArgument, &host);
    check(registry().register(vec![append(&host, "x"), append(&host, "x")]), Kind::DuplicateContributionId, &host);
    check(registry().register(vec![replace(&host, "x"), replace(&host, "x")]), Kind::DuplicateContributionId, &host);
    check(registry().register_plugin(plugin(odd, vec![append(&host, "x")])), Kind::ForeignNamespace, &host);
    check(registry().register_safety_policy(policy(&host, "x")), Kind::ForeignNamespace, &host);
    check(register_global(append(&host, "x"), &[]), Kind::InvalidArgument, &host);
    let taken = registry();
    taken.register_plugin(plugin(odd, vec![fails(&format!("{odd}.x"))])).unwrap();
    check(taken.register_plugin(plugin(odd, vec![])), Kind::DuplicatePlugin, odd);
    check(turn(&taken), Kind::CallbackFailed, &format!("{odd}.x"));
    let held = taken.freeze().unwrap();
    check(taken.unregister_plugin(odd), Kind::PluginInUse, odd);
    drop(held);
    taken.register_safety_policy(policy(&safety, "x")).unwrap();
    check(taken.register_safety_policy(policy(&safety, "x")), Kind::DuplicateContributionId, &safety);
    let emitting = registry();
    emitting.register_plugin(hooked(odd, |_, _, emitter| emitter.emit(append("host.x", "x")))).unwrap();
    check(turn(&emitting), Kind::ForeignNamespace, "host.x");
    let failing = registry();
    failing.register_plugin(hooked(odd, |_, _, _| failure("broken"))).unwrap();
    check(turn(&failing), Kind::CallbackFailed, odd);
    let written_badly = registry_of(vec![written(&host, Mode::Append, |_, out| out.write_bytes(b"\xff"))]);
    check(turn(&written_badly), Kind::CallbackFailed, &host);
}
