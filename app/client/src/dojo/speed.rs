//! How fast a training goes.

use std::collections::VecDeque;

/// The time over which speed is averaged, ms.
const SPAN_MS: u64 = 15_000;
/// A shorter time says nothing, ms.
const MIN_SPAN_MS: u64 = 1_500;

/// Games and positions a second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Speed {
    pub games: f64,
    pub positions: f64,
}

/// Counts over the last seconds.
#[derive(Debug, Clone, Default)]
pub(super) struct SpeedMeter {
    /// When how many games and positions were known.
    counts: VecDeque<(u64, u64, u64)>,
}

impl SpeedMeter {
    /// Begins anew: after a pause.
    pub fn clear(&mut self) {
        self.counts.clear();
    }

    /// At this time, ms, so many games and positions are known.
    pub fn count(&mut self, now: u64, games: u64, positions: u64) {
        self.counts.push_back((now, games, positions));
        while let Some(&(then, ..)) = self.counts.get(1)
            && then + SPAN_MS < now
        {
            self.counts.pop_front();
        }
    }

    /// The speed over the last seconds, if that is long enough.
    pub fn speed(&self) -> Option<Speed> {
        let (&(from, games, positions), &(to, last_games, last_positions)) =
            (self.counts.front()?, self.counts.back()?);
        let elapsed = to.saturating_sub(from);
        if elapsed < MIN_SPAN_MS {
            return None;
        }
        let each_second = |count: u64| count as f64 * 1_000.0 / elapsed as f64;
        Some(Speed {
            games: each_second(last_games.saturating_sub(games)),
            positions: each_second(last_positions.saturating_sub(positions)),
        })
    }
}
