//! A text for the tools that a pattern matches.

use crate::error::Result;
use crate::text::{self, Text};

/// How an entry's pattern is held against the name of a tool (semantics 7). Case counts in all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum MatchMode {
    /// The name is the pattern.
    Exact = 1,
    /// The name begins with the pattern, of which one `*` at the end is ignored.
    Prefix = 2,
    /// The pattern is the whole name, where `*` stands for any code points, also none, and `?` for one; nothing else is special.
    Glob = 3,
}

text::names! { MatchMode { Exact = "exact", Prefix = "prefix", Glob = "glob" } }

/// An entry of [`super::Guidance`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuidanceEntry {
    /// The pattern.
    pub tool_name: String,
    /// How it matches.
    pub mode: MatchMode,
    /// What is said of the tools that it matches. An empty text says nothing.
    pub text: Text,
}

impl GuidanceEntry {
    /// An entry that copies its texts.
    ///
    /// # Errors
    /// [`crate::Kind::LimitExceeded`] (a text over [`crate::TEXT_MAX_BYTES`]), [`crate::Kind::OutOfMemory`].
    pub fn new(tool_name: &str, mode: MatchMode, text: &str) -> Result<GuidanceEntry> {
        Ok(GuidanceEntry { tool_name: text::try_string(tool_name)?, mode, text: Text::new(text)? })
    }

    /// Whether it is about the tool of that name.
    pub fn matches(&self, tool_name: &str) -> bool {
        let pattern = self.tool_name.as_str();
        match self.mode {
            MatchMode::Exact => tool_name == pattern,
            MatchMode::Prefix => tool_name.starts_with(pattern.strip_suffix('*').unwrap_or(pattern)),
            MatchMode::Glob => glob_matches(pattern, tool_name),
        }
    }
}

/// Whether a glob matches a whole name. The steps are at most the product of the two lengths: only the last star ever takes more,
/// as whatever an earlier one could take, it can too.
fn glob_matches(pattern: &str, name: &str) -> bool {
    let (mut pattern, mut name) = (pattern.chars(), name.chars());
    let mut last_star = None;
    loop {
        let here = name.clone();
        match (pattern.next(), name.next()) {
            (None, None) => return true,
            (Some('*'), _) => {
                name = here;
                last_star = Some((pattern.clone(), name.clone()));
            }
            // Too short, and the more a star takes, the shorter is the rest.
            (Some(_), None) => return false,
            (Some(wanted), Some(found)) if wanted == '?' || wanted == found => {}
            _ => {
                let Some((after, taken)) = &mut last_star else { return false };
                taken.next();
                (pattern, name) = (after.clone(), taken.clone());
            }
        }
    }
}
