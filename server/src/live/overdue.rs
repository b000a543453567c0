//! Games whose time is over while nobody is there, and the heartbeat that keeps game time going.

use std::convert::Infallible;
use std::time::Duration;

use tokio::time::Instant;

use super::clock::Now;
use super::room::command::RoomCommand;
use super::services::LiveServices;
use crate::store::StoreError;

/// How often is looked. A heartbeat comes as often while the time of any game runs.
const EVERY: Duration = Duration::from_secs(1);

/// The room of a game sees to its deadline itself; if it has not done so by then, there is none.
const PATIENCE_MS: Now = 1_000;

/// Games that are seen to in one go.
const AT_ONCE: u32 = 500;

impl LiveServices {
    /// Keeps game time going while the time of a game runs, and sees to games whose time is over, for as
    /// long as it is polled.
    pub async fn keep_time(&self) -> Infallible {
        loop {
            if let Err(error) = self.see_to_deadlines().await {
                tracing::warn!(%error, "games whose time may be over could not be looked at");
            }
            tokio::time::sleep(EVERY).await;
        }
    }

    async fn see_to_deadlines(&self) -> Result<(), StoreError> {
        let by = self.time.now().saturating_sub(PATIENCE_MS);
        let deadlines = self.store.deadlines(by, AT_ONCE).await?;
        if deadlines.any {
            let asked = Instant::now();
            let heartbeat = self.store.beat().await?;
            self.time.hear(asked, heartbeat.time);
        }
        for link in deadlines.overdue {
            self.send(&link, RoomCommand::CheckTime).await;
        }
        Ok(())
    }
}
