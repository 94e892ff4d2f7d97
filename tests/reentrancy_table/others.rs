//! What other threads do while a callback makes its calls: they read, change, remove and freeze what the calls are made with.

use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use wattle::ffi::*;

use crate::face::*;
use crate::outs::*;
use crate::places::Visit;
use crate::world::*;

/// One round of one thread.
pub type Other = fn(&World);

pub const OTHERS: &[Other] = &[read_all, change_rows, change_plugins, change_what_is_common, freeze];

const PAUSE: Duration = Duration::from_micros(100);

/// Makes rounds from when the host was called until the place is through; gives how many.
pub fn beside(visit: &Visit, over: &AtomicBool, round: Other) -> usize {
    while !visit.inside.load(SeqCst) {
        thread::yield_now();
    }
    visit.begun.fetch_add(1, SeqCst);
    let mut rounds = 0;
    while rounds == 0 || !over.load(SeqCst) {
        unread(|| round(&visit.world));
        rounds += 1;
        // Else one of them has the locks nearly all the time.
        thread::sleep(PAUSE);
    }
    rounds
}

macro_rules! must {
    ($($name:ident($($argument:expr),*);)*) => {
        // SAFETY: all pointers are alive for the calls.
        $(assert_eq!(unsafe { $name($($argument),*) }, OK, stringify!($name));)*
    };
}

fn read_all(world: &World) {
    let options = compose_options(WATTLE_UNLIMITED);
    must! {
        wattle_registry_resolve(world.registry, &context(), &state(), null(), out(), null_mut());
        wattle_registry_compose(world.registry, &context(), &state(), &options, out(), null_mut());
        wattle_registry_fingerprint(world.registry, &context(), out(), null_mut());
        wattle_registry_list(world.registry, wattle_origin(0), ABSENT, out(), null_mut());
        wattle_registry_json(world.registry, out(), null_mut());
        wattle_registry_emit_stream(world.registry, str_of("bytes"), null_mut());
        wattle_module_builder_build(world.builder, &agent(), null(), out(), null_mut());
        wattle_guidance_resolve(world.guidance, str_of("shell"), null(), 0, out(), null_mut());
    }
}

static LATE: AtomicUsize = AtomicUsize::new(0);

/// How often a callback ran after its removal had returned.
pub fn late() -> usize {
    LATE.load(SeqCst)
}

/// What comes and goes: a removal has seen the end of it when it returns.
#[derive(Default)]
struct Passing {
    gone: AtomicBool,
    drops: AtomicUsize,
}

impl Passing {
    fn data(&self) -> *mut c_void {
        std::ptr::from_ref(self).cast_mut().cast()
    }

    /// Removes it, and so many things with it.
    fn leaves(&self, drops: usize, removal: impl Fn() -> wattle_status) {
        remove(removal);
        self.gone.store(true, SeqCst);
        assert_eq!(self.drops.load(SeqCst), drops, "not every drop had run when the removal returned");
    }
}

/// Never given back, as what came too late would look here; it is small.
fn passing() -> &'static Passing {
    Box::leak(Box::default())
}

fn look(data: *mut c_void) -> wattle_status {
    // SAFETY: user_data is what comes and goes, which stays.
    let passing = unsafe { &*data.cast::<Passing>() };
    thread::yield_now();
    LATE.fetch_add(passing.gone.load(SeqCst).into(), SeqCst);
    OK
}

unsafe extern "C-unwind" fn runtime(
    data: *mut c_void,
    _: *mut wattle_call,
    _: *const wattle_context,
    _: *const wattle_state,
) -> wattle_status {
    look(data)
}

unsafe extern "C-unwind" fn fixed(data: *mut c_void, _: *mut wattle_call, _: *const wattle_context) -> wattle_status {
    look(data)
}

unsafe extern "C-unwind" fn observe(data: *mut c_void, _: *mut wattle_call, _: wattle_str) -> wattle_status {
    look(data)
}

unsafe extern "C-unwind" fn render(data: *mut c_void, _: *mut wattle_call, _: *const wattle_agent_context) -> wattle_status {
    look(data)
}

unsafe extern "C-unwind" fn dropped(data: *mut c_void) {
    // SAFETY: as above.
    unsafe { &*data.cast::<Passing>() }.drops.fetch_add(1, SeqCst);
}

/// A contribution whose text is made by a callback.
fn row(id: &str, of: &Passing) -> wattle_contribution {
    prefixed!(wattle_contribution {
        id: str_of(id),
        mode: wattle_mode::APPEND,
        runtime_content: Some(runtime),
        user_data: of.data(),
        drop: Some(dropped),
    })
}

fn change_rows(world: &World) {
    let of = passing();
    must! { wattle_registry_register(world.registry, &row("other.row", of), 1, null_mut()); }
    // SAFETY: the registry is alive.
    of.leaves(1, || unsafe { wattle_registry_unregister(world.registry, wattle_origin::RUNTIME_AWARE, str_of("other.row"), null_mut()) });
}

fn change_plugins(world: &World) {
    let [old, new] = [passing(), passing()];
    let plugin = |of: &Passing, rows: &[wattle_contribution]| wattle_plugin {
        runtime_prompts: rows.as_ptr(),
        runtime_prompts_len: rows.len(),
        hook: Some(runtime),
        stream_observer: Some(observe),
        user_data: of.data(),
        drop: Some(dropped),
        ..plugin("other", &[])
    };
    must! { wattle_registry_register_plugin(world.registry, &plugin(old, &[row("other.plugin", old)]), null_mut()); }
    // What is refused, as a snapshot can still call the old one, has dropped the new one.
    old.leaves(2, || {
        new.drops.store(0, SeqCst);
        // SAFETY: all pointers are alive for the call.
        unsafe { wattle_registry_replace_plugin(world.registry, &plugin(new, &[row("other.plugin", new)]), null_mut()) }
    });
    // SAFETY: the registry is alive.
    new.leaves(2, || unsafe { wattle_registry_unregister_plugin(world.registry, str_of("other"), null_mut()) });
}

/// Policies, globals and modules.
fn change_what_is_common(world: &World) {
    let [policy, global, module] = [passing(), passing(), passing()];
    let guard = prefixed!(wattle_safety_policy {
        id: str_of("safety.other"),
        enabled_by_default: 1,
        static_content: Some(fixed),
        user_data: policy.data(),
        drop: Some(dropped),
    });
    let renders = prefixed!(wattle_module { name: str_of("other"), render: Some(render), user_data: module.data(), drop: Some(dropped) });
    must! {
        wattle_registry_register_safety_policy(world.registry, &guard, null_mut());
        wattle_register_global(&row(&world.passing_global, global), everywhere(), null_mut());
        wattle_module_builder_add(world.builder, &renders, null_mut());
    }
    // SAFETY: the registry and the builder are alive.
    unsafe {
        policy.leaves(1, || wattle_registry_unregister_safety_policy(world.registry, guard.id, null_mut()));
        global.leaves(1, || wattle_unregister_global(wattle_origin::RUNTIME_AWARE, str_of(&world.passing_global), null_mut()));
        module.leaves(1, || wattle_module_builder_remove(world.builder, renders.name, null_mut()));
    }
}

fn freeze(world: &World) {
    // SAFETY: all pointers are alive for the calls.
    unsafe {
        let snapshot = stored(|snapshot| wattle_registry_snapshot(world.registry, snapshot, null_mut()));
        assert_eq!(text_of(snapshot), text_of(snapshot));
        wattle_registry_free(snapshot);
    }
}
