//! Gives the shared library its SONAME, from the one place that knows the ABI version, and binds its functions to itself: without that,
//! the table of a second copy of the library in a process would be of the first one's functions.

fn main() {
    let source = include_str!("src/ffi/version.rs");
    let version = source
        .lines()
        .find_map(|line| line.strip_prefix("pub const WATTLE_ABI_VERSION: u32 = "))
        .and_then(|rest| rest.strip_suffix(';'))
        .expect("src/ffi/version.rs defines WATTLE_ABI_VERSION");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libwattle.so.{version}");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-Bsymbolic-functions");
    println!("cargo::rerun-if-changed=src/ffi/version.rs");
}
