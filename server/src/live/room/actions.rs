//! Player commands: decided by the game's state, stored, acknowledged, broadcast.

use std::sync::Arc;

use engine::rules::Color;
use tokio::time::Instant;
use wire::live::game_view::GameStage;
use wire::live::protocol::{GameEvent, PlayerAction, RefusalCode, ServerMessage};

use super::command::{CancelOutcome, PlayerRequest};
use super::others::RoomNotice;
use super::state::GameRoom;
use crate::live::clock::Now;
use crate::live::game_state::{CommandResult, GameChange, LoggedEvent, PlayerCommand, SidePlayer};
use crate::live::game_time::TimeReading;
use crate::live::outbox::Outbox;
use crate::metrics;
use crate::store::{StoreError, StoredChange, UserId};

/// Events that can be replayed to a socket that reconnects.
const MAX_RECENT_EVENTS: usize = 64;

/// The socket that sent a request, and the request's number.
pub(super) type Requester<'a> = Option<(&'a Arc<Outbox>, u32)>;

/// Attempts at a request, where another server is faster or game time stands still meanwhile.
const ATTEMPTS: usize = 3;

/// Why a change was not committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotCommitted {
    Refused(RefusalCode),
    /// Another server has changed the game meanwhile, game time has stood still, or the change was too long on its
    /// way. The room knows it now, and another attempt may be made.
    Outdated,
}

impl From<RefusalCode> for NotCommitted {
    fn from(code: RefusalCode) -> Self {
        Self::Refused(code)
    }
}

impl GameRoom {
    pub(super) async fn handle_request(
        &mut self,
        outbox: &Arc<Outbox>,
        user: Option<UserId>,
        request: PlayerRequest,
        id: u32,
        at: Now,
    ) {
        let done = match self.live.side_of(user) {
            Some(side) => {
                self.from[side.index()] = Some(outbox.from);
                self.execute(side, request, at, Some((outbox, id))).await
            }
            None => Err(RefusalCode::NotYours),
        };
        if let Err(code) = done {
            outbox.send(&ServerMessage::Nak {
                id,
                code,
                version: self.live.version,
            });
        }
    }

    /// Executes a request of one side; the requester is answered before the spectators.
    pub(super) async fn execute(
        &mut self,
        by: Color,
        request: PlayerRequest,
        at: Now,
        requester: Requester<'_>,
    ) -> Result<(), RefusalCode> {
        let mut may_be_behind = true;
        for _ in 0..ATTEMPTS {
            let done = self.attempt(by, request.clone(), at, requester).await;
            match done {
                Ok(()) => return Ok(()),
                Err(NotCommitted::Refused(code)) => {
                    if !std::mem::take(&mut may_be_behind) || !self.catch_up_with_others().await {
                        return Err(code);
                    }
                }
                Err(NotCommitted::Outdated) => {}
            }
        }
        Err(RefusalCode::Busy)
    }

    async fn attempt(
        &mut self,
        by: Color,
        request: PlayerRequest,
        at: Now,
        requester: Requester<'_>,
    ) -> Result<(), NotCommitted> {
        let command = match request {
            PlayerRequest::Move { ply, uci, lag_ms } => {
                self.lag_ms[by.index()] = lag_ms;
                PlayerCommand::Move { ply, uci, lag_ms }
            }
            PlayerRequest::Act(act) => PlayerCommand::Act {
                act,
                may_claim: self.may_claim(by).await,
            },
        };
        let made = self.services.time.reading();
        // Game time may have gone back since.
        let at = at.min(made.now);
        let is_move = matches!(command, PlayerCommand::Move { .. });
        if is_move && self.may_get_time_back(at).await {
            return Err(RefusalCode::Busy.into());
        }
        match self.live.execute(by, &command, at)? {
            CommandResult::AlreadyDone => self.acknowledge(requester),
            CommandResult::Changed(mut change) => {
                // The time since the request came counts for neither side.
                change.begin_turn(made.now);
                self.commit(*change, made, requester).await?;
            }
            CommandResult::Rematch => self.start_rematch(requester).await?,
        }
        Ok(())
    }

    fn acknowledge(&self, requester: Requester<'_>) {
        if let Some((outbox, id)) = requester {
            outbox.send(&ServerMessage::Ack {
                id,
                version: self.live.version,
            });
        }
    }

    /// Stores a change that was made at a game time, then acknowledges and broadcasts it.
    pub(super) async fn commit(
        &mut self,
        change: GameChange,
        made: TimeReading,
        requester: Requester<'_>,
    ) -> Result<(), NotCommitted> {
        if self.is_closing() {
            return Err(RefusalCode::Busy.into());
        }
        // Without clocks the time has no part in a change.
        let made = change.live.clock.is_some().then_some(made);
        let asked = Instant::now();
        let stored = self
            .services
            .store
            .store_change(self.live.version, change.clone(), made);
        let stored = stored.await;
        self.settle(stored, change, requester, asked).await
    }

    /// Takes in what the store has made of a change, as it was asked for at an instant.
    pub(super) async fn settle(
        &mut self,
        stored: Result<StoredChange, StoreError>,
        change: GameChange,
        requester: Requester<'_>,
        asked: Instant,
    ) -> Result<(), NotCommitted> {
        match stored {
            Ok(StoredChange::Stored) => {
                self.apply_own_change(change, requester);
                Ok(())
            }
            Ok(StoredChange::OtherVersion) => {
                if !self.catch_up().await {
                    self.retry_later();
                }
                Err(NotCommitted::Outdated)
            }
            Ok(StoredChange::OtherTime(time)) => {
                self.services.time.hear(asked, time);
                Err(NotCommitted::Outdated)
            }
            Err(error) => Err(self.store_failed(&error).into()),
        }
    }

    pub(super) fn store_failed(&mut self, error: &StoreError) -> RefusalCode {
        tracing::error!(game = %self.live.link, %error, "a step of a live game was not kept");
        self.services.note_failed_write();
        self.retry_later();
        RefusalCode::Busy
    }

    /// Applies a change that this room has stored, and tells everybody.
    fn apply_own_change(&mut self, change: GameChange, requester: Requester<'_>) {
        for event in &change.events {
            if matches!(event, GameEvent::Moved { .. }) {
                metrics::moved();
            }
        }
        let notice = match change.notice() {
            Some(notice) => RoomNotice::Changed(notice),
            None => RoomNotice::Players,
        };
        self.apply_change(change, requester);
        self.tell_others(&notice);
    }

    /// Applies a change that has been stored.
    pub(super) fn apply_change(&mut self, change: GameChange, requester: Requester<'_>) {
        let mut change = change;
        change.begin_turn(self.now());
        let before = self.live.version;
        self.live = change.live;
        self.snapshot_text = None;
        self.acknowledge(requester);
        let clocks = change.clocks;
        for (version, event) in (before + 1..).zip(change.events) {
            self.broadcast_event(version, LoggedEvent { event, clocks });
        }
        self.update_lists();
    }

    /// Sends an event to every watcher.
    pub(super) fn broadcast_event(&mut self, version: u32, event: LoggedEvent) {
        let event = self.event_message(version, event);
        self.broadcast(event.clone());
        self.recent_events.push_back((version, event));
        while self.recent_events.len() > MAX_RECENT_EVENTS {
            self.recent_events.pop_front();
        }
    }

    /// Cancels the game if it is an open challenge.
    pub(super) async fn cancel_challenge(&mut self) -> CancelOutcome {
        let maker = self.live.side_where(|player| player.user().is_some());
        let (GameStage::Open, Some(maker)) = (self.live.stage, maker) else {
            return CancelOutcome::NotOpen;
        };
        match self
            .execute(
                maker,
                PlayerRequest::Act(PlayerAction::Abort),
                self.now(),
                None,
            )
            .await
        {
            Ok(()) => CancelOutcome::Canceled,
            Err(_) => CancelOutcome::Unavailable,
        }
    }

    async fn start_rematch(&mut self, requester: Requester<'_>) -> Result<(), NotCommitted> {
        if self.is_closing() {
            return Err(RefusalCode::Busy.into());
        }
        match self.services.store.store_rematch(self.live.clone()).await {
            Ok(Some(change)) => {
                self.apply_own_change(change, requester);
                Ok(())
            }
            Ok(None) => {
                self.catch_up().await;
                Err(NotCommitted::Outdated)
            }
            Err(error) => Err(self.store_failed(&error).into()),
        }
    }

    pub(super) async fn join(
        &mut self,
        user: UserId,
        name: Option<String>,
    ) -> Result<(), RefusalCode> {
        if self.live.side_of(Some(user)).is_some() {
            return Ok(());
        }
        for _ in 0..ATTEMPTS {
            let made = self.services.time.reading();
            let change = self.live.joined(user, name.clone(), made.now)?;
            match self.commit(change, made, None).await {
                Ok(()) => {
                    // Every watcher gets a snapshot, since the players have changed.
                    self.broadcast_snapshot();
                    return Ok(());
                }
                Err(NotCommitted::Refused(code)) => return Err(code),
                Err(NotCommitted::Outdated) => {}
            }
        }
        Err(RefusalCode::Busy)
    }

    pub(super) async fn replace_player(&mut self, was: UserId, now: &SidePlayer) {
        if *now == SidePlayer::Gone
            && let Some(side) = self.live.side_of(Some(was))
        {
            // Exactly one of the two applies to a game in progress, neither to a finished one.
            for act in [PlayerAction::Abort, PlayerAction::Resign] {
                let at = self.now();
                self.execute(side, PlayerRequest::Act(act), at, None)
                    .await
                    .ok();
            }
        }
        let mut changed = false;
        for side in &mut self.live.players {
            if side.user() == Some(was) {
                *side = now.clone();
                changed = true;
            }
        }
        if let Some(id) = now.user() {
            for watcher in self.watchers.values_mut() {
                if watcher.user == Some(was) {
                    watcher.user = Some(id);
                }
            }
        }
        if changed {
            // A version without an event, so that nobody goes on with the players as they were.
            let made = self.services.time.reading();
            let change = self.live.with_other_players(made.now);
            self.commit(change, made, None).await.ok();
            self.broadcast_snapshot();
        }
    }
}
