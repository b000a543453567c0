//! Searches in progress. Equal requests share one search; it stops when the last of them is
//! dropped.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use engine::search::Report;
use parking_lot::Mutex;
use tokio::sync::{SetOnce, watch};

use super::cache_key::CacheKey;
use super::found::FinishedSearch;
use super::pool::{JobGuard, PoolError};

/// The outcome of a search.
pub type SearchOutcome = Result<Arc<FinishedSearch>, PoolError>;

/// The progress of a search: written by its thread, read by all who wait.
#[derive(Debug, Default)]
pub struct Progress {
    /// Reports so far: finished depths, batches of a tree search.
    reports: watch::Sender<Vec<Report>>,
    /// Whether a thread has begun with it.
    begun: SetOnce<()>,
    /// Separate, so that waiting for the outcome does not wake for each report.
    end: SetOnce<SearchOutcome>,
}

impl Progress {
    /// Notes that a thread has begun with it.
    pub fn begin(&self) {
        self.begun.set(()).ok();
    }

    /// Waits until a thread has begun with it.
    pub async fn begun(&self) {
        self.begun.wait().await;
    }

    /// Follows the reports from the first one.
    pub fn follow(&self) -> watch::Receiver<Vec<Report>> {
        let mut reports = self.reports.subscribe();
        reports.mark_changed();
        reports
    }

    /// Adds a report.
    pub fn report(&self, report: Report) {
        self.reports.send_modify(|reports| reports.push(report));
    }

    /// The reports so far.
    pub fn reports(&self) -> Vec<Report> {
        self.reports.borrow().clone()
    }

    /// Completes the search.
    pub fn end(&self, end: SearchOutcome) {
        // The first outcome counts.
        self.end.set(end).ok();
    }
}

/// A search in progress, shared by all who wait for it.
#[derive(Debug)]
pub struct SharedSearch {
    key: CacheKey,
    shared: Weak<SharedSearches>,
    progress: Arc<Progress>,
    guard: JobGuard,
}

impl SharedSearch {
    /// Follows the reports from the first one.
    pub fn follow(&self) -> watch::Receiver<Vec<Report>> {
        self.progress.follow()
    }

    /// Waits for the outcome.
    ///
    /// # Errors
    /// The search was not made.
    pub async fn end(&self) -> SearchOutcome {
        self.guard.wait(self.progress.end.wait()).await?.clone()
    }

    /// Waits for the first report or the outcome.
    ///
    /// # Errors
    /// The search did not start.
    pub async fn begun(&self) -> Result<(), PoolError> {
        let mut reports = self.progress.reports.subscribe();
        let told = async {
            tokio::select! {
                // The sender lives as long as the search.
                _ = reports.wait_for(|reports| !reports.is_empty()) => Ok(()),
                end = self.progress.end.wait() => end.as_ref().map(drop).map_err(|error| *error),
            }
        };
        match self.guard.wait(told).await? {
            Err(_) if !self.progress.reports.borrow().is_empty() => Ok(()),
            begun => begun,
        }
    }

    /// Whether the search has ended or was cancelled.
    fn is_over(&self) -> bool {
        self.progress.end.initialized() || self.guard.is_given_up()
    }
}

impl Drop for SharedSearch {
    fn drop(&mut self) {
        // Dropping the guard cancels the search itself.
        if let Some(shared) = self.shared.upgrade() {
            shared.forget(self.key);
        }
    }
}

/// All searches in progress.
#[derive(Debug, Default)]
pub struct SharedSearches(Mutex<HashMap<CacheKey, Weak<SharedSearch>>>);

impl SharedSearches {
    /// Joins the search of a key, or starts it: `begin` gets the progress and returns the guard.
    pub fn join(
        self: &Arc<Self>,
        key: CacheKey,
        begin: impl FnOnce(Arc<Progress>) -> JobGuard,
    ) -> Arc<SharedSearch> {
        // Dropping a search takes the lock, so this is dropped after it.
        let _ended;
        let mut shared = self.0.lock();
        if let Some(search) = shared.get(&key).and_then(Weak::upgrade) {
            if !search.is_over() {
                return search;
            }
            // Under a time limit, another search may end differently.
            _ended = search;
        }
        let progress = Arc::<Progress>::default();
        let search = Arc::new(SharedSearch {
            key,
            shared: Arc::downgrade(self),
            guard: begin(Arc::clone(&progress)),
            progress,
        });
        shared.insert(key, Arc::downgrade(&search));
        search
    }

    /// Removes a search without holders; another search may have its key by now.
    fn forget(&self, key: CacheKey) {
        let mut shared = self.0.lock();
        if shared
            .get(&key)
            .is_some_and(|search| search.strong_count() == 0)
        {
            shared.remove(&key);
        }
    }
}
