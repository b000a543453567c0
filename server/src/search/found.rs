//! What a finished search has found.

use std::time::Duration;

use engine::player::Decision;
use wire::{
    SearchAnswer,
    search::{answer::answer, request::ResolvedSearch},
};

/// A finished search.
#[derive(Debug)]
pub struct Answered {
    /// What was asked.
    pub request: ResolvedSearch,
    /// What was found.
    pub decision: Decision,
    /// Threads that searched.
    pub threads: u16,
    /// How long the search ran, without what it was paused. Its helpers ran at most as long.
    pub thread_time: Duration,
}

impl Answered {
    /// As the API answers it.
    pub fn answer(&self) -> SearchAnswer {
        let judge = self.request.judge();
        answer(&self.request, &self.decision, &judge, self.threads)
    }
}
