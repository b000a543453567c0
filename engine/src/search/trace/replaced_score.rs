//! A search in which one node has another score.

use super::Cause;
use super::recorder::{Arrival, Entry, Recorder, Skipped};

/// Replaces the score of one visit, to see what it changes above.
#[derive(Clone, Debug)]
pub struct ReplacedScore {
    visit: u32,
    /// Internal score, side to move.
    score: i32,
    visits: u32,
    /// Nodes that are not left yet.
    open: u32,
    /// How many of them there were when the visit began.
    replaced_at: Option<u32>,
}

impl ReplacedScore {
    /// The visit's number, from 1, and the score that it gets: internal, side to move.
    #[must_use]
    pub fn new(visit: u32, score: i32) -> ReplacedScore {
        ReplacedScore {
            visit,
            score,
            visits: 0,
            open: 0,
            replaced_at: None,
        }
    }
}

impl Recorder for ReplacedScore {
    const IS_ON: bool = true;

    fn arrive(&mut self, _: Arrival) {}

    fn enter_root(&mut self, _: Entry) {
        self.open += 1;
    }

    fn enter(&mut self, _: Entry) {
        self.visits += 1;
        self.open += 1;
        if self.visits == self.visit {
            self.replaced_at = Some(self.open);
        }
    }

    fn explain(&mut self, _: Cause, _: i32, _: i32) {}

    fn skip(&mut self, _: Skipped) {}

    fn leave(&mut self, score: i32) -> i32 {
        let replaced = self.replaced_at == Some(self.open);
        self.open -= 1;
        if !replaced {
            return score;
        }
        self.replaced_at = None;
        self.score
    }
}
