//! The wording of outcomes and of the status box, shared by play, live games and analysis.

use engine::rules::{Color, Outcome, Reason};

use super::format::color_name;

/// The text of the status box beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusText {
    pub line: String,
    /// A second line beneath, where there is room.
    pub detail: String,
    /// The box's class: `yours`, `busy`, `over` or none.
    pub mark: &'static str,
}

/// The winner by colour.
pub fn winner_text(outcome: &Outcome) -> String {
    match outcome.winner {
        Some(winner) => format!("{} won", color_name(winner)),
        None => "A draw".to_owned(),
    }
}

/// The result as people write it.
pub fn result_text(outcome: &Outcome) -> &'static str {
    match outcome.winner {
        Some(Color::White) => "1\u{2013}0",
        Some(Color::Black) => "0\u{2013}1",
        None => "\u{bd}\u{2013}\u{bd}",
    }
}

/// Why the game is over.
pub fn reason_text(outcome: &Outcome) -> &'static str {
    match outcome.reason {
        Reason::Checkmate => "By checkmate.",
        Reason::Stalemate => "Stalemate: no legal move, and no check.",
        Reason::FiftyMove => "Fifty moves without a capture or a pawn move.",
        Reason::InsufficientMaterial => "Neither side has enough left to mate.",
        Reason::Threefold => "The same position for the third time.",
        Reason::Timeout => "On time.",
        Reason::Resignation => "By resignation.",
        Reason::Agreement => "By agreement.",
        Reason::Fivefold => "The same position for the fifth time.",
        Reason::SeventyFiveMove => "Seventy-five moves without a capture or a pawn move.",
        Reason::Abandonment => "The opponent left.",
    }
}
