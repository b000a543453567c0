//! The chess clock of the page's game.

use std::time::Duration;

use engine::rules::{ClockReading, Color, Outcome, Reason};
use engine::search::Remaining;

use super::update::PlayUpdate;
use super::{PlayEvent, PlayState};

impl PlayState {
    /// The clock of `color`; `None` in a game without clocks.
    pub fn clock_reading(&self, color: Color) -> Option<ClockReading> {
        let clock = self.clock.as_ref()?;
        Some(clock.chess_clock.reading(color))
    }

    /// Milliseconds that `color` has left at `now`; `None` without a clock.
    pub fn time_left(&self, color: Color, now: u64) -> Option<u32> {
        let clock = self.clock.as_ref()?;
        Some(clock.chess_clock.remaining_ms(color, now))
    }

    pub fn clock_runs(&self, color: Color) -> bool {
        let clock = self.clock.as_ref();
        clock.is_some_and(|clock| clock.chess_clock.running() == Some(color))
    }

    /// The time control of the side to move, for its search.
    pub(super) fn search_clock(&self, now: u64) -> Option<Remaining> {
        let clock = self.clock.as_ref()?;
        Some(Remaining {
            time: Duration::from_millis(u64::from(
                clock.chess_clock.remaining_ms(self.turn(), now),
            )),
            increment: Duration::from_millis(u64::from(clock.control.increment_ms())),
            moves_to_go: None,
        })
    }
}

impl PlayUpdate<'_> {
    /// Starts the clock of the side to move, if the game runs.
    pub(super) fn start_clock(&mut self) {
        let (turn, now) = (self.state.turn(), self.now);
        let halted = self.state.is_halted();
        if self.state.game.ply() == 0 || self.state.outcome().is_some() || halted {
            return;
        }
        let Some(clock) = &mut self.state.clock else {
            return;
        };
        let clock = &mut clock.chess_clock;
        if clock.running().is_some() {
            return;
        }
        clock.start(turn, now);
        // A late check suffices; an early one would have to be repeated.
        let ms = clock.remaining_ms(turn, now).saturating_add(1);
        self.after(ms, PlayEvent::CheckFlag);
    }

    pub(super) fn stop_clock(&mut self) {
        if let Some(clock) = &mut self.state.clock
            && clock.chess_clock.running().is_some()
        {
            clock.chess_clock.stop(self.now);
            self.save = true;
        }
    }

    /// Ends the turn of the side that has moved.
    pub(super) fn press_clock(&mut self) {
        let (ply, now) = (self.state.game.ply(), self.now);
        if let Some(clock) = &mut self.state.clock {
            clock.press(ply, now);
        }
    }

    /// Restores the clock after an undo.
    pub(super) fn rewind_clock(&mut self) {
        let ply = self.state.game.ply();
        if let Some(clock) = &mut self.state.clock {
            clock.rewind(ply);
        }
    }

    /// Ends the game if the side to move has no time left: a draw where the other side cannot mate.
    pub(super) fn check_flag(&mut self) {
        let state = &*self.state;
        let turn = state.turn();
        let fallen = state.clock_runs(turn) && state.time_left(turn, self.now) == Some(0);
        if !fallen || state.outcome().is_some() {
            return;
        }
        let winner = Some(!turn).filter(|winner| state.game.position().can_win(*winner));
        self.cancel_search();
        self.end_game(Outcome {
            winner,
            reason: Reason::Timeout,
        });
    }
}
