//! The wording of a live game's status box: status, refusals, offers.

use client::live::{ActionFailure, LiveState};
use wire::live::game_view::GameStage;
use wire::live::protocol::{Offer, RefusalCode};

use crate::components::shared::outcome_text::{reason_text, result_text, winner_text};
use crate::components::shared::status_box::{StatusText, move_number_text, turn_text};

/// The status of the game for the visitor.
pub fn status_text(state: &LiveState) -> StatusText {
    if state.gone {
        return StatusText::new(
            "This game is gone",
            "There is none at this address.",
            "over",
        );
    }
    if state.connection.lost_at().is_some() && !state.is_over() {
        let clocks = match (state.is_playing(), state.view.control) {
            (true, Some(_)) => "The clocks go on.",
            _ => "The game goes on when it is back.",
        };
        return StatusText::new("Reconnecting\u{2026}", clocks, "busy");
    }
    if let Some(refusal) = state.failure {
        let line = match refusal {
            ActionFailure::Declined(_) => "Declined",
            _ => "That was not done",
        };
        return StatusText::new(line, refusal_text(refusal), "yours");
    }
    if let Some(ply) = state.viewed_ply {
        return StatusText::looking_back(ply, state.game.ply());
    }
    match state.view.stage {
        GameStage::Open if state.side.is_some() => StatusText::new(
            "Waiting for an opponent\u{2026}",
            "Send somebody the link.",
            "busy",
        ),
        GameStage::Open => StatusText::new(
            "An open challenge",
            "Take the seat, and it begins.",
            "yours",
        ),
        GameStage::Playing => playing_text(state),
        GameStage::Over { outcome } => {
            let reason = reason_text(&outcome, state.side);
            StatusText::new(
                winner_text(&outcome, state.side),
                &format!("{reason} {}", result_text(&outcome)),
                "over",
            )
        }
        GameStage::Aborted => StatusText::new("Called off", "It counts for nothing.", "over"),
    }
}

/// The status of a game in progress.
fn playing_text(state: &LiveState) -> StatusText {
    let position = state.game.position();
    let own = state.side == Some(state.turn()) && state.is_live();
    let number = move_number_text(position, None);
    // The clocks wait for both sides' first moves, for a minute each.
    let first = own && state.view.control.is_some() && state.view.moves.len() < 2;
    let detail = match (state.is_live(), state.side, state.premove()) {
        (true, Some(_), Some((from, to))) => format!("Then {from}{to}, if it is legal"),
        _ if first => "Your first move has to come within a minute.".to_owned(),
        (true, side, _) => move_number_text(position, side),
        (false, ..) => format!("{number} \u{b7} as it was left"),
    };
    let mark = if own { "yours" } else { "" };
    StatusText::new(&turn_text(position, own), &detail, mark)
}

/// Why an action was refused.
fn refusal_text(refusal: ActionFailure) -> &'static str {
    match refusal {
        ActionFailure::Offline => "There is no connection now.",
        ActionFailure::Unconfirmed => "The connection broke. Look whether it was done.",
        ActionFailure::Declined(Offer::Draw) => "No draw, for now.",
        ActionFailure::Declined(Offer::Takeback) => "The move stays.",
        ActionFailure::Declined(Offer::Rematch) => "No other game.",
        ActionFailure::Superseded => "The game had gone on without it.",
        ActionFailure::Server(code) => match code {
            RefusalCode::UnknownGame => "There is no such game any more.",
            RefusalCode::NotYours => "That seat is somebody else\u{2019}s.",
            RefusalCode::NotPlaying => "The game is not being played.",
            RefusalCode::NotYourTurn => "It is not your turn.",
            RefusalCode::WrongPly => "The game had gone on meanwhile.",
            RefusalCode::IllegalMove => "The rules forbid that move.",
            RefusalCode::NotNow => "That is not possible now.",
            RefusalCode::TooFast => "That was too much at once.",
            RefusalCode::TooManyGames => "Too many games are open here.",
            RefusalCode::Busy => "The server could not keep it. Try again.",
        },
    }
}

/// The opponent's offer, after their name.
pub fn offer_text(offer: Offer) -> &'static str {
    match offer {
        Offer::Draw => " offers a draw.",
        Offer::Takeback => " wants a move back.",
        Offer::Rematch => " wants a rematch.",
    }
}

#[cfg(test)]
mod tests {
    use engine::rules::{Color, Reason};
    use wire::live::game_view::{GameKind, GameView};

    use super::*;
    use crate::components::live::text::tests::{over, view};

    #[test]
    fn the_box_speaks_to_whoever_looks() {
        let line = |stage, seat| status_text(&LiveState::new(view(stage), seat)).line;
        assert_eq!(line(GameStage::Playing, Some(Color::Black)), "Your move");
        assert_eq!(
            line(GameStage::Playing, Some(Color::White)),
            "Black to move"
        );
        assert_eq!(line(GameStage::Playing, None), "Black to move");
        let won = over(Some(Color::White), Reason::Timeout);
        assert_eq!(line(won, Some(Color::White)), "You won");
        assert_eq!(line(won, Some(Color::Black)), "You lost");
        assert_eq!(line(won, None), "White won");
        assert_eq!(
            line(GameStage::Open, Some(Color::White)),
            "Waiting for an opponent\u{2026}"
        );
        assert_eq!(line(GameStage::Open, None), "An open challenge");
    }

    #[test]
    fn a_shared_game_is_nobodys_to_move_in() {
        let shared = GameView {
            kind: GameKind::Board,
            ..view(GameStage::Playing)
        };
        let text = status_text(&LiveState::new(shared, Some(Color::Black)));
        assert_eq!((text.line.as_str(), text.mark), ("Black to move", ""));
        assert_eq!(text.detail, "Move 2 \u{b7} as it was left");
    }
}
