//! Dates as text.

use crate::platform::clock_text;

/// A date: `22 November 2026`.
pub fn day(ms: i64) -> String {
    clock_text::day(ms as f64)
}
