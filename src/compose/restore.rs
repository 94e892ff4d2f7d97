//! A prompt made again of what one reported: for hosts that hold prompts as plain values, or keep one to compare it with a later.

use super::prompt::{join, Prompt, Source};
use super::{Totals, CHARS_MAX};
use crate::error::{Error, Kind, Result};
use crate::section::{Section, Sections, Summary, Verdict};
use crate::text::SEPARATOR;

impl Prompt {
    /// A prompt of the sections and the figures that a prompt, or a bundle, reported. Its text is theirs, joined; where their texts
    /// stand in it, what there are of each verdict, the estimate of tokens and the percentage are found out anew, and the rest is
    /// taken as it is told.
    ///
    /// # Errors
    /// [`Kind::InvalidArgument`]: subject `text` (a dropped section that has one), `chars`, `total_before`, `limit`, `total_chars` or
    /// `effective_budget` (over [`CHARS_MAX`]), `sections` (another number than there are) or `stable_prefix` (not the end of an
    /// included section that only such stand before).
    pub fn restore(given: &[Section<'_>], summary: &Summary) -> Result<Prompt> {
        if summary.sections != given.len() {
            let (told, there) = (summary.sections, given.len());
            return Err(Error::new(
                Kind::InvalidArgument,
                "sections",
                format_args!("the summary tells of {told} sections; there are {there}"),
            ));
        }
        check_number("total_chars", summary.total_chars)?;
        check_number("effective_budget", summary.effective_budget.unwrap_or(0))?;
        let names = given.iter().map(|section| Sections::names_len(&section.label())).sum();
        let mut sections = Sections::with_capacity(given.len(), names)?;
        for (index, section) in given.iter().enumerate() {
            check(section).map_err(|error| error.within("sections", index))?;
            sections.push(&section.label(), section.outcome())?;
        }
        let unit = summary.unit.clone();
        let totals = Totals { unit, total: summary.total_chars, budget: summary.effective_budget, over_budget: summary.over_budget };
        let source = Source { stable: stable(given, summary.stable_prefix)?, static_only: summary.static_only };
        let mut text = String::new();
        join(&mut sections, |index, _| given[index].text, &mut text)?;
        Ok(Prompt::of_decided(text, sections, totals, source))
    }
}

fn check(section: &Section<'_>) -> Result<()> {
    if section.verdict == Verdict::Dropped && section.text.is_some() {
        return Err(Error::new(Kind::InvalidArgument, "text", format_args!("a dropped section has no text; this one has")));
    }
    check_number("chars", section.chars)?;
    check_number("total_before", section.total_before)?;
    check_number("limit", section.limit.unwrap_or(0))
}

fn check_number(field: &str, number: u64) -> Result<()> {
    if number > CHARS_MAX {
        return Err(Error::new(Kind::InvalidArgument, field, format_args!("{field} is {number}; at most {CHARS_MAX} is allowed")));
    }
    Ok(())
}

/// How many leading sections make up a stable prefix of so many bytes.
fn stable(given: &[Section<'_>], bytes: usize) -> Result<usize> {
    let (mut count, mut next) = (0, 0);
    for (index, section) in given.iter().enumerate().take_while(|(_, section)| section.verdict == Verdict::Included) {
        let Some(text) = section.text else { continue };
        let end = next + text.len();
        if end > bytes {
            break;
        }
        (count, next) = (index + 1, end + SEPARATOR.len());
    }
    if bytes != 0 && next.checked_sub(SEPARATOR.len()) != Some(bytes) {
        return Err(Error::new(
            Kind::InvalidArgument,
            "stable_prefix",
            format_args!("stable_prefix is {bytes}; it is 0, or where an included section ends that has none but included ones before it"),
        ));
    }
    Ok(count)
}
