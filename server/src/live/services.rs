//! What a room needs of the rest of the server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::time::Instant;
use wire::live::GameLink;

use super::bus::Bus;
use super::game_time::{GameTime, StoreTime};
use super::live_store::LiveStore;
use super::lobby::Lobby;
use super::room::command::RoomCommand;
use super::room::registry::RoomRegistry;
use super::running_games::RunningGames;
use super::seat::{LOST_AFTER_MS, ServerId};
use crate::{rate_limit::Clients, search::service::SearchService, store::StoreError};

/// How often the store is asked for the time at first: the quickest answer counts, and an estimate that were
/// corrected later would charge somebody's clock.
const FIRST_QUESTIONS: usize = 5;

/// Everything that rooms share; cheap to clone.
#[derive(Clone, Debug)]
pub struct LiveServices {
    /// Stores the games.
    pub store: Arc<dyn LiveStore>,
    /// Runs searches for engine players.
    pub searches: SearchService,
    /// Rate limits by address.
    pub clients: Clients,
    /// Open challenges.
    pub lobby: Arc<Lobby>,
    /// Listed games under way.
    pub running_games: Arc<RunningGames>,
    /// Open rooms.
    pub rooms: Arc<RoomRegistry>,
    /// What clocks go by.
    pub time: GameTime,
    /// Whether the time of any game runs, open here or not.
    pub time_runs: Arc<AtomicBool>,
    /// Whether the last change of a game could not be written.
    pub writes_fail: Arc<AtomicBool>,
    /// The other servers.
    pub bus: Arc<dyn Bus>,
    /// This server.
    pub server: ServerId,
    closing: Arc<AtomicBool>,
}

impl LiveServices {
    /// Services without rooms and challenges, which ask the store for the time.
    ///
    /// # Errors
    /// The store fails.
    pub async fn begin(
        store: Arc<dyn LiveStore>,
        searches: SearchService,
        clients: Clients,
        bus: Arc<dyn Bus>,
        server: ServerId,
    ) -> Result<Self, StoreError> {
        let first = store.beat(server.clone()).await?;
        let now = first.time.game_time();
        let is_alone = !store.is_shared()
            || first.ends_a_silence()
            || !store
                .has_other_servers(&server, now.saturating_sub(LOST_AFTER_MS))
                .await?;
        let left_at = is_alone.then(|| first.before.map_or(now, StoreTime::game_time));
        let asked = Instant::now();
        let time = GameTime::begin(asked, store.time().await?, left_at);
        for _ in 1..FIRST_QUESTIONS {
            let asked = Instant::now();
            time.hear(asked, store.time().await?);
        }
        Ok(Self {
            store,
            time,
            time_runs: Arc::default(),
            writes_fail: Arc::default(),
            bus,
            server,
            searches,
            clients,
            lobby: Arc::default(),
            running_games: Arc::default(),
            rooms: Arc::default(),
            closing: Arc::default(),
        })
    }

    /// Whether the server is shutting down.
    pub fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Refuses all further changes of games.
    pub fn begin_closing(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }

    /// Sends a command to a game's room, if it has one.
    pub async fn send_if_open(&self, link: &GameLink, command: RoomCommand) {
        if let Some(door) = self.rooms.open(link) {
            // A room that has ended needs no command.
            door.send(command).await.ok();
        }
    }
}
