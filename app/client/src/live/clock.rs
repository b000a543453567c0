//! The clocks of a live game: the server's times, less what has passed since.

use engine::rules::{ChessClock, ClockReading, Color};
use wire::live::game_view::{Clocks, GameStage};

use super::{LiveState, Presence};

impl LiveState {
    /// The clock of a side; `None` in a game without clocks.
    ///
    /// While the game goes on it shows the current time, whichever ply is on the board. The
    /// visitor's own clock stops while their move is pending, but runs on while the connection is
    /// lost, as it does on the server.
    pub fn clock_reading(&self, color: Color) -> Option<ClockReading> {
        if let Some(mut clock) = self.chess_clock().filter(|_| !self.shows_finished_game()) {
            if self.view.stage != GameStage::Playing {
                clock.cancel_turn();
            } else if let Some(move_made) = self.pending_move
                && clock.running() == self.side
                && self.connection.lost_at().is_none()
            {
                clock.stop(move_made.made_at);
            }
            return Some(clock.reading(color));
        }
        self.left_after_ply(self.shown_ply(), color)
            .map(ClockReading::stopped)
    }

    /// Whether an earlier position of a finished game is on the board.
    fn shows_finished_game(&self) -> bool {
        self.is_over() && self.viewed_ply.is_some()
    }

    /// Milliseconds that a side had left after `ply` plies.
    fn left_after_ply(&self, ply: usize, color: Color) -> Option<u32> {
        let control = self.view.control?;
        let first = self.game.start().side_to_move();
        let known = self.view.left_ms.iter().take(ply).enumerate();
        let mut own = known.filter(|(index, _)| index.is_multiple_of(2) == (color == first));
        let last = own.next_back();
        Some(last.map_or(control.base_ms(), |(_, left)| *left))
    }

    /// Sets the clocks to those received at `now`; without any, to the current reading.
    pub(super) fn set_clocks(&mut self, told: Option<Clocks>, now: u64) {
        let current = || Some(Clocks::of(self.chess_clock()?, now));
        let Some(clocks) = told.or_else(current) else {
            return;
        };
        self.view.clocks = Some(clocks);
        self.clocks_set_at = now;
    }

    /// The clock as the server told it last.
    fn chess_clock(&self) -> Option<ChessClock> {
        Some(self.view.clocks?.clock(self.clocks_set_at))
    }
}

impl Presence {
    pub(super) fn from_message(
        (white, black): (bool, bool),
        watching: u32,
        claim_in_ms: Option<u32>,
        now: u64,
    ) -> Self {
        Self {
            white,
            black,
            spectators: watching,
            claim_at: claim_in_ms.map(|ms| now.saturating_add(u64::from(ms))),
        }
    }
}
