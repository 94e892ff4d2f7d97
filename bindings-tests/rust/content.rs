//! The callbacks that cases name, and contributions, policies and plugins made of a case.

use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;
use wattle::ffi::*;

use crate::face::*;

/// How many user_data were handed over and are not dropped yet.
pub static ALIVE: AtomicUsize = AtomicUsize::new(0);

#[derive(Clone, Copy, PartialEq)]
enum Function {
    Context,
    Tools,
    Depth,
    Empty,
    Fail,
}

pub fn hand_over<T>(value: T) -> *mut c_void {
    ALIVE.fetch_add(1, Ordering::SeqCst);
    Box::into_raw(Box::new(value)).cast()
}

pub unsafe extern "C-unwind" fn release<T>(user_data: *mut c_void) {
    ALIVE.fetch_sub(1, Ordering::SeqCst);
    drop(unsafe { Box::from_raw(user_data.cast::<T>()) });
}

unsafe extern "C-unwind" fn write_static(user_data: *mut c_void, call: *mut wattle_call, context: *const wattle_context) -> wattle_status {
    unsafe { write(*user_data.cast::<Function>(), call, &*context, None) }
}

unsafe extern "C-unwind" fn write_runtime(
    user_data: *mut c_void,
    call: *mut wattle_call,
    context: *const wattle_context,
    state: *const wattle_state,
) -> wattle_status {
    unsafe { write(*user_data.cast::<Function>(), call, &*context, Some(&*state)) }
}

unsafe fn write(function: Function, call: *mut wattle_call, context: &wattle_context, state: Option<&wattle_state>) -> wattle_status {
    let optional = |text: wattle_str| if text.data.is_null() { "-" } else { read(text) };
    let text = match (function, state) {
        (Function::Context, _) => format!(
            "call={} family={} tenant={} role={}",
            name(&CALL_CLASSES, context.call_class.0),
            read(context.family),
            optional(context.tenant_id),
            optional(context.runtime_role)
        ),
        (Function::Tools, Some(state)) if state.loaded_tools.len > 0 => {
            let tools = unsafe { std::slice::from_raw_parts(state.loaded_tools.items, state.loaded_tools.len) };
            format!("tools: {}", tools.iter().map(|tool| read(*tool)).collect::<Vec<_>>().join(", "))
        }
        (Function::Depth, Some(state)) => format!("depth: {}", state.turn_depth),
        (Function::Fail, _) => return unsafe { wattle_call_fail(call, str_of("fn fail")) },
        _ => String::new(),
    };
    unsafe { wattle_call_write(call, str_of(&text)) }
}

fn function(name: &str) -> Function {
    match name {
        "context" => Function::Context,
        "tools" => Function::Tools,
        "depth" => Function::Depth,
        "empty" => Function::Empty,
        "fail" => Function::Fail,
        other => panic!("no function {other}"),
    }
}

/// A contribution of a case; `is_static` says which kind of callback its function is.
pub fn contribution(value: &Value, origin: &Value, is_static: bool, lists: &mut Lists) -> wattle_contribution {
    let scope = &value["scope"];
    let mut contribution = wattle_contribution {
        struct_size: size_of::<wattle_contribution>(),
        id: optional(&value["id"]),
        mode: wattle_mode(number(&MODES, &value["mode"])),
        origin: wattle_origin(number(&ORIGINS, origin)),
        tier: wattle_tier(number(&TIERS, &value["tier"])),
        reserved: 0,
        scope: wattle_scope {
            call_class: wattle_call_class(number(&CALL_CLASSES, &scope["callClass"])),
            reserved: 0,
            family: optional(&scope["family"]),
            tenant_id: optional(&scope["tenantId"]),
            runtime_role: optional(&scope["runtimeRole"]),
        },
        text: optional(&value["content"]["text"]),
        condensed: optional(&value["condensed"]),
        requires_tools: lists.list(&value["requiresTools"]),
        static_content: None,
        runtime_content: None,
        when: None,
        user_data: std::ptr::null_mut(),
        drop: None,
    };
    if let Some(name) = value["content"]["fn"].as_str() {
        let function = function(name);
        let reads_state = function == Function::Tools || function == Function::Depth;
        contribution.user_data = hand_over(function);
        contribution.drop = Some(release::<Function>);
        if is_static && !reads_state {
            contribution.static_content = Some(write_static);
        } else {
            contribution.runtime_content = Some(write_runtime);
        }
    }
    contribution
}

pub fn policy(value: &Value) -> wattle_safety_policy {
    let mut policy = wattle_safety_policy {
        struct_size: size_of::<wattle_safety_policy>(),
        id: optional(&value["id"]),
        text: optional(&value["content"]["text"]),
        static_content: None,
        enabled_by_default: value["enabledByDefault"].as_bool().unwrap_or(false).into(),
        reserved: [0; 7],
        user_data: std::ptr::null_mut(),
        drop: None,
    };
    if let Some(name) = value["content"]["fn"].as_str() {
        policy.static_content = Some(write_static);
        policy.user_data = hand_over(function(name));
        policy.drop = Some(release::<Function>);
    }
    policy
}

/// Hands a plugin of a case to a function, with everything it points to.
pub fn with_plugin<T>(value: &Value, run: impl FnOnce(&wattle_plugin) -> T) -> T {
    let mut lists = Lists::default();
    let mut rows = |key: &str, is_static: bool| -> Vec<wattle_contribution> {
        value[key].as_array().into_iter().flatten().map(|row| contribution(row, &Value::Null, is_static, &mut lists)).collect()
    };
    let prompts = rows("prompts", true);
    let runtime_prompts = rows("runtimePrompts", false);
    let policies: Vec<_> = value["safetyPolicies"].as_array().into_iter().flatten().map(policy).collect();
    let mut plugin = wattle_plugin {
        struct_size: size_of::<wattle_plugin>(),
        name: optional(&value["name"]),
        version: optional(&value["version"]),
        prompts: prompts.as_ptr(),
        prompts_len: prompts.len(),
        runtime_prompts: runtime_prompts.as_ptr(),
        runtime_prompts_len: runtime_prompts.len(),
        safety_policies: policies.as_ptr(),
        safety_policies_len: policies.len(),
        hook: None,
        stream_observer: None,
        user_data: std::ptr::null_mut(),
        drop: None,
    };
    if let Some(hook) = value.get("hook") {
        plugin.hook = Some(run_hook);
        plugin.user_data = hand_over(hook.clone());
        plugin.drop = Some(release::<Value>);
    }
    run(&plugin)
}

unsafe extern "C-unwind" fn run_hook(
    user_data: *mut c_void,
    call: *mut wattle_call,
    _context: *const wattle_context,
    state: *const wattle_state,
) -> wattle_status {
    let hook = unsafe { &*user_data.cast::<Value>() };
    if hook["fails"] == true {
        return unsafe { wattle_call_fail(call, str_of("hook fails")) };
    }
    let depth = unsafe { (*state).turn_depth };
    if hook["onlyAtDepth"].as_u64().is_some_and(|only| only != u64::from(depth)) {
        return wattle_status::OK;
    }
    let mut lists = Lists::default();
    for emit in hook["emits"].as_array().into_iter().flatten() {
        let emission = contribution(emit, &Value::Null, false, &mut lists);
        // A refusal fails the resolution, whatever the hook does afterwards.
        let _ = unsafe { wattle_call_emit(call, &emission, std::ptr::null_mut()) };
    }
    wattle_status::OK
}
