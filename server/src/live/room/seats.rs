//! Where the players are connected: what this room writes down of it, and what it finds of other servers.

use engine::rules::Color;
use tokio::time::Instant;

use super::actions::NotCommitted;
use super::known_seats::Return;
use super::state::GameRoom;
use crate::live::clock::{FREE_PLIES, Now};
use crate::live::game_time::TimeReading;
use crate::live::presence::Elsewhere;
use crate::live::seat::{Leave, Seat};

/// The most that a player is given back for a server that was lost, milliseconds.
const MAX_GIVEN_MS: Now = 5_000;

/// A flag of a player who is connected to another server is left to that server for so long, milliseconds:
/// only there it is known when the player was told of the turn.
const OTHERS_FLAG_MS: Now = 5_000;

impl GameRoom {
    /// Notes that a player has connected, who was not connected here.
    pub(super) fn note_return(&mut self, side: Color) {
        let runs = self.live.turn() == side && self.live.game.ply() >= FREE_PLIES;
        let clock = self.live.clock.as_ref().filter(|_| runs);
        self.seats.returned[side.index()] = Some(Return {
            at: self.now(),
            turn_since: clock.and_then(|clock| clock.running_since()),
        });
    }

    /// Whether this side may claim the game.
    pub(super) async fn may_claim(&mut self, by: Color) -> bool {
        if !self.presence.may_claim(&self.live, by, self.now()) {
            return false;
        }
        if self.services.store.is_shared() {
            // The opponent may have connected to another server just now.
            self.read_seats().await;
        }
        self.presence.may_claim(&self.live, by, self.now())
    }

    /// How long a flag of the side to move is left to another server, milliseconds.
    pub(super) fn flag_wait(&self) -> Now {
        let turn = self.live.turn();
        let mut elsewhere = self.seats.elsewhere.iter();
        let is_elsewhere = elsewhere.any(|seat| seat.side == turn && seat.left.is_none());
        match is_elsewhere && !self.presence.is_here(turn) {
            true => OTHERS_FLAG_MS,
            false => 0,
        }
    }

    /// Whether the store knows who is connected here.
    pub(super) fn seats_are_stored(&self) -> bool {
        !self.services.store.is_shared()
            || Color::ALL
                .into_iter()
                .all(|side| self.presence.is_here(side) == self.seats.stored[side.index()])
    }

    /// Writes down who is connected here, where other servers have to know.
    pub(super) async fn store_seats(&mut self) {
        if self.seats_are_stored() || !self.may_retry() {
            return;
        }
        for side in Color::ALL {
            let is_here = self.presence.is_here(side);
            if is_here == self.seats.stored[side.index()] {
                continue;
            }
            let (store, server) = (&self.services.store, self.services.server.clone());
            let leave = Leave {
                at: self.now(),
                goodbye: self.presence.has_said_goodbye(side),
            };
            let stored = match is_here {
                true => store.take_seat(self.live.id, side, server).await,
                false => store.leave_seat(self.live.id, side, server, leave).await,
            };
            match stored {
                Ok(()) => self.seats.stored[side.index()] = is_here,
                Err(error) => drop(self.store_failed(&error)),
            }
        }
        self.tell_others(None);
    }

    /// Reads who is connected to other servers.
    pub(super) async fn read_seats(&mut self) {
        match self.services.seats_elsewhere(self.live.id).await {
            Ok(seats) => self.take_in_seats(seats).await,
            Err(error) => {
                tracing::warn!(game = %self.live.link, %error, "who is connected elsewhere could not be read");
            }
        }
    }

    /// Takes in who is connected to other servers.
    pub(super) async fn take_in_seats(&mut self, seats: Vec<Seat>) {
        self.seats.elsewhere = seats;
        let now = self.now();
        self.presence.set_elsewhere(Color::ALL.map(|side| {
            let of_side = self.seats.elsewhere.iter().filter(|seat| seat.side == side);
            of_side.fold(Elsewhere::default(), |all, seat| match seat.end(now) {
                None => Elsewhere {
                    is_connected: true,
                    ..all
                },
                Some(leave) => Elsewhere {
                    left: all
                        .left
                        .into_iter()
                        .chain([leave])
                        .max_by_key(|leave| leave.at),
                    ..all
                },
            })
        }));
        self.update_lists();
        self.answer_for_lost_seats().await;
    }

    /// Gives players who have come here from a server that was lost the time back that it cost them.
    async fn answer_for_lost_seats(&mut self) {
        let now = self.now();
        let lost = self.seats.elsewhere.iter().filter(|seat| seat.is_lost(now));
        let here = lost.filter(|seat| self.presence.is_here(seat.side));
        for seat in here.cloned().collect::<Vec<_>>() {
            let Some(back) = self.seats.returned[seat.side.index()] else {
                continue;
            };
            // Lost after the player had come here: a connection beside this one.
            let given = back
                .turn_since
                .filter(|_| seat.seen < back.at)
                .map(|since| {
                    let from = since.max(seat.seen);
                    back.at.saturating_sub(from).min(MAX_GIVEN_MS)
                });
            let given = given.and_then(|ms| u32::try_from(ms).ok()).unwrap_or(0);
            if !self.give_back(&seat, given).await {
                // It is tried again when the seats are read next.
                return;
            }
            self.seats.elsewhere.retain(|known| *known != seat);
        }
    }

    async fn give_back(&mut self, seat: &Seat, ms: u32) -> bool {
        let game = self.live.id;
        let TimeReading { now, stood } = self.services.time.reading();
        let change = match ms {
            0 => None,
            _ => self.live.time_given(seat.side, ms, now),
        };
        let store = &self.services.store;
        let Some(change) = change else {
            let forgotten = store.forget_lost_seat(game, seat.clone()).await;
            return forgotten.is_ok();
        };
        let (version, asked) = (self.live.version, Instant::now());
        let stored = store.store_for_lost_seat(version, change.clone(), Some(stood), seat.clone());
        let stored = stored.await;
        match self.settle(stored, change, None, asked).await {
            Ok(()) => true,
            Err(NotCommitted::Refused(_) | NotCommitted::Outdated) => false,
        }
    }
}
