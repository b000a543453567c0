//! Says to screen readers what happens on the board: each move in words, checks, the end.

use client::play::State;
use engine::rules::{Move, Piece, Position};
use leptos::prelude::*;

use crate::components::board::kind_name;
use crate::components::panels::status::{how_it_ended, verdict};
use crate::components::shared::erased_view::IntoWhole;
use crate::components::shared::format::name;
use crate::components::shared::memo::read;
use crate::controllers::play::PlayController;

/// A region that is read out, and not seen.
pub fn announcer(play: PlayController) -> AnyView {
    let words = read(play, words);
    view! {
        <div class="visually-hidden" aria-live="polite" data-announcer="">
            {move || words.get()}
        </div>
    }
    .into_whole()
}

/// The latest move, and the end if it was the last.
fn words(state: &State) -> String {
    let Some(ply) = state.game.ply().checked_sub(1) else {
        return String::new();
    };
    let before = state.game.position_at(ply);
    let mut words = format!(
        "{}: {}",
        name(before.side_to_move()),
        in_words(&before, state.game.moves()[ply])
    );
    if let Some(outcome) = state.outcome() {
        words.push_str(&format!(
            ". {}. {}",
            verdict(state, &outcome),
            how_it_ended(state.seats, &outcome)
        ));
    }
    words
}

/// A move as one says it: "knight takes f6, check".
pub fn in_words(position: &Position, mv: Move) -> String {
    let after = position.play(mv);
    let mut words = if mv.is_castle() {
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
        words.push_str(&format!(", becomes a {}", kind_name(piece)));
    }
    if after.in_check() {
        words.push_str(if after.has_legal_move() {
            ", check"
        } else {
            ", checkmate"
        });
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_said_as_people_say_them() {
        for (fen, mv, words) in [
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
            assert_eq!(in_words(&position, mv), words);
        }
    }
}
