//! The phase of a game.

use crate::eval::Tuned;
use crate::eval::tuned::FULL_PHASE;
use crate::rules::Position;

/// Moves of the opening.
const OPENING_MOVES: u16 = 12;

/// The phase of a game, by move number and material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum GamePhase {
    /// The first twelve moves, with more than three quarters of the pieces.
    Opening,
    Middlegame,
    /// At most a third of the pieces: as much as a queen and a rook on one side, and a rook on the other.
    Endgame,
}

impl GamePhase {
    /// The phase of a position. Pieces count as in [`PositionReport::phase`]: a minor piece 1, a rook 2,
    /// a queen 4, 24 in all.
    ///
    /// ```
    /// use engine::exercises::GamePhase;
    /// use engine::rules::Position;
    ///
    /// assert_eq!(GamePhase::of(&Position::startpos()), GamePhase::Opening);
    /// let rooks = Position::from_fen("4k2r/8/8/8/8/8/8/R3K3 w - - 0 40").unwrap();
    /// assert_eq!(GamePhase::of(&rooks), GamePhase::Endgame);
    /// ```
    ///
    /// [`PositionReport::phase`]: crate::explain::PositionReport::phase
    #[must_use]
    pub fn of(position: &Position) -> GamePhase {
        let (phase, _) = Tuned::phase_and_scale(position, position.side_to_move());
        if position.fullmove_number() <= OPENING_MOVES && phase > FULL_PHASE * 3 / 4 {
            GamePhase::Opening
        } else if phase <= FULL_PHASE / 3 {
            GamePhase::Endgame
        } else {
            GamePhase::Middlegame
        }
    }
}
