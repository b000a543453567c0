//! Who makes searches: this process's threads, or workers on other machines.

use super::found::FinishedSearch;
use super::pool::{JobGuard, PoolError, Stub};
use super::queue::Demand;
#[cfg(feature = "nats")]
use super::remote::RemoteSearches;
use super::worker::{SearchJob, SearchWorker};

/// Makes searches; cheap to clone.
#[derive(Clone, Debug)]
pub enum SearchBackend {
    /// Threads of this process.
    Threads(Stub<SearchWorker>),
    /// Workers that are reached over NATS.
    #[cfg(feature = "nats")]
    Workers(RemoteSearches),
}

impl SearchBackend {
    /// Ends what other machines do for this one.
    pub fn close(&self) {
        match self {
            Self::Threads(_) => {}
            #[cfg(feature = "nats")]
            Self::Workers(workers) => workers.close(),
        }
    }

    /// Has a search made while the guard lives. `tell` is called once, with the answer or the reason why there
    /// is none, possibly at once.
    pub fn start(
        &self,
        job: SearchJob,
        demand: Demand,
        tell: impl FnOnce(Result<FinishedSearch, PoolError>) + Send + 'static,
    ) -> JobGuard {
        match self {
            Self::Threads(pool) => pool.start(job, demand, tell),
            #[cfg(feature = "nats")]
            Self::Workers(workers) => workers.start(job, demand, tell),
        }
    }
}
