//! The clocks as they are read off: what was told, less what has passed since.

use engine::rules::Color;
use wire::live::game_view::{Clocks, GameStage};

use super::{Presence, State};
use crate::chess_clock::Reading;

impl State {
    /// The clock of a side; `None` in a game without clocks.
    ///
    /// While the game is played it is that of now, whichever move is looked at. One's own stands
    /// while a move is on its way, unless the connection is broken: then it runs on, as it does where
    /// it is held.
    pub fn clock_reading(&self, color: Color) -> Option<Reading> {
        if let Some(clocks) = self.view.clocks.filter(|_| !self.is_looking_back()) {
            let left = clocks.left_ms(color);
            let runs = clocks.running == Some(color) && self.view.stage == GameStage::Playing;
            let since = runs.then_some(self.told_at);
            let held = self.pending.filter(|_| self.seat == Some(color));
            return Some(match held.filter(|_| self.line.lost_at().is_none()) {
                Some(move_made) if runs => {
                    Reading::standing(Reading::new(left, since).left(move_made.made_at))
                }
                _ => Reading::new(left, since),
            });
        }
        self.left_after(self.shown_ply(), color)
            .map(Reading::standing)
    }

    /// Whether an earlier position of a finished game is on the board.
    fn is_looking_back(&self) -> bool {
        self.is_over() && self.viewed.is_some()
    }

    /// What a side had left after so many plies, milliseconds.
    fn left_after(&self, ply: usize, color: Color) -> Option<u32> {
        let control = self.view.control?;
        let first = self.game.start().side_to_move();
        let known = self.view.left_ms.iter().take(ply).enumerate();
        let mut own = known.filter(|(index, _)| index.is_multiple_of(2) == (color == first));
        let last = own.next_back();
        Some(last.map_or(control.base_ms(), |(_, left)| *left))
    }

    /// Takes over clocks that were told at `now`; without any, those that there are stand as they
    /// stood then.
    pub(super) fn set_clocks(&mut self, told: Option<Clocks>, now: u64) {
        let Some(clocks) = told.or_else(|| self.clocks_at(now)) else {
            return;
        };
        self.view.clocks = Some(clocks);
        self.told_at = now;
    }

    /// The clocks at `now`, as far as they are known.
    fn clocks_at(&self, now: u64) -> Option<Clocks> {
        let clocks = self.view.clocks?;
        let left = |color| {
            let since = (clocks.running == Some(color)).then_some(self.told_at);
            Reading::new(clocks.left_ms(color), since).left(now)
        };
        Some(Clocks {
            white_ms: left(Color::White),
            black_ms: left(Color::Black),
            running: clocks.running,
        })
    }
}

impl Presence {
    pub(super) fn told(
        (white, black): (bool, bool),
        watching: u32,
        claim_in_ms: Option<u32>,
        now: u64,
    ) -> Self {
        Self {
            white,
            black,
            watching,
            claim_at: claim_in_ms.map(|ms| now.saturating_add(u64::from(ms))),
        }
    }
}
