//! A live game and everything that its room knows beside it.

use std::{
    collections::{HashMap, VecDeque},
    net::IpAddr,
    sync::Arc,
};

use axum::extract::ws::Utf8Bytes;
use engine::rules::Color;
use tokio::task::AbortHandle;
use wire::live::game_view::GameStage;

use super::command::{At, Thought};
use crate::{
    live::{
        clock::{FREE_PLIES, Now},
        game_state::{Seat, Table},
        now,
        outbox::{Outbox, SocketId},
        presence::Presence,
        services::LiveServices,
    },
    store::UserId,
};

/// After a restart nobody's clock runs until they are back, or for so long, milliseconds.
pub const GRACE_MS: Now = 15_000;

/// Something failed; it is tried again after so long, milliseconds.
pub(super) const AGAIN_MS: Now = 1_000;

/// A mind thinks; no longer once this is dropped.
#[derive(Debug)]
pub(super) struct Thinking {
    pub(super) at: At,
    pub(super) task: AbortHandle,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Somebody who watches.
#[derive(Debug)]
pub(super) struct Watcher {
    pub outbox: Arc<Outbox>,
    pub user: Option<UserId>,
    /// As what they are counted.
    pub seat: Option<Color>,
}

/// A game and who watches it.
#[derive(Debug)]
pub struct Room {
    pub(super) services: LiveServices,
    pub(super) table: Table,
    pub(super) watchers: HashMap<SocketId, Watcher>,
    pub(super) presence: Presence,
    /// The latest events as they were told, by their versions.
    pub(super) told: VecDeque<(u32, Utf8Bytes)>,
    /// The whole game as whoever only watches gets it, while it is true.
    pub(super) whole: Option<Utf8Bytes>,
    /// The delay of each side's moves, as measured last, milliseconds.
    pub(super) lag_ms: [u32; 2],
    /// Where each side was heard of last: who has a mind think pays for it.
    pub(super) from: [Option<IpAddr>; 2],
    /// What a mind thinks about.
    pub(super) thinking: Option<Thinking>,
    /// What it has thought last.
    pub(super) thought: Option<Thought>,
    /// Not before this is something that failed tried again.
    pub(super) again: Now,
    /// Whether the server leaves.
    pub(super) resting: bool,
}

impl Room {
    /// The room of a game.
    pub fn new(services: LiveServices, table: Table) -> Self {
        let now = now();
        Self {
            presence: Presence::new(table.control, now),
            services,
            table: ready(table, now + GRACE_MS),
            watchers: HashMap::new(),
            told: VecDeque::new(),
            whole: None,
            lag_ms: [0; 2],
            from: [None; 2],
            thinking: None,
            thought: None,
            again: 0,
            resting: false,
        }
    }
}

/// A game as it was kept, to be gone on with: whoever is to move spends time from `from` on, a mind
/// from when it begins to think.
pub(super) fn ready(mut table: Table, from: Now) -> Table {
    let waits = matches!(table.seat(table.turn()), Seat::Mind { .. });
    if table.stage == GameStage::Playing
        && table.game.ply() >= FREE_PLIES
        && !waits
        && let Some(clock) = &mut table.clock
    {
        clock.start(from);
    }
    table
}
