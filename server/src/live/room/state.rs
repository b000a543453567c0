//! The state of a room: the game and its watchers.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use engine::rules::Color;
use tokio::task::AbortHandle;
use tokio::time::Instant;

use super::command::{EngineDecision, SearchedPosition};
use super::known_seats::KnownSeats;
use crate::bus::Listening;
use crate::live::clock::Now;
use crate::live::game_state::LiveGame;
use crate::live::outbox::{Outbox, SocketId};
use crate::live::presence::Presence;
use crate::live::services::LiveServices;
use crate::store::UserId;

/// Delay before a retry.
pub(super) const RETRY: Duration = Duration::from_secs(1);

/// A running search; dropping it aborts the search.
#[derive(Debug)]
pub(super) struct EngineSearch {
    pub(super) at: SearchedPosition,
    pub(super) task: AbortHandle,
}

impl Drop for EngineSearch {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A watching socket.
#[derive(Debug)]
pub(super) struct Watcher {
    pub outbox: Arc<Outbox>,
    pub user: Option<UserId>,
    /// The side that presence counts it for.
    pub side: Option<Color>,
}

/// A live game and its watchers.
#[derive(Debug)]
pub struct GameRoom {
    pub(super) services: LiveServices,
    pub(super) live: LiveGame,
    /// In the order in which they came.
    pub(super) watchers: BTreeMap<SocketId, Watcher>,
    /// Tells this room from others of the same game.
    pub(super) token: Arc<()>,
    /// Sockets that know more than this room and watch a little later.
    pub(super) ahead: BTreeSet<SocketId>,
    pub(super) presence: Presence,
    pub(super) seats: KnownSeats,
    /// The latest events by version, as broadcast.
    pub(super) recent_events: VecDeque<(u32, Utf8Bytes)>,
    /// The snapshot for spectators; `None` when it is outdated.
    pub(super) snapshot_text: Option<Utf8Bytes>,
    /// The last measured delay of each side's moves, milliseconds.
    pub(super) lag_ms: [u32; 2],
    /// The last known address of each side; it pays for the engine player's searches.
    pub(super) from: [Option<IpAddr>; 2],
    /// The running search.
    pub(super) engine_search: Option<EngineSearch>,
    /// The last search result.
    pub(super) engine_decision: Option<EngineDecision>,
    /// No retry before this instant.
    pub(super) retry_at: Instant,
    /// When the store was last asked whether another server knows more.
    pub(super) asked_others_at: Option<Instant>,
    /// Hears of what other servers change.
    _listening: Listening,
}

impl GameRoom {
    /// The room of a game, to which others' changes are passed on already.
    pub fn new(services: LiveServices, live: LiveGame, listening: Listening) -> Self {
        Self {
            presence: Presence::new(live.control, services.time.now()),
            seats: KnownSeats::default(),
            services,
            live,
            watchers: BTreeMap::new(),
            token: Arc::default(),
            ahead: BTreeSet::new(),
            recent_events: VecDeque::new(),
            snapshot_text: None,
            lag_ms: [0; 2],
            from: [None; 2],
            engine_search: None,
            engine_decision: None,
            retry_at: Instant::now(),
            asked_others_at: None,
            _listening: listening,
        }
    }

    /// The game time now.
    pub(super) fn now(&self) -> Now {
        self.services.time.now()
    }

    /// Whether another attempt is due after a failure.
    pub(super) fn may_retry(&self) -> bool {
        self.retry_at <= Instant::now()
    }

    /// Waits before the next attempt.
    pub(super) fn retry_later(&mut self) {
        self.retry_at = Instant::now() + RETRY;
    }
}
