//! What a room needs of the rest of the server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Bytes;
use tokio::time::Instant;
use wire::live::GameLink;

use super::game_time::{GameTime, StoreTime};
use super::live_store::LiveStore;
use super::lobby::Lobby;
use super::resumption::RESTART_GRACE_MS;
use super::room::command::RoomCommand;
use super::room::registry::RoomRegistry;
use super::running_games::RunningGames;
use super::seat::{LOST_AFTER_MS, ServerId};
use crate::bus::{Bus, Listening};
use crate::{rate_limit::Clients, search::service::SearchService, store::StoreError};

/// How often the store is asked for the time at first: the quickest answer counts, and an estimate that is
/// corrected later charges somebody's clock.
const FIRST_QUESTIONS: usize = 5;

/// The topic on which servers tell each other that they could not write.
const WRITES_FAIL: &str = "writes_fail";

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
    /// Whether a change of a game could not be stored, and it was not seen since then that new rows can be.
    pub writes_fail: Arc<AtomicBool>,
    /// The other servers.
    pub bus: Arc<dyn Bus>,
    /// This server.
    pub server: ServerId,
    closing: Arc<AtomicBool>,
    /// Hears where writes fail.
    _listening: Arc<Listening>,
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
        if let Some(left_at) = left_at {
            store.pause_clocks(left_at, now + RESTART_GRACE_MS).await?;
        }
        let asked = Instant::now();
        let time = GameTime::begin(asked, store.time().await?, left_at);
        for _ in 1..FIRST_QUESTIONS {
            let asked = Instant::now();
            time.hear(asked, store.time().await?);
        }
        let writes_fail = Arc::<AtomicBool>::default();
        let fails = Arc::clone(&writes_fail);
        let listening = bus.listen(
            WRITES_FAIL,
            Arc::new(move |_| fails.store(true, Ordering::Relaxed)),
        );
        Ok(Self {
            store,
            time,
            time_runs: Arc::default(),
            writes_fail,
            _listening: Arc::new(listening),
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

    /// Notes that a change could not be stored, here and at the other servers: time stands still for all or none.
    pub fn note_failed_write(&self) {
        if !self.writes_fail.swap(true, Ordering::Relaxed) {
            self.bus.tell(WRITES_FAIL, Bytes::new());
        }
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
