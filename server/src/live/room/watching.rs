//! The sockets that watch a game.

use std::sync::{Arc, Weak};

use axum::extract::ws::Utf8Bytes;
use engine::rules::Color;
use wire::live::game_view::{Clocks, GameStage};
use wire::live::protocol::ServerMessage;

use super::command::RoomCommand;
use super::others::ASK_OTHERS_EVERY;
use super::state::{GameRoom, Watcher};
use crate::live::clock::FREE_PLIES;
use crate::live::game_state::LoggedEvent;
use crate::live::outbox::{Outbox, SocketId, serialized};
use crate::store::UserId;

/// A socket that missed more events gets a snapshot, which is smaller and fits its outbox.
const MAX_MISSED: usize = 32;

impl GameRoom {
    pub(super) async fn watch(
        &mut self,
        outbox: Arc<Outbox>,
        user: Option<UserId>,
        version: Option<u32>,
    ) {
        let is_behind = version.is_some_and(|known| known > self.live.version);
        if is_behind && self.services.store.is_shared() && !self.is_up_to_date().await {
            return self.watch_later(&outbox, user, version);
        }
        let side = self.live.side_of(user);
        let watcher = Watcher {
            outbox: Arc::clone(&outbox),
            user,
            side,
        };
        let before = self.watchers.insert(outbox.id, watcher);
        let missed = match version {
            Some(known) => self.since(known).await,
            None => None,
        };
        self.send_missed(&outbox, side, missed);
        if let Some(side) = side {
            self.from[side.index()] = Some(outbox.from);
        }
        let counted = before.map(|before| before.side);
        if counted != Some(side) {
            if let Some(counted) = counted {
                self.presence.disconnected(counted, false, self.now());
            }
            let returns = side.filter(|side| !self.presence.is_here(*side));
            self.presence.connected(side);
            if let Some(side) = returns {
                self.note_return(side).await;
            }
            if let Some(side) = side {
                self.player_returned(side).await;
            }
        }
        outbox.push(self.presence_message());
    }

    /// Has a socket watch a little later, that knows more than this room and is not to be shown less.
    fn watch_later(&mut self, outbox: &Arc<Outbox>, user: Option<UserId>, version: Option<u32>) {
        if !self.ahead.insert(outbox.id) {
            return;
        }
        let (services, link) = (self.services.clone(), self.live.link.clone());
        let outbox = Arc::downgrade(outbox);
        let by = Arc::downgrade(&self.token);
        tokio::spawn(async move {
            tokio::time::sleep(ASK_OTHERS_EVERY).await;
            // A socket that is gone does not come again.
            let Some(outbox) = outbox.upgrade() else {
                return;
            };
            let again = RoomCommand::WatchAgain {
                by,
                outbox: Arc::clone(&outbox),
                user,
                version,
            };
            let is_sent = match services.rooms.open(&link) {
                Some(room) => room.send(again).await.is_ok(),
                None => false,
            };
            if !is_sent {
                // The room has ended: the socket asks for another one.
                outbox.resubscribe();
            }
        });
    }

    /// The same socket once more, unless it has left meanwhile. One that came to another room of the game, which
    /// has ended, asks again for what it watches still.
    pub(super) async fn watch_again(
        &mut self,
        by: &Weak<()>,
        outbox: Arc<Outbox>,
        user: Option<UserId>,
        version: Option<u32>,
    ) {
        if self.ahead.remove(&outbox.id) {
            self.watch(outbox, user, version).await;
        } else if !Weak::ptr_eq(by, &Arc::downgrade(&self.token)) {
            outbox.resubscribe();
        }
    }

    /// Sends missed events, or a snapshot.
    fn send_missed(
        &mut self,
        outbox: &Outbox,
        side: Option<Color>,
        missed: Option<Vec<Utf8Bytes>>,
    ) {
        match missed {
            Some(missed) => missed.into_iter().for_each(|event| outbox.push(event)),
            None if side.is_some() => outbox.send(&self.snapshot(side)),
            None => {
                let snapshot_text = match self.snapshot_text.take() {
                    Some(snapshot_text) => snapshot_text,
                    None => serialized(&self.snapshot(None)),
                };
                outbox.push(self.snapshot_text.insert(snapshot_text).clone());
            }
        }
        // A cached snapshot has outdated clocks.
        outbox.send(&ServerMessage::Synced {
            game: self.live.link.clone(),
            version: self.live.version,
            clocks: self.clocks(),
            seat: side,
        });
    }

    /// The events since a version, if they are few and all of them are kept.
    async fn since(&self, known: u32) -> Option<Vec<Utf8Bytes>> {
        let missed = usize::try_from(self.live.version.checked_sub(known)?).ok()?;
        if missed > MAX_MISSED {
            return None;
        }
        match self.recent_events.len().checked_sub(missed) {
            Some(from) => {
                let events = self.recent_events.range(from..);
                Some(events.map(|(_, event)| event.clone()).collect())
            }
            None => self.stored_since(known).await,
        }
    }

    /// The same from the store: what has happened before this room was opened.
    async fn stored_since(&self, known: u32) -> Option<Vec<Utf8Bytes>> {
        let events = self.logged_between(&self.live, known).await?;
        let versions = known + 1..;
        let message = |(version, event)| self.event_message(version, event);
        Some(versions.zip(events).map(message).collect())
    }

    /// An event as the sockets get it.
    pub(super) fn event_message(
        &self,
        version: u32,
        LoggedEvent { event, clocks }: LoggedEvent,
    ) -> Utf8Bytes {
        serialized(&ServerMessage::Event {
            game: self.live.link.clone(),
            version,
            event,
            clocks,
        })
    }

    fn snapshot(&self, side: Option<Color>) -> ServerMessage {
        ServerMessage::Snapshot {
            view: Box::new(self.live.view(self.now())),
            seat: side,
        }
    }

    pub(super) fn clocks(&self) -> Option<Clocks> {
        let clock = self.live.clock.as_ref()?;
        Some(clock.reading(self.now()))
    }

    pub(super) fn leave(&mut self, socket: SocketId, goodbye: bool) {
        self.ahead.remove(&socket);
        let Some(watcher) = self.watchers.remove(&socket) else {
            return;
        };
        self.presence
            .disconnected(watcher.side, goodbye, self.now());
        if watcher.side.is_some() {
            self.update_lists();
            self.broadcast_presence();
        }
    }

    /// Starts the clock of a player who has connected again.
    async fn player_returned(&mut self, side: Color) {
        self.start_clock_of(side).await;
        self.update_lists();
        self.broadcast_presence();
    }

    /// Ends the pause of a side's clock if it is to move.
    pub(super) async fn start_clock_of(&mut self, side: Color) {
        let playing = self.live.stage == GameStage::Playing && self.live.game.ply() >= FREE_PLIES;
        // This server may not have heard yet how late it is.
        let now = self.now().max(self.live.turn_since);
        let is_due = playing && side == self.live.turn();
        let Some(clock) = self.live.clock.as_mut().filter(|_| is_due) else {
            return;
        };
        if clock.running_since().is_none_or(|since| now < since) {
            clock.start(side, now);
            // After another restart an engine player's turn begins anew.
            if self.live.player(side).engine().is_none() {
                self.store_clock().await;
            }
        }
    }

    /// Sends a snapshot to every watcher and counts presence anew.
    pub(super) fn broadcast_snapshot(&mut self) {
        self.recent_events.clear();
        self.snapshot_text = None;
        let watchers: Vec<_> = self
            .watchers
            .values_mut()
            .map(|watcher| {
                watcher.side = self.live.side_of(watcher.user);
                (Arc::clone(&watcher.outbox), watcher.side)
            })
            .collect();
        let players = watchers.iter().map(|(_, side)| *side);
        self.presence.recount(players, self.now());
        for (outbox, side) in watchers {
            self.send_missed(&outbox, side, None);
        }
        self.update_lists();
        self.broadcast_presence();
    }

    fn presence_message(&self) -> Utf8Bytes {
        serialized(&self.presence.message(&self.live, self.now()))
    }

    pub(super) fn broadcast_presence(&mut self) {
        self.presence.mark_sent(self.now());
        let presence = self.presence_message();
        self.broadcast(presence);
    }

    pub(super) fn broadcast(&self, message: Utf8Bytes) {
        for watcher in self.watchers.values() {
            watcher.outbox.push(message.clone());
        }
    }
}
