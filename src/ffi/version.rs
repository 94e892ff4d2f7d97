//! Which library this is: version numbers for people, for the linker and for `#if`.

use super::text::wattle_str;

/// The ABI's number, also the SONAME's (`libwattle.so.0`). It changes when something that exists changes.
pub const WATTLE_ABI_VERSION: u32 = 0;

/// Counts what was added to this ABI version. A program that needs revision N runs on N and later.
pub const WATTLE_ABI_REVISION: u32 = 1;

/// Which library this is, to be read before anything is called: a host that opens the library looks up the data symbol
/// `wattle_abi`, of this type, and takes the table only if all is as it needs it. This struct never grows.
#[repr(C)]
pub struct wattle_abi_data {
    /// "wattle" and two NUL bytes.
    pub magic: [u8; 8],
    /// sizeof(wattle_abi_data), 64.
    pub struct_size: u32,
    /// The library's WATTLE_ABI_VERSION: it must be the host's.
    pub abi_version: u32,
    /// The library's WATTLE_ABI_REVISION: it must be at least the host's.
    pub abi_revision: u32,
    /// The library's version.
    pub major: u32,
    /// The library's version.
    pub minor: u32,
    /// The library's version.
    pub patch: u32,
    /// Zero.
    pub reserved: [u8; 32],
}

/// Which library this is. Constant, readable without a call; the library's, valid while it is loaded. A program that is linked to
/// the library may have a copy of it, so its address means nothing.
#[no_mangle]
pub static wattle_abi: wattle_abi_data = wattle_abi_data {
    magic: *b"wattle\0\0",
    struct_size: size_of::<wattle_abi_data>() as u32,
    abi_version: WATTLE_ABI_VERSION,
    abi_revision: WATTLE_ABI_REVISION,
    major: number(env!("CARGO_PKG_VERSION_MAJOR")),
    minor: number(env!("CARGO_PKG_VERSION_MINOR")),
    patch: number(env!("CARGO_PKG_VERSION_PATCH")),
    reserved: [0; 32],
};

const _: () = assert!(size_of::<wattle_abi_data>() == 64);

/// A decimal number, when the library is compiled.
const fn number(digits: &str) -> u32 {
    match u32::from_str_radix(digits, 10) {
        Ok(number) => number,
        Err(_) => panic!("a version is made of numbers"),
    }
}

/// The version of the library that runs, as `"major.minor.patch"`.
///
/// Returns: a view of static text that has a NUL behind it; valid for ever; never empty.
/// Errors: none. Threads: any, at any time.
#[no_mangle]
pub extern "C" fn wattle_version() -> wattle_str {
    wattle_str::constant(concat!(env!("CARGO_PKG_VERSION"), "\0"))
}
