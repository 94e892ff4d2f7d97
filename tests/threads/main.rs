//! Many threads: removals under load, re-entrancy, and waiting for calls in flight. WATTLE_SOAK_SECONDS says for how long.

#[path = "../support/soak.rs"]
mod soak;
#[path = "../support/mod.rs"]
mod support;

mod generations;
mod waiting;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use generations::*;
use soak::soak;
use support::*;
use wattle::*;

const READERS: usize = 16;

/// Ends the process, with a word about it, if a test hangs.
struct Watchdog(Arc<AtomicBool>);

fn watchdog(name: &'static str) -> Watchdog {
    let done = Arc::new(AtomicBool::new(false));
    let (seen, deadline) = (Arc::clone(&done), Instant::now() + soak() + Duration::from_secs(60));
    thread::spawn(move || {
        while !seen.load(SeqCst) {
            if Instant::now() > deadline {
                eprintln!("threads: {name} hangs");
                std::process::abort();
            }
            thread::sleep(Duration::from_millis(20));
        }
    });
    Watchdog(done)
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.0.store(true, SeqCst);
    }
}

/// Ends the readers when the writer is done, however it ends.
struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, SeqCst);
    }
}

#[test]
fn plugins_come_and_go_under_load() {
    let _watchdog = watchdog("plugins_come_and_go_under_load");
    let registry = registry_of(vec![append("a.host", "host")]);
    let (drops, late, stop, window) = (Drops::default(), Arc::new(AtomicUsize::new(0)), AtomicBool::new(false), Window::default());
    thread::scope(|scope| {
        let readers: Vec<_> = (0..READERS).map(|_| scope.spawn(|| window.watch(&registry, &stop))).collect();
        let stopping = Stop(&stop);
        let deadline = Instant::now() + soak();
        let mut number = 0;
        let end = |generation: &Generation| {
            generation.gone.store(true, SeqCst);
            window.gone.store(generation.number, SeqCst);
            assert_eq!(drops.count(), 4 * generation.number, "not every drop had run when the removal returned");
        };
        while Instant::now() < deadline {
            number += 1;
            window.begun.store(number, SeqCst);
            let mut generation = Generation::new(number, &late);
            registry.register_plugin(generation_plugin(&generation, &drops)).unwrap();
            for _ in 0..3 {
                thread::yield_now();
                number += 1;
                window.begun.store(number, SeqCst);
                let next = Generation::new(number, &late);
                registry.replace_plugin(generation_plugin(&next, &drops)).unwrap();
                end(&generation);
                generation = next;
            }
            registry.unregister_plugin("p").unwrap();
            end(&generation);
        }
        drop(stopping);
        let seen: HashSet<_> = readers.into_iter().flat_map(|reader| reader.join().unwrap()).collect();
        assert!(seen.len() > 2, "the readers saw nothing of it");
    });
    assert_eq!(late.load(SeqCst), 0, "a callback ran after its plugin was removed");
    assert_eq!(drops.count(), 4 * window.begun.load(SeqCst));
}

/// A plugin's library may go when the last of the registries that have the plugin has removed it; each removal waits for the calls of
/// its own registry, and the others go on with the plugin.
#[test]
fn registries_share_a_plugin_under_load() {
    let _watchdog = watchdog("registries_share_a_plugin_under_load");
    let registries = [(); 3].map(|()| (registry_of(vec![append("a.host", "host")]), Window::default()));
    let (drops, late, stop) = (Drops::default(), Arc::new(AtomicUsize::new(0)), AtomicBool::new(false));
    thread::scope(|scope| {
        let stop = &stop;
        let readers: Vec<_> = (0..READERS)
            .map(|reader| &registries[reader % registries.len()])
            .map(|(registry, window)| scope.spawn(move || window.watch(registry, stop)))
            .collect();
        let stopping = Stop(stop);
        let deadline = Instant::now() + soak();
        let (mut libraries, mut ended) = (0, 0);
        let mut end = |generation: &Generation, window: &Window| {
            generation.gone.store(true, SeqCst);
            window.gone.store(generation.number, SeqCst);
            ended += 1;
            assert_eq!(drops.count(), 4 * ended, "not every drop had run when the removal returned");
        };
        while Instant::now() < deadline {
            let [old, new] = [1, 2].map(|nth| Generation::new(libraries + nth, &late));
            libraries += 2;
            let [olds, news] = [&old, &new].map(|library| registries.each_ref().map(|_| Generation::of(library)));
            for ((registry, window), own) in registries.iter().zip(&olds) {
                window.begun.store(old.number, SeqCst);
                registry.register_plugin(generation_plugin(own, &drops)).unwrap();
            }
            thread::yield_now();
            for (((registry, window), old), new) in registries.iter().zip(&olds).zip(&news) {
                window.begun.store(new.number, SeqCst);
                registry.replace_plugin(generation_plugin(new, &drops)).unwrap();
                end(old, window);
            }
            old.gone.store(true, SeqCst);
            thread::yield_now();
            for (nth, ((registry, window), new)) in registries.iter().zip(&news).enumerate() {
                registry.unregister_plugin("p").unwrap();
                end(new, window);
                assert!(registries[nth + 1..].iter().all(|(other, _)| text_of(other) == plugin_text(new.number)));
            }
            new.gone.store(true, SeqCst);
        }
        drop(stopping);
        let seen: HashSet<_> = readers.into_iter().flat_map(|reader| reader.join().unwrap()).collect();
        assert!(seen.len() > 2, "the readers saw nothing of it");
        assert!(ended > 0);
    });
    assert_eq!(late.load(SeqCst), 0, "a callback ran after its library had gone");
}

#[test]
fn globals_come_and_go_under_load() {
    let _watchdog = watchdog("globals_come_and_go_under_load");
    let registries = ["soak-one", "soak-two", "soak-three"].map(named_registry);
    let (drops, late, stop, seen) = (Drops::default(), Arc::new(AtomicUsize::new(0)), AtomicBool::new(false), AtomicUsize::new(0));
    let (begun, gone) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for reader in 0..READERS {
            let (registry, sees) = (&registries[reader % 3], reader % 3 != 2);
            let (stop, begun, gone, seen) = (&stop, &begun, &gone, &seen);
            scope.spawn(move || {
                while !stop.load(SeqCst) {
                    let before = gone.load(SeqCst);
                    let text = text_of(registry);
                    let after = begun.load(SeqCst);
                    if let Some(number) = text.strip_prefix("global ") {
                        let number = number.parse::<usize>().unwrap();
                        assert!(sees && before < number && number <= after, "{before} < {number} <= {after}");
                        seen.fetch_add(1, SeqCst);
                    } else {
                        assert_eq!(text, "");
                    }
                }
            });
        }
        let _stop = Stop(&stop);
        let deadline = Instant::now() + soak();
        let mut number = 0;
        while Instant::now() < deadline {
            number += 1;
            begun.store(number, SeqCst);
            let generation = Generation::new(number, &late);
            let says = Arc::clone(&generation);
            let global = aware("soak.g", Mode::Append, move |_, _, sink| sink.write(&says.say("global"))).attached(drops.attachment());
            register_global(global, &["soak-one", "soak-two"]).unwrap();
            thread::yield_now();
            unregister_global(Origin::RuntimeAware, "soak.g").unwrap();
            generation.gone.store(true, SeqCst);
            gone.store(number, SeqCst);
            assert_eq!(drops.count(), number, "not every drop had run when the removal returned");
        }
    });
    assert_eq!(late.load(SeqCst), 0, "a callback ran after its global was removed");
    assert!(seen.load(SeqCst) > 0, "the readers saw nothing of it");
}

#[test]
fn enabled_policies_change_under_load() {
    let _watchdog = watchdog("enabled_policies_change_under_load");
    let registry = registry();
    for id in ["safety.a", "safety.b", "safety.c"] {
        registry.register_safety_policy(policy(id, id)).unwrap();
    }
    let lists = [Some(vec!["safety.a"]), Some(vec!["safety.c", "safety.b"]), Some(vec![]), None];
    let legal = ["safety.a", "safety.b\n\nsafety.c", "", "safety.a\n\nsafety.b\n\nsafety.c"];
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..READERS {
            scope.spawn(|| {
                while !stop.load(SeqCst) {
                    let text = text_of(&registry);
                    assert!(legal.contains(&text.as_str()), "{text:?}");
                }
            });
        }
        let _stop = Stop(&stop);
        let writers: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    let deadline = Instant::now() + soak() / 2;
                    while Instant::now() < deadline {
                        for list in &lists {
                            let ids = list.as_ref().map(|ids| ids.iter().map(|id| (*id).to_owned()).collect());
                            registry.set_enabled_safety_policies(ids).unwrap();
                        }
                    }
                })
            })
            .collect();
        writers.into_iter().for_each(|writer| writer.join().unwrap());
    });
}

#[test]
fn writers_of_many_plugins_do_not_disturb_each_other() {
    let _watchdog = watchdog("writers_of_many_plugins_do_not_disturb_each_other");
    let registry = registry();
    let drops = Drops::default();
    let made = AtomicUsize::new(0);
    thread::scope(|scope| {
        for writer in 0..4 {
            let (registry, drops, made) = (&registry, &drops, &made);
            scope.spawn(move || {
                let deadline = Instant::now() + soak() / 2;
                let name = format!("w{writer}");
                let unit = || plugin(&name, vec![append(&format!("{name}.x"), &name).attached(drops.attachment())]);
                while Instant::now() < deadline {
                    registry.register_plugin(unit()).unwrap();
                    assert!(text_of(registry).split("\n\n").any(|text| text == name));
                    registry.unregister_plugin(&name).unwrap();
                    assert!(text_of(registry).split("\n\n").all(|text| text != name));
                    made.fetch_add(1, SeqCst);
                }
            });
        }
    });
    assert_eq!(drops.count(), made.load(SeqCst));
}

#[test]
fn of_many_removals_of_one_plugin_one_succeeds() {
    let _watchdog = watchdog("of_many_removals_of_one_plugin_one_succeeds");
    let registry = registry();
    for _ in 0..50 {
        registry.register_plugin(plugin("p", vec![append("p.x", "x")])).unwrap();
        let removed = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| match registry.unregister_plugin("p") {
                    Ok(()) => removed.fetch_add(1, SeqCst),
                    Err(error) => {
                        assert_eq!(error.kind(), Kind::UnknownPlugin);
                        0
                    }
                });
            }
        });
        assert_eq!(removed.load(SeqCst), 1);
    }
}
