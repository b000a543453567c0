//! What stands where the analysis will be until it is loaded: the start position, and the panels with the
//! words that are read first, in their places.

use engine::rules::{File, Position, Rank, Square};
use leptos::prelude::*;

use crate::components::controls::actions::ActionButton;
use crate::components::piece_code;
use crate::components::shared::erased_view::IntoWhole;
use crate::components::shared::icons::Icon;

/// What the list of moves says while it is empty.
pub const NO_MOVES: &str =
    "Moves that you play on the board appear here, with all their variations.";
/// What the review says while there is nothing to review.
pub const NO_GAME: &str = "Play some moves, or import a game: then I can go through it.";

/// The whole page below its head.
pub fn analysis_skeleton(words: &'static str) -> AnyView {
    view! {
        <p class="visually-hidden" role="status">
            {words}
        </p>
        <div class="play analysis">
            {table()}
            <div class="side left">{tools()} {review()}</div>
            <div class="side right">{lines()} {moves()}</div>
        </div>
    }
    .into_whole()
}

/// The place of the board, with the pieces as a game begins.
pub fn table() -> AnyView {
    let start = Position::startpos();
    let ranks = Rank::ALL.into_iter().rev();
    let squares = ranks.flat_map(|rank| File::ALL.map(|file| Square::new(file, rank)));
    let pieces = squares.map(|square| {
        let piece = start.piece_at(square);
        let class = piece.map(|(color, piece)| format!("piece {}", piece_code(color, piece)));
        view! { <i class=class></i> }
    });
    view! {
        <section class="table" aria-label="Board">
            <div class="opponent">
                <div class="seat"></div>
            </div>
            <div class="board-frame skeleton">{pieces.collect_view()}</div>
        </section>
    }
    .into_whole()
}

/// What can be done, not yet.
pub fn tools() -> AnyView {
    let actions = [
        (Icon::Import, "Import"),
        (Icon::Board, "Set up"),
        (Icon::Flip, "Flip"),
        (Icon::Start, "Play on"),
    ];
    let never = Signal::derive(|| false);
    let action = |(icon, name)| view! { <ActionButton icon name enabled=never on_press=|()| () /> };
    view! { <section class="actions">{actions.map(action).into_iter().collect_view()}</section> }
        .into_whole()
}

/// The review's panel.
pub fn review() -> AnyView {
    view! {
        <section class="panel review">
            <div class="panel-head">
                <h2>"Review"</h2>
            </div>
            <div class="panel-body">
                <p class="empty">{NO_GAME}</p>
            </div>
        </section>
    }
    .into_whole()
}

/// The panel of the engine's lines.
pub fn lines() -> AnyView {
    view! {
        <section class="panel engine-lines">
            <div class="panel-head">
                <h2>"Engine"</h2>
            </div>
        </section>
    }
    .into_whole()
}

/// The panel of the moves.
pub fn moves() -> AnyView {
    view! {
        <section class="panel history">
            <div class="panel-head">
                <h2>"Moves"</h2>
            </div>
            <p class="empty nothing">{NO_MOVES}</p>
        </section>
    }
    .into_whole()
}
