//! The jobs that run in the background, as a table.

use super::rendered;
use crate::error::{Error, Kind, Result};
use crate::one_line::Cell;
use crate::sink::Sink;

/// A job that runs in the background, or has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AsyncJob<'a> {
    /// By which tools know it.
    pub id: &'a str,
    /// What it does, in a few words.
    pub name: &'a str,
    /// How it stands, from an open set: `queued`, `running`, `failed: no space left`.
    pub state: &'a str,
    /// How much of it is done, in per cent: a whole number up to 100. Progress of another kind is for the state to tell.
    pub progress: Option<u32>,
}

const BEFORE: &str = "\
## Background jobs

| job id | name | state | progress |
|---|---|---|---|
";

const AFTER: &str = "
This is how things stand as the turn begins. Use the output of a job only when its state says that it ended well. Do not start work again \
that is still under way here, and do not guess how it will end.";

/// The table of the jobs, in the order given; nothing without a job.
///
/// # Errors
/// [`Kind::InvalidArgument`] (a progress over 100), [`Kind::LimitExceeded`] over [`crate::TEXT_MAX_BYTES`], [`Kind::OutOfMemory`].
pub fn render_async_jobs(jobs: &[AsyncJob<'_>]) -> Result<String> {
    for (index, job) in jobs.iter().enumerate() {
        check(job).map_err(|error| error.within("jobs", index))?;
    }
    rendered("jobs", |out| write(jobs, out))
}

fn check(job: &AsyncJob<'_>) -> Result<()> {
    match job.progress {
        Some(progress) if progress > 100 => {
            Err(Error::new(Kind::InvalidArgument, "progress", format_args!("progress is {progress}; 0 to 100 is allowed")))
        }
        _ => Ok(()),
    }
}

fn write(jobs: &[AsyncJob<'_>], out: &mut Sink<'_>) -> Result<()> {
    if jobs.is_empty() {
        return Ok(());
    }
    out.write(BEFORE)?;
    for job in jobs {
        out.format(format_args!("| {} | {} | {} | ", Cell(job.id), Cell(job.name), Cell(job.state)))?;
        match job.progress {
            Some(progress) => out.format(format_args!("{progress}% |\n"))?,
            None => out.write("- |\n")?,
        }
    }
    out.write(AFTER)
}
