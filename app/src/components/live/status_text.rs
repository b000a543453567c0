//! The wording of a live game's status box: status, refusals, offers.

use client::live::{ActionFailure, LiveState};
use wire::live::{
    game_view::GameStage,
    protocol::{Offer, RefusalCode},
};

use super::text::{ending_text, verdict};
use crate::components::shared::format::color_name;
use crate::components::shared::outcome_text::{StatusText, result_text};

/// The status of the game for the visitor.
pub fn status_text(state: &LiveState) -> StatusText {
    let say = |line: &str, detail: &str, mark| StatusText {
        line: line.to_owned(),
        detail: detail.to_owned(),
        mark,
    };
    if state.gone {
        return say(
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
        return say("Reconnecting\u{2026}", clocks, "busy");
    }
    if let Some(refusal) = state.failure {
        let line = match refusal {
            ActionFailure::Declined(_) => "Declined",
            _ => "That was not done",
        };
        return say(line, refusal_text(refusal), "yours");
    }
    if let Some(ply) = state.viewed_ply {
        let all = state.game.ply();
        let detail = format!("Move {} of {}", ply.div_ceil(2), all.div_ceil(2));
        return say("Looking back", &detail, "");
    }
    match state.view.stage {
        GameStage::Open if state.side.is_some() => say(
            "Waiting for an opponent\u{2026}",
            "Send somebody the link.",
            "busy",
        ),
        GameStage::Open => say(
            "An open challenge",
            "Take the seat, and it begins.",
            "yours",
        ),
        GameStage::Playing => turn_text(state),
        GameStage::Over { outcome } => say(
            verdict(&outcome, state.side).trim_end_matches('.'),
            &format!("{} {}", ending_text(&outcome), result_text(&outcome)),
            "over",
        ),
        GameStage::Aborted => say("Called off", "It counts for nothing.", "over"),
    }
}

/// The status of a game in progress.
fn turn_text(state: &LiveState) -> StatusText {
    let turn = state.turn();
    let position = state.game.position();
    let check = if position.in_check() {
        ", in check"
    } else {
        ""
    };
    let own = state.side == Some(turn) && state.is_live();
    let line = match own {
        true => format!("Your move{check}"),
        false => format!("{} to move{check}", color_name(turn)),
    };
    let number = position.fullmove_number();
    // The clocks wait for both sides' first moves, for a minute each.
    let first = own && state.view.control.is_some() && state.view.moves.len() < 2;
    let detail = match (state.is_live(), state.side, state.premove()) {
        (true, Some(_), Some((from, to))) => format!("Then {from}{to}, if it is legal"),
        _ if first => "Your first move has to come within a minute.".to_owned(),
        (true, Some(seat), None) => format!("Move {number} \u{b7} you are {}", color_name(seat)),
        (true, None, _) => format!("Move {number}"),
        (false, ..) => format!("Move {number} \u{b7} as it was left"),
    };
    let mark = if own { "yours" } else { "" };
    StatusText { line, detail, mark }
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
