//! Where a game is taken to: the page for analysis, and the playing page.

use client::analysis::{OpenedGame, fragment};
use client::live::LiveState;
use engine::rules::{Color, GameTree, NodeId, Position, pgn};

use super::text::written;
use crate::routes::{ANALYZE, PLAY};

/// Whether it is the usual start position and nothing else.
pub fn is_bare(state: &LiveState) -> bool {
    state.game.ply() == 0 && *state.game.start() == Position::startpos()
}

/// The page for analysis with this game, the move on the board on it; to be reviewed at once, or not.
pub fn analysis(state: &LiveState, review: bool) -> String {
    let game = OpenedGame::from_game(&state.game, &[], state.shown_ply());
    let mut tags = pgn::Tags::new();
    tags.set("White", written(&state.view.white));
    tags.set("Black", written(&state.view.black));
    if let Some(outcome) = state.view.outcome() {
        tags.set("Result", outcome.result());
    }
    let black_below = state.bottom() == Color::Black;
    let fragment = fragment(&game.tree, game.current, &tags, black_below);
    match review {
        true => format!("{ANALYZE}#{fragment}&review"),
        false => format!("{ANALYZE}#{fragment}"),
    }
}

/// The playing page with the position on the board.
pub fn play_from(state: &LiveState) -> String {
    let position = GameTree::new(state.board().0);
    match fragment(&position, NodeId::START, &pgn::Tags::new(), false).as_str() {
        "" => PLAY.to_owned(),
        fragment => format!("{PLAY}#{fragment}"),
    }
}
