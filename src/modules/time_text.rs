//! A time as it is shown: floored to five minutes, so that a prompt stays the same for that long (semantics 9.10).

use std::fmt;

use crate::error::{Error, Kind, Result};

/// A time that the host passes in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Time {
    /// Seconds since 1970-01-01 00:00 UTC; from the year 0 to the year 9999.
    pub epoch_seconds: i64,
    /// How far the clock to show is ahead of UTC, in minutes: less than a day either way.
    pub utc_offset_minutes: i32,
}

const STEP_SECONDS: i64 = 300;
const DAY_SECONDS: i64 = 86400;
/// 0000-01-01 00:00 and the end of 9999-12-31.
const YEARS_SHOWN: std::ops::Range<i64> = -62167219200..253402300800;

impl Time {
    pub(super) fn check(&self) -> Result<()> {
        if self.utc_offset_minutes.unsigned_abs() >= 24 * 60 {
            return Err(Error::new(
                Kind::InvalidArgument,
                "time",
                format_args!("time is {} minutes off UTC; less than a day is allowed", self.utc_offset_minutes),
            ));
        }
        if !YEARS_SHOWN.contains(&self.epoch_seconds) || !YEARS_SHOWN.contains(&self.shown_seconds()) {
            return Err(Error::new(
                Kind::InvalidArgument,
                "time",
                format_args!("time is {} seconds after 1970; the years 0 to 9999 are allowed", self.epoch_seconds),
            ));
        }
        Ok(())
    }

    /// The seconds of the clock that is shown, floored.
    fn shown_seconds(&self) -> i64 {
        let shown = self.epoch_seconds + i64::from(self.utc_offset_minutes) * 60;
        shown - shown.rem_euclid(STEP_SECONDS)
    }
}

/// `2026-08-21 14:35 UTC`, or `2026-08-21 16:35 UTC+02:00`.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.shown_seconds();
        let (year, month, day) = date(seconds.div_euclid(DAY_SECONDS));
        let minutes = seconds.rem_euclid(DAY_SECONDS) / 60;
        write!(f, "{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)?;
        if self.utc_offset_minutes != 0 {
            let (sign, offset) = (if self.utc_offset_minutes < 0 { '-' } else { '+' }, self.utc_offset_minutes.unsigned_abs());
            write!(f, "{sign}{:02}:{:02}", offset / 60, offset % 60)?;
        }
        Ok(())
    }
}

/// The year, month and day of a day counted from 1970-01-01, in the Gregorian calendar.
fn date(day: i64) -> (i64, i64, i64) {
    // Days are counted from 0000-03-01, so that a leap day is the last of its year, and in eras of 400 years, which all have
    // the same length.
    const ERA_DAYS: i64 = 146097;
    let day = day + 719468;
    let (era, in_era) = (day.div_euclid(ERA_DAYS), day.rem_euclid(ERA_DAYS));
    let year_of_era = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    let in_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * in_year + 2) / 153;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (era * 400 + year_of_era + i64::from(month <= 2), month, in_year - (153 * from_march + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(epoch_seconds: i64, utc_offset_minutes: i32) -> String {
        Time { epoch_seconds, utc_offset_minutes }.to_string()
    }

    #[test]
    fn floors_to_five_minutes_also_before_1970() {
        assert_eq!(shown(0, 0), "1970-01-01 00:00 UTC");
        assert_eq!(shown(299, 0), "1970-01-01 00:00 UTC");
        assert_eq!(shown(300, 0), "1970-01-01 00:05 UTC");
        assert_eq!(shown(-1, 0), "1969-12-31 23:55 UTC");
        assert_eq!(shown(1787322999, 120), "2026-08-21 16:35 UTC+02:00");
        assert_eq!(shown(1787322999, -570), "2026-08-21 05:05 UTC-09:30");
        assert_eq!(shown(60, 3), "1970-01-01 00:00 UTC+00:03");
        assert_eq!(shown(60, 4), "1970-01-01 00:05 UTC+00:04");
    }

    #[test]
    fn every_day_of_four_hundred_years_follows_the_one_before() {
        let mut before = date(-719528);
        assert_eq!(before, (0, 1, 1));
        for day in -719527..=2932896 {
            let (year, month, on) = date(day);
            let leap = before.0 % 4 == 0 && (before.0 % 100 != 0 || before.0 % 400 == 0);
            let last = [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][before.1 as usize - 1];
            let next = match before {
                (y, 12, 31) => (y + 1, 1, 1),
                (y, m, d) if d == last => (y, m + 1, 1),
                (y, m, d) => (y, m, d + 1),
            };
            assert_eq!((year, month, on), next);
            before = next;
        }
        assert_eq!(before, (9999, 12, 31));
    }

    #[test]
    fn years_that_are_not_shown_are_refused() {
        for (epoch_seconds, utc_offset_minutes, fine) in [
            (YEARS_SHOWN.start, 0, true),
            (YEARS_SHOWN.start - 1, 0, false),
            (YEARS_SHOWN.start, -1, false),
            (YEARS_SHOWN.end - 1, 0, true),
            (YEARS_SHOWN.end - 1, 5, false),
            (i64::MIN, -1439, false),
            (i64::MAX, 1439, false),
            (0, 1439, true),
            (0, 1440, false),
            (0, i32::MIN, false),
        ] {
            let checked = Time { epoch_seconds, utc_offset_minutes }.check();
            assert_eq!(checked.is_ok(), fine, "{epoch_seconds} {utc_offset_minutes}");
            assert!(checked.is_ok() || checked.unwrap_err().subject() == "time");
        }
    }
}
