//! The most recent errors of tools, one line each.

use crate::error::Result;
use crate::one_line::{is_line_break, OneLine};
use crate::text::{try_push_fmt, try_push_str};

/// How many of the most recent errors are shown.
pub const RECENT_TOOL_ERRORS_LIMIT: usize = 5;

/// An error that a tool ended with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ToolError<'a> {
    /// The tool's name.
    pub tool: &'a str,
    /// What it said.
    pub error: &'a str,
    /// When that was, as it is to be shown: the library reads no clock.
    pub time_text: Option<&'a str>,
}

/// The body of a section on the most recent errors, whatever the tool: given oldest first, the last
/// [`RECENT_TOOL_ERRORS_LIMIT`] are shown, newest first. Empty where there is none.
///
/// # Errors
/// [`crate::Kind::OutOfMemory`].
pub fn render_recent_tool_errors(errors: &[ToolError<'_>]) -> Result<String> {
    errors.iter().copied().collect::<RecentToolErrors<'_>>().body()
}

/// The last errors of a list, which may be long: it is gone through and not kept.
#[derive(Default)]
pub(crate) struct RecentToolErrors<'a> {
    /// The last ones, a ring.
    last: [ToolError<'a>; RECENT_TOOL_ERRORS_LIMIT],
    /// How many there were in all.
    count: usize,
}

impl<'a> RecentToolErrors<'a> {
    /// Notes one more, which is newer than all before it.
    pub(crate) fn note(&mut self, error: ToolError<'a>) {
        self.last[self.count % RECENT_TOOL_ERRORS_LIMIT] = error;
        self.count += 1;
    }

    fn newest_first(&self) -> impl Iterator<Item = &ToolError<'a>> {
        let oldest = self.count.saturating_sub(RECENT_TOOL_ERRORS_LIMIT);
        (oldest..self.count).rev().map(|n| &self.last[n % RECENT_TOOL_ERRORS_LIMIT])
    }

    /// The body of the section; empty where there is nothing to show.
    pub(crate) fn body(&self) -> Result<String> {
        self.render("## Recent tool errors\n\nNewest first; take them into account before you call these tools again.\n")
    }

    /// The block behind the guidance for one tool; empty where there is nothing to show.
    pub(crate) fn block(&self) -> Result<String> {
        self.render("Recent errors, newest first:")
    }

    fn render(&self, lead: &str) -> Result<String> {
        let mut text = String::new();
        if self.count > 0 {
            try_push_str(&mut text, lead)?;
        }
        for error in self.newest_first() {
            try_push_fmt(&mut text, format_args!("\n- `{}`", trimmed(error.tool)))?;
            if let Some(time) = error.time_text.map(trimmed).filter(|time| !time.0.is_empty()) {
                try_push_fmt(&mut text, format_args!(" ({time})"))?;
            }
            let error = trimmed(error.error);
            if !error.0.is_empty() {
                try_push_fmt(&mut text, format_args!(": {error}"))?;
            }
        }
        Ok(text)
    }
}

impl<'a> FromIterator<ToolError<'a>> for RecentToolErrors<'a> {
    /// Of errors that come oldest first.
    fn from_iter<I: IntoIterator<Item = ToolError<'a>>>(errors: I) -> RecentToolErrors<'a> {
        let mut recent = RecentToolErrors::default();
        errors.into_iter().for_each(|error| recent.note(error));
        recent
    }
}

/// A text on one line, without the line breaks at its ends.
fn trimmed(text: &str) -> OneLine<'_> {
    OneLine(text.trim_matches(is_line_break))
}
