//! Many threads: removals under load, re-entrancy, and waiting for calls in flight. WATTLE_SOAK_SECONDS says for how long.

mod support;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use support::*;
use wattle::*;

const READERS: usize = 16;

fn soak() -> Duration {
    let seconds = std::env::var("WATTLE_SOAK_SECONDS").ok().and_then(|seconds| seconds.parse().ok());
    Duration::from_secs(seconds.unwrap_or(2))
}

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

/// One generation of what comes and goes: its callbacks say its number, and notice when they run although it is gone.
struct Generation {
    number: usize,
    gone: AtomicBool,
    late: Arc<AtomicUsize>,
}

impl Generation {
    fn new(number: usize, late: &Arc<AtomicUsize>) -> Arc<Generation> {
        Arc::new(Generation { number, gone: AtomicBool::new(false), late: Arc::clone(late) })
    }

    fn say(&self, what: &str) -> String {
        thread::yield_now();
        if self.gone.load(SeqCst) {
            self.late.fetch_add(1, SeqCst);
        }
        format!("{what} {}", self.number)
    }
}

/// A plugin of six things that are dropped: two texts, a function, a policy, an emission and the plugin itself.
fn generation_plugin(generation: &Arc<Generation>, drops: &Drops) -> Plugin {
    let (writes, hooks, guards) = (Arc::clone(generation), Arc::clone(generation), Arc::clone(generation));
    let guard = PolicyContent::Static(Box::new(move |_, sink| sink.write(&guards.say("safe"))));
    Plugin {
        prompts: vec![append("p.static", &format!("static {}", generation.number)).attached(drops.attachment())],
        runtime_prompts: vec![
            aware("p.aware", Mode::Append, move |_, _, sink| sink.write(&writes.say("aware"))).attached(drops.attachment())
        ],
        safety_policies: vec![SafetyPolicy { content: guard, attachment: Some(drops.attachment()), ..policy("safety.p", "") }],
        attachment: Some(drops.attachment()),
        ..hooked("p", move |_, _, emitter| emitter.emit(append("p.hook", &hooks.say("hook"))))
    }
}

fn plugin_text(number: usize) -> String {
    format!("host\n\nstatic {number}\n\naware {number}\n\nhook {number}\n\nsafe {number}")
}

#[test]
fn plugins_come_and_go_under_load() {
    let _watchdog = watchdog("plugins_come_and_go_under_load");
    let registry = registry_of(vec![append("a.host", "host")]);
    let (drops, late, stop) = (Drops::default(), Arc::new(AtomicUsize::new(0)), AtomicBool::new(false));
    // Generations up to `gone` were removed; none over `begun` can be there.
    let (begun, gone) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let seen = Mutex::new(HashSet::new());
    thread::scope(|scope| {
        for _ in 0..READERS {
            scope.spawn(|| {
                while !stop.load(SeqCst) {
                    let before = gone.load(SeqCst);
                    let text = text_of(&registry);
                    let after = begun.load(SeqCst);
                    let number = text.split_once("static ").map(|(_, rest)| rest.split('\n').next().unwrap().parse::<usize>().unwrap());
                    assert_eq!(text, number.map_or_else(|| "host".to_owned(), plugin_text));
                    assert!(number.is_none_or(|number| before < number && number <= after), "{before} < {number:?} <= {after}");
                    seen.lock().unwrap().insert(number);
                }
            });
        }
        let _stop = Stop(&stop);
        let deadline = Instant::now() + soak();
        let mut number = 0;
        let end = |generation: &Generation| {
            generation.gone.store(true, SeqCst);
            gone.store(generation.number, SeqCst);
            assert_eq!(drops.count(), 4 * generation.number, "not every drop had run when the removal returned");
        };
        while Instant::now() < deadline {
            number += 1;
            begun.store(number, SeqCst);
            let mut generation = Generation::new(number, &late);
            registry.register_plugin(generation_plugin(&generation, &drops)).unwrap();
            for _ in 0..3 {
                thread::yield_now();
                number += 1;
                begun.store(number, SeqCst);
                let next = Generation::new(number, &late);
                registry.replace_plugin(generation_plugin(&next, &drops)).unwrap();
                end(&generation);
                generation = next;
            }
            registry.unregister_plugin("p").unwrap();
            end(&generation);
        }
    });
    assert_eq!(late.load(SeqCst), 0, "a callback ran after its plugin was removed");
    assert_eq!(drops.count(), 4 * begun.load(SeqCst));
    assert!(seen.lock().unwrap().len() > 2, "the readers saw nothing of it");
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

/// A removal waits for a call in flight, while other calls go on without what is removed.
fn waits(set_up: impl FnOnce(&Registry, Contribution, Drops), remove: impl FnOnce(&Registry) + Send) {
    let registry = named_registry("waits");
    let (entered_in, entered) = channel();
    let (release, released) = channel::<()>();
    let gate = Mutex::new((entered_in, released));
    let first = AtomicBool::new(true);
    let drops = Drops::default();
    let content = aware("p.slow", Mode::Append, move |_, _, sink| {
        if first.swap(false, SeqCst) {
            let gate = gate.lock().unwrap();
            gate.0.send(()).unwrap();
            gate.1.recv().unwrap();
        }
        sink.write("slow")
    });
    set_up(&registry, content.attached(drops.attachment()), drops.clone());
    let returned = AtomicBool::new(false);
    thread::scope(|scope| {
        let in_flight = scope.spawn(|| text_of(&registry));
        entered.recv().unwrap();
        let removal = scope.spawn(|| {
            remove(&registry);
            returned.store(true, SeqCst);
            drops.count()
        });
        while text_of(&registry) == "slow" {
            thread::yield_now();
        }
        thread::sleep(Duration::from_millis(30));
        assert!(!returned.load(SeqCst) && drops.count() == 0, "the removal did not wait");
        assert_eq!(text_of(&registry), "");
        release.send(()).unwrap();
        assert_eq!(in_flight.join().unwrap(), "slow");
        assert_eq!(removal.join().unwrap(), 1, "the drop had not run when the removal returned");
    });
}

#[test]
fn every_removal_waits_for_calls_in_flight() {
    let _watchdog = watchdog("every_removal_waits_for_calls_in_flight");
    waits(
        |registry, slow, _| registry.register(vec![slow]).unwrap(),
        |registry| registry.unregister(Origin::RuntimeAware, "p.slow").unwrap(),
    );
    waits(
        |registry, slow, _| registry.register_plugin(Plugin { runtime_prompts: vec![slow], ..plugin("p", vec![]) }).unwrap(),
        |registry| registry.unregister_plugin("p").unwrap(),
    );
    waits(
        |registry, slow, _| registry.register_plugin(Plugin { runtime_prompts: vec![slow], ..plugin("p", vec![]) }).unwrap(),
        |registry| registry.replace_plugin(plugin("p", vec![])).unwrap(),
    );
    waits(|_, slow, _| register_global(slow, &["waits"]).unwrap(), |_| unregister_global(Origin::RuntimeAware, "p.slow").unwrap());
}
