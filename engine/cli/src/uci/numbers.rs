//! Numbers in commands of a GUI.

use std::time::Duration;

use super::error::{UciError, excerpt};

/// Parses a whole number; a negative one (a clock that has run out) counts as 0.
pub(super) fn number(name: &'static str, word: Option<&str>) -> Result<u64, UciError> {
    let word = word.unwrap_or_default();
    let error = || UciError::Number {
        name,
        found: excerpt(word),
    };
    let number: i128 = word.parse().map_err(|_| error())?;
    u64::try_from(number.max(0)).map_err(|_| error())
}

pub(super) fn millis(name: &'static str, word: Option<&str>) -> Result<Duration, UciError> {
    number(name, word).map(Duration::from_millis)
}

/// The number, or the largest `u8`.
pub(super) fn saturate_to_u8(number: u64) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}
