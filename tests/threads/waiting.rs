//! A removal waits for calls in flight.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use crate::support::*;
use crate::watchdog;
use wattle::*;

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
