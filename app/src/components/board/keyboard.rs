//! The arrow keys walk over the cells, Enter and Space touch one, Escape puts everything down.

use engine::rules::Square;
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{HtmlElement, KeyboardEvent};

use super::hand::Hand;
use super::motion::square_of;

/// A key pressed while a cell has the focus.
pub fn on_key(
    event: &KeyboardEvent,
    hand: Hand,
    cursor: RwSignal<Square>,
    grid: NodeRef<html::Div>,
) {
    let here = square_of(&event_target::<leptos::web_sys::Element>(event))
        .unwrap_or(cursor.get_untracked());
    let step = match event.key().as_str() {
        "ArrowUp" => (0, 1),
        "ArrowDown" => (0, -1),
        "ArrowRight" => (1, 0),
        "ArrowLeft" => (-1, 0),
        "Enter" | " " => {
            event.prevent_default();
            hand.tap(here);
            return;
        }
        "Escape" => return hand.let_go(),
        _ => return,
    };
    event.prevent_default();
    let sign = if hand.flipped.get_untracked() { -1 } else { 1 };
    let Some(next) = here.offset(step.0 * sign, step.1 * sign) else {
        return;
    };
    cursor.set(next);
    let cell = grid.get_untracked().and_then(|grid| {
        grid.query_selector(&format!("[data-square='{next}']"))
            .ok()
            .flatten()
    });
    if let Some(cell) = cell {
        cell.unchecked_into::<HtmlElement>().focus().ok();
    }
}
