//! Quiescence: knowing when the last call that can still run a removed callback has gone.

use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Counts what is alive of one unit of removal: a contribution, a policy or a whole plugin.
#[derive(Default)]
pub(crate) struct Latch {
    count: Mutex<Count>,
    none_left: Condvar,
    /// How many frozen snapshots can call it.
    frozen: AtomicUsize,
}

#[derive(Default)]
struct Count {
    alive: usize,
    /// Whether anybody waits: telling nobody would be a system call for every callback that is dropped.
    awaited: bool,
}

/// Held by each record of the unit, as its last field: it goes when the record's callbacks have been dropped.
pub(crate) struct Lease(Arc<Latch>);

impl Latch {
    /// Waits until every record of the unit is gone. To be called with no lock held and outside every callback.
    pub(crate) fn wait(&self) {
        let mut count = self.count();
        while count.alive > 0 {
            count.awaited = true;
            count = self.none_left.wait(count).unwrap_or_else(PoisonError::into_inner);
        }
    }

    pub(super) fn freeze(&self) {
        self.frozen.fetch_add(1, Ordering::AcqRel);
    }

    pub(super) fn thaw(&self) {
        self.frozen.fetch_sub(1, Ordering::AcqRel);
    }

    pub(super) fn is_frozen(&self) -> bool {
        self.frozen.load(Ordering::Acquire) > 0
    }

    fn count(&self) -> MutexGuard<'_, Count> {
        self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lease {
    pub(crate) fn of(latch: &Arc<Latch>) -> Lease {
        latch.count().alive += 1;
        Lease(Arc::clone(latch))
    }

    pub(crate) fn latch(&self) -> Arc<Latch> {
        Arc::clone(&self.0)
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut count = self.0.count();
        count.alive -= 1;
        if count.alive == 0 && count.awaited {
            self.0.none_left.notify_all();
        }
    }
}
