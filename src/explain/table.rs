//! A result as plain text for people: its figures, and a row for every section, kept or dropped. For terminals and bug reports:
//! printable ASCII and line feeds, in columns; every byte is the same everywhere.

use std::fmt::{Arguments, Display};

use super::shown::{push_name, ABSENT, NAME_COLUMNS};
use super::Report;
use crate::error::Result;
use crate::section::{Section, Summary, Unit};
use crate::text::{try_push_fmt, try_push_str};

/// Between two columns.
const GAP: &str = "  ";

pub(super) fn table(report: &Report<'_>) -> Result<String> {
    let mut out = String::new();
    figures(&mut out, &report.summary, report.text.len())?;
    rows(&mut out, report)?;
    cut_names(&mut out, report)?;
    Ok(out)
}

/// The head, a line a figure.
fn figures(out: &mut String, summary: &Summary, bytes: usize) -> Result<()> {
    let mut unit = String::new();
    push_name(&mut unit, summary.unit.name(), usize::MAX)?;
    let mut line = |name: &str, value: Arguments<'_>| try_push_fmt(out, format_args!("{name:<15}{value}\n"));
    match summary.unit {
        Unit::Chars => line("total", format_args!("{} chars, about {} tokens", summary.total_chars, summary.total_tokens_est)),
        Unit::Tokens => line("total", format_args!("{} tokens", summary.total_chars)),
        Unit::Named(_) => line("total", format_args!("{} {unit}", summary.total_chars)),
    }?;
    match summary.effective_budget {
        None => line("budget", format_args!("none")),
        Some(budget) if summary.budget_used_pct.is_finite() => {
            line("budget", format_args!("{budget} {unit}, {:.1} % used", summary.budget_used_pct))
        }
        Some(budget) => line("budget", format_args!("{budget} {unit}, infinite % used")),
    }?;
    line("over budget", format_args!("{}", yes_or_no(summary.over_budget)))?;
    let (full, condensed, dropped) = (summary.included - summary.condensed, summary.condensed, summary.dropped);
    line("sections", format_args!("{}: {full} in full, {condensed} condensed, {dropped} dropped", summary.sections))?;
    line("stable prefix", format_args!("{} of {bytes} bytes", summary.stable_prefix))?;
    line("static only", format_args!("{}", yes_or_no(summary.static_only)))
}

/// A column: its title, whether it holds numbers, and what it says of a section, which has an index.
struct Column {
    title: &'static str,
    is_number: bool,
    write: fn(&mut String, usize, &Section<'_>) -> Result<()>,
}

/// What a table says of a section. The length is called by its unit, where the library knows it.
fn columns(unit: &Unit) -> [Column; 11] {
    let length = match unit {
        Unit::Chars => "chars",
        Unit::Tokens => "tokens",
        Unit::Named(_) => "length",
    };
    let text = |title, write| Column { title, is_number: false, write };
    let number = |title, write| Column { title, is_number: true, write };
    [
        number("#", |out, index, _| put(out, index)),
        text("id", |out, _, section| push_name(out, section.id, NAME_COLUMNS).map(drop)),
        text("origin", |out, _, section| put(out, section.origin.map_or(ABSENT, |origin| origin.name()))),
        text("plugin", |out, _, section| match section.plugin {
            Some(plugin) => push_name(out, plugin, NAME_COLUMNS).map(drop),
            None => put(out, ABSENT),
        }),
        text("tier", |out, _, section| put(out, section.tier.name())),
        text("static", |out, _, section| put(out, yes_or_no(section.is_static))),
        text("verdict", |out, _, section| put(out, section.verdict.name())),
        number(length, |out, _, section| put(out, section.chars)),
        number("before", |out, _, section| put(out, section.total_before)),
        number("limit", |out, _, section| match section.limit {
            Some(limit) => put(out, limit),
            None => put(out, "none"),
        }),
        text("bytes", |out, _, section| match section.text {
            Some(_) => put(out, format_args!("{}-{}", section.range.start, section.range.end)),
            None => put(out, ABSENT),
        }),
    ]
}

fn rows(out: &mut String, report: &Report<'_>) -> Result<()> {
    let columns = columns(&report.summary.unit);
    let mut widths = columns.each_ref().map(|column| column.title.len());
    let mut cell = String::new();
    for (index, section) in report.sections() {
        for (column, width) in columns.iter().zip(&mut widths) {
            cell.clear();
            (column.write)(&mut cell, index, &section)?;
            *width = cell.len().max(*width);
        }
    }
    // Nothing stands behind the last one.
    widths[widths.len() - 1] = 0;
    try_push_str(out, "\n")?;
    row(out, &columns, &widths, |cell, column| put(cell, column.title))?;
    for (index, section) in report.sections() {
        row(out, &columns, &widths, |cell, column| (column.write)(cell, index, &section))?;
    }
    Ok(())
}

fn row(out: &mut String, columns: &[Column], widths: &[usize], write: impl Fn(&mut String, &Column) -> Result<()>) -> Result<()> {
    let mut cell = String::new();
    for (at, (column, width)) in columns.iter().zip(widths).enumerate() {
        cell.clear();
        write(&mut cell, column)?;
        let gap = if at == 0 { "" } else { GAP };
        match column.is_number {
            true => try_push_fmt(out, format_args!("{gap}{cell:>width$}")),
            false => try_push_fmt(out, format_args!("{gap}{cell:<width$}")),
        }?;
    }
    try_push_str(out, "\n")
}

/// What the rows had no room for, so that nothing is lost.
fn cut_names(out: &mut String, report: &Report<'_>) -> Result<()> {
    let mut scratch = String::new();
    let mut title = "\n";
    for (index, section) in report.sections() {
        for (column, name) in [("id", Some(section.id)), ("plugin", section.plugin)] {
            let Some(name) = name else { continue };
            scratch.clear();
            if push_name(&mut scratch, name, NAME_COLUMNS)? {
                continue;
            }
            try_push_fmt(out, format_args!("{}#{index} {column}: ", std::mem::take(&mut title)))?;
            push_name(out, name, usize::MAX)?;
            try_push_str(out, "\n")?;
        }
    }
    Ok(())
}

fn put(out: &mut String, value: impl Display) -> Result<()> {
    try_push_fmt(out, format_args!("{value}"))
}

fn yes_or_no(yes: bool) -> &'static str {
    if yes {
        "yes"
    } else {
        "no"
    }
}
