//! What a room knows of its players' connections.

use std::time::Duration;

use engine::rules::Color;
use tokio::time::Instant;

use crate::live::clock::Now;
use crate::live::presence::Elsewhere;
use crate::live::seat::{Seat, SeatState, ServerId};

/// Delay before seats are written again after a failure.
const RETRY: Duration = Duration::from_secs(1);

/// What a room knows of its players' seats.
#[derive(Debug)]
pub(super) struct KnownSeats {
    /// Whether the store says that the sides are connected here.
    pub stored: [bool; 2],
    /// Whether a task is writing what has changed.
    pub is_writing: bool,
    /// Nothing is written before this instant.
    pub write_at: Instant,
    /// Seats on other servers.
    elsewhere: Vec<Seat>,
    /// The last time that each side came here from nowhere.
    returned: [Return; 2],
}

/// A player's return; at the beginning of time for one who was here before the side was.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Return {
    pub at: Now,
    /// When the player's running turn had begun; `None` if no time of the player's ran.
    pub turn_since: Option<Now>,
}

/// Seats of one side that were lost with their servers, after which the player has come here.
#[derive(Debug)]
pub(super) struct LostSeats {
    pub side: Color,
    pub seats: Vec<Seat>,
    /// When the last of their servers was heard of.
    pub seen: Now,
    pub back: Return,
}

impl Default for KnownSeats {
    fn default() -> Self {
        Self {
            stored: [false; 2],
            is_writing: false,
            write_at: Instant::now(),
            elsewhere: Vec::new(),
            returned: [Return::default(); 2],
        }
    }
}

impl KnownSeats {
    /// Takes in what the store has; false if it is nothing new of other servers. `here` are the sides that are
    /// connected to this one, `server`.
    pub fn take_in(&mut self, seats: Vec<Seat>, server: &ServerId, here: [bool; 2]) -> bool {
        let (own, elsewhere): (Vec<_>, Vec<_>) =
            seats.into_iter().partition(|seat| seat.server == *server);
        if !self.is_writing {
            // Another server may have taken this one for lost. For a side that is not here the answer may be
            // older than what was written, and its leave is rather written twice.
            let is_there = |side: Color| {
                let mut own = own.iter().filter(|seat| seat.side == side);
                own.any(|seat| !matches!(seat.state, SeatState::Left(_)))
            };
            self.stored = Color::ALL.map(|side| {
                let index = side.index();
                is_there(side) || self.stored[index] && !here[index]
            });
        }
        let is_new = self.elsewhere != elsewhere;
        self.elsewhere = elsewhere;
        is_new
    }

    /// Each side's connections to other servers.
    pub fn connections_elsewhere(&self) -> [Elsewhere; 2] {
        Color::ALL.map(|side| {
            let seats = self.elsewhere.iter().filter(|seat| seat.side == side);
            let ends: Vec<_> = seats.map(Seat::end).collect();
            Elsewhere {
                is_connected: ends.contains(&None),
                left: ends.into_iter().flatten().max_by_key(|leave| leave.at),
            }
        })
    }

    /// Notes that a player has connected, who was not connected here.
    pub fn note_return(&mut self, side: Color, back: Return) {
        self.returned[side.index()] = back;
    }

    /// Whether it is for another server to say when this side's time is over: it knows when the player was
    /// told of the turn, or it was lost, and that was not answered for yet.
    pub fn is_waited_for(&self, side: Color, is_here: bool) -> bool {
        let mut elsewhere = self.unfinished(side);
        match is_here {
            true => elsewhere.any(|seat| seat.seen < self.returned[side.index()].at),
            false => elsewhere.next().is_some(),
        }
    }

    /// The seats of a side on other servers that the player has not left.
    fn unfinished(&self, side: Color) -> impl Iterator<Item = &Seat> {
        let of_side = self.elsewhere.iter().filter(move |seat| seat.side == side);
        of_side.filter(|seat| !matches!(seat.state, SeatState::Left(_)))
    }

    /// What is to be answered for of a side whose player is here. Nothing is before all that may be lost is
    /// known to be.
    pub fn lost(&self, side: Color) -> Option<LostSeats> {
        let back = self.returned[side.index()];
        let may_be_lost = |seat: &Seat| seat.state == SeatState::Connected && seat.seen < back.at;
        if self.unfinished(side).any(may_be_lost) {
            return None;
        }
        let lost = self
            .unfinished(side)
            .filter(|seat| seat.state == SeatState::Lost);
        let seats: Vec<_> = lost.cloned().collect();
        Some(LostSeats {
            side,
            seen: seats.iter().map(|seat| seat.seen).max()?,
            seats,
            back,
        })
    }

    /// Notes that seats were answered for.
    pub fn forget(&mut self, lost: &LostSeats) {
        self.elsewhere.retain(|seat| !lost.seats.contains(seat));
        self.returned[lost.side.index()].turn_since = None;
    }

    /// Notes what came of writing.
    pub fn note_written(&mut self, stored: Option<[bool; 2]>) {
        self.is_writing = false;
        match stored {
            Some(stored) => self.stored = stored,
            None => self.write_at = Instant::now() + RETRY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::seat::Leave;

    const WHITE: Color = Color::White;

    fn own() -> ServerId {
        ServerId("own".to_owned())
    }

    fn seat(server: &str, seen: Now, state: SeatState) -> Seat {
        Seat {
            side: WHITE,
            server: ServerId(server.to_owned()),
            seen,
            state,
        }
    }

    fn back(at: Now) -> Return {
        Return {
            at,
            turn_since: Some(0),
        }
    }

    #[tokio::test]
    async fn all_lost_seats_of_a_side_are_answered_for_at_once() {
        let mut known = KnownSeats::default();
        let seats = vec![
            seat("a", 5_000, SeatState::Lost),
            seat("b", 7_000, SeatState::Lost),
            seat("c", 9_000, SeatState::Connected),
            seat("own", 9_000, SeatState::Connected),
        ];
        assert!(known.take_in(seats.clone(), &own(), [true, false]));
        assert!(!known.take_in(seats, &own(), [true, false]), "is known");
        assert_eq!(known.stored, [true, false]);
        known.note_return(WHITE, back(9_500));
        assert!(known.lost(WHITE).is_none(), "the third may be lost, too");
        known.note_return(WHITE, back(8_000));
        let lost = known.lost(WHITE).expect("two");
        assert_eq!((lost.seats.len(), lost.seen), (2, 7_000));
        assert!(known.lost(Color::Black).is_none());
        known.forget(&lost);
        assert!(known.lost(WHITE).is_none());
        assert_eq!(known.returned[0].turn_since, None, "it is paid for");
    }

    #[tokio::test]
    async fn a_flag_waits_for_the_server_of_its_player() {
        let mut known = KnownSeats::default();
        let mut waits = |state, seen, is_here, returned: Option<Now>| {
            known.take_in(vec![seat("a", seen, state)], &own(), [is_here, false]);
            known.returned = [returned.map(back).unwrap_or_default(), Return::default()];
            known.is_waited_for(WHITE, is_here)
        };
        let left = SeatState::Left(Leave {
            at: 1,
            goodbye: false,
        });
        assert!(waits(SeatState::Connected, 5_000, false, None));
        assert!(waits(SeatState::Lost, 5_000, false, Some(1)));
        assert!(!waits(left, 5_000, false, None));
        assert!(
            waits(SeatState::Connected, 5_000, true, Some(5_500)),
            "may be lost"
        );
        assert!(
            waits(SeatState::Lost, 5_000, true, Some(5_500)),
            "not answered for"
        );
        assert!(
            !waits(SeatState::Connected, 6_000, true, Some(5_500)),
            "another tab"
        );
        assert!(
            !waits(SeatState::Lost, 5_000, true, None),
            "was here before"
        );
    }

    #[tokio::test]
    async fn what_the_store_does_not_know_is_written_again() {
        let mut known = KnownSeats::default();
        known.note_written(Some([true, false]));
        assert_eq!(known.stored, [true, false]);
        known.take_in(Vec::new(), &own(), [false; 2]);
        assert_eq!(known.stored, [true, false], "the leave is to be written");
        known.take_in(Vec::new(), &own(), [true, false]);
        assert_eq!(
            known.stored,
            [false, false],
            "another server has taken it for lost"
        );
        known.is_writing = true;
        known.note_written(None);
        assert!(!known.is_writing && known.write_at > Instant::now());
    }
}
