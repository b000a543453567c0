//! When no server could write into the store, and when the store's clock was set: what clocks may go by.

use std::time::Duration;

use tokio::time::Instant;

use crate::live::game_time::MAX_SILENCE_MS;

/// A server learns with its heartbeat, each second, that the clock was set.
const LEARNED_AFTER: Duration = Duration::from_secs(3);

/// What is lost by counting in whole milliseconds.
const ROUNDING: Duration = Duration::from_millis(2);

/// What has happened to the store of a run.
#[derive(Clone, Debug, Default)]
pub struct Outages {
    /// When a server wrote that it runs.
    beats: Vec<Instant>,
    /// When the clock was set, and how far, milliseconds.
    sets: Vec<(Instant, i64)>,
}

impl Outages {
    /// A server has written that it runs.
    pub fn note_beat(&mut self) {
        self.beats.push(Instant::now());
    }

    /// The clock is set.
    pub fn note_set(&mut self, by_ms: i64) {
        self.sets.push((Instant::now(), by_ms));
    }

    /// How much of the time between two moments has to count for no clock: of silences that the store could
    /// measure, as its clock was not set meanwhile.
    pub fn stood(&self, from: Instant, until: Instant) -> Duration {
        let longest = Duration::from_millis(MAX_SILENCE_MS.unsigned_abs()) + ROUNDING;
        let is_set = |begin: Instant, end: Instant| {
            let mut sets = self.sets.iter();
            sets.any(|(at, _)| (begin..=end).contains(at))
        };
        let pairs = self.beats.iter().zip(self.beats.iter().skip(1));
        pairs
            .filter(|(begin, end)| **end - **begin > longest && !is_set(**begin, **end))
            // What was stored in a silence was so before it was long.
            .filter(|(_, end)| **end <= until)
            .map(|(begin, end)| end.saturating_duration_since(*begin.max(&from)))
            .sum()
    }

    /// How far the clock was set ahead between two moments, as servers may have learned by then; what is more
    /// than a silence counts for none.
    pub fn set_ahead(&self, from: Instant, until: Instant) -> Duration {
        let from = from - LEARNED_AFTER;
        let within = self
            .sets
            .iter()
            .filter(|(at, _)| (from..=until).contains(at));
        let ahead = within.map(|(_, by)| (*by).clamp(0, MAX_SILENCE_MS).unsigned_abs());
        Duration::from_millis(ahead.sum())
    }
}
