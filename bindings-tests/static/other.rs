//! Another Rust library, as a host may have one: it brings the same standard library.

/// Allocates, hashes, and catches a panic.
#[no_mangle]
pub extern "C" fn other_work(n: u32) -> u32 {
    let map: std::collections::HashMap<u32, String> = (0..n).map(|i| (i, format!("{i}"))).collect();
    let caught = std::panic::catch_unwind(|| std::panic::resume_unwind(Box::new(())));
    map.len() as u32 + u32::from(caught.is_err())
}
