//! Which library this is: version numbers for people, for the linker and for `#if`.

use super::text::wattle_str;

/// The ABI's number, also the SONAME's (`libwattle.so.0`). It changes when something that exists changes.
pub const WATTLE_ABI_VERSION: u32 = 0;

/// Counts what was added to this ABI version. A program that needs revision N runs on N and later.
pub const WATTLE_ABI_REVISION: u32 = 1;

/// The version of the library that runs, as `"major.minor.patch"`.
///
/// Returns: a view of static text that has a NUL behind it; valid for ever; never empty.
/// Errors: none. Threads: any, at any time.
#[no_mangle]
pub extern "C" fn wattle_version() -> wattle_str {
    wattle_str::constant(concat!(env!("CARGO_PKG_VERSION"), "\0"))
}
