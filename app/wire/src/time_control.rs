//! Time controls.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A Fischer time control: base time and increment of each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// Seconds for the game, 10 to 10,800.
    pub base_s: u16,
    /// Seconds added after each move, 0 to 60.
    pub increment_s: u8,
}

impl TimeControl {
    /// The usual time controls.
    pub const USUAL: [TimeControl; 10] = [
        TimeControl::new(60, 0),
        TimeControl::new(180, 0),
        TimeControl::new(180, 2),
        TimeControl::new(300, 0),
        TimeControl::new(300, 3),
        TimeControl::new(600, 0),
        TimeControl::new(600, 5),
        TimeControl::new(900, 10),
        TimeControl::new(1_800, 0),
        TimeControl::new(1_800, 20),
    ];
    /// The allowed base times, seconds.
    pub const BASE_S: std::ops::RangeInclusive<u16> = 10..=10_800;
    /// The largest increment, seconds.
    pub const MAX_INCREMENT_S: u8 = 60;

    const fn new(base_s: u16, increment_s: u8) -> Self {
        Self {
            base_s,
            increment_s,
        }
    }

    pub fn base_ms(self) -> u32 {
        u32::from(self.base_s) * 1_000
    }

    pub fn increment_ms(self) -> u32 {
        u32::from(self.increment_s) * 1_000
    }

    /// Reads the text of [`fmt::Display`]: seconds, a full stop, seconds (a plus would mean a space
    /// in a URL).
    pub fn from_text(text: &str) -> Option<Self> {
        let (base, increment) = text.split_once('.')?;
        let control = Self::new(base.parse().ok()?, increment.parse().ok()?);
        let sane = Self::BASE_S.contains(&control.base_s)
            && control.increment_s <= Self::MAX_INCREMENT_S
            && control.to_string() == text;
        sane.then_some(control)
    }

    /// As players write it: minutes and seconds, `5+3`.
    pub fn name(self) -> String {
        let base = match (self.base_s / 60, self.base_s % 60) {
            (0, seconds) => format!("{seconds} s"),
            (minutes, 0) => minutes.to_string(),
            (minutes, seconds) => format!("{minutes}:{seconds:02}"),
        };
        format!("{base}+{}", self.increment_s)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.base_s, self.increment_s)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_control_is_read_as_it_is_written_and_nothing_else_is() {
        for control in TimeControl::USUAL {
            assert_eq!(TimeControl::from_text(&control.to_string()), Some(control));
        }
        for text in [
            "", "300", "9.0", "10801.0", "300.61", "300.-1", "+300.3", "300.03", "off",
        ] {
            assert_eq!(TimeControl::from_text(text), None, "{text}");
        }
        let names = [(300, 3), (90, 0), (30, 1)].map(|(b, i)| TimeControl::new(b, i).name());
        assert_eq!(names, ["5+3", "1:30+0", "30 s+1"]);
    }
}
