//! The result of a finished search.

use std::time::Duration;

use engine::player::Decision;
use engine::search::SearchTree;
use wire::SearchAnswer;
use wire::search::answer::answer;
use wire::search::request::ResolvedSearch;

/// A finished search.
#[derive(Debug)]
pub struct FinishedSearch {
    /// The request.
    pub request: ResolvedSearch,
    /// The engine's decision.
    pub decision: Decision,
    /// The number of search threads.
    pub threads: u16,
    /// The tree, where it was asked for.
    pub tree: Option<SearchTree>,
    /// Search time without pauses. Helpers ran at most as long.
    pub thread_time: Duration,
    /// Whether a Syzygy table could not be read meanwhile, as far as the searching machine says.
    pub lacks_tables: bool,
}

impl FinishedSearch {
    /// The answer of the API.
    pub fn answer(&self) -> SearchAnswer {
        let judge = self.request.judge();
        answer(&self.request, &self.decision, &judge, self.threads)
    }
}
