//! What a room knows of its players' connections.

use crate::live::clock::Now;
use crate::live::seat::Seat;

/// What a room knows of its players' seats.
#[derive(Debug, Default)]
pub(super) struct KnownSeats {
    /// Whether the store says that the sides are connected here.
    pub(super) stored: [bool; 2],
    /// Seats on other servers.
    pub(super) elsewhere: Vec<Seat>,
    /// The last time that each side came here from nowhere.
    pub(super) returned: [Option<Return>; 2],
}

impl KnownSeats {
    pub(super) fn of(elsewhere: Vec<Seat>) -> Self {
        Self {
            elsewhere,
            ..Self::default()
        }
    }

    pub(super) fn take_elsewhere(&mut self) -> Vec<Seat> {
        std::mem::take(&mut self.elsewhere)
    }
}

/// A player's return.
#[derive(Clone, Copy, Debug)]
pub(super) struct Return {
    pub(super) at: Now,
    /// When the player's running turn had begun; `None` if no time of the player's ran.
    pub(super) turn_since: Option<Now>,
}
