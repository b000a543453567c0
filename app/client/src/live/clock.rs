//! The clocks of a live game: the server's times, less what has passed since.

use engine::rules::Color;
use wire::live::game_view::{Clocks, GameStage};

use super::{LiveState, Presence};
use crate::chess_clock::ClockReading;

impl LiveState {
    /// The clock of a side; `None` in a game without clocks.
    ///
    /// While the game goes on it shows the current time, whichever ply is on the board. The
    /// visitor's own clock stops while their move is pending, but runs on while the connection is
    /// lost, as it does on the server.
    pub fn clock_reading(&self, color: Color) -> Option<ClockReading> {
        if let Some(clocks) = self.view.clocks.filter(|_| !self.shows_finished_game()) {
            let left = clocks.left_ms(color);
            let runs = clocks.running == Some(color) && self.view.stage == GameStage::Playing;
            let since = runs.then_some(self.clocks_set_at);
            let held = self.pending_move.filter(|_| self.side == Some(color));
            return Some(match held.filter(|_| self.connection.lost_at().is_none()) {
                Some(move_made) if runs => ClockReading::stopped(
                    ClockReading::new(left, since).remaining_ms(move_made.made_at),
                ),
                _ => ClockReading::new(left, since),
            });
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
        let Some(clocks) = told.or_else(|| self.clocks_at(now)) else {
            return;
        };
        self.view.clocks = Some(clocks);
        self.clocks_set_at = now;
    }

    /// The clocks' reading at `now`.
    fn clocks_at(&self, now: u64) -> Option<Clocks> {
        let clocks = self.view.clocks?;
        let left = |color| {
            let since = (clocks.running == Some(color)).then_some(self.clocks_set_at);
            ClockReading::new(clocks.left_ms(color), since).remaining_ms(now)
        };
        Some(Clocks {
            white_ms: left(Color::White),
            black_ms: left(Color::Black),
            running: clocks.running,
        })
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
