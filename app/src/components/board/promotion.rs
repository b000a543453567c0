//! The promotion dialog: a column of pieces over the pawn's file, which can be cancelled.

use engine::rules::{Color, Piece, Square};
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, HtmlElement};

use super::board_input::BoardInput;
use super::{kind_name, motion, piece_code};
use crate::platform::timers::request_animation_frame;

/// The promotions besides a queen.
const UNDERPROMOTIONS: [Piece; 3] = [Piece::Knight, Piece::Rook, Piece::Bishop];

/// The dialog, shown while a promotion waits for its piece.
#[component]
pub fn Promotion(input: BoardInput) -> impl IntoView {
    let open = Memo::new(move |_| input.promotion.get());
    move || open.get().map(|(_, to)| view! { <Column input to /> })
}

#[component]
fn Column(input: BoardInput, to: Square) -> impl IntoView {
    let first = NodeRef::<html::Button>::new();
    Effect::new(move |_| {
        let Some(button) = first.get() else { return };
        let before = document()
            .active_element()
            .and_then(|e| motion::square_of(&e));
        // After the press that opened the dialog, which focuses its square.
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
        let (column, row) = motion::column_and_row(to, input.flipped.get());
        let from = if row > 0 { " from-below" } else { "" };
        format!("promotion-column column-{column}{from}")
    };
    let cancel = move || input.clear();
    let choice = move |piece: Piece, node: NodeRef<html::Button>| {
        view! {
            <button
                type="button"
                aria-label=format!("Promote to {}", kind_name(piece))
                node_ref=node
                on:click=move |_| input.promote(piece)
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
                        focus_next(event.shift_key());
                    }
                    _ => {}
                }
            }
        >
            <div class=class>
                {choice(Piece::Queen, first)}
                {UNDERPROMOTIONS.into_iter().map(|piece| choice(piece, NodeRef::new())).collect_view()}
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
}

/// Moves the focus to the next or previous button, cyclically, so that it stays in the dialog.
fn focus_next(back: bool) {
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
        // Fails only for an element that is gone.
        element.unchecked_into::<HtmlElement>().focus().ok();
    }
}
