//! What the functions are called with: one of everything, and something of each sort that can be removed.

use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::thread::yield_now;

use wattle::ffi::*;

use crate::face::*;

pub const OK: wattle_status = wattle_status::OK;

/// What a call stores where it is told to; it must succeed.
pub fn stored<T>(call: impl FnOnce(*mut *mut T) -> wattle_status) -> *mut T {
    let mut result = null_mut();
    assert_eq!(call(&mut result), OK);
    result
}

pub struct World {
    pub registry: *mut wattle_registry,
    pub builder: *mut wattle_module_builder,
    pub guidance: *mut wattle_guidance,
    pub bundle: *mut wattle_bundle,
    pub prompt: *mut wattle_prompt,
    pub built: *mut wattle_prompt,
    pub into: *mut wattle_prompt,
    pub diff: *mut wattle_diff,
    pub records: *mut wattle_records,
    pub renderings: *mut wattle_renderings,
    pub error: *mut wattle_error,
    pub text: *mut wattle_text,
    pub summary: Box<wattle_summary>,
    pub section: Box<wattle_section>,
    /// The ids of globals: one that is there, one that the calls register, one of a place, one that comes and goes. Others' are other ones.
    pub global: String,
    pub late_global: String,
    pub dropping_global: String,
    pub passing_global: String,
}

// SAFETY: what the handles are of may be used by several threads, but for `into`, which only the calls of a visit use. The rest is
// written by nobody.
unsafe impl Send for World {}
unsafe impl Sync for World {}

unsafe extern "C-unwind" fn one_line(_: *mut c_void, call: *mut wattle_call, _: *const wattle_agent_context) -> wattle_status {
    // SAFETY: the call is under way.
    unsafe { wattle_call_write_line(call, str_of("line")) }
}

pub fn module(name: &'static str) -> wattle_module {
    prefixed!(wattle_module { name: str_of(name), render: Some(one_line) })
}

/// A window that all modules fit into.
pub fn agent() -> wattle_agent_context {
    prefixed!(wattle_agent_context { max_tokens: 200_000 })
}

pub fn state() -> wattle_state {
    prefixed!(wattle_state { turn_depth: 1, prior_turn_had_tool_calls: wattle_maybe::YES })
}

pub fn everywhere() -> wattle_str_list {
    const ALL: &[wattle_str] = &[wattle_str { data: c"*".as_ptr(), len: 1 }];
    list_of(ALL)
}

/// A removal, which is refused as long as another thread has a snapshot that can still call what is removed.
pub fn remove(removal: impl Fn() -> wattle_status) {
    loop {
        match removal() {
            wattle_status::PLUGIN_IN_USE => yield_now(),
            status => return assert_eq!(status, OK),
        }
    }
}

pub fn compose_one() -> *mut wattle_prompt {
    let one = candidate("a", "text", wattle_tier::CORE);
    // SAFETY: all pointers are alive for the call.
    stored(|prompt| unsafe { wattle_compose(&one, 1, null(), prompt, null_mut()) })
}

pub fn a_text() -> *mut wattle_text {
    // SAFETY: as above.
    stored(|text| unsafe { wattle_render_subagent_depth(&state(), text, null_mut()) })
}

pub fn an_error() -> *mut wattle_error {
    let mut error = null_mut();
    // SAFETY: as above.
    unsafe { wattle_error_new(wattle_status::FROZEN, str_of("subject"), str_of("message"), &mut error) };
    error
}

pub fn resolve(registry: *const wattle_registry) -> *mut wattle_bundle {
    // SAFETY: the registry is alive.
    stored(|bundle| unsafe { wattle_registry_resolve(registry, &context(), &state(), null(), bundle, null_mut()) })
}

pub fn list(registry: *const wattle_registry) -> *mut wattle_records {
    // SAFETY: the registry is alive.
    stored(|records| unsafe { wattle_registry_list(registry, wattle_origin(0), ABSENT, records, null_mut()) })
}

pub fn compare(bundle: *const wattle_bundle, with: *const wattle_bundle) -> *mut wattle_diff {
    // SAFETY: the bundles are alive.
    stored(|diff| unsafe { wattle_bundle_diff(bundle, with, diff, null_mut()) })
}

pub fn new_builder() -> *mut wattle_module_builder {
    // SAFETY: there is room for the handle.
    stored(|builder| unsafe { wattle_module_builder_new(builder, null_mut()) })
}

pub fn render(builder: *const wattle_module_builder) -> *mut wattle_renderings {
    // SAFETY: the builder is alive.
    stored(|renderings| unsafe { wattle_module_builder_render(builder, &agent(), renderings, null_mut()) })
}

pub fn new_guidance() -> *mut wattle_guidance {
    // SAFETY: there is room for the handle.
    stored(|guidance| unsafe { wattle_guidance_new(guidance, null_mut()) })
}

impl World {
    pub fn new(number: usize) -> World {
        let registry = registry_of(&[contribution("host.base", wattle_mode::APPEND, "base")]);
        let other = registry_of(&[contribution("host.other", wattle_mode::APPEND, "other")]);
        let (builder, prompt, bundle) = (new_builder(), compose_one(), resolve(registry));
        let mut summary = Box::new(prefixed!(wattle_summary {}));
        let mut section = Box::new(prefixed!(wattle_section {}));
        let global = format!("host.global-{number}");
        // SAFETY: all pointers are alive for the calls.
        unsafe {
            assert_eq!(wattle_prompt_summary(prompt, &mut *summary, null_mut()), OK);
            assert_eq!(wattle_prompt_section(prompt, 0, &mut *section, null_mut()), OK);
            assert_eq!(wattle_registry_register_plugin(registry, &plugin("victim", &[]), null_mut()), OK);
            let policy = wattle_safety_policy { enabled_by_default: 0, ..policy("safety.victim", "victim") };
            assert_eq!(wattle_registry_register_safety_policy(registry, &policy, null_mut()), OK);
            let contribution = contribution(&global, wattle_mode::APPEND, "global");
            assert_eq!(wattle_register_global(&contribution, everywhere(), null_mut()), OK);
            assert_eq!(wattle_module_builder_add(builder, &module("victim"), null_mut()), OK);
        }
        // SAFETY: the builder is alive.
        let built = stored(|built| unsafe { wattle_module_builder_build(builder, &agent(), null(), built, null_mut()) });
        let with = resolve(other);
        let diff = compare(bundle, with);
        // SAFETY: the handles are ours.
        unsafe {
            wattle_bundle_free(with);
            wattle_registry_free(other);
        }
        World {
            registry,
            builder,
            guidance: new_guidance(),
            bundle,
            prompt,
            built,
            into: compose_one(),
            diff,
            records: list(registry),
            renderings: render(builder),
            error: an_error(),
            text: a_text(),
            summary,
            section,
            global,
            late_global: format!("host.late-global-{number}"),
            dropping_global: format!("host.dropping-global-{number}"),
            passing_global: format!("host.passing-global-{number}"),
        }
    }

    /// The next call works, and what was not removed can be.
    pub fn end(&self) {
        assert!(text_of(self.registry).contains("base"));
        // SAFETY: the handles are alive, and ours.
        unsafe {
            let origin = wattle_origin::STATIC;
            assert_eq!(wattle_registry_unregister(self.registry, origin, str_of("host.base"), null_mut()), OK);
            assert_eq!(wattle_registry_unregister_plugin(self.registry, str_of("victim"), null_mut()), OK);
            assert_eq!(wattle_registry_unregister_safety_policy(self.registry, str_of("safety.victim"), null_mut()), OK);
            remove(|| wattle_unregister_global(origin, str_of(&self.global), null_mut()));
            remove(|| wattle_unregister_global(origin, str_of(&self.late_global), null_mut()));
            assert_eq!(wattle_module_builder_remove(self.builder, str_of("victim"), null_mut()), OK);
            wattle_registry_free(self.registry);
            wattle_module_builder_free(self.builder);
            wattle_guidance_free(self.guidance);
            wattle_bundle_free(self.bundle);
            for prompt in [self.prompt, self.built, self.into] {
                wattle_prompt_free(prompt);
            }
            wattle_diff_free(self.diff);
            wattle_records_free(self.records);
            wattle_renderings_free(self.renderings);
            wattle_error_free(self.error);
            wattle_text_free(self.text);
        }
    }
}
