//! The question what a pawn becomes: a column of pieces over its file, which can be cancelled.

use engine::rules::{Color, Piece, Square};
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, HtmlElement};

use super::hand::Hand;
use super::{kind_name, motion, piece_code};
use crate::components::shared::erased_view::IntoWhole;

/// What a pawn may become besides a queen.
const LESSER: [Piece; 3] = [Piece::Knight, Piece::Rook, Piece::Bishop];

/// The column, shown while a promotion waits for its piece.
#[component]
pub fn Promotion(hand: Hand) -> impl IntoView {
    let waiting = Memo::new(move |_| hand.promotion.get());
    move || waiting.get().map(|(_, to)| view! { <Column hand to /> })
}

#[component]
fn Column(hand: Hand, to: Square) -> impl IntoView {
    let first = NodeRef::<html::Button>::new();
    Effect::new(move |_| {
        let Some(button) = first.get() else { return };
        let before = document()
            .active_element()
            .and_then(|e| motion::square_of(&e));
        // After the press that asked, which gives the focus to its square.
        request_animation_frame(move || drop(button.focus()));
        on_cleanup(move || {
            let cell = before.and_then(|square| {
                let selector = format!("[data-square='{square}']");
                document().query_selector(&selector).ok().flatten()
            });
            focus(cell);
        });
    });
    let color = if to.rank().index() == 7 {
        Color::White
    } else {
        Color::Black
    };
    let class = move || {
        let (column, row) = motion::place(to, hand.flipped.get());
        let from = if row > 0 { " from-below" } else { "" };
        format!("promotion-column column-{column}{from}")
    };
    let cancel = move || hand.let_go();
    let choice = move |piece: Piece, node: NodeRef<html::Button>| {
        view! {
            <button
                type="button"
                aria-label=format!("Promote to {}", kind_name(piece))
                node_ref=node
                on:click=move |_| hand.promote(piece)
            >
                <span class=format!("piece {}", piece_code(color, piece))></span>
            </button>
        }
    };
    view! {
        <div
            class="promotion"
            role="dialog"
            aria-modal="true"
            aria-label="Choose a piece"
            on:pointerdown=move |event| {
                if event.target() == event.current_target() {
                    cancel();
                }
            }
            on:keydown=move |event| {
                match event.key().as_str() {
                    "Escape" => cancel(),
                    "Tab" => {
                        event.prevent_default();
                        go_round(event.shift_key());
                    }
                    _ => {}
                }
            }
        >
            <div class=class>
                {choice(Piece::Queen, first)}
                {LESSER.into_iter().map(|piece| choice(piece, NodeRef::new())).collect_view()}
                <button
                    type="button"
                    class="cancel"
                    aria-label="Cancel the promotion"
                    on:click=move |_| cancel()
                >
                    "✕"
                </button>
            </div>
        </div>
    }
    .into_whole()
}

/// From the button that has the focus to the next or the one before, and round: the question is
/// not left unanswered.
fn go_round(back: bool) {
    let Some(here) = document().active_element() else {
        return;
    };
    let column = here.parent_element();
    focus(if back {
        here.previous_element_sibling()
            .or_else(|| column?.last_element_child())
    } else {
        here.next_element_sibling()
            .or_else(|| column?.first_element_child())
    });
}

fn focus(element: Option<Element>) {
    if let Some(element) = element {
        // An element that is gone takes no focus, and needs none.
        element.unchecked_into::<HtmlElement>().focus().ok();
    }
}
