//! Who watches a game, and what they are told.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use engine::rules::Color;
use wire::live::{
    game_view::{Clocks, GameStage},
    protocol::{OpenChallenge, ServerMessage},
};

use super::state::{Room, Watcher};
use crate::{
    live::{
        clock::FREE_PLIES,
        game_state::Seat,
        lobby::Listed,
        now,
        outbox::{Outbox, SocketId, written},
    },
    store::UserId,
};

/// Who has missed more than this gets the whole game: it is less, and fits where messages wait.
const MOST_MISSED: usize = 32;

impl Room {
    pub(super) fn watch(
        &mut self,
        outbox: Arc<Outbox>,
        user: Option<UserId>,
        version: Option<u32>,
    ) {
        let seat = self.table.seat_of(user);
        let watcher = Watcher {
            outbox: Arc::clone(&outbox),
            user,
            seat,
        };
        let before = self.watchers.insert(outbox.id, watcher);
        self.bring_up_to_date(&outbox, seat, version);
        if let Some(seat) = seat {
            self.from[seat.index()] = Some(outbox.from);
        }
        let counted = before.map(|before| before.seat);
        if counted != Some(seat) {
            if let Some(counted) = counted {
                self.presence.went(counted, false, now());
            }
            self.presence.came(seat);
            if let Some(seat) = seat {
                self.is_back(seat);
            }
        }
        outbox.push(self.presence_told());
    }

    /// Tells what was missed since `version`, or everything.
    fn bring_up_to_date(&mut self, outbox: &Outbox, seat: Option<Color>, version: Option<u32>) {
        let missed = version.and_then(|known| self.since(known));
        match missed {
            Some(missed) => missed.for_each(|event| outbox.push(event)),
            None if seat.is_some() => outbox.tell(&self.snapshot(seat)),
            None => {
                let whole = match self.whole.take() {
                    Some(whole) => whole,
                    None => written(&self.snapshot(None)),
                };
                outbox.push(self.whole.insert(whole).clone());
            }
        }
        // A whole game may have been written a while ago; the clocks went on.
        outbox.tell(&ServerMessage::Synced {
            game: self.table.link.clone(),
            version: self.table.version,
            clocks: self.clocks(),
            seat,
        });
    }

    /// The events after a version, if all of them are remembered.
    fn since(&self, known: u32) -> Option<impl Iterator<Item = Utf8Bytes> + use<>> {
        let missed = usize::try_from(self.table.version.checked_sub(known)?).ok()?;
        if missed > MOST_MISSED {
            return None;
        }
        let from = self.told.len().checked_sub(missed)?;
        let events: Vec<_> = self
            .told
            .range(from..)
            .map(|(_, event)| event.clone())
            .collect();
        Some(events.into_iter())
    }

    fn snapshot(&self, seat: Option<Color>) -> ServerMessage {
        ServerMessage::Snapshot {
            view: Box::new(self.table.view(now())),
            seat,
        }
    }

    pub(super) fn clocks(&self) -> Option<Clocks> {
        let clock = self.table.clock.as_ref()?;
        Some(clock.reading(self.table.turn(), now()))
    }

    pub(super) fn leave(&mut self, socket: SocketId, goodbye: bool) {
        let Some(watcher) = self.watchers.remove(&socket) else {
            return;
        };
        self.presence.went(watcher.seat, goodbye, now());
        if watcher.seat.is_some() {
            self.show_in_lobby();
            self.tell_presence();
        }
    }

    /// A player is here again, be it after a restart: now their clock may run.
    fn is_back(&mut self, seat: Color) {
        let playing = self.table.stage == GameStage::Playing && self.table.game.ply() >= FREE_PLIES;
        if playing
            && seat == self.table.turn()
            && let Some(clock) = &mut self.table.clock
        {
            clock.start(now());
        }
        self.show_in_lobby();
        self.tell_presence();
    }

    /// Everybody gets the game as it is, and is counted again.
    pub(super) fn tell_whole(&mut self) {
        self.told.clear();
        self.whole = None;
        let watchers: Vec<_> = self
            .watchers
            .values_mut()
            .map(|watcher| {
                watcher.seat = self.table.seat_of(watcher.user);
                (Arc::clone(&watcher.outbox), watcher.seat)
            })
            .collect();
        let seats = watchers.iter().map(|(_, seat)| *seat);
        self.presence.count_again(seats, now());
        for (outbox, seat) in watchers {
            self.bring_up_to_date(&outbox, seat, None);
        }
        self.show_in_lobby();
        self.tell_presence();
    }

    fn presence_told(&self) -> Utf8Bytes {
        written(&self.presence.tell(&self.table, now()))
    }

    pub(super) fn tell_presence(&mut self) {
        self.presence.told(now());
        let presence = self.presence_told();
        self.tell_all(presence);
    }

    pub(super) fn tell_all(&self, message: Utf8Bytes) {
        for watcher in self.watchers.values() {
            watcher.outbox.push(message.clone());
        }
    }

    pub(super) fn lobby_key(&self) -> (i64, i64) {
        (self.table.created_ms, self.table.id)
    }

    /// A game is listed while it is open and whoever made it waits there.
    pub(super) fn show_in_lobby(&self) {
        let seats = self.table.seats.iter().zip(self.from);
        let maker = seats.into_iter().find_map(|(seat, from)| match seat {
            Seat::User { name, .. } => Some((name, from)),
            _ => None,
        });
        let free = [Color::White, Color::Black]
            .into_iter()
            .find(|color| *self.table.seat(*color) == Seat::Nobody);
        let waits = free.is_some_and(|free| self.presence.is_here(!free));
        match (maker, free) {
            (Some((by, from)), Some(color))
                if self.table.stage == GameStage::Open && self.table.listed && waits =>
            {
                let challenge = OpenChallenge {
                    game: self.table.link.clone(),
                    by: by.clone(),
                    color,
                    control: self.table.control,
                    from_position: self.table.start_fen.is_some(),
                };
                self.services
                    .lobby
                    .open(self.lobby_key(), Listed { challenge, from });
            }
            _ => self.services.lobby.close(self.lobby_key()),
        }
    }
}
