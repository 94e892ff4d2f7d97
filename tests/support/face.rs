//! The C face in Rust's terms, for tests that go through the `extern "C"` functions.

#![allow(dead_code)]

use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};

use wattle::ffi::*;

pub const ABSENT: wattle_str = wattle_str { data: std::ptr::null(), len: 0 };

pub fn str_of(text: &str) -> wattle_str {
    wattle_str { data: text.as_ptr().cast(), len: text.len() }
}

pub fn list_of(items: &[wattle_str]) -> wattle_str_list {
    wattle_str_list { items: items.as_ptr(), len: items.len() }
}

/// What a view shows.
pub fn read<'a>(text: wattle_str) -> &'a str {
    if text.data.is_null() {
        return "";
    }
    // SAFETY: views of the library are UTF-8 and alive while their owner is.
    unsafe { std::str::from_utf8(std::slice::from_raw_parts(text.data.cast(), text.len)).expect("the library gives UTF-8") }
}

/// A size-prefixed struct whose other fields are zero.
macro_rules! prefixed {
    ($type:ty { $($field:ident: $value:expr),* $(,)? }) => {{
        // SAFETY: all-zero is a value of every struct of the header.
        let mut value: $type = unsafe { std::mem::zeroed() };
        value.struct_size = size_of::<$type>();
        $(value.$field = $value;)*
        value
    }};
}
pub(crate) use prefixed;

pub fn context() -> wattle_context {
    prefixed!(wattle_context { call_class: wattle_call_class::CONVERSE, family: str_of("anthropic") })
}

pub fn contribution(id: &str, mode: wattle_mode, text: &str) -> wattle_contribution {
    prefixed!(wattle_contribution { id: str_of(id), mode: mode, text: str_of(text) })
}

/// A contribution whose drop is counted.
pub fn counted(id: &str, mode: wattle_mode, text: &str, drops: &AtomicUsize) -> wattle_contribution {
    wattle_contribution { user_data: std::ptr::from_ref(drops).cast_mut().cast(), drop: Some(count), ..contribution(id, mode, text) }
}

pub fn policy(id: &str, text: &str) -> wattle_safety_policy {
    prefixed!(wattle_safety_policy { id: str_of(id), text: str_of(text), enabled_by_default: 1 })
}

pub fn plugin(name: &str, prompts: &[wattle_contribution]) -> wattle_plugin {
    prefixed!(wattle_plugin { name: str_of(name), prompts: prompts.as_ptr(), prompts_len: prompts.len() })
}

pub fn candidate(id: &str, content: &str, tier: wattle_tier) -> wattle_candidate {
    prefixed!(wattle_candidate { id: str_of(id), content: str_of(content), tier: tier })
}

pub fn compose_options(budget: u64) -> wattle_compose_options {
    prefixed!(wattle_compose_options { total_budget: budget, active_budget_fraction: WATTLE_DEFAULT_ACTIVE_BUDGET_FRACTION })
}

/// A drop that counts: user_data is an AtomicUsize.
pub unsafe extern "C-unwind" fn count(user_data: *mut c_void) {
    // SAFETY: the tests hand over a counter that outlives the library's objects.
    unsafe { &*user_data.cast::<AtomicUsize>() }.fetch_add(1, Ordering::SeqCst);
}

/// Options of a registry that begins with nothing.
pub fn unseeded() -> wattle_registry_options {
    let no = wattle_maybe::NO;
    prefixed!(wattle_registry_options { seed_core_defaults: no, seed_core_templates: no, seed_safety_policies: no })
}

/// A registry with these contributions.
pub fn registry_of(contributions: &[wattle_contribution]) -> *mut wattle_registry {
    let mut registry = std::ptr::null_mut();
    // SAFETY: all pointers are alive for the calls.
    unsafe {
        assert_eq!(wattle_registry_new(&unseeded(), &mut registry, std::ptr::null_mut()), wattle_status::OK);
        assert_eq!(
            wattle_registry_register(registry, contributions.as_ptr(), contributions.len(), std::ptr::null_mut()),
            wattle_status::OK
        );
    }
    registry
}

/// What a root turn resolves to.
pub fn text_of(registry: *const wattle_registry) -> String {
    let mut bundle = std::ptr::null_mut();
    let null = std::ptr::null_mut();
    // SAFETY: all pointers are alive for the calls.
    unsafe {
        assert_eq!(wattle_registry_resolve(registry, &context(), null, std::ptr::null(), &mut bundle, null.cast()), wattle_status::OK);
        let text = read(wattle_bundle_text(bundle)).to_owned();
        wattle_bundle_free(bundle);
        text
    }
}
