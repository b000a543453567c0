//! The versions of games that are open here and may be changed by other servers. What a server has missed of
//! what the others told, it finds so, in two seconds at the latest.

use std::convert::Infallible;
use std::time::Duration;

use super::room::command::RoomCommand;
use super::services::LiveServices;
use crate::store::StoreError;

/// How often the store is asked, and how soon again if it does not answer.
const EVERY: Duration = Duration::from_secs(2);
const AGAIN: Duration = Duration::from_millis(500);

/// Games that are asked for at once.
const AT_ONCE: usize = 500;

impl LiveServices {
    /// Has rooms take in what other servers have changed, for as long as it is polled.
    pub async fn check_versions(&self) -> Infallible {
        if !self.store.is_shared() {
            return std::future::pending().await;
        }
        let mut pause = EVERY;
        loop {
            tokio::time::sleep(pause).await;
            pause = match self.check_versions_once().await {
                Ok(()) => EVERY,
                Err(error) => {
                    tracing::warn!(%error, "changes of other servers could not be looked for");
                    AGAIN
                }
            };
        }
    }

    pub(super) async fn check_versions_once(&self) -> Result<(), StoreError> {
        for links in self.rooms.links().chunks(AT_ONCE) {
            let stored = self.store.versions(links).await?;
            let games: Vec<i64> = stored.iter().map(|(_, game, _)| *game).collect();
            let mut seats = self.store.seats(&games).await?;
            for link in links {
                if stored.iter().all(|(known, ..)| known != link)
                    && let Some(room) = self.rooms.open(link)
                {
                    // The game is gone.
                    room.try_send(RoomCommand::CatchUp).ok();
                }
            }
            for (link, game, version) in stored {
                if let Some(room) = self.rooms.open(&link) {
                    let seats = seats.remove(&game).unwrap_or_default();
                    // One that is full is asked again.
                    room.try_send(RoomCommand::CheckStored { version, seats })
                        .ok();
                }
            }
        }
        Ok(())
    }
}
