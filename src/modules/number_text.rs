//! Numbers as ECMAScript rounds and prints them (semantics 9.5, 9.8).

use std::fmt;

/// A share as per cent, as `(share * 100).toFixed(digits)` prints it: the product in double, then that double's exact value
/// rounded, ties away from zero. Rust's own formatting rounds ties to even.
pub(super) struct Percent {
    /// Not negative.
    pub(super) share: f64,
    /// At most 2.
    pub(super) digits: u32,
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.share * 100.0;
        if number.is_infinite() {
            return f.write_str("Infinity");
        }
        if number >= 1e21 {
            return f.write_str(ryu_js::Buffer::new().format_finite(number));
        }
        let unit = 10u128.pow(self.digits);
        let rounded = rounded_product(number, unit);
        write!(f, "{}", rounded / unit)?;
        if self.digits > 0 {
            write!(f, ".{:0width$}", rounded % unit, width = self.digits as usize)?;
        }
        Ok(())
    }
}

/// A double below 2^70 that is not negative, times a small factor, to the nearest whole number: exactly, ties upward.
fn rounded_product(number: f64, factor: u128) -> u128 {
    const MANTISSA_BITS: u32 = 52;
    let bits = number.to_bits();
    let (mantissa, exponent) = (bits & ((1 << MANTISSA_BITS) - 1), bits >> MANTISSA_BITS & 0x7FF);
    // The smallest numbers have no leading one.
    let mantissa = if exponent == 0 { mantissa } else { mantissa | 1 << MANTISSA_BITS };
    let product = u128::from(mantissa) * factor;
    match exponent.max(1) as i32 - 1075 {
        up @ 0.. => product << up,
        // The product has at most 60 bits, so that nothing is left of it after more.
        down @ -100..=-1 => (product + (1 << (-down - 1))) >> -down,
        _ => 0,
    }
}

/// `Math.round`: to the nearest whole number, halves toward plus infinity.
pub(super) fn round(number: f64) -> f64 {
    let floor = number.floor();
    floor + f64::from(u8::from(number - floor >= 0.5))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fixed(share: f64, digits: u32) -> String {
        Percent { share, digits }.to_string()
    }

    /// The same by the digits of the exact decimal expansion, which Rust prints.
    fn by_digits(share: f64, digits: u32) -> String {
        let exact = format!("{:.1100}", share * 100.0);
        let point = exact.find('.').unwrap();
        let kept = &exact.replace('.', "")[..point + digits as usize];
        let next = exact.replace('.', "").as_bytes()[point + digits as usize];
        let rounded = kept.parse::<u128>().unwrap() + u128::from(next >= b'5');
        match digits {
            0 => rounded.to_string(),
            _ => format!("{}.{}", rounded / 10, rounded % 10),
        }
    }

    #[test]
    fn ties_go_away_from_zero() {
        assert_eq!(
            (fixed(0.125, 0), fixed(0.3125, 1), fixed(0.0, 1), fixed(-0.0, 1)),
            ("13".into(), "31.3".into(), "0.0".into(), "0.0".into())
        );
        // 1.005 * 100 is 100.49999999999999 in double, and is not helped over the tie.
        assert_eq!((fixed(1.005, 0), fixed(0.145, 0)), ("100".into(), "14".into()));
    }

    #[test]
    fn what_is_large_is_printed_as_ecmascript_does() {
        assert_eq!((fixed(1e18, 1), fixed(1e19, 1), fixed(1e300, 0)), ("100000000000000000000.0".into(), "1e+21".into(), "1e+302".into()));
        assert_eq!(fixed(f64::MAX, 1), "Infinity");
    }

    #[test]
    fn halves_round_toward_plus_infinity() {
        for (number, rounded) in [
            (0.5, 1.0),
            (1.5, 2.0),
            (2.5, 3.0),
            (-0.5, 0.0),
            (-1.5, -1.0),
            (-2.5, -2.0),
            (0.49999999999999994, 0.0),
            (-0.5000000000000001, -1.0),
            (4503599627370497.5, 4503599627370498.0),
            (9007199254740991.0, 9007199254740991.0),
        ] {
            assert_eq!(round(number), rounded, "{number}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn fixed_is_exact(share in 0.0..3.0f64, thousandths in 0u32..40000, digits in 0u32..2) {
            prop_assert_eq!(fixed(share, digits), by_digits(share, digits));
            let share = f64::from(thousandths) / 16000.0;
            prop_assert_eq!(fixed(share, digits), by_digits(share, digits));
        }

        #[test]
        fn fixed_is_exact_for_any_size(bits in 0u64..0x43C0_0000_0000_0000, digits in 0u32..2) {
            let share = f64::from_bits(bits) / 128.0;
            prop_assert_eq!(fixed(share, digits), by_digits(share, digits));
        }
    }
}
