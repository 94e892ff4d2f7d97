//! Cases of the registry and of resolving.

use std::ffi::c_void;
use std::sync::atomic::Ordering;

use serde_json::{json, Value};
use wattle::ffi::*;

use crate::face::*;
use crate::{compose_cases, content, Report};

pub fn run(case: &Value, report: &mut Report) {
    let name = case["name"].as_str().expect("a name");
    let alive = content::ALIVE.load(Ordering::SeqCst);
    let mut lists = Lists::default();
    let options = wattle_registry_options {
        struct_size: size_of::<wattle_registry_options>(),
        runtime_id: optional(&case["runtimeId"]),
        enabled_safety_policies: lists.list(&case["enabledSafetyPolicies"]),
        seed_core_defaults: wattle_maybe::NO,
        seed_core_templates: wattle_maybe::NO,
        seed_safety_policies: wattle_maybe::NO,
        reserved: 0,
    };
    // SAFETY: all pointers are alive for the calls.
    let registry = obtain(|registry, error| unsafe { wattle_registry_new(&options, registry, error) }).ok().expect("a registry");
    let mut globals = Vec::new();
    for (index, op) in case["ops"].as_array().expect("ops").iter().enumerate() {
        let outcome = operate(registry, op);
        if op["op"] == "registerGlobal" && outcome.is_ok() {
            globals.push(op);
        }
        let mut line = json!({ "case": name, "op": index });
        match &outcome {
            Ok(()) => line["status"] = "ok".into(),
            Err(failure) => failure.write("status", &mut line),
        }
        let place = format!("{name} op {index}");
        report.expect(&place, &op["expect"], &line["status"]);
        if let Some(subject) = op.get("subject") {
            report.expect(&place, subject, &line["subject"]);
        }
        report.line(&line);
    }
    for (index, resolve) in case["resolves"].as_array().expect("resolves").iter().enumerate() {
        resolve_one(registry, name, index, resolve, report);
    }
    // SAFETY: the registry is ours.
    unsafe { wattle_registry_free(registry) };
    for global in globals {
        let origin = wattle_origin(number(&ORIGINS, &global["origin"]));
        // One id may be there as a slot and as a replace: then the first removal took both.
        // SAFETY: the id is alive for the call.
        let _ = call(|error| unsafe { wattle_unregister_global(origin, optional(&global["contribution"]["id"]), error) });
    }
    report.require(name, content::ALIVE.load(Ordering::SeqCst) == alive, "not every drop ran exactly once");
}

fn operate(registry: *mut wattle_registry, op: &Value) -> Result<(), Failure> {
    let mut lists = Lists::default();
    let is_static = op["origin"] != "runtime-aware";
    // SAFETY: all pointers are alive for the calls.
    call(|error| unsafe {
        match op["op"].as_str().expect("an op") {
            "register" => {
                let contribution = content::contribution(&op["contribution"], &op["origin"], is_static, &mut lists);
                wattle_registry_register(registry, &contribution, 1, error)
            }
            "registerGlobal" => {
                let contribution = content::contribution(&op["contribution"], &op["origin"], is_static, &mut lists);
                wattle_register_global(&contribution, lists.list(&op["targetRuntimes"]), error)
            }
            "unregister" => {
                wattle_registry_unregister(registry, wattle_origin(number(&ORIGINS, &op["origin"])), optional(&op["id"]), error)
            }
            "registerPlugin" => content::with_plugin(&op["plugin"], |plugin| wattle_registry_register_plugin(registry, plugin, error)),
            "replacePlugin" => content::with_plugin(&op["plugin"], |plugin| wattle_registry_replace_plugin(registry, plugin, error)),
            "unregisterPlugin" => wattle_registry_unregister_plugin(registry, optional(&op["name"]), error),
            "registerSafetyPolicy" => wattle_registry_register_safety_policy(registry, &content::policy(&op["policy"]), error),
            other => panic!("no op {other}"),
        }
    })
}

fn resolve_one(registry: *const wattle_registry, case: &str, index: usize, resolve: &Value, report: &mut Report) {
    let place = format!("{case} resolve {index}");
    let mut lists = Lists::default();
    let context = context(&resolve["context"]);
    let state = state(&resolve["state"], &mut lists);
    let mut fired: Vec<Value> = Vec::new();
    let probes = wattle_probes {
        struct_size: size_of::<wattle_probes>(),
        user_data: (&raw mut fired).cast(),
        on_empty_content: Some(on_empty_content),
        on_replace_target_missing: Some(on_replace_target_missing),
        on_duplicate_replace: Some(on_duplicate_replace),
        on_built: None,
    };
    let static_first = resolve["staticFirst"] == true;
    let options = wattle_resolve_options {
        struct_size: size_of::<wattle_resolve_options>(),
        static_first: static_first.into(),
        static_only: resolve["state"].is_null().into(),
        reserved: [0; 6],
        probes: &probes,
    };
    let mut line = json!({ "case": case, "resolve": index });
    // SAFETY: all pointers are alive for the call.
    match obtain(|bundle, error| unsafe { wattle_registry_resolve(registry, &context, &state, &options, bundle, error) }) {
        Err(failure) => {
            failure.write("error", &mut line);
            line["probes"] = fired.into();
            report.expect(&place, &resolve["expect"], &line);
            report.line(&line);
        }
        Ok(bundle) => {
            // SAFETY: the bundle is ours.
            unsafe {
                describe(bundle, &mut line, &place, report);
                wattle_bundle_free(bundle);
            }
            // What the library remembers of this call must change nothing, with probes or without.
            for probes in [std::ptr::null(), std::ptr::null(), options.probes] {
                let options = wattle_resolve_options { probes, ..options };
                let mut again = json!({ "case": case, "resolve": index });
                // SAFETY: all pointers are alive for the call.
                match obtain(|bundle, error| unsafe { wattle_registry_resolve(registry, &context, &state, &options, bundle, error) }) {
                    // SAFETY: the bundle is ours.
                    Ok(bundle) => unsafe {
                        describe(bundle, &mut again, &place, report);
                        wattle_bundle_free(bundle);
                    },
                    Err(failure) => failure.write("error", &mut again),
                }
                report.require(&place, again == line, "the same call gave something else the next time");
            }
            let half = fired.len() / 2;
            report.require(&place, fired[..half] == fired[half..], "the probes were told something else the next time");
            fired.truncate(half);
            line["probes"] = fired.into();
            let mut expect = resolve["expect"].clone();
            let fingerprint = expect.as_object_mut().and_then(|expect| expect.remove("fingerprint"));
            report.expect(&place, &expect, &line);
            report.line(&line);
            if let Some(expected) = fingerprint {
                check_fingerprint(registry, &context, case, index, &expected, report);
            }
        }
    }
    if let Some(compose) = resolve.get("compose") {
        compose_cases::compose(case, index, &compose["config"], &compose["expect"], static_first, report, |options, prompt, error| {
            // SAFETY: all pointers are alive for the call.
            unsafe {
                let options = wattle_compose_options { static_only: resolve["state"].is_null().into(), ..*options };
                wattle_registry_compose(registry, &context, &state, &options, prompt, error)
            }
        });
    }
}

/// Everything a bundle reports, by the names of the cases.
unsafe fn describe(bundle: *const wattle_bundle, line: &mut Value, place: &str, report: &mut Report) {
    // SAFETY: all-zero is a value of both.
    let (mut summary, mut section): (wattle_summary, wattle_section) = unsafe { (std::mem::zeroed(), std::mem::zeroed()) };
    summary.struct_size = size_of::<wattle_summary>();
    section.struct_size = size_of::<wattle_section>();
    assert!(unsafe { wattle_bundle_summary(bundle, &mut summary, std::ptr::null_mut()) } == wattle_status::OK);
    let text = unsafe { read(wattle_bundle_text(bundle)) };
    let (mut sections, mut parts) = (Vec::new(), Vec::new());
    for index in 0..summary.sections {
        assert!(unsafe { wattle_bundle_section(bundle, index, &mut section, std::ptr::null_mut()) } == wattle_status::OK);
        report.require(place, &text[section.start..section.end] == read(section.text), "a view and a range differ");
        parts.push(read(section.text));
        sections.push(json!({
            "id": read(section.id),
            "origin": name(&ORIGINS, section.origin.0),
            "plugin": if section.plugin.data.is_null() { Value::Null } else { read(section.plugin).into() },
            "mode": name(&MODES, section.mode.0),
            "tier": name(&TIERS, section.tier.0),
            "static": section.is_static == 1,
            "start": section.start,
            "end": section.end,
            "chars": section.chars,
        }));
    }
    report.require(place, parts.join("\n\n") == text, "the joined sections are not the text");
    line["text"] = text.into();
    line["stablePrefix"] = summary.stable_prefix.into();
    line["sections"] = sections.into();
}

fn check_fingerprint(
    registry: *const wattle_registry,
    context: &wattle_context,
    case: &str,
    index: usize,
    expected: &Value,
    report: &mut Report,
) {
    let mut hex = [0u8; 65];
    let mut line = json!({ "case": case, "fingerprint": index });
    // SAFETY: all pointers are alive for the call.
    match call(|error| unsafe { wattle_registry_fingerprint(registry, context, hex.as_mut_ptr().cast(), error) }) {
        Ok(()) => {
            line["hex"] = std::str::from_utf8(&hex[..64]).expect("hex digits").into();
            report.expect(case, expected, &line["hex"]);
        }
        Err(failure) => {
            failure.write("error", &mut line);
            report.expect(case, expected, &line);
        }
    }
    report.line(&line);
}

fn context(value: &Value) -> wattle_context {
    wattle_context {
        struct_size: size_of::<wattle_context>(),
        call_class: wattle_call_class(number(&CALL_CLASSES, &value["callClass"])),
        reserved: 0,
        family: optional(&value["family"]),
        tenant_id: optional(&value["tenantId"]),
        runtime_role: optional(&value["runtimeRole"]),
    }
}

fn state(value: &Value, lists: &mut Lists) -> wattle_state {
    wattle_state {
        struct_size: size_of::<wattle_state>(),
        loaded_tools: lists.list(&value["loadedTools"]),
        detected_intents: lists.list(&value["detectedIntents"]),
        turn_depth: value["turnDepth"].as_u64().unwrap_or(0) as u32,
        prior_turn_had_tool_calls: wattle_maybe(value["priorTurnHadToolCalls"].as_bool().map_or(0, |yes| 1 + u32::from(yes))),
        plugin_metadata: ABSENT,
        host: std::ptr::null_mut(),
    }
}

unsafe fn fired<'a>(user_data: *mut c_void) -> &'a mut Vec<Value> {
    unsafe { &mut *user_data.cast() }
}

unsafe extern "C-unwind" fn on_empty_content(
    user_data: *mut c_void,
    _call: *mut wattle_call,
    id: wattle_str,
    origin: wattle_origin,
) -> wattle_status {
    unsafe { fired(user_data) }.push(json!(["onEmptyContent", read(id), name(&ORIGINS, origin.0)]));
    wattle_status::OK
}

unsafe extern "C-unwind" fn on_replace_target_missing(user_data: *mut c_void, _call: *mut wattle_call, id: wattle_str) -> wattle_status {
    unsafe { fired(user_data) }.push(json!(["onReplaceTargetMissing", read(id)]));
    wattle_status::OK
}

unsafe extern "C-unwind" fn on_duplicate_replace(
    user_data: *mut c_void,
    _call: *mut wattle_call,
    ids: *const wattle_str,
    n: usize,
) -> wattle_status {
    let ids = unsafe { std::slice::from_raw_parts(ids, n) };
    let flat = std::iter::once("onDuplicateReplace").chain(ids.iter().map(|id| read(*id)));
    unsafe { fired(user_data) }.push(flat.collect::<Vec<_>>().into());
    wattle_status::OK
}
