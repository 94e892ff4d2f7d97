//! Removal and snapshots in every interleaving: the library's own files, with loom's locks, which try all orders in which threads can
//! run and find those in which one waits for ever.

#![cfg(test)]

mod sync {
    pub use loom::sync::{atomic, Arc, Condvar, Mutex, MutexGuard, RwLock};
    pub use std::sync::PoisonError;
}

#[allow(dead_code)]
#[path = "../../../src/registry/lease.rs"]
mod lease;
#[path = "../../../src/registry/versions.rs"]
mod versions;

use std::convert::Infallible;

use lease::{Latch, Lease};
use loom::thread;
use sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use sync::Arc;
use versions::Versions;

/// What the host knows of its code: whether it is unmapped, and how often its drop has run.
#[derive(Default)]
struct Code {
    unmapped: AtomicBool,
    drops: AtomicUsize,
}

/// A registered callback. The lease is its last field, as in the library.
struct Record {
    callback: Callback,
    _lease: Lease,
}

struct Callback(Arc<Code>);

impl Callback {
    fn call(&self) {
        assert!(!self.0.unmapped.load(SeqCst), "a callback runs after its code has gone");
    }
}

impl Drop for Callback {
    fn drop(&mut self) {
        self.call();
        self.0.drops.fetch_add(1, SeqCst);
    }
}

type Records = Vec<Arc<Record>>;

/// A registry of one contribution.
struct Registry {
    versions: Versions<Records, Records>,
    latch: Arc<Latch>,
    code: Arc<Code>,
}

impl Registry {
    fn new() -> Arc<Registry> {
        let (latch, code) = (Arc::new(Latch::default()), Arc::new(Code::default()));
        let record = Record { callback: Callback(Arc::clone(&code)), _lease: Lease::of(&latch) };
        Arc::new(Registry { versions: Versions::new(vec![Arc::new(record)]), latch, code })
    }

    /// A call: how many callbacks it ran.
    fn resolve(&self) -> usize {
        let snapshot = self.versions.read(take).unwrap();
        snapshot.iter().for_each(|record| record.callback.call());
        snapshot.len()
    }

    /// Removes all of it and unmaps its code, unless a frozen snapshot holds on to it.
    fn remove(&self) -> bool {
        let removed = self.versions.change(|records| if self.latch.is_frozen() { Err(()) } else { Ok(std::mem::take(records)) });
        let Ok(removed) = removed else { return false };
        drop(removed);
        self.latch.wait();
        assert_eq!(self.code.drops.load(SeqCst), 1, "the removal returned before the drop");
        self.code.unmapped.store(true, SeqCst);
        assert_eq!(self.resolve(), 0, "a call that began later sees what was removed");
        true
    }

    /// Takes a frozen snapshot, uses it and frees it.
    fn freeze(&self) {
        let writer = self.versions.lock();
        let snapshot = self.versions.read_under(&writer, take).unwrap();
        self.latch.freeze();
        drop(writer);
        snapshot.iter().for_each(|record| record.callback.call());
        drop(snapshot);
        self.latch.thaw();
    }
}

fn take(records: &Records) -> Result<Records, Infallible> {
    Ok(records.clone())
}

/// Runs these at the same time, in all interleavings with so many preemptions, and tells how many those were.
fn together(preemptions: usize, threads: &'static [fn(&Registry)], finally: fn(&Registry)) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(preemptions);
    let tried = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let trying = std::sync::Arc::clone(&tried);
    model.check(move || {
        trying.fetch_add(1, SeqCst);
        let registry = Registry::new();
        let started: Vec<_> = threads
            .iter()
            .map(|run| {
                let registry = Arc::clone(&registry);
                thread::spawn(move || run(&registry))
            })
            .collect();
        started.into_iter().for_each(|thread| thread.join().unwrap());
        finally(&registry);
    });
    println!("{} threads: {} interleavings", threads.len(), tried.load(SeqCst));
}

fn resolves(registry: &Registry) {
    registry.resolve();
}

fn resolves_twice(registry: &Registry) {
    let (first, second) = (registry.resolve(), registry.resolve());
    assert!(first >= second, "what was gone came back");
}

fn removes(registry: &Registry) {
    assert!(registry.remove());
}

fn may_remove(registry: &Registry) {
    registry.remove();
}

fn freezes(registry: &Registry) {
    registry.freeze();
}

/// A change that has nothing to do with it.
fn changes(registry: &Registry) {
    registry.versions.change(|_| Ok::<_, Infallible>(())).unwrap();
}

fn is_gone(registry: &Registry) {
    assert_eq!(registry.code.drops.load(SeqCst), 1);
}

fn can_be_removed(registry: &Registry) {
    assert_eq!(registry.remove(), registry.code.drops.load(SeqCst) == 1);
    is_gone(registry);
}

#[test]
fn a_removal_waits_for_two_calls() {
    together(3, &[removes, resolves, resolves], is_gone);
}

#[test]
fn a_call_after_another_sees_no_less_removed() {
    together(3, &[removes, resolves_twice], is_gone);
}

#[test]
fn other_changes_do_not_disturb_a_removal() {
    together(3, &[removes, resolves, changes], is_gone);
}

#[test]
fn a_frozen_snapshot_holds_on_or_never_had_it() {
    together(3, &[may_remove, freezes, resolves], |registry| {
        if registry.code.drops.load(SeqCst) == 0 {
            can_be_removed(registry);
        }
    });
}

#[test]
fn of_two_removals_both_return() {
    together(3, &[|registry| drop(registry.versions.change(|records| Ok::<_, ()>(std::mem::take(records)))), removes, resolves], is_gone);
}
