//! The fingerprint: a cache key of the static text and the context, which any language can compute (semantics 5).

use sha2::{Digest, Sha256};

use super::resolution::Resolution;
use crate::context::Context;

/// A fingerprint as it is shown: 64 lowercase hex digits.
pub(super) fn fingerprint(context: &Context<'_>, resolution: &Resolution<'_>) -> [u8; 64] {
    let mut hash = Sha256::new();
    hash.update(b"wattle.fingerprint.v1\0");
    for field in [Some(context.call_class.name()), Some(context.family), context.tenant_id, context.runtime_role] {
        write_field(&mut hash, field);
    }
    hash.update((resolution.parts.len() as u64).to_le_bytes());
    for part in &resolution.parts {
        write_field(&mut hash, Some(part.label.id));
        write_field(&mut hash, Some(resolution.text(part)));
    }
    hex(&hash.finalize().into())
}

/// One byte 1, the length as u64 little-endian, the bytes; or one byte 0 if absent.
fn write_field(hash: &mut Sha256, field: Option<&str>) {
    match field {
        None => hash.update([0]),
        Some(text) => {
            hash.update([1]);
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
    }
}

pub(super) fn hex(digest: &[u8; 32]) -> [u8; 64] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    std::array::from_fn(|i| {
        let byte = digest[i / 2];
        DIGITS[usize::from(if i % 2 == 0 { byte >> 4 } else { byte & 15 })]
    })
}
