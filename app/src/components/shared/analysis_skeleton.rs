//! The skeleton of the analysis page until its bundle has loaded: the start position, and the panels
//! with their first texts.

use engine::rules::Position;
use leptos::prelude::*;

use crate::components::board::still_board::still_squares;
use crate::components::controls::actions::ActionButton;
use crate::components::shared::icons::Icon;

/// The text of an empty move list.
pub const NO_MOVES: &str =
    "Moves that you play on the board appear here, with all their variations.";
/// The text of the review without a game.
pub const NO_GAME: &str = "Play some moves, or import a game: then I can go through it.";

/// The page below its header.
pub fn analysis_skeleton(status: &'static str) -> AnyView {
    view! {
        <p class="visually-hidden" role="status">
            {status}
        </p>
        <div class="play analysis">
            {board_section()}
            <div class="side left">{tools()} {review()}</div>
            <div class="side right">{lines()} {moves()}</div>
        </div>
    }
    .into_any()
}

/// The board with the start position.
pub fn board_section() -> AnyView {
    let squares = still_squares(&Position::startpos(), None);
    view! {
        <section class="table" aria-label="Board">
            <div class="opponent">
                <div class="seat"></div>
            </div>
            <div class="board-frame skeleton">{squares}</div>
        </section>
    }
    .into_any()
}

/// The actions, disabled.
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
        .into_any()
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
    .into_any()
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
    .into_any()
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
    .into_any()
}
