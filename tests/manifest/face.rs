//! The C face: NULL, bytes that are not UTF-8, frozen registries, callbacks, statuses.

use std::ffi::c_void;

use wattle::ffi::*;

const GOOD: &str = r#"{"contributions":[{"id":"a.b","mode":"append","content":{"text":"loaded"}}]}"#;
const ABSENT: wattle_str = wattle_str { data: std::ptr::null(), len: 0 };

fn str_of(bytes: &[u8]) -> wattle_str {
    wattle_str { data: bytes.as_ptr().cast(), len: bytes.len() }
}

fn read(text: wattle_str) -> String {
    // SAFETY: the library's views are alive while their owner is.
    String::from_utf8(unsafe { std::slice::from_raw_parts(text.data.cast(), text.len) }.to_vec()).unwrap()
}

/// Status, subject and message of a call that may fail.
fn call(run: impl FnOnce(*mut *mut wattle_error) -> wattle_status) -> (wattle_status, String, String) {
    let mut error = std::ptr::null_mut();
    let status = run(&mut error);
    assert_eq!(status == wattle_status::OK, error.is_null());
    if error.is_null() {
        return (status, String::new(), String::new());
    }
    // SAFETY: a failed call stores an owned error.
    unsafe {
        assert_eq!(wattle_error_status(error), status);
        let told = (status, read(wattle_error_subject(error)), read(wattle_error_message(error)));
        wattle_error_free(error);
        told
    }
}

fn registry() -> *mut wattle_registry {
    let mut registry = std::ptr::null_mut();
    // SAFETY: all-zero options with their size are valid.
    unsafe {
        let mut options: wattle_registry_options = std::mem::zeroed();
        options.struct_size = size_of::<wattle_registry_options>();
        options.seed_core_defaults = wattle_maybe::NO;
        options.seed_safety_policies = wattle_maybe::NO;
        assert_eq!(wattle_registry_new(&options, &mut registry, std::ptr::null_mut()), wattle_status::OK);
    }
    registry
}

fn load(registry: *mut wattle_registry, json: wattle_str) -> (wattle_status, String, String) {
    // SAFETY: the registry and the text are alive for the call.
    call(|error| unsafe { wattle_registry_load_json(registry, json, error) })
}

/// The text of the static-only resolution.
fn resolve(registry: *const wattle_registry) -> Result<String, wattle_status> {
    // SAFETY: all-zero is a value of both structs; the bundle is ours.
    unsafe {
        let mut context: wattle_context = std::mem::zeroed();
        context.struct_size = size_of::<wattle_context>();
        context.call_class = wattle_call_class::CONVERSE;
        let mut bundle = std::ptr::null_mut();
        let status = wattle_registry_resolve(registry, &context, std::ptr::null(), std::ptr::null(), &mut bundle, std::ptr::null_mut());
        if status != wattle_status::OK {
            return Err(status);
        }
        let text = read(wattle_bundle_text(bundle));
        wattle_bundle_free(bundle);
        Ok(text)
    }
}

#[test]
fn a_document_is_registered() {
    let registry = registry();
    assert_eq!(load(registry, str_of(GOOD.as_bytes())).0, wattle_status::OK);
    assert_eq!(resolve(registry).unwrap(), "loaded");
    // SAFETY: the registry is ours. Without a place for the error the status is all there is.
    unsafe {
        let again = wattle_registry_load_json(registry, str_of(GOOD.as_bytes()), std::ptr::null_mut());
        assert_eq!(again, wattle_status::DUPLICATE_CONTRIBUTION_ID);
        wattle_registry_free(registry);
    }
}

#[test]
fn bad_arguments() {
    let registry = registry();
    let long = vec![b' '; WATTLE_JSON_MAX_BYTES + 1];
    for (registry, json, status, subject) in [
        (std::ptr::null_mut(), str_of(GOOD.as_bytes()), wattle_status::NULL_ARGUMENT, "registry"),
        (registry, wattle_str { data: std::ptr::null(), len: 3 }, wattle_status::NULL_ARGUMENT, "json"),
        (registry, ABSENT, wattle_status::INVALID_JSON, "$"),
        (registry, str_of(b""), wattle_status::INVALID_JSON, "$"),
        (registry, str_of(b"{\"plugins\": \"\xff\"}"), wattle_status::INVALID_UTF8, "json"),
        (registry, str_of(b"\xff\xfe{\0}\0"), wattle_status::INVALID_UTF8, "json"),
        (registry, str_of(b"{}\0"), wattle_status::INVALID_JSON, "$"),
        (registry, str_of(&long), wattle_status::LIMIT_EXCEEDED, "json"),
    ] {
        let (got, about, message) = load(registry, json);
        assert_eq!((got, about.as_str()), (status, subject), "{message}");
    }
    let mut error = std::ptr::null_mut();
    // SAFETY: an error is a handle of another type.
    unsafe {
        wattle_registry_load_json(registry, ABSENT, &mut error);
        assert_eq!(load(error.cast(), str_of(b"{}")).0, wattle_status::INVALID_HANDLE);
        wattle_error_free(error);
        wattle_registry_free(registry);
    }
}

#[test]
fn frozen_registries_refuse() {
    let registry = registry();
    let mut frozen = std::ptr::null_mut();
    // SAFETY: the registry is ours.
    assert_eq!(unsafe { wattle_registry_snapshot(registry, &mut frozen, std::ptr::null_mut()) }, wattle_status::OK);
    for (json, subject) in [
        (GOOD, "a.b"),
        (r#"{"plugins":[{"name":"p"}],"contributions":[]}"#, "p"),
        (r#"{"safetyPolicies":[{"id":"safety.x","content":{"text":""}}]}"#, "safety.x"),
        ("{}", ""),
    ] {
        let (status, about, message) = load(frozen, str_of(json.as_bytes()));
        assert_eq!((status, about.as_str()), (wattle_status::FROZEN, subject), "{message}");
        assert_eq!(load(registry, str_of(json.as_bytes())).0, wattle_status::OK);
    }
    assert_eq!(resolve(frozen).unwrap(), "");
    // SAFETY: both are ours.
    unsafe {
        wattle_registry_free(frozen);
        wattle_registry_free(registry);
    }
}

/// Loads a document into the registry that it is content of.
unsafe extern "C-unwind" fn load_inside(user_data: *mut c_void, call: *mut wattle_call, _context: *const wattle_context) -> wattle_status {
    // SAFETY: the registry outlives the call.
    unsafe {
        let loaded = wattle_registry_load_json(user_data.cast(), str_of(GOOD.as_bytes()), std::ptr::null_mut());
        wattle_call_write(call, str_of(read(wattle_status_name(loaded)).as_bytes()))
    }
}

#[test]
fn inside_a_callback_it_is_allowed() {
    let registry = registry();
    // SAFETY: all-zero is a value of the struct; the registry outlives its callback.
    unsafe {
        let mut contribution: wattle_contribution = std::mem::zeroed();
        contribution.struct_size = size_of::<wattle_contribution>();
        contribution.id = str_of(b"a.first");
        contribution.mode = wattle_mode::APPEND;
        contribution.static_content = Some(load_inside);
        contribution.user_data = registry.cast();
        assert_eq!(wattle_registry_register(registry, &contribution, 1, std::ptr::null_mut()), wattle_status::OK);
    }
    assert_eq!(resolve(registry).unwrap(), "ok");
    assert_eq!(resolve(registry).unwrap(), "duplicate-contribution-id\n\nloaded");
    // SAFETY: the registry is ours.
    unsafe { wattle_registry_free(registry) };
}

#[test]
fn numbers_are_the_cores() {
    assert_eq!(WATTLE_JSON_MAX_BYTES, wattle::JSON_MAX_BYTES);
    assert_eq!(wattle_status::INVALID_JSON.0, wattle::Kind::InvalidJson as i32);
    assert_eq!(read(wattle_status_name(wattle_status(9))), "invalid-json");
}
