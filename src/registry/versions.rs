//! What writers change, and the snapshot of it that reads work on: a change retires it, and the first read after a change takes the
//! next one.

use crate::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

/// A state `W` with its current snapshot `S`.
pub(super) struct Versions<W, S> {
    writer: Mutex<W>,
    /// What reads use; `None` from a change until the next read. Written only while the writer is locked.
    current: RwLock<Option<Arc<S>>>,
}

impl<W, S> Versions<W, S> {
    pub(super) fn new(writer: W) -> Versions<W, S> {
        Versions { writer: Mutex::new(writer), current: RwLock::new(None) }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, W> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The current snapshot, taken now if there is none.
    pub(super) fn read<E>(&self, take: impl FnOnce(&W) -> Result<S, E>) -> Result<Arc<S>, E> {
        match self.current() {
            Some(snapshot) => Ok(snapshot),
            None => self.read_under(&self.lock(), take),
        }
    }

    /// The same while the writer is locked; another reader may have taken it while this one waited for the lock.
    pub(super) fn read_under<E>(&self, writer: &W, take: impl FnOnce(&W) -> Result<S, E>) -> Result<Arc<S>, E> {
        if let Some(snapshot) = self.current() {
            return Ok(snapshot);
        }
        let snapshot = Arc::new(take(writer)?);
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&snapshot));
        Ok(snapshot)
    }

    /// Makes a change and retires the current snapshot, which is dropped when no lock is held.
    pub(super) fn change<T, E>(&self, change: impl FnOnce(&mut W) -> Result<T, E>) -> Result<T, E> {
        let (changed, retired) = {
            let mut writer = self.lock();
            let changed = change(&mut writer)?;
            (changed, self.current.write().unwrap_or_else(PoisonError::into_inner).take())
        };
        drop(retired);
        Ok(changed)
    }

    fn current(&self) -> Option<Arc<S>> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
