//! Global contributions: the one piece of state that a process shares (semantics 2). Its memory goes with its last entry.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::freeze::refuse_in_use;
use super::lease::Latch;
use super::namespace;
use super::record::{Key, Record, Registrant};
use super::{checked_origin, removable_origin};
use crate::callback;
use crate::contribution::{Contribution, Origin};
use crate::error::{Error, Kind, Quoted, Result};
use crate::text;

struct Globals {
    set: Option<Arc<GlobalSet>>,
    keys: Option<HashSet<Key>>,
}

static GLOBALS: Mutex<Globals> = Mutex::new(Globals { set: None, keys: None });

/// How many there are, so that the usual process, which has none, takes no lock.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// The globals as they were when a call began, in the order of registration.
#[derive(Clone, Default)]
pub(crate) struct GlobalSet(Vec<Global>);

#[derive(Clone)]
struct Global {
    record: Arc<Record>,
    targets: Arc<Targets>,
}

enum Targets {
    Every,
    Listed(Vec<String>),
}

impl GlobalSet {
    /// Those for a registry; one without a runtime id sees only what is for all.
    pub(crate) fn visible_to<'a>(&'a self, runtime_id: &'a str) -> impl Iterator<Item = &'a Arc<Record>> {
        self.0.iter().filter(move |global| global.targets.include(runtime_id)).map(|global| &global.record)
    }
}

impl Targets {
    fn new(listed: &[&str]) -> Result<Targets> {
        if listed.contains(&"*") {
            return Ok(Targets::Every);
        }
        let mut copies = text::try_vec(listed.len())?;
        for id in listed {
            copies.push(text::try_string(id)?);
        }
        Ok(Targets::Listed(copies))
    }

    fn include(&self, runtime_id: &str) -> bool {
        match self {
            Targets::Every => true,
            Targets::Listed(ids) => !runtime_id.is_empty() && ids.iter().any(|id| id == runtime_id),
        }
    }
}

pub(crate) fn current() -> Option<Arc<GlobalSet>> {
    if COUNT.load(Ordering::Acquire) == 0 {
        return None;
    }
    lock().set.clone()
}

/// The globals that a registry sees now, for a frozen snapshot of it, with the latches of what it can call added to what the
/// snapshot holds. Those it does not see are not kept: their removal is none of its business.
pub(super) fn hold(runtime_id: &str, held: &mut Vec<Arc<Latch>>) -> Result<Option<Arc<GlobalSet>>> {
    let globals = lock();
    let mut seen = Vec::new();
    let mut latches = Vec::new();
    for global in globals.set.iter().flat_map(|set| &set.0).filter(|global| global.targets.include(runtime_id)) {
        text::try_push(&mut seen, global.clone())?;
        if let Some(lease) = &global.record.lease {
            text::try_push(&mut latches, lease.latch())?;
        }
    }
    held.try_reserve(latches.len())?;
    // Frozen before the lock goes: a removal that comes next sees it.
    latches.iter().for_each(|latch| latch.freeze());
    held.append(&mut latches);
    Ok((!seen.is_empty()).then(|| Arc::new(GlobalSet(seen))))
}

/// Registers a contribution with every registry, present and to come, whose runtime id is listed, or with all for `*`.
///
/// # Errors
/// Those of [`crate::Registry::register`], checked among the globals alone; [`Kind::InvalidArgument`] if no target is listed.
pub fn register_global(contribution: Contribution, target_runtimes: &[&str]) -> Result<()> {
    let origin = checked_origin(&contribution, None)?;
    let record = Arc::new(Record::new(contribution, origin, Registrant::Host, None));
    let targets = Arc::new(Targets::new(target_runtimes)?);
    // Declared before the lock is taken: what this leaves behind goes after the lock does.
    let mut retired = None;
    let mut globals = lock();
    let keys = globals.keys.get_or_insert_with(HashSet::new);
    if let Err((_, error)) = namespace::admit(std::slice::from_ref(&record), keys) {
        globals.forget(&[]);
        return Err(error);
    }
    let entered = if target_runtimes.is_empty() {
        let id = record.id();
        Err(Error::new(
            Kind::InvalidArgument,
            id,
            format_args!("global {} lists no target runtime; list runtime ids, or \"*\" for all", Quoted(id)),
        ))
    } else {
        globals.push(Global { record: Arc::clone(&record), targets }, &mut retired)
    };
    if entered.is_err() {
        globals.forget(std::slice::from_ref(&record));
    }
    entered
}

/// Removes every global of that origin and id. When it returns, no callback of theirs is running or will run, and what they held
/// has been dropped.
///
/// # Errors
/// [`Kind::UnknownContribution`], [`Kind::InvalidArgument`] (an origin that nobody can register), [`Kind::ReEntrancy`].
pub fn unregister_global(origin: Origin, id: &str) -> Result<()> {
    removable_origin(origin, id)?;
    callback::refuse_inside("removing global", id)?;
    let (removed, retired, latches) = lock().remove(origin, id)?;
    drop((removed, retired));
    latches.iter().for_each(|latch| latch.wait());
    Ok(())
}

type Taken = (Vec<Arc<Record>>, Option<Arc<GlobalSet>>, Vec<Arc<Latch>>);

impl Globals {
    /// Adds in place if no call is using the set, else to a copy.
    fn push(&mut self, global: Global, retired: &mut Option<Arc<GlobalSet>>) -> Result<()> {
        let set = self.set.get_or_insert_with(Arc::default);
        match Arc::get_mut(set) {
            Some(set) => text::try_push(&mut set.0, global)?,
            None => {
                let mut copy = text::try_vec(set.0.len() + 1)?;
                copy.extend(set.0.iter().cloned().chain([global]));
                *retired = self.set.replace(Arc::new(GlobalSet(copy)));
            }
        }
        COUNT.fetch_add(1, Ordering::Release);
        Ok(())
    }

    fn remove(&mut self, origin: Origin, id: &str) -> Result<Taken> {
        let wanted = |global: &&Global| global.record.origin == origin && global.record.id() == id;
        let entries = self.set.as_ref().map_or(&[][..], |set| &set.0);
        let mut removed = Vec::new();
        let mut latches = Vec::new();
        for global in entries.iter().filter(wanted) {
            text::try_push(&mut removed, Arc::clone(&global.record))?;
            if let Some(lease) = &global.record.lease {
                text::try_push(&mut latches, lease.latch())?;
            }
        }
        refuse_in_use(&latches, id)?;
        if removed.is_empty() {
            let origin = origin.name();
            return Err(Error::new(
                Kind::UnknownContribution,
                id,
                format_args!("no global {} with origin {origin} is registered", Quoted(id)),
            ));
        }
        let mut kept = text::try_vec(entries.len() - removed.len())?;
        kept.extend(entries.iter().filter(|global| !wanted(global)).cloned());
        COUNT.store(kept.len(), Ordering::Release);
        let retired = std::mem::replace(&mut self.set, (!kept.is_empty()).then(|| Arc::new(GlobalSet(kept))));
        self.forget(&removed);
        Ok((removed, retired, latches))
    }

    /// Gives back the keys of what is not, or no longer, registered.
    fn forget(&mut self, rows: &[Arc<Record>]) {
        if let Some(keys) = &mut self.keys {
            namespace::expel(rows, keys);
            if keys.is_empty() {
                self.keys = None;
                self.set = None;
            }
        }
    }
}

fn lock() -> MutexGuard<'static, Globals> {
    GLOBALS.lock().unwrap_or_else(PoisonError::into_inner)
}
