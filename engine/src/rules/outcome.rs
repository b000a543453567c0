//! The outcome of a game.

use super::Color;

/// The outcome of a game: the winner and the reason.
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
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
// By the id as text: less code than a derived enum.
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub enum Reason {
    /// The side to move is in check and has no move.
    Checkmate,
    /// The side to move is not in check and has no move.
    Stalemate,
    /// A hundred half-moves without a capture or a pawn move.
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
    /// The same position for the fifth time; the third can be claimed.
    Fivefold,
    /// A hundred and fifty half-moves without a capture or a pawn move; a hundred can be claimed.
    SeventyFiveMove,
    /// A side left the game.
    Abandonment,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 11] = [
        Reason::Checkmate,
        Reason::Stalemate,
        Reason::FiftyMove,
        Reason::InsufficientMaterial,
        Reason::Threefold,
        Reason::Timeout,
        Reason::Resignation,
        Reason::Agreement,
        Reason::Fivefold,
        Reason::SeventyFiveMove,
        Reason::Abandonment,
    ];

    /// The reason's id in formats and APIs: `checkmate`, `fifty_move`, …
    pub const fn id(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::FiftyMove => "fifty_move",
            Reason::InsufficientMaterial => "insufficient_material",
            Reason::Threefold => "threefold",
            Reason::Timeout => "timeout",
            Reason::Resignation => "resignation",
            Reason::Agreement => "agreement",
            Reason::Fivefold => "fivefold",
            Reason::SeventyFiveMove => "seventy_five_move",
            Reason::Abandonment => "abandonment",
        }
    }

    /// The reason with this id.
    pub fn from_id(id: &str) -> Option<Reason> {
        Self::ALL.into_iter().find(|reason| reason.id() == id)
    }
}

/// An id that no reason has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown reason {0:?}")]
pub struct UnknownReason(pub String);

impl TryFrom<String> for Reason {
    type Error = UnknownReason;

    fn try_from(id: String) -> Result<Reason, UnknownReason> {
        Reason::from_id(&id).ok_or(UnknownReason(id))
    }
}

impl From<Reason> for String {
    fn from(reason: Reason) -> String {
        reason.id().to_owned()
    }
}

impl Outcome {
    /// A game that `winner` won.
    pub const fn win(winner: Color, reason: Reason) -> Outcome {
        Outcome {
            winner: Some(winner),
            reason,
        }
    }

    /// A drawn game.
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

#[cfg(test)]
mod tests {
    use super::Reason;

    #[test]
    fn every_reason_has_an_id_of_its_own() {
        for reason in Reason::ALL {
            assert_eq!(Reason::from_id(reason.id()), Some(reason));
        }
        for id in ["", "Checkmate", "draw", "fifty move"] {
            assert_eq!(Reason::from_id(id), None, "{id:?}");
        }
    }
}
