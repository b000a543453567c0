//! Searches under way. Whoever asks for one that already runs waits for that one; when the last
//! who waits has gone, it is stopped.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use engine::search::Report;
use tokio::sync::{SetOnce, watch};

use super::{
    cache_key::Key,
    found::Answered,
    pool::{JobGuard, PoolError},
};

/// How a search came out.
pub type End = Result<Arc<Answered>, PoolError>;

/// How far a search is: told by its thread, read by each who waits.
#[derive(Debug, Default)]
pub struct Progress {
    /// What it has told: finished depths, batches of a tree search.
    reports: watch::Sender<Vec<Report>>,
    /// Apart from them, so that who waits for it alone is not woken by each of them.
    end: SetOnce<End>,
}

impl Progress {
    /// Tells of a step.
    pub fn report(&self, report: Report) {
        self.reports.send_modify(|reports| reports.push(report));
    }

    /// What was told so far.
    pub fn reports(&self) -> Vec<Report> {
        self.reports.borrow().clone()
    }

    /// Tells the end.
    pub fn end(&self, end: End) {
        // It is told once; should it be twice, the first counts.
        self.end.set(end).ok();
    }
}

/// A search under way, held by each who waits for it.
#[derive(Debug)]
pub struct Flight {
    key: Key,
    flights: Weak<Flights>,
    progress: Arc<Progress>,
    guard: JobGuard,
}

impl Flight {
    /// Follows what it tells from its beginning on.
    pub fn follow(&self) -> watch::Receiver<Vec<Report>> {
        let mut reports = self.progress.reports.subscribe();
        reports.mark_changed();
        reports
    }

    /// Waits for what comes out.
    ///
    /// # Errors
    /// Why the search was not made.
    pub async fn end(&self) -> End {
        self.guard.wait(self.progress.end.wait()).await?.clone()
    }

    /// Waits until it has told anything, if only that it has ended.
    ///
    /// # Errors
    /// Why the search was not begun.
    pub async fn begun(&self) -> Result<(), PoolError> {
        let mut reports = self.progress.reports.subscribe();
        let told = async {
            tokio::select! {
                // The sender lives as long as the flight.
                _ = reports.wait_for(|reports| !reports.is_empty()) => Ok(()),
                end = self.progress.end.wait() => end.as_ref().map(drop).map_err(|error| *error),
            }
        };
        match self.guard.wait(told).await? {
            Err(_) if !self.progress.reports.borrow().is_empty() => Ok(()),
            begun => begun,
        }
    }

    /// Whether there is nothing to wait for any more.
    fn is_over(&self) -> bool {
        self.progress.end.initialized() || self.guard.is_given_up()
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        // With the guard the search itself is given up.
        if let Some(flights) = self.flights.upgrade() {
            flights.forget(self.key);
        }
    }
}

/// All searches under way.
#[derive(Debug, Default)]
pub struct Flights(Mutex<HashMap<Key, Weak<Flight>>>);

impl Flights {
    /// Joins the search of this key, or begins it: `begin` gets where to tell of it and answers
    /// its guard.
    pub fn join(
        self: &Arc<Self>,
        key: Key,
        begin: impl FnOnce(Arc<Progress>) -> JobGuard,
    ) -> Arc<Flight> {
        // Dropping a flight takes the lock, so this one goes after it.
        let _ended;
        let mut flights = self.lock();
        if let Some(flight) = flights.get(&key).and_then(Weak::upgrade) {
            if !flight.is_over() {
                return flight;
            }
            // Another search under the same limit of time may end otherwise.
            _ended = flight;
        }
        let progress = Arc::<Progress>::default();
        let flight = Arc::new(Flight {
            key,
            flights: Arc::downgrade(self),
            guard: begin(Arc::clone(&progress)),
            progress,
        });
        flights.insert(key, Arc::downgrade(&flight));
        flight
    }

    /// Forgets a search that nobody waits for any more; another may have its key by now.
    fn forget(&self, key: Key) {
        let mut flights = self.lock();
        if flights
            .get(&key)
            .is_some_and(|flight| flight.strong_count() == 0)
        {
            flights.remove(&key);
        }
    }

    // Nothing that runs under the lock can leave the map half-changed.
    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Weak<Flight>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
