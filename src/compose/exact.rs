//! The two doubles of the composer, computed in whole numbers: what the processor's rounding mode, traps and flush-to-zero are set
//! to is the host's business, and must change no byte (semantics 6.2, 6.7, 10). Each gives what IEEE-754 double arithmetic,
//! rounding to nearest even, gives.

/// A positive number: a mantissa below 2^53 times a power of two.
#[derive(Clone, Copy)]
struct Double {
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
    fn of(value: f64) -> Double {
        let bits = value.to_bits() & (u64::MAX >> 1);
        let (exponent, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
        match exponent {
            0 => Double { mantissa: fraction, exponent: -1074 },
            _ => Double { mantissa: fraction | 1 << 52, exponent: exponent - 1075 },
        }
    }

    /// As the processor holds it. For what is normal there: neither tiny nor huge.
    fn to_f64(self) -> f64 {
        if self.mantissa == 0 {
            return 0.0;
        }
        let shift = self.mantissa.leading_zeros() as i32 - 11;
        let (mantissa, exponent) =
            if shift < 0 { (self.mantissa >> -shift, self.exponent - shift) } else { (self.mantissa << shift, self.exponent - shift) };
        f64::from_bits((((exponent + 1075) as u64) << 52) | (mantissa & ((1 << 52) - 1)))
    }
}

/// floor(left × fraction), the product in double. `left` is at most 2^53 in size, `fraction` from 0 to 1.
pub(super) fn floor_of_product(left: i64, fraction: f64) -> i64 {
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
pub(super) fn percent(total: u64, budget: u64) -> f64 {
    // As far left as it goes: the quotient has more bits than a double keeps.
    let (total, budget) = (u128::from(total), u128::from(budget));
    let shift = total.leading_zeros() % 128;
    let shifted = total << shift;
    let ratio = Double::nearest(shifted / budget, -(shift as i32), shifted % budget != 0);
    Double::nearest(u128::from(ratio.mantissa) * 100, ratio.exponent, false).to_f64()
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
            prop_assert_eq!(percent(total, budget).to_bits(), (total as f64 / budget as f64 * 100.0).to_bits());
        }
    }
}
