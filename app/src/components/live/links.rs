//! Links from a live game to analysis and to the playing page.

use client::analysis::{fragment, push_game_link, shown_tree};
use client::live::LiveState;
use engine::rules::{Color, GameTree, NodeId, Position, pgn};

use crate::routes::{ANALYZE, PLAY};

/// Whether the game has no moves and the usual start position.
pub fn is_start_position(state: &LiveState) -> bool {
    state.game.ply() == 0 && *state.game.start() == Position::startpos()
}

/// The address of the analysis page with this game at the same move, with or without a review.
pub fn analysis(state: &LiveState, review: bool) -> String {
    let (tree, current) = shown_tree(&state.game, &[], state.shown_ply());
    let mut tags = pgn::Tags::new();
    tags.set("White", state.view.white.name());
    tags.set("Black", state.view.black.name());
    if let Some(outcome) = state.view.outcome() {
        tags.set("Result", outcome.result());
    }
    let black_below = state.bottom() == Color::Black;
    let mut fragment = fragment(&tree, current, &tags, black_below);
    push_game_link(&mut fragment, &state.view.game);
    match review {
        true => format!("{ANALYZE}#{fragment}&review"),
        false => format!("{ANALYZE}#{fragment}"),
    }
}

/// The address of the playing page with the position on the board.
pub fn play_from(state: &LiveState) -> String {
    let position = GameTree::new(state.board().0);
    match fragment(&position, NodeId::START, &pgn::Tags::new(), false).as_str() {
        "" => PLAY.to_owned(),
        fragment => format!("{PLAY}#{fragment}"),
    }
}
