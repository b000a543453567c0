//! The state of a room: the game and its watchers.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use engine::rules::Color;
use tokio::task::AbortHandle;
use wire::live::game_view::GameStage;

use super::command::{EngineDecision, SearchedPosition};
use crate::live::clock::{FREE_PLIES, Now};
use crate::live::game_state::LiveGame;
use crate::live::now;
use crate::live::outbox::{Outbox, SocketId};
use crate::live::presence::Presence;
use crate::live::services::LiveServices;
use crate::store::UserId;

/// After a restart a clock starts when its player connects, or after this time, milliseconds.
pub const RESTART_GRACE_MS: Now = 15_000;

/// Delay before a retry, milliseconds.
pub(super) const RETRY_MS: Now = 1_000;

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
    pub(super) watchers: HashMap<SocketId, Watcher>,
    pub(super) presence: Presence,
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
    /// No retry before this time.
    pub(super) retry_at: Now,
    /// Whether the room is shutting down.
    pub(super) is_stopping: bool,
}

impl GameRoom {
    /// The room of a game.
    pub fn new(services: LiveServices, live: LiveGame) -> Self {
        let now = now();
        Self {
            presence: Presence::new(live.control, now),
            services,
            live: resumed(live, now + RESTART_GRACE_MS),
            watchers: HashMap::new(),
            recent_events: VecDeque::new(),
            snapshot_text: None,
            lag_ms: [0; 2],
            from: [None; 2],
            engine_search: None,
            engine_decision: None,
            retry_at: 0,
            is_stopping: false,
        }
    }
}

/// Resumes a stored game. The side to move spends time from `from` on; an engine player from the
/// start of its search.
pub(super) fn resumed(mut live: LiveGame, from: Now) -> LiveGame {
    let turn = live.turn();
    if live.stage == GameStage::Playing
        && live.game.ply() >= FREE_PLIES
        && live.player(turn).engine().is_none()
        && let Some(clock) = &mut live.clock
    {
        clock.start(turn, from);
    }
    live
}
