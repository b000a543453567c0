//! The wording of outcomes, shared by play, live games, analysis, the account page and the pictures of
//! games.

use engine::rules::{Color, Outcome, Reason};

/// The winner, addressed to the player of `side` if there is one.
pub fn winner_text(outcome: &Outcome, side: Option<Color>) -> &'static str {
    match (outcome.winner, side) {
        (None, _) => "A draw",
        (Some(winner), Some(side)) if winner == side => "You won",
        (Some(_), Some(_)) => "You lost",
        (Some(Color::White), None) => "White won",
        (Some(Color::Black), None) => "Black won",
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

/// Why the game is over, addressed to the player of `side` if there is one.
pub fn reason_text(outcome: &Outcome, side: Option<Color>) -> &'static str {
    match outcome.reason {
        Reason::Checkmate => "By checkmate.",
        Reason::Stalemate => "Stalemate: no legal move, and no check.",
        Reason::FiftyMove => "Fifty moves without a capture or a pawn move.",
        Reason::InsufficientMaterial => "Neither side has enough left to mate.",
        Reason::Threefold => "The same position for the third time.",
        Reason::Timeout => "On time.",
        Reason::Resignation if side.is_some() && outcome.winner != side => "You resigned.",
        Reason::Resignation => "By resignation.",
        Reason::Agreement => "By agreement.",
        Reason::Fivefold => "The same position for the fifth time.",
        Reason::SeventyFiveMove => "Seventy-five moves without a capture or a pawn move.",
        // Not "the opponent": the reader may be on either side.
        Reason::Abandonment => "One side left.",
    }
}

/// Winner and reason in sentences: `White won. By checkmate.`
pub fn outcome_text(outcome: &Outcome, side: Option<Color>) -> String {
    let (winner, reason) = (winner_text(outcome, side), reason_text(outcome, side));
    format!("{winner}. {reason}")
}

/// The reason in a few words, for lists and pictures.
pub fn short_reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Checkmate => "checkmate",
        Reason::Stalemate => "stalemate",
        Reason::FiftyMove => "fifty moves",
        Reason::InsufficientMaterial => "too little material",
        Reason::Threefold => "threefold repetition",
        Reason::Timeout => "on time",
        Reason::Resignation => "resignation",
        Reason::Agreement => "by agreement",
        Reason::Fivefold => "fivefold repetition",
        Reason::SeventyFiveMove => "seventy-five moves",
        Reason::Abandonment => "one side left",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_is_told_to_either_side_and_to_spectators() {
        let resigned = Outcome::win(Color::White, Reason::Resignation);
        for (side, text) in [
            (Some(Color::White), "You won. By resignation."),
            (Some(Color::Black), "You lost. You resigned."),
            (None, "White won. By resignation."),
        ] {
            assert_eq!(outcome_text(&resigned, side), text);
        }
        assert_eq!(
            outcome_text(&Outcome::draw(Reason::Agreement), Some(Color::White)),
            "A draw. By agreement."
        );
    }
}
