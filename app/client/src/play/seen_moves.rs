//! What a low level saw and overlooked.

use engine::player::{Level, Source};
use engine::rules::{Game, Move, Position};

use super::PlayState;

/// The moves that the engine saw in a position, and those that it overlooked.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenMoves {
    pub level: Level,
    pub position: Position,
    pub seen: Vec<Move>,
    pub overlooked: Vec<Move>,
}

impl PlayState {
    /// What the engine saw and overlooked at its last move up to the one on the board; `None` where it
    /// overlooks nothing, or did not search.
    #[must_use]
    pub fn seen_moves(&self) -> Option<SeenMoves> {
        let (ply, _) = self.last_engine_turn()?;
        let made = self.decisions.get(&ply)?;
        let (level, sight) = (made.level?, made.decision.sight?);
        if made.decision.source != Source::Search {
            return None;
        }
        let mut game = Game::from_position(*self.game.start());
        for &mv in self.game.moves().get(..ply)? {
            game.play(mv).ok()?;
        }
        let seen = sight.seen_moves(&game);
        let position = *game.position();
        let legal = position.legal_moves();
        let overlooked: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|mv| !seen.contains(mv))
            .collect();
        (!overlooked.is_empty()).then_some(SeenMoves {
            level,
            position,
            seen,
            overlooked,
        })
    }
}
