//! A plugin in Rust, built by rustc alone: a text, a content that it keeps something for, and a hook.
//!
//! It is built with panic=abort, as no unwind may leave a callback; a panic ends the process. And it does without thread-locals that
//! have a destructor, std::thread::current() among them: an object that registers one is not unloaded while the thread lives.

mod wattle;

use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicPtr, Ordering::Relaxed};

use wattle::*;

/// The host's `host_data`: see ../agreement.h.
#[repr(C)]
pub struct HostData {
    struct_size: usize,
    replaces: u32,
}

type Write = unsafe extern "C" fn(*mut Opaque, Str) -> Status;
type Emit = unsafe extern "C" fn(*mut Opaque, *const Contribution, *mut *mut Opaque) -> Status;
type Register = unsafe extern "C" fn(*mut Opaque, *const Plugin, *mut *mut Opaque) -> Status;

static TABLE: AtomicPtr<Api> = AtomicPtr::new(null_mut());

/// Valid from the entry on, until the plugin is unloaded.
fn api() -> &'static Api {
    unsafe { &*TABLE.load(Relaxed) }
}

/// What the content keeps.
struct Season {
    months: [&'static str; 2],
}

/// Writes need no check: one that fails fails the content, whatever that returns.
unsafe extern "C" fn write_season(user_data: *mut c_void, call: *mut Opaque, _context: *const Opaque, state: *const State) -> Status {
    let (season, state) = unsafe { (&*user_data.cast::<Season>(), &*state) };
    let mut text = format!("Moths fly from {} to {}. Tools against them:", season.months[0], season.months[1]);
    for tool in unsafe { state.loaded_tools.items() } {
        text += " ";
        text += unsafe { tool.text() };
    }
    unsafe { api().function::<Write>(header::CALL_WRITE)(call, Str::of(&text)) }
}

unsafe extern "C" fn drop_season(user_data: *mut c_void) {
    drop(unsafe { Box::from_raw(user_data.cast::<Season>()) });
}

/// Each turn: what depth it is at.
unsafe extern "C" fn emit_depth(_user_data: *mut c_void, call: *mut Opaque, _context: *const Opaque, state: *const State) -> Status {
    let text = format!("Sign a report on pests with your depth, {}.", unsafe { &*state }.turn_depth);
    let depth = Contribution::append("pests.depth", Str::of(&text));
    unsafe { api().function::<Emit>(header::CALL_EMIT)(call, &depth, null_mut()) }
}

/// See wattle_plugin_entry_fn in the header.
#[no_mangle]
pub unsafe extern "C" fn wattle_plugin_entry_v1(
    api: *const Api,
    registry: *mut Opaque,
    host_data: *const HostData,
    error: *mut *mut Opaque,
) -> Status {
    if !unsafe { &*api }.serves() {
        return UNSUPPORTED;
    }
    TABLE.store(api.cast_mut(), Relaxed);
    let prompt = Contribution::append("pests.rules", Str::of("Report what you find before you treat it."));
    let season = Box::new(Season { months: ["May", "September"] });
    let runtime_prompt = Contribution {
        runtime_content: Some(write_season),
        user_data: Box::into_raw(season).cast(), // the library's from the call below on
        drop: Some(drop_season),
        ..Contribution::append("pests.season", Str::ABSENT)
    };
    let plugin = Plugin {
        struct_size: size_of::<Plugin>(),
        name: Str::of("pests"),
        version: Str::of("1.0.0"),
        prompts: &prompt,
        prompts_len: 1,
        runtime_prompts: &runtime_prompt,
        runtime_prompts_len: 1,
        safety_policies: null(),
        safety_policies_len: 0,
        hook: Some(emit_depth),
        stream_observer: None,
        user_data: null_mut(),
        drop: None,
    };
    let replaces = unsafe { host_data.as_ref() }.is_some_and(|host| host.replaces == 1);
    let place = if replaces { header::REGISTRY_REPLACE_PLUGIN } else { header::REGISTRY_REGISTER_PLUGIN };
    unsafe { (*api).function::<Register>(place)(registry, &plugin, error) }
}
