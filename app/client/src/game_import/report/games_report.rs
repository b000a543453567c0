//! The report on an import's games.

use engine::rules::Color;

use super::clocks::ClockReport;
use super::mistakes::MistakesReport;
use super::openings::OpeningsReport;
use super::phases::PhasesReport;
use super::score::GameScore;
use crate::game_import::game_result::GameResult;

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
}
