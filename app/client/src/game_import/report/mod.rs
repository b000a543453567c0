//! What many analysed games have in common.
//!
//! [`GamesReport`] takes them in one by one, in any order: sums are of whole numbers, and lists are sorted.
//! `rate` has means with their errors, `openings`, `phases`, `clocks` and `mistakes` the parts, and
//! `group` the groups of typical mistakes. `sentences` says what is more than chance.

mod clocks;
mod group;
mod mistakes;
mod openings;
mod phases;
mod rate;
mod score;
mod sentences;

pub use clocks::ClockReport;
pub use group::MistakeGroup;
pub use mistakes::{GroupReport, MAX_PLACES, MistakePlace, MistakesReport};
pub use openings::{MIN_OPENING_GAMES, OpeningReport, OpeningsReport};
pub use phases::{PhaseReport, PhasesReport};
pub use rate::Rate;
pub use score::GameScore;

use engine::rules::Color;

use super::game_result::GameResult;

/// The report on an import's games. A game of which both sides are looked at counts as two.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GamesReport {
    /// By [`Color::index`] of the visitor's side.
    scores: [GameScore; 2],
    pub openings: OpeningsReport,
    pub phases: PhasesReport,
    pub clocks: ClockReport,
    pub mistakes: MistakesReport,
}

impl GamesReport {
    /// Adds a game with its number in the import.
    pub fn add(&mut self, index: u32, game: &GameResult) {
        for side in &game.sides {
            self.scores[side.color.index()].add(game.end, side.color);
            self.openings.add(game, side);
            self.phases.add(game, side);
            self.clocks.add(side);
            self.mistakes.add(index, side);
        }
    }

    /// Games, with those whose result is not known.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.scores.iter().map(GameScore::games).sum()
    }

    /// The visitor's score with a colour.
    #[must_use]
    pub fn score(&self, color: Color) -> &GameScore {
        &self.scores[color.index()]
    }

    /// What can be said of them, in plain English; see [`sentences`].
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        sentences::sentences(self)
    }
}
