//! The date on which a game began, for its PGN.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A date as one number, `20261123`; 0 if unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CalendarDate(u32);

impl CalendarDate {
    /// Months and days count from 1.
    pub fn new(year: u32, month: u32, day: u32) -> Self {
        Self((year * 100 + month) * 100 + day)
    }
}

/// As in the PGN `Date` tag: `2026.11.23`. A number that is no date is unknown.
impl fmt::Display for CalendarDate {
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
        assert_eq!(CalendarDate::new(2026, 11, 3).to_string(), "2026.11.03");
        for number in [0, 1, 20_261_301, 20_260_132, 20_260_100, u32::MAX] {
            assert_eq!(CalendarDate(number).to_string(), "????.??.??", "{number}");
        }
        let day: CalendarDate = serde_json::from_str("20261103").expect("a number");
        assert_eq!(day, CalendarDate::new(2026, 11, 3));
    }
}
