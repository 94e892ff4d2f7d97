//! Numbers as ECMAScript rounds and prints them (semantics 9.5, 9.8).

use std::fmt;

use crate::exact::Double;

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
        let number = Double::of(self.share).times(100);
        if number.is_at_least(10u128.pow(21)) {
            let (number, mut buffer) = (number.to_f64(), ryu_js::Buffer::new());
            return f.write_str(if number.is_finite() { buffer.format_finite(number) } else { "Infinity" });
        }
        let unit = 10u64.pow(self.digits);
        let rounded = number.rounded_product(unit);
        let unit = u128::from(unit);
        write!(f, "{}", rounded / unit)?;
        if self.digits > 0 {
            write!(f, ".{:0width$}", rounded % unit, width = self.digits as usize)?;
        }
        Ok(())
    }
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
