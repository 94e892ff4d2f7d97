//! Checking and counting a text at once, in the widest registers that the processor has: what composing spends most of its time on.

use crate::text::{self, Counted};

/// Checks and counts a text, or tells the offset of the first byte that is not UTF-8. One look at the bytes is enough for ASCII,
/// which most texts are.
#[inline]
pub(super) fn counted(bytes: &[u8]) -> Result<Counted<'_>, usize> {
    if is_ascii(bytes) {
        // SAFETY: ASCII is UTF-8.
        return Ok(Counted { text: unsafe { std::str::from_utf8_unchecked(bytes) }, chars: bytes.len() as u64 });
    }
    text::check_utf8(bytes).map(|text| Counted { text, chars: units_of(text) })
}

/// Defines a function that does what another does, which is inlined always, and is compiled for wide registers as well.
macro_rules! in_wide_registers {
    ($(#[$doc:meta])* $name:ident = $plain:path: fn($of:ident: $type:ty) -> $result:ty) => {
        $(#[$doc])*
        #[inline]
        fn $name($of: $type) -> $result {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                unsafe fn in_avx2($of: $type) -> $result {
                    $plain($of)
                }
                // Shorter ones are not worth the look at what the processor has.
                if $of.len() >= 64 && std::is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has what the function is compiled for.
                    return unsafe { in_avx2($of) };
                }
            }
            $plain($of)
        }
    };
}

in_wide_registers! {
    /// Whether bytes are ASCII.
    is_ascii = text::is_ascii: fn(bytes: &[u8]) -> bool
}

in_wide_registers! {
    /// The chars of a text that is no ASCII.
    units_of = text::units_of: fn(text: &str) -> u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// ASCII, other texts, and what is no text, short and long.
    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        let some = prop_oneof![
            prop::collection::vec(0u8..128, 0..99),
            any::<String>().prop_map(String::into_bytes),
            prop::collection::vec(any::<u8>(), 0..9)
        ];
        (prop::collection::vec(some, 0..5), 0usize..300).prop_map(|(some, pad)| [vec![b'x'; pad], some.concat()].concat())
    }

    proptest! {
        #[test]
        fn counted_at_once_is_as_checked_and_counted(bytes in bytes()) {
            let slow = std::str::from_utf8(&bytes).map_err(|error| error.valid_up_to()).map(|text| (text, text.encode_utf16().count() as u64));
            prop_assert_eq!(counted(&bytes).map(|counted| (counted.text, counted.chars)), slow);
            prop_assert_eq!(is_ascii(&bytes), text::is_ascii(&bytes));
            if let Ok(text) = std::str::from_utf8(&bytes) {
                prop_assert_eq!(units_of(text), text::units_of(text));
            }
        }
    }
}
