//! Searches under way. Whoever asks for one that already runs waits for that one; when the last
//! who waits has gone, it is stopped.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use engine::search::Report;
use tokio::{sync::watch, task::AbortHandle};

use super::{desk::Answered, key::Key, pool::PoolError};

/// How far a search is.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// What it has told: finished depths, batches of a tree search.
    pub reports: Vec<Report>,
    /// What came out.
    pub end: Option<Result<Arc<Answered>, PoolError>>,
}

/// A search under way, held by each who waits for it.
#[derive(Debug)]
pub struct Flight {
    key: Key,
    flights: Weak<Flights>,
    progress: watch::Receiver<Progress>,
    task: AbortHandle,
}

impl Flight {
    /// Follows the search from its beginning on.
    pub fn follow(&self) -> watch::Receiver<Progress> {
        let mut progress = self.progress.clone();
        progress.mark_changed();
        progress
    }

    /// Waits for what comes out.
    ///
    /// # Errors
    /// Why the search was not made.
    pub async fn end(&self) -> Result<Arc<Answered>, PoolError> {
        let mut progress = self.progress.clone();
        let ended = progress.wait_for(|progress| progress.end.is_some()).await;
        match ended {
            Ok(progress) => progress.end.clone().unwrap_or(Err(PoolError::Failed)),
            // Whoever told of it broke.
            Err(_) => Err(PoolError::Failed),
        }
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        self.task.abort();
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
    /// the task that makes it.
    pub fn join(
        self: &Arc<Self>,
        key: Key,
        begin: impl FnOnce(watch::Sender<Progress>) -> AbortHandle,
    ) -> Arc<Flight> {
        // Dropping a flight takes the lock, so this one goes after it.
        let _ended;
        let mut flights = self.lock();
        if let Some(flight) = flights.get(&key).and_then(Weak::upgrade) {
            if flight.progress.borrow().end.is_none() {
                return flight;
            }
            // Another search under the same limit of time may end otherwise.
            _ended = flight;
        }
        let (tell, progress) = watch::channel(Progress::default());
        let flight = Arc::new(Flight {
            key,
            flights: Arc::downgrade(self),
            progress,
            task: begin(tell),
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
