//! Other servers on which the same game is watched or played: what they have changed, and what they hear
//! of this room's changes.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;
use wire::live::GameLink;
use wire::live::game_view::{GameStage, OpenOffers};
use wire::live::protocol::ServerMessage;

use super::command::{RoomCommand, RoomHandle};
use super::state::GameRoom;
use crate::bus::{Bus, Listening};
use crate::live::clock::Now;
use crate::live::game_state::{ChangeNotice, LiveGame, LoggedEvent, begins_turn};
use crate::live::outbox::serialized;
use crate::live::presence::Presence;

/// How often a room asks the store whether another server knows more.
pub(super) const ASK_OTHERS_EVERY: Duration = Duration::from_millis(500);

/// What other servers have changed is found so much later at most, milliseconds, where their notice was lost.
const MAX_LEARNED_LATE_MS: Now = 2_000;

/// The topic of a game.
fn topic(link: &GameLink) -> String {
    format!("game.{link}")
}

/// What rooms of a game tell each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoomNotice {
    /// A change was stored.
    Changed(ChangeNotice),
    /// The players have changed.
    Players,
    /// A player has connected, or left.
    Seats,
}

/// Passes on to a room what other servers tell of its game. What does not fit into its queue it finds in
/// the store.
pub fn listen(bus: &dyn Bus, link: &GameLink, room: &RoomHandle) -> Listening {
    let room = room.downgrade();
    let deliver = move |message: Bytes| {
        let Some(room) = room.upgrade() else { return };
        let command = match serde_json::from_slice(&message) {
            Ok(RoomNotice::Changed(notice)) => RoomCommand::Changed(notice),
            Ok(RoomNotice::Seats) => RoomCommand::ReadSeats,
            // Another version of the program may have sent it.
            Ok(RoomNotice::Players) | Err(_) => RoomCommand::CatchUp,
        };
        room.try_send(command).ok();
    };
    bus.listen(&topic(link), Arc::new(deliver))
}

impl GameRoom {
    /// Tells other servers of something.
    pub(super) fn tell_others(&self, notice: &RoomNotice) {
        // Notices always serialize.
        let message = serde_json::to_vec(notice).unwrap_or_default();
        let bus = &self.services.bus;
        bus.tell(&topic(&self.live.link), message.into());
    }

    /// Takes in what another server has changed.
    pub(super) async fn follow(&mut self, notice: ChangeNotice) {
        if notice.before < self.live.version {
            return;
        }
        match self.live.follow(notice) {
            Some(change) => self.apply_change(change, None),
            None => {
                self.catch_up().await;
            }
        }
    }

    /// Takes in the game as it is stored; false if it is the same, or cannot be read.
    pub(super) async fn catch_up(&mut self) -> bool {
        match self.services.load(&self.live.link).await {
            // An earlier version, too: a database may have lost its last changes.
            Ok(Some(live)) if live.version != self.live.version => self.go_on_with(live).await,
            Ok(Some(_)) => return false,
            Ok(None) => self.end_of_deleted_game(),
            Err(error) => {
                tracing::warn!(game = %self.live.link, %error, "a live game could not be read");
                return false;
            }
        }
        true
    }

    /// Whether this room knows all that is stored, after it has asked; false if the store could not be asked. Anybody
    /// can cause that, so it is asked as rarely as by [`GameRoom::catch_up_with_others`].
    pub(super) async fn is_up_to_date(&mut self) -> bool {
        if !self.may_ask_others() {
            return false;
        }
        let link = std::slice::from_ref(&self.live.link);
        match self.services.store.versions(link).await {
            Ok(stored) if matches!(&stored[..], [(_, _, version)] if *version == self.live.version) => {
                true
            }
            Ok(_) => self.catch_up().await,
            Err(_) => false,
        }
    }

    /// Whether the store may be asked what others know, and notes that it is.
    fn may_ask_others(&mut self) -> bool {
        let is_soon = |asked: Instant| asked.elapsed() < ASK_OTHERS_EVERY;
        if self.asked_others_at.is_some_and(is_soon) {
            return false;
        }
        self.asked_others_at = Some(Instant::now());
        true
    }

    /// The same where another server may know more than this room: somebody comes from there, or is refused
    /// what may be right. Anybody can cause that, so the store is not asked more often than now and then.
    pub(super) async fn catch_up_with_others(&mut self) -> bool {
        if !self.services.store.is_shared() || !self.may_ask_others() {
            return false;
        }
        let link = std::slice::from_ref(&self.live.link);
        match self.services.store.versions(link).await {
            Ok(stored) if matches!(&stored[..], [(_, _, version)] if *version == self.live.version) => {
                false
            }
            _ => self.catch_up().await,
        }
    }

    async fn go_on_with(&mut self, live: LiveGame) {
        let known = self.live.version;
        let logged = match live.version > known {
            true => self.logged_between(&live, known).await,
            false => None,
        };
        self.live = live;
        self.snapshot_text = None;
        let turn = self.live.turn();
        if self.presence.is_here(turn) {
            self.begin_turn_late(logged.as_deref());
            self.start_clock_of(turn).await;
        }
        let Some(logged) = logged else {
            return self.broadcast_snapshot();
        };
        for (version, event) in (known + 1..).zip(logged) {
            self.broadcast_event(version, event);
        }
        self.update_lists();
    }

    /// Has a turn begin now whose player is here and learns only now that it has begun.
    fn begin_turn_late(&mut self, logged: Option<&[LoggedEvent]>) {
        let begins = |logged: &LoggedEvent| begins_turn(&logged.event);
        if logged.is_some_and(|logged| logged.iter().any(begins)) {
            let since = self.live.turn_since;
            let began = self.now().clamp(since, since + MAX_LEARNED_LATE_MS);
            self.live.begin_turn(began);
        }
    }

    /// What is stored of the events between the version `known` and a later state of the game; `None` if not
    /// all of them are.
    pub(super) async fn logged_between(
        &self,
        live: &LiveGame,
        known: u32,
    ) -> Option<Vec<LoggedEvent>> {
        let store = &self.services.store;
        let logged = store.events_between(live.id, known, live.version).await;
        logged.unwrap_or_else(|error| {
            tracing::warn!(game = %live.link, %error, "events could not be read");
            None
        })
    }

    fn end_of_deleted_game(&mut self) {
        let gone = serialized(&ServerMessage::Gone {
            game: self.live.link.clone(),
        });
        self.broadcast(gone);
        self.watchers.clear();
        // A deleted game needs no timer and no presence.
        self.live.stage = GameStage::Aborted;
        self.live.offers = OpenOffers::default();
        self.live.clock = None;
        self.presence = Presence::new(self.live.control, self.now());
        self.update_lists();
    }
}
