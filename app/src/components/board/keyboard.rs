//! Keyboard control: arrow keys move between cells, Enter and Space tap one, Escape deselects.

use engine::rules::Square;
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{HtmlElement, KeyboardEvent};

use super::board_input::BoardInput;
use super::motion::square_of;

/// A key pressed while a cell has the focus.
pub fn on_key(
    event: &KeyboardEvent,
    input: BoardInput,
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
            input.tap(here);
            return;
        }
        "Escape" => return input.clear(),
        _ => return,
    };
    event.prevent_default();
    let sign = if input.flipped.get_untracked() { -1 } else { 1 };
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
