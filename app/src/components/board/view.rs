//! The board's frame: 64 cells, and the layers above them.

use engine::rules::{BitBoard, File, Move, Position, Rank, Square};
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;

use super::arrows::{Arrowed, Arrows};
use super::board_input::{BoardInput, Premoves};
use super::coordinates::Coordinates;
use super::drawings::{DrawingTools, Drawings, DrawingsLayer};
use super::early_taps::replay_early_taps;
use super::gestures::Gestures;
use super::keyboard::on_key;
use super::motion;
use super::promotion::Promotion;
use super::square::{Cell, Marks};

/// A board that shows `position` and reports the legal moves made on it.
#[component]
pub fn Board(
    /// The position shown.
    #[prop(into)]
    position: Signal<Position>,
    /// The move that led there.
    #[prop(into)]
    last_move: Signal<Option<Move>>,
    /// Whether Black is at the bottom.
    #[prop(into)]
    flipped: Signal<bool>,
    /// Whether the visitor may move or premove.
    #[prop(into)]
    active: Signal<bool>,
    /// Premoves.
    #[prop(optional)]
    premoves: Premoves,
    /// Whether legal moves are marked.
    #[prop(into)]
    hints: Signal<bool>,
    /// Whether a pawn becomes a queen without a question.
    #[prop(into)]
    auto_queen: Signal<bool>,
    /// Up to three moves to draw as arrows, best first.
    #[prop(into)]
    arrows: Signal<Vec<Arrowed>>,
    /// How the page takes part in drawing, if it keeps the drawings.
    #[prop(optional)]
    drawing_tools: Option<DrawingTools>,
    /// Another layer above the squares.
    #[prop(optional, into)]
    above: ViewFn,
    /// Receives each move made on the board.
    #[prop(into)]
    on_move: Callback<Move>,
    /// Receives the square of the piece that is picked up, and `None` when it is let go.
    #[prop(optional, into)]
    on_pick_up: Option<Callback<Option<Square>>>,
) -> impl IntoView {
    let input = BoardInput::new(position, active, premoves, flipped, auto_queen, on_move);
    let marks = marks(input, last_move, hints);
    let frame = NodeRef::<html::Div>::new();
    let grid = NodeRef::<html::Div>::new();
    let flyer = NodeRef::<html::Div>::new();
    let drawings = Drawings::new(drawing_tools);
    let gestures = Gestures::new(input, drawings, grid, flyer);

    Effect::new(move |before: Option<Position>| {
        let now = position.get();
        if let Some(before) = before.filter(|before| *before != now) {
            input.position_changed(&before, &now);
            motion::animate_change(frame, input, &before, &now);
        }
        now
    });
    if let Some(on_pick_up) = on_pick_up {
        Effect::new(move |_| on_pick_up.run(input.in_hand()));
    }
    replay_early_taps(input);

    view! {
        <div
            class="board-frame"
            class:playable=active
            class:dragging=move || input.dragged.get().is_some()
            class:previewing=move || input.selected.get().is_none() && input.dragged.get().is_none()
            node_ref=frame
        >
            {board_grid(input, marks, gestures, grid)}
            <Coordinates flipped />
            {move || above.run()}
            <Arrows moves=arrows flipped />
            <DrawingsLayer drawings flipped />
            <div class="layer">
                <div class=move || gestures.flyer_class() node_ref=flyer></div>
            </div>
            <Promotion input />
        </div>
    }
}

/// The 64 cells, with the board's events.
fn board_grid(
    input: BoardInput,
    marks: Marks,
    gestures: Gestures,
    grid: NodeRef<html::Div>,
) -> impl IntoView {
    view! {
        <div
            class="board"
            class:flipped=input.flipped
            role="grid"
            aria-label="Chessboard"
            node_ref=grid
            on:pointerdown=move |event| gestures.pointer_down(&event)
            on:pointermove=move |event| gestures.pointer_moved(&event)
            on:pointerup=move |event| gestures.pointer_up(&event)
            on:pointercancel=move |_| gestures.cancel()
            on:pointerleave=move |_| gestures.pointer_left()
            on:mousedown=move |event| keep_focus_away(&event)
            on:contextmenu=move |event| event.prevent_default()
            on:click=move |event| gestures.click_without_pointer(&event)
            on:keydown=move |event| on_key(&event, input, marks.cursor, grid)
        >
            {Rank::ALL.into_iter().rev().map(|rank| row(rank, input, marks)).collect_view()}
        </div>
    }
}

/// Keeps a press from focusing a cell and takes the focus from any field, so that keys pressed next
/// are the page's shortcuts.
fn keep_focus_away(event: &leptos::ev::MouseEvent) {
    event.prevent_default();
    let active = document()
        .active_element()
        .and_then(|active| active.dyn_into::<leptos::web_sys::HtmlElement>().ok());
    if let Some(active) = active {
        active.blur().ok();
    }
}

fn row(rank: Rank, input: BoardInput, marks: Marks) -> impl IntoView {
    let cells = File::ALL
        .into_iter()
        .map(|file| view! { <Cell square=Square::new(file, rank) input marks /> })
        .collect_view();
    view! {
        <div class="rank" role="row">
            {cells}
        </div>
    }
}

fn marks(input: BoardInput, last_move: Signal<Option<Move>>, hints: Signal<bool>) -> Marks {
    let bit = |square: Square| BitBoard(1 << square.index());
    let squares =
        move |mv: Option<Move>| mv.map_or(BitBoard(0), |mv| bit(mv.from()) | bit(mv.to()));
    let targets = move || {
        let from = input
            .dragged
            .get()
            .or(input.selected.get())
            .or(input.hovered.get())
            .filter(|_| hints.get());
        from.map_or(BitBoard(0), |from| {
            Square::ALL
                .into_iter()
                .filter(|to| !input.moves(from, *to).is_empty())
                .fold(BitBoard(0), |set, to| set | bit(to))
        })
    };
    Marks {
        last: Memo::new(move |_| squares(last_move.get())),
        check: Memo::new(move |_| {
            input.position.with(|position| {
                if position.in_check() {
                    bit(position.king(position.side_to_move()))
                } else {
                    BitBoard(0)
                }
            })
        }),
        planned: Memo::new(move |_| squares(input.premoves.planned.get())),
        targets: Memo::new(move |_| targets()),
        own: Memo::new(move |_| {
            if input.active.get() {
                input
                    .position
                    .with(|position| position.by_color(input.side(position)))
            } else {
                BitBoard(0)
            }
        }),
        cursor: RwSignal::new(Square::E2),
    }
}
