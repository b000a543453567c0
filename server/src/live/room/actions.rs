//! Player commands: decided by the game's state, stored, acknowledged, broadcast.

use std::sync::Arc;

use engine::rules::Color;
use wire::live::game_view::{GameStage, OpenOffers};
use wire::live::protocol::{GameEvent, PlayerAction, RefusalCode, ServerMessage};

use super::command::{CancelOutcome, PlayerRequest};
use super::state::{GameRoom, RETRY_MS, resumed};
use crate::live::clock::Now;
use crate::live::game_state::{CommandResult, GameChange, PlayerCommand, SidePlayer};
use crate::live::now;
use crate::live::outbox::{Outbox, serialized};
use crate::live::presence::Presence;
use crate::metrics;
use crate::store::{StoreError, UserId};

/// Events that can be replayed to a socket that reconnects.
const MAX_RECENT_EVENTS: usize = 64;

/// The socket that sent a request, and the request's number.
pub(super) type Requester<'a> = Option<(&'a Arc<Outbox>, u32)>;

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
        let command = match request {
            PlayerRequest::Move { ply, uci, lag_ms } => {
                self.lag_ms[by.index()] = lag_ms;
                PlayerCommand::Move { ply, uci, lag_ms }
            }
            PlayerRequest::Act(act) => PlayerCommand::Act {
                act,
                may_claim: self.presence.may_claim(&self.live, by, now()),
            },
        };
        match self.live.execute(by, &command, at)? {
            CommandResult::AlreadyDone => self.acknowledge(requester),
            CommandResult::Changed(change) => self.commit(*change, requester).await?,
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

    /// Stores a change, then acknowledges and broadcasts it.
    pub(super) async fn commit(
        &mut self,
        change: GameChange,
        requester: Requester<'_>,
    ) -> Result<(), RefusalCode> {
        if self.is_closing() {
            return Err(RefusalCode::Busy);
        }
        let kept = self
            .services
            .store
            .store_change(self.live.version, change.clone());
        match kept.await {
            Ok(true) => {
                self.apply_change(change, requester);
                Ok(())
            }
            Ok(false) => {
                self.reload().await;
                Err(RefusalCode::Busy)
            }
            Err(error) => Err(self.store_failed(&error)),
        }
    }

    fn store_failed(&mut self, error: &StoreError) -> RefusalCode {
        tracing::error!(game = %self.live.link, %error, "a step of a live game was not kept");
        self.retry_at = now() + RETRY_MS;
        RefusalCode::Busy
    }

    /// Applies a change that has been stored.
    fn apply_change(&mut self, change: GameChange, requester: Requester<'_>) {
        let before = self.live.version;
        self.live = change.live;
        self.snapshot_text = None;
        let turned = |event: &GameEvent| {
            matches!(event, GameEvent::Moved { .. } | GameEvent::TakenBack { .. })
        };
        if change.events.iter().any(turned) {
            self.live.turn_since = now();
            if let Some(clock) = &mut self.live.clock {
                clock.start_over(now());
            }
        }
        self.acknowledge(requester);
        let clocks = self.clocks();
        for (version, event) in (before + 1..).zip(change.events) {
            if matches!(event, GameEvent::Moved { .. }) {
                metrics::moved();
            }
            let event = serialized(&ServerMessage::Event {
                game: self.live.link.clone(),
                version,
                event,
                clocks,
            });
            self.broadcast(event.clone());
            self.recent_events.push_back((version, event));
        }
        while self.recent_events.len() > MAX_RECENT_EVENTS {
            self.recent_events.pop_front();
        }
        self.update_lists();
    }

    /// Cancels the game if it is an open challenge.
    pub(super) async fn cancel_challenge(&mut self) -> CancelOutcome {
        let maker = self.live.side_where(|player| player.user().is_some());
        let (GameStage::Open, Some(maker)) = (self.live.stage, maker) else {
            return CancelOutcome::NotOpen;
        };
        match self
            .execute(maker, PlayerRequest::Act(PlayerAction::Abort), now(), None)
            .await
        {
            Ok(()) => CancelOutcome::Canceled,
            Err(_) => CancelOutcome::Unavailable,
        }
    }

    async fn start_rematch(&mut self, requester: Requester<'_>) -> Result<(), RefusalCode> {
        if self.is_closing() {
            return Err(RefusalCode::Busy);
        }
        match self.services.store.store_rematch(self.live.clone()).await {
            Ok(Some(change)) => {
                self.apply_change(change, requester);
                Ok(())
            }
            Ok(None) => {
                self.reload().await;
                Err(RefusalCode::Busy)
            }
            Err(error) => Err(self.store_failed(&error)),
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
        let change = self.live.joined(user, name, now())?;
        self.commit(change, None).await?;
        // Every watcher gets a snapshot, since the players have changed.
        self.broadcast_snapshot();
        Ok(())
    }

    /// Loads the game again after another writer has changed it, and broadcasts it.
    async fn reload(&mut self) {
        match self.services.store.live(&self.live.link, now()).await {
            Ok(Some(live)) => {
                self.live = resumed(live, now());
                self.broadcast_snapshot();
            }
            Ok(None) => {
                let gone = serialized(&ServerMessage::Gone {
                    game: self.live.link.clone(),
                });
                self.broadcast(gone);
                self.watchers.clear();
                // A deleted game needs no timer and no presence.
                self.live.stage = GameStage::Aborted;
                self.live.offers = OpenOffers::default();
                self.live.clock = None;
                self.presence = Presence::new(self.live.control, now());
                self.update_lists();
            }
            Err(error) => drop(self.store_failed(&error)),
        }
    }

    pub(super) async fn replace_player(&mut self, was: UserId, now: &SidePlayer) {
        if *now == SidePlayer::Gone
            && let Some(side) = self.live.side_of(Some(was))
        {
            // Exactly one of the two applies to a game in progress, neither to a finished one.
            for act in [PlayerAction::Abort, PlayerAction::Resign] {
                let at = crate::live::now();
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
            self.broadcast_snapshot();
        }
    }
}
