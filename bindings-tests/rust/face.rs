//! What the cases need of the C face, in Rust's terms: texts, enumerations by name, owned handles, errors as values.

use serde_json::{json, Value};
use wattle::ffi::*;

/// A text that the case keeps alive.
pub fn str_of(text: &str) -> wattle_str {
    wattle_str { data: text.as_ptr().cast(), len: text.len() }
}

pub const ABSENT: wattle_str = wattle_str { data: std::ptr::null(), len: 0 };
pub const ABSENT_LIST: wattle_str_list = wattle_str_list { items: std::ptr::null(), len: 0 };

/// A text of a case, or absent.
pub fn optional(value: &Value) -> wattle_str {
    value.as_str().map_or(ABSENT, str_of)
}

/// What a view shows.
pub fn read<'a>(text: wattle_str) -> &'a str {
    if text.data.is_null() {
        return "";
    }
    // SAFETY: views of the library are UTF-8 and alive while their owner is.
    unsafe { std::str::from_utf8(std::slice::from_raw_parts(text.data.cast(), text.len)).expect("the library gives UTF-8") }
}

/// Lists of texts that live as long as this does.
#[derive(Default)]
pub struct Lists(Vec<Box<[wattle_str]>>);

impl Lists {
    /// A list of a case, or absent.
    pub fn list(&mut self, value: &Value) -> wattle_str_list {
        let Some(items) = value.as_array() else { return ABSENT_LIST };
        self.0.push(items.iter().map(|item| str_of(item.as_str().expect("a text"))).collect());
        let list = &self.0[self.0.len() - 1];
        wattle_str_list { items: list.as_ptr(), len: list.len() }
    }
}

/// The number of an enumeration's name; 0 where there is none.
pub fn number(names: &[&str], value: &Value) -> u32 {
    value.as_str().map_or(0, |name| 1 + names.iter().position(|known| *known == name).expect("a known name") as u32)
}

pub const MODES: [&str; 3] = ["append", "prepend", "replace"];
pub const ORIGINS: [&str; 4] = ["core-default", "core-template", "static", "runtime-aware"];
pub const TIERS: [&str; 3] = ["core", "active", "informational"];
pub const MATCH_MODES: [&str; 3] = ["exact", "prefix", "glob"];
pub const CALL_CLASSES: [&str; 4] = ["utility", "reasoning", "converse", "synthesize"];

pub fn name(names: &[&'static str], number: u32) -> &'static str {
    names[number as usize - 1]
}

/// A failed call, as the transcript shows it.
pub struct Failure {
    pub status: &'static str,
    pub subject: String,
    pub message: String,
}

/// Runs a fallible function and takes its error apart.
pub fn call(run: impl FnOnce(*mut *mut wattle_error) -> wattle_status) -> Result<(), Failure> {
    let mut error = std::ptr::null_mut();
    let status = run(&mut error);
    if status == wattle_status::OK {
        assert!(error.is_null(), "an error was stored on success");
        return Ok(());
    }
    // SAFETY: a failed call stores an owned error.
    unsafe {
        assert!(wattle_error_status(error) == status, "the error has another status than was returned");
        let failure = Failure {
            status: read(wattle_status_name(status)),
            subject: read(wattle_error_subject(error)).to_owned(),
            message: read(wattle_error_message(error)).to_owned(),
        };
        wattle_error_free(error);
        Err(failure)
    }
}

/// Runs a function that gives a handle.
pub fn obtain<H>(run: impl FnOnce(*mut *mut H, *mut *mut wattle_error) -> wattle_status) -> Result<*mut H, Failure> {
    let mut handle = std::ptr::null_mut();
    call(|error| run(&mut handle, error)).map(|()| handle)
}

impl Failure {
    /// The fields of a failed line, after the ones that say where.
    pub fn write(&self, key: &str, line: &mut Value) {
        line[key] = self.status.into();
        line["subject"] = self.subject.as_str().into();
        line["message"] = self.message.as_str().into();
    }
}

pub fn limit(limit: u64) -> Value {
    if limit == WATTLE_UNLIMITED {
        Value::Null
    } else {
        json!(limit)
    }
}

/// A prompt's figures.
pub unsafe fn summary(prompt: *const wattle_prompt) -> wattle_summary {
    // SAFETY: all-zero is a value of it.
    let mut summary: wattle_summary = unsafe { std::mem::zeroed() };
    summary.struct_size = size_of::<wattle_summary>();
    assert!(unsafe { wattle_prompt_summary(prompt, &mut summary, std::ptr::null_mut()) } == wattle_status::OK);
    summary
}

/// One section of a prompt.
pub unsafe fn section(prompt: *const wattle_prompt, index: usize) -> wattle_section {
    // SAFETY: all-zero is a value of it.
    let mut section: wattle_section = unsafe { std::mem::zeroed() };
    section.struct_size = size_of::<wattle_section>();
    assert!(unsafe { wattle_prompt_section(prompt, index, &mut section, std::ptr::null_mut()) } == wattle_status::OK);
    section
}
