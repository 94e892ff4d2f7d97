//! Semantics 2: global contributions. They are one per process, so the tests of this file take turns.

mod support;

use std::sync::{Mutex, MutexGuard, PoisonError};

use support::*;
use wattle::*;

static TURN: Mutex<()> = Mutex::new(());

/// The globals of one test, removed when it ends, however it ends.
struct Turn(Vec<(Origin, &'static str)>, #[allow(dead_code)] MutexGuard<'static, ()>);

fn turn() -> Turn {
    Turn(Vec::new(), TURN.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Turn {
    fn register(&mut self, origin: Origin, id: &'static str, contribution: Contribution, targets: &[&str]) {
        register_global(contribution.origin(origin), targets).unwrap();
        self.0.push((origin, id));
    }

    /// Static text for some runtimes.
    fn text(&mut self, id: &'static str, text: &str, targets: &[&str]) {
        self.register(Origin::Static, id, append(id, text), targets);
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        for (origin, id) in self.0.drain(..) {
            // One id may be there as a slot and as a replace: then the first removal took both.
            let _ = unregister_global(origin, id);
        }
    }
}

#[test]
fn rule_2_a_global_reaches_the_runtimes_it_lists() {
    let mut turn = turn();
    let (one, two, nameless) = (named_registry("one"), named_registry("two"), registry());
    turn.text("g.one", "ONE", &["one", "nobody"]);
    turn.text("g.both", "BOTH", &["two", "one"]);
    turn.text("g.all", "ALL", &["three", "*"]);
    turn.text("g.empty", "EMPTY", &[""]);
    assert_eq!(text_of(&one), "ONE\n\nBOTH\n\nALL");
    assert_eq!(text_of(&two), "BOTH\n\nALL");
    assert_eq!(text_of(&nameless), "ALL");
    // Registries to come see them too.
    assert_eq!(text_of(&named_registry("three")), "ALL");
    assert_eq!(resolve(&one).section(0).unwrap().plugin, None);
}

#[test]
fn rule_2_a_global_lists_at_least_one_runtime_which_is_checked_last() {
    let mut turn = turn();
    assert_eq!(refused(register_global(append("g.a", "x"), &[])), refusal(Kind::InvalidArgument, "g.a"));
    assert_eq!(refused(register_global(append("core.a", "x"), &[])), refusal(Kind::ReservedNamespace, "core.a"));
    turn.text("g.a", "x", &["one"]);
    assert_eq!(refused(register_global(append("g.a", "x"), &[])), refusal(Kind::DuplicateContributionId, "g.a"));
}

#[test]
fn rule_2_globals_obey_the_same_table_among_themselves() {
    let mut turn = turn();
    assert_eq!(refused(register_global(append("bad", "x"), &["*"])), refusal(Kind::UnnamespacedId, "bad"));
    let tools = append("g.a", "x").tools(&[]).origin(Origin::Static);
    assert_eq!(refused(register_global(tools, &["*"])), refusal(Kind::InvalidArgument, "g.a"));
    assert_eq!(refused(register_global(replace("safety.a", "x"), &["*"])), refusal(Kind::ReservedNamespace, "safety.a"));
    assert_eq!(refused(register_global(append("g.a", "x").origin(Origin::CoreDefault), &["*"])).0, Kind::InvalidArgument);
    turn.text("g.a", "1", &["one"]);
    // Whatever the targets, and independently of any registry's records.
    assert_eq!(refused(register_global(prepend("g.a", "2"), &["two"])), refusal(Kind::DuplicateContributionId, "g.a"));
    turn.register(Origin::Static, "g.a", replace("g.a", "3"), &["two"]);
    assert_eq!(refused(register_global(replace("g.a", "4"), &["one"])), refusal(Kind::DuplicateContributionId, "g.a"));
    turn.register(Origin::RuntimeAware, "g.a", append("g.a", "5"), &["one"]);
    let one = named_registry("one");
    one.register(vec![append("g.a", "own")]).unwrap();
    assert_eq!(text_of(&one), "own\n\n1\n\n5");
}

#[test]
fn rule_2_a_refused_global_changes_nothing_and_drops_once() {
    let turn = turn();
    let drops = Drops::default();
    assert!(register_global(append("g.a", "x").attached(drops.attachment()), &[]).is_err());
    assert!(register_global(append("core.a", "x").attached(drops.attachment()), &["*"]).is_err());
    assert_eq!((drops.count(), text_of(&registry())), (2, String::new()));
    register_global(append("g.a", "x").attached(drops.attachment()), &["*"]).unwrap();
    unregister_global(Origin::Static, "g.a").unwrap();
    assert_eq!(drops.count(), 3);
    drop(turn);
}

#[test]
fn rule_2_a_global_is_unregistered_by_origin_and_id() {
    let mut turn = turn();
    let drops = Drops::default();
    let registry = registry_of(vec![append("g.a", "own")]);
    turn.register(Origin::Static, "g.b", append("g.b", "slot").attached(drops.attachment()), &["*"]);
    turn.register(Origin::Static, "g.b", replace("g.b", "replace").attached(drops.attachment()), &["*"]);
    turn.register(Origin::RuntimeAware, "g.b", append("g.b", "aware").attached(drops.attachment()), &["*"]);
    assert_eq!(text_of(&registry), "own\n\nreplace");
    unregister_global(Origin::Static, "g.b").unwrap();
    assert_eq!((text_of(&registry), drops.count()), ("own\n\naware".into(), 2));
    assert_eq!(refused(unregister_global(Origin::Static, "g.b")), refusal(Kind::UnknownContribution, "g.b"));
    // A registry's own contribution is not a global, and a global is not a registry's.
    assert_eq!(refused(unregister_global(Origin::Static, "g.a")), refusal(Kind::UnknownContribution, "g.a"));
    assert_eq!(refused(registry.unregister(Origin::RuntimeAware, "g.b")), refusal(Kind::UnknownContribution, "g.b"));
    assert_eq!(refused(unregister_global(Origin::CoreTemplate, "g.b")).0, Kind::InvalidArgument);
    unregister_global(Origin::RuntimeAware, "g.b").unwrap();
    assert_eq!((text_of(&registry), drops.count()), ("own".into(), 3));
}

#[test]
fn rule_3_1_globals_come_after_the_registrys_own_and_before_emissions() {
    let mut turn = turn();
    let registry = registry();
    turn.register(Origin::RuntimeAware, "g.r1", append("g.r1", "gr1"), &["*"]);
    turn.text("g.s2", "gs2", &["*"]);
    turn.text("g.s1", "gs1", &["*"]);
    turn.register(Origin::Static, "g.p", prepend("g.p", "gp"), &["*"]);
    registry.register_plugin(hooked("p", |_, _, emitter| emitter.emit(append("p.now", "now")))).unwrap();
    registry.register(vec![append("a.r", "r").runtime(), append("a.s", "s"), prepend("a.p", "p")]).unwrap();
    registry.register_safety_policy(policy("safety.a", "safe")).unwrap();
    assert_eq!(text_of(&registry), "p\n\ngp\n\ns\n\ngs2\n\ngs1\n\nr\n\ngr1\n\nnow\n\nsafe");
    assert_eq!(resolve_static(&registry).text(), "p\n\ngp\n\ns\n\ngs2\n\ngs1\n\nsafe");
}

#[test]
fn rule_3_3_a_global_replaces_a_registrys_section_and_counts_among_replaces() {
    let mut turn = turn();
    let registry = registry_of(vec![append("a.b", "own")]);
    registry.register_plugin(plugin("p", vec![replace("a.b", "plugin")])).unwrap();
    turn.register(Origin::Static, "a.b", replace("a.b", "global"), &["*"]);
    let recorder = Recorder::default();
    assert_eq!(recorder.watch(&registry, None).unwrap().text(), "plugin\n\nglobal");
    assert_eq!(recorder.take(), ["duplicate a.b"]);
    registry.unregister_plugin("p").unwrap();
    assert_eq!(text_of(&registry), "global");
}

#[test]
fn rule_5_globals_are_part_of_the_fingerprint_where_they_are_seen() {
    let mut turn = turn();
    let (one, two) = (named_registry("one"), named_registry("two"));
    let before = hex(&one, &CONTEXT);
    turn.register(Origin::RuntimeAware, "g.r", append("g.r", "aware"), &["*"]);
    assert_eq!(hex(&one, &CONTEXT), before);
    turn.text("g.s", "text", &["one"]);
    assert_ne!(hex(&one, &CONTEXT), before);
    assert_eq!(hex(&two, &CONTEXT), before);
}

#[test]
fn rule_3_0_a_hook_may_emit_an_id_that_a_global_has() {
    let mut turn = turn();
    let registry = registry();
    turn.register(Origin::RuntimeAware, "p.now", append("p.now", "global"), &["*"]);
    registry.register_plugin(hooked("p", |_, _, emitter| emitter.emit(append("p.now", "emitted")))).unwrap();
    assert_eq!(text_of(&registry), "global\n\nemitted");
}
