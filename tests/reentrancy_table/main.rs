//! The table of ABI.md that says what may be called where, held against the library: every function, inside every kind of callback.

#[path = "../support/face.rs"]
mod face;

#[path = "../support/soak.rs"]
mod soak;

mod calls;
mod others;
mod outs;
mod places;
mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{mpsc, Arc};
use std::thread;
use std::time::{Duration, Instant};

use calls::CALLS;
use others::{Other, OTHERS};
use outs::unread;
use places::{Visit, PLACES};
use wattle::ffi::*;

/// What one place may take: a call that hangs is one that never returns.
const PATIENCE: Duration = Duration::from_secs(60);

const LAW: &str = include_str!("../../ABI.md");
const HEADER: &str = include_str!("../../include/wattle.h");

/// The words in backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The table: by the type of a callback, and by what a function does, "allowed" or the name of a status.
struct Table {
    cells: BTreeMap<&'static str, BTreeMap<&'static str, &'static str>>,
    /// What a function does, of those that are not for everything else.
    does: BTreeMap<&'static str, &'static str>,
}

const ELSE: &str = "does anything else";

impl Table {
    fn of_the_law() -> Table {
        let (_, section) = LAW.split_once("\n## Re-entrancy\n").unwrap();
        let section = section.split("\n## ").next().unwrap();
        let cells = |line: &'static str| line.trim_matches('|').split('|').map(str::trim);
        let mut rows = section.lines().filter(|line| line.starts_with('|'));
        let columns: Vec<_> = cells(rows.next().unwrap()).skip(1).collect();
        let mut table = Table { cells: BTreeMap::new(), does: BTreeMap::new() };
        for row in rows.skip(1) {
            let mut row = cells(row);
            let types = row.next().unwrap();
            let said: BTreeMap<_, _> = columns.iter().copied().zip(row.map(|cell| cell.trim_matches('`'))).collect();
            assert_eq!(said.len(), columns.len());
            for callback in quoted(types) {
                assert!(table.cells.insert(callback, said.clone()).is_none(), "{callback} is there twice");
            }
        }
        for line in section.lines().filter_map(|line| line.strip_prefix("- ")) {
            let Some((does, functions)) = line.split_once(": ") else { continue };
            if columns.contains(&does) {
                table.does.extend(quoted(functions).map(|function| (function, does)));
            }
        }
        assert!(columns.iter().all(|column| *column == ELSE || table.does.values().any(|does| does == column)), "{columns:?}");
        table
    }

    fn says(&self, callback: &str, function: &str) -> &'static str {
        self.cells[callback][self.does.get(function).unwrap_or(&ELSE)]
    }
}

/// The types of the callbacks that the library calls; a plugin's entry is called by its host.
fn callback_types() -> BTreeSet<&'static str> {
    let types = HEADER.lines().filter(|line| line.starts_with("typedef ")).filter_map(|line| line.split_once(" (*")?.1.split(')').next());
    types.filter(|name| *name != "wattle_plugin_entry_fn").collect()
}

#[test]
fn every_callback_and_every_function_is_in_the_table() {
    let table = Table::of_the_law();
    assert_eq!(table.cells.keys().copied().collect::<BTreeSet<_>>(), callback_types());
    assert_eq!(PLACES.iter().map(|place| place.0).collect::<BTreeSet<_>>(), callback_types());
    let called: BTreeSet<_> = CALLS.iter().map(|call| call.0).collect();
    assert_eq!(called, FUNCTIONS.iter().copied().chain(["wattle_get_api"]).collect());
    // The comments of the header say it, too.
    let refused = HEADER.split("Inside a callback: refused.").skip(1).map(|after| after.split('(').next().unwrap());
    let refused: BTreeSet<_> = refused.map(|declared| &declared[declared.rfind("wattle_").unwrap()..]).collect();
    assert_eq!(refused, table.does.iter().filter(|(_, does)| **does == "removes").map(|(function, _)| *function).collect());
    assert!(table.does.keys().all(|function| called.contains(function)), "{:?}", table.does.keys());
}

/// Runs a place on a thread of its own, and others beside it; gives what became of each call, after another call has worked, and how
/// many rounds each of the others has made.
fn run(number: usize, others: &'static [Other]) -> (Vec<(&'static str, wattle_status)>, Vec<usize>) {
    static VISITS: AtomicUsize = AtomicUsize::new(0);
    let (callback, place, have_called) = PLACES[number];
    let visit = Arc::new(Visit::new(VISITS.fetch_add(1, SeqCst), others.len()));
    let (done, wait) = mpsc::channel();
    let visiting = Arc::clone(&visit);
    let thread = thread::spawn(move || {
        let over = Arc::new(AtomicBool::new(false));
        let beside = |other: &'static Other| {
            let (visit, over) = (Arc::clone(&visiting), Arc::clone(&over));
            thread::spawn(move || others::beside(&visit, &over, *other))
        };
        let others: Vec<_> = others.iter().map(beside).collect();
        unread(|| have_called(&visiting));
        over.store(true, SeqCst);
        let rounds = others.into_iter().map(|other| other.join().unwrap()).collect();
        visiting.world.end();
        let _ = done.send(rounds);
    });
    match wait.recv_timeout(PATIENCE) {
        Ok(rounds) => (std::mem::take(&mut visit.seen.lock().unwrap()), rounds),
        Err(mpsc::RecvTimeoutError::Timeout) => {
            let under_way = CALLS.get(visit.seen.lock().unwrap().len()).map_or("what comes after all calls", |call| call.0);
            panic!("{under_way} inside {callback} ({place}) hangs")
        }
        Err(mpsc::RecvTimeoutError::Disconnected) => std::panic::resume_unwind(thread.join().unwrap_err()),
    }
}

/// Where the library and the table differ about what was called in a place.
fn faults(table: &Table, number: usize, seen: &[(&str, wattle_status)]) -> Vec<String> {
    let (callback, place, _) = PLACES[number];
    assert_eq!(seen.len(), CALLS.len(), "{callback} of {place} was called");
    let mut faults = Vec::new();
    for (function, status) in seen {
        let said = table.says(callback, function);
        let did = if *status == wattle_status::OK { "allowed" } else { face::read(wattle_status_name(*status)) };
        if did != said {
            faults.push(format!("{function} inside {callback} ({place}): ABI.md says {said}, the library {did}"));
        }
    }
    faults
}

#[test]
fn every_function_inside_every_callback_does_what_the_table_says() {
    let table = Table::of_the_law();
    let faults: Vec<_> = (0..PLACES.len()).flat_map(|number| faults(&table, number, &run(number, &[]).0)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The same while other threads use and change what the calls are made with. Two places at a time, which have the globals in common.
#[test]
fn the_table_holds_while_others_change_everything() {
    let table = Table::of_the_law();
    let deadline = Instant::now() + soak::soak();
    let lane = |first: usize| {
        let (mut visits, mut rounds) = (0, vec![0; OTHERS.len()]);
        while visits < PLACES.len() || Instant::now() < deadline {
            let number = (first + visits) % PLACES.len();
            let (seen, made) = run(number, OTHERS);
            let faults = faults(&table, number, &seen);
            assert!(faults.is_empty(), "{}", faults.join("\n"));
            rounds.iter_mut().zip(made).for_each(|(sum, made)| *sum += made);
            visits += 1;
        }
        (visits, rounds)
    };
    thread::scope(|scope| {
        let lanes = [0, PLACES.len() / 2].map(|first| scope.spawn(move || lane(first)));
        for (visits, rounds) in lanes.map(|lane| lane.join().unwrap()) {
            println!("{visits} visits of {} places, beside {rounds:?} rounds of others", PLACES.len());
            assert!(rounds.iter().all(|rounds| *rounds >= visits), "{rounds:?}");
        }
    });
    assert_eq!(others::late(), 0, "callbacks ran after they were removed");
}
