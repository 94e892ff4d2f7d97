//! Cases of guidance.

use serde_json::{json, Value};
use wattle::ffi::*;

use crate::face::*;
use crate::Report;

pub fn run(case: &Value, report: &mut Report) {
    let name = case["name"].as_str().expect("a name");
    let mut line = json!({ "case": name, "guidance": 0 });
    match said(case) {
        Err(failure) => failure.write("error", &mut line),
        Ok((text, chars)) => {
            line["text"] = text.into();
            line["chars"] = chars.into();
        }
    }
    report.expect(name, &case["expect"], &line);
    report.line(&line);
}

/// What is said of the case's tool, and the estimate of its chars.
fn said(case: &Value) -> Result<(String, u64), Failure> {
    let entries: Vec<wattle_guidance_entry> = case["entries"].as_array().expect("entries").iter().map(entry).collect();
    let tool = optional(&case["toolName"]);
    // SAFETY: all pointers are alive for the calls, and the guidance and the text are ours.
    unsafe {
        let guidance = obtain(|guidance, error| wattle_guidance_new(guidance, error))?;
        let said = call(|error| wattle_guidance_add(guidance, entries.as_ptr(), entries.len(), error)).and_then(|()| {
            let mut chars = 0;
            call(|error| wattle_guidance_estimate_chars(guidance, tool, std::ptr::null(), 0, &mut chars, error))?;
            let text = obtain(|text, error| wattle_guidance_resolve(guidance, tool, std::ptr::null(), 0, text, error))?;
            let said = read(wattle_text_view(text)).to_owned();
            wattle_text_free(text);
            Ok((said, chars))
        });
        wattle_guidance_free(guidance);
        said
    }
}

fn entry(value: &Value) -> wattle_guidance_entry {
    wattle_guidance_entry {
        struct_size: size_of::<wattle_guidance_entry>(),
        tool_name: optional(&value["toolName"]),
        mode: wattle_match_mode(number(&MATCH_MODES, &value["mode"])),
        reserved: 0,
        text: optional(&value["text"]),
    }
}
