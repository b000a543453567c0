//! An import that is running: its present game, and how long the others will take.

use super::queue::ImportQueue;
use crate::worker::SearchId;

/// An import that is running.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportRun {
    pub(super) current: Option<CurrentGame>,
    /// Games done since it runs, and their time together, ms.
    timed_games: u32,
    timed_ms: u64,
}

/// The game that is being analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CurrentGame {
    pub index: u32,
    /// The request; `None` while the text is loaded.
    pub request: Option<SearchId>,
    /// When it began, ms.
    pub started_at: u64,
    /// Positions done, and all.
    pub progress: Option<(u32, u32)>,
}

impl ImportRun {
    /// The number of the present game, from 0.
    #[must_use]
    pub fn game(&self) -> Option<u32> {
        self.current.map(|game| game.index)
    }

    /// Positions of the present game that are done, and all.
    #[must_use]
    pub fn progress(&self) -> Option<(u32, u32)> {
        self.current?.progress
    }

    /// How long the games that are left will take, by those done, ms.
    #[must_use]
    pub fn time_left_ms(&self, queue: &ImportQueue) -> Option<u64> {
        let mean = self.timed_ms.checked_div(self.timed_games.into())?;
        Some(mean.saturating_mul(queue.left().into()))
    }

    /// The present game is over.
    pub(super) fn end_game(&mut self, now_ms: u64) {
        if let Some(game) = self.current.take() {
            self.timed_games += 1;
            let spent = now_ms.saturating_sub(game.started_at);
            self.timed_ms = self.timed_ms.saturating_add(spent);
        }
    }
}
