//! Games whose time is over while nobody is there.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures::StreamExt;
use tokio::time::Instant;
use wire::live::GameLink;

use super::clock::Now;
use super::room::command::RoomCommand;
use super::room::registry::SendOutcome;
use super::services::LiveServices;
use crate::store::StoreError;

/// How often is looked.
const EVERY: Duration = Duration::from_secs(1);

/// The room of a game sees to its deadline itself; if it has not done so by then, there is none.
const PATIENCE_MS: Now = 1_000;

/// Games that are looked for at once.
const AT_ONCE: u32 = 500;

/// Rooms that are opened at once.
const MAX_CONCURRENT_ROOMS: usize = 16;

/// A game that could not be opened is tried again after this time.
const AGAIN: Duration = Duration::from_secs(60);

impl LiveServices {
    /// Sees to games whose time is over, for as long as it is polled.
    pub async fn see_to_deadlines(&self) -> Infallible {
        let mut failed = HashMap::new();
        loop {
            if let Err(error) = self.see_to_overdue(&mut failed).await {
                tracing::warn!(%error, "games whose time may be over could not be looked at");
            }
            tokio::time::sleep(EVERY).await;
        }
    }

    /// `failed` has the games that could not be opened, and when that was.
    async fn see_to_overdue(
        &self,
        failed: &mut HashMap<GameLink, Instant>,
    ) -> Result<(), StoreError> {
        let by = self.time.now().saturating_sub(PATIENCE_MS);
        let deadlines = self.store.deadlines(by, AT_ONCE).await?;
        self.time_runs.store(deadlines.any, Ordering::Relaxed);
        failed.retain(|_, since| since.elapsed() < AGAIN);
        let overdue = deadlines.overdue.into_iter();
        let overdue: Vec<_> = overdue.filter(|link| !failed.contains_key(link)).collect();
        let mut seen_to = futures::stream::iter(overdue)
            .map(|link| async move {
                let outcome = self.send(&link, RoomCommand::CheckDeadline).await;
                (link, outcome)
            })
            .buffer_unordered(MAX_CONCURRENT_ROOMS);
        while let Some((link, outcome)) = seen_to.next().await {
            if outcome != SendOutcome::Sent {
                failed.insert(link, Instant::now());
            }
        }
        Ok(())
    }
}
