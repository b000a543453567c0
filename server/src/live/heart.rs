//! The heartbeat that keeps game time going.

use std::convert::Infallible;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::{Instant, timeout};

use super::game_time::USELESS;
use super::services::LiveServices;
use crate::store::StoreError;

/// How often is written that this server runs.
const EVERY: Duration = Duration::from_secs(1);

impl LiveServices {
    /// Writes each second that this server runs, for as long as it is polled: while a game is open here, the
    /// time of one runs, or other servers may wait for it. Else nothing is written, and game time stands
    /// still; so it does where a change could not be written, as on a full disk, until one can be.
    pub async fn keep_time(&self) -> Infallible {
        loop {
            let is_needed = self.store.is_shared()
                || self.time_runs.load(Ordering::Relaxed)
                || !self.rooms.is_empty();
            if is_needed && let Err(error) = self.beat_if_changes_can_be_kept().await {
                tracing::warn!(%error, "the time of games stands still");
            }
            tokio::time::sleep(EVERY).await;
        }
    }

    pub(super) async fn beat_if_changes_can_be_kept(&self) -> Result<(), StoreError> {
        if self.writes_fail.load(Ordering::Relaxed) {
            self.store.try_out().await?;
            self.writes_fail.store(false, Ordering::Relaxed);
        }
        self.beat().await
    }

    /// Notes that this server can write, and hears what time it is.
    ///
    /// # Errors
    /// The store fails.
    pub async fn beat(&self) -> Result<(), StoreError> {
        self.store.beat(self.server.clone()).await?;
        let asked = Instant::now();
        // The next heartbeat asks again.
        if let Ok(Ok(time)) = timeout(USELESS, self.store.time()).await {
            self.time.hear(asked, time);
        }
        Ok(())
    }

    /// Writes down until when this server ran, and that it ends.
    ///
    /// # Errors
    /// The store fails.
    pub async fn say_that_it_ends(&self) -> Result<(), StoreError> {
        self.store.beat(self.server.clone()).await?;
        if self.store.is_shared() {
            self.store.end_server(self.server.clone()).await?;
        }
        Ok(())
    }
}
