//! The position editor: pieces are placed, dragged and removed.

mod board;
mod fields;
mod state;

use client::analysis::{AnalysisEvent, BoardSetup, EditorTool};
use engine::rules::{Color, Piece, Position, Square};
use leptos::prelude::*;

use self::board::EditorBoard;
use self::fields::{EditorResult, PositionFields};
use self::state::EditorState;
use crate::components::board::{piece_code, piece_name};
use crate::controllers::analysis::AnalysisController;

/// The pieces of a palette.
const PIECES: [Piece; 6] = [
    Piece::King,
    Piece::Queen,
    Piece::Rook,
    Piece::Bishop,
    Piece::Knight,
    Piece::Pawn,
];

/// The editor, in place of the analysis.
#[component]
pub fn Editor(
    analysis: AnalysisController,
    placing: RwSignal<Option<BoardSetup>>,
) -> impl IntoView {
    let editor = EditorState {
        placing,
        hold: RwSignal::new(EditorTool::Piece(Color::White, Piece::Pawn)),
        dragged_from: RwSignal::new(None),
        cursor: RwSignal::new(Square::E1),
        flipped: analysis.read(|state| state.flipped),
    };
    view! {
        <section class="table" aria-label="Board">
            <div class="opponent">
                <Palette editor color=Color::Black />
            </div>
            <EditorBoard editor />
            <div class="own">
                <Palette editor color=Color::White />
            </div>
        </section>
        <div class="side left">
            <StartButtons analysis editor />
        </div>
        <div class="side right">
            <PositionFields editor />
            <EditorResult analysis editor />
        </div>
    }
}

/// One side's pieces to choose from; White's palette has the eraser, too.
#[component]
fn Palette(editor: EditorState, color: Color) -> impl IntoView {
    let choice = move |hold: EditorTool, class: String, label: String| {
        view! {
            <button
                type="button"
                class=class
                aria-label=label
                aria-pressed=move || (editor.hold.get() == hold).to_string()
                on:click=move |_| editor.hold.set(hold)
            ></button>
        }
    };
    let pieces = PIECES.map(|piece| {
        let class = format!("piece {}", piece_code(color, piece));
        choice(
            EditorTool::Piece(color, piece),
            class,
            piece_name(color, piece),
        )
    });
    let nothing = (color == Color::White).then(|| {
        choice(
            EditorTool::Erase,
            "nothing".to_owned(),
            "Take away".to_owned(),
        )
    });
    view! {
        <div class="palette" role="group" aria-label="Pieces">
            {pieces.into_iter().collect_view()}
            {nothing}
        </div>
    }
}

/// Start position, empty board, flip.
#[component]
fn StartButtons(analysis: AnalysisController, editor: EditorState) -> impl IntoView {
    let set = move |placing: BoardSetup| editor.placing.set(Some(placing));
    view! {
        <section class="actions" aria-label="Boards to begin with">
            <button
                type="button"
                class="button"
                on:click=move |_| set(BoardSetup::from_position(&Position::startpos()))
            >
                "Start position"
            </button>
            <button type="button" class="button" on:click=move |_| set(BoardSetup::empty())>
                "Empty board"
            </button>
            <button type="button" class="button" on:click=move |_| analysis.dispatch(AnalysisEvent::Flip)>
                "Flip"
            </button>
        </section>
        <p class="empty note">
            "Choose a piece, then press squares; press again to take it away. Pieces can be dragged, and the right button removes them. By keyboard: arrows walk, a piece\u{2019}s letter puts it down (capitals are White\u{2019}s), Delete removes."
        </p>
    }
}
