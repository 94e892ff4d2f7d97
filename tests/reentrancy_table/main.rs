//! The table of ABI.md that says what may be called where, held against the library: every function, inside every kind of callback.

#[path = "../support/face.rs"]
mod face;

mod calls;
mod places;
mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc;
use std::time::Duration;

use calls::CALLS;
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

/// Runs a place on a thread of its own; gives what became of each call, after another call has worked.
fn run(number: usize) -> Vec<(&'static str, wattle_status)> {
    let (done, wait) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        let visit = Visit::new(number);
        PLACES[number].2(&visit);
        visit.world.end();
        let _ = done.send(visit.seen.take());
    });
    match wait.recv_timeout(PATIENCE) {
        Ok(seen) => seen,
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("a call inside {} ({}) hangs", PLACES[number].0, PLACES[number].1),
        Err(mpsc::RecvTimeoutError::Disconnected) => std::panic::resume_unwind(thread.join().unwrap_err()),
    }
}

#[test]
fn every_function_inside_every_callback_does_what_the_table_says() {
    let table = Table::of_the_law();
    let mut faults = Vec::new();
    for (number, (callback, place, _)) in PLACES.iter().enumerate() {
        let seen = run(number);
        assert_eq!(seen.len(), CALLS.len(), "{callback} of {place} was called");
        for (function, status) in seen {
            let said = table.says(callback, function);
            let did = if status == wattle_status::OK { "allowed" } else { face::read(wattle_status_name(status)) };
            if did != said {
                faults.push(format!("{function} inside {callback} ({place}): ABI.md says {said}, the library {did}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
