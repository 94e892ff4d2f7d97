//! Composing into one prompt again and again: in the long run nothing is allocated.

#[path = "support/face.rs"]
mod face;

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use face::*;
use wattle::ffi::*;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: it is the system's allocator, which is counted.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, SeqCst);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, SeqCst);
        // SAFETY: as the caller promises.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// How many allocations one run makes, after some to get used to it.
fn allocations(mut run: impl FnMut(usize)) -> usize {
    (0..4).for_each(&mut run);
    let before = ALLOCATIONS.load(SeqCst);
    (4..104).for_each(&mut run);
    (ALLOCATIONS.load(SeqCst) - before) / 100
}

unsafe extern "C-unwind" fn bytes(_: *mut c_void, _: *mut wattle_call, text: wattle_str, length: *mut u64) -> wattle_status {
    // SAFETY: the library gives a place.
    unsafe { length.write(text.len as u64) };
    wattle_status::OK
}

// One test, as the count is the process's.
#[test]
fn a_prompt_that_is_composed_into_again_allocates_nothing() {
    let texts: Vec<String> = (0..300).map(|n| "text ".repeat(n % 50)).collect();
    let tiers = [wattle_tier::CORE, wattle_tier::ACTIVE, wattle_tier::INFORMATIONAL];
    let parts: Vec<_> = texts
        .iter()
        .enumerate()
        .map(|(n, text)| wattle_candidate { condensed: str_of("c"), ..candidate("a.part", text, tiers[n % 3]) })
        .collect();
    let counted = prefixed!(wattle_compose_options { strict: 1, total_budget: 20_000, active_budget_fraction: 0.95 });
    let measured = wattle_compose_options { measure: Some(bytes), measure_unit: str_of("bytes"), ..counted };
    let mut prompt = null_mut();
    // SAFETY: all pointers are alive for the calls.
    unsafe {
        assert_eq!(wattle_compose(null(), 0, null(), &mut prompt, null_mut()), wattle_status::OK);
        for options in [counted, measured] {
            // Sizes that come and go, up to the largest.
            let raw = allocations(|n| {
                let len = parts.len() - 7 * (n % 4);
                assert_eq!(wattle_compose_into(parts.as_ptr(), len, &options, prompt, null_mut()), wattle_status::OK);
            });
            assert_eq!(raw, 0);
        }
        assert!(read(wattle_prompt_text(prompt)).len() > 10_000);
        // Refusals keep the memory too.
        let over = wattle_candidate { has_chars: 1, chars: u64::MAX, ..parts[0] };
        let refused = allocations(|_| {
            assert_eq!(wattle_compose_into(&over, 1, &counted, prompt, null_mut()), wattle_status::INVALID_ARGUMENT);
            assert_eq!(wattle_compose_into(parts.as_ptr(), parts.len(), &counted, prompt, null_mut()), wattle_status::OK);
        });
        let error = allocations(|_| {
            let mut none = null_mut();
            assert_eq!(wattle_compose(&over, 1, &counted, &mut none, null_mut()), wattle_status::INVALID_ARGUMENT);
        });
        assert!(refused < error, "{refused} for a refusal and a composition, {error} for a refusal");

        // Through a registry, what is left is what resolving needs.
        let rows: Vec<_> = texts.iter().enumerate().map(|(n, text)| (format!("a.{n}"), text)).collect();
        let rows: Vec<_> = rows.iter().map(|(id, text)| contribution(id, wattle_mode::APPEND, text)).collect();
        let registry = registry_of(&rows);
        let (context, mut bundle, mut fresh) = (context(), null_mut(), null_mut());
        let into = allocations(|_| {
            let status = wattle_registry_compose_into(registry, &context, null(), &counted, prompt, null_mut());
            assert_eq!(status, wattle_status::OK);
        });
        let anew = allocations(|_| {
            assert_eq!(wattle_registry_compose(registry, &context, null(), &counted, &mut fresh, null_mut()), wattle_status::OK);
            wattle_prompt_free(fresh);
        });
        let resolving = allocations(|_| {
            assert_eq!(wattle_registry_resolve(registry, &context, null(), null(), &mut bundle, null_mut()), wattle_status::OK);
            wattle_bundle_free(bundle);
        });
        // The handle, the text, two of sections and the list of candidates are saved.
        assert_eq!(into + 5, anew, "resolving alone takes {resolving}");
        wattle_prompt_free(prompt);
        wattle_registry_free(registry);
    }
}
