//! The film of the truth that spreads.

use tablebase::Ending;

use super::EndgameEffect;
use super::messages::{EndgameRequest, SpreadMap};
use super::state::EndgameState;

impl EndgameState {
    /// The last step of the truth that spreads.
    #[must_use]
    pub fn last_step(&self) -> usize {
        let steps = self.spread.as_ref().map_or(0, |spread| spread.steps.len());
        steps.saturating_sub(1)
    }

    pub(super) fn set_spread(&mut self, on: bool, effects: &mut Vec<EndgameEffect>) {
        self.spread_on = on && self.has_tables();
        self.is_playing = false;
        if !self.spread_on {
            return;
        }
        match (&self.spread, self.lesson) {
            (Some(_), _) => self.set_playing(true, effects),
            (None, Some(lesson)) => {
                let fen = lesson.fen.to_owned();
                self.ask(EndgameRequest::Spread { fen }, effects);
            }
            (None, None) => {}
        }
    }

    pub(super) fn set_playing(&mut self, plays: bool, effects: &mut Vec<EndgameEffect>) {
        let began = plays && !self.is_playing && self.spread.is_some();
        self.is_playing = plays && self.spread.is_some();
        if began {
            if self.step == self.last_step() {
                self.step = 0;
            }
            self.film += 1;
            effects.push(EndgameEffect::TickSoon(self.film));
        }
    }

    pub(super) fn tick(&mut self, effects: &mut Vec<EndgameEffect>) {
        if !self.is_playing {
            return;
        }
        self.step = (self.step + 1).min(self.last_step());
        self.is_playing = self.step < self.last_step();
        if self.is_playing {
            effects.push(EndgameEffect::TickSoon(self.film));
        }
    }

    pub(super) fn is_of_lesson(&self, spread: &SpreadMap) -> bool {
        let ending = Ending::of(self.game.start());
        ending.is_some_and(|ending| ending.to_string() == spread.ending)
    }
}
