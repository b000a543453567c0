//! Whether the server should be sent requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::{sync::Mutex, time::Instant};

use crate::store::{Store, StoreError};

/// The store is checked at most once in this time.
const FRESH: Duration = Duration::from_secs(1);

/// How long a check may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why the server is not ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotReady {
    /// It is shutting down.
    #[error("the server is shutting down")]
    Draining,
    /// The database cannot be written.
    #[error("the database can't be written")]
    Store,
    /// The database did not answer.
    #[error("the database did not answer within {} seconds", PATIENCE.as_secs())]
    Slow,
    /// It takes no orders at the moment.
    #[error("NATS is not connected, or there is no room for more searches")]
    Full,
    /// Another program has migrated the database.
    #[error("the database is of another version than the server")]
    Migrations,
}

/// The server's readiness; cheap to clone.
#[derive(Clone, Debug)]
pub struct Readiness(Arc<ReadinessState>);

#[derive(Debug)]
struct ReadinessState {
    store: Store,
    draining: AtomicBool,
    /// The last result and its time; concurrent callers share a check.
    last: Mutex<Option<(Instant, Result<(), NotReady>)>>,
}

impl Readiness {
    /// Ready when the store is.
    pub fn new(store: Store) -> Self {
        Self(Arc::new(ReadinessState {
            store,
            draining: AtomicBool::new(false),
            last: Mutex::new(None),
        }))
    }

    /// Marks the server as shutting down.
    pub fn drain(&self) {
        self.0.draining.store(true, Ordering::Relaxed);
    }

    /// Whether requests may be sent here.
    ///
    /// # Errors
    /// The server is not ready.
    pub async fn check(&self) -> Result<(), NotReady> {
        if self.0.draining.load(Ordering::Relaxed) {
            return Err(NotReady::Draining);
        }
        let mut last = self.0.last.lock().await;
        if let Some((at, found)) = *last
            && at.elapsed() < FRESH
        {
            return found;
        }
        let found = try_out(&self.0.store).await;
        *last = Some((Instant::now(), found));
        found
    }
}

async fn try_out(store: &Store) -> Result<(), NotReady> {
    let (failed, error) = match tokio::time::timeout(PATIENCE, store.try_out()).await {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(error @ StoreError::Changed { .. })) => (NotReady::Migrations, Some(error)),
        Ok(Err(error)) => (NotReady::Store, Some(error)),
        Err(_) => (NotReady::Slow, None),
    };
    let error = error.map(tracing::field::display);
    tracing::error!(error, "not ready: {failed}");
    Err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::TestStore;

    #[tokio::test]
    async fn a_store_that_fails_is_found_out_and_tried_once_a_second_at_most() {
        let place = TestStore::new("ready").await;
        let store = place.open().await;
        let ready = Readiness::new(store.clone());
        assert_eq!(ready.check().await, Ok(()));
        store.close().await;
        assert_eq!(ready.check().await, Ok(()), "as of a moment ago");
        tokio::time::sleep(FRESH).await;
        assert_eq!(ready.check().await, Err(NotReady::Store));
    }

    #[tokio::test]
    async fn a_server_that_leaves_is_not_ready_whatever_its_store_says() {
        let place = TestStore::new("draining").await;
        let store = place.open().await;
        let ready = Readiness::new(store);
        assert_eq!(ready.check().await, Ok(()));
        ready.drain();
        assert_eq!(ready.check().await, Err(NotReady::Draining));
    }
}
