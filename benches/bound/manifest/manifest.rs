//! What reading a manifest costs in Rust where nothing more is asked for: serde_json into plain structs.

use serde::Deserialize;

#[allow(dead_code)]
#[derive(Deserialize)]
pub struct Manifest {
    contributions: Vec<Contribution>,
}

#[allow(dead_code)]
#[derive(Deserialize)]
struct Contribution {
    id: String,
    mode: Mode,
    tier: Option<Tier>,
    content: Content,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Mode {
    Append,
    Prepend,
    Replace,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Tier {
    Core,
    Active,
    Informational,
}

#[allow(dead_code)]
#[derive(Deserialize)]
struct Content {
    text: String,
}

/// The manifest, owned by the caller; NULL if it cannot be read.
///
/// # Safety
/// `json` has `len` bytes.
#[no_mangle]
pub unsafe extern "C" fn bound_manifest_read(json: *const u8, len: usize) -> Option<Box<Manifest>> {
    // SAFETY: the caller's, as this function asks.
    let json = std::str::from_utf8(unsafe { std::slice::from_raw_parts(json, len) }).ok()?;
    serde_json::from_str(json).ok()
}

#[no_mangle]
pub extern "C" fn bound_manifest_free(manifest: Option<Box<Manifest>>) {
    drop(manifest);
}
