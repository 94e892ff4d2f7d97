//! Cases of the composer.

use std::ffi::c_void;

use serde_json::{json, Value};
use wattle::ffi::*;

use crate::face::*;
use crate::Report;

pub fn run(case: &Value, report: &mut Report) {
    let candidates: Vec<wattle_candidate> = case["candidates"].as_array().expect("candidates").iter().map(candidate).collect();
    let name = case["name"].as_str().expect("a name");
    let mut agrees = false;
    compose(name, 0, &case["config"], &case["expect"], false, report, |options, prompt, error| {
        // SAFETY: all pointers are alive for the calls.
        unsafe {
            let status = wattle_compose(candidates.as_ptr(), candidates.len(), options, prompt, error);
            agrees = gate_agrees(&candidates, options, status, *prompt);
            status
        }
    });
    report.require(name, agrees, "the gate alone says something else");
}

/// Whether the gate alone says of every candidate what the prompt says, or fails as composing does.
unsafe fn gate_agrees(
    candidates: &[wattle_candidate],
    options: *const wattle_compose_options,
    status: wattle_status,
    prompt: *const wattle_prompt,
) -> bool {
    let nothing = wattle_outcome {
        struct_size: size_of::<wattle_outcome>(),
        verdict: wattle_verdict(0),
        tier: wattle_tier(0),
        chars: 0,
        total_before: 0,
        limit: 0,
    };
    let mut outcomes = vec![nothing; candidates.len()];
    let (first, none) = (outcomes.as_mut_ptr(), std::ptr::null_mut());
    let gated = unsafe { wattle_apply_budget_gate(candidates.as_ptr(), candidates.len(), options, first, none, std::ptr::null_mut()) };
    let same = |(index, outcome): (usize, &wattle_outcome)| {
        let section = unsafe { section(prompt, index) };
        (outcome.verdict, outcome.tier, outcome.chars, outcome.total_before, outcome.limit)
            == (section.verdict, section.tier, section.chars, section.total_before, section.limit)
    };
    gated == status && (status != wattle_status::OK || outcomes.iter().enumerate().all(same))
}

fn candidate(value: &Value) -> wattle_candidate {
    wattle_candidate {
        struct_size: size_of::<wattle_candidate>(),
        id: optional(&value["id"]),
        content: optional(&value["content"]),
        condensed: optional(&value["condensed"]),
        tier: wattle_tier(number(&TIERS, &value["tier"])),
        has_chars: value.get("chars").is_some().into(),
        reserved: [0; 3],
        chars: value["chars"].as_u64().unwrap_or(0),
    }
}

type Compose<'a> = dyn FnOnce(*const wattle_compose_options, *mut *mut wattle_prompt, *mut *mut wattle_error) -> wattle_status + 'a;

/// Composes by a case's config, compares and reports.
pub fn compose<'a>(
    case: &str,
    index: usize,
    config: &Value,
    expect: &Value,
    static_first: bool,
    report: &mut Report,
    run: impl FnOnce(*const wattle_compose_options, *mut *mut wattle_prompt, *mut *mut wattle_error) -> wattle_status + 'a,
) {
    let run: Box<Compose<'a>> = Box::new(run);
    let mut event = String::new();
    let probes = wattle_probes {
        struct_size: size_of::<wattle_probes>(),
        user_data: (&raw mut event).cast(),
        on_empty_content: None,
        on_replace_target_missing: None,
        on_duplicate_replace: None,
        on_built: Some(on_built),
    };
    let by_depth = &config["resolveBudget"]["byDepth"];
    let options = wattle_compose_options {
        struct_size: size_of::<wattle_compose_options>(),
        total_budget: config["totalBudget"].as_u64().unwrap_or(WATTLE_NOT_SET),
        active_budget_fraction: config["activeBudgetFraction"].as_f64().unwrap_or(WATTLE_DEFAULT_ACTIVE_BUDGET_FRACTION),
        depth: config["depth"].as_u64().expect("a depth") as u32,
        strict: (config["strict"] == true).into(),
        static_first: static_first.into(),
        static_only: 0,
        reserved: 0,
        runtime_role: ABSENT,
        resolve_budget: by_depth.is_array().then_some(budget_by_depth as _),
        resolve_budget_data: std::ptr::from_ref(by_depth).cast_mut().cast(),
        probes: &probes,
        measure: None,
        measure_data: std::ptr::null_mut(),
        measure_unit: ABSENT,
    };
    let place = format!("{case} compose {index}");
    let mut line = json!({ "case": case, "compose": index });
    match obtain(|prompt, error| run(&options, prompt, error)) {
        Err(failure) => {
            failure.write("error", &mut line);
            report.expect(&place, expect, &line);
        }
        // SAFETY: the prompt is ours.
        Ok(prompt) => unsafe {
            let actual = describe(prompt, &place, report);
            report.expect(&place, expect, &actual);
            report.require(&place, actual["eventJson"] == event.as_str(), "onBuilt read another event than the prompt gives");
            write_line(&actual, &mut line);
            wattle_prompt_free(prompt);
        },
    }
    report.line(&line);
}

/// Everything a prompt reports, by the names of the cases.
unsafe fn describe(prompt: *const wattle_prompt, place: &str, report: &mut Report) -> Value {
    let summary = unsafe { summary(prompt) };
    let text = unsafe { read(wattle_prompt_text(prompt)) };
    let (mut included, mut dropped, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..summary.sections {
        let section = unsafe { section(prompt, index) };
        let mut entry = json!({ "index": index, "id": read(section.id), "tier": name(&TIERS, section.tier.0) });
        if section.verdict == wattle_verdict::DROPPED {
            entry["chars"] = section.chars.into();
            entry["totalBefore"] = section.total_before.into();
            entry["limit"] = limit(section.limit);
            dropped.push(entry);
        } else {
            report.require(place, &text[section.start..section.end] == read(section.text), "a view and a range differ");
            parts.push(read(section.text));
            entry["start"] = section.start.into();
            entry["end"] = section.end.into();
            entry["chars"] = section.chars.into();
            entry["totalBefore"] = section.total_before.into();
            entry["limit"] = limit(section.limit);
            entry["condensed"] = (section.verdict == wattle_verdict::CONDENSED).into();
            included.push(entry);
        }
    }
    report.require(place, parts.join("\n\n") == text, "the joined sections are not the text");
    let pct = summary.budget_used_pct;
    json!({
        "composed": text,
        "stablePrefix": summary.stable_prefix,
        "included": included,
        "dropped": dropped,
        "totalChars": summary.total_chars,
        "totalTokensEst": summary.total_tokens_est,
        "effectiveBudget": limit(summary.effective_budget),
        "overBudget": summary.over_budget == 1,
        "budgetUsedPct": if pct.is_finite() { json!(pct) } else { Value::Null },
        "budgetUsedPctBits": format!("{:016x}", pct.to_bits()),
        "eventJson": unsafe { read(wattle_prompt_event_json(prompt)) },
    })
}

/// What the transcript shows of it.
fn write_line(actual: &Value, line: &mut Value) {
    for (key, value) in actual.as_object().expect("an object").iter().filter(|(key, _)| *key != "budgetUsedPct") {
        line[key] = value.clone();
    }
}

unsafe extern "C-unwind" fn on_built(user_data: *mut c_void, _call: *mut wattle_call, prompt: *const wattle_prompt) -> wattle_status {
    unsafe { *user_data.cast::<String>() = read(wattle_prompt_event_json(prompt)).to_owned() };
    wattle_status::OK
}

unsafe extern "C-unwind" fn budget_by_depth(
    user_data: *mut c_void,
    _call: *mut wattle_call,
    depth: u32,
    _role: wattle_str,
    budget: *mut u64,
) -> wattle_status {
    let budgets = unsafe { &*user_data.cast::<Value>() }.as_array().expect("byDepth");
    let entry = &budgets[(depth as usize).min(budgets.len() - 1)];
    unsafe { *budget = entry.as_u64().unwrap_or(WATTLE_UNLIMITED) };
    wattle_status::OK
}
