//! Arithmetic in double, computed in whole numbers: what the processor's rounding mode, traps and flush-to-zero are set to is the
//! host's business, and must change no byte (semantics 6.2, 6.7, 9.5, 9.8, 10). Each gives what IEEE-754 double arithmetic, rounding
//! to nearest even, gives.

/// A positive number: a mantissa below 2^53 times a power of two.
#[derive(Clone, Copy)]
pub(crate) struct Double {
    mantissa: u64,
    exponent: i32,
}

impl Double {
    /// The nearest double to `mantissa` and, if `inexact`, a little more, times 2^exponent; ties go to the even one.
    fn nearest(mantissa: u128, exponent: i32, inexact: bool) -> Double {
        let excess = (128 - mantissa.leading_zeros()).saturating_sub(53);
        let kept = (mantissa >> excess) as u64;
        let lost = mantissa & ((1u128 << excess) - 1);
        let half = if excess == 0 { 0 } else { 1u128 << (excess - 1) };
        let up = excess > 0 && (lost > half || (lost == half && (inexact || kept & 1 == 1)));
        // Rounding up to 2^53 leaves a power of two, which a double holds as well.
        Double { mantissa: kept + u64::from(up), exponent: exponent + excess as i32 }
    }

    /// Of a double that is not negative; the sign of zero does not matter.
    pub(crate) fn of(value: f64) -> Double {
        let bits = rank(value);
        let (exponent, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
        match exponent {
            0 => Double { mantissa: fraction, exponent: -1074 },
            _ => Double { mantissa: fraction | 1 << 52, exponent: exponent - 1075 },
        }
    }

    /// The double nearest to a whole number.
    pub(crate) fn of_whole(number: u128) -> Double {
        Double::nearest(number, 0, false)
    }

    pub(crate) fn times(self, factor: u64) -> Double {
        Double::nearest(u128::from(self.mantissa) * u128::from(factor), self.exponent, false)
    }

    /// Divided by what is not 0.
    pub(crate) fn divided_by(self, divisor: u64) -> Double {
        // As far left as it goes: the quotient has more bits than a double keeps.
        let (mantissa, divisor) = (u128::from(self.mantissa), u128::from(divisor));
        let shift = mantissa.leading_zeros() % 128;
        let shifted = mantissa << shift;
        Double::nearest(shifted / divisor, self.exponent - shift as i32, shifted % divisor != 0)
    }

    /// Times a small factor, to the nearest whole number, exactly, ties upward; it must be below 2^70.
    pub(crate) fn rounded_product(self, factor: u64) -> u128 {
        let product = u128::from(self.mantissa) * u128::from(factor);
        match self.exponent {
            up @ 0.. => product << up,
            // The product has at most 60 bits, so that nothing is left of it after more.
            down @ -100..=-1 => (product + (1 << (-down - 1))) >> -down,
            _ => 0,
        }
    }

    /// Whether it is at least a whole number below 2^127.
    pub(crate) fn is_at_least(self, number: u128) -> bool {
        match self.exponent {
            _ if self.mantissa == 0 => number == 0,
            74.. => true,
            up @ 0.. => u128::from(self.mantissa) << up >= number,
            down => u128::from(self.mantissa) >> (-down).min(127) >= number,
        }
    }

    /// As the processor holds it, which is infinite where that is too much for it. For what is not tiny.
    pub(crate) fn to_f64(self) -> f64 {
        if self.mantissa == 0 {
            return 0.0;
        }
        if 64 - self.mantissa.leading_zeros() as i32 + self.exponent > 1024 {
            return f64::INFINITY;
        }
        let shift = self.mantissa.leading_zeros() as i32 - 11;
        let (mantissa, exponent) =
            if shift < 0 { (self.mantissa >> -shift, self.exponent - shift) } else { (self.mantissa << shift, self.exponent - shift) };
        f64::from_bits((((exponent + 1075) as u64) << 52) | (mantissa & ((1 << 52) - 1)))
    }
}

/// floor(left × fraction), the product in double. `left` is at most 2^53 in size, `fraction` from 0 to 1.
pub(crate) fn floor_of_product(left: i64, fraction: f64) -> i64 {
    let factor = Double::of(fraction);
    let product = Double::nearest(u128::from(left.unsigned_abs()) * u128::from(factor.mantissa), factor.exponent, false);
    let (whole, rest) = match product.exponent {
        exponent @ 0.. => (product.mantissa << exponent, false),
        exponent @ -63.. => (product.mantissa >> -exponent, product.mantissa & ((1 << -exponent) - 1) != 0),
        _ => (0, product.mantissa != 0),
    };
    if left < 0 {
        -(whole as i64) - i64::from(rest)
    } else {
        whole as i64
    }
}

/// total / budget × 100 in double, in that order. Both are at most 2^53; only `total` may be 0.
pub(crate) fn percent(total: u64, budget: u64) -> Double {
    Double::of_whole(total.into()).divided_by(budget).times(100)
}

/// The place of a double that is not negative among all of them; the sign of zero does not matter.
pub(crate) fn rank(value: f64) -> u64 {
    value.to_bits() & (u64::MAX >> 1)
}

/// Whether it is finite and not below 0.
pub(crate) fn is_magnitude(value: f64) -> bool {
    const INFINITE: u64 = f64::INFINITY.to_bits();
    rank(value) < INFINITE && (value.to_bits() == rank(value) || rank(value) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MOST: u64 = 1 << 53;

    fn fraction() -> impl Strategy<Value = f64> {
        prop_oneof![
            0.0..=1.0,
            Just(0.0),
            Just(-0.0),
            Just(1.0),
            Just(0.95),
            Just(5e-324),
            Just(f64::MIN_POSITIVE),
            Just(1.0 - f64::EPSILON / 2.0),
            Just(1e-17),
            (0u64..1 << 62).prop_map(|bits| f64::from_bits(bits).clamp(0.0, 1.0))
        ]
    }

    fn number() -> impl Strategy<Value = u64> {
        prop_oneof![0..=MOST, 0u64..1000, (MOST - 1000)..=MOST, (0u32..=53).prop_map(|power| 1 << power)]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn the_floor_is_what_the_processor_gives(left in number(), negative in any::<bool>(), fraction in fraction()) {
            let left = if negative { -(left as i64) } else { left as i64 };
            prop_assert_eq!(floor_of_product(left, fraction), (left as f64 * fraction).floor() as i64);
        }

        #[test]
        fn the_percentage_is_what_the_processor_gives(total in number(), budget in number().prop_map(|n| n.max(1))) {
            prop_assert_eq!(percent(total, budget).to_f64().to_bits(), (total as f64 / budget as f64 * 100.0).to_bits());
        }

        #[test]
        fn times_and_divided_by_are_what_the_processor_gives(bits in any::<u64>(), number in number().prop_map(|n| n.max(1))) {
            // Not so small that the product or the quotient is.
            let value = f64::from_bits(bits).abs();
            prop_assume!(value.is_finite() && value > 1e-280);
            prop_assert_eq!(Double::of(value).times(number).to_f64(), value * number as f64);
            prop_assert_eq!(Double::of(value).divided_by(number).to_f64(), value / number as f64);
        }

        #[test]
        fn sizes_are_told_as_the_processor_tells_them(bits in any::<u64>(), other in any::<u64>(), power in 0u32..25) {
            let (value, other) = (f64::from_bits(bits), f64::from_bits(other));
            prop_assert_eq!(is_magnitude(value), value.is_finite() && value >= 0.0);
            if is_magnitude(value) && is_magnitude(other) {
                prop_assert_eq!(rank(value) > rank(other), value > other);
                let whole = 10u128.pow(power);
                prop_assert_eq!(Double::of(value).is_at_least(whole), value >= whole as f64, "{} {}", value, whole);
            }
        }
    }
}
