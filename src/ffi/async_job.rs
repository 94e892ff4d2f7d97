//! The jobs that run in the background, as a text.

use super::enums::flag;
use super::error::wattle_error;
use super::guard::guard;
use super::owned_text::{store_text, wattle_text};
use super::status::wattle_status;
use super::structs::{read_all, Prefixed};
use super::text::{required, wattle_str};
use crate::error::{Error, Kind, Result};
use crate::sections::{render_async_jobs, AsyncJob};

/// A job that runs in the background, or has. Fill it with WATTLE_ASYNC_JOB(...) in C, or from WATTLE_ASYNC_JOB_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct wattle_async_job {
    /// sizeof(wattle_async_job).
    pub struct_size: usize,
    /// Required: by which tools know it.
    pub id: wattle_str,
    /// Required: what it does, in a few words.
    pub name: wattle_str,
    /// Required: how it stands, from an open set ("queued", "running", "failed: no space left").
    pub state: wattle_str,
    /// How much of it is done if `has_progress`, in per cent: a whole number from 0 to 100. Progress of another kind ("3 of 7 files")
    /// is for the state to tell.
    pub progress: u32,
    /// 1 if `progress` is given, else 0.
    pub has_progress: u8,
    /// Zero.
    pub reserved: [u8; 3],
}

/// The background jobs (semantics 8): a table of them in the order given, and how to go by it. Empty without a job. A text stays in
/// its cell: line breaks in it become one space, and "|" is escaped; all else is shown as it is.
///
/// `jobs`: an array of `n`, borrowed for the call; element 0's struct_size is the stride and all must agree. NULL is
/// WATTLE_NULL_ARGUMENT unless `n` is 0.
/// `n`: how many.
/// `text`: where the new text, which may be empty, is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on
/// failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (a progress over 100 or without its flag), WATTLE_LIMIT_EXCEEDED (subject "jobs").
/// Threads: any. Inside a callback: allowed; what it gives is then for wattle_call_write.
#[no_mangle]
pub unsafe extern "C" fn wattle_render_async_jobs(
    jobs: *const wattle_async_job,
    n: usize,
    text: *mut *mut wattle_text,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe { guard(error, || store_text(text, || render_async_jobs(&read_all(jobs, n, "jobs", |fields| async_job(fields))?))) }
}

// SAFETY: repr(C), begins with its size, has no padding; zero is a value of every field.
unsafe impl Prefixed for wattle_async_job {
    const NAME: &'static str = "wattle_async_job";

    fn used_reserve(&self) -> Option<&'static str> {
        (self.reserved != [0; 3]).then_some("reserved")
    }
}

/// # Safety
/// The texts are what the header asks for, and stay while `'a` lasts.
unsafe fn async_job<'a>(fields: &wattle_async_job) -> Result<AsyncJob<'a>> {
    let has_progress = flag(fields.has_progress, "has_progress")?;
    if !has_progress && fields.progress != 0 {
        return Err(Error::new(Kind::InvalidArgument, "progress", format_args!("progress is {} without has_progress", fields.progress)));
    }
    // SAFETY: as this function asks.
    unsafe {
        Ok(AsyncJob {
            id: required(fields.id, "id")?,
            name: required(fields.name, "name")?,
            state: required(fields.state, "state")?,
            progress: has_progress.then_some(fields.progress),
        })
    }
}
