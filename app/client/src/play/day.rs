//! The calendar day on which a game began, as its PGN tells it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A day as one number, `20261123`; 0 where it is not known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Day(u32);

impl Day {
    /// The day of a calendar, months and days from 1.
    pub fn of(year: u32, month: u32, day: u32) -> Self {
        Self((year * 100 + month) * 100 + day)
    }
}

/// As the `Date` tag has it: `2026.11.23`. A number that is no day, as anybody could have written it,
/// is not known.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = (self.0 / 10_000, self.0 / 100 % 100, self.0 % 100);
        match (year, month, day) {
            (1..=9999, 1..=12, 1..=31) => write!(f, "{year:04}.{month:02}.{day:02}"),
            _ => f.write_str("????.??.??"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_as_a_tag_and_nonsense_as_unknown() {
        assert_eq!(Day::of(2026, 11, 3).to_string(), "2026.11.03");
        for number in [0, 1, 20_261_301, 20_260_132, 20_260_100, u32::MAX] {
            assert_eq!(Day(number).to_string(), "????.??.??", "{number}");
        }
        let day: Day = serde_json::from_str("20261103").expect("a number");
        assert_eq!(day, Day::of(2026, 11, 3));
    }
}
