//! The fields beside the editor's board, and its result.

use client::analysis::{AnalysisEvent, BoardSetup, OpenedGame};
use engine::rules::{Color, Position, Square};
use leptos::prelude::*;

use super::state::EditorState;
use crate::components::controls::setup::segment::text_segments;
use crate::controllers::analysis::AnalysisController;

/// The labels of the castling rights, in FEN's order.
const RIGHTS: [&str; 4] = [
    "White, king\u{2019}s side",
    "White, queen\u{2019}s side",
    "Black, king\u{2019}s side",
    "Black, queen\u{2019}s side",
];

/// Side to move, castling rights, en passant square.
#[component]
pub fn PositionFields(editor: EditorState) -> impl IntoView {
    let white_moves = editor.read(|placing| placing.side_to_move == Color::White);
    let to_move = Signal::derive(move || match white_moves.get() {
        true => Color::White,
        false => Color::Black,
    });
    let sides = text_segments(
        "side-to-move",
        "segments",
        to_move,
        Memo::new(|_| true),
        Callback::new(move |color| editor.update(|placing| placing.set_side_to_move(color))),
        [(Color::White, "White"), (Color::Black, "Black")],
    );
    let right = move |(index, name): (usize, &'static str)| {
        let can = editor.read(move |placing| placing.can_castle(index));
        let on = editor.read(move |placing| placing.castling[index]);
        view! {
            <label>
                <input
                    type="checkbox"
                    autocomplete="off"
                    disabled=move || !can.get()
                    prop:checked=move || on.get() && can.get()
                    on:change=move |_| editor.update(|placing| placing.castling[index] ^= true)
                />
                {name}
            </label>
        }
    };
    let passed = editor.read(BoardSetup::en_passant_candidates);
    let chosen = editor.read(|placing| placing.en_passant);
    let choose = move |event| {
        let square = event_target_value(&event).parse::<Square>().ok();
        editor.update(|placing| placing.en_passant = square);
    };
    let option = move |square: Option<Square>| {
        let text = square.map_or_else(|| "none".to_owned(), |square| square.to_string());
        let value = text.clone();
        view! {
            <option value=value selected=move || chosen.get() == square>
                {text}
            </option>
        }
    };
    view! {
        <section class="panel placing-rules" aria-label="Who may do what">
            <div class="panel-body">
                <fieldset>
                    <legend class="field-name">"To move"</legend>
                    {sides}
                </fieldset>
                <fieldset class="options">
                    <legend class="field-name">"May castle"</legend>
                    {RIGHTS.into_iter().enumerate().map(right).collect_view()}
                </fieldset>
                <label class="row">
                    <span class="field-name">"En passant"</span>
                    <select autocomplete="off" disabled=move || passed.get().is_empty() on:change=choose>
                        {move || [None].into_iter().chain(passed.get().into_iter().map(Some)).map(option).collect_view()}
                    </select>
                </label>
            </div>
        </section>
    }
}

/// The position as FEN, its error, and the buttons that end the editor.
#[component]
pub fn EditorResult(analysis: AnalysisController, editor: EditorState) -> impl IntoView {
    let fen = editor.read(BoardSetup::fen);
    let wrong = editor.read(|placing| placing.position().err().map(|error| error.to_string()));
    let done = move |_| {
        let position = editor
            .placing
            .with_untracked(|placing| placing.as_ref().and_then(|placing| placing.position().ok()));
        editor.placing.set(None);
        // An unchanged position keeps its moves.
        let changed =
            |position: &Position| analysis.with_untracked(|state| state.position() != position);
        if let Some(position) = position.filter(changed) {
            let flipped = editor.flipped.get_untracked();
            analysis.dispatch(AnalysisEvent::Open(Box::new(OpenedGame {
                flipped,
                ..OpenedGame::from_position(position)
            })));
        }
    };
    view! {
        <section class="panel placing-end" aria-label="The position">
            <div class="panel-body">
                <p class="figures fen">{move || fen.get()}</p>
                <p class="said" role="status">
                    {move || wrong.get().unwrap_or_default()}
                </p>
                <div class="choices">
                    <button type="button" class="button" on:click=move |_| editor.placing.set(None)>
                        "Back"
                    </button>
                    <button
                        type="button"
                        class="button primary"
                        disabled=move || wrong.get().is_some()
                        on:click=done
                    >
                        "Analyze it"
                    </button>
                </div>
            </div>
        </section>
    }
}
