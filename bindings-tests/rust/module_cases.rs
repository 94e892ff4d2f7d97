//! Cases of the module builder's allocation, and of the taint that a built-in shows.

use std::ffi::c_void;
use std::sync::atomic::Ordering;

use serde_json::{json, Value};
use sha2::{Digest, Sha256};
use wattle::ffi::*;

use crate::content::{hand_over, release, ALIVE};
use crate::face::*;
use crate::Report;

pub fn run(case: &Value, report: &mut Report) {
    let name = case["name"].as_str().expect("a name");
    let alive = ALIVE.load(Ordering::SeqCst);
    let builder = builder();
    for module in case["modules"].as_array().expect("modules") {
        let module = module_of(module);
        // SAFETY: all pointers are alive for the call.
        call(|error| unsafe { wattle_module_builder_add(builder, &module, error) }).ok().expect("the module is added");
    }
    let context = wattle_agent_context {
        max_tokens: case["contextWindow"].as_u64().expect("a window"),
        history_tokens: case["historyTokens"].as_u64().expect("a history"),
        ..empty_context()
    };
    let mut line = json!({ "case": name, "build": 0 });
    // SAFETY: all pointers are alive for the call, and the prompt and the builder are ours.
    unsafe {
        match obtain(|prompt, error| wattle_module_builder_build(builder, &context, std::ptr::null(), prompt, error)) {
            Err(failure) => {
                failure.write("error", &mut line);
                report.expect(name, &case["expect"], &line);
            }
            Ok(prompt) => {
                let actual = describe(prompt, name, &mut line, report);
                report.expect(name, &case["expect"], &actual);
                let by_module = |value: &Value| value["tokensByModule"].as_object().map(|entries| entries.len());
                report.require(name, by_module(&case["expect"]) == by_module(&actual), "tokensByModule has other entries");
                wattle_prompt_free(prompt);
            }
        }
        wattle_module_builder_free(builder);
    }
    report.line(&line);
    report.require(name, ALIVE.load(Ordering::SeqCst) == alive, "not every drop ran exactly once");
}

/// Everything a prompt of modules reports: writes the line, and gives it by the names of the cases.
unsafe fn describe(prompt: *const wattle_prompt, place: &str, line: &mut Value, report: &mut Report) -> Value {
    let (summary, text) = unsafe { (summary(prompt), read(wattle_prompt_text(prompt))) };
    let (mut included, mut names, mut dropped, mut parts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for index in 0..summary.sections {
        let section = unsafe { section(prompt, index) };
        if section.verdict == wattle_verdict::DROPPED {
            dropped
                .push(json!({ "name": read(section.id), "tokens": section.chars, "used": section.total_before, "limit": section.limit }));
            continue;
        }
        let (name, minimal) = (read(section.id), section.verdict == wattle_verdict::CONDENSED);
        names.push(json!({ "name": name, "minimal": minimal }));
        included
            .push(json!({ "name": name, "tier": crate::face::name(&TIERS, section.tier.0), "minimal": minimal, "tokens": Value::Null }));
        if !section.text.data.is_null() {
            report.require(place, &text[section.start..section.end] == read(section.text), "a view and a range differ");
            parts.push(read(section.text));
            *included.last_mut().map(|entry| &mut entry["tokens"]).expect("an entry") = section.chars.into();
        }
    }
    report.require(place, parts.join("\n\n") == text, "the joined sections are not the text");
    report.require(place, read(summary.unit) == "tokens", "the unit is not tokens");
    let metadata_json = unsafe { read(wattle_prompt_module_metadata_json(prompt)) };
    line["content"] = text.into();
    line["included"] = included.into();
    line["dropped"] = dropped.into();
    line["totalTokens"] = summary.total_chars.into();
    line["effectiveBudget"] = limit(summary.effective_budget);
    line["overBudget"] = (summary.over_budget == 1).into();
    line["metadataJson"] = metadata_json.into();
    line["eventJson"] = unsafe { read(wattle_prompt_event_json(prompt)) }.into();
    let metadata = unsafe { metadata(prompt) };
    json!({
        "included": names,
        "content_sha256": Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect::<String>(),
        "content_utf16": text.encode_utf16().count(),
        "tokensByModule": serde_json::from_str::<Value>(metadata_json).expect("JSON")["tokensByModule"],
        "estimatedTokens": metadata.estimated_tokens,
        "percentRemaining": metadata.percent_remaining,
    })
}

pub fn run_taint(index: usize, case: &Value, report: &mut Report) {
    let builder = builder();
    let number = |key: &str| case[key].as_f64().expect("a number");
    let context = wattle_agent_context {
        taint_ratio: number("taintRatio"),
        taint_threshold: number("taintThreshold"),
        max_tokens: 200_000,
        ..empty_context()
    };
    // SAFETY: all pointers are alive for the calls, and the prompt and the builder are ours.
    let shown = unsafe {
        call(|error| wattle_module_builder_add_builtin(builder, str_of("injection-defense"), wattle_maybe(0), error)).ok().expect("added");
        let prompt = obtain(|prompt, error| wattle_module_builder_build(builder, &context, std::ptr::null(), prompt, error));
        let prompt = prompt.ok().expect("a prompt");
        let text = read(wattle_prompt_text(prompt)).to_owned();
        wattle_prompt_free(prompt);
        wattle_module_builder_free(builder);
        text
    };
    let mut percents = shown.split('%').filter_map(|before| before.rsplit(' ').next());
    let mut line = json!({ "taint": index });
    line["ratio_text"] = percents.next().into();
    line["threshold_text"] = percents.next().into();
    line["elevated"] = shown.contains("explicit approval").into();
    let expect = json!({ "ratio_text": case["ratio_text"], "threshold_text": case["threshold_text"], "elevated": case["elevated"] });
    report.expect(&format!("taint {index}"), &expect, &line);
    report.line(&line);
}

fn builder() -> *mut wattle_module_builder {
    // SAFETY: both pointers are alive for the call.
    obtain(|builder, error| unsafe { wattle_module_builder_new(builder, error) }).ok().expect("a builder")
}

/// A context with nothing in it.
fn empty_context() -> wattle_agent_context {
    // SAFETY: all-zero is a value of it.
    wattle_agent_context { struct_size: size_of::<wattle_agent_context>(), ..unsafe { std::mem::zeroed() } }
}

fn module_of(value: &Value) -> wattle_module {
    wattle_module {
        struct_size: size_of::<wattle_module>(),
        name: optional(&value["name"]),
        priority: value["priority"].as_u64().expect("a priority") as u32,
        optional: (value["optional"] == true).into(),
        reserved: [0; 3],
        should_include: None,
        render: Some(render),
        render_minimal: value["minimal"].is_array().then_some(render_minimal as _),
        estimate: value["tokens"].is_u64().then_some(estimate as _),
        user_data: hand_over(value.clone()),
        drop: Some(release::<Value>),
    }
}

unsafe fn write(user_data: *mut c_void, call: *mut wattle_call, key: &str) -> wattle_status {
    let module = unsafe { &*user_data.cast::<Value>() };
    for line in module[key].as_array().expect("lines") {
        let status = unsafe { wattle_call_write_line(call, optional(line)) };
        if status != wattle_status::OK {
            return status;
        }
    }
    wattle_status::OK
}

unsafe extern "C-unwind" fn render(user_data: *mut c_void, call: *mut wattle_call, _context: *const wattle_agent_context) -> wattle_status {
    unsafe { write(user_data, call, "full") }
}

unsafe extern "C-unwind" fn render_minimal(
    user_data: *mut c_void,
    call: *mut wattle_call,
    _context: *const wattle_agent_context,
) -> wattle_status {
    unsafe { write(user_data, call, "minimal") }
}

unsafe extern "C-unwind" fn estimate(
    user_data: *mut c_void,
    _call: *mut wattle_call,
    _context: *const wattle_agent_context,
    tokens: *mut u64,
) -> wattle_status {
    let module = unsafe { &*user_data.cast::<Value>() };
    unsafe { *tokens = module["tokens"].as_u64().expect("tokens") };
    wattle_status::OK
}

unsafe fn metadata(prompt: *const wattle_prompt) -> wattle_module_metadata {
    // SAFETY: all-zero is a value of it.
    let mut metadata: wattle_module_metadata = unsafe { std::mem::zeroed() };
    metadata.struct_size = size_of::<wattle_module_metadata>();
    assert!(unsafe { wattle_prompt_module_metadata(prompt, &mut metadata, std::ptr::null_mut()) } == wattle_status::OK);
    metadata
}
