//! How a game ended.

use super::Color;

/// The end of a game: who won, if anybody, and why.
///
/// ```
/// use engine::rules::{Color, Outcome, Reason};
///
/// let outcome = Outcome { winner: Some(Color::Black), reason: Reason::Checkmate };
/// assert_eq!(outcome.result(), "0-1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The winner, `None` for a draw.
    pub winner: Option<Color>,
    /// What ended the game.
    pub reason: Reason,
}

/// What can end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Reason {
    /// The side to move is in check and has no move.
    Checkmate,
    /// The side to move is not in check and has no move.
    Stalemate,
    /// A hundred half-moves without a capture or a pawn's move.
    FiftyMove,
    /// No sequence of legal moves leads to mate, judged by the material alone.
    InsufficientMaterial,
    /// The same position for the third time.
    Threefold,
    /// A clock ran out.
    Timeout,
    /// A side gave up.
    Resignation,
    /// Both sides agreed to a draw.
    Agreement,
}

impl Outcome {
    /// A game that `winner` won.
    pub const fn win(winner: Color, reason: Reason) -> Outcome {
        Outcome {
            winner: Some(winner),
            reason,
        }
    }

    /// A game that nobody won.
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome {
            winner: None,
            reason,
        }
    }

    /// The result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(&self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}
