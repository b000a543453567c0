//! Announces moves, checks and the game's end to screen readers.

use client::play::PlayState;
use engine::rules::{Game, Move, Piece, Position};
use leptos::prelude::*;

use crate::components::board::kind_name;
use crate::components::panels::status::{ending_text, verdict};
use crate::components::shared::format::color_name;
use crate::controllers::play::PlayController;

/// Announces what happens on the playing page.
pub fn announcer(play: PlayController) -> AnyView {
    let text = play.read(announcement);
    view! { <LiveRegion text /> }.into_any()
}

/// A region that screen readers read out when it changes. It is not visible.
#[component]
pub fn LiveRegion(text: Memo<String>) -> impl IntoView {
    view! {
        <div class="visually-hidden" aria-live="polite" data-announcer="">
            {move || text.get()}
        </div>
    }
    .into_any()
}

/// The latest move, and the outcome if it was the last.
fn announcement(state: &PlayState) -> String {
    let Some(mut text) = last_move_text(&state.game) else {
        return String::new();
    };
    if let Some(outcome) = state.outcome() {
        let (verdict, reason) = (verdict(state, &outcome), ending_text(state, &outcome));
        text.push_str(&format!(". {verdict}. {reason}"));
    }
    text
}

/// The latest move of a game with its side.
pub fn last_move_text(game: &Game) -> Option<String> {
    let ply = game.ply().checked_sub(1)?;
    Some(side_move_text(&game.position_at(ply), game.moves()[ply]))
}

/// A move with its side: "White: pawn e2 to e4".
pub fn side_move_text(before: &Position, mv: Move) -> String {
    let side = color_name(before.side_to_move());
    format!("{side}: {}", move_text(before, mv))
}

/// A move as a phrase: "knight g4 takes f6, check".
fn move_text(position: &Position, mv: Move) -> String {
    let after = position.play(mv);
    let mut text = if mv.is_castle() {
        let side = if mv.to().file() > mv.from().file() {
            "king"
        } else {
            "queen"
        };
        format!("castles on the {side}\u{2019}s side")
    } else {
        let piece = position
            .piece_at(mv.from())
            .map_or(Piece::Pawn, |(_, piece)| piece);
        let takes = if mv.is_capture() { "takes" } else { "to" };
        format!("{} {} {takes} {}", kind_name(piece), mv.from(), mv.to())
    };
    if let Some(piece) = mv.promotion() {
        text.push_str(&format!(", becomes a {}", kind_name(piece)));
    }
    if after.in_check() {
        text.push_str(if after.has_legal_move() {
            ", check"
        } else {
            ", checkmate"
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_said_as_people_say_them() {
        for (fen, mv, text) in [
            (
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                "e1g1",
                "castles on the king\u{2019}s side",
            ),
            (
                "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1",
                "b7a8q",
                "pawn b7 takes a8, becomes a queen, check",
            ),
            (
                "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1",
                "e1e8",
                "rook e1 to e8, checkmate",
            ),
            ("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "g1f3", "knight g1 to f3"),
        ] {
            let position = Position::from_fen(fen).expect("legal");
            let mv = position.parse_uci(mv).expect("legal");
            assert_eq!(move_text(&position, mv), text);
        }
    }
}
