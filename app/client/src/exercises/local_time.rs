//! The time of an event where the visitor is.

/// Milliseconds of a day.
pub(super) const DAY_MS: u64 = 86_400_000;
/// The largest offset from UTC, minutes.
const MAX_OFFSET: i32 = 18 * 60;

/// A moment, with the offset of the visitor's clock: a day begins at local midnight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LocalTime {
    /// Milliseconds since 1970, UTC.
    pub ms: u64,
    /// Minutes that local time is ahead of UTC; negative to the west.
    pub utc_offset: i32,
}

impl LocalTime {
    /// The local day, counted from 1970-01-01.
    #[must_use]
    pub fn day(self) -> i64 {
        self.day_of(self.ms)
    }

    /// The local day of another moment, milliseconds since 1970.
    #[must_use]
    pub fn day_of(self, ms: u64) -> i64 {
        let local = i128::from(ms) + i128::from(self.offset_ms());
        // The quotient of 65 bits by the milliseconds of a day.
        local.div_euclid(i128::from(DAY_MS)) as i64
    }

    /// When a local day begins, milliseconds since 1970; 0 for what is before.
    #[must_use]
    pub fn start_of(self, day: i64) -> u64 {
        let local = i128::from(day) * i128::from(DAY_MS) - i128::from(self.offset_ms());
        u64::try_from(local.max(0)).unwrap_or(u64::MAX)
    }

    fn offset_ms(self) -> i64 {
        i64::from(self.utc_offset.clamp(-MAX_OFFSET, MAX_OFFSET)) * 60_000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_at_local_midnight() {
        // 23:30 UTC on the first day is half past midnight of the second in Berlin.
        let late = 23 * 3_600_000 + 1_800_000;
        let at = |utc_offset| LocalTime {
            ms: late,
            utc_offset,
        };
        assert_eq!(at(0).day(), 0);
        assert_eq!(at(60).day(), 1);
        assert_eq!(at(60).start_of(1), 23 * 3_600_000);
        assert_eq!(at(-600).day_of(0), -1);
        assert_eq!(at(-600).start_of(0), 10 * 3_600_000);
    }

    #[test]
    fn no_time_is_too_large() {
        for ms in [0, 1, u64::MAX] {
            for utc_offset in [i32::MIN, 0, i32::MAX] {
                let time = LocalTime { ms, utc_offset };
                let start = time.start_of(time.day());
                assert!(start <= ms && ms - start < DAY_MS, "{time:?}");
            }
        }
        assert_eq!(LocalTime::default().start_of(i64::MAX), u64::MAX);
        assert_eq!(LocalTime::default().start_of(i64::MIN), 0);
    }
}
