//! Where a game is taken to: the page for analysis, and the playing page.

use client::analysis::{Opened, address_of};
use client::live::State;
use engine::rules::{Color, GameTree, NodeId, Position, pgn};

use super::text::written;
use crate::routes::{ANALYZE, PLAY};

/// Whether it is the usual start position and nothing else.
pub fn is_bare(state: &State) -> bool {
    state.game.ply() == 0 && *state.game.start() == Position::startpos()
}

/// The page for analysis with this game, the move on the board on it; to be reviewed at once, or not.
pub fn analysis(state: &State, review: bool) -> String {
    let game = Opened::played(&state.game, &[], state.shown_ply());
    let mut tags = pgn::Tags::new();
    tags.set("White", written(&state.view.white));
    tags.set("Black", written(&state.view.black));
    if let Some(outcome) = state.view.outcome() {
        tags.set("Result", outcome.result());
    }
    let black_below = state.bottom() == Color::Black;
    let fragment = address_of(&game.tree, game.at, &tags, black_below);
    match review {
        true => format!("{ANALYZE}#{fragment}&review"),
        false => format!("{ANALYZE}#{fragment}"),
    }
}

/// The playing page with the position on the board.
pub fn play_from(state: &State) -> String {
    let position = GameTree::new(state.board().0);
    match address_of(&position, NodeId::START, &pgn::Tags::new(), false).as_str() {
        "" => PLAY.to_owned(),
        fragment => format!("{PLAY}#{fragment}"),
    }
}
