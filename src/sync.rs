//! What removal and snapshots synchronise by: the standard library's. tests/model gives them other ones, which try every interleaving.

pub(crate) use std::sync::atomic;
pub(crate) use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock};
