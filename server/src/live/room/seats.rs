//! Where the players are connected: what this room writes down of it, and what it finds of other servers.

use engine::rules::Color;
use tokio::time::Instant;

use super::actions::NotCommitted;
use super::command::RoomCommand;
use super::known_seats::{LostSeats, Return};
use super::state::GameRoom;
use crate::live::clock::{FREE_PLIES, Now};
use crate::live::live_store::LiveStore;
use crate::live::seat::{Leave, Seat, ServerId};
use crate::store::StoreError;

/// The most that a player is given back for a server that was lost, milliseconds.
const MAX_GIVEN_MS: Now = 5_000;

/// A flag is left to the server of its player for so long, milliseconds: until a server is known to be lost
/// and what it has cost is given back.
const FLAG_WAIT_MS: Now = 8_000;

/// Only who stays away for so long has left, milliseconds: pages are loaded again.
const LEAVE_DELAY_MS: Now = 1_000;

impl GameRoom {
    /// Notes that a player has connected, who was not connected here, and reads from where.
    pub(super) async fn note_return(&mut self, side: Color) {
        let runs = self.live.turn() == side && self.live.game.ply() >= FREE_PLIES;
        let clock = self.live.clock.as_ref().filter(|_| runs);
        let back = Return {
            at: self.now(),
            turn_since: clock.and_then(|clock| clock.running_since()),
        };
        self.seats.note_return(side, back);
        if self.services.store.is_shared() {
            self.read_seats().await;
        }
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
        match self.seats.is_waited_for(turn, self.presence.is_here(turn)) {
            true => FLAG_WAIT_MS,
            false => 0,
        }
    }

    /// Whether the time of the side to move is over at `at`, though it may be given back; asks the store whether
    /// it is.
    pub(super) async fn may_get_time_back(&mut self, at: Now) -> bool {
        for is_first in [true, false] {
            let lag = self.lag_ms[self.live.turn().index()];
            let is_over = self.live.due(lag).is_some_and(|due| due <= at);
            if !is_over || self.flag_wait() == 0 {
                return false;
            }
            if is_first {
                self.read_seats().await;
            }
        }
        true
    }

    /// Whether the store knows who is connected here.
    pub(super) fn seats_are_stored(&self) -> bool {
        // What a server has not written when it ends was lost with it.
        !self.services.store.is_shared()
            || self.is_closing()
            || !self.seats.is_writing && self.seats.stored == self.seats_here()
    }

    /// The sides that are connected here, or were just now.
    fn seats_here(&self) -> [bool; 2] {
        Color::ALL.map(|side| {
            let left_at = self.presence.here_until(side);
            self.presence.is_here(side)
                || self.seats.stored[side.index()] && left_at + LEAVE_DELAY_MS > self.now()
        })
    }

    /// When seats are to be written; `None` if there is nothing to write.
    pub(super) fn seats_due(&self) -> Option<Instant> {
        if self.is_closing() {
            return None;
        }
        if self.seats_are_stored() {
            let waits =
                |side: &Color| self.seats.stored[side.index()] && !self.presence.is_here(*side);
            let waiting = Color::ALL.into_iter().filter(waits);
            let until = waiting.map(|side| self.presence.here_until(side) + LEAVE_DELAY_MS);
            let until = until.min().filter(|_| self.services.store.is_shared());
            return until.map(|until| self.services.time.moment(until));
        }
        (!self.seats.is_writing).then_some(self.seats.write_at)
    }

    /// Has a task write down who is connected here, where other servers have to know. The room goes on
    /// meanwhile.
    pub(super) fn store_seats(&mut self) {
        if self.seats_are_stored() || self.seats.is_writing || self.seats.write_at > Instant::now()
        {
            return;
        }
        let here = self.seats_here();
        let changes: Vec<_> = Color::ALL
            .into_iter()
            .filter(|side| here[side.index()] != self.seats.stored[side.index()])
            .map(|side| {
                let leave = Leave {
                    at: self.presence.here_until(side),
                    goodbye: self.presence.has_said_goodbye(side),
                };
                (side, (!here[side.index()]).then_some(leave))
            })
            .collect();
        self.seats.is_writing = true;
        let (services, link, game) = (self.services.clone(), self.live.link.clone(), self.live.id);
        tokio::spawn(async move {
            let written = write_seats(&*services.store, game, &services.server, changes).await;
            let stored = match written {
                Ok(()) => Some(here),
                Err(error) => {
                    tracing::warn!(game = %link, %error, "who is connected could not be written down");
                    None
                }
            };
            let command = RoomCommand::SeatsWritten { stored };
            services.send_if_open(&link, command).await;
        });
    }

    /// Reads who is connected to other servers.
    pub(super) async fn read_seats(&mut self) {
        match self.services.seats(self.live.id).await {
            Ok(seats) => self.take_in_seats(seats).await,
            Err(error) => {
                tracing::warn!(game = %self.live.link, %error, "who is connected elsewhere could not be read");
            }
        }
    }

    /// Takes in who is connected to other servers.
    pub(super) async fn take_in_seats(&mut self, seats: Vec<Seat>) {
        let here = Color::ALL.map(|side| self.presence.is_here(side));
        if self.seats.take_in(seats, &self.services.server, here) {
            self.presence
                .set_elsewhere(self.seats.connections_elsewhere());
            self.update_lists();
        }
        for side in Color::ALL {
            if self.presence.is_here(side)
                && let Some(lost) = self.seats.lost(side)
                && !self.is_closing()
                && self.answer_for(&lost).await
            {
                self.seats.forget(&lost);
            }
        }
    }

    /// Gives a player who has come here from a server that was lost the time back that it has cost; false if
    /// that is to be tried again.
    async fn answer_for(&mut self, lost: &LostSeats) -> bool {
        let made = self.services.time.reading();
        let ms = self.cost_of(lost);
        let change = match ms {
            0 => None,
            _ => self.live.time_given(lost.side, ms, made.now),
        };
        let (store, seats) = (&self.services.store, lost.seats.clone());
        let Some(change) = change else {
            return store.forget_lost_seats(self.live.id, seats).await.is_ok();
        };
        let (version, asked) = (self.live.version, Instant::now());
        let stored = store.store_for_lost_seats(version, change.clone(), Some(made), seats);
        let stored = match stored.await {
            Ok(Some(stored)) => Ok(stored),
            // What is known of the seats is out of date.
            Ok(None) => return false,
            Err(error) => Err(error),
        };
        match self.settle(stored, change, None, asked).await {
            Ok(()) => true,
            Err(NotCommitted::Refused(_) | NotCommitted::Outdated) => false,
        }
    }

    /// What the loss of servers has cost a player, milliseconds.
    fn cost_of(&self, lost: &LostSeats) -> u32 {
        let began = self.services.time.began();
        let Some(since) = lost.back.turn_since else {
            return 0;
        };
        // Where no server ran, the clock has stood until the return.
        if began.left_at.is_some() && lost.seen <= began.at {
            return 0;
        }
        let cost = lost.back.at.saturating_sub(since.max(lost.seen));
        u32::try_from(cost.min(MAX_GIVEN_MS)).unwrap_or(0)
    }
}

/// Writes down which sides are connected to a server, and which have left it.
async fn write_seats(
    store: &dyn LiveStore,
    game: i64,
    server: &ServerId,
    changes: Vec<(Color, Option<Leave>)>,
) -> Result<(), StoreError> {
    for (side, leave) in changes {
        match leave {
            None => store.take_seat(game, side, server.clone()).await?,
            Some(leave) => store.leave_seat(game, side, server.clone(), leave).await?,
        }
    }
    Ok(())
}
