//! Memory that runs out in the module builder: the n-th allocation of some size fails, for every n, and the call says so, with
//! everything as it was. An abort ends this program.

mod module_support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use module_support::*;
use wattle::{AgentContext, BuildOptions, Command, IdentityFiles, Kind, ModuleBuilder, Result, Tool};

/// From here on, in bytes, a size is taken as decided by the input.
const MIN: usize = 4 << 10;

/// How many are still to succeed; MAX: none fails.
static LEFT: AtomicUsize = AtomicUsize::new(usize::MAX);

struct Failing;

#[global_allocator]
static ALLOCATOR: Failing = Failing;

fn fails(size: usize) -> bool {
    size >= MIN && LEFT.load(SeqCst) != usize::MAX && LEFT.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)).is_err()
}

// SAFETY: it is the system's allocator, which may fail.
unsafe impl GlobalAlloc for Failing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if fails(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if fails(size) {
            return std::ptr::null_mut();
        }
        // SAFETY: as the caller promises.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Runs a call with ever more memory, until it succeeds; all failures before are out-of-memory. Gives how many there were.
fn sweep<T>(what: &str, run: impl Fn() -> Result<T>) -> usize {
    for n in 0..10_000 {
        LEFT.store(n, SeqCst);
        let outcome = run();
        let failed = LEFT.swap(usize::MAX, SeqCst) == 0 && outcome.is_err();
        match outcome {
            Ok(_) => return n,
            Err(error) => assert!(failed && error.kind() == Kind::OutOfMemory, "{what}, allocation {n}: {error}"),
        }
    }
    panic!("{what}: the sweep does not end");
}

#[test]
fn every_call_says_that_memory_ran_out() {
    let long = "x | y\n".repeat(5000);
    let commands: Vec<_> = (0..2000).map(|_| Command { name: &long[..40], plugin: "p", description: &long }).collect();
    let context = AgentContext {
        agent_type: &long,
        context_content: &long,
        skills: &[&long, &long],
        commands: &commands,
        heartbeat_content: &long,
        max_tokens: 100_000,
        ..normal()
    };
    let many: Vec<_> = (0..3000).map(|n| optional(&format!("{}{n}", "m".repeat(20)), 50, 10).minimal(1)).collect();
    let builder = builder(&many);
    builder.add_builtins().unwrap();
    // The next build knows how long the text gets.
    assert!(sweep("first build", || builder.build(&context, &BuildOptions::default())) >= 10);
    assert!(sweep("next build", || builder.build(&context, &BuildOptions::default())) >= 6);
    assert!(sweep("metadata", || builder.build(&context, &BuildOptions::default())?.metadata_json().map(str::len)) > 10);
    assert!(sweep("render", || builder.render(&context)) > 10);
    let tools = vec![Tool { name: "t", category: "c" }; 5000];
    let filter = builder.build(&context, &BuildOptions::default()).unwrap().metadata().tool_filter;
    assert!(sweep("filter", || filter.filter(&tools)) > 0);
    // What failed to be added is not there, and what is there stays.
    let growing = ModuleBuilder::new();
    let mut refused = 0;
    for module in &many {
        let boxed = Box::new(module.clone());
        LEFT.store(0, SeqCst);
        let outcome = growing.add(boxed);
        LEFT.store(usize::MAX, SeqCst);
        if let Err(error) = outcome {
            assert_eq!(error.kind(), Kind::OutOfMemory);
            refused += 1;
            growing.add(Box::new(module.clone())).unwrap();
        }
    }
    assert!(refused > 0);
    let built = growing.build(&room(0), &BuildOptions::default()).unwrap();
    assert_eq!(built.prompt().summary().sections, many.len());
    // A guess from a large build is no demand of a small one.
    let builder = ModuleBuilder::new();
    builder.add_builtin("identity", None).unwrap();
    let large = AgentContext { identity_files: IdentityFiles { soul: &long, ..IdentityFiles::default() }, ..room(1 << 40) };
    assert!(builder.build(&large, &BuildOptions::default()).unwrap().prompt().text().len() > long.len());
    LEFT.store(0, SeqCst);
    let small = builder.build(&room(1000), &BuildOptions::default());
    LEFT.store(usize::MAX, SeqCst);
    assert_eq!(small.unwrap().metadata().module_count, 1);
}
