//! The board's frame: 64 cells, and the layers above them.

use engine::rules::{BitBoard, File, Move, Position, Rank, Square};
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;

use super::arrows::{Arrowed, Arrows};
use super::coordinates::Coordinates;
use super::drawings::{Drawings, DrawingsLayer};
use super::early::replay_early_taps;
use super::gestures::Gestures;
use super::hand::{Ahead, Hand};
use super::keyboard::on_key;
use super::motion;
use super::promotion::Promotion;
use super::square::{Cell, Marks};
use crate::components::shared::erased_view::IntoWhole;

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
    /// Whether the visitor may move for the side to move, or ahead.
    #[prop(into)]
    active: Signal<bool>,
    /// How moves are made ahead of the other side's.
    #[prop(optional)]
    ahead: Ahead,
    /// Whether legal moves are marked.
    #[prop(into)]
    hints: Signal<bool>,
    /// Whether a pawn becomes a queen without a question.
    #[prop(into)]
    auto_queen: Signal<bool>,
    /// Up to three moves to draw as arrows, best first.
    #[prop(into)]
    arrows: Signal<Vec<Arrowed>>,
    /// What else lies above it.
    #[prop(optional, into)]
    above: ViewFn,
    /// Receives each move made on the board.
    #[prop(into)]
    on_move: Callback<Move>,
) -> impl IntoView {
    let hand = Hand::new(position, active, ahead, flipped, auto_queen, on_move);
    let marks = marks(hand, last_move, hints);
    let frame = NodeRef::<html::Div>::new();
    let grid = NodeRef::<html::Div>::new();
    let flyer = NodeRef::<html::Div>::new();
    let drawings = Drawings::new();
    let gestures = Gestures::new(hand, drawings, grid, flyer);

    Effect::new(move |before: Option<Position>| {
        let now = position.get();
        if let Some(before) = before.filter(|before| *before != now) {
            hand.settle(&before, &now);
            motion::follow(frame, hand, &before, &now);
        }
        now
    });
    replay_early_taps(hand);

    view! {
        <div
            class="board-frame"
            class:playable=active
            class:dragging=move || hand.held.get().is_some()
            class:previewing=move || hand.selected.get().is_none() && hand.held.get().is_none()
            node_ref=frame
        >
            <div
                class="board"
                class:flipped=flipped
                role="grid"
                aria-label="Chessboard"
                node_ref=grid
                on:pointerdown=move |event| gestures.press(&event)
                on:pointermove=move |event| gestures.follow(&event)
                on:pointerup=move |event| gestures.release(&event)
                on:pointercancel=move |_| gestures.cancel()
                on:pointerleave=move |_| gestures.leave()
                on:mousedown=move |event| keep_focus_away(&event)
                on:contextmenu=move |event| event.prevent_default()
                on:click=move |event| gestures.click_without_pointer(&event)
                on:keydown=move |event| on_key(&event, hand, marks.cursor, grid)
            >
                {Rank::ALL.into_iter().rev().map(|rank| row(rank, hand, marks)).collect_view()}
            </div>
            <Coordinates flipped />
            {move || above.run()}
            <Arrows moves=arrows flipped />
            <DrawingsLayer drawings flipped />
            <div class="layer">
                <div class=move || gestures.flyer_class() node_ref=flyer></div>
            </div>
            <Promotion hand />
        </div>
    }
    .into_whole()
}

/// A press on the board is for the board; what is typed afterwards is for the page, not for a cell
/// nor for a field that had the focus.
fn keep_focus_away(event: &leptos::ev::MouseEvent) {
    event.prevent_default();
    let active = document()
        .active_element()
        .and_then(|active| active.dyn_into::<leptos::web_sys::HtmlElement>().ok());
    if let Some(active) = active {
        active.blur().ok();
    }
}

fn row(rank: Rank, hand: Hand, marks: Marks) -> impl IntoView {
    let cells = File::ALL
        .into_iter()
        .map(|file| view! { <Cell square=Square::new(file, rank) hand marks /> })
        .collect_view();
    view! {
        <div class="rank" role="row">
            {cells}
        </div>
    }
}

fn marks(hand: Hand, last_move: Signal<Option<Move>>, hints: Signal<bool>) -> Marks {
    let bit = |square: Square| BitBoard(1 << square.index());
    let squares =
        move |mv: Option<Move>| mv.map_or(BitBoard(0), |mv| bit(mv.from()) | bit(mv.to()));
    let targets = move || {
        let from = hand
            .held
            .get()
            .or(hand.selected.get())
            .or(hand.hovered.get())
            .filter(|_| hints.get());
        from.map_or(BitBoard(0), |from| {
            Square::ALL
                .into_iter()
                .filter(|to| !hand.moves(from, *to).is_empty())
                .fold(BitBoard(0), |set, to| set | bit(to))
        })
    };
    Marks {
        last: Memo::new(move |_| squares(last_move.get())),
        check: Memo::new(move |_| {
            hand.position.with(|position| {
                if position.in_check() {
                    bit(position.king(position.side_to_move()))
                } else {
                    BitBoard(0)
                }
            })
        }),
        planned: Memo::new(move |_| squares(hand.ahead.planned.get())),
        targets: Memo::new(move |_| targets()),
        own: Memo::new(move |_| {
            if hand.active.get() {
                hand.position
                    .with(|position| position.by_color(hand.side(position)))
            } else {
                BitBoard(0)
            }
        }),
        cursor: RwSignal::new(Square::E2),
    }
}
