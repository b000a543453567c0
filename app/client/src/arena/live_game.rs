//! A game that is being played.

use engine::rules::Game;
use engine::search::Score;

use super::GameProgress;

/// A game in a worker.
#[derive(Debug, Clone, PartialEq)]
pub struct LiveGame {
    /// Within the tournament.
    pub number: u32,
    /// White and Black, as indices of the entrants.
    pub players: [usize; 2],
    /// As far as it is known.
    pub game: Game,
    /// Of the last move, White's view.
    pub score: Option<Score>,
    /// White's and Black's clock before the last move, ms.
    pub clocks: [Option<u32>; 2],
}

impl LiveGame {
    pub(super) fn new(number: u32, players: [usize; 2]) -> Self {
        Self {
            number,
            players,
            game: Game::new(),
            score: None,
            clocks: [None; 2],
        }
    }

    pub(super) fn advance(&mut self, progress: GameProgress) {
        for mv in progress.moves {
            // The worker's moves are legal.
            self.game.play(mv).ok();
        }
        (self.score, self.clocks) = (progress.score, progress.clocks);
    }
}
